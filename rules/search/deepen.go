package search

import (
	"slices"

	"epicenter/rules"
)

// deepen searches one half-move deeper again and again. Each round orders the
// next one's moves, so that all of them together cost little more than the last.
func (e *Engine) deepen() Result {
	root := &e.stack[0]
	legal := root.pos.AppendMoves(root.moves[:0])
	if len(legal) == 0 || root.pos.Outcome().Over() {
		return Result{Score: e.ended(0)}
	}
	best := Result{Move: e.restrict(legal)}
	best.PV = []rules.Move{best.Move}
	limit := maxPly / 2
	if e.limits.Depth > 0 {
		limit = min(limit, e.limits.Depth)
	}
	for depth := 1; depth <= limit; depth++ {
		e.rootDepth = depth
		e.aspire(&best, depth)
		best.Nodes, best.SelDepth, best.HashFull = e.nodes, e.seldep, e.table.full()
		if e.stopped {
			break
		}
		best.Depth = depth
		if e.limits.Progress != nil && !e.limits.Progress(best) {
			break
		}
		if n := best.MateIn(); n != 0 && depth >= 2*max(n, -n) {
			break // nothing shorter can be found
		}
	}
	return best
}

// restrict keeps those of Limits.Only that are legal, or nothing, which is all, and
// returns the move to give when nothing can be searched at all.
func (e *Engine) restrict(legal []rules.Move) rules.Move {
	var only []rules.Move
	for _, m := range legal {
		if slices.Contains(e.limits.Only, m) {
			only = append(only, m)
		}
	}
	e.limits.Only = only
	if len(only) > 0 {
		return only[0]
	}
	return legal[0]
}

// aspire searches with a narrow window around the last score and widens it on
// the side on which it fails.
func (e *Engine) aspire(best *Result, depth int) {
	alpha, beta, width := -infinite, infinite, 25
	if last := best.Score; depth >= 4 && last > -mateBound && last < mateBound {
		alpha, beta = last-width, last+width
	}
	root := &e.stack[0]
	for {
		root.pvLen = 0
		score := e.visit(0, depth, alpha, beta, false)
		// The root has a line when a move beat alpha. That one was searched in full
		// even if the search was then stopped.
		if root.pvLen > 0 {
			best.Score, best.Move = e.rootScore, root.pv[0]
			best.PV = append(best.PV[:0:0], root.pv[:root.pvLen]...)
		}
		switch {
		case e.stopped:
			return
		case score <= alpha && alpha > -infinite:
			beta = (alpha + beta) / 2
			alpha = max(-infinite, score-width)
		case score >= beta && beta < infinite:
			beta = min(infinite, score+width)
		default:
			return
		}
		if width *= 3; width > 1000 {
			alpha, beta = -infinite, infinite
		}
	}
}

package search

import (
	"math"
	"slices"

	"epicenter/rules"
)

// ask is how many nodes pass between two looks at the context.
const ask = 1024

// enter counts a node and says whether the search has to stop.
func (e *Engine) enter(ply int) bool {
	e.nodes++
	e.seldep = max(e.seldep, ply)
	if e.limits.Nodes > 0 && e.nodes >= e.limits.Nodes {
		e.stopped = true
	}
	if e.nodes-e.asked >= ask {
		e.asked = e.nodes
		e.stopped = e.stopped || e.ctx.Err() != nil
	}
	return e.stopped
}

// ended is the score of a position without moves.
func (e *Engine) ended(ply int) int {
	p := &e.stack[ply].pos
	winner, won := p.Outcome().Result.Winner()
	switch {
	case !won:
		return 0
	case winner == p.Turn():
		return MateScore - ply
	}
	return ply - MateScore
}

// drawn says whether the position is a draw that would be claimed, or one by
// material. What came up in the line being searched would come up again, so
// one repetition is enough there; of the game's own positions it takes two
// (rules/RULES.md §4).
func (e *Engine) drawn(p *rules.Position, key uint64, ply int) bool {
	clock := p.HalfmoveClock()
	if clock >= 100 && !p.InCheck() {
		return true
	}
	seen := 0
	for i := len(e.hashes) - 4; i >= 0 && len(e.hashes)-i <= clock; i -= 2 {
		if e.hashes[i] != key {
			continue
		}
		if seen++; seen == 2 || i >= len(e.hashes)-ply {
			return true
		}
	}
	return few(p.Occupied()) && p.Outcome().Result == rules.Draw
}

// few says whether a set has three squares at most: only so few men can be a draw by
// material (rules/RULES.md §1.4, §2.1, §2.6).
func few(set uint64) bool {
	set &= set - 1
	set &= set - 1
	set &= set - 1
	return set == 0
}

// visit searches a position to a depth in half-moves and returns its score for the
// side to move, exact between alpha and beta and a bound outside. cut says that
// the move before it was a pass, after which another one makes no sense.
//
// The rule is alpha-beta: of each position's moves, try the likely best first; what
// cannot change the result is not looked at. The rest of it are ways to look at
// less where little is lost.
func (e *Engine) visit(ply, depth, alpha, beta int, passed bool) int {
	f := &e.stack[ply]
	p := &f.pos
	f.pvLen = 0
	key := p.Hash()
	if ply > 0 {
		if e.drawn(p, key, ply) {
			return 0
		}
		// Nothing here can be better than an end at once.
		alpha, beta = max(alpha, ply-MateScore), min(beta, MateScore-ply-1)
		if alpha >= beta {
			return alpha
		}
	}
	danger := e.style.endangered(p)
	if danger && ply < 2*e.rootDepth {
		depth++
	}
	if depth <= 0 || ply >= maxPly-1 {
		return e.quiesce(ply, 0, alpha, beta)
	}
	if e.enter(ply) {
		return 0
	}
	exact := beta-alpha > 1
	if !exact && e.style.wins(p) {
		return MateScore - ply - 1
	}
	first := rules.NoMove
	known := e.table.look(key)
	if known != nil {
		first = rules.MoveFromUint16(known.move)
		if score := fromRoot(int(known.score), ply); !exact && int(known.depth) >= depth && decides(known.tag&3, score, beta) {
			return score
		}
		f.eval = int(known.eval)
	} else {
		f.eval = e.style.evaluate(p)
	}
	if !exact && !danger && beta > -mateBound {
		if score, done := e.prune(ply, depth, beta, passed); done || e.stopped {
			return score
		}
	}
	if first == rules.NoMove && depth >= 5 {
		depth-- // without a good first move the next round is cheaper
	}
	return e.loop(ply, depth, alpha, beta, key, first, danger)
}

// decides says whether a known bound settles a window of no width.
func decides(bound uint8, score, beta int) bool {
	switch bound {
	case exactBound:
		return true
	case lowerBound:
		return score >= beta
	case upperBound:
		return score < beta
	}
	return false
}

// prune gives up positions that are good enough without a move: by evaluation
// alone near the leaves, by letting the opponent move twice elsewhere. Where captures
// are compulsory or having to move is the danger, neither is sound, and the style
// says so.
func (e *Engine) prune(ply, depth, beta int, passed bool) (score int, done bool) {
	f := &e.stack[ply]
	if depth <= 5 && f.eval-e.style.margin*depth >= beta && f.eval < mateBound {
		return f.eval, true
	}
	if passed || depth < 3 || f.eval < beta || !e.style.passes || !hasPieces(&f.pos) {
		return 0, false
	}
	next := &e.stack[ply+1]
	f.pos.PassInto(&next.pos)
	f.played = rules.NoMove
	e.hashes = append(e.hashes, f.pos.Hash())
	reduced := depth - 3 - depth/4 - min((f.eval-beta)/200, 2)
	score = -e.visit(ply+1, reduced, -beta, 1-beta, true)
	e.hashes = e.hashes[:len(e.hashes)-1]
	if e.stopped || score < beta {
		return 0, false
	}
	return min(score, mateBound-1), true // no mate that begins with a pass is proved
}

// hasPieces says whether the side to move has more than king and pawns; with these
// alone it is often best not to move.
func hasPieces(p *rules.Position) bool {
	return p.Men(p.Turn())&^p.Of(rules.Pawn)&^p.Of(rules.King) != 0
}

// loop tries the moves of a position one after another.
func (e *Engine) loop(ply, depth, alpha, beta int, key uint64, first rules.Move, danger bool) int {
	f, next := &e.stack[ply], &e.stack[ply+1]
	n := len(f.pos.AppendMoves(f.moves[:0]))
	if n == 0 {
		return e.ended(ply)
	}
	before := rules.NoMove
	if ply > 0 {
		before = e.stack[ply-1].played
	}
	next.killers = [2]rules.Move{}
	e.rankAll(f, n, first, before)
	e.hashes = append(e.hashes, key)
	defer func() { e.hashes = e.hashes[:len(e.hashes)-1] }()

	best, from := -infinite, alpha
	bestMove := rules.NoMove
	tried := 0
	for i := range n {
		m := f.pick(i, n)
		if ply == 0 && len(e.limits.Only) > 0 && !slices.Contains(e.limits.Only, m) {
			continue
		}
		quiet := !noisy(&f.pos, m)
		f.played = m
		f.pos.PlayInto(&next.pos, m)
		if best > -mateBound && !danger && e.skip(f, m, depth, tried, quiet, alpha, beta) && !e.style.endangered(&next.pos) {
			continue
		}
		tried++
		score := e.try(ply, depth, alpha, beta, tried, i, quiet, danger)
		if e.stopped {
			return 0
		}
		if score <= best {
			continue
		}
		best = score
		if score <= alpha {
			continue
		}
		alpha, bestMove = score, m
		e.extendLine(ply, m, score)
		if score >= beta {
			if quiet {
				e.learn(ply, depth, m, f.moves[:i])
			}
			break
		}
	}
	if ply > 0 || len(e.limits.Only) == 0 {
		e.table.keep(key, bestMove, best, f.eval, depth, bound(best, from, beta), ply)
	}
	return best
}

func bound(score, alpha, beta int) int {
	switch {
	case score >= beta:
		return lowerBound
	case score > alpha:
		return exactBound
	}
	return upperBound
}

// extendLine makes m and the line after it the best one of this ply.
func (e *Engine) extendLine(ply int, m rules.Move, score int) {
	f, next := &e.stack[ply], &e.stack[ply+1]
	f.pv[0] = m
	f.pvLen = 1 + copy(f.pv[1:], next.pv[:next.pvLen])
	if ply == 0 {
		e.rootScore = score
	}
}

// skip leaves out moves near the leaves that can hardly matter: late quiet ones,
// quiet ones that do not bring the score up to alpha, and captures that lose much.
func (e *Engine) skip(f *frame, m rules.Move, depth, tried int, quiet bool, alpha, beta int) bool {
	if beta-alpha > 1 || depth > 4 || !e.style.prunes {
		return false
	}
	if !quiet {
		return f.eval+e.style.gain(&f.pos, m) < alpha-e.style.margin*depth*2 && tried > 0 && e.style.gain(&f.pos, m) < 0
	}
	return tried > 4+3*depth*depth || f.eval+e.style.margin*(depth+1) < alpha
}

// reductions is by how much the n-th move at a depth is searched less deeply.
var reductions = func() (r [32][64]int8) {
	for d := 1; d < len(r); d++ {
		for n := 1; n < len(r[d]); n++ {
			r[d][n] = int8(0.4 + math.Log(float64(d))*math.Log(float64(n))/2.1)
		}
	}
	return r
}()

// try searches the move just played: the first one in full, the others only to
// prove that they are not better, the later the less deeply.
func (e *Engine) try(ply, depth, alpha, beta, tried, i int, quiet, danger bool) int {
	if tried == 1 {
		return -e.visit(ply+1, depth-1, -beta, -alpha, false)
	}
	less := 0
	if f := &e.stack[ply]; depth >= 3 && tried > 3 && quiet && !danger {
		less = int(reductions[min(depth, 31)][min(tried, 63)])
		if beta-alpha > 1 {
			less--
		}
		less -= int(f.rank[i] / (historyMax / 2) % 3)
		if f.rank[i] >= rankReply {
			less--
		}
		less = max(0, min(less, depth-2))
	}
	score := -e.visit(ply+1, depth-1-less, -alpha-1, -alpha, false)
	if less > 0 && score > alpha && !e.stopped {
		score = -e.visit(ply+1, depth-1, -alpha-1, -alpha, false)
	}
	if score > alpha && score < beta && !e.stopped {
		score = -e.visit(ply+1, depth-1, -beta, -alpha, false)
	}
	return score
}

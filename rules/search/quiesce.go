package search

import "epicenter/rules"

// quiesce plays out what would make a static evaluation wrong: captures and
// queenings, all moves while in danger, all moves while captures are compulsory. ahead
// is how many half-moves it has gone so far.
func (e *Engine) quiesce(ply, ahead, alpha, beta int) int {
	f := &e.stack[ply]
	p := &f.pos
	f.pvLen = 0
	if e.enter(ply) {
		return 0
	}
	if e.style.wins(p) {
		return MateScore - ply - 1
	}
	if few(p.Occupied()) && p.Outcome().Result == rules.Draw {
		return 0
	}
	if ply >= maxPly {
		return e.style.evaluate(p)
	}
	all := e.style.endangered(p) && ahead < e.style.dangerPlies
	n := len(p.AppendMoves(f.moves[:0]))
	if n == 0 {
		return e.ended(ply)
	}
	if !all && e.style.compulsory {
		all = noisy(p, f.moves[0]) && ahead < compulsoryPlies
	}
	best := ply - MateScore
	if !all {
		f.eval = e.style.evaluate(p)
		if best = f.eval; best >= beta {
			return best
		}
		alpha = max(alpha, best)
		n = e.onlyGains(f, n, alpha)
	} else {
		e.rankAll(f, n, rules.NoMove, rules.NoMove)
	}
	next := &e.stack[ply+1]
	for i := range n {
		m := f.pick(i, n)
		f.played = m
		p.PlayInto(&next.pos, m)
		score := -e.quiesce(ply+1, ahead+1, -beta, -alpha)
		if e.stopped {
			return 0
		}
		if score > best {
			best = score
			if score > alpha {
				alpha = score
				e.extendLine(ply, m, score)
			}
			if score >= beta {
				break
			}
		}
	}
	return best
}

// compulsoryPlies bounds how far forced captures are followed.
const compulsoryPlies = 4

// onlyGains keeps the moves that win something and could bring the score up to
// alpha, ranks them, and returns how many there are.
func (e *Engine) onlyGains(f *frame, n, alpha int) int {
	kept := 0
	for _, m := range f.moves[:n] {
		if !noisy(&f.pos, m) {
			continue
		}
		gain := e.style.gain(&f.pos, m)
		if gain < e.style.leastGain || f.eval+gain+e.style.slack <= alpha {
			continue
		}
		f.moves[kept], f.rank[kept] = m, int32(gain)
		kept++
	}
	return kept
}

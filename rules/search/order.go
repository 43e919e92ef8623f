package search

import "epicenter/rules"

// frame is one ply of the line being searched, with room for all that is done
// there, so that the tree allocates nothing.
type frame struct {
	pos     rules.Position
	moves   [rules.MaxMoves]rules.Move
	rank    [rules.MaxMoves]int32
	killers [2]rules.Move // quiet moves that refuted a sister of this position
	eval    int
	played  rules.Move // towards the next frame
	pv      [maxPly + 2]rules.Move
	pvLen   int
}

// ordering remembers which quiet moves have been good, by side, origin and target.
type ordering struct {
	history [2][64 + 8][64]int32
	replies [64 + 8][64]rules.Move // the move that refuted this one
}

// historyMax bounds what a move can gather.
const historyMax = 1 << 14

// origin is the square a move comes from, or a number beyond 63 by the kind of a
// man dropped.
func origin(m rules.Move) int {
	if m.IsDrop() {
		return 64 + int(m.Dropped())
	}
	return int(m.From()) & 63
}

// fade halves what was learnt at earlier positions of the game.
func (o *ordering) fade() {
	for c := range o.history {
		for from := range o.history[c] {
			for to := range o.history[c][from] {
				o.history[c][from][to] /= 2
			}
		}
	}
}

// reward moves a quiet move's record towards the bonus; the nearer it is to its
// bound, the less.
func (o *ordering) reward(c rules.Color, m rules.Move, bonus int32) {
	h := &o.history[c&1][origin(m)][m.To()&63]
	size := bonus
	if size < 0 {
		size = -size
	}
	*h += bonus - *h*size/historyMax
}

// Ranks by which moves are tried: first the table's, then gains, killers and
// replies, quiet moves by their record, captures that lose men last.
const (
	rankTable  = 1 << 30
	rankGain   = 1 << 28
	rankKiller = 1 << 27
	rankReply  = 1 << 26
	rankLoss   = -1 << 28
)

// rankAll gives every move of a frame its rank.
func (e *Engine) rankAll(f *frame, n int, first, before rules.Move) {
	c := f.pos.Turn()
	reply := rules.NoMove
	if before != rules.NoMove {
		reply = e.order.replies[origin(before)][before.To()&63]
	}
	for i, m := range f.moves[:n] {
		switch {
		case m == first:
			f.rank[i] = rankTable
		case noisy(&f.pos, m):
			gain := e.style.gain(&f.pos, m)
			if gain >= 0 {
				f.rank[i] = rankGain + int32(gain)
			} else {
				f.rank[i] = rankLoss + int32(gain)
			}
		case m == f.killers[0]:
			f.rank[i] = rankKiller + 1
		case m == f.killers[1]:
			f.rank[i] = rankKiller
		case m == reply:
			f.rank[i] = rankReply
		default:
			f.rank[i] = e.order.history[c&1][origin(m)][m.To()&63]
		}
	}
}

// noisy says whether a move changes the material at once.
func noisy(p *rules.Position, m rules.Move) bool {
	return p.IsCapture(m) && !m.IsDrop() || m.Promotion() >= rules.Queen
}

// pick brings the best of the moves from i on to place i.
func (f *frame) pick(i, n int) rules.Move {
	best := i
	for j := i + 1; j < n; j++ {
		if f.rank[j] > f.rank[best] {
			best = j
		}
	}
	f.moves[i], f.moves[best] = f.moves[best], f.moves[i]
	f.rank[i], f.rank[best] = f.rank[best], f.rank[i]
	return f.moves[i]
}

// learn notes that a quiet move refuted the position, and that those tried before it
// did not.
func (e *Engine) learn(ply, depth int, m rules.Move, tried []rules.Move) {
	f := &e.stack[ply]
	if f.killers[0] != m {
		f.killers[0], f.killers[1] = m, f.killers[0]
	}
	c := f.pos.Turn()
	bonus := int32(min(depth*depth*16, historyMax/8))
	e.order.reward(c, m, bonus)
	for _, other := range tried {
		if other != m && !noisy(&f.pos, other) {
			e.order.reward(c, other, -bonus)
		}
	}
	if ply > 0 {
		if before := e.stack[ply-1].played; before != rules.NoMove {
			e.order.replies[origin(before)][before.To()&63] = m
		}
	}
}

package rules

// Perft counts the move sequences of a length: the usual proof of a move
// generator. With bulk the moves of the last ply are generated and their number
// added; without it every one of them is played. Nothing stops it but explosion,
// mate and stalemate; draws do not.
func Perft(p *Position, depth int, bulk bool) uint64 {
	w := newWalk(p, depth, bulk)
	return w.count(p, depth)
}

// Branch is a move with the number of sequences that begin with it.
type Branch struct {
	Move  Move
	Nodes uint64
}

// Divide is Perft told apart by the first move; it needs a depth of 1 at least.
func Divide(p *Position, depth int, bulk bool) []Branch {
	if depth < 1 {
		return nil
	}
	w := newWalk(p, depth, bulk)
	var out []Branch
	for _, m := range p.AppendMoves(nil) {
		next := p.Play(m)
		out = append(out, Branch{m, w.count(&next, depth-1)})
	}
	return out
}

// walk holds the lists and positions of a line, one a ply, so that counting
// allocates nothing.
type walk struct {
	moves func(*Position, []Move) []Move
	bulk  bool
	plies []struct {
		list []Move
		next Position
	}
}

func newWalk(p *Position, depth int, bulk bool) *walk {
	w := &walk{moves: p.Variant().moves, bulk: bulk}
	for range max(depth, 0) + 1 {
		w.plies = append(w.plies, struct {
			list []Move
			next Position
		}{list: make([]Move, 0, MaxMoves)})
	}
	return w
}

func (w *walk) count(p *Position, depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	ply := &w.plies[depth]
	ply.list = w.moves(p, ply.list[:0])
	if depth == 1 && w.bulk {
		return uint64(len(ply.list))
	}
	var nodes uint64
	for _, m := range ply.list {
		p.PlayInto(&ply.next, m)
		nodes += w.count(&ply.next, depth-1)
	}
	return nodes
}

package rules

// Zobrist keys: one random number for each man on each square, each castling
// rook, each file of a possible en passant capture, each number of men held and for
// Black to move.
type zobrist struct {
	man       [16][64]uint64 // by man code; rows 0 and 8 (no man) stay zero
	right     [64]uint64     // by the square of a rook that may still castle
	enPassant [8]uint64
	black     uint64
	hand      [2][Queen + 1][maxHeld + 1]uint64 // by side, kind and number; row 0 of numbers stays zero
}

var keys = newZobrist()

// newZobrist draws the keys from a fixed seed (splitmix64), so that a position
// has the same hash in every process.
func newZobrist() *zobrist {
	state := uint64(0x45706963656e7472)
	next := func() uint64 {
		state += 0x9e3779b97f4a7c15
		z := state
		z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
		z = (z ^ z>>27) * 0x94d049bb133111eb
		return z ^ z>>31
	}
	z := new(zobrist)
	for code := range z.man {
		for s := range z.man[code] {
			if code&7 != 0 {
				z.man[code][s] = next()
			}
		}
	}
	for s := range z.right {
		z.right[s] = next()
	}
	for f := range z.enPassant {
		z.enPassant[f] = next()
	}
	z.black = next()
	for c := range z.hand {
		for t := range z.hand[c] {
			for n := 1; n <= maxHeld; n++ {
				z.hand[c][t][n] = next()
			}
		}
	}
	return z
}

// rights returns the key of a set of castling rooks.
func (z *zobrist) rights(rooks bitboard) uint64 {
	var k uint64
	for ; rooks != 0; rooks &= rooks - 1 {
		k ^= z.right[rooks.first()&63]
	}
	return k
}

// recomputeKey builds Position.key from nothing; make and FEN must agree with it.
func (p *Position) recomputeKey() uint64 {
	k := keys.rights(p.rooks)
	for b := p.occupied(); b != 0; b &= b - 1 {
		s := b.first()
		k ^= keys.man[p.code(s)][s]
	}
	for c, h := range p.hands {
		for t := Pawn; t <= Queen; t++ {
			k ^= keys.hand[c][t][h.count(t)]
		}
	}
	if p.turn == Black {
		k ^= keys.black
	}
	return k
}

// Hash returns the Zobrist hash of what makes two positions the same for the
// repetition rule (rules/RULES.md §4): placement, side to move, castling rights by
// rook square, hands, and a file of en passant only if such a capture is legal. Clocks
// and move numbers do not count. It is the same in every process and version.
func (p *Position) Hash() uint64 {
	if p.enPassantPawns() != 0 && p.Variant().enPassant(p) {
		return p.key ^ keys.enPassant[p.passed&7]
	}
	return p.key
}

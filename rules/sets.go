package rules

// What a search needs to see of the board. Sets of squares are numbers: bit n is
// Square n. All of these are cheap and allocate nothing.

// Occupied returns the set of squares on which men stand.
func (p *Position) Occupied() uint64 { return uint64(p.occupied()) }

// Men returns the squares of one side's men.
func (p *Position) Men(c Color) uint64 { return uint64(p.men(c)) }

// Of returns the squares of all men of a kind, whatever their colour.
func (p *Position) Of(t PieceType) uint64 { return uint64(p.of(t)) }

// IsCapture says whether m takes a man; a castling does not.
func (p *Position) IsCapture(m Move) bool { return p.captures(m) }

// PassInto writes the position in which the side to move has passed. No rules
// know such a move: a search asks with it what the opponent threatens. The side to
// move must not be in check.
func (p *Position) PassInto(next *Position) {
	*next = *p
	next.pass()
}

// PawnAttacks returns the squares that a pawn of a side attacks from s.
func PawnAttacks(c Color, s Square) uint64 { return uint64(tables.pawn[c&1][s&63]) }

// KnightAttacks returns the squares that a knight attacks from s.
func KnightAttacks(s Square) uint64 { return uint64(tables.knight[s&63]) }

// KingAttacks returns the squares around s: those a king attacks, and those a
// blast reaches (rules/RULES.md §1.1).
func KingAttacks(s Square) uint64 { return uint64(tables.king[s&63]) }

// BishopAttacks returns the squares that a bishop attacks from s, the first man
// of the set occupied in each direction included.
func BishopAttacks(s Square, occupied uint64) uint64 {
	return uint64(bishopAttacks(s, bitboard(occupied)))
}

// RookAttacks is the same for a rook; a queen attacks as both.
func RookAttacks(s Square, occupied uint64) uint64 {
	return uint64(rookAttacks(s, bitboard(occupied)))
}

package rules

// attacked says whether any man of the set by attacks s in the chess sense, with
// the board occupied as told. Only the men's kinds are taken from p.
func (p *Position) attacked(s Square, occupied, by bitboard) bool {
	s &= 63
	if tables.knight[s]&p.knights()&by != 0 || tables.king[s]&p.kings()&by != 0 {
		return true
	}
	// A pawn attacks s from where a pawn of the other colour on s would attack.
	if pawns := p.pawns() & by; (tables.pawn[White][s]&pawns&p.black)|(tables.pawn[Black][s]&pawns&^p.black) != 0 {
		return true
	}
	return p.swept(s, occupied, by)
}

// swept is the part of attacked that concerns bishops, rooks and queens.
func (p *Position) swept(s Square, occupied, by bitboard) bool {
	s &= 63
	if d := p.diagonals() & by; tables.diagonal[s]&d != 0 && bishopAttacks(s, occupied)&d != 0 {
		return true
	}
	d := p.straights() & by
	return tables.straight[s]&d != 0 && rookAttacks(s, occupied)&d != 0
}

// threats is what stands against a king: who gives check, which single men keep
// a slider off, and all men that stand anywhere between the king and a slider.
type threats struct {
	checkers bitboard
	pinned   bitboard // of either colour
	shields  bitboard
}

// threatsTo looks from a king at the men of the set by.
func (p *Position) threatsTo(king Square, side Color, occupied, by bitboard) threats {
	king &= 63
	t := threats{checkers: (tables.knight[king]&p.knights() | tables.pawn[side&1][king]&p.pawns()) & by}
	snipers := (tables.diagonal[king]&p.diagonals() | tables.straight[king]&p.straights()) & by
	for ; snipers != 0; snipers &= snipers - 1 {
		s := snipers.first() & 63
		between := tables.between[king][s] & occupied
		switch {
		case between == 0:
			t.checkers |= bit(s)
		case !between.many():
			t.pinned |= between
			t.shields |= between
		default:
			t.shields |= between
		}
	}
	return t
}

// evasions returns where a man other than the king may go so that the checks
// end: anywhere without check, onto or before a single checker, nowhere if two
// men give check.
func (t *threats) evasions(king Square) bitboard {
	switch {
	case t.checkers == 0:
		return ^bitboard(0)
	case t.checkers.many():
		return 0
	}
	return t.checkers | tables.between[king&63][t.checkers.first()&63]
}

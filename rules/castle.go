package rules

// castlingSquares returns where king and rook end when the king castles with a
// rook: c and d, or g and f, of the same rank (rules/RULES.md §2.3). In wild chess
// a king on the d-file sees the board mirrored (§2.2.1).
func (p *Position) castlingSquares(king, rook Square) (kingTo, rookTo Square) {
	row := king & 56
	if p.mirrored(king) {
		if rook > king {
			return row + 5, row + 4
		}
		return row + 1, row + 2
	}
	if rook > king {
		return row + 6, row + 5
	}
	return row + 2, row + 3
}

// mirrored says whether a king castles short to the left.
func (p *Position) mirrored(king Square) bool {
	return p.traits.has(wildCastles) && king&7 == 3
}

// castlesShort says whether a castling is o-o, by the side the rook stands on.
func (p *Position) castlesShort(m Move) bool {
	return m.To() > m.From() != p.mirrored(m.From())
}

// appendCastles appends the castlings that are possible now; the king must not
// be in check. Attackers are the men that give check and calm the squares where
// nothing does, which is contact with the enemy king in atomic (rules/RULES.md §1.3).
func (p *Position) appendCastles(dst []Move, king Square, attackers, calm bitboard) []Move {
	for b := p.rooks & home[p.turn&1]; b != 0; b &= b - 1 {
		if rook := b.first(); p.mayCastle(king, rook, attackers, calm) {
			dst = append(dst, newMove(king, rook, kindCastle))
		}
	}
	return dst
}

func (p *Position) mayCastle(king, rook Square, attackers, calm bitboard) bool {
	kingTo, rookTo := p.castlingSquares(king, rook)
	others := p.occupied() &^ (bit(king) | bit(rook))
	crossed := tables.between[king&63][kingTo&63]
	free := crossed | tables.between[rook&63][rookTo&63] | bit(kingTo) | bit(rookTo)
	if others&free != 0 {
		return false
	}
	// On its way the king has left its square and the rook is still at home.
	for b := crossed &^ calm; b != 0; b &= b - 1 {
		if p.attacked(b.first(), others|bit(rook), attackers) {
			return false
		}
	}
	// At the end both stand in their places: a rook that leaves its square can
	// uncover an attack, one that arrives can shield the king.
	return calm.has(kingTo) || !p.attacked(kingTo, others|bit(rookTo), attackers)
}

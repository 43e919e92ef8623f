package rules

// Play returns the position after m, which must be legal here: a move of
// AppendMoves or of one of the parsers. It does not allocate.
func (p *Position) Play(m Move) (next Position) {
	p.PlayInto(&next, m)
	return next
}

// PlayInto is Play with the result written where the caller keeps it, which
// saves a search a copy a move. It does not change p; next must not be p.
func (p *Position) PlayInto(next *Position, m Move) {
	switch {
	case p.traits == 0:
		next.move(p, m)
	case p.traits.has(explosive) && p.captures(m):
		next.explode(p, m)
	case p.traits.has(drops):
		next.moveOrDrop(p, m)
	default:
		next.move(p, m)
	}
}

// captures says whether m takes a man; a castling's To is the own rook.
func (p *Position) captures(m Move) bool {
	return m.IsEnPassant() || p.occupied().has(m.To()) && !m.IsCastle()
}

// Captured returns the man that m takes, NoPiece if it takes none. In atomic it is
// the man on the square of arrival or taken in passing; Blasted tells the rest.
func (p *Position) Captured(m Move) Piece {
	switch {
	case m.IsCastle():
		return NoPiece
	case m.IsEnPassant():
		return p.At(takenInPassing(m))
	}
	return p.At(m.To())
}

// move sets q to p after m, by the moves of chess: captured men vanish, nothing
// explodes. It serves every variant for the moves that are as in chess.
func (q *Position) move(p *Position, m Move) {
	*q = *p
	q.pass()
	if m.IsCastle() {
		q.castle(m.From(), m.To())
		return
	}
	from, to := m.From()&63, m.To()&63
	man, taken := p.code(from), p.code(to)
	landed := man
	if t := m.Promotion(); t != NoPieceType {
		landed = man&8 | codeOf[t]
	}
	q.remove(bit(from) | bit(to))
	q.put(to, landed)
	q.key ^= keys.man[man&15][from] ^ keys.man[landed&15][to] ^ keys.man[taken&15][to]
	if taken != 0 || man&7 == codePawn {
		q.half = 0
	}
	if q.rooks != 0 {
		q.forget(bit(from) | bit(to))
		if man&7 == codeKing {
			q.forget(home[p.turn&1])
		}
	}
	switch m.kind() {
	case kindDoublePush:
		q.passed = (from + to) / 2
	case kindEnPassant:
		s := takenInPassing(m)
		q.key ^= keys.man[p.code(s)&15][s&63]
		q.remove(bit(s))
	}
}

// takenInPassing returns the square of the pawn an en passant capture removes.
func takenInPassing(m Move) Square { return m.From()&56 | m.To()&7 }

// pass gives the turn to the other side and lets the clocks go on.
func (q *Position) pass() {
	q.half += 1 - q.half/maxClock
	q.full += uint16(q.turn) &^ (q.full / maxClock)
	q.turn ^= 1
	q.passed = 0
	q.key ^= keys.black
}

// castle moves king and rook of the side that has just passed the turn.
func (q *Position) castle(king, rook Square) {
	kingTo, rookTo := q.castlingSquares(king, rook)
	kingCode, rookCode := q.code(king), q.code(rook)
	q.remove(bit(king) | bit(rook))
	q.put(kingTo, kingCode)
	q.put(rookTo, rookCode)
	q.key ^= keys.man[kingCode&15][king&63] ^ keys.man[kingCode&15][kingTo&63]
	q.key ^= keys.man[rookCode&15][rook&63] ^ keys.man[rookCode&15][rookTo&63]
	q.forget(home[q.turn.Other()&1])
}

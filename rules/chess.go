package rules

// The rules of chess (rules/RULES.md §2.1), also those of chess 960 (§2.3), which
// differs in its start and in where king and rook stand when they castle.

var chessHooks = hooks{chessMoves, chessInCheck, chessEnPassant, chessEnd, chessCanWin}

// chessMoves generates legal moves only: checks and pins are known first, so no
// move has to be made and taken back.
func chessMoves(p *Position, dst []Move) []Move {
	occupied := p.occupied()
	us := p.men(p.turn)
	them := occupied ^ us
	if p.kings()&us == 0 {
		return dst
	}
	king := (p.kings() & us).first()
	danger := p.threatsTo(king, p.turn, occupied, them)
	prey := them &^ p.kings() // a FEN may leave the other king hanging; it is never taken
	allowed := danger.evasions(king) & (prey | ^occupied)

	for b := tables.king[king&63] &^ us &^ p.kings(); b != 0; b &= b - 1 {
		if to := b.first(); !p.attacked(to, occupied^bit(king), them) {
			dst = append(dst, newMove(king, to, kindPlain))
		}
	}
	if allowed == 0 {
		return dst
	}
	if danger.checkers == 0 && p.rooks&home[p.turn&1] != 0 {
		dst = p.appendCastles(dst, king, them, 0)
	}
	dst = p.appendPieceMoves(dst, king, us, danger.pinned, allowed, occupied)
	dst = p.appendPawnMoves(dst, p.pawns()&us&^danger.pinned, occupied, prey, allowed)
	for b := p.pawns() & us & danger.pinned; b != 0; b &= b - 1 {
		s := b.first()
		dst = p.appendPawnMoves(dst, bit(s), occupied, prey, allowed&tables.line[king&63][s&63])
	}
	if p.passed != 0 {
		dst = p.appendEnPassant(dst, king, occupied, them)
	}
	return dst
}

// appendPieceMoves appends the moves of knights, bishops, rooks and queens onto
// the targets; a pinned man stays on its line to the king. A queen moves once as
// a bishop and once as a rook.
func (p *Position) appendPieceMoves(dst []Move, king Square, us, pinned, targets, occupied bitboard) []Move {
	for b := p.knights() & us &^ pinned; b != 0; b &= b - 1 {
		from := b.first()
		dst = appendTo(dst, from, tables.knight[from&63]&targets)
	}
	for b := p.diagonals() & us; b != 0; b &= b - 1 {
		from := b.first()
		to := bishopAttacks(from, occupied) & targets
		if pinned.has(from) {
			to &= tables.line[king&63][from&63]
		}
		dst = appendTo(dst, from, to)
	}
	for b := p.straights() & us; b != 0; b &= b - 1 {
		from := b.first()
		to := rookAttacks(from, occupied) & targets
		if pinned.has(from) {
			to &= tables.line[king&63][from&63]
		}
		dst = appendTo(dst, from, to)
	}
	return dst
}

// appendPawnMoves appends pushes and captures of pawns, en passant apart.
func (p *Position) appendPawnMoves(dst []Move, pawns, occupied, them, allowed bitboard) []Move {
	dst = appendPushes(dst, pawns, p.turn, occupied, allowed)
	left, right := pawnCaptures(pawns, p.turn, them&allowed)
	dst = appendCaptures(dst, left, pawnSteps[p.turn&1].left)
	return appendCaptures(dst, right, pawnSteps[p.turn&1].right)
}

// appendEnPassant tries each capture on the board as it would be: two pawns
// leave one rank at once, which no pin foresees.
func (p *Position) appendEnPassant(dst []Move, king Square, occupied, them bitboard) []Move {
	for b := p.enPassantPawns(); b != 0; b &= b - 1 {
		m := newMove(b.first(), p.passed, kindEnPassant)
		taken := bit(takenInPassing(m))
		after := occupied&^(bit(m.From())|taken) | bit(m.To())
		if !p.attacked(king, after, them&^taken) {
			dst = append(dst, m)
		}
	}
	return dst
}

func chessInCheck(p *Position) bool {
	us := p.men(p.turn)
	king := p.kings() & us
	return king != 0 && p.attacked(king.first(), p.occupied(), p.occupied()^us)
}

func chessEnPassant(p *Position) bool {
	var buf [2]Move
	us := p.men(p.turn)
	king := p.kings() & us
	return king != 0 && len(p.appendEnPassant(buf[:0], king.first(), p.occupied(), p.occupied()^us)) > 0
}

// chessEnd asks for mate and stalemate first, then for material.
func chessEnd(p *Position) Outcome {
	var buf [256]Move
	switch {
	case len(chessMoves(p, buf[:0])) == 0 && chessInCheck(p):
		return Outcome{WinFor(p.turn.Other()), Checkmate}
	case len(chessMoves(p, buf[:0])) == 0:
		return Outcome{Draw, Stalemate}
	case p.minorAlone():
		return Outcome{Draw, InsufficientMaterial}
	}
	return Outcome{}
}

// minorAlone says whether only kings and at most one knight or bishop in all are
// left (rules/RULES.md §1.4, §2.1).
func (p *Position) minorAlone() bool {
	rest := p.occupied() &^ p.kings()
	return !rest.many() && rest&(p.pawns()|p.straights()) == 0
}

// chessCanWin is the flag rule of chess (rules/RULES.md §3): whoever has no pawn, rook
// or queen and at most one knight or bishop cannot win on time.
func chessCanWin(p *Position, c Color) bool {
	rest := p.men(c) &^ p.kings()
	return rest.many() || rest&(p.pawns()|p.straights()) != 0
}

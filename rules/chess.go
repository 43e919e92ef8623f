package rules

// The rules of chess (rules/RULES.md §2.1), also those of chess 960 (§2.3), which
// differs in its start and in where king and rook stand when they castle.

var chessHooks = hooks{chessMoves, chessInCheck, chessEnPassant, chessEnd, chessCanWin}

// chessGen is what one generation needs to know about the board. Checks and pins
// are known first, so that every generated move is legal and none has to be made
// and taken back.
type chessGen struct {
	p        *Position
	king     Square
	us, them bitboard
	prey     bitboard // them without their king, which is never taken
	occupied bitboard
	danger   threats
	evasions bitboard // where a man other than the king may go at all
}

// look gathers it; false without a king, which is no game.
func (g *chessGen) look(p *Position) bool {
	g.p = p
	g.occupied = p.occupied()
	g.us = p.men(p.turn)
	g.them = g.occupied ^ g.us
	if p.kings()&g.us == 0 {
		return false
	}
	g.king = (p.kings() & g.us).first() & 63
	g.prey = g.them &^ p.kings() // a FEN may leave the other king hanging
	g.danger = p.threatsTo(g.king, p.turn, g.occupied, g.them)
	g.evasions = g.danger.evasions(g.king)
	return true
}

func chessMoves(p *Position, dst []Move) []Move {
	var g chessGen
	if !g.look(p) {
		return dst
	}
	return g.appendAll(dst)
}

// appendAll appends every legal move.
func (g *chessGen) appendAll(dst []Move) []Move {
	dst = g.appendOnto(dst, g.prey|^g.occupied)
	dst = g.appendCastles(dst)
	return g.appendEnPassant(dst)
}

// appendOnto appends the moves that end on a set of squares: all that are free,
// all where prey stands, or both. Castling and en passant are apart.
func (g *chessGen) appendOnto(dst []Move, onto bitboard) []Move {
	p := g.p
	for b := tables.king[g.king] & onto; b != 0; b &= b - 1 {
		if to := b.first(); !p.attacked(to, g.occupied^bit(g.king), g.them) {
			dst = append(dst, newMove(g.king, to, kindPlain))
		}
	}
	allowed := g.evasions & onto
	if allowed == 0 {
		return dst
	}
	pinned := g.danger.pinned
	dst = p.appendPieceMoves(dst, g.king, g.us, pinned, allowed, g.occupied)
	dst = p.appendPawnMoves(dst, p.pawns()&g.us&^pinned, g.occupied, g.prey, allowed)
	for b := p.pawns() & g.us & pinned; b != 0; b &= b - 1 {
		s := b.first()
		dst = p.appendPawnMoves(dst, bit(s), g.occupied, g.prey, allowed&tables.line[g.king][s&63])
	}
	return dst
}

func (g *chessGen) appendCastles(dst []Move) []Move {
	if g.danger.checkers != 0 || g.p.rooks&home[g.p.turn&1] == 0 {
		return dst
	}
	return g.p.appendCastles(dst, g.king, g.them, 0)
}

func (g *chessGen) appendEnPassant(dst []Move) []Move {
	if g.p.passed == 0 {
		return dst
	}
	return g.p.appendEnPassant(dst, g.king, g.occupied, g.them)
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

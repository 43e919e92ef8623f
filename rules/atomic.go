package rules

// Atomic chess (rules/RULES.md §1): a capture blows up the capturing man, the captured
// man and every non-pawn on the eight squares around the square of arrival.

var atomicHooks = hooks{atomicMoves, atomicInCheck, atomicEnPassant, atomicEnd, atomicCanWin}

// atomicGen is what one generation needs to know about the board.
type atomicGen struct {
	p              *Position
	king           Square
	us, them       bitboard
	occupied       bitboard
	attackers      bitboard // them without their king, which attacks nothing
	nearUs, nearIt bitboard // squares around our king; around and on the enemy's
	danger         threats  // nothing while the kings touch
}

// look gathers it; false when a king is gone and with it the game.
func (g *atomicGen) look(p *Position) bool {
	g.p = p
	g.occupied = p.occupied()
	g.us = p.men(p.turn)
	g.them = g.occupied ^ g.us
	ours, theirs := p.kings()&g.us, p.kings()&g.them
	if ours == 0 || theirs == 0 {
		return false
	}
	g.king = ours.first() & 63
	g.attackers = g.them &^ theirs
	g.nearUs = tables.king[g.king]
	g.nearIt = tables.king[theirs.first()&63]
	if g.nearIt&ours == 0 {
		g.danger = p.threatsTo(g.king, p.turn, g.occupied, g.attackers)
	}
	g.nearIt |= theirs
	return true
}

func atomicMoves(p *Position, dst []Move) []Move {
	var g atomicGen
	if !g.look(p) {
		return dst
	}
	dst = g.appendKing(dst)
	dst = g.appendPieces(dst)
	return g.appendPawns(dst)
}

// appendKing appends steps onto empty squares and castlings. A king never
// captures; beside the enemy king it is safe from everything (rules/RULES.md §1.2).
func (g *atomicGen) appendKing(dst []Move) []Move {
	for b := g.nearUs &^ g.occupied; b != 0; b &= b - 1 {
		to := b.first()
		if g.nearIt.has(to) || !g.p.attacked(to, g.occupied^bit(g.king), g.attackers) {
			dst = append(dst, newMove(g.king, to, kindPlain))
		}
	}
	if g.danger.checkers == 0 && g.p.rooks&home[g.p.turn&1] != 0 {
		dst = g.p.appendCastles(dst, g.king, g.attackers, g.nearIt)
	}
	return dst
}

// appendPieces appends the moves of knights, bishops, rooks and queens.
func (g *atomicGen) appendPieces(dst []Move) []Move {
	p := g.p
	quiet := g.danger.evasions(g.king) &^ g.occupied
	prey := g.them &^ g.nearUs
	for b := p.knights() & g.us; b != 0; b &= b - 1 {
		from := b.first() & 63
		to := tables.knight[from]
		if !g.danger.pinned.has(from) {
			dst = appendTo(dst, from, to&quiet)
		}
		dst = g.appendBlasts(dst, from, to&prey)
	}
	for b := p.diagonals() & g.us; b != 0; b &= b - 1 {
		from := b.first() & 63
		to := bishopAttacks(from, g.occupied)
		dst = appendTo(dst, from, to&g.free(from, quiet))
		dst = g.appendBlasts(dst, from, to&prey)
	}
	for b := p.straights() & g.us; b != 0; b &= b - 1 {
		from := b.first() & 63
		to := rookAttacks(from, g.occupied)
		dst = appendTo(dst, from, to&g.free(from, quiet))
		dst = g.appendBlasts(dst, from, to&prey)
	}
	return dst
}

// free keeps a pinned man on its line.
func (g *atomicGen) free(from Square, quiet bitboard) bitboard {
	if g.danger.pinned.has(from) {
		return quiet & tables.line[g.king&63][from&63]
	}
	return quiet
}

// appendBlasts appends the legal captures of one man.
func (g *atomicGen) appendBlasts(dst []Move, from Square, prey bitboard) []Move {
	for ; prey != 0; prey &= prey - 1 {
		if m := newMove(from, prey.first(), kindPlain); g.survives(m) {
			dst = append(dst, m)
		}
	}
	return dst
}

// survives applies rules/RULES.md §1.2 to a capture that does not touch the own king:
// the enemy king exploding comes first, then check on the board that the
// explosion leaves. While the kings touch nothing shields and nothing checks.
func (g *atomicGen) survives(m Move) bool {
	if g.nearIt.has(m.To()) {
		return true
	}
	gone := g.p.blast(m)
	if g.danger.checkers == 0 && gone&g.danger.shields == 0 {
		return true // nothing that kept a slider off has moved
	}
	return !g.p.attacked(g.king, g.occupied&^gone, g.attackers&^gone)
}

func (g *atomicGen) appendPawns(dst []Move) []Move {
	p := g.p
	pawns := p.pawns() & g.us
	quiet := g.danger.evasions(g.king)
	dst = appendPushes(dst, pawns&^g.danger.pinned, p.turn, g.occupied, quiet)
	for b := pawns & g.danger.pinned; b != 0; b &= b - 1 {
		from := b.first()
		dst = appendPushes(dst, bit(from), p.turn, g.occupied, g.free(from, quiet))
	}
	left, right := pawnCaptures(pawns, p.turn, g.them&^g.nearUs)
	dst = appendCaptures(dst, g.surviving(left, pawnSteps[p.turn&1].left), pawnSteps[p.turn&1].left)
	dst = appendCaptures(dst, g.surviving(right, pawnSteps[p.turn&1].right), pawnSteps[p.turn&1].right)
	return g.appendEnPassant(dst)
}

// surviving keeps the target squares of legal pawn captures.
func (g *atomicGen) surviving(targets bitboard, step int) bitboard {
	for b := targets; b != 0; b &= b - 1 {
		to := b.first()
		if !g.survives(newMove(to-Square(step), to, kindPlain)) {
			targets &^= bit(to)
		}
	}
	return targets
}

// appendEnPassant appends captures in passing. They explode where the capturing
// pawn lands (rules/RULES.md §1.1 item 3).
func (g *atomicGen) appendEnPassant(dst []Move) []Move {
	if g.p.passed == 0 || g.nearUs.has(g.p.passed) {
		return dst
	}
	for b := g.p.enPassantPawns(); b != 0; b &= b - 1 {
		if m := newMove(b.first(), g.p.passed, kindEnPassant); g.survives(m) {
			dst = append(dst, m)
		}
	}
	return dst
}

// blast returns the squares a capture empties, the capturing man's own included.
func (p *Position) blast(m Move) bitboard {
	to := m.To() & 63
	gone := tables.king[to]&p.occupied()&^p.pawns() | bit(m.From()) | bit(to)
	if m.IsEnPassant() {
		gone |= bit(takenInPassing(m))
	}
	return gone
}

// explode sets q to p after the capture m (rules/RULES.md §1.1): all that stood on
// blast squares is gone, and with rooks and kings their castling rights.
func (q *Position) explode(p *Position, m Move) {
	*q = *p
	q.pass()
	q.half = 0
	gone := p.blast(m)
	for b := gone & p.occupied(); b != 0; b &= b - 1 {
		s := b.first() & 63
		q.key ^= keys.man[p.code(s)&15][s]
	}
	q.remove(gone)
	q.forget(gone)
	if gone&p.kings() != 0 {
		q.forget(home[q.turn&1])
	}
}

func atomicInCheck(p *Position) bool {
	us := p.men(p.turn)
	king, other := p.kings()&us, p.kings()&^us
	if king == 0 || other == 0 || tables.king[king.first()&63]&other != 0 {
		return false
	}
	return p.attacked(king.first(), p.occupied(), p.occupied()^us^other)
}

func atomicEnPassant(p *Position) bool {
	var g atomicGen
	var buf [2]Move
	return g.look(p) && len(g.appendEnPassant(buf[:0])) > 0
}

// atomicEnd asks for the explosion first, then mate and stalemate, then material
// (rules/RULES.md §1.4).
func atomicEnd(p *Position) Outcome {
	var buf [256]Move
	switch {
	case p.kings()&p.men(p.turn) == 0:
		return Outcome{WinFor(p.turn.Other()), KingExploded}
	case len(atomicMoves(p, buf[:0])) == 0 && atomicInCheck(p):
		return Outcome{WinFor(p.turn.Other()), Checkmate}
	case len(atomicMoves(p, buf[:0])) == 0:
		return Outcome{Draw, Stalemate}
	case p.minorAlone():
		return Outcome{Draw, InsufficientMaterial}
	}
	return Outcome{}
}

// atomicCanWin is the flag rule of atomic: only a bare king cannot win
// (rules/RULES.md §3, D2).
func atomicCanWin(p *Position, c Color) bool { return p.men(c)&^p.kings() != 0 }

// Blasted returns the squares on which men die when m is played here, for
// drawing: the epicenter first, where the capturing and the captured man go,
// then a pawn taken in passing and the men around, from a1 on. The square the
// capturing man came from is not among them. It is empty for a move without
// explosion.
func (p *Position) Blasted(m Move) []Square {
	if !p.traits.has(explosive) || !p.captures(m) {
		return nil
	}
	out := []Square{m.To()}
	for b := p.blast(m) &^ bit(m.From()) &^ bit(m.To()); b != 0; b &= b - 1 {
		out = append(out, b.first())
	}
	return out
}

package rules

import (
	"fmt"
	"strconv"
	"strings"
)

// FENError says which field of a FEN is wrong and why.
type FENError struct {
	Field string // "board", "hand", "side to move", "castling", "en passant", "half-move clock", "move number", or "fields"
	Why   string
}

// Error returns both in one line.
func (e *FENError) Error() string { return "FEN, " + e.Field + ": " + e.Why }

func fenError(field, format string, args ...any) error {
	return &FENError{field, fmt.Sprintf(format, args...)}
}

// maxClock is the largest half-move clock or move number; counting stops there.
const maxClock = 1 << 15

// ParseFEN reads a position of a variant. Castling rights may be KQkq, X-FEN or
// Shredder letters, hands in brackets or as a ninth rank; the en passant square may
// be given after any double step; the two clocks may be missing (rules/RULES.md §5).
// A king may be missing only in atomic and only for the side to move, whose king has
// just exploded; in suicide there may be any number. Errors are of type *FENError.
func ParseFEN(v *Variant, fen string) (Position, error) {
	p := v.empty()
	fields := strings.Fields(fen)
	if len(fields) != 4 && len(fields) != 6 {
		return Position{}, fenError("fields", "%d found; give six: board, side to move, castling, en passant, half-move clock, move number", len(fields))
	}
	readers := []func(*Position, string) error{
		(*Position).readBoard, (*Position).readSide, (*Position).readRights,
		(*Position).readPassed, (*Position).readHalf, (*Position).readFull,
	}
	for i, field := range fields {
		if err := readers[i](&p, field); err != nil {
			return Position{}, err
		}
	}
	p.key = p.recomputeKey()
	if err := p.checkKings(); err != nil {
		return Position{}, err
	}
	return p, nil
}

func (p *Position) readBoard(field string) error {
	field, held, err := p.cutHand(field)
	if err != nil {
		return err
	}
	rows := strings.Split(field, "/")
	if len(rows) != 8 {
		return fenError("board", "%d ranks found, 8 needed", len(rows))
	}
	for i, row := range rows {
		if err := p.readRow(7-i, row); err != nil {
			return err
		}
	}
	bad := p.pawns() & lastRanks
	if p.traits.has(commoners) { // where boards are also set up with pawns on their own first rank
		bad &= p.men(White)&rank8 | p.men(Black)&rank1
	}
	if bad != 0 {
		return fenError("board", "a pawn cannot stand on %v", bad.first())
	}
	return p.readHand(held)
}

func (p *Position) readRow(rank int, row string) error {
	file := 0
	for _, r := range row {
		t := NoPieceType
		if r < 0x80 {
			t = ParsePieceType(byte(r))
		}
		switch {
		case r >= '1' && r <= '8':
			file += int(r - '0')
		case r == '~':
			if err := p.markPromoted(rank, file-1); err != nil {
				return err
			}
		case t == NoPieceType:
			return fenError("board", "%q in rank %d is no man and no number of empty squares", r, rank+1)
		case file < 8:
			code := codeOf[t]
			if r >= 'a' {
				code |= 8
			}
			p.put(SquareAt(file, rank), code)
			file++
		default:
			file++
		}
	}
	if file != 8 {
		return fenError("board", "rank %d has %d squares, 8 needed", rank+1, file)
	}
	return nil
}

func (p *Position) readSide(field string) error {
	switch field {
	case "w":
		p.turn = White
	case "b":
		p.turn = Black
	default:
		return fenError("side to move", "%q is neither w nor b", field)
	}
	return nil
}

func (p *Position) readRights(field string) error {
	if field == "-" {
		return nil
	}
	if p.traits.has(commoners) {
		return fenError("castling", "nobody castles in %s; write - instead of %q", p.Variant().Name, field)
	}
	for _, r := range field {
		rook, err := p.readRight(r)
		if err != nil {
			return err
		}
		side := White
		if rook.Rank() == 7 {
			side = Black
		}
		king := p.kings() & p.men(side)
		if p.castlingRook(side, rook > king.first()) != NoSquare {
			return fenError("castling", "%q gives a second right on the same wing", r)
		}
		p.rooks |= bit(rook)
	}
	return nil
}

// readRight returns the rook that a letter of the castling field means.
func (p *Position) readRight(r rune) (Square, error) {
	side := White
	if r >= 'a' {
		side = Black
	}
	row := home[side]
	king := p.kings() & p.men(side) & row
	if king == 0 || king.many() {
		return 0, fenError("castling", "%q: %v has no king on the first rank to castle with", r, side)
	}
	rooks := p.of(Rook) & p.men(side) & row &^ p.promoted
	left, right := rooks&(king-1), rooks&^(king-1)
	var rook bitboard
	switch low := r | 0x20; {
	case low == 'k':
		for ; right != 0; right &= right - 1 {
			rook = right & -right // the outermost, rules/RULES.md §5
		}
	case low == 'q':
		rook = left & -left
	case low >= 'a' && low <= 'h':
		rook = rooks & (fileA << (low - 'a'))
	default:
		return 0, fenError("castling", "%q is none of the letters K Q k q A–H a–h", r)
	}
	if rook == 0 {
		return 0, fenError("castling", "%q: %v has no rook there to castle with", r, side)
	}
	return rook.first(), p.usualCastling(r, king.first(), rook.first())
}

// usualCastling holds variants with one array to its castling.
func (p *Position) usualCastling(r rune, king, rook Square) error {
	files := "e-file"
	if p.traits.has(wildCastles) {
		files = "d- or e-file"
	}
	if p.traits.has(freeCastles) || (king.File() == 4 || p.mirrored(king)) && (rook.File() == 0 || rook.File() == 7) {
		return nil
	}
	return fenError("castling", "%q: in %s the king castles from the %s with a rook of the a- or h-file, here they stand on %v and %v",
		r, p.Variant().Name, files, king, rook)
}

// readPassed accepts a square after any double step, also when nothing can take.
func (p *Position) readPassed(field string) error {
	if field == "-" {
		return nil
	}
	s, err := ParseSquare(field)
	if err != nil {
		return fenError("en passant", "%q is neither a square nor -", field)
	}
	mover := p.turn.Other()
	if !jumpedRank[mover].has(s) {
		return fenError("en passant", "%v cannot be passed over when %v has just moved", s, mover)
	}
	ahead := pawnSteps[mover].ahead
	pawn, origin := bit(s).step(ahead), bit(s).step(-ahead)
	if p.pawns()&p.men(mover)&pawn == 0 || p.occupied()&(bit(s)|origin) != 0 {
		return fenError("en passant", "no pawn of %v can have passed over %v", mover, s)
	}
	p.passed = s
	return nil
}

func (p *Position) readHalf(field string) error {
	n, err := strconv.ParseUint(field, 10, 16)
	if err != nil || n > maxClock {
		return fenError("half-move clock", "%q is not a number from 0 to %d", field, maxClock)
	}
	p.half = uint16(n)
	return nil
}

func (p *Position) readFull(field string) error {
	n, err := strconv.ParseUint(field, 10, 16)
	if err != nil || n > maxClock || n == 0 {
		return fenError("move number", "%q is not a number from 1 to %d", field, maxClock)
	}
	p.full = uint16(n)
	return nil
}

// checkKings asks for one king each. The side not to move may be in check: no
// game gets there, but it is the usual way to set up a study of explosions.
func (p *Position) checkKings() error {
	if p.traits.has(commoners) {
		if p.occupied() == 0 {
			return fenError("board", "there are no men at all")
		}
		return nil
	}
	for _, c := range []Color{White, Black} {
		switch n := (p.kings() & p.men(c)).count(); {
		case n > 1:
			return fenError("board", "%v has %d kings", c, n)
		case n == 0 && !p.traits.has(explosive):
			return fenError("board", "%v has no king", c)
		case n == 0 && p.turn != c:
			return fenError("board", "%v has no king, yet it is not the side to move, whose king has exploded", c)
		}
	}
	return nil
}

// FEN writes the position (rules/RULES.md §5): the en passant square only when an
// enemy pawn stands beside the pushed one, rights in X-FEN, where a rook that is
// not the outermost of its wing is named by its file.
func (p *Position) FEN() string {
	var b strings.Builder
	for rank := 7; rank >= 0; rank-- {
		p.writeRow(&b, rank)
		if rank > 0 {
			b.WriteByte('/')
		}
	}
	p.writeHands(&b)
	side := " w "
	if p.turn == Black {
		side = " b "
	}
	b.WriteString(side)
	p.writeRights(&b)
	passed := NoSquare
	if p.enPassantPawns() != 0 {
		passed = p.passed
	}
	fmt.Fprintf(&b, " %v %d %d", passed, p.half, p.full)
	return b.String()
}

func (p *Position) writeRow(b *strings.Builder, rank int) {
	empty := byte('0')
	for file := range 8 {
		man := p.At(SquareAt(file, rank))
		if man == NoPiece {
			empty++
			continue
		}
		if empty > '0' {
			b.WriteByte(empty)
			empty = '0'
		}
		b.WriteByte(man.Byte())
		if p.promoted.has(SquareAt(file, rank)) {
			b.WriteByte('~')
		}
	}
	if empty > '0' {
		b.WriteByte(empty)
	}
}

func (p *Position) writeRights(b *strings.Builder) {
	if p.rooks == 0 {
		b.WriteByte('-')
		return
	}
	for _, c := range []Color{White, Black} {
		for _, kingSide := range []bool{true, false} {
			if rook := p.castlingRook(c, kingSide); rook != NoSquare {
				b.WriteByte(p.rightLetter(c, kingSide, rook) | byte(c)<<5)
			}
		}
	}
}

// rightLetter returns K or Q when no rook of the side stands further out.
func (p *Position) rightLetter(c Color, kingSide bool, rook Square) byte {
	rooks := p.of(Rook) & p.men(c) & home[c]
	if kingSide && rooks&^(bit(rook)<<1-1) == 0 {
		return 'K'
	}
	if !kingSide && rooks&(bit(rook)-1) == 0 {
		return 'Q'
	}
	return 'A' + byte(rook.File())
}

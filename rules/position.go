package rules

// Position is a board with all that decides what may be played on it: men, side
// to move, castling rights, the pawn just pushed two squares, clocks and the
// variant. It is a comparable value of 72 bytes without pointers; copying it is
// the way to keep it. The zero Position is an empty board, not a game.
//
// The men stand in four planes of bits. Three of them spell the kind of the man
// on a square, chosen so that sliders fall out at once:
//
//	b2 b1 b0
//	 0  0  1  bishop      1  0  0  pawn
//	 0  1  0  rook        1  0  1  knight
//	 0  1  1  queen       1  1  0  king
//
// b0 without b2 are the men that slide diagonally, b1 without b2 those that
// slide straight, and a whole explosion is one AND on each plane.
type Position struct {
	b0, b1, b2 bitboard
	black      bitboard
	rooks      bitboard // rooks that may still castle, rules/RULES.md §1.1 item 6
	promoted   bitboard // men that were pawns, where that counts (rules/RULES.md §2.4)
	key        uint64   // hash without en passant
	hands      [2]hand
	half, full uint16
	passed     Square // square a pawn just jumped over; 0 = none (a1 cannot be it)
	turn       Color
	variant    variantID
	traits     traits // those of the variant, at hand
}

// Codes of men in the planes; bit 3 is set for black men.
const (
	codeBishop = 1
	codeRook   = 2
	codeQueen  = 3
	codePawn   = 4
	codeKnight = 5
	codeKing   = 6
)

var (
	codeOf = [8]uint{Pawn: codePawn, Knight: codeKnight, Bishop: codeBishop, Rook: codeRook, Queen: codeQueen, King: codeKing}
	typeOf = [8]PieceType{codePawn: Pawn, codeKnight: Knight, codeBishop: Bishop, codeRook: Rook, codeQueen: Queen, codeKing: King}
)

func (p *Position) occupied() bitboard { return p.b0 | p.b1 | p.b2 }
func (p *Position) pawns() bitboard    { return p.b2 &^ (p.b0 | p.b1) }
func (p *Position) knights() bitboard  { return p.b2 & p.b0 }
func (p *Position) kings() bitboard    { return p.b2 & p.b1 }

// diagonals are bishops and queens, straights rooks and queens.
func (p *Position) diagonals() bitboard { return p.b0 &^ p.b2 }
func (p *Position) straights() bitboard { return p.b1 &^ p.b2 }

// men returns the squares of one side's men.
func (p *Position) men(c Color) bitboard {
	if c == Black {
		return p.black
	}
	return p.occupied() &^ p.black
}

// of returns the squares of all men of a kind.
func (p *Position) of(t PieceType) bitboard {
	switch t {
	case Pawn:
		return p.pawns()
	case Knight:
		return p.knights()
	case Bishop:
		return p.diagonals() &^ p.b1
	case Rook:
		return p.straights() &^ p.b0
	case Queen:
		return p.b0 & p.b1
	case King:
		return p.kings()
	}
	return 0
}

func (p *Position) code(s Square) uint {
	s &= 63
	return uint(p.b0>>s&1 | p.b1>>s&1<<1 | p.b2>>s&1<<2 | p.black>>s&1<<3)
}

func (p *Position) put(s Square, code uint) {
	s &= 63
	p.b0 |= bitboard(code&1) << s
	p.b1 |= bitboard(code>>1&1) << s
	p.b2 |= bitboard(code>>2&1) << s
	p.black |= bitboard(code>>3&1) << s
}

func (p *Position) remove(squares bitboard) {
	p.b0 &^= squares
	p.b1 &^= squares
	p.b2 &^= squares
	p.black &^= squares
}

// forget takes castling rights away.
func (p *Position) forget(rooks bitboard) {
	if lost := p.rooks & rooks; lost != 0 {
		p.key ^= keys.rights(lost)
		p.rooks ^= lost
	}
}

// Variant returns the rules that are played.
func (p *Position) Variant() *Variant { return &variants[p.variant] }

// Turn returns the side to move.
func (p *Position) Turn() Color { return p.turn }

// At returns the man on a square, NoPiece if it is empty or no square at all.
func (p *Position) At(s Square) Piece {
	if s >= NoSquare {
		return NoPiece
	}
	code := p.code(s)
	return PieceOf(Color(code>>3), typeOf[code&7])
}

// AppendMoves appends every legal move to dst and returns it, in no promised
// order. With room for MaxMoves in dst it does not allocate. A game that is over
// by explosion, mate, stalemate or the loss of all men has none; one drawn by
// material has.
func (p *Position) AppendMoves(dst []Move) []Move { return p.Variant().moves(p, dst) }

// MaxMoves is room for the legal moves of any position of a game: chess has at
// most 218, and hands full of men add up to five drops a free square.
const MaxMoves = 512

// IsLegal says whether m may be played here; it takes any Move.
func (p *Position) IsLegal(m Move) bool {
	for _, legal := range p.AppendMoves(make([]Move, 0, MaxMoves)) {
		if legal == m {
			return true
		}
	}
	return false
}

// InCheck says whether the side to move is in check as its variant understands
// it: touching kings are never in atomic check (rules/RULES.md §1.2).
func (p *Position) InCheck() bool { return p.Variant().inCheck(p) }

// MustCapture says whether the side to move has to take something now, so that a
// refused move may be explained (rules/RULES.md §6).
func (p *Position) MustCapture() bool {
	if !p.traits.has(captures) {
		return false
	}
	moves := p.AppendMoves(make([]Move, 0, MaxMoves))
	return len(moves) > 0 && p.captures(moves[0])
}

// HalfmoveClock returns the half-moves since the last capture or pawn move; a
// draw may be claimed at 100 (rules/RULES.md §4).
func (p *Position) HalfmoveClock() int { return int(p.half) }

// FullMove returns the number of the move about to be made, from 1; both sides'
// first moves are 1.
func (p *Position) FullMove() int { return int(p.full) }

// Ply returns the half-moves made before this position, counted from move 1 of
// White by move number and side.
func (p *Position) Ply() int { return 2*(int(p.full)-1) + int(p.turn) }

// CanCastle says whether c still has the right to castle to one side, whether
// or not it could be done now. kingSide means with the rook on the h-file's side
// of the king.
func (p *Position) CanCastle(c Color, kingSide bool) bool {
	return p.castlingRook(c, kingSide) != NoSquare
}

// castlingRook returns the rook of a right, NoSquare without that right.
func (p *Position) castlingRook(c Color, kingSide bool) Square {
	king := p.kings() & p.men(c)
	for b := p.rooks & home[c]; b != 0 && king != 0; b &= b - 1 {
		if s := b.first(); s > king.first() == kingSide {
			return s
		}
	}
	return NoSquare
}

// DoublePush returns the file (0 = a) of the pawn that has just moved two
// squares, whether or not it can be taken in passing, and -1 if none has.
func (p *Position) DoublePush() int {
	if p.passed == 0 {
		return -1
	}
	return p.passed.File()
}

// enPassantPawns returns the pawns of the side to move that stand beside a pawn
// which has just moved two squares.
func (p *Position) enPassantPawns() bitboard {
	if p.passed == 0 {
		return 0
	}
	return tables.pawn[p.turn.Other()][p.passed&63] & p.pawns() & p.men(p.turn)
}

// Material returns the strength of a side's men: P1 N3 B3 R5 Q9, 39 at the
// start, what it holds in hand included (docs/protocol.md §7.2).
func (p *Position) Material(c Color) int {
	sum := 0
	for t := Pawn; t <= Queen; t++ {
		sum += t.Value() * ((p.of(t) & p.men(c)).count() + p.Hand(c, t))
	}
	return sum
}

// Rows returns the eight ranks as style 12 writes them (docs/protocol.md §7.2):
// the eighth first, files a to h, '-' for an empty square.
func (p *Position) Rows() [8]string {
	var rows [8]string
	for i := range rows {
		var row [8]byte
		for f := range row {
			row[f] = p.At(SquareAt(f, 7-i)).Byte()
		}
		rows[i] = string(row[:])
	}
	return rows
}

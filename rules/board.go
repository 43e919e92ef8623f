package rules

import "fmt"

// Color is a side: White or Black.
type Color uint8

// The two sides.
const (
	White Color = iota
	Black
)

// Other returns the opponent of c.
func (c Color) Other() Color { return c ^ 1 }

// String returns "White" or "Black".
func (c Color) String() string {
	if c == Black {
		return "Black"
	}
	return "White"
}

// Square is a square of the board: a1 = 0, b1 = 1, … h8 = 63.
type Square uint8

// NoSquare stands for "none" where a square may be missing.
const NoSquare Square = 64

// SquareAt returns the square in column file (0 = a) and row rank (0 = first
// rank); both must be in 0…7.
func SquareAt(file, rank int) Square { return Square(rank*8 + file) }

// ParseSquare reads a square such as "e4". Letters are lower case.
func ParseSquare(s string) (Square, error) {
	if len(s) != 2 || !isFile(s[0]) || !isRank(s[1]) {
		return NoSquare, fmt.Errorf("%q is not a square: type a letter a to h and a digit 1 to 8", s)
	}
	return SquareAt(int(s[0]-'a'), int(s[1]-'1')), nil
}

// File returns the column of s, 0 (a) to 7 (h).
func (s Square) File() int { return int(s & 7) }

// Rank returns the row of s, 0 (first rank) to 7 (eighth rank).
func (s Square) Rank() int { return int(s >> 3) }

// String returns the name of the square, "-" for NoSquare.
func (s Square) String() string {
	if s >= NoSquare {
		return "-"
	}
	return string([]byte{'a' + byte(s&7), '1' + byte(s>>3)})
}

func isFile(b byte) bool { return b >= 'a' && b <= 'h' }
func isRank(b byte) bool { return b >= '1' && b <= '8' }

// PieceType is the kind of a man, whatever its colour.
type PieceType uint8

// The kinds of men; NoPieceType is none of them.
const (
	NoPieceType PieceType = iota
	Pawn
	Knight
	Bishop
	Rook
	Queen
	King
)

const typeLetters = "-PNBRQK"

// Byte returns the capital letter of the kind, as SAN and styles write it:
// P N B R Q K, and '-' for none.
func (t PieceType) Byte() byte {
	if t > King {
		return '?'
	}
	return typeLetters[t]
}

// String returns the capital letter of the kind.
func (t PieceType) String() string { return string(rune(t.Byte())) }

// ParsePieceType reads a letter of either case; NoPieceType when it names none.
func ParsePieceType(b byte) PieceType {
	switch b | 0x20 {
	case 'p':
		return Pawn
	case 'n':
		return Knight
	case 'b':
		return Bishop
	case 'r':
		return Rook
	case 'q':
		return Queen
	case 'k':
		return King
	}
	return NoPieceType
}

// values are the strengths of style 12, docs/protocol.md §7.2.
var values = [King + 1]int{Pawn: 1, Knight: 3, Bishop: 3, Rook: 5, Queen: 9}

// Value returns the strength of the kind in pawns: P1 N3 B3 R5 Q9 K0.
func (t PieceType) Value() int { return values[t] }

// Piece is a man of a colour, or NoPiece.
type Piece uint8

// NoPiece is what stands on an empty square.
const NoPiece Piece = 0

// PieceOf returns the man of kind t and colour c; NoPiece for NoPieceType.
func PieceOf(c Color, t PieceType) Piece {
	if t == NoPieceType {
		return NoPiece
	}
	return Piece(c)<<3 | Piece(t)
}

// Type returns the kind of the man.
func (p Piece) Type() PieceType { return PieceType(p & 7) }

// Color returns the side of the man; it means nothing for NoPiece.
func (p Piece) Color() Color { return Color(p >> 3 & 1) }

// Byte returns the letter of the man in a FEN: upper case for White, lower case
// for Black, '-' for NoPiece as style 12 wants it.
func (p Piece) Byte() byte {
	b := p.Type().Byte()
	if p.Color() == Black && p != NoPiece {
		b |= 0x20
	}
	return b
}

// String returns Byte as a string.
func (p Piece) String() string { return string(rune(p.Byte())) }

package rules

// Move is a move of one man, packed in sixteen bits: from (6), to (6), kind (4).
// It is comparable, and its number may be stored (Uint16). The zero Move is no
// move at all. A castling is stored as the king taking its own rook, so that it
// means the same in every variant (rules/RULES.md §2.3).
type Move uint16

// NoMove is the zero Move.
const NoMove Move = 0

// Kinds of moves. A promotion's kind is the PieceType it promotes to, Knight to
// King. A drop has the PieceType in the place of the square it comes from.
const (
	kindPlain      = 0
	kindDrop       = 1
	kindCastle     = 8
	kindEnPassant  = 9
	kindDoublePush = 10
)

func newMove(from, to Square, kind uint16) Move {
	return Move(from) | Move(to)<<6 | Move(kind)<<12
}

func (m Move) kind() uint16 { return uint16(m >> 12) }

func newDrop(t PieceType, to Square) Move { return newMove(Square(t), to, kindDrop) }

// From returns the square the man leaves, NoSquare for a drop.
func (m Move) From() Square {
	if m.IsDrop() {
		return NoSquare
	}
	return Square(m & 63)
}

// Dropped returns what is put on the board from the hand, NoPieceType if the move
// is no drop (rules/RULES.md §2.4).
func (m Move) Dropped() PieceType {
	if m.IsDrop() {
		return PieceType(m & 7)
	}
	return NoPieceType
}

// IsDrop says whether a man from the hand is put on the board.
func (m Move) IsDrop() bool { return m.kind() == kindDrop }

// To returns the square the man goes to; for a castling the rook's square.
func (m Move) To() Square { return Square(m >> 6 & 63) }

// Promotion returns what a pawn becomes, NoPieceType if it stays what it is.
func (m Move) Promotion() PieceType {
	if k := m.kind(); k >= uint16(Knight) && k <= uint16(King) {
		return PieceType(k)
	}
	return NoPieceType
}

// IsCastle says whether the king castles with the rook on To.
func (m Move) IsCastle() bool { return m.kind() == kindCastle }

// IsEnPassant says whether a pawn takes in passing; the taken pawn stands beside
// From, on the file of To.
func (m Move) IsEnPassant() bool { return m.kind() == kindEnPassant }

// Uint16 returns the number of the move, for storage. The packing is part of
// this package's promise and does not change.
func (m Move) Uint16() uint16 { return uint16(m) }

// MoveFromUint16 is the inverse of Move.Uint16. It checks nothing: whoever reads
// moves from outside asks Position.IsLegal.
func MoveFromUint16(n uint16) Move { return Move(n) }

// String returns the move in coordinates with castling as king takes rook
// ("e1h1"), a drop as "N@f3"; Position.UCI writes it as the variant's files do.
func (m Move) String() string {
	if m == NoMove {
		return "-"
	}
	if m.IsDrop() {
		return m.Dropped().String() + "@" + m.To().String()
	}
	s := m.From().String() + m.To().String()
	if t := m.Promotion(); t != NoPieceType {
		s += string(rune(t.Byte() | 0x20))
	}
	return s
}

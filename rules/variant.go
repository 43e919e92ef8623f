package rules

// Variant is a set of rules with the words by which servers and files know it.
// Variants come from Lookup and Variants; their pointers may be compared. The
// fields are for reading.
type Variant struct {
	// Name is the word of files and commands: "chess", "chess960", "atomic", …
	Name string
	// Type is the word in seeks, game lists and start lines (docs/protocol.md
	// §7.1); empty for chess, where the time control makes the word.
	Type string
	// Letter stands in game tables (docs/protocol.md §7.1); 0 for chess, where
	// the time control makes it.
	Letter byte
	// Category is the rating category; empty for chess, as above.
	Category string
	// Words are what may be typed in match and seek; some are two words.
	Words []string
	// PGN is the value of the tag "Variant"; empty for chess.
	PGN string
	// Random960 says that games begin from one of the 960 start positions, and
	// that castling is written as king takes rook in coordinates.
	Random960 bool

	explosive bool // captures explode; making a move is otherwise shared

	// Hooks, chosen once by the variant and called once a position.
	moves     func(p *Position, dst []Move) []Move // every legal move
	inCheck   func(p *Position) bool
	enPassant func(p *Position) bool          // is a capture in passing legal now?
	end       func(p *Position) Outcome       // the automatic end
	canWin    func(p *Position, c Color) bool // the flag rule
}

// variantID is the index of a variant in the registry.
type variantID uint8

// variants is the registry: a variant is one file of functions and one line here.
// Hooks must not come back to this table, which is why they take what they need.
var variants = [...]Variant{
	{"chess", "", 0, "", nil, "", false, false, chessMoves, chessInCheck, chessEnPassant, chessEnd, chessCanWin},
	{"chess960", "wild/fr", 'w', "wild", []string{"fr", "wfr", "wild fr", "wild/fr"}, "Fischerandom", true, false, chessMoves, chessInCheck, chessEnPassant, chessEnd, chessCanWin},
	{"atomic", "atomic", 'x', "atomic", []string{"atomic"}, "Atomic", false, true, atomicMoves, atomicInCheck, atomicEnPassant, atomicEnd, atomicCanWin},
	{"atomic960", "atomic960", 'x', "atomic960", []string{"atomic960", "atomic fr", "a960"}, "Atomic", true, true, atomicMoves, atomicInCheck, atomicEnPassant, atomicEnd, atomicCanWin},
}

// Variants returns all variants, always in the same order, chess first.
func Variants() []*Variant {
	out := make([]*Variant, len(variants))
	for i := range variants {
		out[i] = &variants[i]
	}
	return out
}

// Lookup returns the variant of a Name ("atomic960"), nil if there is none.
func Lookup(name string) *Variant {
	for i := range variants {
		if variants[i].Name == name {
			return &variants[i]
		}
	}
	return nil
}

func (v *Variant) id() variantID {
	for i := range variants {
		if &variants[i] == v {
			return variantID(i)
		}
	}
	panic("rules: a Variant that does not come from Lookup or Variants")
}

// String returns the Name.
func (v *Variant) String() string { return v.Name }

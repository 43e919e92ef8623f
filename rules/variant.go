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
	// Random says that games begin from a position that is drawn, as those of
	// the 960 variants do: see StartFrom.
	Random bool

	// Unrated says that games never count, whatever the time control.
	Unrated bool

	traits traits
	array  func(number int) array
	hooks
}

// hooks are what a variant decides for itself. They are chosen once by the
// variant and called once a position.
type hooks struct {
	moves     func(p *Position, dst []Move) []Move // every legal move
	inCheck   func(p *Position) bool
	enPassant func(p *Position) bool          // is a capture in passing legal now?
	end       func(p *Position) Outcome       // the automatic end
	canWin    func(p *Position, c Color) bool // the flag rule
}

// traits are what shared code has to know of a variant. Every Position carries
// them, because hooks must not come back to the registry that holds them.
type traits uint8

const (
	explosive   traits = 1 << iota // captures explode (rules/RULES.md §1.1)
	freeCastles                    // king and rook castle from any file (§2.3)
	wildCastles                    // the king castles from the d-file too (§2.2.1)
	drops                          // taken men come back (§2.4)
	partners                       // but to the partner, on another board (§2.5)
	captures                       // are compulsory (§2.6, §2.7)
	commoners                      // kings are men like others (§2.6)
)

func (t traits) has(any traits) bool { return t&any != 0 }

// variantID is the index of a variant in the registry.
type variantID uint8

// variants is the registry: a variant is one file of functions and one line here,
// in the order of the fields: name, type, letter, category, words, PGN; one of the
// 960, drawn, unrated; traits, array, hooks.
var variants = [...]Variant{
	{"chess", "", 0, "", nil, "", false, false, false, 0, usualArray, chessHooks},
	{"chess960", "wild/fr", 'w', "wild", []string{"fr", "wfr", "wild fr", "wild/fr"}, "Fischerandom", true, true, false, freeCastles, numberedArray, chessHooks},
	{"atomic", "atomic", 'x', "atomic", []string{"atomic"}, "Atomic", false, false, false, explosive, usualArray, atomicHooks},
	{"atomic960", "atomic960", 'x', "atomic960", []string{"atomic960", "atomic fr", "a960"}, "Atomic", true, true, false, explosive | freeCastles, numberedArray, atomicHooks},
	{"crazyhouse", "crazyhouse", 'z', "crazyhouse", []string{"crazyhouse", "zh"}, "Crazyhouse", false, false, false, drops, usualArray, crazyhouseHooks},
	{"suicide", "suicide", 'S', "suicide", []string{"suicide"}, "Suicide", false, false, false, captures | commoners, uncastled, suicideHooks},
	{"losers", "losers", 'L', "losers", []string{"losers"}, "Losers", false, false, false, captures, usualArray, losersHooks},
	{"wild/0", "wild/0", 'w', "wild", wildWords("0"), "wild/0", false, false, false, wildCastles, wild0Array, chessHooks},
	{"wild/1", "wild/1", 'w', "wild", wildWords("1"), "wild/1", false, true, false, wildCastles, wild1Array, chessHooks},
	{"wild/2", "wild/2", 'w', "wild", wildWords("2"), "wild/2", false, true, false, wildCastles, wild2Array, chessHooks},
	{"wild/3", "wild/3", 'w', "wild", wildWords("3"), "wild/3", false, true, false, wildCastles, wild3Array, chessHooks},
	{"wild/4", "wild/4", 'w', "wild", wildWords("4"), "wild/4", false, true, false, wildCastles, wild4Array, chessHooks},
	{"wild/5", "wild/5", 'w', "wild", wildWords("5"), "wild/5", false, false, false, wildCastles, wild5Array, chessHooks},
	{"wild/8", "wild/8", 'w', "wild", wildWords("8"), "wild/8", false, false, false, wildCastles, wild8Array, chessHooks},
	{"wild/8a", "wild/8a", 'w', "wild", wildWords("8a"), "wild/8a", false, false, false, wildCastles, wild8aArray, chessHooks},
	{"odds/pawn", "nonstandard", 'n', "", oddsWords("pawn"), "", false, false, true, 0, without("f2"), chessHooks},
	{"odds/knight", "nonstandard", 'n', "", oddsWords("knight"), "", false, false, true, 0, without("b1"), chessHooks},
	{"odds/rook", "nonstandard", 'n', "", oddsWords("rook"), "", false, false, true, 0, without("a1"), chessHooks},
	{"odds/queen", "nonstandard", 'n', "", oddsWords("queen"), "", false, false, true, 0, without("d1"), chessHooks},
	{"odds/pawn-and-move", "nonstandard", 'n', "", oddsWords("pawn-and-move"), "", false, false, true, 0, without("f7"), chessHooks},
	{"odds/knight-and-move", "nonstandard", 'n', "", oddsWords("knight-and-move"), "", false, false, true, 0, without("b8"), chessHooks},
	{"odds/rook-and-move", "nonstandard", 'n', "", oddsWords("rook-and-move"), "", false, false, true, 0, without("a8"), chessHooks},
	{"odds/queen-and-move", "nonstandard", 'n', "", oddsWords("queen-and-move"), "", false, false, true, 0, without("d8"), chessHooks},
	{"bughouse", "bughouse", 'B', "bughouse", []string{"bughouse", "bh"}, "Bughouse", false, false, false, drops | partners, usualArray, bughouseHooks},
}

// Variants returns all variants that two people play on one board, always in the
// same order, chess first. Bughouse is not among them; Lookup finds it.
func Variants() []*Variant {
	out := make([]*Variant, 0, len(variants))
	for i := range variants {
		if !variants[i].traits.has(partners) {
			out = append(out, &variants[i])
		}
	}
	return out
}

// Lookup returns the variant of a Name ("atomic960"), nil if there is none.
// "wild" is the word of files for all the wild variants, whose rules are the same
// but for the start; it means wild/0.
func Lookup(name string) *Variant {
	if name == "wild" {
		name = "wild/0"
	}
	for i := range variants {
		if variants[i].Name == name {
			return &variants[i]
		}
	}
	return nil
}

// HasHands says whether men are dropped from hands: boards then show what each
// side holds (docs/protocol.md §7.3).
func (v *Variant) HasHands() bool { return v.traits.has(drops) }

// MustCapture says whether captures are compulsory (rules/RULES.md §2.6, §2.7).
func (v *Variant) MustCapture() bool { return v.traits.has(captures) }

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

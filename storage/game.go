package storage

// Game is a game at any stage of its life: live (rewritten at each move),
// adjourned or finished. Its codec is a packed, versioned value; moves and
// clocks take a few bytes each (docs/design.md, "bbolt").
type Game struct {
	ID      uint64
	Number  int    // board number that people typed, 1…
	Variant string // rules.Variant name: "atomic", "chess960" …
	// StartFEN is set when the game did not begin from the variant's only
	// start position.
	StartFEN string
	White    Side
	Black    Side
	Rated    bool
	Private  bool
	// NoEscape is set when both asked for it: a disconnection forfeits.
	NoEscape bool
	// Type is the FICS type word shown everywhere (docs/protocol.md §7.1) and
	// Category the rating category, empty for none.
	Type     string
	Category string

	Started int64 // Unix ms
	Ended   int64 // Unix ms; 0 while live
	// Paused clocks do not run.
	Paused bool
	Moves  []Move

	// Result is "1-0", "0-1", "1/2-1/2" or "*"; Reason the text of the end
	// line with White and Black for the names; End the history code.
	Result string
	Reason string
	End    string
}

// Side is one player of a game as he was when it began.
type Side struct {
	Handle     string
	Registered bool
	// Rating is whole points, 0 for none; State is ' ', 'E', 'P', '-' (no
	// rating) or '+' (guest).
	Rating int
	State  byte
	// Base and Inc are the time control, milliseconds; both 0 is untimed.
	Base, Inc int64
	// Clock is what is left now, milliseconds; negative after a flag fell.
	Clock int64
}

// Move is one half-move as played.
type Move struct {
	Move  uint16 // rules.Move
	Spent int64  // ms charged for it
	Clock int64  // mover's clock after it (increment included), ms
}

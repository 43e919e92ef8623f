package rules

// Result is how a game stands or ended, as PGN writes it.
type Result uint8

// The results; Ongoing is also that of adjourned and aborted games.
const (
	Ongoing Result = iota
	WhiteWins
	BlackWins
	Draw
)

// WinFor returns the result of a game that c has won.
func WinFor(c Color) Result {
	if c == Black {
		return BlackWins
	}
	return WhiteWins
}

// Winner returns who won, and false if nobody did.
func (r Result) Winner() (Color, bool) {
	return Color(r - WhiteWins), r == WhiteWins || r == BlackWins
}

// String returns "1-0", "0-1", "1/2-1/2" or "*".
func (r Result) String() string {
	switch r {
	case WhiteWins:
		return "1-0"
	case BlackWins:
		return "0-1"
	case Draw:
		return "1/2-1/2"
	}
	return "*"
}

// Reason is the word for why a game is over; empty while it goes on.
type Reason string

// The reasons a position or a clock can give.
const (
	KingExploded         Reason = "king_exploded"
	Checkmate            Reason = "checkmate"
	Stalemate            Reason = "stalemate"
	InsufficientMaterial Reason = "insufficient_material"
	TimeForfeit          Reason = "time_forfeit"
	FlagInsufficient     Reason = "flag_insufficient"
	LostAllMaterial      Reason = "lost_all_material" // losers' bare king too
	StalemateFewerPieces Reason = "stalemate_fewer_pieces"
	StalemateEqualPieces Reason = "stalemate_equal_pieces"
)

// Outcome is a result with its reason. The zero Outcome is a game that goes on.
type Outcome struct {
	Result Result
	Reason Reason
}

// Over says whether the game has ended.
func (o Outcome) Over() bool { return o.Result != Ongoing }

// Outcome returns the automatic end of the game in this position: explosion,
// checkmate, stalemate, insufficient material, in suicide and losers the loss of
// all men (rules/RULES.md §1.4, §2). Draws that somebody has to claim and clocks are
// not its business.
func (p *Position) Outcome() Outcome { return p.Variant().end(p) }

// FlagOutcome returns what a fallen flag decides: the player out of time loses,
// or the game is drawn when the opponent could not win (rules/RULES.md §3). It looks at
// the men alone, whether or not the game was over.
func (p *Position) FlagOutcome(flagged Color) Outcome {
	if p.Variant().canWin(p, flagged.Other()) {
		return Outcome{WinFor(flagged.Other()), TimeForfeit}
	}
	return Outcome{Draw, FlagInsufficient}
}

// ClaimFifty says whether the side to move may claim a draw by the 50 move rule:
// 100 half-moves without capture or pawn move (rules/RULES.md §4).
func (p *Position) ClaimFifty() bool { return p.half >= 100 }

// ClaimRepetition says whether a draw by repetition may be claimed: hashes are
// those of all positions of the game, the present one last (rules/RULES.md §4, D3).
func ClaimRepetition(hashes []uint64) bool { return Repetitions(hashes) >= 3 }

// Repetitions returns how often the last hash occurs, itself included; 0 for an
// empty list.
func Repetitions(hashes []uint64) int {
	n := 0
	for _, h := range hashes {
		if h == hashes[len(hashes)-1] {
			n++
		}
	}
	return n
}

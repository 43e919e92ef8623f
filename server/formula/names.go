package formula

import "slices"

// Name is something that a formula can ask for: of the opponent or of the game
// that is proposed (docs/protocol.md §6.2). Yes and no are 1 and 0.
type Name uint8

// The names, in alphabetical order of their words. Those without a comment are
// yes or no: of the game when they name a type, otherwise of the opponent.
const (
	Abuser     Name = iota
	Active          // his rating is established
	AssessDraw      // what one's own rating gains or loses by a draw, points
	AssessLoss      // … by a loss
	AssessWin       // … by a win
	Atomic
	Atomic960
	Blitz
	Bughouse
	Computer // he is on the list of computers
	Crazyhouse
	Estimated // his rating is
	ETime     // minutes that a game of 40 moves takes each side: time + inc·2/3
	FR        // fischer random
	Inc       // seconds
	Lightning
	Losers
	MyRating    // one's own in the type of the game, 0 for none
	NoEscape    // he asks for it
	Nonstandard // odds, or a start that is not the usual one
	Private     // his games are
	Provisional // his rating is
	Rated       // the game is
	Rating      // his, in the type of the game, 0 for none
	RatingDiff  // his less one's own
	RD          // of his rating, points
	Registered
	Standard
	Suicide
	Time     // minutes
	Timeseal // his connection measures time
	Untimed
	Wild // any of the wild starts
	numNames

	// The clocks cannot be named: maxtime and its kin compute with them. Seconds.
	MyBase
	MyInc
	HisBase
	HisInc
)

// words are how names are typed, in the order above.
var words = [numNames]string{
	"abuser", "active", "assessdraw", "assessloss", "assesswin", "atomic", "atomic960", "blitz", "bughouse",
	"computer", "crazyhouse", "estimated", "etime", "fr", "inc", "lightning", "losers", "myrating", "noescape",
	"nonstandard", "private", "provisional", "rated", "rating", "ratingdiff", "rd", "registered", "standard",
	"suicide", "time", "timeseal", "untimed", "wild",
}

func nameOf(word string) (Name, bool) {
	i, ok := slices.BinarySearch(words[:], word)
	return Name(i), ok
}

// Words are all the names that can be typed.
func Words() []string { return slices.Clone(words[:]) }

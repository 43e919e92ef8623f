package world

import "epicenter/rules"

// Board is a picture of a game at one moment, taken once for all who see it.
// It is never changed after it has been made.
type Board struct {
	Number       int
	White, Black string // handles
	Type         string // FICS type word
	Rated        bool
	Private      bool
	Position     rules.Position
	// Base and Inc are White's time control, ms; OddsBase and OddsInc Black's.
	Base, Inc         int64
	OddsBase, OddsInc int64
	Untimed           bool
	// Clock is what White and Black have left, ms, at this moment.
	Clock   [2]int64
	Ticking bool
	// Last is the half-move that led here, as SAN and as style 12 writes it
	// (docs/protocol.md §7.2 fields 27 and 29); "none" before the first.
	LastSAN, LastVerbose string
	LastSpent            int64 // ms charged for it
	Lag                  int64 // ms, of the last half-move
	// Plies played so far in this game, for styles that list them, and the last
	// of these half-moves, four at most, oldest first.
	Plies  int
	Recent []HalfMove
	// Smith is the last half-move as <d1> writes it, empty where it cannot
	// (docs/protocol.md §7.4).
	Smith string
	// Examined is set when nobody plays the game.
	Examined bool
	// Blast are the squares whose men the last half-move took away, first the
	// epicenter; empty unless it exploded (rules/RULES.md §1.1).
	Blast []rules.Square
	// Fed is the man that the last half-move has put into a hand, in its new
	// colour; NoPiece if none (rules/RULES.md §2.4).
	Fed rules.Piece
	// Cause says why the board is shown.
	Cause BoardCause
}

// BoardCause says why a board is shown.
type BoardCause uint8

// The causes.
const (
	BoardMove    BoardCause = iota // a half-move was played
	BoardStart                     // a game began or went on
	BoardChange                    // takeback, switch, added time, pause
	BoardRefresh                   // somebody asked to see it
	BoardRefused                   // a move was refused; the board is as it was
)

// Relation is field 19 of style 12: how the receiver stands to the game.
type Relation int8

// The relations (docs/protocol.md §7.2).
const (
	RelStart     Relation = -4 // initial position in a move list
	RelIsolated  Relation = -3
	RelExaminedO Relation = -2 // observing an examined game
	RelWaiting   Relation = -1 // playing, opponent to move
	RelObserving Relation = 0
	RelToMove    Relation = 1
	RelExamining Relation = 2
)

// BoardShown is a board for those who look at the game.
type BoardShown struct{ Board *Board }

func (BoardShown) fact()     {}
func (BoardShown) gameFact() {}

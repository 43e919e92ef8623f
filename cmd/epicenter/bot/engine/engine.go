// Package engine runs a chess program as a child process and asks it for moves,
// in the UCI protocol or that of xboard (the Chess Engine Communication
// Protocol, version 2).
//
// Engines are not trusted: they hang, crash, print garbage, play illegal moves
// and answer when nobody asks any more. Player takes all of that on itself; what
// it returns is a legal move of the position it was given, or an error that says
// that there will be none.
package engine

import (
	"context"
	"errors"
	"time"

	"epicenter/rules"
)

// Clock is the time that is handed in, so that tests can make it pass.
type Clock interface {
	Now() time.Time
	// After returns a channel that receives once d has passed; stop gives the
	// timer back.
	After(d time.Duration) (fired <-chan time.Time, stop func())
}

// Task is a position to find a move in, with the way that led to it.
type Task struct {
	// Game tells games apart: another number than before is another game.
	Game     int
	Start    rules.Position
	Moves    []rules.Move   // from Start
	Position rules.Position // after Moves; the side to move is the engine's
	// What both have on their clocks, and what each of our moves adds.
	Mine, Theirs, Inc time.Duration
	Base              time.Duration // at the start of the game
	Untimed           bool
	// DrawOffered says that the opponent's offer of a draw stands; engines of
	// xboard's protocol are told.
	DrawOffered bool
}

// Answer is what an engine wants to do.
type Answer struct {
	Move rules.Move // NoMove when it resigns
	// Resigns and OffersDraw are decisions of the engine's own (xboard).
	Resigns, OffersDraw bool
	// Score is how the engine sees its own side, in hundredths of a pawn, mates
	// beyond MateScore; Scored says whether it told one.
	Score  int
	Scored bool
}

// MateScore and more is a mate that is seen.
const MateScore = 100_000

// ErrGivenUp says that the engine failed too often in one game.
var ErrGivenUp = errors.New("the engine has failed too often in this game")

// errUnasked says that nobody waits for an answer any more.
var errUnasked = errors.New("the question was taken back")

// driver speaks one protocol with one running engine.
type driver interface {
	// hello shakes hands and learns what the engine can do.
	hello(ctx context.Context, l *link) error
	// supports says whether the engine plays a variant; asked after hello.
	supports(v *rules.Variant) bool
	// name is what the engine calls itself, after hello.
	name() string
	// think asks for a move. When ctx ends it stops the engine and returns
	// errUnasked; the link is then ready for the next question. Any other error
	// means that the engine cannot be used any more.
	think(ctx context.Context, l *link, t *Task, limit time.Duration) (Answer, error)
}

// Protocols are the words for the protocols, in the order of the help.
var Protocols = []string{"uci", "xboard"}

func newDriver(protocol string, options []Option, clock Clock) driver {
	if protocol == "xboard" {
		return &xboard{options: options, clock: clock}
	}
	return &uci{options: options}
}

// Option is a setting of the engine's own, as "Skill Level" = "5".
type Option struct{ Name, Value string }

package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"epicenter/rules"
)

// MaxFaults is how often an engine may fail in one game; the last time the game
// is given up.
const MaxFaults = 3

// Bounds of the time that an engine may think about one move.
const (
	leastLimit   = 500 * time.Millisecond
	untimedLimit = 2 * time.Minute
	mostLimit    = 10 * time.Minute
)

// Config is an engine and how to talk to it.
type Config struct {
	Start    func() (Process, error)
	Protocol string // one of Protocols
	Options  []Option
	Clock    Clock
	// Log takes one line for people.
	Log func(line string)
}

// Player is an engine that is kept alive. Its promises:
//
//  1. Think returns a legal move of the position it was given, or a resignation,
//     or an error after which there is no use in asking again in this game.
//  2. An engine that hangs, ends, or plays what is not legal is started anew and
//     asked again, with what is left of the clock; each time is one line in the
//     log. The third time in a game is ErrGivenUp.
//  3. When the context of Think ends, the engine is stopped, and what it still
//     says about the old position is never taken for an answer to the next.
//
// It is used by one goroutine at a time.
type Player struct {
	cfg    Config
	link   *link
	driver driver
	game   int
	faults int
}

// New returns a player; nothing is started yet.
func New(cfg Config) *Player { return &Player{cfg: cfg} }

// Open starts the engine, if it does not run, and shakes hands.
func (p *Player) Open(ctx context.Context) error {
	if p.link != nil {
		return nil
	}
	proc, err := p.cfg.Start()
	if err != nil {
		return err
	}
	l := newLink(proc, p.cfg.Clock)
	d := newDriver(p.cfg.Protocol, p.cfg.Options, p.cfg.Clock)
	if err := d.hello(ctx, l); err != nil {
		l.close(false)
		if errors.Is(err, errTime) {
			err = fmt.Errorf("it does not speak the %s protocol: %w", p.cfg.Protocol, err)
		}
		return err
	}
	p.link, p.driver = l, d
	return nil
}

// Name is what the engine calls itself, empty if it has never run.
func (p *Player) Name() string {
	if p.driver == nil {
		return ""
	}
	return p.driver.name()
}

// Plays returns those of the server's variants that the engine plays.
func (p *Player) Plays() []*rules.Variant {
	if p.driver == nil {
		return nil
	}
	return slices.DeleteFunc(rules.Variants(), func(v *rules.Variant) bool { return !p.driver.supports(v) })
}

// Close ends the engine.
func (p *Player) Close() {
	if p.link != nil {
		p.link.close(true)
		p.link = nil
	}
}

// Think asks for a move. The position must have one.
func (p *Player) Think(ctx context.Context, t Task) (Answer, error) {
	if t.Game != p.game {
		p.game, p.faults = t.Game, 0
	}
	for p.faults < MaxFaults {
		began := p.cfg.Clock.Now()
		a, err := p.try(ctx, &t)
		if err == nil {
			return a, nil
		}
		if ctx.Err() != nil || errors.Is(err, errUnasked) {
			return Answer{}, context.Cause(ctx)
		}
		p.faults++
		if p.link != nil {
			p.link.close(false)
			p.link = nil
		}
		next := "starting it again"
		if p.faults == MaxFaults {
			next = "giving the game up"
		}
		p.cfg.Log(fmt.Sprintf("the engine failed: %v; %s (failure %d of %d in this game)", err, next, p.faults, MaxFaults))
		t.Mine = max(t.Mine-p.cfg.Clock.Now().Sub(began), 0)
	}
	return Answer{}, ErrGivenUp
}

// try asks once.
func (p *Player) try(ctx context.Context, t *Task) (Answer, error) {
	if err := p.Open(ctx); err != nil {
		return Answer{}, err
	}
	a, err := p.driver.think(ctx, p.link, t, limit(t))
	switch {
	case errors.Is(err, errTime):
		return Answer{}, fmt.Errorf("no move within %v and none when told to move at once", limit(t).Round(time.Millisecond))
	case err != nil:
		return Answer{}, err
	case !a.Resigns && !t.Position.IsLegal(a.Move):
		return Answer{}, fmt.Errorf("%s is not legal in %s", a.Move, t.Position.FEN())
	}
	return a, nil
}

// limit is how long the engine may think before it counts as hanging: half of
// what is left, so that one that is started anew has time to move.
func limit(t *Task) time.Duration {
	if t.Untimed {
		return untimedLimit
	}
	return min(max(t.Mine/2+t.Inc, leastLimit), mostLimit)
}

// Scores tells whether engines of this protocol say how they see their game.
func (p *Player) Scores() bool { return p.cfg.Protocol == "uci" }

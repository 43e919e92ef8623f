// Package housebot lets the server's own players play: ordinary accounts, marked
// (C), on connections inside the process that go through the same login, lines and
// limits as everybody's (docs/design.md, "The floors"). A bot knows the server only
// by what it is sent, as any program does: style 12 boards, offers and seeks as
// machine lines. It thinks beside the server, in a fixed number of workers.
//
// The world has one game for one person. To play several at once a bot has several
// boards, each an account of its own: Boom, BoomB, BoomC. A further board comes
// when all before it are taken, and leaves when one of them is free again.
package housebot

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"sync"
	"time"

	"epicenter/rules"
	"epicenter/rules/search"
	"epicenter/server/config"
	"epicenter/server/outbox"
	"epicenter/server/transport"
)

// Host is what the bots need of the server.
type Host interface {
	// HouseBot makes sure that a bot has its account.
	HouseBot(ctx context.Context, handle string) error
	// HouseAccount tells the version of the account, and whether the staff lets
	// the bot play.
	HouseAccount(handle string) (version uint64, on bool, err error)
	// Inside serves a connection inside the process until it ends; false means
	// that the server is stopping.
	Inside(c transport.Conn) bool
	// Pool writes the output of the connections.
	Pool() *outbox.Pool
	// Outbox is the bound of what may wait for one of them.
	Outbox() *outbox.Options
}

// Thinker chooses moves; *search.Engine is one.
type Thinker interface {
	Play(ctx context.Context, game []rules.Position, level int, rnd *rand.Rand) search.Result
}

// Options are what the bots work with.
type Options struct {
	Bots        []config.HouseBot
	Workers     int           // searches at once
	AnswerSeeks time.Duration // how long a person's seek stands before it is taken up
	KeepAlive   time.Duration // silence after which a bot says something, less than the idle timeout
	Host        Host
	Think       func() Thinker // makes what one worker thinks with
	Seed        func() uint64
	Log         *slog.Logger
}

// Check tells what is wrong with the bots of a configuration that only the rules
// know: their variants.
func Check(bots []config.HouseBot) error {
	for _, b := range bots {
		for _, v := range b.Variants {
			if variantOf(v) == nil {
				return fmt.Errorf("bots.house: %s cannot play %q: there is no such variant", b.Name, v)
			}
		}
	}
	return nil
}

// variantOf is the variant of a word of the configuration: its name, or a word by
// which players call it.
func variantOf(word string) *rules.Variant {
	for _, v := range rules.Variants() {
		if v.Name == word {
			return v
		}
		for _, w := range v.Words {
			if w == word {
				return v
			}
		}
	}
	return nil
}

// Run lets all bots play until the context ends or the server stops. It returns
// when every goroutine of theirs has ended.
func Run(ctx context.Context, o Options) {
	boards := 0
	for _, b := range o.Bots {
		boards += b.Boards
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	p := &pool{jobs: make(chan job, boards)}
	var wg sync.WaitGroup
	for range max(1, o.Workers) {
		wg.Go(func() { p.work(ctx, o.Think()) })
	}
	var bots sync.WaitGroup
	for _, b := range o.Bots {
		bots.Go(func() { (&bot{opt: &o, spec: b, pool: p}).run(ctx) })
	}
	bots.Wait()
	stop()
	wg.Wait()
}

// bot is one of the configured players with its boards.
type bot struct {
	opt  *Options
	spec config.HouseBot
	pool *pool

	mu      sync.Mutex
	playing []bool
	changed chan struct{} // closed whenever playing changes
}

// run makes the accounts and seats the boards.
func (b *bot) run(ctx context.Context) {
	b.changed = make(chan struct{})
	var wg sync.WaitGroup
	for i := range b.spec.Boards {
		handle := b.spec.Name
		if i > 0 {
			handle += string(rune('A' + i))
		}
		if err := b.opt.Host.HouseBot(ctx, handle); err != nil {
			if ctx.Err() == nil {
				b.opt.Log.Error("a house bot stays away", "name", handle, "why", err)
			}
			break
		}
		b.mu.Lock()
		b.playing = append(b.playing, false)
		b.mu.Unlock()
		wg.Go(func() { b.seat(ctx, i, handle) })
	}
	wg.Wait()
}

// Waits between two connections of a board.
const (
	firstPause = time.Second
	maxPause   = time.Minute
	pollEvery  = 10 * time.Second // to see whether the staff has changed its mind
)

// seat keeps one board connected while it is wanted.
func (b *bot) seat(ctx context.Context, i int, handle string) {
	pause := firstPause
	for ctx.Err() == nil {
		wanted, changed := b.wanted(i)
		version, on, err := b.opt.Host.HouseAccount(handle)
		if err != nil {
			b.opt.Log.Error("the account of a house bot cannot be read", "name", handle, "err", err)
		}
		if !wanted || !on || err != nil {
			wait(ctx, pollEvery, changed)
			continue
		}
		d := newBoard(b, i, handle)
		switch err := d.visit(ctx, version); {
		case errors.Is(err, errStopping):
			return
		case err != nil:
			b.opt.Log.Warn("a house bot was disconnected and comes again", "name", handle, "in", pause, "why", err)
			wait(ctx, pause, nil)
			pause = min(2*pause, maxPause)
		default:
			pause = firstPause
		}
	}
}

// wait waits for a time, for a change, or for the end.
func wait(ctx context.Context, d time.Duration, changed <-chan struct{}) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
	case <-changed:
	case <-t.C:
	}
}

// wanted tells whether a board is to be there: all before it play, or it plays
// itself. changed is closed when that may be different.
func (b *bot) wanted(i int) (yes bool, changed <-chan struct{}) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, busy := range b.playing[:i] {
		if !busy {
			return b.playing[i], b.changed
		}
	}
	return true, b.changed
}

// setPlaying notes whether a board plays.
func (b *bot) setPlaying(i int, playing bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.playing[i] != playing {
		b.playing[i] = playing
		close(b.changed)
		b.changed = make(chan struct{})
	}
}

// on tells whether the staff lets the bot play; its first account speaks for all.
func (b *bot) on() bool {
	_, on, err := b.opt.Host.HouseAccount(b.spec.Name)
	return on || err != nil
}

// plays tells whether a variant is one of the bot's.
func (b *bot) plays(v *rules.Variant) bool {
	for _, w := range b.spec.Variants {
		if v != nil && variantOf(w) == v {
			return true
		}
	}
	return false
}

// Package bot joins a chess engine to a server that speaks the language of FICS:
// ours or another (docs/bots.md). It logs in, posts seeks, takes the challenges
// that its rules allow, plays, keeps the games, and comes back when the server or
// the line was away.
//
// One goroutine leads a session: it reads the server's lines, and asks the
// engine in a second one that it waits for. Time, dice and the way to the server
// are handed in.
package bot

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"time"

	"epicenter/cmd/epicenter/bot/client"
	"epicenter/cmd/epicenter/bot/engine"
	"epicenter/rules"
)

// Config is a bot.
type Config struct {
	Account client.Account
	// Site names the server, for the log and for PGN.
	Site string
	// Dial opens a connection; over SSH it has logged in.
	Dial  func(ctx context.Context) (io.ReadWriteCloser, error)
	Seal  bool // by timeseal
	Seeks []string
	// Matches are challenges, "NAME 5 0 atomic", that are made while the bot is
	// free.
	Matches []string
	Accept  Accept
	Engine  *engine.Player
	Clock   engine.Clock
	Dice    *rand.Rand
	Log     func(line string)
	PGN     io.Writer // nil to keep none
	// Games ends the bot after so many finished games; 0 for never.
	Games int
	// Leave, when closed, ends the bot when its game is over.
	Leave <-chan struct{}
}

// Bounds of the wait before the next try to connect.
const (
	firstWait = time.Second
	mostWait  = 5 * time.Minute
	// steady is how long a session must have lasted for the waits to begin anew.
	steady = time.Minute
)

// Bot is a running bot.
type Bot struct {
	cfg    Config
	plays  []*rules.Variant
	serial int    // of games
	played int    // games that have ended
	last   string // opponent, in lower case
	row    int    // games with him in a row
}

// New returns a bot.
func New(cfg Config) *Bot { return &Bot{cfg: cfg} }

// errLeft says that the bot was told to leave and has.
var errLeft = errors.New("left")

// Run plays until ctx ends, the bot has left, or the server refuses it for good,
// which is a *client.Refusal.
func (b *Bot) Run(ctx context.Context) error {
	defer b.cfg.Engine.Close()
	if err := b.cfg.Engine.Open(ctx); err != nil {
		return fmt.Errorf("the engine cannot be used: %w", err)
	}
	b.plays = b.cfg.Engine.Plays()
	for failures := 0; ; failures++ {
		began, in, err := b.cfg.Clock.Now(), false, error(nil)
		in, err = b.session(ctx)
		var refusal *client.Refusal
		switch {
		case errors.Is(err, errLeft):
			return nil
		case ctx.Err() != nil:
			return nil
		case errors.As(err, &refusal) && refusal.Final:
			return err
		case b.leaving():
			return nil
		}
		if in && b.cfg.Clock.Now().Sub(began) >= steady {
			failures = 0
		}
		wait := backOff(failures, b.cfg.Dice)
		b.logf("%v; trying again in %v", err, wait.Round(100*time.Millisecond))
		if !b.pause(ctx, wait) {
			return nil
		}
	}
}

// backOff grows from about firstWait to mostWait. Half of it is left to chance,
// so that the bots of a server that comes back do not all knock at once
// (docs/cases.md 73).
func backOff(failures int, dice *rand.Rand) time.Duration {
	d := mostWait
	if failures < 9 {
		d = min(d, firstWait<<failures)
	}
	return d/2 + time.Duration(dice.Int64N(int64(d)))
}

// pause waits, and is false when the bot should end instead.
func (b *Bot) pause(ctx context.Context, d time.Duration) bool {
	timer, stop := b.cfg.Clock.After(d)
	defer stop()
	select {
	case <-timer:
		return true
	case <-ctx.Done():
	case <-b.cfg.Leave:
	}
	return false
}

func (b *Bot) leaving() bool {
	select {
	case <-b.cfg.Leave:
		return true
	default:
		return b.cfg.Games > 0 && b.played >= b.cfg.Games
	}
}

func (b *Bot) logf(format string, args ...any) { b.cfg.Log(fmt.Sprintf(format, args...)) }

// session connects, logs in and plays; in tells whether the login went well.
func (b *Bot) session(ctx context.Context) (in bool, err error) {
	b.logf("connecting to %s", b.cfg.Site)
	rw, err := b.cfg.Dial(ctx)
	if err != nil {
		return false, err
	}
	var stamp func() int64
	if b.cfg.Seal {
		began := b.cfg.Clock.Now()
		stamp = func() int64 { return b.cfg.Clock.Now().Sub(began).Milliseconds() }
	}
	conn := client.NewConn(rw, stamp)
	defer conn.Close()
	me, err := client.Login(ctx, conn, b.cfg.Account, b.cfg.Clock.After)
	if err != nil {
		return false, err
	}
	b.logf("logged in as %s", me)
	s := newSession(b, conn, me)
	return true, s.run(ctx)
}

// met counts a game with an opponent.
func (b *Bot) met(name string) {
	if name != b.last {
		b.last, b.row = name, 0
	}
	b.row++
}

package world

import (
	"testing"

	"epicenter/rules"
	"epicenter/storage"
	"epicenter/storage/storagetest"
)

// bench is a world on a store in memory, with the loop's part played by hand:
// each turn is settled and committed, and its boards leave at once.
type bench struct {
	t     *testing.T
	w     *World
	store *storagetest.Memory
	now   int64
	last  SessionID
	held  bool // boards do not leave
}

func newBench(t *testing.T) *bench {
	cfg := Config{Grace: 60_000, GraceClaim: 30_000, RestartGrace: 600_000, NumberReuse: 60_000, MaxMoves: 800}
	b := &bench{t: t, store: storagetest.NewMemory(), now: 1_000_000}
	b.w = New(cfg, b.now, 1)
	for _, handle := range []string{"Alice", "Bob", "Carol", "Dave"} {
		b.w.accounts.set(storage.Key(handle), &storage.Account{Handle: handle, Version: 1})
	}
	b.commit([]storage.Change{})
	for _, k := range b.w.accounts.keys {
		b.put(storage.Accounts, []byte(k), storage.EncodeAccount(b.w.accounts.m[k]))
	}
	return b
}

// account is an account as the world has it, to be prepared before its owner
// comes, or read.
func (b *bench) account(key string) *storage.Account { return b.w.accounts.m[key] }

func (b *bench) put(bucket storage.Bucket, key, value []byte) {
	b.commit([]storage.Change{{Bucket: bucket, Key: key, Value: value}})
}

func (b *bench) commit(ch []storage.Change) {
	b.t.Helper()
	batch, err := b.store.Begin()
	if err != nil {
		b.t.Fatal(err)
	}
	if err := batch.Apply(ch); err != nil {
		b.t.Fatal(err)
	}
	if err := batch.Commit(b.store.Number() + 1); err != nil {
		b.t.Fatal(err)
	}
}

// turn applies what fn does, at the bench's time.
func (b *bench) turn(fn func(*Turn)) {
	b.t.Helper()
	b.apply(Input{At: b.now, Seed: uint64(b.now)}, fn)
}

func (b *bench) apply(in Input, fn func(*Turn)) {
	b.t.Helper()
	var changes []storage.Change
	err := b.store.View(func(r storage.Reader) error {
		t := b.w.Begin(in, r)
		fn(t)
		changes = t.Changes()
		if err := t.Err(); err != nil {
			return err
		}
		t.Settle()
		return nil
	})
	if err != nil {
		b.t.Fatal(err)
	}
	b.commit(changes)
	if !b.held {
		b.w.Left(in.At)
	}
}

func (b *bench) connect(handles ...string) {
	b.t.Helper()
	for _, h := range handles {
		b.last++
		a := b.w.accounts.m[storage.Key(h)]
		c := Connected{Session: b.last, Handle: h, Registered: a != nil}
		if a != nil {
			c.Version = a.Version
		}
		b.turn(func(t *Turn) {
			if how := t.Connect(c); how > AdmittedAgain {
				b.t.Fatalf("%s: admission %d", h, how)
			}
			t.BackAtBoard(AdmittedAgain)
		})
	}
}

func (b *bench) terms(variant string, minutes, seconds int, rated bool) Terms {
	return Terms{Variant: rules.Lookup(variant), Minutes: minutes, Seconds: seconds, Rated: rated}
}

// start lets Alice, White, and Bob begin a game, number 1, from a position.
func (b *bench) start(variant, fen string, minutes, seconds int) {
	b.t.Helper()
	b.connect("Alice", "Bob")
	b.turn(func(t *Turn) {
		g := t.StartGame(b.terms(variant, minutes, seconds, false), "alice", "bob")
		if fen == "" {
			return
		}
		g.Record.StartFEN = fen
		if err := g.replay(); err != nil {
			b.t.Fatal(err)
		}
	})
}

// play plays moves in coordinates, each a second after the other.
func (b *bench) play(moves ...string) {
	b.t.Helper()
	for _, text := range moves {
		b.now += 1000
		b.turn(func(t *Turn) {
			g := t.Game(1)
			m, err := g.Position.ParseUCI(text)
			if err != nil {
				b.t.Fatal(err)
			}
			t.Move(g, m)
		})
	}
}

// wait lets the time go on with its deadlines, as the loop does.
func (b *bench) wait(d int64) {
	b.t.Helper()
	until := b.now + d
	for {
		next, ok := b.w.NextDeadline()
		if !ok || next.At > until {
			break
		}
		b.now = next.At
		b.apply(Input{At: next.At, Body: Due{next}}, func(t *Turn) {
			switch next.Kind {
			case DueGame:
				t.GameDue(int(next.ID))
			case DueGrace:
				t.GraceOver(next.Key)
			}
		})
		if again, ok := b.w.NextDeadline(); ok && again == next {
			b.t.Fatalf("deadline %+v is still there after it was applied", next)
		}
	}
	b.now = until
}

// game is the game on board 1, nil when it is over.
func (b *bench) game() *Game { return b.w.games.m[1] }

// ended is the record of a finished game.
func (b *bench) ended(id uint64) *storage.Game {
	b.t.Helper()
	var g *storage.Game
	err := b.store.View(func(r storage.Reader) error {
		raw, err := r.Get(storage.Games, storage.GameKey(id))
		if err != nil || raw == nil {
			return err
		}
		g, err = storage.DecodeGame(raw)
		return err
	})
	if err != nil {
		b.t.Fatal(err)
	}
	if g == nil {
		b.t.Fatalf("game %d is not among the finished ones", id)
	}
	return g
}

// setVar sets a variable of somebody.
func (b *bench) setVar(key string, v Var, n int) {
	b.t.Helper()
	b.turn(func(t *Turn) { t.SetVar(key, v, n) })
}

// Command fill writes a data file with many accounts and finished games, so
// that the start of a server with a past can be measured. The same flags give
// the same records.
//
//	fill -dir FOLDER [-accounts N] [-games N] [-seed N]
package main

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"

	"epicenter/rules"
	"epicenter/server/world"
	"epicenter/storage"
	"epicenter/storage/bolt"
)

const (
	batchSize = 5000              // records in one commit
	openings  = 500               // different games; each is stored many times
	plies     = 60                // of a game that does not end before
	epoch     = 1_700_000_000_000 // Unix ms at which the first game was played
)

func main() {
	dir := flag.String("dir", "", "data folder; it must hold no data file yet")
	accounts := flag.Int("accounts", 100000, "accounts")
	games := flag.Int("games", 200000, "finished games")
	seed := flag.Uint64("seed", 1, "seed of everything random")
	flag.Parse()
	if *dir == "" || flag.NArg() > 0 || *accounts < 2 {
		fmt.Fprintln(os.Stderr, "usage: fill -dir FOLDER [-accounts N] [-games N] [-seed N], with at least two accounts")
		os.Exit(2)
	}
	if err := fill(filepath.Join(*dir, "epicenter.db"), *accounts, *games, *seed); err != nil {
		fmt.Fprintln(os.Stderr, "fill:", err)
		os.Exit(1)
	}
}

// filler writes records in batches.
type filler struct {
	store   *bolt.Store
	dice    *rand.Rand
	number  uint64
	pending []storage.Change
}

func fill(path string, accounts, games int, seed uint64) (err error) {
	store, err := bolt.Open(path, bolt.Options{})
	if err != nil {
		return err
	}
	defer func() {
		if e := store.Close(); err == nil {
			err = e
		}
	}()
	f := &filler{store: store, dice: rand.New(rand.NewPCG(seed, 0)), number: store.Number()}
	for i := range accounts {
		if err := f.add(world.AccountChanges(f.account(i))...); err != nil {
			return err
		}
	}
	played := f.played()
	for i := range games {
		g := played[i%len(played)]
		f.finish(&g, uint64(i+1), accounts)
		if err := f.add(storage.Change{Bucket: storage.Games, Key: storage.GameKey(g.ID), Value: storage.EncodeGame(nil, &g)}); err != nil {
			return err
		}
	}
	f.pending = append(f.pending, storage.NextGameChange(uint64(games+1)))
	return f.commit()
}

func (f *filler) add(changes ...storage.Change) error {
	f.pending = append(f.pending, changes...)
	if len(f.pending) < batchSize {
		return nil
	}
	return f.commit()
}

func (f *filler) commit() error {
	b, err := f.store.Begin()
	if err != nil {
		return err
	}
	defer b.Discard()
	if err := b.Apply(f.pending); err != nil {
		return err
	}
	f.number++
	f.pending = f.pending[:0]
	return b.Commit(f.number)
}

// handle names account i: letters only, no two alike (docs/protocol.md §1.4).
func handle(i int) string {
	name := []byte("Fill")
	for range 5 {
		// Consonants alone: no name looks like another one.
		name = append(name, "bcdfghjkmp"[i%10])
		i /= 10
	}
	return string(name)
}

func (f *filler) account(i int) *storage.Account {
	a := &storage.Account{
		Handle: handle(i), Email: handle(i) + "@example.org", Version: 1, Created: epoch, LastLogin: epoch, LastOff: epoch,
		Ratings: map[string]storage.Rating{}, Vars: map[string]string{"style": "12"},
	}
	for _, c := range []string{"atomic", "blitz", "lightning"} {
		a.Ratings[c] = storage.Rating{
			Rating: 100000 + f.dice.IntN(100000), RD: 3000 + f.dice.IntN(20000), Last: epoch,
			Win: f.dice.IntN(500), Loss: f.dice.IntN(500), Draw: f.dice.IntN(100),
		}
	}
	return a
}

// played makes random legal games.
func (f *filler) played() []storage.Game {
	variants := []string{"atomic", "chess", "atomic960", "chess960"}
	out := make([]storage.Game, openings)
	for i := range out {
		v := rules.Lookup(variants[i%len(variants)])
		p := v.Start(f.dice.IntN(960))
		g := storage.Game{Variant: v.Name, Number: 1 + i%200, Result: "1-0", Reason: "Black resigns", End: "Res"}
		if v.Random960 {
			g.StartFEN = p.FEN()
		}
		clock := int64(180000)
		for len(g.Moves) < plies && !p.Outcome().Over() {
			legal := p.AppendMoves(nil)
			m := legal[f.dice.IntN(len(legal))]
			spent := int64(f.dice.IntN(4000))
			clock -= spent / 2
			g.Moves = append(g.Moves, storage.Move{Move: m.Uint16(), Spent: spent, Clock: clock})
			p = p.Play(m)
		}
		out[i] = g
	}
	return out
}

// finish gives a copy of a game its number, players and time.
func (f *filler) finish(g *storage.Game, id uint64, accounts int) {
	white := f.dice.IntN(accounts)
	black := (white + 1 + f.dice.IntN(accounts-1)) % accounts
	side := func(i int) storage.Side {
		return storage.Side{Handle: handle(i), Registered: true, Rating: 1000 + f.dice.IntN(1000), State: ' ', Base: 180000, Clock: 60000}
	}
	g.ID, g.White, g.Black, g.Rated = id, side(white), side(black), true
	g.Type, g.Category = "blitz", "blitz"
	if g.Variant != "chess" {
		g.Type, g.Category = g.Variant, g.Variant
	}
	g.Started = epoch + int64(id)*60000
	g.Ended = g.Started + 300000
}

package main

import (
	"crypto/rand"
	"fmt"
	mathrand "math/rand/v2"
	"net"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"epicenter/server/password"
	"epicenter/server/servertest"
	"epicenter/storage"
	"epicenter/storage/bolt"
)

const (
	killRounds = 10
	killGames  = 50 // played at a time
	killWord   = "a long word 7"
)

// The server is killed with SIGKILL, again and again, while fifty games between
// registered players go on as fast as they can. Every board and every result
// that any of them has been shown must be in the file, and every game goes on
// where it stood (docs/design.md, item 4).
func TestKill(t *testing.T) {
	rounds := killRounds
	if testing.Short() {
		rounds = 2
	}
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	k := &killer{t: t, dir: t.TempDir(), dice: mathrand.New(mathrand.NewPCG(seed, 0)), known: map[uint64]storage.Game{}}
	k.register()
	for round := range rounds {
		k.round = round
		k.play(200 + k.dice.Int64N(3000))
		k.check()
		if t.Failed() {
			return
		}
	}
	k.checkRatings()
	t.Logf("%d rounds, %d boards seen, %d games, %d of them over", rounds, k.boards, len(k.known), k.over())
}

// killer is the one who does it, and who remembers.
type killer struct {
	t     *testing.T
	dir   string
	dice  *mathrand.Rand
	round int
	seats []*killSeat // two of each game, White first

	known  map[uint64]storage.Game // as found in the file after the last round
	live   [killGames]uint64       // the games that were going on then
	boards int
}

func killHandle(i int) string {
	const letters = "bcdfghjkmp"
	return "Player" + string([]byte{letters[i/10], letters[i%10]})
}

func (k *killer) file() string { return filepath.Join(k.dir, storeFile) }

// register makes the accounts.
func (k *killer) register() {
	hash, err := password.Hash(killWord, password.Params{Memory: 1024, Time: 1, Threads: 1}, rand.Reader)
	if err != nil {
		k.t.Fatal(err)
	}
	store, err := bolt.Open(k.file(), bolt.Options{})
	if err != nil {
		k.t.Fatal(err)
	}
	defer store.Close()
	var accounts []*storage.Account
	for i := range 2 * killGames {
		accounts = append(accounts, &storage.Account{
			Handle: killHandle(i), Email: "x@example.org", Password: hash, Version: 1,
			Ratings: map[string]storage.Rating{}, Vars: map[string]string{"style": "12"},
		})
	}
	if err := servertest.AddAccounts(store, accounts...); err != nil {
		k.t.Fatal(err)
	}
}

// play lets everybody log in and play until so many boards have been seen, and
// kills the server then.
func (k *killer) play(boards int64) {
	b := startBinary(k.t, k.dir, "--config", filepath.Join("..", "..", "scripts", "bench", "config.yaml")) // no limits
	var seen atomic.Int64
	full := make(chan struct{})
	count := func() {
		if seen.Add(1) == boards {
			close(full)
		}
	}
	k.seats = nil
	var ready, ended sync.WaitGroup
	for i := range 2 * killGames {
		conn, err := dial(net.Dialer{}, b.telnet)
		if err != nil {
			k.t.Fatal(err)
		}
		s := &killSeat{
			conn: conn, name: killHandle(i), peer: killHandle(i ^ 1), white: i%2 == 0, count: count,
			ready: ready.Done, dice: mathrand.New(mathrand.NewPCG(k.dice.Uint64(), 0)),
		}
		k.seats = append(k.seats, s)
		ready.Add(1)
		ended.Go(s.play)
	}
	ready.Wait()
	for i := range killGames {
		if k.live[i] == 0 {
			k.seats[2*i].challenge()
		}
	}
	ended.Go(func() { <-full; _ = b.cmd.Process.Signal(syscall.SIGKILL) })
	_ = b.cmd.Wait()
	for _, s := range k.seats { // those that wait for an end of the connection
		_ = s.conn.SetDeadline(time.Now().Add(patience))
	}
	if seen.Load() < boards {
		close(full)
		k.t.Errorf("round %d: the server ended by itself after %d boards", k.round, seen.Load())
	}
	ended.Wait()
}

// read returns the games in the file by their state, and the accounts.
func (k *killer) read() (games map[storage.Bucket]map[uint64]storage.Game, accounts map[string]*storage.Account) {
	store, err := bolt.Open(k.file(), bolt.Options{})
	if err != nil {
		k.t.Fatalf("round %d: %v", k.round, err)
	}
	defer store.Close()
	games, accounts = map[storage.Bucket]map[uint64]storage.Game{}, map[string]*storage.Account{}
	const all = 1 << 30
	err = store.View(func(r storage.Reader) error {
		for _, b := range []storage.Bucket{storage.Live, storage.Adjourned, storage.Games} {
			games[b] = map[uint64]storage.Game{}
			if err := r.Range(b, nil, all, func(key, value []byte) bool {
				g, err := storage.DecodeGame(value)
				if err != nil {
					k.t.Errorf("round %d: %s: %v", k.round, b, err)
					return true
				}
				games[b][g.ID] = *g
				return true
			}); err != nil {
				return err
			}
		}
		return r.Range(storage.Accounts, nil, all, func(key, value []byte) bool {
			a, err := storage.DecodeAccount(value)
			if err != nil {
				k.t.Errorf("round %d: account %s: %v", k.round, key, err)
				return true
			}
			accounts[a.Handle] = a
			return true
		})
	})
	if err != nil {
		k.t.Fatal(err)
	}
	return games, accounts
}

func (k *killer) over() (n int) {
	for _, g := range k.known {
		if g.Result != "*" && g.Result != "" {
			n++
		}
	}
	return n
}

// checkRatings compares the records of the players with the games that are over.
func (k *killer) checkRatings() {
	_, accounts := k.read()
	played := map[string]int{}
	for _, g := range k.known {
		if g.Ended != 0 {
			played[g.White.Handle]++
			played[g.Black.Handle]++
		}
	}
	for i := range 2 * killGames {
		name := killHandle(i)
		a := accounts[name]
		if a == nil {
			k.t.Errorf("account %s is gone", name)
			continue
		}
		r := a.Ratings["atomic"]
		if n := r.Win + r.Loss + r.Draw; n != played[name] {
			k.t.Errorf("%s has %d rated games on record and %d in the file", name, n, played[name])
		}
	}
}

// describe names a game for a complaint.
func describe(g *storage.Game) string {
	return fmt.Sprintf("game %d (%s vs. %s, %d moves, %s)", g.ID, g.White.Handle, g.Black.Handle, len(g.Moves), strings.TrimSpace(g.Result+" "+g.Reason))
}

package commands_test

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"strings"
	"testing"

	"epicenter/server/world"
	"epicenter/storage"
)

var simulations = flag.Int("simulations", 4, "how many seeds the simulation of play tries, some 400 games each, twice")

// simulation plays on a whole server with a made-up clock: people come and go,
// challenge each other, move, make and answer offers and lose their
// connections; the server is killed and the disk fails.
type simulation struct {
	*house
	rnd      *rand.Rand
	names    []string
	log      *bytes.Buffer // all that anybody has been sent
	last     string        // the last step, for messages
	lenient  bool          // the last step may give time to somebody
	down     bool          // the disk fails
	finished int
}

// variants of the challenges in a simulation, with what follows the name.
var simTerms = []string{
	"1 0 atomic", "3 2 atomic", "2 12", "1 0", "0 1 atomic", "0 0 u", "5 0 fr", "3 0 atomic960",
	"1 2 u atomic960", "1 0 u 2 1", "3 0 u atomic", "15 5", "3 0 atomic", "3 0 atomic960", "5 1 atomic", "2 0 u atomic960",
	"3 0 zh", "2 1 suicide", "2 0 losers", "1 0 w0", "3 0 wild 4", "2 0 odds queen", "0 1 zh",
}

func newSimulation(t *testing.T, seed uint64) *simulation {
	s := &simulation{house: newHouse(t), rnd: rand.New(rand.NewPCG(seed, 7)), log: new(bytes.Buffer)}
	for _, name := range []string{"Anna", "Boris", "Cecil", "Doris", "Emil", "Flora"} {
		s.must("account " + name)
		s.names = append(s.names, name)
	}
	s.names = append(s.names, "gast", "gustl") // guests
	return s
}

func (s *simulation) must(step string) {
	s.last = step
	if err := s.step(step); err != nil {
		s.t.Fatalf("%s: %v", step, err)
	}
	for _, line := range s.seen() {
		s.log.WriteString(line)
		s.log.WriteByte('\n')
	}
}

func (s *simulation) pick(words ...string) string { return words[s.rnd.IntN(len(words))] }

// view is a look at the world between turns.
func (s *simulation) view() *world.Turn { return s.world.Begin(world.Input{At: s.now}, nil) }

// round is one thing that happens.
func (s *simulation) round() {
	before := s.clocks()
	s.lenient = false
	switch n := s.rnd.IntN(1000); {
	case n < 3 && !s.down:
		s.must("restart")
	case n < 5:
		s.down = true
		s.must("store fails")
	case n < 10 || s.down && n < 300:
		s.down = false
		s.must("store works")
		s.must("wait 300ms")
	case n < 60:
		s.must(s.pick("wait 61s", "wait 10s", "wait 3s", "wait 1s"))
	case n < 200:
		s.must(s.pick("wait 100ms", "wait 700ms", "wait 1300ms", "wait 1ms"))
	default:
		s.somebody()
	}
	s.check(before)
}

// somebody does something.
func (s *simulation) somebody() {
	name := s.names[s.rnd.IntN(len(s.names))]
	if s.rnd.IntN(10) < 7 {
		name = s.toMove(name)
	}
	p := s.person(name)
	if p == nil {
		s.must(name + " connects")
		if p = s.person(name); p != nil && s.rnd.IntN(4) > 0 {
			s.must(name + "> style 12")
		}
		return
	}
	if s.rnd.IntN(150) == 0 {
		s.must(name + s.pick(" hangs up", " loses contact"))
		return
	}
	s.must(name + "> " + s.line(name))
}

// toMove is somebody whose move it is, or else the name given.
func (s *simulation) toMove(name string) string {
	var names []string
	for _, g := range s.view().Games() {
		names = append(names, g.Side(g.ToMove()).Handle)
	}
	if len(names) == 0 {
		return name
	}
	return names[s.rnd.IntN(len(names))]
}

// line is what somebody types.
func (s *simulation) line(name string) string {
	t := s.view()
	p := t.SeePlayer(storage.Key(name))
	var g *world.Game
	if p != nil {
		g = t.SeeGame(p.Game)
	}
	other := s.names[s.rnd.IntN(len(s.names))]
	if g == nil {
		return s.pick("accept", "accept", "match "+other+" "+s.pick(simTerms...), "match "+other+" "+s.pick(simTerms...),
			"resume", "stored", "resign "+other, "decline", "withdraw", "e2e4", "set autoflag 1", "observe "+other, "seek 3 0 atomic", "play 1")
	}
	if s.rnd.IntN(25) > 0 {
		if g.ColourOf(p.Key) != g.ToMove() {
			return "" // he waits
		}
		moves := g.Position.AppendMoves(nil)
		m := moves[s.rnd.IntN(len(moves))]
		if s.rnd.IntN(2) == 0 {
			return g.Position.SAN(m)
		}
		return g.Position.UCI(m)
	}
	s.lenient = true
	return s.pick("draw", "abort", "adjourn", "takeback", "takeback 2", "takeback 3", "switch", "pause", "unpause", "moretime 5", "flag",
		"accept", "accept", "accept", "decline", "withdraw", "e1e8", "Nf3", "set autoflag 0", "set autoflag 1", "time", "moves",
		"resign", "match "+other, "set noescape 1", "set minmovetime 0", "promote n")
}

// stand is how a game stood.
type stand struct {
	clock [2]int64
	plies int
}

func (s *simulation) clocks() map[uint64]stand {
	all := map[uint64]stand{}
	t := s.view()
	for _, g := range t.Games() {
		all[g.Record.ID] = stand{[2]int64{g.Clock(0, s.now), g.Clock(1, s.now)}, g.Plies()}
	}
	return all
}

// check looks at what must hold between any two inputs.
func (s *simulation) check(before map[uint64]stand) {
	t := s.view()
	seats := map[string]int{}
	for n, g := range t.Games() {
		for c := range 2 {
			key := g.KeyOf(c)
			p := t.SeePlayer(key)
			if seats[key]++; seats[key] > 1 || p == nil || p.Game != n {
				s.t.Fatalf("after %q: %s and game %d do not know each other", s.last, key, n)
			}
		}
		if g.Record.Result != "" || g.Record.Number != n {
			s.t.Fatalf("after %q: game %d: result %q, number %d", s.last, n, g.Record.Result, g.Record.Number)
		}
		if g.Position.Outcome().Over() {
			s.t.Fatalf("after %q: game %d goes on in %s", s.last, n, g.Position.FEN())
		}
		was, known := before[g.Record.ID]
		if !known || s.lenient {
			continue
		}
		for c := range 2 {
			gain := g.Clock(c, s.now) - was.clock[c]
			if allowed := g.Side(c).Inc * int64(max(0, g.Plies()-was.plies)); gain > allowed && s.last != "restart" {
				s.t.Fatalf("after %q: game %d: clock %d grew by %d ms", s.last, n, c, gain)
			}
		}
	}
	for key, p := range t.Players() {
		if p.Game != 0 && seats[key] != 1 {
			s.t.Fatalf("after %q: %s plays game %d, which is not there", s.last, key, p.Game)
		}
		if p.Game == 0 && p.Session == 0 {
			s.t.Fatalf("after %q: %s is neither here nor at a board", s.last, key)
		}
		if o := t.SeeSession(p.Session); p.Session != 0 && (o == nil || o.Key != key) {
			s.t.Fatalf("after %q: the session of %s is not his", s.last, key)
		}
	}
}

// sameAsStored compares the world with one that is loaded from the store: what
// would be there after a kill.
func (h *house) sameAsStored() error {
	return h.store.View(func(r storage.Reader) error {
		loaded := world.New(h.cfg, h.now, 1)
		if problems := loaded.Load(r); len(problems) > 0 {
			return errors.Join(problems...)
		}
		now, then := h.world.Begin(world.Input{At: h.now}, r), loaded.Begin(world.Input{At: h.now}, r)
		games := 0
		for n, g := range now.Games() {
			games++
			l := then.SeeGame(n)
			if l == nil {
				return fmt.Errorf("game %d is not in the store", n)
			}
			if !bytes.Equal(storage.EncodeGame(nil, &g.Record), storage.EncodeGame(nil, &l.Record)) {
				return fmt.Errorf("game %d: %+v, stored %+v", n, g.Record, l.Record)
			}
			if g.Position.FEN() != l.Position.FEN() || fmt.Sprint(g.Hashes) != fmt.Sprint(l.Hashes) {
				return fmt.Errorf("game %d: %s, from its moves %s", n, g.Position.FEN(), l.Position.FEN())
			}
		}
		if n := then.CountGames(); n != games {
			return fmt.Errorf("%d games, %d in the store", games, n)
		}
		for key, p := range now.Players() {
			raw, err := r.Get(storage.Accounts, []byte(key))
			if err != nil || p.Guest != (raw == nil) {
				return fmt.Errorf("account of %s: %d bytes, %w", key, len(raw), err)
			}
			if a := now.SeeAccount(key); !p.Guest && !bytes.Equal(storage.EncodeAccount(a), raw) {
				return fmt.Errorf("account of %s: %s, stored %s", key, storage.EncodeAccount(a), raw)
			}
		}
		return nil
	})
}

// booksBalance counts finished games against ratings and histories: each ended
// once and was counted once for each player.
func (s *simulation) booksBalance() {
	rated, played, kept := map[string]int{}, map[string]int{}, map[uint64]storage.Bucket{}
	err := s.store.View(func(r storage.Reader) error {
		for _, b := range []storage.Bucket{storage.Live, storage.Adjourned, storage.Games} {
			err := r.Range(b, nil, 1<<30, func(k, v []byte) bool {
				g, err := storage.DecodeGame(v)
				if err != nil {
					s.t.Fatal(err)
				}
				if other, twice := kept[g.ID]; twice {
					s.t.Errorf("game %d is in %s and in %s", g.ID, other, b)
				}
				kept[g.ID] = b
				if b == storage.Games {
					s.finished++
				}
				for _, side := range []storage.Side{g.White, g.Black} {
					if b == storage.Games {
						played[storage.Key(side.Handle)]++
						if g.Rated {
							rated[storage.Key(side.Handle)]++
						}
					}
				}
				return true
			})
			if err != nil {
				return err
			}
		}
		return r.Range(storage.Accounts, nil, 1000, func(k, v []byte) bool {
			a, err := storage.DecodeAccount(v)
			if err != nil {
				s.t.Fatal(err)
			}
			n := 0
			for _, x := range a.Ratings {
				n += x.Win + x.Loss + x.Draw
			}
			if n != rated[string(k)] || a.NextIndex != played[string(k)]%100 {
				s.t.Errorf("%s: %d games in ratings and index %d, %d rated of %d finished", k, n, a.NextIndex, rated[string(k)], played[string(k)])
			}
			for _, w := range a.Adjourned {
				if kept[w.Game] != storage.Adjourned {
					s.t.Errorf("%s: adjourned game %d is in %q", k, w.Game, kept[w.Game])
				}
			}
			return true
		})
	})
	if err != nil {
		s.t.Fatal(err)
	}
}

// simulate runs rounds and returns a sum of everything that was said.
func simulate(t *testing.T, seed uint64, rounds int) (sum uint64, finished int, said []byte) {
	s := newSimulation(t, seed)
	for i := range rounds {
		s.round()
		if i%500 == 0 && !s.down {
			if err := s.sameAsStored(); err != nil {
				t.Fatalf("seed %d, round %d, after %q: %v", seed, i, s.last, err)
			}
		}
	}
	s.must("store works")
	s.must("wait 5s")
	s.must("restart")
	if err := s.sameAsStored(); err != nil {
		t.Fatalf("seed %d, at the end: %v", seed, err)
	}
	s.booksBalance()
	h := fnv.New64a()
	h.Write(s.log.Bytes())
	return h.Sum64(), s.finished, s.log.Bytes()
}

// TestSimulation plays random games of all variants with all that can happen to
// them, twice with the same seed: what is said must be the same to the byte.
func TestSimulation(t *testing.T) {
	runs, rounds := *simulations, 40_000
	if testing.Short() {
		runs, rounds = 2, 5_000
	}
	for seed := range uint64(runs) {
		t.Run(fmt.Sprint("seed", seed), func(t *testing.T) {
			t.Parallel()
			sum, finished, said := simulate(t, seed, rounds)
			again, _, saidAgain := simulate(t, seed, rounds)
			if sum != again {
				t.Errorf("seed %d: the same run twice differs %s", seed, firstDifference(said, saidAgain))
			}
			if finished < rounds/200 {
				t.Errorf("only %d games were finished in %d rounds", finished, rounds)
			}
			t.Logf("%d games finished, %d bytes said", finished, len(said))
		})
	}
}

func firstDifference(a, b []byte) string {
	x, y := strings.Split(string(a), "\n"), strings.Split(string(b), "\n")
	for i := range min(len(x), len(y)) {
		if x[i] != y[i] {
			return fmt.Sprintf("in line %d: %q and %q", i, x[i], y[i])
		}
	}
	return fmt.Sprintf("in length: %d and %d lines", len(x), len(y))
}

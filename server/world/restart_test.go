package world

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"epicenter/rules"
	"epicenter/storage"
)

// load is a fresh world on the bench's store.
func (b *bench) load() (w *World, problems []error) {
	b.t.Helper()
	w = New(b.w.cfg, b.now, 99)
	err := b.store.View(func(r storage.Reader) error {
		problems = w.Load(r)
		return nil
	})
	if err != nil {
		b.t.Fatal(err)
	}
	return w, problems
}

// TestLoadKeepsGames: moves, clocks, numbers and what follows from them
// (docs/cases.md 89).
func TestLoadKeepsGames(t *testing.T) {
	b := newBench(t)
	b.start("atomic960", "", 3, 2)
	b.turn(func(t *Turn) {
		g := t.Game(1)
		for range 9 {
			t.Move(g, g.Position.AppendMoves(nil)[0])
		}
	})
	was := b.game()
	w, problems := b.load()
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	g := w.games.m[1]
	if g == nil {
		t.Fatal("game 1 is gone")
	}
	if !bytes.Equal(storage.EncodeGame(nil, &g.Record), storage.EncodeGame(nil, &was.Record)) {
		t.Errorf("record %+v, was %+v", g.Record, was.Record)
	}
	if g.Position.FEN() != was.Position.FEN() || fmt.Sprint(g.Hashes) != fmt.Sprint(was.Hashes) ||
		g.lastSAN != was.lastSAN || g.lastVerbose != was.lastVerbose || g.MinMove != was.MinMove {
		t.Errorf("%+v, was %+v", g, was)
	}
	for _, key := range []string{"alice", "bob"} {
		if p := w.players.m[key]; p == nil || p.Game != 1 || p.Online() {
			t.Errorf("%s: %+v", key, p)
		}
	}
}

// TestLoadSetsBadRecordsAside: the server starts whatever lies in the store,
// and says what it could not use.
func TestLoadSetsBadRecordsAside(t *testing.T) {
	good := func() storage.Game {
		return storage.Game{
			ID: 1, Number: 1, Variant: "chess", Type: "blitz",
			White: storage.Side{Handle: "Alice", Registered: true, Base: 180_000, Clock: 180_000},
			Black: storage.Side{Handle: "Bob", Registered: true, Base: 180_000, Clock: 180_000},
		}
	}
	mates := func(g *storage.Game) {
		p := rules.Lookup("chess").Start(518)
		for _, text := range []string{"f2f3", "e7e5", "g2g4", "d8h4"} {
			m, _ := p.ParseUCI(text)
			g.Moves = append(g.Moves, storage.Move{Move: m.Uint16()})
			p = p.Play(m)
		}
	}
	for _, c := range []struct {
		name, want string
		spoil      func(*storage.Game)
	}{
		{"variant", `no variant "checkers"`, func(g *storage.Game) { g.Variant = "checkers" }},
		{"move", "half-move 1, a1a1, is not legal", func(g *storage.Game) { g.Moves = []storage.Move{{Move: 0x7000}} }},
		{"start", "start position", func(g *storage.Game) { g.StartFEN = "nonsense" }},
		{"over", "is over", func(g *storage.Game) { g.Result = "1-0" }},
		{"mate", "is over", mates},
		{"nobody", "players", func(g *storage.Game) { g.White.Handle = "" }},
		{"alone", "players", func(g *storage.Game) { g.White.Handle = "bob" }},
		{"stranger", "Zoe has no account any more", func(g *storage.Game) { g.White.Handle = "Zoe" }},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(t)
			g := good()
			c.spoil(&g)
			b.put(storage.Live, storage.GameKey(1), storage.EncodeGame(nil, &g))
			fine := good()
			fine.ID, fine.Number, fine.White.Handle, fine.Black.Handle = 2, 2, "Carol", "Dave"
			b.put(storage.Live, storage.GameKey(2), storage.EncodeGame(nil, &fine))
			w, problems := b.load()
			if len(problems) != 1 || !strings.Contains(problems[0].Error(), c.want) {
				t.Errorf("problems %v, want one with %q", problems, c.want)
			}
			if len(w.games.keys) != 1 || w.games.m[2] == nil {
				t.Errorf("games %v", w.games.keys)
			}
		})
	}
}

// TestLoadKeepsPeopleToOneGame and numbers to one game each.
func TestLoadKeepsPeopleToOneGame(t *testing.T) {
	b := newBench(t)
	put := func(id uint64, number int, white, black string) {
		g := storage.Game{
			ID: id, Number: number, Variant: "chess",
			White: storage.Side{Handle: white, Registered: true}, Black: storage.Side{Handle: black, Registered: true},
		}
		b.put(storage.Live, storage.GameKey(id), storage.EncodeGame(nil, &g))
	}
	put(1, 7, "Alice", "Bob")
	put(2, 7, "Carol", "Dave")
	put(3, 1, "Alice", "Carol")
	b.put(storage.Live, []byte("oops"), []byte("not a game"))
	w, problems := b.load()
	if len(problems) != 2 {
		t.Errorf("problems %v", problems)
	}
	if len(w.games.keys) != 2 || w.games.m[7].Record.ID != 1 || w.games.m[1].Record.ID != 2 {
		t.Errorf("games %v", w.games.keys)
	}
}

// TestLoadReadsInChunks: there may be more live games than are read at once.
func TestLoadReadsInChunks(t *testing.T) {
	b := newBench(t)
	var ch []storage.Change
	for i := range 2*chunk + 1 {
		g := storage.Game{
			ID: uint64(i + 1), Number: i + 1, Variant: "atomic",
			White: storage.Side{Handle: "guest" + letters(i)}, Black: storage.Side{Handle: "Guest" + letters(i) + "x"},
		}
		ch = append(ch, storage.Change{Bucket: storage.Live, Key: storage.GameKey(g.ID), Value: storage.EncodeGame(nil, &g)})
	}
	b.commit(ch)
	w, problems := b.load()
	if len(problems) > 0 || len(w.games.keys) != 2*chunk+1 {
		t.Errorf("%d games, problems %v", len(w.games.keys), problems)
	}
	b.w = w
	b.turn((*Turn).WaitForPlayers)
	if n := len(w.games.keys); n != 0 {
		t.Errorf("%d games of guests go on after a restart", n)
	}
	if w, _ := b.load(); len(w.games.keys) != 0 {
		t.Error("they are still in the store")
	}
}

func letters(n int) string {
	return string([]byte{byte('a' + n/26/26%26), byte('a' + n/26%26), byte('a' + n%26)})
}

// TestWaitingGamesLoseNoTime: until both are back clocks stand, and who leaves
// again while waiting loses nothing.
func TestWaitingGamesLoseNoTime(t *testing.T) {
	b := newBench(t)
	b.start("chess", "", 3, 0)
	b.play("e2e4", "e7e5", "g1f3")
	left := [2]int64{b.game().Clock(White, b.now), b.game().Side(Black).Clock}
	b.w, _ = b.load()
	b.turn((*Turn).WaitForPlayers)
	b.connect("Alice")
	b.wait(200_000)
	b.turn(func(t *Turn) { t.Hangup(b.last) })
	b.wait(200_000)
	b.connect("Bob")
	b.wait(100_000)
	b.connect("Alice")
	g := b.game()
	if g == nil || g.WaitsUntil != 0 {
		t.Fatalf("the game does not go on: %+v", g)
	}
	if got := [2]int64{g.Clock(White, b.now), g.Clock(Black, b.now)}; got != left {
		t.Errorf("clocks %v, were %v", got, left)
	}
	b.wait(180_001)
	if g := b.ended(1); g.Reason != "Black forfeits on time" {
		t.Errorf("%q", g.Reason)
	}
}

// TestNobodyComesBack: the game is kept.
func TestNobodyComesBack(t *testing.T) {
	b := newBench(t)
	b.start("chess", "", 3, 0)
	b.play("e2e4")
	b.w, _ = b.load()
	b.turn((*Turn).WaitForPlayers)
	b.wait(600_000)
	if b.game() != nil || len(b.w.players.keys) != 0 {
		t.Fatal("still waiting")
	}
	b.turn(func(t *Turn) {
		a := t.SeeAccount("alice")
		if len(a.Adjourned) != 1 || a.Adjourned[0].Opponent != "Bob" || a.Online != 0 {
			b.t.Errorf("account %+v", a)
		}
		if g, err := t.SeeAdjourned(1); err != nil || g.Plies() != 1 {
			b.t.Errorf("adjourned game %v, %v", g, err)
		}
	})
}

// TestStopClocks: a stop in good order charges who thinks for what he has
// thought, and nobody else.
func TestStopClocks(t *testing.T) {
	b := newBench(t)
	b.start("chess", "", 3, 0)
	b.play("e2e4", "e7e5")
	b.wait(7_000)
	b.turn((*Turn).StopClocks)
	w, _ := b.load()
	if g := w.games.m[1]; g.Record.White.Clock != 173_000 || g.Record.Black.Clock != 180_000 {
		t.Errorf("clocks %d and %d", g.Record.White.Clock, g.Record.Black.Clock)
	}
}

func TestResumeRefuses(t *testing.T) {
	b := newBench(t)
	b.start("chess", "", 3, 0)
	b.play("e2e4", "e7e5")
	b.turn(func(t *Turn) { t.End(t.Game(1), AdjournAgreed) })
	b.turn(func(t *Turn) {
		if err := t.ResumeGame(2); err != ErrNoSuchGame {
			b.t.Errorf("a game that is not there: %v", err)
		}
		if err := t.ResignStored(1, "carol"); err != ErrNoSuchGame {
			b.t.Errorf("somebody else's game: %v", err)
		}
	})
	b.turn(func(t *Turn) { t.Hangup(2) })
	b.turn(func(t *Turn) {
		if err := t.ResumeGame(1); err != ErrNotFree {
			b.t.Errorf("without Bob: %v", err)
		}
	})
}

package storage

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

var update = flag.Bool("update", false, "rewrite the golden records")

// golden compares bytes with a file of testdata. Such a file is never changed
// once released: stores in the field are full of its like.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s:\n got %x\nwant %x", name, got, want)
	}
}

// fullAccount sets every field.
func fullAccount() *Account {
	return &Account{
		Handle: "Pawnstorm", Email: "p@example.org", RealName: "P. Storm",
		Password:   "$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHRzYWx0c2E$aGFzaGhhc2hoYXNoaGFzaGhhc2hoYXNoaGFzaGhhc2g",
		MustChange: true, Version: 7,
		SSHKeys: []string{"ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIA pawn@home"},
		Level:   100, Banned: "for the test",
		Created: 1700000000000, LastLogin: 1700000001000, LastOff: 1700000002000, Online: 3600000, LastHost: "192.0.2.7",
		Vars:    map[string]string{"style": "12", "bell": "1"},
		Aliases: []Alias{{"t", "tell"}, {"aa", "seek 3 0 atomic"}},
		Notes:   []string{"first", "", "third"}, F: []string{"rated"}, Formula: "f1 & time > 1",
		Lists:  map[string][]string{"notify": {"Bob", "Ann"}, "channel": {"1", "50"}},
		Titles: []string{"computer"},
		Ratings: map[string]Rating{
			"atomic": {Rating: 185512, RD: 4512, Last: 1700000000500, Win: 10, Loss: 3, Draw: 2, Best: 190000, BestAt: 1690000000000, Active: true},
		},
		Colours: map[string]int{"atomic": -1},
		History: []Played{{
			Index: 99, Game: 41, Score: "+", Rating: 1855, White: true, Opponent: "Bob",
			OppRating: 1700, Bracket: "pxr  3   0", ECO: "---", End: "KE ", Date: 1700000000400,
		}},
		NextIndex: 1, Adjourned: []Waiting{{Game: 42, Opponent: "Ann", White: true}}, LastOpponent: "Bob",
	}
}

// fullGame sets every field; its third clock is one that nobody expects.
func fullGame() *Game {
	return &Game{
		ID: 300, Number: 5, Variant: "atomic960", StartFEN: "bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w KQkq - 0 1",
		White: Side{Handle: "Alice", Registered: true, Rating: 1855, State: 'E', Base: 180000, Inc: 2000, Clock: 171500},
		Black: Side{Handle: "GuestABCD", Rating: 0, State: '+', Base: 180000, Inc: 2000, Clock: -5},
		Rated: true, Private: true, NoEscape: true, Paused: true, Type: "atomic960", Category: "atomic960",
		Started: 1700000000000, Ended: 1700000060000,
		Moves:  []Move{{Move: 0x1234, Clock: 182000}, {Move: 0xffff, Spent: 100, Clock: 181900}, {Move: 1, Spent: 15000, Clock: 171500}},
		Result: "1-0", Reason: "GuestABCD forfeits on time", End: "Fla",
	}
}

func TestGoldenAccount(t *testing.T) {
	b := EncodeAccount(fullAccount())
	golden(t, "account.v1.json", b)
	back, err := DecodeAccount(b)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(fullAccount(), back); d != "" {
		t.Error(d)
	}
}

func TestGoldenGame(t *testing.T) {
	b := EncodeGame(nil, fullGame())
	golden(t, "game.v1.bin", b)
	back, err := DecodeGame(b)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(fullGame(), back); d != "" {
		t.Error(d)
	}
}

func TestAccountToleratesAddedFields(t *testing.T) {
	a, err := DecodeAccount([]byte(`{"handle":"Bob","version":3,"shoe_size":44,"ratings":{"atomic":{"rating":1,"rd":2,"vol":6}}}`))
	if err != nil {
		t.Fatal(err)
	}
	if a.Handle != "Bob" || a.Version != 3 || a.Ratings["atomic"].RD != 2 {
		t.Errorf("got %+v", a)
	}
}

func TestAccountDamage(t *testing.T) {
	whole := EncodeAccount(fullAccount())
	for _, b := range [][]byte{nil, {}, []byte("{}"), []byte("null"), []byte(`{"handle":""}`), []byte(`{"handle":7}`), []byte("\x00"), whole[:len(whole)-1], append(whole[:len(whole):len(whole)], '}')} {
		if _, err := DecodeAccount(b); !errors.Is(err, ErrBadRecord) {
			t.Errorf("%.40q: %v", b, err)
		}
	}
}

func TestGameDamage(t *testing.T) {
	whole := EncodeGame(nil, fullGame())
	for n := range whole {
		if _, err := DecodeGame(whole[:n]); !errors.Is(err, ErrBadRecord) {
			t.Errorf("first %d bytes: %v", n, err)
		}
	}
	count := len(EncodeGame(nil, &Game{})) - 1
	many := append(EncodeGame(nil, &Game{})[:count], 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f)
	for name, c := range map[string]struct {
		b    []byte
		want string
	}{
		"left over":     {append(whole[:len(whole):len(whole)], 0), "bytes after the last move"},
		"version 0":     {append([]byte{0}, whole[1:]...), "without a version"},
		"version 2":     {append([]byte{2}, whole[1:]...), "version 2, newest known is 1"},
		"flags":         {append([]byte{1, 0x80}, whole[2:]...), "unknown flags"},
		"count":         {many, "more moves than bytes"},
		"long number":   {append([]byte{1, 0}, bytes.Repeat([]byte{0xff}, 11)...), "cut off or too long"},
		"string beyond": {[]byte{1, 0, 1, 1, 1, 1, 0x7f, 'a'}, "ends early"},
	} {
		_, err := DecodeGame(c.b)
		if !errors.Is(err, ErrBadRecord) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

func TestGameDecodeKeepsNothing(t *testing.T) {
	b := EncodeGame(nil, fullGame())
	g, err := DecodeGame(b)
	if err != nil {
		t.Fatal(err)
	}
	clear(b)
	if d := cmp.Diff(fullGame(), g); d != "" {
		t.Errorf("changed with the bytes it came from: %s", d)
	}
}

func TestEncodeGameAppends(t *testing.T) {
	got := EncodeGame([]byte("before"), fullGame())
	if !bytes.Equal(got, append([]byte("before"), EncodeGame(nil, fullGame())...)) {
		t.Errorf("got %x", got)
	}
}

// liveGame is a game of n half-moves with think times up to a minute.
func liveGame(n int) *Game {
	g := fullGame()
	g.Variant, g.StartFEN, g.Type, g.Category = "atomic", "", "atomic", "atomic"
	left := [2]int64{g.White.Base, g.Black.Base}
	for i := len(g.Moves); i < n; i++ {
		spent := int64(i*7919) % 60000
		left[i&1] += 2000 - spent
		g.Moves = append(g.Moves, Move{Move: uint16(i * 31), Spent: spent, Clock: left[i&1]})
	}
	return g
}

func TestGameIsSmall(t *testing.T) {
	if n := len(EncodeGame(nil, liveGame(120))); n > 1024 {
		t.Errorf("120 half-moves take %d bytes, more than 1 KiB", n)
	}
}

func TestEncodeGameDoesNotAllocate(t *testing.T) {
	g := liveGame(120)
	buf := make([]byte, 0, 4096)
	if n := testing.AllocsPerRun(100, func() { buf = EncodeGame(buf[:0], g) }); n != 0 {
		t.Errorf("%v allocations into a large enough buffer", n)
	}
}

func drawSide() *rapid.Generator[Side] {
	return rapid.Custom(func(t *rapid.T) Side {
		return Side{
			Handle: rapid.String().Draw(t, "handle"), Registered: rapid.Bool().Draw(t, "registered"),
			Rating: rapid.Int().Draw(t, "rating"), State: rapid.Byte().Draw(t, "state"),
			Base: rapid.Int64().Draw(t, "base"), Inc: rapid.Int64().Draw(t, "inc"), Clock: rapid.Int64().Draw(t, "clock"),
		}
	})
}

func drawGame(t *rapid.T) *Game {
	text := rapid.String()
	flag := rapid.Bool()
	move := rapid.Custom(func(t *rapid.T) Move {
		return Move{Move: rapid.Uint16().Draw(t, "move"), Spent: rapid.Int64().Draw(t, "spent"), Clock: rapid.Int64().Draw(t, "clock")}
	})
	g := &Game{
		ID: rapid.Uint64().Draw(t, "id"), Number: rapid.Int().Draw(t, "number"), Variant: text.Draw(t, "variant"),
		StartFEN: text.Draw(t, "fen"), White: drawSide().Draw(t, "white"), Black: drawSide().Draw(t, "black"),
		Rated: flag.Draw(t, "rated"), Private: flag.Draw(t, "private"), NoEscape: flag.Draw(t, "noescape"), Paused: flag.Draw(t, "paused"),
		Type: text.Draw(t, "type"), Category: text.Draw(t, "category"), Started: rapid.Int64().Draw(t, "started"), Ended: rapid.Int64().Draw(t, "ended"),
		Result: text.Draw(t, "result"), Reason: text.Draw(t, "reason"), End: text.Draw(t, "end"),
	}
	if moves := rapid.SliceOfN(move, 0, 300).Draw(t, "moves"); len(moves) > 0 {
		g.Moves = moves
	}
	return g
}

func TestGameRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawGame(t)
		back, err := DecodeGame(EncodeGame(nil, g))
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(g, back); d != "" {
			t.Fatal(d)
		}
	})
}

func TestAccountRoundTrip(t *testing.T) {
	word := rapid.StringMatching(`[A-Za-z]{3,17}`)
	rapid.Check(t, func(t *rapid.T) {
		a := fullAccount()
		a.Handle = word.Draw(t, "handle")
		a.RealName = rapid.String().Draw(t, "name")
		a.Version = rapid.Uint64().Draw(t, "version")
		a.Online = rapid.Int64().Draw(t, "online")
		a.Notes = rapid.SliceOfN(rapid.String(), 1, 10).Draw(t, "notes")
		a.Vars = rapid.MapOfN(word, rapid.String(), 1, 9).Draw(t, "vars")
		a.Colours = map[string]int{word.Draw(t, "category"): rapid.Int().Draw(t, "colours")}
		b := EncodeAccount(a)
		back, err := DecodeAccount(b)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(a, back); d != "" {
			t.Fatal(d)
		}
		if !bytes.Equal(b, EncodeAccount(back)) {
			t.Fatal("the same account gave other bytes")
		}
	})
}

func TestKeys(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := rapid.Uint64().Draw(t, "a"), rapid.Uint64().Draw(t, "b")
		if got := bytes.Compare(GameKey(a), GameKey(b)); (got < 0) != (a < b) || (got > 0) != (a > b) {
			t.Fatalf("keys of %d and %d compare as %d", a, b, got)
		}
		if id, err := GameID(GameKey(a)); err != nil || id != a {
			t.Fatalf("%d came back as %d, %v", a, id, err)
		}
	})
	if _, err := GameID([]byte("short")); !errors.Is(err, ErrBadRecord) {
		t.Error(err)
	}
	if got := AccountKey("PawnStorm"); string(got) != "pawnstorm" {
		t.Errorf("account key %q", got)
	}
}

// metaReader is a Reader of the Meta bucket alone.
type metaReader map[string][]byte

func (m metaReader) Get(b Bucket, key []byte) ([]byte, error) {
	if b != Meta {
		return nil, fmt.Errorf("bucket %s", b)
	}
	return m[string(key)], nil
}

func (m metaReader) Range(Bucket, []byte, int, func(k, v []byte) bool) error { return nil }

func (m metaReader) RangeBack(Bucket, []byte, int, func(k, v []byte) bool) error { return nil }

func (m metaReader) apply(c Change) { m[string(c.Key)] = c.Value }

func TestCounters(t *testing.T) {
	m := metaReader{}
	got, err := ReadCounters(m)
	if err != nil || got != (Counters{NextGame: 1}) {
		t.Fatalf("empty: %+v, %v", got, err)
	}
	m.apply(NextGameChange(77))
	m.apply(ClockChange(1700000000123))
	m[KeySchema] = AppendUint(nil, 1)
	m[KeyNumber] = AppendUint(nil, math.MaxUint64)
	m[KeyCreated] = AppendUint(nil, 5)
	m[KeyInstall] = []byte("abc")
	got, err = ReadCounters(m)
	want := Counters{Schema: 1, Number: math.MaxUint64, Created: 5, Install: "abc", NextGame: 77, Clock: 1700000000123}
	if err != nil || got != want {
		t.Fatalf("got %+v, %v", got, err)
	}
	m[KeyClock] = []byte("now")
	if _, err = ReadCounters(m); !errors.Is(err, ErrBadRecord) || !strings.Contains(err.Error(), "counter clock") {
		t.Error(err)
	}
}

func FuzzDecodeGame(f *testing.F) {
	f.Add(EncodeGame(nil, fullGame()))
	f.Add(EncodeGame(nil, liveGame(40)))
	f.Add([]byte{gameVersion})
	f.Fuzz(func(t *testing.T, b []byte) {
		g, err := DecodeGame(b)
		if err != nil {
			if !errors.Is(err, ErrBadRecord) {
				t.Fatal(err)
			}
			return
		}
		back, err := DecodeGame(EncodeGame(nil, g))
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(g, back); d != "" {
			t.Fatal(d)
		}
	})
}

func FuzzDecodeAccount(f *testing.F) {
	f.Add(EncodeAccount(fullAccount()))
	f.Add([]byte(`{"handle":"Bob","version":0,"created":0}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		a, err := DecodeAccount(b)
		if err != nil {
			if !errors.Is(err, ErrBadRecord) {
				t.Fatal(err)
			}
			return
		}
		once := EncodeAccount(a)
		back, err := DecodeAccount(once)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(once, EncodeAccount(back)) {
			t.Fatalf("%q is not stable", b)
		}
	})
}

func BenchmarkEncodeGame(b *testing.B) {
	g := liveGame(120)
	buf := make([]byte, 0, 4096)
	b.ReportAllocs()
	for b.Loop() {
		buf = EncodeGame(buf[:0], g)
	}
}

func BenchmarkDecodeGame(b *testing.B) {
	rec := EncodeGame(nil, liveGame(120))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := DecodeGame(rec); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkEncodeAccount(b *testing.B) {
	a := fullAccount()
	b.ReportAllocs()
	for b.Loop() {
		EncodeAccount(a)
	}
}

func BenchmarkDecodeAccount(b *testing.B) {
	rec := EncodeAccount(fullAccount())
	b.ReportAllocs()
	for b.Loop() {
		if _, err := DecodeAccount(rec); err != nil {
			b.Fatal(err)
		}
	}
}

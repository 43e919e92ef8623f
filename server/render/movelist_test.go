package render

import (
	"errors"
	"strings"
	"testing"

	"epicenter/rules"
	"epicenter/server/world"
	"epicenter/storage"

	"github.com/google/go-cmp/cmp"
)

// record is a stored game of Alice, 1543, against Bob, a guest, in which each
// half-move took one second more than the one before it.
func record(t testing.TB, variant, fen string, moves ...string) *storage.Game {
	t.Helper()
	g := &storage.Game{
		ID: 7, Number: 463, Variant: variant, StartFEN: fen, Type: variant, Rated: true,
		White:  storage.Side{Handle: "boardwalk", Registered: true, Rating: 2243, State: ' ', Base: 45 * 60_000, Inc: 45_000},
		Black:  storage.Side{Handle: "Dario", Registered: true, Rating: 958, State: 'P', Base: 45 * 60_000, Inc: 45_000},
		Result: "1-0", Reason: "Black resigns", End: "Res",
	}
	v := rules.Lookup(variant)
	p := v.Start(rules.StandardStart)
	if fen != "" {
		var err error
		if p, err = rules.ParseFEN(v, fen); err != nil {
			t.Fatal(err)
		}
	}
	for i, text := range moves {
		m, err := p.ParseUCI(text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		g.Moves = append(g.Moves, storage.Move{Move: uint16(m), Spent: int64(i) * 1001})
		p = p.Play(m)
	}
	return g
}

const listDate = "Sat Jan 23, 14:34 EST 2016"

func list(t *testing.T, m MoveList, l world.Look) string {
	t.Helper()
	m.Date = listDate
	text, err := m.Text(l)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// TestMoveList is the example of docs/protocol.md §5.1, with and without
// milliseconds, live and over.
func TestMoveList(t *testing.T) {
	g := record(t, "chess", "", "e2e4", "e7e6", "d2d4")
	g.Type = "standard"
	want := `
Movelist for game 463:

boardwalk (2243) vs. Dario ( 958) --- Sat Jan 23, 14:34 EST 2016
Rated standard match, initial time: 45 minutes, increment: 45 seconds.

Move  boardwalk               Dario
----  ---------------------   ---------------------
  1.  e4      (0:00.000)      e6      (0:01.001)
  2.  d4      (0:02.002)
      {Still in progress} *
`
	if d := cmp.Diff(want, list(t, MoveList{Game: g, Live: true}, world.Look{MS: true})); d != "" {
		t.Error(d)
	}
	want = `
boardwalk (2243) vs. Dario ( 958) --- Sat Jan 23, 14:34 EST 2016
Rated standard match, initial time: 45 minutes, increment: 45 seconds.

Move  boardwalk          Dario
----  ----------------   ----------------
  1.  e2e4    (0:00)     e7e6    (0:01)
  2.  d2d4    (0:02)
      {Black resigns} 1-0
`
	if d := cmp.Diff(want, list(t, MoveList{Game: g, Coordinates: true}, world.Look{StartPos: true})); d != "" {
		t.Error(d)
	}
}

// TestMoveListFromABoard: Black begins, the start is shown to those who want
// it, guests and who has no rating are UNR, odds and castling are written out.
func TestMoveListFromABoard(t *testing.T) {
	g := record(t, "chess960", "r3k2r/8/8/8/8/8/4P3/R3K2R b KQkq - 0 1", "e8h8", "e1a1", "f8e8")
	g.Type, g.Rated = "wild/fr", false
	g.White.State, g.Black.State = '+', '-'
	g.Black.Base, g.Black.Inc = 3*60_000, 0
	want := `
boardwalk (UNR) vs. Dario (UNR) --- Sat Jan 23, 14:34 EST 2016
Unrated wild/fr match, initial time: 45 minutes, increment: 45 seconds AND 3 minutes, increment: 0 seconds.

<12> r---k--r -------- -------- -------- -------- -------- ----P--- R---K--R B -1 1 1 1 1 0 463 boardwalk Dario -4 45 45 11 10 2700000 180000 1 none (0:00.000) none 0 0 0

Move  boardwalk               Dario
----  ---------------------   ---------------------
  1.  ...                     O-O     (0:00.000)
  2.  O-O-O   (0:01.001)      Rfe8    (0:02.002)
      {Black resigns} 1-0
`
	if d := cmp.Diff(want, list(t, MoveList{Game: g}, world.Look{MS: true, StartPos: true})); d != "" {
		t.Error(d)
	}
	coordinates := list(t, MoveList{Game: g, Coordinates: true}, world.Look{})
	for _, row := range []string{"  1.  ...                o-o     (0:00)\n", "  2.  o-o-o   (0:01)     f8e8    (0:02)\n"} {
		if !strings.Contains(coordinates, row) || strings.Contains(coordinates, "<12>") {
			t.Errorf("no %q in %s", row, coordinates)
		}
	}
	promotion := record(t, "chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q")
	if text := list(t, MoveList{Game: promotion, Coordinates: true}, world.Look{}); !strings.Contains(text, "  1.  a7a8=Q  (0:00)\n") {
		t.Error(text)
	}
}

// TestMoveListOfAnExplosion: the last move of an atomic game carries its mark.
func TestMoveListOfAnExplosion(t *testing.T) {
	g := record(t, "atomic", "", "g1f3", "a7a6", "f3g5", "a6a5", "g5f7")
	g.Reason = "Black's king exploded"
	text := list(t, MoveList{Game: g}, world.Look{})
	for _, row := range []string{"  3.  Nxf7#   (0:04)\n", "      {Black's king exploded} 1-0\n"} {
		if !strings.Contains(text, row) {
			t.Errorf("no %q in %s", row, text)
		}
	}
}

// TestDamagedMoveList: a record that cannot be replayed is an error and no
// panic.
func TestDamagedMoveList(t *testing.T) {
	for name, spoil := range map[string]func(*storage.Game){
		"variant": func(g *storage.Game) { g.Variant = "draughts" },
		"start":   func(g *storage.Game) { g.StartFEN = "8/8 w" },
		"move":    func(g *storage.Game) { g.Moves[1].Move = 0xffff },
		"turn":    func(g *storage.Game) { g.Moves = g.Moves[1:] },
	} {
		g := record(t, "chess", "", "e2e4", "e7e6")
		spoil(g)
		if text, err := (MoveList{Game: g}).Text(world.Look{}); err == nil {
			t.Errorf("%s: %s", name, text)
		} else if name == "move" && !errors.Is(err, storage.ErrBadRecord) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestHistoryRow is the example of docs/protocol.md §5.2.
func TestHistoryRow(t *testing.T) {
	rows := []storage.Played{
		{Index: 48, Score: "=", Rating: 1356, OppRating: 1083, Opponent: "pawnpusher", Bracket: " bu  5   0", ECO: "B50", End: "Mat"},
		{Index: 9, Score: "+", White: true, Opponent: "Averylonghandleab", OppRating: 902, Bracket: "pxr  3   0", ECO: "---", End: "NM"},
	}
	want := `48: = 1356 B 1083 pawnpusher    [ bu  5   0] B50 Mat Fri Jan 12, 19:54 EST 2024
 9: +    0 W  902 Averylonghandleab [pxr  3   0] --- NM  Fri Jan 12, 19:54 EST 2024
`
	got := ""
	for i := range rows {
		got += string(AppendHistoryRow(nil, &rows[i], "Fri Jan 12, 19:54 EST 2024"))
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func BenchmarkMoveList(b *testing.B) {
	g := record(b, "atomic", "", "g1f3", "a7a6", "f3g5", "a6a5", "g5f7")
	m := MoveList{Game: g, Date: listDate}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := m.Text(world.Look{}); err != nil {
			b.Fatal(err)
		}
	}
}

package render

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"epicenter/rules"
	"epicenter/server/world"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the golden boards anew")

// board plays moves in coordinates from a position, as a game of Alice against
// Bob at 5 0 in which the last half-move took two seconds and White has used
// what it took.
func board(t testing.TB, variant, fen string, moves ...string) *world.Board {
	t.Helper()
	v := rules.Lookup(variant)
	if v == nil {
		t.Fatalf("no variant %q", variant)
	}
	p := v.Start(rules.StandardStart)
	if fen != "" {
		var err error
		if p, err = rules.ParseFEN(v, fen); err != nil {
			t.Fatal(err)
		}
	}
	b := &world.Board{
		Number: 12, White: "Alice", Black: "Bob", Type: variant,
		Base: 300_000, Clock: [2]int64{300_000, 300_000}, LastSAN: "none", LastVerbose: "none",
	}
	for _, text := range moves {
		m, err := p.ParseUCI(text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		b.LastSAN, b.LastVerbose, b.Blast = p.SAN(m), p.Verbose(m), p.Blasted(m)
		b.Fed = p.Fed(m)
		b.LastSpent, b.Clock[rules.White] = 2004, 297_996
		b.Recent = append(b.Recent, world.HalfMove{SAN: b.LastSAN, Spent: b.LastSpent})
		b.Recent = b.Recent[max(0, len(b.Recent)-4):]
		b.Ticking = b.Plies > 0
		b.Plies++
		p = p.Play(m)
	}
	b.Position = p
	return b
}

const beforeBlast = "r1bqkb1r/ppp1pp1p/2n2np1/3pN3/3P4/2N5/PPP1PPPP/R1BQKB1R w KQkq - 0 5"

// scene is a board as somebody sees it.
type scene struct {
	name string
	b    *world.Board
	look world.Look
	view View
}

func scenes(t testing.TB) []scene {
	late := board(t, "chess", "", "e2e4", "e7e5", "g1f3")
	late.Clock = [2]int64{-3000, 3_723_456}
	untimed := board(t, "chess", "", "d2d4")
	untimed.Untimed, untimed.Base, untimed.Clock = true, 0, [2]int64{}
	exploded := board(t, "atomic", "rnbqkbnr/pppp1ppp/8/4p3/8/4P3/PPPP1PPP/RNBQKBNR w KQkq - 0 2", "d1h5", "a7a6", "h5f7")
	return []scene{
		{"start", board(t, "chess", ""), world.Look{}, View{Relation: world.RelToMove}},
		{"after a move", board(t, "chess", "", "e2e4"), world.Look{}, View{Relation: world.RelWaiting}},
		{"after a move, for Black", board(t, "chess", "", "e2e4"), world.Look{}, View{world.RelToMove, true}},
		{"an explosion", board(t, "atomic", beforeBlast, "c3d5"), world.Look{}, View{}},
		{"an explosion, for Black", board(t, "atomic", beforeBlast, "c3d5"), world.Look{}, View{Flip: true}},
		{"a king exploded", exploded, world.Look{}, View{Relation: world.RelWaiting}},
		{"milliseconds", board(t, "chess", "", "e2e4", "e7e5", "g1f3"), world.Look{MS: true}, View{}},
		{"a flag has fallen, an hour", late, world.Look{}, View{}},
		{"the same in milliseconds", late, world.Look{MS: true}, View{}},
		{"Black begins", board(t, "chess", "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1"), world.Look{}, View{Relation: world.RelStart}},
		{"promotion", board(t, "chess", "4k3/P7/8/8/8/8/8/4K3 w - - 7 40", "a7a8q"), world.Look{}, View{Relation: world.RelExamining}},
		{"castling", board(t, "chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 20", "e1g1", "e8c8"), world.Look{}, View{Relation: world.RelExaminedO}},
		{"untimed", untimed, world.Look{}, View{Relation: world.RelIsolated}},
		{"highlight", board(t, "chess", "", "e2e4"), world.Look{Highlight: 1}, View{}},
		{"highlight, for Black", board(t, "chess", "", "e2e4"), world.Look{Highlight: 1}, View{Flip: true}},
		{"no highlight", board(t, "chess", "", "e2e4"), world.Look{Highlight: 1, NoHighlight: true}, View{}},
		{"VT100", board(t, "chess", "", "e2e4"), world.Look{VTHighlight: true}, View{}},
		{"five half-moves", board(t, "chess", "", "e2e4", "e7e5", "g1f3", "b8c6", "f1b5"), world.Look{}, View{}},
		{"six half-moves", board(t, "chess", "", "e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6"), world.Look{}, View{}},
		{"Black began", board(t, "chess", "4k3/8/8/8/8/8/4P3/4K3 b - - 0 7", "e8d8"), world.Look{}, View{}},
		{"men in hand", board(t, "crazyhouse", "", "e2e4", "d7d5", "e4d5", "d8d5"), world.Look{}, View{Relation: world.RelToMove}},
		{"a drop, for Black", board(t, "crazyhouse", "4k3/8/8/8/8/8/8/4K3[QNNp] w - - 0 9", "N@f6"), world.Look{}, View{world.RelToMove, true}},
	}
}

// TestStyles compares every style of every scene with testdata/boards, one file
// a style; ESC is written as ^[ there.
func TestStyles(t *testing.T) {
	for style := int8(1); style <= 14; style++ {
		t.Run(fmt.Sprint(style), func(t *testing.T) {
			var got strings.Builder
			for _, s := range scenes(t) {
				s.look.Style = style
				text := Board(s.b, s.look, s.view)
				if !strings.HasSuffix(text, "\n") || strings.HasPrefix(text, "\n") || strings.ContainsAny(text, "\r\t\a") {
					t.Errorf("%s: not lines alone: %q", s.name, text)
				}
				fmt.Fprintf(&got, "-- %s --\n%s", s.name, strings.ReplaceAll(text, "\x1b", "^["))
			}
			path := filepath.Join("testdata", "boards", fmt.Sprintf("style%02d.txt", style))
			if *update {
				if err := os.WriteFile(path, []byte(got.String()), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(string(want), got.String()); d != "" {
				t.Error(d)
			}
		})
	}
}

// TestStandardBoard is the example of docs/protocol.md §9, read from there.
func TestStandardBoard(t *testing.T) {
	doc, err := os.ReadFile("../../docs/protocol.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, found := strings.Cut(string(doc), "Style 1 (default), White at bottom:\n```\n")
	want, _, closed := strings.Cut(rest, "```")
	if !found || !closed {
		t.Fatal("docs/protocol.md §9 has no example of style 1")
	}
	b := board(t, "chess", "", "e2e4")
	b.Clock[rules.White] = 298_000
	for _, style := range []int8{1, 0, 15, 127, -1} {
		if d := cmp.Diff(want, Board(b, world.Look{Style: style}, View{})); d != "" {
			t.Errorf("style %d: %s", style, d)
		}
	}
}

// TestDiagrams draws the six boards of docs/diagrams.md in style 3.
func TestDiagrams(t *testing.T) {
	doc, err := os.ReadFile("../../docs/diagrams.md")
	if err != nil {
		t.Fatal(err)
	}
	parts := strings.Split(string(doc), "```\n")
	if len(parts) != 13 {
		t.Fatalf("%d fences, want those of six diagrams", len(parts)-1)
	}
	for i := 0; i < 12; i += 2 {
		text := strings.Split(strings.TrimSpace(parts[i]), "\n")
		fen, want := text[len(text)-1], parts[i+1]
		got := Board(board(t, "atomic", fen), world.Look{Style: 3}, View{})
		var rows []string
		for _, line := range strings.SplitAfter(got, "\n")[2:] {
			line = strings.TrimPrefix(line, "    ") // the margin is free
			if j := strings.LastIndexByte(line, '|'); j > 0 {
				line = line[:j+1] + "\n" // without the side information
			}
			rows = append(rows, line)
		}
		if d := cmp.Diff(want, strings.Join(rows, "")); d != "" {
			t.Errorf("%s: %s", fen, d)
		}
	}
}

func TestLead(t *testing.T) {
	if got := Lead(world.Look{}) + Lead(world.Look{Bell: true}); got != "\n\a\n" {
		t.Errorf("leads %q", got)
	}
}

// TestBlastMarks: a square that the last explosion emptied is marked only while
// it is empty, and a square that is none does no harm.
func TestBlastMarks(t *testing.T) {
	b := board(t, "atomic", beforeBlast, "c3d5")
	want := Board(b, world.Look{Style: 14}, View{})
	if n := strings.Count(want, " . |"); n != 2 || strings.Count(want, "[ ]|") != 1 {
		t.Fatalf("%d men marked:\n%s", n, want)
	}
	b.Blast = append(b.Blast, rules.SquareAt(0, 0), rules.NoSquare, 255)
	if d := cmp.Diff(want, Board(b, world.Look{Style: 14}, View{})); d != "" {
		t.Error(d)
	}
	b.Blast = nil
	if d := cmp.Diff(Board(b, world.Look{Style: 1}, View{}), Board(b, world.Look{Style: 14}, View{})); d != "" {
		t.Errorf("without an explosion style 14 is style 1: %s", d)
	}
}

func BenchmarkStyle1(b *testing.B) {
	bd := board(b, "chess", "", "e2e4")
	b.ReportAllocs()
	for b.Loop() {
		Board(bd, world.Look{Style: 1}, View{})
	}
}

package rules

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/google/go-cmp/cmp"
)

// readAll returns the games of a text and the errors of the broken ones.
func readAll(t testing.TB, text string) (games []*Game, broken []*PGNError) {
	t.Helper()
	r := NewPGNReader(strings.NewReader(text))
	for {
		g, err := r.Next()
		var e *PGNError
		switch {
		case errors.Is(err, io.EOF):
			return games, broken
		case errors.As(err, &e):
			broken = append(broken, e)
		case err != nil:
			t.Fatal(err)
		default:
			games = append(games, g)
		}
	}
}

// TestPGNCorpus replays the games of the corpus from their SAN alone, must come to
// the same place, and reads back what it writes.
func TestPGNCorpus(t *testing.T) {
	final := map[string]gameRecord{}
	for _, line := range lines(t, "games.jsonl") {
		var g gameRecord
		if err := json.Unmarshal([]byte(line), &g); err != nil {
			t.Fatal(err)
		}
		final[g.ID] = g
	}
	text, err := os.ReadFile("testdata/games.pgn")
	if err != nil {
		t.Fatal(err)
	}
	games, broken := readAll(t, string(text))
	if len(games) != 85 || len(broken) > 0 {
		t.Fatalf("%d games, broken: %v", len(games), broken)
	}
	for _, g := range games {
		want := final[g.Tag("GameId")]
		p := g.End()
		if p.FEN() != want.FinalFEN || g.Result.String() != want.Result || len(g.Moves) != len(want.Moves) {
			t.Errorf("%s ends at %s with %v, want %s with %s", want.ID, p.FEN(), g.Result, want.FinalFEN, want.Result)
		}
		roundTrip(t, g)
	}
}

// roundTrip writes a game, reads it and compares.
func roundTrip(t testing.TB, g *Game) {
	t.Helper()
	text := g.PGN()
	back, broken := readAll(t, text)
	if len(back) != 1 || len(broken) > 0 {
		t.Fatalf("%d games and errors %v from\n%s", len(back), broken, text)
	}
	if again := back[0].PGN(); again != text {
		t.Fatalf("differs when written again: %s", cmp.Diff(text, again))
	}
	if back[0].Start.FEN() != g.Start.FEN() || back[0].Result != g.Result {
		t.Fatalf("start or result differ:\n%s", text)
	}
	if d := cmp.Diff(normal(g.Line), normal(back[0].Line)); d != "" {
		t.Fatalf("lines differ: %s\n%s", d, text)
	}
}

// normal makes empty and missing the same.
func normal(l Line) Line {
	out := Line{Comments: append([]string{}, l.Comments...), Moves: []Played{}}
	for _, m := range l.Moves {
		n := Played{Move: m.Move, NAGs: append([]int{}, m.NAGs...), Comments: append([]string{}, m.Comments...), Variations: []Line{}}
		for _, v := range m.Variations {
			n.Variations = append(n.Variations, normal(v))
		}
		out.Moves = append(out.Moves, n)
	}
	return out
}

const richPGN = `[Event "Test \"A\" \\ B"]
[Site "?"]
[Date "2024.01.13"]
[Round "-"]
[White "Alice"]
[Black "Bob"]
[Result "1-0"]
[Variant "Atomic"]
[TimeControl "180+2"]
[Termination "normal"]

{before all} {twice} 1. Nf3 $1 {[%clk 0:03:00]} {good} 1... f6 (1... a6 {why}
2. Ng5 (2. e4 e5) 2... a5) ({idle} 1... h6 $2 $140) 2. Nd4 Nh6 3. Ne6 Nf7 4.
Nxd8# 1-0

`

func TestPGNKeepsEverything(t *testing.T) {
	games, broken := readAll(t, richPGN)
	if len(games) != 1 || len(broken) != 0 {
		t.Fatalf("%d games, %v", len(games), broken)
	}
	g := games[0]
	if got := g.PGN(); got != richPGN {
		t.Errorf("written again: %s", cmp.Diff(richPGN, got))
	}
	first := g.Moves[0]
	left, ok := first.Clock()
	if left != 3*time.Minute || !ok || len(first.NAGs) != 1 || len(g.Comments) != 2 {
		t.Errorf("clock %v, %+v", left, first)
	}
	if v := g.Moves[1].Variations; len(v) != 2 || len(v[0].Moves) != 3 || len(v[0].Moves[1].Variations) != 1 || v[1].Comments[0] != "idle" {
		t.Errorf("variations %+v", v)
	}
	if p := g.End(); p.Outcome().Reason != KingExploded {
		t.Errorf("ends at %s", p.FEN())
	}
	roundTrip(t, g)
}

// What other programs write is read, whatever its form.
func TestPGNForms(t *testing.T) {
	for _, c := range []struct{ text, moves string }{
		{"1.e4 e5 2.Nf3 *", "e2e4 e7e5 g1f3"},
		{"1. e4 e5 2. Nf3 *\r\n", "e2e4 e7e5 g1f3"},
		{"\ufeff1 e4 1... e5 *", "e2e4 e7e5"},
		{"e4! e5?! Nf3 !! *", "e2e4 e7e5 g1f3"},
		{"1. e4 ; to the end } of ( the line\n e5 *", "e2e4 e7e5"},
		{"% escaped } line\n1. e4 e5 *", "e2e4 e7e5"},
		{"1. e4 a6 2. e5 d5 3. exd6 e.p. *", "e2e4 a7a6 e4e5 d7d5 e5d6"},
		{"1. e4 a6 2. e5 d5 3. exd6ep *", "e2e4 a7a6 e4e5 d7d5 e5d6"},
		{"1. Nf3 a6 2. g3 b6 3. Bg2 c6 4. 0-0 *", "g1f3 a7a6 g2g3 b7b6 f1g2 c7c6 e1g1"},
		{"1. Nf3 a6 2. g3 b6 3. Bg2 c6 4.0-0 1/2-1/2", "g1f3 a7a6 g2g3 b7b6 f1g2 c7c6 e1g1"},
		{"1. e4 {a comment\nover [two] lines} e5 () *", "e2e4 e7e5"},
		{"[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"]\n1. a8Q+ *", "a7a8q"},
		{"[Variant \"crazyhouse\"] [White \"A\"]\n\n1. e4 d5 2. exd5 Nf6 3. P@e6 *", "e2e4 d7d5 e4d5 g8f6 P@e6"},
		{"[Variant \"Fischerandom\"]\n[FEN \"bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1\"]\n1. O-O *", ""},
		{"1-0", ""},
		{"{nothing played} *", ""},
		{"1. e4 * {said afterwards}", "e2e4"},
	} {
		games, broken := readAll(t, c.text)
		if len(games) != 1 && c.moves != "" {
			t.Errorf("%q: %d games, %v", c.text, len(games), broken)
			continue
		}
		for _, g := range games {
			if got := uciLine(g); got != c.moves {
				t.Errorf("%q: %s, want %s", c.text, got, c.moves)
			}
			roundTrip(t, g)
		}
	}
}

func uciLine(g *Game) string {
	var out []string
	p := g.Start
	for _, m := range g.Moves {
		out = append(out, p.UCI(m.Move))
		p = p.Play(m.Move)
	}
	return strings.Join(out, " ")
}

// Broken games are reported by number and line, and the next one is read.
func TestPGNErrors(t *testing.T) {
	for _, c := range []struct {
		text string
		line int
		want string
	}{
		{"[White \"A\"]\n\n1. e4 e5\n2. Ke3 *", 4, `illegal move: "Ke3" in rnbqkbnr/`},
		{"1. e4 hello *", 1, `not a move: "hello"`},
		{"1. Nf3 a6 2. Nd4 b6\n3. Nf3 c6\n4. Nc3 d6 5. Ne4 e6 6. Ng5 *", 3, "ambiguous move"},
		{"[White \"A\"]\n\n1. e4 e5", 3, "without a result"},
		{"1. e4 {never closed *", 1, "a comment is not closed"},
		{"1. e4 (1. d4 *", 1, "the result * inside a variation"},
		{"1. e4 (1. d4", 1, "a variation is not closed"},
		{"1. e4 ) *", 1, ") closes no variation"},
		{"(1. e4) *", 1, "a variation stands before the first move"},
		{"$1 1. e4 *", 1, "an annotation stands before the first move"},
		{"1. e4 $256 *", 1, "$256 is no annotation"},
		{"1. e4 $x *", 1, "$x is no annotation"},
		{"1. e4!!! *", 1, `"!!!" is no annotation`},
		{"1. e4 } *", 1, "'}' among the moves"},
		{"[White A]\n1. e4 *", 1, `"[White A]" is no tag`},
		{"1. e4 [x] *", 1, "'[' among the moves"},
		{"[White \"A]\n1. e4 *", 1, `is no tag; write [Name "value"]`},
		{"[White \"A\" x]\n1. e4 *", 1, "is no tag"},
		{"[Result \"1-0\"]\n1. e4 0-1", 2, `the tag Result says "1-0", the moves end with 0-1`},
		{"[Variant \"three-check\"]\n1. e4 *", 2, `the variant "three-check" is not known`},
		{"[Variant \"wild/4\"]\n1. e4 *", 2, "the tag FEN is missing: games of wild/4"},
		{"[FEN \"8/8\"]\n1. e4 *", 2, "FEN, fields: 1 found"},
		{"[FEN \"4k3/8/8/8/8/8/8/4K2X w - - 0 1\"]\n1. e4 *", 2, "FEN, board: 'X' in rank 1"},
		{strings.Repeat("(", 3) + " *", 1, "before the first move"},
		{"1. e4 " + strings.Repeat("(1. d4 ", 70) + strings.Repeat(")", 70) + "*", 1, "more than 64 deep"},
		{"1. " + strings.Repeat("x", 1000) + " *", 1, "xxx…\""},
	} {
		next := "\n\n[Event \"next\"]\n\n1. d4 1-0\n"
		games, broken := readAll(t, c.text+next)
		if len(broken) != 1 || broken[0].Game != 1 || broken[0].Line != c.line || !strings.Contains(broken[0].Error(), c.want) {
			t.Errorf("%q: %v, want line %d with %q", c.text, broken, c.line, c.want)
		}
		if len(games) != 1 || games[0].Tag("Event") != "next" {
			t.Errorf("%q: the next game is lost (%d games)", c.text, len(games))
		}
	}
}

// A game may be as long as it likes up to a bound, the stream has none.
func TestPGNBounds(t *testing.T) {
	long := "[Event \"long\"]\n\n{" + strings.Repeat("x ", maxGameText) + "} *\n"
	games, broken := readAll(t, long+"\n[Event \"next\"]\n\n*\n")
	if len(games) != 1 || len(broken) != 1 || !strings.Contains(broken[0].Error(), "longer than") {
		t.Errorf("%d games, %v", len(games), broken)
	}
	games, broken = readAll(t, strings.Repeat(richPGN, 1000))
	if len(games) != 1000 || len(broken) != 0 {
		t.Errorf("%d games, %v", len(games), broken)
	}
	if games, broken = readAll(t, " \n\n\t\n"); len(games)+len(broken) != 0 {
		t.Errorf("games in nothing: %v, %v", games, broken)
	}
}

type brokenReader struct{ err error }

func (b brokenReader) Read([]byte) (int, error) { return 0, b.err }

func TestPGNStreamFails(t *testing.T) {
	pipe := errors.New("the disk is gone")
	r := NewPGNReader(io.MultiReader(strings.NewReader("1. e4 *\n\n[Event \"x\"]\n"), brokenReader{pipe}))
	if g, err := r.Next(); err != nil || len(g.Moves) != 1 {
		t.Fatalf("first game: %v", err)
	}
	if _, err := r.Next(); err == nil {
		t.Error("half a game is a game")
	}
	if _, err := r.Next(); !errors.Is(err, pipe) {
		t.Errorf("the stream's end is %v", err)
	}
}

// Every variant's games say by their tags what they are.
func TestPGNTagsOfVariants(t *testing.T) {
	for _, v := range append(Variants(), Lookup("bughouse")) {
		for _, number := range []int{StandardStart, 7} {
			g := NewGame(v.Start(number))
			g.SetTag("White", "A\nB")
			g.Add(g.Start.AppendMoves(nil)[0])
			g.Result = Draw
			roundTrip(t, g)
			back, _ := readAll(t, g.PGN())
			if got := back[0].Start.Variant(); got != v && !v.Unrated { // odds are chess with a FEN
				t.Errorf("%s reads back as %s:\n%s", v, got, g.PGN())
			}
			if back[0].Tag("White") != "A B" || back[0].Tag("Date") != "????.??.??" || back[0].Tag("Result") != "1/2-1/2" {
				t.Errorf("tags %v", back[0].Tags)
			}
		}
	}
	plain := NewGame(Lookup("chess").Start(0))
	if text := plain.PGN(); strings.Contains(text, "FEN") || strings.Contains(text, "Variant") {
		t.Errorf("chess needs no further tags:\n%s", text)
	}
	plain.Tags = []Tag{{"bad name", "x"}, {"White", "W"}, {"White", "again"}, {"FEN", "nonsense"}, {"Result", "1-0"}}
	if text := plain.PGN(); strings.Contains(text, "bad") || strings.Contains(text, "again") || strings.Contains(text, "FEN") || !strings.Contains(text, `[Result "*"]`) {
		t.Errorf("tags that do not fit are written:\n%s", text)
	}
}

func TestClocks(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"[%clk 1:02:03]": time.Hour + 2*time.Minute + 3*time.Second, "x [%clk 0:00:01.5] y": 1500 * time.Millisecond,
		"[%clk 2:03]": 123 * time.Second, "[%clk 45]": 45 * time.Second,
	} {
		m := Played{Comments: []string{"first", text}}
		if got, ok := m.Clock(); !ok || got != want {
			t.Errorf("%s is %v, %v", text, got, ok)
		}
	}
	for _, text := range []string{"", "[%clk ]", "[%clk 1:2:3:4]", "[%clk -1:00]", "[%clk 1.5:00]", "[%clk NaN]", "[%clk 0:00:10", "[%clk 1e3]", "[%clk 999999999]"} {
		m := Played{Comments: []string{text}}
		if got, ok := m.Clock(); ok {
			t.Errorf("%s is %v", text, got)
		}
	}
	var m Played
	m.SetClock(-time.Second)
	m.SetClock(63*time.Second + 250*time.Millisecond)
	if len(m.Comments) != 1 || m.Comments[0] != "[%clk 0:01:03.250]" {
		t.Errorf("comments %q", m.Comments)
	}
	if TimeControl(3*time.Minute, 2*time.Second) != "180+2" || TimeControl(0, 0) != "-" || TimeControl(0, time.Second) != "0+1" {
		t.Error("time controls")
	}
}

// FuzzPGN: whatever is read can be written and read again.
func FuzzPGN(f *testing.F) {
	f.Add(richPGN)
	f.Add("1. e4 {a} (1. d4 $3 ; x\n) e5 *\n\n[Event \"x\"]\n% y\n1-0")
	f.Add("[Variant \"crazyhouse\"]\n1. e4 d5 2. exd5 Nf6 3. P@e6 *")
	f.Add("[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n1. O-O+ {[Event \"} 1-0")
	f.Fuzz(func(t *testing.T, text string) {
		games, broken := readAll(t, text)
		if len(games)+len(broken) > len(text)+1 {
			t.Fatal("more games than letters")
		}
		for _, g := range games {
			roundTrip(t, g)
		}
	})
}

// Lines are at most 79 characters, however long the comments, and no line of a
// comment looks like a tag.
func TestPGNLines(t *testing.T) {
	g := NewGame(Lookup("chess").Start(0))
	p := g.Start
	for i := range 150 {
		m := p.AppendMoves(nil)[i%3]
		played := g.Add(m)
		played.Comments = []string{strings.TrimSpace(strings.Repeat("word ", i+1)), "[Event \"x\"] [%clk 0:00:01]"}
		p = p.Play(m)
	}
	movetext := strings.SplitN(g.PGN(), "\n\n", 2)[1]
	for line := range strings.SplitSeq(movetext, "\n") {
		if len(line) > pgnColumns+len(`[Event "x"] [%clk 0:00:01]}`) || strings.HasPrefix(line, "[") {
			t.Errorf("%d characters: %s", len(line), line)
		}
	}
	roundTrip(t, g)
}

// A stream that comes byte by byte, with other line ends, is the same.
func TestPGNStreams(t *testing.T) {
	for name, r := range map[string]io.Reader{
		"byte by byte": iotest.OneByteReader(strings.NewReader(richPGN + richPGN)),
		"with errors":  iotest.DataErrReader(strings.NewReader(richPGN + richPGN)),
		"CR LF":        strings.NewReader(strings.ReplaceAll(richPGN+richPGN, "\n", "\r\n")),
		"no last end":  strings.NewReader(richPGN + strings.TrimSpace(richPGN)),
		"glued":        strings.NewReader(strings.TrimSpace(richPGN) + "\n" + richPGN),
	} {
		reader := NewPGNReader(r)
		for i := range 2 {
			g, err := reader.Next()
			if err != nil || g.PGN() != richPGN {
				t.Errorf("%s, game %d: %v", name, i+1, err)
			}
		}
		if _, err := reader.Next(); !errors.Is(err, io.EOF) {
			t.Errorf("%s: the end is %v", name, err)
		}
	}
}

// Values of the tag Variant that are about, and what they mean.
func TestVariantTags(t *testing.T) {
	for value, want := range map[string]string{
		"": "chess", "Standard": "chess", "From Position": "chess", "Chess960": "chess960", "fischerandom": "chess960",
		"Fischer Random": "chess960", "wild/fr": "chess960", "Atomic": "atomic", "ATOMIC960": "atomic960", "Crazyhouse": "crazyhouse",
		"zh": "crazyhouse", "suicide": "suicide", "Losers": "losers", "bughouse": "bughouse", "wild/5": "wild/5", "wild 8a": "wild/8a",
		"w8": "wild/8", "wildcastle": "wild/0", "odds/pawn-and-move": "odds/pawn-and-move",
		"antichess": "", "kingOfTheHill": "", "x": "",
	} {
		list, got := variantsOfTag(value), ""
		if len(list) > 0 {
			got = list[0].Name
		}
		if got != want {
			t.Errorf("%q is %q, want %q", value, got, want)
		}
	}
}

// A start decides which variant of a family is meant.
func TestVariantByFEN(t *testing.T) {
	for _, c := range []struct{ tag, fen, want string }{
		{"", "1k1r4/8/8/8/8/8/8/1K1R4 w D - 0 1", "chess960"},
		{"", "3k3r/8/8/8/8/8/8/3K3R w K - 0 1", "chess960"},
		{"Atomic", "1k1r4/8/8/8/8/8/8/1K1R4 w D - 0 1", "atomic960"},
		{"Atomic", "4k2r/8/8/8/8/8/8/4K2R w K - 0 1", "atomic"},
		{"wild/1", "3k3r/8/8/8/8/8/8/3K3R w K - 0 1", "wild/1"},
	} {
		games, broken := readAll(t, "[Variant \""+c.tag+"\"]\n[FEN \""+c.fen+"\"]\n\n*\n")
		if len(games) != 1 || games[0].Start.Variant().Name != c.want {
			t.Errorf("%q with %s: %v, want %s", c.tag, c.fen, broken, c.want)
		}
	}
}

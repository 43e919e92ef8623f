package render

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"epicenter/rules"
	"epicenter/server/world"
	"epicenter/storage"

	"github.com/google/go-cmp/cmp"
)

// TestGameRow: the rows of docs/protocol.md §3.3 and docs/clients.md §3.10, with the clocks of
// a game at rest.
func TestGameRow(t *testing.T) {
	side := func(handle string, rating int, state byte, clock int64) storage.Side {
		return storage.Side{Handle: handle, Rating: rating, State: state, Clock: clock, Base: 165 * 60_000}
	}
	tests := []struct {
		number       int
		white, black storage.Side
		fen, kind    string
		rated        bool
		want         string
	}{
		{
			204, side("NoSteadyHand", 1534, ' ', 8_051_999), side("EverSunday", 1513, 'E', 9_431_000),
			"4k3/8/8/8/8/8/8/4K2R b K - 0 21", "standard", true,
			"204 1534 NoSteadyHan 1513 EverSunday [ sr165   0] 2:14:11 -2:37:11 ( 5- 0) B: 21\n",
		},
		{
			34, side("xmarkers", 0, '+', 142_000), side("GuestABCDEF", 0, '-', 175_000),
			"4k3/8/8/8/8/8/8/4K2R w K - 0 9", "blitz", false,
			" 34 ++++ xmarkers    ---- GuestABCDE [ bu165   0]   2:22 -  2:55 ( 5- 0) W:  9\n",
		},
		{
			1044, side("Vetter", 913, 'P', -2001), side("Li", 98, ' ', 0),
			"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 131", "atomic960", true,
			"1044  913 Vetter        98 Li         [ xr165   0]  -0:03 -  0:00 (39-39) W: 131\n",
		},
	}
	for _, tt := range tests {
		p, err := rules.ParseFEN(rules.Lookup("chess"), tt.fen)
		if err != nil {
			t.Fatal(err)
		}
		g := &world.Game{Position: p}
		g.Record = storage.Game{Number: tt.number, White: tt.white, Black: tt.black, Type: tt.kind, Rated: tt.rated, Paused: true}
		if d := cmp.Diff(tt.want, string(AppendGameRow(nil, g, 0))); d != "" {
			t.Error(d)
		}
	}
}

func TestGamesFooter(t *testing.T) {
	for _, tt := range []struct {
		matching, all int
		filtered      bool
		want          string
	}{
		{0, 0, false, "There are no games in progress.\n"},
		{0, 0, true, "There are no games in progress.\n"},
		{0, 23, true, "No matching games were found (of 23 in progress).\n"},
		{1, 1, false, "\n  1 game displayed.\n"},
		{3, 3, false, "\n  3 games displayed.\n"},
		{1, 23, true, "\n  1 game displayed (of 23 in progress).\n"},
		{6, 23, true, "\n  6 games displayed (of 23 in progress).\n"},
	} {
		if got := GamesFooter(tt.matching, tt.all, tt.filtered, world.Look{}); got != tt.want {
			t.Errorf("%d of %d: %q", tt.matching, tt.all, got)
		}
	}
	if got := GamesFooter(1, 23, true, world.Look{Classic: true}); got != "\n  1 games displayed (of 23 in progress).\n" {
		t.Errorf("one game for a client: %q", got)
	}
}

func whoRows() []WhoRow {
	return []WhoRow{
		{Handle: "OldOakII", Titles: "(C)", Points: 2255, State: ' ', Mark: '^', Game: 12, Bits: 2, Ratings: []WhoRating{{2255, ' '}, {0, '-'}}, Online: 3_900_000, Idle: 59_000},
		{Handle: "Cherry", Points: 958, State: 'E', Mark: ' ', Ratings: []WhoRating{{958, 'E'}, {1400, 'P'}}, Online: 101 * 3_600_000, Idle: 600_000, Win: 10, Loss: 2, Dr: 1},
		{Handle: "Tomcat", Titles: "(*)(TD)", State: '-', Mark: ':', More: 9, Ratings: []WhoRating{{0, '-'}, {0, '-'}}},
		{Handle: "bela", Titles: "(U)", State: '+', Mark: '.', Bits: 1, Ratings: []WhoRating{{0, '+'}, {0, '+'}}},
	}
}

// TestWho: terse rows as docs/protocol.md §3.5 shows them, each cell of the form that
// clients look for.
func TestWho(t *testing.T) {
	cell := regexp.MustCompile(`^(?:[-0-9+ ]{4}[\^~:#. &]\w+(?:\([A-Z*]+\))*(?:\s{2,}|$))+$`)
	tests := []struct {
		width int
		want  string
	}{
		{79, "2255^OldOakII(C)     958 Cherry         ----:Tomcat(*)(TD)  ++++.bela(U)\n"},
		{0, "2255^OldOakII(C)     958 Cherry         ----:Tomcat(*)(TD)  ++++.bela(U)\n"},
		{40, "2255^OldOakII(C)    ----:Tomcat(*)(TD)\n 958 Cherry         ++++.bela(U)\n"},
		{20, "2255^OldOakII(C)\n 958 Cherry\n----:Tomcat(*)(TD)\n++++.bela(U)\n"},
	}
	for _, tt := range tests {
		got := string(AppendWho(nil, whoRows(), tt.width))
		if d := cmp.Diff(tt.want, got); d != "" {
			t.Errorf("width %d: %s", tt.width, d)
		}
		for line := range strings.Lines(got) {
			if !cell.MatchString(strings.TrimRight(line, "\n")) {
				t.Errorf("%q is no line of cells", line)
			}
		}
	}
	if got := string(AppendWho(nil, nil, 79)); got != "" {
		t.Errorf("nobody: %q", got)
	}
	for n, want := range map[int]string{
		1:  "\n 1 player displayed (of 40). (*) indicates system administrator.\n",
		12: "\n 12 players displayed (of 40). (*) indicates system administrator.\n",
	} {
		if got := WhoFooter(n, 40); got != want {
			t.Errorf("%q", got)
		}
	}
}

// TestWhoBoxes: all lines of a box are equally long, whatever stands in it.
func TestWhoBoxes(t *testing.T) {
	long := WhoRow{Handle: "Averylonghandleab", Titles: "(*)(TM)(SR)", Points: 9999, Mark: '&', State: ' ', Game: 999, Ratings: []WhoRating{{9999, ' '}, {1, ' '}}, Online: 9999 * 86_400_000, Idle: 9999 * 86_400_000}
	rows := append(whoRows(), long)
	verbose, scores := string(AppendWhoVerbose(nil, rows)), string(AppendWhoScores(nil, rows, "crazyhouse"))
	for _, text := range []string{verbose, scores} {
		for line := range strings.Lines(text) {
			if len(line) != len(whoRule) {
				t.Errorf("%d columns instead of %d: %q", len(line), len(whoRule), line)
			}
		}
	}
	for _, row := range []string{
		" | 12 ^ OldOakII(C)       2255        ----         1:05          |\n",
		" |      Cherry             958        1400           4d   0:10   |\n",
		" |      5 Players Displayed                                      |\n",
	} {
		if !strings.Contains(verbose, row) {
			t.Errorf("no %q in\n%s", row, verbose)
		}
	}
	if row := " |      Cherry             958         10      2      1     13   |\n"; !strings.Contains(scores, row) {
		t.Errorf("no %q in\n%s", row, scores)
	}
}

// TestWhoRecords: docs/protocol.md §7.9; the pattern is what a client reads.
func TestWhoRecords(t *testing.T) {
	want := "OldOakII^022255 0P,00\nCherry 00958E1400P,00\nTomcat:000P0P,09\nbela.010P0P,00\n4 Players Displayed.\n"
	got := string(AppendWhoRecords(nil, whoRows()))
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	pattern := regexp.MustCompile(`^[A-Za-z]+[ ^~:#.&][0-9A-F]{2}(\d+[P E]){2},[0-9A-F]{2}$`)
	for _, line := range strings.Split(got, "\n")[:4] {
		if !pattern.MatchString(line) {
			t.Errorf("%q is no record", line)
		}
	}
}

// TestFingerRow is the example of docs/protocol.md §5.5.
func TestFingerRow(t *testing.T) {
	at := time.Date(2024, 1, 12, 0, 0, 0, 0, time.UTC).UnixMilli()
	best := time.Date(2000, 2, 20, 12, 0, 0, 0, time.UTC).UnixMilli()
	got := string(AppendFingerRow(nil, "blitz", storage.Rating{
		Rating: 1342_50, RD: 51_50, Last: at, Win: 937, Loss: 781, Draw: 58, Best: 1729_49, BestAt: best,
	}, at, time.UTC)) +
		string(AppendFingerRow(nil, "atomic", storage.Rating{Rating: 1290_00, RD: 184_60, Last: at, Win: 1, Loss: 8}, at, time.UTC)) +
		string(AppendFingerRow(nil, "crazyhouse", storage.Rating{Rating: 95_00, RD: 45_00, Last: at - 182*86_400_000, Draw: 1}, at, time.UTC))
	want := FingerHead +
		"Blitz      1343     51.5     937     781      58    1776   1729 (20-Feb-2000)\n" +
		"Atomic     1290    184.6       1       8       0       9\n" +
		"Crazyhouse   95     80.0       0       0       1       1\n"
	if d := cmp.Diff(want, FingerHead+got); d != "" {
		t.Error(d)
	}
}

// TestHighlight: names of others are marked for those who ask for it, one's
// own and those of who has nohighlight are not.
func TestHighlight(t *testing.T) {
	said := world.Said{How: world.ToChannel, Channel: 50, From: "Alice", Titles: "(TM)", Text: "hi"}
	tests := []struct {
		look world.Look
		own  bool
		want string
	}{
		{world.Look{}, false, "Alice(TM)(50): hi\n"},
		{world.Look{Highlight: 1}, false, "\x1b[7mAlice\x1b[0m(TM)(50): hi\n"},
		{world.Look{Highlight: 15}, false, "\x1b[7;1;5;4mAlice\x1b[0m(TM)(50): hi\n"},
		{world.Look{Highlight: 1, NoHighlight: true}, false, "Alice(TM)(50): hi\n"},
		{world.Look{Highlight: 1}, true, "Alice(TM)(50): hi\n"},
	}
	for _, tt := range tests {
		if got := Fact(said, Eye{Look: tt.look, Own: tt.own}).Text; got != tt.want {
			t.Errorf("%+v: %q", tt.look, got)
		}
	}
}

// TestSaid: the lines of docs/clients.md §3.9.
func TestSaid(t *testing.T) {
	tests := []struct {
		said world.Said
		want string
	}{
		{world.Said{How: world.Tell, Titles: "(U)"}, "Bob(U) tells you: hi"},
		{world.Said{How: world.Say}, "Bob says: hi"},
		{world.Said{How: world.Say, Game: 12}, "Bob[12] says: hi"},
		{world.Said{How: world.ToChannel, Channel: 4, Titles: "(U)"}, "Bob(U)(4): hi"},
		{world.Said{How: world.Kibitz, Game: 90, Rating: "1740"}, "Bob(1740)[90] kibitzes: hi"},
		{world.Said{How: world.Whisper, Game: 235, Rating: " 958", Titles: "(C)"}, "Bob(C)( 958)[235] whispers: hi"},
		{world.Said{How: world.Shout, Titles: "(SR)(TM)"}, "Bob(SR)(TM) shouts: hi"},
		{world.Said{How: world.CShout}, "Bob c-shouts: hi"},
		{world.Said{How: world.It}, "--> Bob hi"},
		{world.Said{How: world.It, Text: "'s hat"}, "--> Bob's hat"},
	}
	for _, tt := range tests {
		tt.said.From = "Bob"
		if tt.said.Text == "" {
			tt.said.Text = "hi"
		}
		r := Fact(tt.said, Eye{})
		if r.Text != tt.want+"\n" {
			t.Errorf("%q, want %q", r.Text, tt.want)
		}
	}
}

func BenchmarkWho(b *testing.B) {
	var rows []WhoRow
	for range 100 {
		rows = append(rows, whoRows()...)
	}
	var dst []byte
	b.ReportAllocs()
	for b.Loop() {
		dst = AppendWho(dst[:0], rows, 79)
	}
}

package uci

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"epicenter/rules"
	"epicenter/rules/search"
)

// newSession returns a session as it is before the first line, and what it has said.
func newSession() (*Session, *strings.Builder) {
	var out strings.Builder
	s := &Session{In: strings.NewReader(""), Out: &out, Clock: newHandClock(0), Rand: rand.New(rand.NewPCG(1, 1)), Name: "Test", Author: "nobody"}
	s.opts, s.engine = defaults(), search.New(search.Options{HashMB: 1})
	s.newGame()
	return s, &out
}

// GUIs show the options by these lines and refuse to start an engine that garbles them.
func TestOptionLines(t *testing.T) {
	o := defaults()
	got := o.list()
	want := []string{
		"option name Hash type spin default 16 min 1 max 4096",
		"option name Clear Hash type button",
		"option name Level type spin default 0 min 0 max 9",
		"option name UCI_Chess960 type check default false",
	}
	if diff := cmp.Diff(want, got[:len(got)-1]); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	combo := got[len(got)-1]
	if !strings.HasPrefix(combo, "option name UCI_Variant type combo default chess var ") {
		t.Fatal(combo)
	}
	offered := strings.Split(combo, " var ")[1:]
	for _, v := range rules.Variants() {
		if slices.Contains(offered, v.Name) == v.Random960 {
			t.Errorf("%s: 960 games go by their own option, all others by name: %v", v, offered)
		}
	}
}

// What is offered must be accepted, to its very bounds, and nothing beyond them.
func TestOffersAreKept(t *testing.T) {
	o := defaults()
	for _, line := range o.list() {
		head, rest, _ := strings.Cut(strings.TrimPrefix(line, "option name "), " type ")
		name := strings.ToLower(head)
		try := func(value string, ok bool) {
			fresh := defaults()
			if _, _, err := fresh.set(name, value); (err == nil) != ok {
				t.Errorf("%s value %q: error %v", name, value, err)
			}
		}
		words := strings.Fields(rest)
		switch words[0] {
		case "spin":
			least, _ := strconv.Atoi(words[4])
			most, _ := strconv.Atoi(words[6])
			for n, ok := range map[int]bool{least - 1: false, least: true, most: true, most + 1: false} {
				try(strconv.Itoa(n), ok)
			}
			try(words[2], true)
			try("", false)
			try("1.5", false)
		case "check":
			try("true", true)
			try("FALSE", true)
			try("", false)
			try("1", false)
		case "combo":
			for _, v := range strings.Split(rest, " var ")[1:] {
				try(v, true)
				try(v+"960", false)
			}
			try("", false)
		case "button":
			try("", true)
		default:
			t.Errorf("unknown type in %q", line)
		}
	}
}

// Names and values of the protocol may have spaces, and case does not matter in names.
func TestReadOption(t *testing.T) {
	const form = "setoption: the form is setoption name NAME value VALUE"
	for _, tt := range []struct{ args, name, value, err string }{
		{"name Hash value 32", "hash", "32", ""},
		{"name Clear Hash", "clear hash", "", ""},
		{"name CLEAR   HASH value", "clear hash", "", ""},
		{"name Debug Log File value /tmp/My Logs/a.txt", "debug log file", "/tmp/My Logs/a.txt", ""},
		{"name UCI_Variant value Atomic", "uci_variant", "Atomic", ""},
		{"name x value value", "x", "value", ""},
		{"", "", "", form},
		{"name", "", "", form},
		{"Hash value 32", "", "", form},
		{"NAME Hash value 32", "", "", form},
	} {
		name, value, err := readOption(strings.Fields(tt.args))
		if got := fmt.Sprint(err); name != tt.name || value != tt.value || tt.err != "" && got != tt.err || tt.err == "" && err != nil {
			t.Errorf("setoption %s: %q, %q, %v", tt.args, name, value, err)
		}
	}
}

// A wrong value says what would be right and changes nothing; a right one says what
// becomes of the table.
func TestSetChangesOneThing(t *testing.T) {
	begin := options{hash: 64, level: 3, rules: "atomic", fr: true}
	with := func(f func(*options)) options { o := begin; f(&o); return o }
	for _, tt := range []struct {
		name, value   string
		want          options
		resize, clear bool
		err           string
	}{
		{"hash", "1", with(func(o *options) { o.hash = 1 }), true, false, ""},
		{"level", "9", with(func(o *options) { o.level = 9 }), false, false, ""},
		{"uci_chess960", "False", with(func(o *options) { o.fr = false }), false, false, ""},
		{"uci_variant", "Suicide", with(func(o *options) { o.rules = "suicide" }), false, false, ""},
		{"clear hash", "", begin, false, true, ""},
		{"ponder", "true", begin, false, false, ""},
		{"hash", "4097", begin, false, false, `setoption: hash takes a number from 1 to 4096, not "4097"`},
		{"level", "-1", begin, false, false, `setoption: level takes a number from 0 to 9, not "-1"`},
		{"level", "10", begin, false, false, `setoption: level takes a number from 0 to 9, not "10"`},
		{"level", "99999999999999999999", begin, false, false, `setoption: level takes a number from 0 to 9, not "99999999999999999999"`},
		{"uci_chess960", "yes", begin, false, false, `setoption: UCI_Chess960 takes true or false, not "yes"`},
		{"uci_variant", "go", begin, false, false, `setoption: unknown variant "go"; choose one of ` + strings.Join(names(), ", ")},
	} {
		o := begin
		resize, clear, err := o.set(tt.name, tt.value)
		if o != tt.want || resize != tt.resize || clear != tt.clear {
			t.Errorf("%s value %q: %+v, resize %v, clear %v", tt.name, tt.value, o, resize, clear)
		}
		if (err != nil || tt.err != "") && fmt.Sprint(err) != tt.err {
			t.Errorf("%s value %q: error %v, want %q", tt.name, tt.value, err, tt.err)
		}
	}
}

// The options as a GUI sends them, one after another, and what each is answered: only
// another variant sets up a new game.
func TestOptionsOfASession(t *testing.T) {
	s, out := newSession()
	for _, tt := range []struct{ line, answer, variant, played string }{
		{"position startpos moves e2e4", "", "chess", "1"},
		{"setoption name Hash value 2", "", "chess", "1"},
		{"setoption name Clear Hash", "", "chess", "1"},
		{"setoption name Threads value 8", "", "chess", "1"},
		{"setoption name Hash value none", `info string setoption: hash takes a number from 1 to 4096, not "none"`, "chess", "1"},
		{"setoption name UCI_Variant value chess", "", "chess", "1"},
		{"setoption name UCI_Variant value atomic", "", "atomic", "0"},
		{"position startpos moves e2e4 e7e5", "", "atomic", "2"},
		{"setoption name UCI_Chess960 value true", "", "atomic960", "0"},
		{"setoption name UCI_Variant value suicide", "info string setoption: suicide is not played as 960 here; its castling stays e1g1", "suicide", "0"},
		{"setoption name Hash value 1", "", "suicide", "0"},
		{"setoption name UCI_Chess960 value false", "", "suicide", "0"},
		{"setoption Hash", "info string setoption: the form is setoption name NAME value VALUE", "suicide", "0"},
	} {
		out.Reset()
		if !s.obey(tt.line) {
			t.Fatalf("%s ended the session", tt.line)
		}
		if got := strings.TrimSuffix(out.String(), "\n"); got != tt.answer {
			t.Errorf("%s: answered %q, want %q", tt.line, got, tt.answer)
		}
		p := s.game[len(s.game)-1]
		if p.Variant().Name != tt.variant || strconv.Itoa(len(s.game)-1) != tt.played {
			t.Errorf("%s: %s after %d half-moves, want %s after %s", tt.line, p.Variant(), len(s.game)-1, tt.variant, tt.played)
		}
	}
}

// After a position that made no sense there is none, and each command that needs one
// says so rather than go on with the old.
func TestWithoutAPosition(t *testing.T) {
	s, out := newSession()
	s.obey("position fen nonsense")
	out.Reset()
	s.obey("d")
	s.obey("go depth 1")
	want := "info string there is no position; send one\ninfo string go: there is no position; send one\nbestmove 0000\n"
	if out.String() != want {
		t.Errorf("got %q, want %q", out.String(), want)
	}
	out.Reset()
	s.obey("position startpos moves e2e4")
	s.obey("d")
	if !strings.HasSuffix(out.String(), "Fen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\nVariant: chess\n") {
		t.Errorf("d says %q", out.String())
	}
}

// A level takes the place of the limits of "go": one line of thought, within the level's
// nodes, and a move.
func TestLevelOption(t *testing.T) {
	for n := 1; n <= 4; n++ {
		g := newGUI(t, time.Millisecond)
		g.send("setoption name Level value " + strconv.Itoa(n))
		g.send("go nodes 1000000")
		words := strings.Fields(g.expect("info depth …"))
		nodes, err := strconv.ParseInt(words[slices.Index(words, "nodes")+1], 10, 64)
		if err != nil || nodes > search.LevelNodes(n) {
			t.Errorf("level %d: %v, error %v", n, words, err)
		}
		g.expect("bestmove …")
		g.end()
	}
}

// A game that is over has no move: GUIs know 0000 as the answer.
func TestNoMoveWhenOver(t *testing.T) {
	for fen, score := range map[string]string{"R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1": "mate 0", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1": "cp 0"} {
		g := newGUI(t, time.Millisecond)
		g.send("setoption name Level value 2")
		g.send("position fen " + fen)
		g.send("go depth 3")
		if line := g.expect("info depth 0 …"); !strings.Contains(line, " score "+score+" ") {
			t.Errorf("%s: %s, want %s", fen, line, score)
		}
		g.expect("bestmove 0000")
		g.end()
	}
}

// The budget of either colour, exactly.
func TestBudgetTable(t *testing.T) {
	const ms = time.Millisecond
	p := rules.Lookup("chess").Start(rules.StandardStart)
	for _, tt := range []struct {
		args       string
		us         rules.Color
		soft, hard time.Duration
	}{
		{"wtime 1000 btime 60030", rules.Black, 1200 * ms, 8000 * ms},
		{"wtime 1000", rules.Black, 0, 0},
		{"btime 60030 binc 1000", rules.Black, 1650 * ms, 11000 * ms},
		{"btime 60030 winc 1000", rules.Black, 1200 * ms, 8000 * ms},
		{"wtime 60030 binc -5 winc -5", rules.White, 1200 * ms, 8000 * ms},
		{"wtime 60030 movestogo 10", rules.White, 3600 * ms, 24000 * ms},
		{"wtime 60030 movestogo 2", rules.White, 18000 * ms, 30000 * ms},
		{"wtime 60030 movestogo 90", rules.White, 1200 * ms, 8000 * ms},
		{"wtime 60030 movestogo 0", rules.White, 1200 * ms, 8000 * ms},
		{"wtime 60030 movetime 500", rules.White, 0, 490 * ms},
		{"wtime 60030 depth 4", rules.White, 1200 * ms, 8000 * ms},
		{"wtime 60030 infinite movetime 7", rules.White, 0, 0},
	} {
		g, err := readGo(&p, strings.Fields(tt.args))
		if soft, hard := g.budget(tt.us); err != nil || soft != tt.soft || hard != tt.hard {
			t.Errorf("go %s for %s: %v and %v, error %v; want %v and %v", tt.args, tt.us, soft, hard, err, tt.soft, tt.hard)
		}
	}
}

// More time never means less thought, and no move takes what is not there: half of the
// clock at most while moves are still to come.
func TestBudgetGrows(t *testing.T) {
	for _, inc := range []time.Duration{0, 100 * time.Millisecond, 20 * time.Second} {
		for toGo := range 40 {
			var lastSoft, lastHard time.Duration
			for left := 50 * time.Millisecond; left < time.Hour; left = left * 3 / 2 {
				g := goal{toGo: toGo}
				g.left[rules.White], g.inc[rules.White], g.timed[rules.White] = left, inc, true
				soft, hard := g.budget(rules.White)
				if soft < lastSoft || hard < lastHard || soft > hard || hard >= left || toGo != 1 && hard > left/2 {
					t.Fatalf("%v and %v a move with %d to go: %v and %v after %v and %v", left, inc, toGo, soft, hard, lastSoft, lastHard)
				}
				lastSoft, lastHard = soft, hard
			}
		}
	}
}

// The machine's clock goes forward, and a timer that was stopped in time says so.
func TestRealClock(t *testing.T) {
	var c Clock = Real{}
	before := time.Now()
	if now := c.Now(); now.Before(before) || now.After(time.Now()) {
		t.Errorf("%v is not now", now)
	}
	stop := c.AfterFunc(time.Hour, func() { t.Error("an hour went by") })
	if !stop() || stop() {
		t.Error("a timer can be stopped once")
	}
}

// "uci" is answered by name, author and options, then uciok, and nothing else; GUIs wait
// for that.
func TestIntroduction(t *testing.T) {
	var out strings.Builder
	s := &Session{In: strings.NewReader("uci\nquit\nisready\n"), Out: &out, Clock: newHandClock(0), Name: "Test 1", Author: "A. Nobody"}
	if err := s.Run(); err != nil {
		t.Fatal(err)
	}
	o := defaults()
	want := append([]string{"id name Test 1", "id author A. Nobody"}, append(o.list(), "uciok", "")...)
	if diff := cmp.Diff(want, strings.Split(out.String(), "\n")); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

package uci

import (
	"strings"
	"testing"
	"time"

	"epicenter/rules"
)

func TestReadPosition(t *testing.T) {
	for _, tt := range []struct{ variant, args, fen, err string }{
		{"chess", "startpos", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", ""},
		{"chess", "startpos moves e2e4", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", ""},
		{"chess", "fen 8/8/8/8/8/8/4k3/6K1 w - - 0 1", "8/8/8/8/8/8/4k3/6K1 w - - 0 1", ""},
		{"chess", "", "", "startpos or fen is missing"},
		{"chess", "moves e2e4", "", "startpos or fen is missing"},
		{"chess", "here", "", `"here" is neither startpos nor fen`},
		{"chess", "startpos moves e2e5", "", "move 1: "},
		{"chess", "startpos moves e2e4 e7e5 zz", "", "move 3: "},
		{"chess", "fen 8/8", "", "board"},
		{"atomic", "fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1 moves e1e2", "4k3/8/8/8/8/8/4K3/8 b - - 1 1", ""},
		{"crazyhouse", "fen 4k3/8/8/8/8/8/8/4K3[N] w - - 0 1 moves N@e4", "4k3/8/8/8/4N3/8/8/4K3[] b - - 0 1", ""},
		{"wild/1", "startpos", "", "wild/1 begins from an array that is drawn; send its fen"},
		{"chess960", "startpos", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", ""},
	} {
		game, err := readPosition(rules.Lookup(tt.variant), strings.Fields(tt.args))
		switch {
		case tt.err != "":
			if err == nil || !strings.Contains(err.Error(), tt.err) {
				t.Errorf("%s %q: error %v, want %q", tt.variant, tt.args, err, tt.err)
			}
		case err != nil:
			t.Errorf("%s %q: %v", tt.variant, tt.args, err)
		default:
			if got := game[len(game)-1].FEN(); got != tt.fen {
				t.Errorf("%s %q: %s, want %s", tt.variant, tt.args, got, tt.fen)
			}
		}
	}
}

func TestReadGo(t *testing.T) {
	p := rules.Lookup("chess").Start(rules.StandardStart)
	for _, tt := range []struct {
		args, err string
		check     func(g *goal) bool
	}{
		{"", "", func(g *goal) bool { return g.endless(rules.White) }},
		{"infinite depth 3", "", func(g *goal) bool { return g.endless(rules.White) && g.depth == 3 }},
		{"depth 5", "", func(g *goal) bool { return g.depth == 5 && !g.endless(rules.White) }},
		{"mate 2", "", func(g *goal) bool { return g.depth == 4 }},
		{"nodes 1000", "", func(g *goal) bool { return g.nodes == 1000 }},
		{"nodes -4", "", func(g *goal) bool { return g.nodes == 1 }},
		{"movetime 250", "", func(g *goal) bool { return g.moveTime == 250*time.Millisecond }},
		{"wtime 1000 btime 2000 winc 10 binc 20 movestogo 7", "", func(g *goal) bool {
			return g.left[rules.White] == time.Second && g.left[rules.Black] == 2*time.Second &&
				g.inc[rules.White] == 10*time.Millisecond && g.inc[rules.Black] == 20*time.Millisecond && g.toGo == 7
		}},
		{"btime 1000", "", func(g *goal) bool { return g.endless(rules.White) && !g.endless(rules.Black) }},
		{"searchmoves e2e4 d2d4 depth 2", "", func(g *goal) bool { return len(g.only) == 2 && g.depth == 2 }},
		{"ponder sooner depth 2", "", func(g *goal) bool { return g.depth == 2 }},
		{"depth", "go: depth lacks its number", func(*goal) bool { return true }},
		{"wtime soon depth 2", `go: wtime "soon" is no number`, func(g *goal) bool { return g.depth == 2 }},
		{"movetime 99999999999999", "", func(g *goal) bool { return g.moveTime > 0 }},
	} {
		g, err := readGo(&p, strings.Fields(tt.args))
		if (tt.err == "") != (err == nil) || err != nil && err.Error() != tt.err {
			t.Errorf("go %s: error %v, want %q", tt.args, err, tt.err)
		}
		if !tt.check(&g) {
			t.Errorf("go %s: %+v", tt.args, g)
		}
	}
}

// However little is left, a move takes less; and nothing is asked of a clock that is
// not there.
func TestBudget(t *testing.T) {
	for _, tt := range []struct {
		args       string
		soft, hard time.Duration
	}{
		{"infinite wtime 1000", 0, 0},
		{"depth 3", 0, 0},
		{"movetime 100", 0, 90 * time.Millisecond},
		{"movetime 1", 0, time.Millisecond},
		{"wtime 60030", 1200 * time.Millisecond, 8 * time.Second},
		{"wtime 30030 movestogo 1", 18 * time.Second, 24 * time.Second},
		{"wtime 0", time.Millisecond, time.Millisecond},
		{"wtime -500 winc 0", time.Millisecond, time.Millisecond},
		{"wtime 40 winc 1000", 5 * time.Millisecond, 5 * time.Millisecond},
	} {
		p := rules.Lookup("chess").Start(rules.StandardStart)
		g, err := readGo(&p, strings.Fields(tt.args))
		if err != nil {
			t.Fatal(err)
		}
		if soft, hard := g.budget(rules.White); soft != tt.soft || hard != tt.hard {
			t.Errorf("go %s: %v and %v, want %v and %v", tt.args, soft, hard, tt.soft, tt.hard)
		}
	}
}

func TestSetOption(t *testing.T) {
	for _, tt := range []struct{ line, err, variant string }{
		{"name UCI_Variant value atomic", "", "atomic"},
		{"name UCI_Variant value ATOMIC", "", "atomic"},
		{"name uci_chess960 value true", "", "chess960"},
		{"name UCI_Variant value bughouse", `setoption: unknown variant "bughouse"; choose one of chess, `, "chess"},
		{"name Hash value 0", `setoption: hash takes a number from 1 to 4096, not "0"`, "chess"},
		{"name Level value ten", `setoption: level takes a number from 0 to 9, not "ten"`, "chess"},
		{"name UCI_Chess960 value perhaps", `setoption: UCI_Chess960 takes true or false, not "perhaps"`, "chess"},
		{"name Threads value 4", "", "chess"},
		{"name Clear Hash", "", "chess"},
		{"Hash 16", "setoption: the form is setoption name NAME value VALUE", "chess"},
	} {
		o := defaults()
		name, value, err := readOption(strings.Fields(tt.line))
		if err == nil {
			_, _, err = o.set(name, value)
		}
		if (tt.err == "") != (err == nil) || err != nil && !strings.HasPrefix(err.Error(), tt.err) {
			t.Errorf("setoption %s: error %v, want %q", tt.line, err, tt.err)
		}
		if got := o.variant().Name; got != tt.variant {
			t.Errorf("setoption %s: variant %s, want %s", tt.line, got, tt.variant)
		}
	}
}

func TestEveryVariantHasAName(t *testing.T) {
	for _, v := range rules.Variants() {
		o := options{rules: strings.TrimSuffix(v.Name, "960"), fr: v.Random960}
		if o.variant() != v {
			t.Errorf("%s cannot be chosen", v)
		}
	}
}

// FuzzLine sends one line of anything: it must be answered or passed over, and the
// session must then still be ready.
func FuzzLine(f *testing.F) {
	for _, line := range []string{
		"uci", "position startpos moves e2e4 e7e5", "position fen 8/8/8/8/8/8/8/8 w - - 0 1", "go depth 1 searchmoves",
		"setoption name UCI_Variant value atomic", "joho isready", "position fen", "setoption name", "d", "go wtime 1 btime",
	} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		words := strings.Fields(line)
		p := rules.Lookup("chess").Start(rules.StandardStart)
		for _, v := range []string{"chess", "atomic960", "crazyhouse", "suicide"} {
			if game, err := readPosition(rules.Lookup(v), words); err == nil && len(game) == 0 {
				t.Error("a game without a position")
			}
		}
		g, _ := readGo(&p, words)
		for _, c := range []rules.Color{rules.White, rules.Black} {
			if soft, hard := g.budget(c); soft < 0 || hard < 0 || soft > hard && hard > 0 {
				t.Errorf("go %s: %v and %v", line, soft, hard)
			}
		}
		for _, m := range g.only {
			if !p.IsLegal(m) {
				t.Errorf("go %s: %v is not legal", line, m)
			}
		}
		o := defaults()
		if name, value, err := readOption(words); err == nil {
			o.set(name, value)
			if o.variant() == nil || o.level < 0 || o.level > 9 || o.hash < 1 || o.hash > maxHash {
				t.Errorf("setoption %s: %+v", line, o)
			}
		}
	})
}

package main

import (
	"strings"
	"testing"

	"epicenter/rules"
)

func position(t *testing.T, variant, fen string) rules.Position {
	t.Helper()
	p, err := rules.ParseFEN(rules.Lookup(variant), fen)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestMirrored(t *testing.T) {
	fields := strings.Fields("r2k3r/1p6/8/2pP4/8/8/8/R2K2NR w KQkq c6 0 1")
	want := "r3k2r/6p1/8/4Pp2/8/8/8/RN2K2R w QKqk f6 0 1"
	if got := strings.Join(mirrored(fields), " "); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got := strings.Join(mirrored(mirrored(fields)), " "); got != strings.Join(fields, " ") {
		t.Errorf("mirrored twice: %s", got)
	}
}

// lying is a program that answers what it is told to.
type lying struct{ oracle }

func (lying) name() string { return "ffish" }

func TestJudge(t *testing.T) {
	p := position(t, "chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1")
	right := answer{moves: []string{"e1d1", "e1d2", "e1e2", "e1f1", "e1f2"}, result: "1/2-1/2", fens: []string{"4k3/8/8/8/8/8/4K3/8 b - - 1 1"}}
	m, err := p.ParseUCI("e1e2")
	if err != nil {
		t.Fatal(err)
	}
	for name, spoil := range map[string]func(a *answer){
		"":         func(*answer) {},
		"moves":    func(a *answer) { a.moves = a.moves[1:] },
		"check":    func(a *answer) { a.check = true },
		"result":   func(a *answer) { a.result = "*" },
		"position": func(a *answer) { a.fens = []string{"4k3/8/8/8/8/8/4K3/8 b - - 0 1"} },
	} {
		a, tl := right, tally{known: map[string]int{}}
		spoil(&a)
		tl.judge(lying{}, &question{p: p, play: []rules.Move{m}}, &a, p.AppendMoves(nil))
		if want := min(len(name), 1); tl.unexplained != want {
			t.Errorf("%q: %d differences, want %d", name, tl.unexplained, want)
		}
	}
}

func TestExplain(t *testing.T) {
	for _, c := range []struct{ variant, fen, what, ours, theirs, want string }{
		{"atomic", "8/8/8/1k6/8/8/7K/2n5 w - - 0 118", "result", "1/2-1/2 insufficient_material", "*", loneMinor},
		{"atomic", "8/8/8/1k6/8/8/7K/2n5 w - - 0 118", "result", "* ", "1/2-1/2", ""},
		{"chess", "8/8/8/1k6/8/8/7K/2n5 w - - 0 118", "result", "1/2-1/2 insufficient_material", "*", ""},
		{"suicide", "8/1b6/8/8/8/8/3B4/8 w - - 0 70", "result", "1/2-1/2 insufficient_material", "*", loneBishops},
		{"chess", "k7/8/8/8/8/8/1K6/4b1b1 w - - 0 119", "result", "* ", "1/2-1/2", oneColour},
		{"chess", "k7/8/8/8/8/8/1K6/4bb2 w - - 0 119", "result", "* ", "1/2-1/2", ""},
		{"bughouse", "7k/8/8/8/8/8/6q1/r2K4[] w - - 0 97", "result", "* ", "0-1", partnerAway},
		{"bughouse", "7k/8/8/8/8/8/8/r2K4[] w - - 0 97", "result", "* ", "0-1", ""},
		{"atomic960", "8/8/8/8/8/8/2k5/1K1R4 w D - 0 1", "moves", "b1d1", "", rookAtHome},
		{"atomic960", "8/8/8/8/8/8/5k2/1K1R4 w D - 0 1", "moves", "b1d1", "", ""},
		{"atomic960", "8/8/8/8/8/8/2k5/1K1R4 w D - 0 1", "moves", "b1a1", "", ""},
		{"atomic960", "8/8/8/8/8/8/2k5/1K1R4 w D - 0 1", "moves", "", "b1d1", ""},
	} {
		p := position(t, c.variant, c.fen)
		got := explain(lying{}, &question{p: p}, c.what, c.ours, c.theirs)
		if got != c.want {
			t.Errorf("%s %s, %s %q against %q: %q, want %q", c.variant, c.fen, c.what, c.ours, c.theirs, got, c.want)
		}
	}
}

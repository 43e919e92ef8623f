package rules

import (
	"strings"
	"testing"
)

func TestRegistry(t *testing.T) {
	var names []string
	for i, v := range Variants() {
		names = append(names, v.Name)
		if Lookup(v.Name) != v || v.id() != variantID(i) || v.String() != v.Name {
			t.Errorf("%s is not itself", v)
		}
		if v.moves == nil || v.inCheck == nil || v.enPassant == nil || v.end == nil || v.canWin == nil || v.array == nil {
			t.Errorf("%s lacks a hook", v)
		}
	}
	want := "chess chess960 atomic atomic960 crazyhouse suicide losers wild/0 wild/1 wild/2 wild/3 wild/4 wild/5 wild/8 wild/8a " +
		"odds/pawn odds/knight odds/rook odds/queen odds/pawn-and-move odds/knight-and-move odds/rook-and-move odds/queen-and-move"
	if got := strings.Join(names, " "); got != want {
		t.Errorf("variants %s", got)
	}
	if Lookup("wild") != Lookup("wild/0") {
		t.Error("the files' word for wild means something else")
	}
	if Lookup("") != nil || Lookup("Atomic") != nil {
		t.Error("an unknown name finds a variant")
	}
}

// Names of variants, letters and types are those of docs/protocol.md §7.1.
func TestVariantWords(t *testing.T) {
	words := map[string]string{}
	for _, v := range Variants() {
		for _, w := range v.Words {
			if words[w] != "" {
				t.Errorf("%q means %s and %s", w, words[w], v.Name)
			}
			words[w] = v.Name
		}
	}
	for w, want := range map[string]string{
		"fr": "chess960", "wild fr": "chess960", "wild/fr": "chess960", "wfr": "chess960",
		"atomic": "atomic", "atomic960": "atomic960", "atomic fr": "atomic960", "a960": "atomic960", "chess": "",
		"crazyhouse": "crazyhouse", "zh": "crazyhouse", "suicide": "suicide", "losers": "losers", "bughouse": "", "odds queen": "odds/queen",
		"wild 0": "wild/0", "w5": "wild/5", "wild/8": "wild/8", "wild 8a": "wild/8a",
	} {
		if words[w] != want {
			t.Errorf("%q means %q, want %q", w, words[w], want)
		}
	}
	a9 := Lookup("atomic960")
	if a9.Type != "atomic960" || a9.Letter != 'x' || a9.Category != "atomic960" || a9.PGN != "Atomic" || !a9.Random960 {
		t.Errorf("%+v", a9)
	}
}

// All 960 arrays are different and as rules/RULES.md §2.3 wants them; a few are
// those of Scharnagl's table.
func TestStart960(t *testing.T) {
	v := Lookup("chess960")
	seen := map[string]bool{}
	for n := range 960 {
		p := v.Start(n)
		row := p.Rows()[7]
		if seen[row] {
			t.Errorf("%d: %s again", n, row)
		}
		seen[row] = true
		if p.Rows()[0] != strings.ToLower(row) {
			t.Errorf("%d: %s against %s", n, row, p.Rows()[0])
		}
		bishops := (strings.Index(row, "B") + strings.LastIndex(row, "B")) % 2
		king := strings.Index(row, "K")
		if bishops != 1 || king < strings.Index(row, "R") || king > strings.LastIndex(row, "R") {
			t.Errorf("%d: %s", n, row)
		}
		for _, c := range []Color{White, Black} {
			if !p.CanCastle(c, true) || !p.CanCastle(c, false) {
				t.Errorf("%d: %v cannot castle", n, c)
			}
		}
		invariants(t, &p)
	}
	for n, want := range map[int]string{0: "BBQNNRKR", 1: "BQNBNRKR", 518: "RNBQKBNR", 959: "RKRNNQBB"} {
		p := v.Start(n)
		if got := p.Rows()[7]; got != want {
			t.Errorf("%d: %s, want %s", n, got, want)
		}
	}
	for _, n := range []int{-1, 959 + 960} {
		if p := v.Start(n); p.Rows()[7] != "RKRNNQBB" {
			t.Errorf("%d does not wrap around: %s", n, p.Rows()[7])
		}
	}
}

func TestForeignVariantPanics(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a Variant of nobody's starts a game")
		}
	}()
	new(Variant).Start(0)
}

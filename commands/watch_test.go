package commands

import (
	"slices"
	"strings"
	"testing"

	"epicenter/server/world"
	"epicenter/storage"

	"github.com/google/go-cmp/cmp"
)

func TestParseGameFilter(t *testing.T) {
	tests := []struct {
		text string
		want gameFilter
	}{
		{"", gameFilter{}},
		{"12", gameFilter{numbers: []int{12}}},
		{"12 3", gameFilter{numbers: []int{12, 3}}},
		{"0", gameFilter{numbers: []int{0}}},
		{"Al", gameFilter{prefixes: []string{"al"}}},
		{"/bslwBzSLx", gameFilter{with: "bslwBzSLx"}}, // PyChess, docs/clients.md §2.2
		{"/b/s", gameFilter{with: "bs"}},
		{"/x /H", gameFilter{with: "xH"}},
		{"-bl Guest", gameFilter{without: "bl", prefixes: []string{"guest"}}},
	}
	for _, tt := range tests {
		got, complaint := parseGameFilter(tt.text)
		if complaint != "" {
			t.Errorf("%q: %s", tt.text, complaint)
		}
		if d := cmp.Diff(tt.want, got, cmp.AllowUnexported(gameFilter{})); d != "" {
			t.Errorf("%q: %s", tt.text, d)
		}
	}
	for _, text := range []string{"/", "-", "/q", "-12", "b1b", "/b /ü", "♞", strings.Repeat("a", 18), "/b,"} {
		if _, complaint := parseGameFilter(text); complaint == "" || len(complaint) > 200 {
			t.Errorf("%q: complaint %q", text, complaint)
		}
	}
}

func TestGameFilterMatches(t *testing.T) {
	game := func(number int, kind string) *world.Game {
		g := &world.Game{}
		g.Record.Number, g.Record.Type = number, kind
		g.Record.White.Handle, g.Record.Black.Handle = "Alice", "Bob"
		return g
	}
	tests := []struct {
		filter    string
		kind      string
		computers bool
		want      bool
	}{
		{"", "blitz", false, true},
		{"7", "blitz", false, true},
		{"8", "blitz", false, false},
		{"8 bo", "blitz", false, true},
		{"ob", "blitz", false, false},
		{"/x", "atomic", false, true},
		{"/x", "atomic960", false, true},
		{"/w", "wild/fr", false, true},
		{"/x", "blitz", false, false},
		{"-x", "atomic", false, false},
		{"-x", "lightning", false, true},
		{"/C", "blitz", true, true},
		{"/C", "blitz", false, false},
		{"/H", "blitz", true, false},
		{"-C /b", "blitz", true, false},
		{"/e", "untimed", false, false},
		{"/D", "untimed", false, false},
		{"al /s", "standard", false, true},
		{"al /s", "blitz", false, false},
		{"/n", "nonstandard", false, true},
	}
	for _, tt := range tests {
		f, complaint := parseGameFilter(tt.filter)
		if got := f.matches(game(7, tt.kind), tt.computers); complaint != "" || got != tt.want {
			t.Errorf("%q on %s (computers %v): %v, %s", tt.filter, tt.kind, tt.computers, got, complaint)
		}
	}
}

func TestParseWhoFlags(t *testing.T) {
	blitz := []string{"blitz"}
	tests := []struct {
		text string
		want whoFlags
	}{
		{"", whoFlags{order: blitz, format: 't'}},
		{"a", whoFlags{open: true, free: true, order: blitz, format: 't'}},
		{"o r f R U", whoFlags{open: true, rated: true, free: true, registered: true, guests: true, order: blitz, format: 't'}},
		{"v", whoFlags{order: blitz, format: 'v'}},
		{"nx", whoFlags{order: []string{"atomic"}, format: 'n'}},
		{"1", whoFlags{i: 1, j: 3, order: blitz, format: 't'}},
		{"23", whoFlags{i: 2, j: 3, order: blitz, format: 't'}},
		{"#1#4", whoFlags{i: 1, j: 4, order: blitz, format: 't'}},
		{"A", whoFlags{names: true, order: blitz, format: 't'}},
		{"IbslwBzSLx", whoFlags{format: 'I', order: []string{
			"blitz", "standard", "lightning", "wild", "bughouse", "crazyhouse", "suicide", "losers", "atomic",
		}}}, // PyChess, docs/protocol.md §7.9
	}
	for _, tt := range tests {
		got, bad := parseWhoFlags(tt.text)
		if bad != 0 {
			t.Errorf("%q: %q is bad", tt.text, bad)
		}
		if d := cmp.Diff(tt.want, got, cmp.AllowUnexported(whoFlags{})); d != "" {
			t.Errorf("%q: %s", tt.text, d)
		}
	}
	for text, want := range map[string]rune{"q": 'q', "4": '4', "32": '3', "123": '1', "aü": 'ü', "0": '0', "b\x00": '\uFFFD', "o,": ','} {
		if _, bad := parseWhoFlags(text); bad != want {
			t.Errorf("%q: %q is bad, want %q", text, bad, want)
		}
	}
}

// TestWhoParts: the parts of a list make up the whole, each once.
func TestWhoParts(t *testing.T) {
	for n := range 20 {
		for j := 1; j <= 9; j++ {
			next := 0
			for i := 1; i <= j; i++ {
				from, to := n*(i-1)/j, n*i/j
				if from != next || to < from {
					t.Fatalf("part %d of %d of %d people: %d to %d", i, j, n, from, to)
				}
				next = to
			}
			if next != n {
				t.Fatalf("%d of %d people in %d parts", next, n, j)
			}
		}
	}
}

func TestHistoryIndex(t *testing.T) {
	a := &storage.Account{History: []storage.Played{{Index: 98}, {Index: 99}, {Index: 0}}}
	tests := []struct {
		word string
		n    int
		i    int
		ok   bool
	}{
		{"98", 98, 0, true},
		{"0", 0, 2, true},
		{"-1", -1, 2, true},
		{"-3", -3, 0, true},
		{"-4", -4, 0, false},
		{"1", 1, 0, false},
		{"-0", 0, 0, false},
	}
	for _, tt := range tests {
		i, ok := historyIndex(a, tt.word, tt.n)
		if ok != tt.ok || ok && i != tt.i {
			t.Errorf("%s: %d, %v", tt.word, i, ok)
		}
	}
}

func TestFingerFlags(t *testing.T) {
	for _, word := range []string{"/", "/q", "/b9", "//", "/é"} {
		var f fingerFlags
		if f.parse(word) {
			t.Errorf("%q was taken", word)
		}
	}
	var f fingerFlags
	if !f.parse("/bx/n") || !f.notes || !f.categories["blitz"] || !f.categories["atomic960"] || f.categories["standard"] {
		t.Errorf("/bx/n: %+v", f)
	}
}

// FuzzGameFilter: whatever is typed behind games is taken or explained, and
// what is taken can be asked of any game.
func FuzzGameFilter(f *testing.F) {
	for _, s := range []string{"", "12 Al /x -b", "/bslwBzSLx", "/", "--", "-1", "/ü", "99999999999999999999", "/b/s//"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		filter, complaint := parseGameFilter(text)
		if complaint != "" {
			if strings.ContainsAny(complaint, "\n\r") || len(complaint) > 300 {
				t.Errorf("%q: complaint %q", text, complaint)
			}
			return
		}
		for _, l := range filter.with + filter.without {
			if !strings.ContainsRune(gameLetters, l) {
				t.Errorf("%q: letter %q", text, l)
			}
		}
		g := &world.Game{}
		g.Record.White.Handle, g.Record.Black.Handle, g.Record.Type = "Alice", "Bob", "atomic"
		if filter.matches(g, false) && strings.ContainsRune(filter.without, 'x') {
			t.Errorf("%q: matches what it leaves out", text)
		}
		if filter.empty() != (strings.TrimSpace(text) == "") && len(strings.Fields(text)) > 0 {
			t.Errorf("%q: empty %v", text, filter.empty())
		}
	})
}

// FuzzWhoFlags: flags are taken or the first bad letter is named, and a part is
// one of the parts.
func FuzzWhoFlags(f *testing.F) {
	for _, s := range []string{"", "a", "IbslwBzSLx", "#1#4", "99", "v A 23", "ü", "123"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		w, bad := parseWhoFlags(text)
		if bad != 0 {
			if !strings.ContainsRune(text, bad) && bad != '\uFFFD' {
				t.Errorf("%q: %q is not in it", text, bad)
			}
			return
		}
		if w.j != 0 && (w.i < 1 || w.i > w.j) || w.j < 0 || w.j > 9 {
			t.Errorf("%q: part %d of %d", text, w.i, w.j)
		}
		if len(w.order) == 0 || !slices.Contains([]byte("tvnI"), w.format) {
			t.Errorf("%q: %+v", text, w)
		}
	})
}

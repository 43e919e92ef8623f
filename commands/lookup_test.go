package commands

import (
	goflag "flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"epicenter/server/world"

	"github.com/google/go-cmp/cmp"
)

var updateGolden = goflag.Bool("golden", false, "rewrite testdata/abbreviations.golden")

// owner says which command a word that somebody types leads to.
func owner(cs *Commands, p *world.Player, word string) string {
	first, _, _ := strings.Cut(unabbreviate(word), " ")
	cmd, matches := cs.find(first, p)
	switch {
	case cmd != nil:
		return cmd.name
	case len(matches) > 1:
		return "(ambiguous: " + strings.Join(matches, " ") + ")"
	}
	return "(none)"
}

// TestAbbreviations compares what every beginning of every command, every
// shortcut and every sign means with a list on file, so that an abbreviation
// changes its owner only on purpose (docs/design.md, "One place for each new
// thing").
func TestAbbreviations(t *testing.T) {
	cs, p := New(), &world.Player{}
	words := map[string]bool{}
	for _, c := range cs.table {
		if !c.mayUse(p) {
			continue
		}
		for i := range len(c.name) {
			words[c.name[:i+1]] = true
		}
	}
	for s := range shortcuts {
		words[s] = true
	}
	for s := range punctuation {
		words[string(rune(s))] = true
	}
	var list []string
	for w := range words {
		list = append(list, w)
	}
	slices.Sort(list)
	var got strings.Builder
	for _, w := range list {
		fmt.Fprintf(&got, "%-14s %s\n", w, owner(cs, p, w))
	}
	const file = "testdata/abbreviations.golden"
	if *updateGolden {
		if err := os.WriteFile(file, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got.String(), "\n")); d != "" {
		t.Errorf("abbreviations have changed; if that is meant, run with -golden (-want +got):\n%s", d)
	}
}

// TestNothingDangerousIsGuessed wants what cannot be taken back to be typed
// far enough to be meant (docs/protocol.md §2.4).
func TestNothingDangerousIsGuessed(t *testing.T) {
	cs, head := New(), &world.Player{Level: world.HeadLevel}
	for name, least := range map[string]int{"resign": 4, "shutdown": 3, "register": 3, "announce": 2, "abort": 2, "adjourn": 3} {
		for n := 1; n < least; n++ {
			if got := owner(cs, head, name[:n]); got == name {
				t.Errorf("%q means %s; at least %d letters should be needed", name[:n], name, least)
			}
		}
		if got := owner(cs, head, name); got != name {
			t.Errorf("%q means %s", name, got)
		}
	}
}

// TestShortcutsLeadSomewhere finds shortcuts whose command is gone, or that
// hide a command of that very name.
func TestShortcutsLeadSomewhere(t *testing.T) {
	cs, p := New(), &world.Player{}
	all := map[string]string{}
	for word, full := range shortcuts {
		all[word] = full
		if cmd, _ := cs.find(word, p); cmd != nil && cmd.name == word {
			t.Errorf("the shortcut %q hides the command", word)
		}
	}
	for sign, full := range punctuation {
		all[string(rune(sign))] = full
	}
	for word, full := range systemAliases {
		all[word] = full
	}
	for word, full := range all {
		name, _, _ := strings.Cut(full, " ")
		if cmd, _ := cs.find(name, p); cmd == nil || cmd.name != name {
			t.Errorf("%q leads to %q, which is no command", word, name)
		}
	}
}

// TestStaffCommandsAreHidden: what only staff may use is not there for others.
func TestStaffCommandsAreHidden(t *testing.T) {
	cs := New()
	for _, c := range cs.table {
		cmd, _ := cs.find(c.name, &world.Player{})
		if c.who >= staff && cmd != nil && cmd.name == c.name {
			t.Errorf("%s is there for everybody", c.name)
		}
		cmd, _ = cs.find(c.name, &world.Player{Level: world.HeadLevel})
		if cmd == nil || cmd.name != c.name {
			t.Errorf("%s is not there for the head administrator", c.name)
		}
	}
}

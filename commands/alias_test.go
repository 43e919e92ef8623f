package commands

import (
	"strings"
	"testing"

	"epicenter/server/world"
	"epicenter/storage"
	"epicenter/storage/storagetest"
)

// lone is a turn with one guest, Bob, as its typist.
func lone(t testing.TB) *world.Turn {
	t.Helper()
	w := world.New(world.Config{}, 1_000_000, 1)
	store, err := storagetest.NewMemory().Begin()
	if err != nil {
		t.Fatal(err)
	}
	turn := w.Begin(world.Input{At: 1_000_000, Seed: 1}, store)
	if how := turn.Connect(world.Connected{Session: 1, Handle: "Bob"}); how != world.Admitted {
		t.Fatal(how)
	}
	return turn
}

// TestExpand puts parameters into aliases (docs/protocol.md §2.5).
func TestExpand(t *testing.T) {
	turn := lone(t)
	for _, c := range []struct{ text, params, want string }{
		{"who", "", "who"},
		{"tell", "bob hi", "tell bob hi"},
		{"tell $1 hi", "bob", "tell bob hi"},
		{"tell $1 hi", "bob and more", "tell bob hi"},
		{"tell $1 hi", "", "tell  hi"},
		{"$9", "a b", ""},
		{"$2-", "a b c", "b c"},
		{"$9-", "a b c", ""},
		{"$-2", "a b c", "a b"},
		{"$-9", "a b c", "a b c"},
		{"$-", "a", "$- a"},
		{"$0", "a", "$0 a"},
		{"$@", "a  b", "a  b"},
		{"@", "a b", "a b"},
		{"x@", "a", "xa"},
		{"@x", "a", "ax"},
		{"me@home", "a", "me@home a"},
		{"$$", "", "$"},
		{"$$1", "", "$1"},
		{"costs 5$", "a", "costs 5$ a"},
		{"$m", "", "Bob"},
		{"$z", "", "$z"},
		{"ü $1 ü", "ß", "ü ß ü"},
	} {
		got, problem := expand(turn, storage.Alias{Name: "x", Text: c.text}, c.params)
		if got != c.want || problem != "" {
			t.Errorf("%q with %q: %q %q, want %q", c.text, c.params, got, problem, c.want)
		}
	}
	for _, text := range []string{"$o", "$p", "$.", "$,"} {
		if got, problem := expand(turn, storage.Alias{Name: "x", Text: text}, ""); got != "" || problem == "" {
			t.Errorf("%q: %q without anybody to mean", text, got)
		}
	}
}

// TestSystemAliases expands those that everybody has.
func TestSystemAliases(t *testing.T) {
	got, problem := expandAliases(lone(t), "answer Alice Type it again")
	if want := "tell 1 (answering Alice): Type it again"; got != want || problem != "" {
		t.Errorf("%q %q, want %q", got, problem, want)
	}
}

// FuzzExpand wants whatever an alias becomes to be no longer than a line, and
// valid where its parts were.
func FuzzExpand(f *testing.F) {
	f.Add("tell $1 $2- @ $$ $-3 $m", "bob hi there")
	f.Add("$", "$")
	f.Add("@@@@@@@@", strings.Repeat("x", 500))
	f.Add("$o$p$.$,", "")
	turn := lone(f)
	f.Fuzz(func(t *testing.T, text, params string) {
		got, problem := expand(turn, storage.Alias{Name: "x", Text: text}, strings.TrimSpace(params))
		switch {
		case len(got) > maxExpanded:
			t.Fatalf("%q with %q has become %d bytes", text, params, len(got))
		case got != strings.TrimSpace(got):
			t.Fatalf("%q with %q has blanks around: %q", text, params, got)
		case got != "" && problem != "":
			t.Fatalf("%q with %q: both %q and %q", text, params, got, problem)
		}
	})
}

// FuzzCommandLine types lines as a guest: nothing may panic, every line must
// be answered or be empty, and what is said must be whole lines.
func FuzzCommandLine(f *testing.F) {
	for _, line := range []string{
		"set 1 x", "set width -1", "iset ms", "alias x $1-", "x y", "+notify Bob", "=", "help ../x", "index", "next", "$$",
		"register A b@c.d", "quit", "e2e4", "who\tx", ". . .", "\u202e", "sshkey add x", "variables b", "ivariables", "set formula (((",
	} {
		f.Add(line)
	}
	cs := New()
	f.Fuzz(func(t *testing.T, line string) {
		turn := lone(t)
		cs.Apply(turn, world.Input{At: 1_000_000, Body: world.Line{Session: 1, Text: line}})
		for _, o := range turn.Outputs() {
			if o.Text != "" && !strings.HasSuffix(o.Text, "\n") {
				t.Fatalf("%q: %q does not end its line", line, o.Text)
			}
		}
		if !turn.Answering() {
			t.Fatalf("%q was not answered", line)
		}
	})
}

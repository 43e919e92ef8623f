package commands_test

import (
	"strings"
	"testing"

	"epicenter/server/world"
)

// TestNothingAfterQuitCounts sends a burst of lines in one go: those behind
// quit do nothing, whether or not the connection has closed yet
// (docs/cases.md 40).
func TestNothingAfterQuitCounts(t *testing.T) {
	h := newHouse(t)
	h.connect("alice", nil)
	h.connect("bob", nil)
	h.seen()
	h.burst("bob", "tell alice one", "quit", "tell alice two", "quit", "seek 5 0")
	h.loop.Post(world.Closed{Session: h.person("bob").id})
	h.settle()
	said := strings.Join(h.seen(), "\n")
	for want, times := range map[string]int{
		"tells you: one": 1, "two": 0, "Logging you out.": 1, "bob* closed": 1, "seek": 0,
	} {
		if got := strings.Count(said, want); got != times {
			t.Errorf("%q is there %d times, want %d:\n%s", want, got, times, said)
		}
	}
}

// TestQuitInAGameIsRefused sends what a dying client sends: abort and quit by
// turns, then resign. Only what is typed counts, and quit ends no game.
func TestQuitInAGameIsRefused(t *testing.T) {
	h := newHouse(t)
	h.connect("alice", nil)
	h.connect("bob", nil)
	for _, s := range []string{"alice> match bob 5 0 w", "bob> accept", "alice> e4", "bob> e5", "alice> d4"} {
		if err := h.step(s); err != nil {
			t.Fatal(err)
		}
	}
	h.seen()
	h.burst("bob", "abort", "quit", "abort", "quit")
	h.settle()
	said := strings.Join(h.seen(), "\n")
	if got := strings.Count(said, "You can't quit while you are playing a game."); got != 2 {
		t.Errorf("refused %d times, want 2:\n%s", got, said)
	}
	if strings.Contains(said, "} *") || strings.Contains(said, "closed") {
		t.Errorf("the game or the visit has ended:\n%s", said)
	}
}

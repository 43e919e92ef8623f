package commands_test

import (
	"strings"
	"testing"

	"epicenter/rules"
	"epicenter/server/world"
)

// inGame is a house in which Alice and Bob are some moves into a game of atomic.
func inGame(t testing.TB) *house {
	h := newHouse(t)
	for _, step := range []string{
		"account Alice 1500 atomic", "account Bob 1480 atomic", "Alice connects", "Bob connects",
		"Alice> style 12", "Bob> style 12", "Alice> match Bob 3 2 atomic white", "Bob> accept",
		"Alice> e3", "Bob> e6", "Alice> b4", "Bob> a5",
	} {
		if err := h.step(step); err != nil {
			t.Fatal(err)
		}
	}
	h.seen()
	return h
}

// FuzzPlay types any line in a game: it is answered, the game stays one that
// the store holds, and a move is played only if it is legal.
func FuzzPlay(f *testing.F) {
	for _, seed := range []string{
		"bxa5", "ba", "b5", "Nf3", "e2e4", "o-o", "P@e4", "takeback 2", "draw", "abort", "moretime 5", "flag", "switch",
		"resign", "adjourn", "pause", "promote n", "time bob", "$$resign", "; resign", "e7e8=q", "\x00", "b\xff5", "resign Bob",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, line string) {
		h := inGame(t)
		before := h.world.Begin(world.Input{At: h.now}, nil).SeeGame(1).Position
		h.loop.Post(world.Line{Session: h.person("Alice").id, Text: strings.ToValidUTF8(line, "�")})
		h.settle()
		answered := h.person("Alice") == nil || len(h.seen()) > 0
		if !answered {
			t.Errorf("%q was not answered", line)
		}
		if err := h.sameAsStored(); err != nil {
			t.Errorf("%q: %v", line, err)
		}
		g := h.world.Begin(world.Input{At: h.now}, nil).SeeGame(1)
		if g == nil || g.Plies() == 4 {
			return
		}
		m := rules.MoveFromUint16(g.Record.Moves[4].Move)
		if after := before.Play(m); !before.IsLegal(m) || after.FEN() != g.Position.FEN() {
			t.Errorf("%q led from %s to %s", line, before.FEN(), g.Position.FEN())
		}
	})
}

// TestLooksLikeAMove says when a line is taken as one: coordinates always, the
// rest in a game, or when no command bears the name (docs/protocol.md §2.1).
func TestLooksLikeAMove(t *testing.T) {
	const nothingToPlay = "You are not playing or examining a game."
	h := newHouse(t)
	for _, step := range []string{"account Alice", "Alice connects"} {
		if err := h.step(step); err != nil {
			t.Fatal(err)
		}
	}
	h.seen()
	for line, want := range map[string]string{ // order does not matter: each line stands alone
		"e2e4": nothingToPlay, "e2-e4": nothingToPlay, "e7e8=n": nothingToPlay, "e7e8q": nothingToPlay,
		"Nf3": nothingToPlay, "o-o": nothingToPlay, "exd5": nothingToPlay, "P@e4": nothingToPlay,
		"de": "There are no offers to decline.", "ab": "You are not playing a game.", "e2e": "e2e: Command not found.",
	} {
		if err := h.step("Alice> " + line); err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(h.seen(), "\n"); !strings.Contains(got, want) {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
}

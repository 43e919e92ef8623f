package render

import (
	"testing"

	"epicenter/server/world"
)

// TestReceived tells of captures and of nothing else, before the board and in the
// words of its style (docs/protocol.md §7.3, §8.4a).
func TestReceived(t *testing.T) {
	taken := board(t, "crazyhouse", "4k3/8/8/3n4/8/8/8/3RK3[P] w - - 5 9", "d1d5")
	promoted := board(t, "crazyhouse", "3rk3/8/8/8/8/8/8/3Q~K3[] b - - 5 9", "d8d1")
	refreshed := *taken
	refreshed.Cause = world.BoardRefresh
	for _, c := range []struct {
		what  string
		b     *world.Board
		style int8
		want  string
	}{
		{"a knight", taken, 12, "<b1> game 12 white [PN] black [] <- WN\n"},
		{"in words", taken, 1, "Game 12 Alice received: N -> [PN]\n"},
		{"style 9 is for people too", taken, 9, "Game 12 Alice received: N -> [PN]\n"},
		{"style 11 is not", taken, 11, "<b1> game 12 white [PN] black [] <- WN\n"},
		{"what was a pawn", promoted, 12, "<b1> game 12 white [] black [P] <- BP\n"},
		{"the same in words", promoted, 14, "Game 12 Bob received: P -> [P]\n"},
		{"a board that is only shown again", &refreshed, 12, ""},
		{"a drop", board(t, "crazyhouse", "4k3/8/8/8/8/8/8/4K3[N] w - - 0 9", "N@f6"), 12, ""},
		{"a capture in chess", board(t, "chess", "4k3/8/8/3n4/8/8/8/3RK3 w - - 5 9", "d1d5"), 12, ""},
	} {
		if got := received(c.b, world.Look{Style: c.style}); got != c.want {
			t.Errorf("%s: %q, want %q", c.what, got, c.want)
		}
	}
}

// TestBellBeforeBoard rings between the line and the board, as the sample of
// docs/protocol.md §8.4a has it.
func TestBellBeforeBoard(t *testing.T) {
	b := board(t, "crazyhouse", "4k3/8/8/3n4/8/8/8/3RK3[] w - - 5 9", "d1d5")
	r := boardShown(b, Eye{Look: world.Look{Style: 12, Bell: true}})
	want := "<b1> game 12 white [N] black [] <- WN\n\a\n" + Board(b, world.Look{Style: 12}, View{})
	if r.Text != want || r.Bell {
		t.Errorf("%q, bell before it %v; want %q", r.Text, r.Bell, want)
	}
}

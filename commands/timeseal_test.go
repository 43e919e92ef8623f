package commands_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// duel is a game of 1 0 between Alice, whose client uses timeseal, and Bob, who
// answers at once. What happened is read from the boards that Bob sees.
type duel struct {
	h     *house
	clock int64 // Alice's, ms
	spent int64 // what her moves were charged
	took  int64 // what her moves took by the server's clock
	over  string
}

func newDuel(t *testing.T) *duel {
	d := &duel{h: newHouse(t), clock: 60_000}
	d.do("alice connects seal=2", "bob connects",
		"alice> [0] set minmovetime 0", "alice pongs 0", "bob> iset ms 1", "bob> style 12",
		"alice> [0] match bob 1 0 chess white", "bob> accept", "alice pongs 0",
		"alice> [0] g1f3", "bob> g8f6")
	return d
}

func (d *duel) do(steps ...string) {
	for _, s := range steps {
		if d.over != "" {
			return
		}
		if err := d.h.step(s); err != nil {
			d.h.t.Fatalf("%s: %v", s, err)
		}
		d.read()
	}
}

// read follows Alice's clock on the boards, and the end.
func (d *duel) read() {
	for _, l := range d.h.seen() {
		f := strings.Fields(strings.TrimPrefix(l, "bob| "))
		switch {
		case strings.HasPrefix(l, "bob| {Game") && !strings.Contains(l, "Creating"):
			d.over = l
		case !strings.HasPrefix(l, "bob| <12>") || f[9] != "B":
		default:
			left, err := strconv.ParseInt(f[24], 10, 64)
			if err != nil {
				d.h.t.Fatal(l)
			}
			if left > d.clock {
				d.h.t.Fatalf("Alice's clock went up from %d to %d", d.clock, left)
			}
			d.spent, d.clock = d.spent+d.clock-left, left
		}
	}
}

// move has Alice answer the ping and move after the given times by the server's
// clock, with the stamps that she likes. The knights go to and fro.
func (d *duel) move(n int, ping, think, pong, stamp int64) {
	start := d.h.now
	d.do(fmt.Sprintf("wait %dms", ping), fmt.Sprintf("alice pongs %d", pong), fmt.Sprintf("wait %dms", think))
	d.took += d.h.now - start
	moves := [][2]string{{"f3g1", "f6g8"}, {"g1f3", "g8f6"}}[n%2]
	d.do(fmt.Sprintf("alice> [%d] %s", stamp, moves[0]), "bob> "+moves[1])
}

// Who thinks for two seconds at each move and says that all of it was lag gains
// the credit of one game, and loses on time with it (docs/cases.md 27).
func TestLyingAboutLag(t *testing.T) {
	d := newDuel(t)
	for n := 0; n < 60 && d.over == ""; n++ {
		d.move(n, 2000, 0, 1000, 1000)
	}
	if !strings.Contains(d.over, "alice forfeits on time} 0-1") {
		t.Errorf("the end: %q", d.over)
	}
	if d.took < 70_000 || d.took > 72_000 {
		t.Errorf("Alice has thought for %d ms with 60,000 on her clock and 10,000 of credit", d.took)
	}
}

// Who moves at once over a line that takes 150 ms is charged nothing, until the
// credit of the game is used up.
func TestHonestLag(t *testing.T) {
	d := newDuel(t)
	for n := range 60 {
		d.move(n, 100, 50, 1000, 1000)
	}
	if d.spent != 0 || d.over != "" {
		t.Errorf("charged %d ms, %q", d.spent, d.over)
	}
	for n := range 60 {
		d.move(n, 100, 50, 1000, 1000)
	}
	if d.spent != 120*150-10_000 {
		t.Errorf("charged %d ms of %d", d.spent, 120*150)
	}
}

// Whatever a client stamps, a move is charged no more than the time that it
// took, and no less than that without the credit.
func TestAnyStamps(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		d := newDuel(t)
		stamps := rapid.OneOf(rapid.Int64Range(0, 20_000), rapid.Int64Range(9_990_000, 10_010_000), rapid.Int64Range(0, 999_999_999_999_999_999))
		times := rapid.Int64Range(0, 3000)
		for n := range rapid.IntRange(1, 40).Draw(rt, "moves") {
			if d.over != "" {
				break
			}
			clock, took := d.clock, d.took
			d.move(n, times.Draw(rt, "ping"), times.Draw(rt, "think"), stamps.Draw(rt, "pong"), stamps.Draw(rt, "stamp"))
			spent, took := clock-d.clock, d.took-took
			if d.over == "" && (spent > took || spent < took-1000) {
				rt.Fatalf("a move that took %d ms was charged %d", took, spent)
			}
		}
		if d.over == "" && d.spent < d.took-10_000 {
			rt.Fatalf("moves that took %d ms were charged %d", d.took, d.spent)
		}
		if d.over != "" && d.took < 60_000 {
			rt.Fatalf("lost on time after %d ms: %s", d.took, d.over)
		}
	})
}

// A client that never answers is sent no more than 32 pings and gains nothing.
func TestNoPongs(t *testing.T) {
	h := newHouse(t)
	pings := 0
	for _, s := range []string{"alice connects seal=1", "bob connects", "alice> match bob 1 0 chess white", "bob> accept"} {
		if err := h.step(s); err != nil {
			t.Fatal(err)
		}
	}
	for n := range 50 {
		moves := [][2]string{{"g1f3", "g8f6"}, {"f3g1", "f6g8"}}[n%2]
		for _, s := range []string{"alice> [5] " + moves[0], "bob> " + moves[1], "wait 1s"} {
			if err := h.step(s); err != nil {
				t.Fatal(err)
			}
			for _, l := range h.seen() {
				if l == "alice* is pinged" {
					pings++
				}
			}
		}
	}
	if pings == 0 || pings > 32 {
		t.Errorf("%d pings without an answer", pings)
	}
}

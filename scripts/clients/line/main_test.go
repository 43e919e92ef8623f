package main

import (
	"strings"
	"testing"

	"epicenter/rules"
)

// TestLineFollowsMoves prints each board of a game that is given.
func TestLineFollowsMoves(t *testing.T) {
	var out strings.Builder
	if err := run(strings.Fields("atomic - e4 d5 exd5"), &out); err == nil {
		t.Error("a FEN of one dash was taken")
	}
	if err := run([]string{"atomic", "", "e4", "d5", "exd5"}, &out); err != nil {
		t.Fatal(err)
	}
	want := `e4 rnbqkbnr pppppppp -------- -------- ----P--- -------- PPPP-PPP RNBQKBNR B
d5 rnbqkbnr ppp-pppp -------- ---p---- ----P--- -------- PPPP-PPP RNBQKBNR W
exd5 rnbqkbnr ppp-pppp -------- -------- -------- -------- PPPP-PPP RNBQKBNR B
`
	if out.String() != want {
		t.Errorf("got\n%swant\n%s", out.String(), want)
	}
	if err := run([]string{"chess", "", "e5"}, &out); err == nil || !strings.Contains(err.Error(), "e5") {
		t.Errorf("an illegal move: %v", err)
	}
}

// TestLineCastles finds a game with both castlings from many start positions.
func TestLineCastles(t *testing.T) {
	for number := 0; number < 960; number += 211 {
		for _, name := range []string{"chess960", "atomic960"} {
			p := rules.Lookup(name).Start(number)
			var out strings.Builder
			if err := run([]string{name, p.FEN()}, &out); err != nil {
				t.Errorf("%s %d: %v", name, number, err)
				continue
			}
			for i, line := range strings.Split(strings.TrimSpace(out.String()), "\n") {
				san, _, _ := strings.Cut(line, " ")
				switch castles := strings.HasPrefix(san, "O-O"); {
				case castles && i%2 == 0 && strings.HasPrefix(san, "O-O-O"),
					castles && i%2 == 1 && !strings.HasPrefix(san, "O-O-O"):
					t.Errorf("%s %d: half-move %d is %s", name, number, i+1, san)
				}
			}
			if n := strings.Count(out.String(), "O-O"); n != 2 {
				t.Errorf("%s %d: %d castlings", name, number, n)
			}
		}
	}
}

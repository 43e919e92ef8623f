package search

import (
	"bufio"
	"context"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"epicenter/rules"
)

// puzzle is a line of testdata/puzzles.epd, which scripts/search has found in random
// games and proved by looking at every move and every answer.
type puzzle struct {
	id       string
	position rules.Position
	moves    int      // of the side to move until the end
	best     []string // every move that forces it
}

func puzzles(t *testing.T) (out []puzzle) {
	t.Helper()
	f, err := os.Open("testdata/puzzles.epd")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for in := bufio.NewScanner(f); in.Scan(); {
		board, ops, _ := strings.Cut(in.Text(), " bm ")
		fields := strings.Split(ops, "; ")
		z := puzzle{best: strings.Fields(fields[0])}
		variant := ""
		for _, op := range fields[1:] {
			name, value, _ := strings.Cut(strings.TrimSuffix(op, ";"), " ")
			switch value = strings.Trim(value, `"`); name {
			case "dm":
				z.moves, err = strconv.Atoi(value)
			case "id":
				z.id = value
			case "c0":
				variant = value
			}
		}
		if err != nil {
			t.Fatalf("%s: %v", in.Text(), err)
		}
		if z.position, err = rules.ParseFEN(rules.Lookup(variant), board+" 0 1"); err != nil {
			t.Fatalf("%s: %v", in.Text(), err)
		}
		out = append(out, z)
	}
	return out
}

// The strongest level finds nine of ten puzzles, and says within how many half-moves
// the end comes.
func TestPuzzles(t *testing.T) {
	all := puzzles(t)
	if len(all) != 200 {
		t.Fatalf("%d puzzles; the set has 200", len(all))
	}
	e := New(Options{HashMB: 4})
	rnd := rand.New(rand.NewPCG(1, 1))
	solved, exact := 0, 0
	for _, z := range all {
		e.Reset()
		r := e.Play(context.Background(), []rules.Position{z.position}, Levels, rnd)
		if !slices.Contains(z.best, z.position.UCI(r.Move)) {
			t.Logf("%s: %s: %s with %d, not %v", z.id, z.position.FEN(), r.Move, r.Score, z.best)
			continue
		}
		solved++
		if r.MateIn() == 2*z.moves-1 {
			exact++
		}
	}
	t.Logf("%d of %d solved, %d with the length proved", solved, len(all), exact)
	if solved < 180 || exact < 180 {
		t.Errorf("%d of %d solved, %d with the length proved; at least 180 of each are wanted", solved, len(all), exact)
	}
}

package main

import (
	"strings"
	"testing"

	coren "github.com/corentings/chess/v2"
)

func TestMiddle(t *testing.T) {
	for _, c := range []struct {
		list []float64
		want float64
	}{{[]float64{3}, 3}, {[]float64{9, 1, 4}, 4}, {[]float64{8, 2, 4, 6}, 5}} {
		if got := middle(c.list); got != c.want {
			t.Errorf("%v: %v, want %v", c.list, got, c.want)
		}
	}
}

func TestParseNodes(t *testing.T) {
	n, err := parseNodes("a2a3: 1\n\nNodes searched: 119060324\n\n")
	if n != 119060324 || err != nil {
		t.Errorf("%d, %v", n, err)
	}
	if _, err := parseNodes("Unknown command"); err == nil {
		t.Error("no count is a count")
	}
}

// What is compared counts the same.
func TestCorenPerft(t *testing.T) {
	if n := corenPerft(coren.StartingPosition(), 3); n != 8902 {
		t.Errorf("%d positions, want 8902", n)
	}
}

func TestTable(t *testing.T) {
	rows, err := table("../../rules/testdata/perft")
	if err != nil || len(rows) != 8 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	for _, r := range rows[3:] {
		for _, l := range r.lines {
			if l.nodes <= 1_000_000 || l.depth < 1 {
				t.Errorf("%s: %+v", r.name, l)
			}
		}
	}
	wrong := row{lines: []perftLine{{"chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", 1, 6}}}
	if _, err := wrong.measure(); err == nil || !strings.Contains(err.Error(), "5 nodes, want 6") {
		t.Errorf("a wrong count: %v", err)
	}
	if _, err := table("nowhere"); err == nil {
		t.Error("a table of nothing")
	}
}

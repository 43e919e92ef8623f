package main

import (
	"context"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"epicenter/rules"
)

func runText(args ...string) (string, error) {
	var out strings.Builder
	err := run(context.Background(), args, &out)
	return out.String(), err
}

// A ladder, a match and a game of every variant, short enough for every day.
func TestMatches(t *testing.T) {
	for _, tt := range []struct{ args, want string }{
		{"match -games 4 level:5 random", "atomic: level:5 against random: +4 =0 -0 of 4, 100.0 %"},
		{"match -variant suicide -games 2 material nodes:500", "suicide: material against nodes:500: "},
		{"levels -variant losers -games 2 -to 2", "losers: level:2 against level:1: "},
		{"legal -games 2 -level 1 -only crazyhouse", "crazyhouse: level:1 against level:1: "},
		{"speed -nodes 2000", "atomic      depth "},
	} {
		got, err := runText(strings.Fields(tt.args)...)
		if err != nil || !strings.Contains(got, tt.want) {
			t.Errorf("search %s: %q, %v; want %q", tt.args, got, err, tt.want)
		}
	}
}

func TestBadArguments(t *testing.T) {
	for _, tt := range []struct{ args, want string }{
		{"", "what shall be measured?"},
		{"match level:1", "cannot be run like this"},
		{"match level:0 random", `"level:0" lacks a number that makes sense`},
		{"match level:x random", `"level:x" lacks a number`},
		{"match nobody random", `"nobody" is no player`},
		{"match uci: random", "uci: lacks its command"},
		{"match uci:/nowhere/at/all random", "starting /nowhere/at/all"},
		{"match -variant checkers random random", `unknown variant "checkers"`},
		{"match -games many random random", "usage:"},
	} {
		if _, err := runText(strings.Fields(tt.args)...); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("search %s: %v, want %q", tt.args, err, tt.want)
		}
	}
}

func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, args := range []string{"match level:1 random", "puzzles", "speed"} {
		if err := run(ctx, strings.Fields(args), &strings.Builder{}); err == nil {
			t.Errorf("search %s was not interrupted", args)
		}
	}
}

func TestTally(t *testing.T) {
	c := tally{won: 6, drawn: 2, lost: 2, plies: 500, used: [2]time.Duration{time.Second, 0}, moves: [2]int{100, 0}}
	if got, want := c.String(), "+6 =2 -2 of 10, 70.0 % (Elo +147), 50 half-moves a game, 10ms and 0s a move, slowest 0s and 0s"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// Every puzzle of the set is proved anew; those in three moves are many positions, so
// only some of them are.
func TestPuzzlesAreProved(t *testing.T) {
	text, err := os.ReadFile("../../rules/search/testdata/puzzles.epd")
	if err != nil {
		t.Fatal(err)
	}
	proved := map[string]int{}
	for line := range strings.Lines(string(text)) {
		for _, th := range themes {
			_, id, _ := strings.Cut(line, `id "`)
			if !strings.HasPrefix(id, th.id) {
				continue
			}
			proved[th.id]++
			if th.moves == 3 && proved[th.id]%10 != 1 {
				continue
			}
			board, ops, _ := strings.Cut(line, " bm ")
			want, _, _ := strings.Cut(ops, ";")
			p, err := rules.ParseFEN(rules.Lookup(th.variant), board+" 0 1")
			if err != nil {
				t.Fatalf("%s: %v", line, err)
			}
			var got []string
			for _, m := range solve(&p, th) {
				got = append(got, p.UCI(m))
			}
			if strings.Join(got, " ") != want {
				t.Errorf("%s: proved are %v, written down %s", board, got, want)
			}
		}
	}
	for _, th := range themes {
		if proved[th.id] != 50 {
			t.Errorf("%d puzzles of %s, want 50", proved[th.id], th.id)
		}
	}
}

// Quick puzzles come out the same for the same seed.
func TestWritePuzzles(t *testing.T) {
	p := somewhere(rules.Lookup("atomic"), rand.New(rand.NewPCG(1, 0)))
	if epd(&p) == p.FEN() || !strings.HasPrefix(p.FEN(), epd(&p)) {
		t.Errorf("%s is cut to %s", p.FEN(), epd(&p))
	}
	a, err := runText("puzzles", "-each", "1", "-seed", "4")
	b, _ := runText("puzzles", "-each", "1", "-seed", "4")
	if err != nil || a != b || strings.Count(a, "\n") != len(themes) {
		t.Errorf("%q and %q, %v", a, b, err)
	}
}

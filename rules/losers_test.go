package rules

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// The sentences of rules/RULES.md §2.6 and §2.7 on what may be played.
func TestLosingSentences(t *testing.T) {
	for _, c := range []struct{ why, variant, fen, want string }{
		{"suicide: free choice among captures", "suicide", "8/8/8/1p1p4/2P5/8/8/7k w - - 0 1", "c4b5 c4d5"},
		{"suicide: quiet moves when there is none", "suicide", "8/8/8/8/8/8/7P/8 w - - 0 1", ""}, // the opponent has lost all
		{"suicide: en passant is compulsory", "suicide", "8/8/8/5pP1/8/8/8/R7 w - f6 0 1", "g5f6"},
		{"suicide: a king may be taken", "suicide", "7k/8/8/8/8/8/8/7R w - - 0 1", "h1h8"},
		{"suicide: a king takes what is protected", "suicide", "8/8/8/8/8/1n6/p7/K7 w - - 0 1", "a1a2"},
		{"suicide: a pawn becomes a king", "suicide", "8/8/8/8/8/8/p7/7N b - - 0 1", "a2a1b a2a1k a2a1n a2a1q a2a1r"},
		{"suicide: also by taking", "suicide", "8/8/8/8/8/8/p7/1N6 b - - 0 1", "a2b1b a2b1k a2b1n a2b1q a2b1r"},
		{"suicide: two kings of a side", "suicide", "8/8/8/8/8/8/8/KK5k b - - 0 1", "h1g1 h1g2 h1h2"},
		{"losers: a capture is compulsory", "losers", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5"},
		{"losers: en passant too", "losers", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6"},
		{"losers: check comes first", "losers", "4k3/8/8/8/8/8/3p4/R3K3 w Q - 0 1", "e1d2"},
		{"losers: only captures that answer it", "losers", "4k3/8/8/7p/7b/8/8/R2QK3 w - - 0 1", "e1d2 e1e2 e1f1"},
		{"losers: the king takes only what is free", "losers", "4k3/8/8/8/8/2n5/3p4/3RK3 w - - 0 1", "d1d2 e1d2"},
		{"losers: protected men are not taken by it", "losers", "4k3/8/8/8/5b2/8/3p4/4K3 w - - 0 1", ""}, // bare: over
		{"losers: a bare king is the end", "losers", "4k3/8/8/8/8/8/3n4/4K3 b - - 0 1", ""},
		{"losers: castling where nothing can be taken", "losers", "4k2r/8/8/8/8/8/7P/4K2R w K - 0 1", "e1d1 e1d2 e1e2 e1f1 e1f2 e1g1 h1f1 h1g1 h2h3 h2h4"},
	} {
		p := parse(t, c.variant, c.fen)
		if got := strings.Join(legalUCI(&p), " "); got != c.want {
			t.Errorf("%s: %s, want %s", c.why, got, c.want)
		}
	}
}

// When a capture exists nothing else is legal, and it is one that chess allows.
func TestCapturesAreCompulsory(t *testing.T) {
	for i, name := range []string{"suicide", "losers"} {
		rng := rand.New(rand.NewPCG(uint64(i), 8))
		forced := 0
		for range 30 {
			p := Lookup(name).Start(0)
			for range 100 {
				moves := p.AppendMoves(nil)
				if len(moves) == 0 {
					break
				}
				takes := func(m Move) bool { return p.Captured(m) != NoPiece }
				if slices.ContainsFunc(moves, takes) {
					forced++
					if slices.ContainsFunc(moves, func(m Move) bool { return !takes(m) }) {
						t.Fatalf("%s %s: captures and others: %v", name, p.FEN(), moves)
					}
				}
				p = p.Play(moves[rng.IntN(len(moves))])
			}
		}
		if forced == 0 {
			t.Errorf("%s: never a capture", name)
		}
	}
}

// Losers is chess with fewer moves: what it allows chess allows, and where chess
// has no capture both have the same.
func TestLosersIsPartOfChess(t *testing.T) {
	for _, l := range readPerft(t, "losers") {
		p := parse(t, "losers", l.fen)
		q := parse(t, "chess", l.fen)
		if _, over := losersBare(&p); over {
			continue
		}
		all := q.AppendMoves(nil)
		takes := func(m Move) bool { return q.Captured(m) != NoPiece }
		want := all
		if slices.ContainsFunc(all, takes) {
			want = slices.DeleteFunc(slices.Clone(all), func(m Move) bool { return !takes(m) })
		}
		got := p.AppendMoves(nil)
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", l.fen, got, want)
		}
	}
}

// Marks of notation: none in suicide, # for a mate that the mated side wins.
func TestLosingMarks(t *testing.T) {
	for _, c := range []struct{ variant, fen, uci, want string }{
		{"suicide", "4k3/8/8/8/8/8/8/R6K w - - 0 1", "a1e1", "Re1"},
		{"suicide", "8/P7/8/8/8/8/8/7k w - - 0 1", "a7a8k", "a8=K"},
		{"losers", "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", "d1d8", "Rd8#"},
		{"losers", "6k1/5p1p/8/8/8/8/8/K2R4 w - - 0 1", "d1d8", "Rd8+"},
		{"losers", "3nk3/8/8/8/8/8/3P4/3RK3 w - - 0 1", "d2d4", "d4"},
	} {
		p := parse(t, c.variant, c.fen)
		if got := p.SAN(mustUCI(t, &p, c.uci)); got != c.want {
			t.Errorf("%s %s: %s, want %s", c.variant, c.uci, got, c.want)
		}
	}
}

package search

import (
	"context"
	"math/rand/v2"
	"testing"

	"epicenter/rules"
)

// at returns a game of one position.
func at(t *testing.T, variant, fen string) []rules.Position {
	t.Helper()
	p, err := rules.ParseFEN(rules.Lookup(variant), fen)
	if err != nil {
		t.Fatal(err)
	}
	return []rules.Position{p}
}

// TestBestMove gives positions in which one move is right for a reason that a player
// can see.
func TestBestMove(t *testing.T) {
	e := New(Options{HashMB: 1})
	for _, tt := range []struct{ name, variant, fen, best string }{
		{"mate in one", "chess", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "a1a8"},
		{"takes the queen", "chess", "rnb1kbnr/pppp1ppp/8/4p1q1/3PP3/8/PPP2PPP/RNBQKBNR w KQkq - 0 1", "c1g5"},
		{"explodes the king", "atomic", "rnbqkbnr/pppp1ppp/8/4p1N1/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 1", "g5f7"},
		{"gives the last man", "suicide", "8/8/8/8/8/1p6/8/B7 w - - 0 1", "a1b2"},
	} {
		e.Reset()
		r := e.Search(context.Background(), at(t, tt.variant, tt.fen), Limits{Nodes: 20000})
		if got := r.Move.String(); got != tt.best {
			t.Errorf("%s: %s, want %s (score %d, line %v)", tt.name, got, tt.best, r.Score, r.PV)
		}
	}
}

// TestEveryVariant plays a game by each level's own dice in every variant: moves must
// be legal and lines must be made of legal moves.
func TestEveryVariant(t *testing.T) {
	e := New(Options{HashMB: 1})
	rnd := rand.New(rand.NewPCG(1, 2))
	for _, v := range rules.Variants() {
		game := []rules.Position{v.StartFrom(rnd)}
		for ply := 0; ply < 60; ply++ {
			p := game[len(game)-1]
			if p.Outcome().Over() {
				break
			}
			r := e.Play(context.Background(), game, 1+ply%4, rnd)
			q := p
			for _, m := range r.PV {
				if !q.IsLegal(m) {
					t.Fatalf("%s: %s: %v of line %v is not legal", v, p.FEN(), m, r.PV)
				}
				q = q.Play(m)
			}
			if !p.IsLegal(r.Move) || r.PV[0] != r.Move {
				t.Fatalf("%s: %s: move %v, line %v", v, p.FEN(), r.Move, r.PV)
			}
			game = append(game, p.Play(r.Move))
		}
	}
}

package search

import (
	"context"
	"math/rand/v2"
	"testing"

	"epicenter/rules"
)

// The tests of this file compare the search with slow and obvious ones.

// forced returns the least number of half-moves in which the side to move can force a
// won end, up to a limit; 0 for none. It looks at everything.
func forced(p *rules.Position, limit int) int {
	for n := 1; n <= limit; n += 2 {
		if forces(p, n) {
			return n
		}
	}
	return 0
}

func forces(p *rules.Position, n int) bool {
	for _, m := range p.AppendMoves(nil) {
		q := p.Play(m)
		if o := q.Outcome(); o.Over() {
			if winner, won := o.Result.Winner(); won && winner == p.Turn() {
				return true
			}
			continue
		}
		if n > 2 && helpless(&q, n-1) {
			return true
		}
	}
	return false
}

func helpless(p *rules.Position, n int) bool {
	for _, m := range p.AppendMoves(nil) {
		q := p.Play(m)
		if o := q.Outcome(); o.Over() {
			if winner, won := o.Result.Winner(); won && winner == q.Turn() {
				continue
			}
			return false
		}
		if !forces(&q, n-1) {
			return false
		}
	}
	return true
}

// In random positions of every family the search finds the shortest forced win, and no
// win where there is none so short. (In losers one may also be forced to win by the
// opponent's own move, which forced does not look for.)
func TestShortWinsAgainstExhaustiveSearch(t *testing.T) {
	rnd := rand.New(rand.NewPCG(11, 11))
	e := New(Options{HashMB: 1})
	wins := 0
	for _, name := range []string{"chess", "chess960", "atomic", "atomic960", "crazyhouse", "losers", "suicide"} {
		for range 25 {
			game := somewhere(rules.Lookup(name), rnd)
			p := game[rnd.IntN(len(game))]
			if p.Outcome().Over() || len(p.AppendMoves(nil)) > 45 {
				continue
			}
			want := forced(&p, 3)
			e.Reset()
			r := e.Search(context.Background(), []rules.Position{p}, Limits{Depth: 6, Nodes: 100000})
			if want > 0 {
				wins++
			}
			if got := r.MateIn(); want > 0 && (got <= 0 || got > want) || want == 0 && got > 0 && got <= 3 && got%2 == 1 {
				t.Errorf("%s: %s: a win in %d, the search says %d by %s", name, p.FEN(), want, got, p.UCI(r.Move))
			}
		}
	}
	if wins < 10 {
		t.Errorf("only %d short wins came up", wins)
	}
}

// A mate that is announced can be played out against every defence that the search
// itself finds, in no more moves than it said.
func TestAnnouncedMatesArePlayed(t *testing.T) {
	e := New(Options{HashMB: 4})
	for i, z := range puzzles(t) {
		if i%4 != 3 {
			continue
		}
		e.Reset()
		game := []rules.Position{z.position}
		left := 0
		for !game[len(game)-1].Outcome().Over() {
			p := game[len(game)-1]
			r := e.Search(context.Background(), game, Limits{Nodes: 60000})
			if p.Turn() == z.position.Turn() {
				if left != 0 && r.MateIn() > left-2 {
					t.Errorf("%s: mate in %d after mate in %d", p.FEN(), r.MateIn(), left)
				}
				left = r.MateIn()
			}
			if len(game) > 2*z.moves {
				t.Errorf("%s: no end after %d half-moves", z.position.FEN(), len(game)-1)
				break
			}
			game = append(game, p.Play(r.Move))
		}
	}
}

// Endgames that everybody wins are won, by whoever defends them.
func TestEndgamesAreWon(t *testing.T) {
	e := New(Options{HashMB: 4})
	for _, tt := range []struct {
		name, variant, fen string
		plies              int
	}{
		{"queen", "chess", "8/8/8/3k4/8/8/8/Q3K3 w - - 0 1", 50},
		{"rook", "chess", "8/8/8/3k4/8/8/8/R3K3 w - - 0 1", 90},
		{"two rooks", "chess", "8/8/8/3k4/8/8/8/RR2K3 w - - 0 1", 40},
		{"two bishops", "chess", "8/8/8/3k4/8/8/8/2B1KB2 w - - 0 1", 99},
		{"pawn with the opposition", "chess", "4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", 60},
		{"far passed pawn", "chess", "8/5kpp/8/8/P7/8/5KPP/8 w - - 0 1", 160},
		{"queen and rook", "atomic", "8/8/3k4/8/8/8/8/QR2K3 w - - 0 1", 60},
		{"one man each", "suicide", "8/8/8/8/8/7p/8/QB6 w - - 0 1", 60},
	} {
		e.Reset()
		game := at(t, tt.variant, tt.fen)
		for len(game) <= tt.plies && !game[len(game)-1].Outcome().Over() {
			p := game[len(game)-1]
			game = append(game, p.Play(e.Search(context.Background(), game, Limits{Nodes: 20000}).Move))
		}
		if winner, won := game[len(game)-1].Outcome().Result.Winner(); !won || winner != rules.White {
			t.Errorf("%s: no win in %d half-moves: %s", tt.name, tt.plies, game[len(game)-1].FEN())
		}
	}
}

// minimax is the rule that visit shortens: every move to a depth, then captures.
func minimax(e *Engine, ply, depth int) int {
	p := &e.stack[ply].pos
	if ply > 0 && e.drawn(p, p.Hash(), ply) {
		return 0
	}
	moves := p.AppendMoves(nil)
	if len(moves) == 0 {
		return e.ended(ply)
	}
	if depth == 0 {
		return e.quiesce(ply, 0, -infinite, infinite)
	}
	e.hashes = append(e.hashes, p.Hash())
	best := -infinite
	for _, m := range moves {
		p.PlayInto(&e.stack[ply+1].pos, m)
		best = max(best, -minimax(e, ply+1, depth-1))
	}
	e.hashes = e.hashes[:len(e.hashes)-1]
	return best
}

// Without the short cuts that a style allows and without extensions, alpha-beta must
// return what looking at everything returns.
func TestAlphaBetaIsMinimax(t *testing.T) {
	rnd := rand.New(rand.NewPCG(13, 13))
	calm := func(e *Engine) {
		e.style.passes, e.style.prunes, e.style.margin = false, false, 100000
		e.style.slack = 100000 // captures that cannot reach alpha are looked at too
		e.style.endangered, e.style.wins = never, never
	}
	for _, name := range []string{"chess", "atomic", "crazyhouse", "losers"} {
		v := rules.Lookup(name)
		for range 8 {
			game := somewhere(v, rnd)
			p := game[rnd.IntN(len(game))]
			if p.Outcome().Over() || len(p.AppendMoves(nil)) > 35 {
				continue
			}
			e := New(Options{HashMB: 1})
			e.prepare(context.Background(), []rules.Position{p}, Limits{})
			calm(e)
			want := minimax(e, 0, 2)
			e.prepare(context.Background(), []rules.Position{p}, Limits{})
			calm(e)
			if got := e.visit(0, 2, -infinite, infinite, false); got != want {
				t.Errorf("%s: %s: alpha-beta %d, minimax %d", v, p.FEN(), got, want)
			}
		}
	}
}

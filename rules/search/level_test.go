package search

import (
	"context"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"epicenter/rules"
)

// dice are those of one seed, the same each time.
func dice(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 9)) }

// middle returns a game of some random half-moves that is not over.
func middle(v *rules.Variant, rnd *rand.Rand) []rules.Position {
	game := somewhere(v, rnd)
	for game = game[:min(len(game), 25)]; game[len(game)-1].Outcome().Over(); {
		game = game[:len(game)-1]
	}
	return game
}

// A level keeps to its nodes and depth in every variant, gives a legal move, leaves the
// game it was asked about alone, and with the same dice says the same again.
func TestLevelsKeepTheirLimits(t *testing.T) {
	rnd := dice(31)
	e := New(Options{HashMB: 1})
	for _, v := range rules.Variants() {
		game := middle(v, rnd)
		before, p := slices.Clone(game), game[len(game)-1]
		for n := 1; n <= 5; n++ {
			e.Reset()
			r := e.Play(context.Background(), game, n, dice(uint64(n)))
			if !p.IsLegal(r.Move) || r.Nodes > LevelNodes(n) || levels[n].depth > 0 && r.Depth > levels[n].depth {
				t.Errorf("%s level %d: %s: %+v", v, n, p.FEN(), r)
			}
			e.Reset()
			if again := e.Play(context.Background(), game, n, dice(uint64(n))); !reflect.DeepEqual(again, r) {
				t.Errorf("%s level %d: %s: %+v, then %+v", v, n, p.FEN(), r, again)
			}
		}
		if !reflect.DeepEqual(game, before) {
			t.Errorf("%s: the game was changed", v)
		}
	}
}

// A player who has run out of time still moves: with a context that is done every level
// gives a legal move having looked at hardly anything.
func TestEveryLevelMovesWhenCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	rnd := dice(32)
	e := New(Options{HashMB: 1})
	for _, v := range rules.Variants() {
		game := middle(v, rnd)
		for n := 1; n <= Levels; n++ {
			r := e.Play(ctx, game, n, rnd)
			if !game[len(game)-1].IsLegal(r.Move) || r.Nodes > ask {
				t.Errorf("%s level %d: %s: %+v", v, n, game[len(game)-1].FEN(), r)
			}
		}
	}
}

// winsAtOnce has positions that can be won at once, by the one move given or, where
// there are several, by any of them.
var winsAtOnce = []struct{ variant, fen, best string }{
	{"chess", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "a1a8"},
	{"chess960", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "a1a8"},
	{"atomic", "4k3/3p4/8/8/8/8/7P/3R3K w - - 0 1", "d1d7"},
	{"crazyhouse", "6k1/5ppp/8/8/8/8/8/6K1[R] w - - 0 1", ""},
}

// Of the moves that a level sees, it never passes over one that wins at once; how often
// it fails to see it is what overlook says, which the dice are rolled again to know.
func TestLevelsWinAtOnce(t *testing.T) {
	e := New(Options{HashMB: 1})
	for _, tt := range winsAtOnce {
		game := at(t, tt.variant, tt.fen)
		p := game[0]
		for n := 1; n <= Levels; n++ {
			found, seen := 0, 0
			for seed := range uint64(12) {
				e.Reset()
				roll, sees := dice(seed), false
				for _, m := range p.AppendMoves(nil) {
					q := p.Play(m)
					if l := levels[n].overlook; l == 0 || roll.IntN(100) >= l {
						winner, won := q.Outcome().Result.Winner()
						sees = sees || won && winner == p.Turn()
					}
				}
				if !sees {
					continue // what it then does is not the matter
				}
				seen++
				r := e.Play(context.Background(), game, n, dice(seed))
				if q := p.Play(r.Move); q.Outcome().Over() && r.MateIn() == 1 && (tt.best == "" || p.UCI(r.Move) == tt.best) {
					found++
				}
			}
			if found != seen || n >= 3 && seen == 0 || n >= 8 && seen != 12 {
				t.Errorf("%s level %d: %s: won %d of %d that it saw, of 12", tt.variant, n, tt.fen, found, seen)
			}
		}
	}
}

// When the game is over no level makes a move, and the score says how it ended.
func TestLevelsAfterTheEnd(t *testing.T) {
	e := New(Options{HashMB: 1})
	for n := 0; n <= Levels+1; n++ {
		lost := e.Play(context.Background(), at(t, "chess", "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1"), n, dice(1))
		stale := e.Play(context.Background(), at(t, "chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), n, dice(1))
		if lost.Move != rules.NoMove || lost.Score != -MateScore || stale.Move != rules.NoMove || stale.Score != 0 {
			t.Errorf("level %d: %+v and %+v", n, lost, stale)
		}
	}
}

// At the hundredth half-move without progress a queen more is worth nothing, and who has
// a pawn moves it to keep his win; a mate with the last of them still counts.
func TestFiftyMovesInTheSearch(t *testing.T) {
	e := New(Options{HashMB: 1})
	for _, tt := range []struct {
		fen    string
		lo, hi int
		file   int // that the move begins on, -1 for any
	}{
		{"8/8/8/3k4/8/8/8/KQ6 w - - 99 80", 0, 0, -1},
		{"8/8/8/3k4/8/8/8/KQ6 w - - 10 80", 500, infinite, -1},
		{"8/8/8/3k4/8/8/7P/KQ6 w - - 99 80", 500, infinite, 7},
		{"7k/8/6K1/8/8/8/8/R7 w - - 99 80", MateScore - 1, MateScore - 1, 0},
	} {
		for _, depth := range []int{1, 4} {
			e.Reset()
			r := e.Search(context.Background(), at(t, "chess", tt.fen), Limits{Depth: depth})
			if r.Score < tt.lo || r.Score > tt.hi || tt.file >= 0 && r.Move.From().File() != tt.file {
				t.Errorf("%s at depth %d: %s with %d, want %d to %d", tt.fen, depth, r.Move, r.Score, tt.lo, tt.hi)
			}
		}
	}
}

// One repetition within the line that is looked at is a draw, one of a position of the
// game is not yet, and nothing repeats across a pawn's move.
func TestRepetitionWithinTheLine(t *testing.T) {
	e := New(Options{HashMB: 1})
	line := at(t, "chess", "6k1/5ppp/8/8/8/8/r4PPP/3Q2K1 w - - 4 9")
	for _, text := range []string{"d1c1", "a2b2", "c1d1", "b2a2"} {
		p := line[len(line)-1]
		line = append(line, p.Play(move(t, &p, text)))
	}
	for ply, want := range map[int]bool{0: false, 3: false, 4: true} {
		e.prepare(context.Background(), line[:5-ply], Limits{})
		for _, p := range line[5-ply-1 : 4] {
			if ply > 0 {
				e.hashes = append(e.hashes, p.Hash())
			}
		}
		if got := e.drawn(&line[4], line[4].Hash(), ply); got != want {
			t.Errorf("%d half-moves into the line: drawn is %v", ply, got)
		}
	}
	last := line[4]
	moved := last.Play(move(t, &last, "h2h3"))
	e.prepare(context.Background(), append(line, moved), Limits{})
	if len(e.hashes) != 0 {
		t.Errorf("%d positions from before a pawn's move are kept", len(e.hashes))
	}
}

// A forced end is stored as counted from its position: taken in and out at any ply it
// must be the same, and scores that are none must not be touched.
func TestMateScoresThroughTheTable(t *testing.T) {
	var tab table
	tab.resize(1)
	for ply := range 40 {
		for n := ply; n < ply+40; n++ {
			for i, score := range []int{MateScore - n, n - MateScore, n * 10, -n * 10} {
				key := uint64(1 + i)
				tab.keep(key, rules.NoMove, score, 0, 1, exactBound, ply)
				if got := fromRoot(int(tab.look(key).score), ply); got != score {
					t.Fatalf("%d at ply %d comes back as %d", score, ply, got)
				}
			}
		}
	}
	tab.keep(9, rules.NoMove, MateScore-6, 0, 1, exactBound, 6)
	if got := tab.look(9).score; got != MateScore {
		t.Errorf("an end on the spot is stored as %d", got)
	}
}

// What earlier searches left gives way to the new, also after the age, a byte, has come
// round; and only this search's own entries count as full.
func TestOldEntriesGiveWay(t *testing.T) {
	for searches := range 80 {
		var tab table
		tab.resize(1)
		for range searches {
			tab.age()
		}
		stride := uint64(len(tab.buckets))
		keep := func(i uint64, depth int) { tab.keep(1+i*stride, rules.NoMove, 0, 0, depth, exactBound, 0) }
		keep(0, 9) // deep, but of a former search
		for range 4 {
			tab.age()
		}
		if tab.full() != 0 {
			t.Fatal("a former search's entry counts as this one's")
		}
		for i := range uint64(bucketSize) {
			keep(1+i, 2)
		}
		if tab.look(1) != nil {
			t.Fatalf("after %d searches the old entry stands", searches)
		}
		for i := range uint64(bucketSize) {
			if tab.look(1+(1+i)*stride) == nil {
				t.Fatalf("after %d searches new entry %d is gone", searches, i)
			}
		}
		if want := bucketSize * 1000 / (250 * bucketSize); tab.full() != want {
			t.Fatalf("%d thousandths are full, want %d", tab.full(), want)
		}
	}
}

// Whatever the table proposes is tried first, in every variant and for every move: that
// is what makes the next round cheap.
func TestTheTablesMoveIsFirst(t *testing.T) {
	rnd := dice(33)
	e := New(Options{HashMB: 1})
	for _, v := range rules.Variants() {
		game := middle(v, rnd)
		e.prepare(context.Background(), game, Limits{})
		f := &e.stack[0]
		for _, want := range f.pos.AppendMoves(nil) {
			n := len(f.pos.AppendMoves(f.moves[:0]))
			e.rankAll(f, n, want, rules.NoMove)
			if got := f.pick(0, n); got != want {
				t.Fatalf("%s: %s: %s comes before %s", v, f.pos.FEN(), f.pos.UCI(got), f.pos.UCI(want))
			}
		}
	}
}

package search

import (
	"context"
	"math/rand/v2"
	"reflect"
	"testing"

	"epicenter/rules"
)

// The same question has the same answer, whatever was asked before Reset.
func TestDeterministic(t *testing.T) {
	for _, name := range []string{"chess", "atomic", "crazyhouse", "suicide", "losers"} {
		game := []rules.Position{rules.Lookup(name).Start(rules.StandardStart)}
		a, b := New(Options{HashMB: 1}), New(Options{HashMB: 1})
		b.Search(context.Background(), at(t, "chess", "8/8/8/3k4/8/3K4/3P4/8 w - - 0 1"), Limits{Nodes: 3000})
		b.Reset()
		x := a.Search(context.Background(), game, Limits{Nodes: 5000})
		y := b.Search(context.Background(), game, Limits{Nodes: 5000})
		if !reflect.DeepEqual(x, y) {
			t.Errorf("%s: %+v and %+v", name, x, y)
		}
		if x.Nodes > 5001 {
			t.Errorf("%s: %d nodes; 5000 were allowed", name, x.Nodes)
		}
	}
}

// The tree allocates nothing: a hundred times the nodes cost no more allocations than
// the few lines that are handed out.
func TestNoAllocationInTheTree(t *testing.T) {
	for _, name := range []string{"chess", "atomic", "crazyhouse", "suicide", "losers"} {
		e := New(Options{HashMB: 1})
		game := []rules.Position{rules.Lookup(name).Start(rules.StandardStart)}
		if n := testing.AllocsPerRun(3, func() { e.Search(context.Background(), game, Limits{Nodes: 20000}) }); n > 60 {
			t.Errorf("%s: %v allocations in a search of 20,000 nodes", name, n)
		}
	}
}

func TestContextEndsTheSearch(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	e := New(Options{HashMB: 1})
	game := []rules.Position{rules.Lookup("chess").Start(rules.StandardStart)}
	r := e.Search(ctx, game, Limits{})
	if !game[0].IsLegal(r.Move) || r.Nodes > 2*ask {
		t.Errorf("%+v", r)
	}
}

func TestProgressEndsTheSearch(t *testing.T) {
	e := New(Options{HashMB: 1})
	game := []rules.Position{rules.Lookup("atomic").Start(rules.StandardStart)}
	var depths []int
	r := e.Search(context.Background(), game, Limits{Progress: func(r Result) bool {
		depths = append(depths, r.Depth)
		return r.Depth < 3
	}})
	if !reflect.DeepEqual(depths, []int{1, 2, 3}) || r.Depth != 3 {
		t.Errorf("depths %v, result %+v", depths, r)
	}
	if r := e.Search(context.Background(), game, Limits{Depth: 2}); r.Depth != 2 {
		t.Errorf("depth %d; 2 was the limit", r.Depth)
	}
}

func TestOnly(t *testing.T) {
	e := New(Options{HashMB: 1})
	game := at(t, "chess", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")
	m, _ := game[0].ParseUCI("a1a7")
	if r := e.Search(context.Background(), game, Limits{Depth: 3, Only: []rules.Move{m}}); r.Move != m {
		t.Errorf("%v, want a1a7", r.Move)
	}
	bad := rules.MoveFromUint16(12345)
	if r := e.Search(context.Background(), game, Limits{Depth: 3, Only: []rules.Move{bad}}); !game[0].IsLegal(r.Move) {
		t.Errorf("%v is not legal", r.Move)
	}
}

// Positions in which the game is over have a score and no move.
func TestGameOver(t *testing.T) {
	e := New(Options{HashMB: 1})
	for _, tt := range []struct {
		name, variant, fen string
		score              int
	}{
		{"mated", "chess", "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", -MateScore},
		{"stalemate", "chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 0},
		{"bare kings", "chess", "7k/8/6K1/8/8/8/8/8 b - - 0 1", 0},
		{"exploded", "atomic", "rnbq3r/pppp2pp/8/8/8/8/PPPPPPPP/RNBQKB1R b KQ - 0 1", -MateScore},
		{"losers mated wins", "losers", "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", MateScore},
		{"suicide stalemate of the fewer", "suicide", "8/8/8/8/p7/P7/1P6/8 b - - 0 1", MateScore},
	} {
		r := e.Search(context.Background(), at(t, tt.variant, tt.fen), Limits{Depth: 3})
		if r.Move != rules.NoMove || r.Score != tt.score {
			t.Errorf("%s: move %v, score %d, want none and %d", tt.name, r.Move, r.Score, tt.score)
		}
	}
}

func TestMateIn(t *testing.T) {
	for _, tt := range []struct{ score, want int }{
		{MateScore - 1, 1}, {MateScore - 5, 5}, {2 - MateScore, -2}, {300, 0}, {-300, 0}, {0, 0},
	} {
		if got := (&Result{Score: tt.score}).MateIn(); got != tt.want {
			t.Errorf("score %d: mate in %d, want %d", tt.score, got, tt.want)
		}
	}
}

// A side that is losing repeats the position when it can, one that is winning does not.
func TestRepetition(t *testing.T) {
	start := at(t, "chess", "6k1/5ppp/8/8/8/8/r4PPP/3Q2K1 w - - 0 1")
	game := start
	for range 2 { // the rook goes to and fro, the queen too: twice the same position
		for _, text := range []string{"d1c1", "a2b2", "c1d1", "b2a2"} {
			last := game[len(game)-1]
			m, err := last.ParseUCI(text)
			if err != nil {
				t.Fatal(err)
			}
			game = append(game, last.Play(m))
		}
	}
	e := New(Options{HashMB: 1})
	r := e.Search(context.Background(), game, Limits{Nodes: 20000})
	if r.MateIn() <= 0 || game[len(game)-1].UCI(r.Move) != "d1d8" {
		t.Errorf("%v with %d, want the mate on d8", r.Move, r.Score)
	}
	e.prepare(context.Background(), game[:5], Limits{})
	e.stack[0].pos = game[4]
	if e.drawn(&game[4], game[4].Hash(), 0) {
		t.Error("a second occurrence in the game counts as a draw")
	}
	e.prepare(context.Background(), game, Limits{})
	if !e.drawn(&game[8], game[8].Hash(), 0) {
		t.Error("a third occurrence does not count as a draw")
	}
}

func TestFiftyMoves(t *testing.T) {
	e := New(Options{HashMB: 1})
	game := at(t, "chess", "8/8/8/8/8/5k2/6q1/7K w - - 100 90")
	e.prepare(context.Background(), game, Limits{})
	if e.drawn(&game[0], 1, 0) {
		t.Error("a mate on the hundredth half-move stands (rules/RULES.md §4)")
	}
	game = at(t, "chess", "8/8/8/8/8/5k2/4q3/7K w - - 100 90")
	e.prepare(context.Background(), game, Limits{})
	if !e.drawn(&game[0], 1, 0) {
		t.Error("a hundred half-moves without capture are a draw")
	}
}

// Each level has its limits, and out of range means the nearest.
func TestLevels(t *testing.T) {
	for n := 1; n < Levels; n++ {
		if LevelNodes(n) >= LevelNodes(n+1) || levels[n].overlook < levels[n+1].overlook {
			t.Errorf("level %d is not below level %d", n, n+1)
		}
	}
	if LevelNodes(-3) != LevelNodes(1) || LevelNodes(99) != LevelNodes(Levels) {
		t.Error("levels out of range are not the nearest")
	}
	e := New(Options{HashMB: 1})
	rnd := rand.New(rand.NewPCG(1, 2))
	game := []rules.Position{rules.Lookup("chess").Start(rules.StandardStart)}
	seen := map[rules.Move]bool{}
	for range 50 {
		r := e.Play(context.Background(), game, 1, rnd)
		seen[r.Move] = true
		if r.Nodes > LevelNodes(1)+1 {
			t.Fatalf("%d nodes", r.Nodes)
		}
	}
	if len(seen) < 5 {
		t.Errorf("level 1 knows %d first moves", len(seen))
	}
}

// Level 6 never loses to a player who moves at random.
func TestBeatsRandom(t *testing.T) {
	e := New(Options{HashMB: 1})
	rnd := rand.New(rand.NewPCG(7, 7))
	for g := range 20 {
		e.Reset()
		us := rules.Color(g % 2)
		game := []rules.Position{rules.Lookup("atomic").Start(rules.StandardStart)}
		for !game[len(game)-1].Outcome().Over() && len(game) < 300 {
			p := game[len(game)-1]
			moves := p.AppendMoves(nil)
			m := moves[rnd.IntN(len(moves))]
			if p.Turn() == us {
				m = e.Play(context.Background(), game, 6, rnd).Move
			}
			game = append(game, p.Play(m))
		}
		if winner, won := game[len(game)-1].Outcome().Result.Winner(); !won || winner != us {
			t.Errorf("game %d was not won: %s", g, game[len(game)-1].FEN())
		}
	}
}

package search

import (
	"context"
	"slices"
	"testing"

	"epicenter/rules"
)

func TestDecides(t *testing.T) {
	for _, tt := range []struct {
		bound       uint8
		score, beta int
		want        bool
	}{
		{exactBound, 0, 50, true},
		{exactBound, 100, 50, true},
		{lowerBound, 60, 50, true},
		{lowerBound, 50, 50, true},
		{lowerBound, 40, 50, false},
		{upperBound, 40, 50, true},
		{upperBound, 50, 50, false},
		{noBound, 100, 50, false},
	} {
		if got := decides(tt.bound, tt.score, tt.beta); got != tt.want {
			t.Errorf("bound %d of %d at %d: %v", tt.bound, tt.score, tt.beta, got)
		}
	}
}

func TestBound(t *testing.T) {
	for _, tt := range []struct{ score, alpha, beta, want int }{
		{10, 0, 20, exactBound}, {20, 0, 20, lowerBound}, {30, 0, 20, lowerBound}, {0, 0, 20, upperBound}, {-5, 0, 20, upperBound},
	} {
		if got := bound(tt.score, tt.alpha, tt.beta); got != tt.want {
			t.Errorf("%d in (%d, %d): bound %d, want %d", tt.score, tt.alpha, tt.beta, got, tt.want)
		}
	}
}

// Later and deeper never means less reduced.
func TestReductionsGrow(t *testing.T) {
	for d := 1; d < len(reductions); d++ {
		for n := 1; n < len(reductions[d]); n++ {
			if reductions[d][n] < reductions[d-1][n] || reductions[d][n] < reductions[d][n-1] || reductions[d][n] < 0 {
				t.Fatalf("depth %d, move %d: %d", d, n, reductions[d][n])
			}
		}
	}
}

func TestFew(t *testing.T) {
	for set, want := range map[uint64]bool{0: true, 1: true, 7: true, 15: false, 1<<63 | 3: true, ^uint64(0): false} {
		if few(set) != want {
			t.Errorf("few(%b) is %v", set, !want)
		}
	}
}

func TestEndedAndDrawnByMaterial(t *testing.T) {
	e := New(Options{HashMB: 1})
	for _, tt := range []struct {
		variant, fen string
		want         bool
	}{
		{"chess", "4k3/8/8/8/8/8/8/4KN2 w - - 0 1", true},
		{"chess", "4k3/8/8/8/8/8/8/4KR2 w - - 0 1", false},
		{"chess", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", false},
		{"atomic", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", true},
		{"crazyhouse", "4k3/8/8/8/8/8/8/4K3[] w - - 0 1", false},
		{"suicide", "8/8/8/8/8/8/8/Bb6 w - - 0 1", true},
	} {
		game := at(t, tt.variant, tt.fen)
		e.prepare(context.Background(), game, Limits{})
		if got := e.drawn(&game[0], game[0].Hash(), 0); got != tt.want {
			t.Errorf("%s %s: drawn is %v", tt.variant, tt.fen, got)
		}
	}
}

// What is ranked first: the table's move, then gains, killers, replies, the rest by
// record, bad captures last.
func TestRanks(t *testing.T) {
	e := New(Options{HashMB: 1})
	game := at(t, "chess", "4k3/8/2p1p3/3p4/8/2P5/3R4/3QK3 w - - 0 1")
	e.prepare(context.Background(), game, Limits{})
	f := &e.stack[0]
	p := &f.pos
	first, killer, reply, good := move(t, p, "e1f1"), move(t, p, "d1a4"), move(t, p, "d1b3"), move(t, p, "c3c4")
	before := rules.MoveFromUint16(48 | 40<<6)
	f.killers[0] = killer
	e.order.replies[48][40] = reply
	e.order.reward(rules.White, good, 3000)
	n := len(p.AppendMoves(f.moves[:0]))
	e.rankAll(f, n, first, before)
	var got []rules.Move
	for i := range n {
		got = append(got, f.pick(i, n))
	}
	if !slices.Equal(got[:4], []rules.Move{first, killer, reply, good}) {
		t.Errorf("the order begins %v", got[:4])
	}
	if last := got[n-1]; last != move(t, p, "d2d5") {
		t.Errorf("the last is %v; the rook lost for a pawn is worst", last)
	}
}

// A quiet move that refutes is remembered everywhere, those before it less.
func TestLearn(t *testing.T) {
	e := New(Options{HashMB: 1})
	game := []rules.Position{rules.Lookup("chess").Start(rules.StandardStart)}
	e.prepare(context.Background(), game, Limits{})
	p := game[0]
	m := move(t, &p, "e2e4")
	e.stack[0].played = m
	p.PlayInto(&e.stack[1].pos, m)
	q := &e.stack[1].pos
	good, bad := move(t, q, "e7e5"), move(t, q, "a7a6")
	e.learn(1, 4, good, []rules.Move{bad, good})
	f := &e.stack[1]
	if f.killers[0] != good || e.order.replies[origin(m)][m.To()] != good {
		t.Errorf("killer %v, reply %v", f.killers[0], e.order.replies[origin(m)][m.To()])
	}
	if e.order.history[rules.Black][origin(good)][good.To()] <= 0 || e.order.history[rules.Black][origin(bad)][bad.To()] >= 0 {
		t.Error("records did not follow")
	}
	e.learn(1, 4, bad, []rules.Move{bad})
	if f.killers != [2]rules.Move{bad, good} {
		t.Errorf("killers %v", f.killers)
	}
	e.learn(1, 4, bad, []rules.Move{bad})
	if f.killers != [2]rules.Move{bad, good} {
		t.Errorf("a killer stands twice: %v", f.killers)
	}
}

func TestOriginOfDrops(t *testing.T) {
	p := at(t, "crazyhouse", "4k3/8/8/8/8/8/8/4K3[NP] w - - 0 1")[0]
	knight, pawn := move(t, &p, "N@e4"), move(t, &p, "P@e4")
	if a, b := origin(knight), origin(pawn); a == b || a < 64 || b < 64 || a > 71 || b > 71 {
		t.Errorf("%d and %d", a, b)
	}
	if noisy(&p, knight) {
		t.Error("a drop is no capture")
	}
}

// Only captures and queenings that can matter are played out.
func TestOnlyGains(t *testing.T) {
	e := New(Options{HashMB: 1})
	game := at(t, "chess", "4k3/6P1/4p3/q2p4/8/2N5/8/R3K3 w - - 0 1")
	e.prepare(context.Background(), game, Limits{})
	f := &e.stack[0]
	kept := func(alpha int) (out []string) {
		n := e.onlyGains(f, len(f.pos.AppendMoves(f.moves[:0])), alpha)
		for _, m := range f.moves[:n] {
			out = append(out, f.pos.UCI(m))
		}
		slices.Sort(out)
		return out
	}
	if got := kept(-infinite); !slices.Equal(got, []string{"a1a5", "g7g8q"}) {
		t.Errorf("kept %v; the knight is not given for a pawn", got)
	}
	if got := kept(5000); len(got) != 0 {
		t.Errorf("kept %v though nothing can bring the score up so far", got)
	}
}

// The variants have the style of their family.
func TestStyles(t *testing.T) {
	for _, v := range rules.Variants() {
		s := styleOf(v)
		if s.evaluate == nil || s.gain == nil || s.endangered == nil || s.wins == nil || s.margin <= 0 {
			t.Errorf("%s: %+v", v, s)
		}
		if s.compulsory != v.MustCapture() {
			t.Errorf("%s: compulsory captures are %v", v, s.compulsory)
		}
		if s.compulsory && (s.passes || s.prunes) {
			t.Errorf("%s: a pass is no threat where captures are compulsory", v)
		}
	}
}

// Where captures are compulsory they are followed to the end of the exchange.
func TestForcedCaptures(t *testing.T) {
	e := New(Options{HashMB: 1})
	game := at(t, "suicide", "8/8/8/8/8/2p5/1P6/8 w - - 0 1")
	e.prepare(context.Background(), game, Limits{})
	if got := e.quiesce(0, 0, -infinite, infinite); got != -(MateScore - 1) {
		t.Errorf("taking the last man loses in suicide; the score is %d", got)
	}
}

// A window of no width must agree with the open one about which side the score is on.
func TestNarrowWindows(t *testing.T) {
	for _, name := range []string{"chess", "atomic"} {
		game := []rules.Position{rules.Lookup(name).Start(rules.StandardStart)}
		e := New(Options{HashMB: 1})
		r := e.Search(context.Background(), game, Limits{Depth: 5})
		for _, far := range []int{-400, 400} {
			e.Reset()
			e.prepare(context.Background(), game, Limits{})
			e.rootDepth = 5
			score := e.visit(0, 5, r.Score+far, r.Score+far+1, false)
			if far < 0 && score <= r.Score+far || far > 0 && score > r.Score+far {
				t.Errorf("%s: %d against %d%+d", name, score, r.Score, far)
			}
		}
	}
}

func TestResize(t *testing.T) {
	e := New(Options{})
	before := len(e.table.buckets)
	e.Resize(1)
	if len(e.table.buckets) >= before {
		t.Errorf("%d buckets after %d", len(e.table.buckets), before)
	}
	e.Resize(-5)
	if r := e.Search(context.Background(), []rules.Position{rules.Lookup("chess").Start(0)}, Limits{Nodes: 500}); r.Move == rules.NoMove {
		t.Error("no move with the smallest table")
	}
}

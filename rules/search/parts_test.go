package search

import (
	"math/rand/v2"
	"strings"
	"testing"

	"epicenter/rules"
)

func move(t *testing.T, p *rules.Position, text string) rules.Move {
	t.Helper()
	m, err := p.ParseUCI(text)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestExchange(t *testing.T) {
	for _, tt := range []struct {
		fen, move string
		want      int
	}{
		{"4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", 100},                 // nobody guards it
		{"4k3/8/4p3/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", 100 - 500},         // a pawn does
		{"4k3/8/4p3/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 100 - 500 + 100}, // a rook behind takes back
		{"4k3/8/4p3/3r4/4P3/8/8/4K3 w - - 0 1", "e4d5", 500 - 100},        // pawn takes rook
		{"8/8/4k3/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", 100 - 500},           // a king guards
		{"8/8/4k3/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 100},               // but may not walk into a rook
		{"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 100},                // in passing
		{"3r2k1/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8q", 500 + 975 - 100},   // takes and queens
		{"4k3/8/2n5/3b4/4Q3/8/8/4K3 w - - 0 1", "e4d5", 335},              // nothing takes back on d5
		{"4k3/8/8/3b4/4Q3/2N5/8/4K3 b - - 0 1", "d5e4", 975 - 335},        // the knight takes back
		{"4k3/8/1n6/3b4/4P3/2N5/8/4K3 w - - 0 1", "e4d5", 335},            // the knight that takes back would be taken
		{"4k3/8/4q3/8/8/8/4R3/4K3 b - - 0 1", "e6e2", 500 - 975},          // the king takes back
		{"4k3/8/8/8/8/8/4p3/3QK3 w - - 0 1", "d1e2", 100},                 // a pawn about to queen
		{"3rk3/8/8/3p4/2B5/8/8/4K3 w - - 0 1", "c4d5", 100 - 335},         // a rook takes back
		{"3rk3/8/8/3p4/2B5/1B6/8/3RK3 w - - 0 1", "c4d5", 100},            // the rook that takes back would be taken
	} {
		p := at(t, "chess", tt.fen)[0]
		got := exchangeGain(&p, move(t, &p, tt.move))
		if got != tt.want {
			t.Errorf("%s %s brings %d, want %d", tt.fen, tt.move, got, tt.want)
		}
	}
}

func TestBlastGain(t *testing.T) {
	w := atomicWorth
	for _, tt := range []struct {
		fen, move string
		want      int
	}{
		{"k7/8/8/3p4/8/8/8/3R3K w - - 0 1", "d1d5", w[rules.Pawn] - w[rules.Rook]},
		{"k7/8/3qp3/3pn3/8/8/8/3R3K w - - 0 1", "d1d5", w[rules.Pawn] + w[rules.Queen] + w[rules.Knight] - w[rules.Rook]},
		{"k7/8/8/3p4/2N5/8/8/3R3K w - - 0 1", "d1d5", w[rules.Pawn] - w[rules.Rook] - w[rules.Knight]},
		{"8/8/2k5/3p4/8/8/8/3R3K w - - 0 1", "d1d5", MateScore},
		{"k7/8/4n3/3pP3/8/8/8/7K w - d6 0 1", "e5d6", w[rules.Knight]},
		{"k7/3P4/8/8/8/8/8/7K w - - 0 1", "d7d8q", w[rules.Queen] - w[rules.Pawn]},
	} {
		p := at(t, "atomic", tt.fen)[0]
		if got := blastGain(&p, move(t, &p, tt.move)); got != tt.want {
			t.Errorf("%s %s brings %d, want %d", tt.fen, tt.move, got, tt.want)
		}
	}
}

// somewhere plays a game at random and returns its positions.
func somewhere(v *rules.Variant, rnd *rand.Rand) []rules.Position {
	game := []rules.Position{v.StartFrom(rnd)}
	for len(game) < 120 {
		p := &game[len(game)-1]
		moves := p.AppendMoves(nil)
		if len(moves) == 0 {
			break
		}
		game = append(game, p.Play(moves[rnd.IntN(len(moves))]))
	}
	return game
}

// canExplodeKing must say what the rules say, captures in passing apart; and
// atomicDanger must be the same seen from the other side.
func TestExplosionsAreSeen(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 3))
	seen := 0
	for range 200 {
		for _, p := range somewhere(rules.Lookup("atomic"), rnd) {
			want := false
			for _, m := range p.AppendMoves(nil) {
				q := p.Play(m)
				want = want || !m.IsEnPassant() && q.Outcome().Reason == rules.KingExploded
			}
			if got := canExplodeKing(&p); got != want {
				t.Fatalf("%s: canExplodeKing is %v", p.FEN(), got)
			}
			if want {
				seen++
			}
			if p.InCheck() && !atomicDanger(&p) {
				t.Fatalf("%s: a check is no danger", p.FEN())
			}
			if !p.InCheck() {
				var q rules.Position
				p.PassInto(&q)
				if atomicDanger(&p) != canExplodeKing(&q) {
					t.Fatalf("%s: danger and explosion differ", p.FEN())
				}
			}
		}
	}
	if seen < 50 {
		t.Errorf("only %d explosions were possible", seen)
	}
}

// mirror turns the board and the colours: White's men become Black's.
func mirror(fen string) string {
	fields := strings.Fields(fen)
	board, hand, _ := strings.Cut(fields[0], "[")
	ranks := strings.Split(board, "/")
	for i, j := 0, len(ranks)-1; i < j; i, j = i+1, j-1 {
		ranks[i], ranks[j] = ranks[j], ranks[i]
	}
	swap := func(s string) string {
		return strings.Map(func(r rune) rune {
			switch {
			case r >= 'a' && r <= 'z':
				return r - 32
			case r >= 'A' && r <= 'Z':
				return r + 32
			}
			return r
		}, s)
	}
	fields[0] = swap(strings.Join(ranks, "/"))
	if hand != "" {
		fields[0] += "[" + swap(hand)
	}
	fields[1] = map[string]string{"w": "b", "b": "w"}[fields[1]]
	fields[2] = swap(fields[2])
	if fields[3] != "-" {
		fields[3] = fields[3][:1] + map[byte]string{'3': "6", '6': "3"}[fields[3][1]]
	}
	return strings.Join(fields, " ")
}

// An evaluation has no favourite colour.
func TestEvaluationsAreSymmetric(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 5))
	for _, name := range []string{"chess", "atomic", "crazyhouse", "suicide", "losers"} {
		v := rules.Lookup(name)
		evaluate := styleOf(v).evaluate
		for range 20 {
			for _, p := range somewhere(v, rnd) {
				q, err := rules.ParseFEN(v, mirror(p.FEN()))
				if err != nil {
					continue // a board without a king cannot be turned for the other side
				}
				a, b := evaluate(&p), evaluate(&q)
				if a != b {
					t.Fatalf("%s: %s is %d, mirrored %d", v, p.FEN(), a, b)
				}
				if a <= -mateBound || a >= mateBound {
					t.Fatalf("%s: %s is %d, as if it were a mate", v, p.FEN(), a)
				}
			}
		}
	}
}

// What an evaluation must know, as pairs: the first position is better for White.
func TestEvaluationsKnow(t *testing.T) {
	for _, tt := range []struct{ name, variant, better, worse string }{
		{"a queen up", "chess", "4k3/8/8/8/8/8/8/3QK3 w - - 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"},
		{"knights in the middle", "chess", "4k3/pppp4/8/8/3N4/8/PPPP4/4K3 w - - 0 1", "4k3/pppp4/8/8/8/8/PPPP4/N3K3 w - - 0 1"},
		{"passed pawns far on", "chess", "4k3/8/P7/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/P7/8/8/4K3 w - - 0 1"},
		{"pawns side by side", "chess", "4k3/8/8/8/8/8/PP6/4K3 w - - 0 1", "4k3/8/8/8/P7/8/P7/4K3 w - - 0 1"},
		{"rooks on open files", "chess", "4k3/p6p/8/8/8/8/P6P/3RK3 w - - 0 1", "4k3/p6p/8/8/8/8/P6P/R3K3 w - - 0 1"},
		{"kings behind pawns", "chess", "3qk2r/5ppp/8/8/8/8/5PPP/3Q1RK1 w - - 0 1", "3qk2r/5ppp/8/8/4K3/8/5PPP/3Q1R2 w - - 0 1"},
		{"driving a king to the edge", "chess", "k7/8/2K5/8/8/8/8/7R w - - 0 1", "8/8/8/3k4/8/8/8/K6R w - - 0 1"},
		{"two knights win nothing", "chess", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/3NNK2 w - - 0 1"},
		{"a lit fuse", "atomic", "rnbqkbnr/pppppppp/8/8/6N1/8/PPPPPPPP/RNBQKB1R b KQkq - 0 1", "rnbqkbnr/pppppppp/8/8/7N/8/PPPPPPPP/RNBQKB1R b KQkq - 0 1"},
		{"kings touching when behind", "atomic", "8/8/8/3kK3/8/8/8/q7 w - - 0 1", "8/8/8/3k4/8/8/8/q6K w - - 0 1"},
		{"men in hand", "crazyhouse", "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", "4k3/8/8/8/8/8/8/4K3[] w - - 0 1"},
		{"a covered king", "crazyhouse", "4k3/8/8/8/8/8/5PPP/6K1[] w - - 0 1", "4k3/8/8/5PPP/8/8/8/6K1[] w - - 0 1"},
		{"few men", "suicide", "8/pp6/8/8/8/8/P7/8 w - - 0 1", "8/p7/8/8/8/8/PP6/8 w - - 0 1"},
		{"few men", "losers", "4k3/pp6/8/8/8/8/P7/4K3 w - - 0 1", "4k3/p7/8/8/8/8/PP6/4K3 w - - 0 1"},
	} {
		better, worse := at(t, tt.variant, tt.better)[0], at(t, tt.variant, tt.worse)[0]
		evaluate := styleOf(better.Variant()).evaluate
		a, b := evaluate(&better), evaluate(&worse)
		if better.Turn() == rules.Black {
			a, b = -a, -b
		}
		if a <= b {
			t.Errorf("%s: %d is not better than %d", tt.name, a, b)
		}
	}
}

func TestTable(t *testing.T) {
	var table table
	table.resize(1)
	if n := len(table.buckets) * bucketSize * 16; n != 1<<20 {
		t.Errorf("%d bytes; a mebibyte was asked for", n)
	}
	m := rules.MoveFromUint16(777)
	table.keep(42, m, 100, 50, 5, lowerBound, 0)
	if e := table.look(42); e == nil || e.move != 777 || e.score != 100 || e.eval != 50 || e.depth != 5 || e.tag&3 != lowerBound {
		t.Fatalf("%+v", e)
	}
	if table.look(43) != nil {
		t.Error("a position that was never stored is known")
	}
	table.keep(42, rules.NoMove, 90, 50, 6, upperBound, 0)
	if e := table.look(42); e.move != 777 || e.score != 90 {
		t.Errorf("a result without a move lost the move: %+v", e)
	}
	table.keep(42, m, 10, 50, 1, lowerBound, 0)
	if e := table.look(42); e.depth != 6 {
		t.Errorf("a shallow result drove out a deep one: %+v", e)
	}
	table.keep(7, m, MateScore-5, 0, 3, exactBound, 2)
	if got := fromRoot(int(table.look(7).score), 4); got != MateScore-7 {
		t.Errorf("a mate in 3 more half-moves at ply 4 is %d", MateScore-got)
	}
	// A full bucket gives up the shallowest.
	stride := uint64(len(table.buckets))
	for i := range uint64(bucketSize + 1) {
		table.keep(1+i*stride, m, 0, 0, 10-int(i), exactBound, 0)
	}
	if table.look(1) == nil || table.look(1+3*stride) != nil {
		t.Error("the wrong entry gave way")
	}
	table.clear()
	if table.look(42) != nil || table.full() != 0 {
		t.Error("a cleared table knows something")
	}
}

func TestOrdering(t *testing.T) {
	var o ordering
	m := rules.MoveFromUint16(12 | 28<<6)
	for range 1000 {
		o.reward(rules.White, m, 2000)
	}
	if h := o.history[rules.White][12][28]; h < historyMax/2 || h > historyMax {
		t.Errorf("a record of %d; the bound is %d", h, historyMax)
	}
	o.fade()
	if h := o.history[rules.White][12][28]; h > historyMax/2+1 {
		t.Errorf("%d after fading", h)
	}
	for range 1000 {
		o.reward(rules.White, m, -2000)
	}
	if h := o.history[rules.White][12][28]; h > -historyMax/2 || h < -historyMax {
		t.Errorf("a bad record of %d", h)
	}
	if o.history[rules.Black][12][28] != 0 {
		t.Error("Black learnt from White")
	}
}

func TestPick(t *testing.T) {
	f := &frame{}
	for i, rank := range []int32{3, 9, 1, 7} {
		f.moves[i], f.rank[i] = rules.MoveFromUint16(uint16(rank)), rank
	}
	for i, want := range []uint16{9, 7, 3, 1} {
		if got := f.pick(i, 4).Uint16(); got != want {
			t.Errorf("pick %d is %d, want %d", i, got, want)
		}
	}
}

func TestSquares(t *testing.T) {
	a1, e4, h8 := rules.SquareAt(0, 0), rules.SquareAt(4, 3), rules.SquareAt(7, 7)
	if ringOf(a1) != 3 || ringOf(e4) != 0 || apart(a1, h8) != 7 || forward(rules.Black, h8) != 0 {
		t.Error("distances")
	}
	if count(before(rules.White, e4)) != 4 || count(ahead(rules.White, e4)) != 12 || count(ahead(rules.Black, a1)) != 0 {
		t.Error("the squares before a pawn")
	}
	if placed(rules.Knight, rules.White, a1) != placed(rules.Knight, rules.Black, a1^56) {
		t.Error("colours see the board differently")
	}
}

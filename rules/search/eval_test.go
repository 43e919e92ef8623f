package search

import (
	"math/rand/v2"
	"testing"

	"epicenter/rules"
)

// Every variant, not only one of each family, is judged alike from both sides: an
// evaluation that prefers a colour plays it badly. The mirrored boards that cannot be
// read are counted, so that the test does not pass by comparing nothing.
func TestNoVariantFavoursAColour(t *testing.T) {
	rnd := rand.New(rand.NewPCG(21, 4))
	for _, v := range rules.Variants() {
		evaluate := styleOf(v).evaluate
		compared := 0
		for range 4 {
			for _, p := range somewhere(v, rnd) {
				q, err := rules.ParseFEN(v, mirror(p.FEN()))
				if err != nil {
					continue
				}
				compared++
				if a, b := evaluate(&p), evaluate(&q); a != b {
					t.Fatalf("%s: %s is %d, mirrored %d", v, p.FEN(), a, b)
				}
			}
		}
		if compared < 100 {
			t.Errorf("%s: only %d positions could be mirrored", v, compared)
		}
	}
}

// Who is to move changes the evaluation by the tempo of the family and nothing else;
// otherwise the score would swing with each half-move of depth.
func TestTempo(t *testing.T) {
	rnd := rand.New(rand.NewPCG(22, 4))
	for name, tempo := range map[string]int{"chess": chessTempo, "atomic": atomicTempo, "crazyhouse": 20, "suicide": 0, "losers": 0} {
		evaluate := styleOf(rules.Lookup(name)).evaluate
		for _, p := range somewhere(rules.Lookup(name), rnd) {
			if p.Outcome().Over() {
				continue
			}
			var q rules.Position
			p.PassInto(&q)
			if a, b := evaluate(&p), evaluate(&q); a+b != 2*tempo {
				t.Fatalf("%s: %s is %d, after a pass %d: not a tempo of %d", name, p.FEN(), a, b, tempo)
			}
		}
	}
}

// The tables keep the order that players know; a slip of a digit in one of them would
// make the engine give a rook for a knight.
func TestWorthIsInOrder(t *testing.T) {
	rising := func(name string, of func(rules.PieceType) int) {
		for k := rules.Knight; k <= rules.Queen; k++ {
			if of(k) < of(k-1) {
				t.Errorf("%s: a %s counts %d, a %s %d", name, k, of(k), k-1, of(k-1))
			}
		}
		if of(rules.Pawn) <= 0 {
			t.Errorf("%s: a pawn counts %d", name, of(rules.Pawn))
		}
	}
	rising("middle game", func(k rules.PieceType) int { return chessWorth[k].mid })
	rising("endgame", func(k rules.PieceType) int { return chessWorth[k].end })
	rising("exchange", func(k rules.PieceType) int { return worth[k] })
	rising("atomic", func(k rules.PieceType) int { return atomicWorth[k] })
	rising("crazyhouse", func(k rules.PieceType) int { return houseWorth[k] })
	rising("suicide", func(k rules.PieceType) int { return burden[k] })
	rising("pressure", func(k rules.PieceType) int { return pressure[k] })
	for k := rules.Pawn; k <= rules.Queen; k++ {
		if handWorth[k] <= houseWorth[k] {
			t.Errorf("a %s in hand, which can go anywhere, counts %d, on the board %d", k, handWorth[k], houseWorth[k])
		}
		if r := atomicReach[k]; r.mid <= r.end || r.end <= 0 {
			t.Errorf("a %s beside the king counts %+v; it must threaten most in the middle game", k, r)
		}
	}
	for n := 2; n <= 6; n++ {
		if a, b := passedBonus[n-1], passedBonus[n]; b.mid <= a.mid || b.end <= a.end || b.end <= b.mid {
			t.Errorf("a passed pawn on rank %d counts %+v, one behind it %+v", n+1, b, a)
		}
	}
}

// carried is what a side's men other than kings are worth in atomic.
func carried(p *rules.Position, c rules.Color) (sum int) {
	for k := rules.Pawn; k <= rules.Queen; k++ {
		sum += atomicWorth[k] * count(p.Of(k)&p.Men(c))
	}
	return sum
}

// blastGain counts without playing; played out on the board, every capture must cost
// both sides just that.
func TestBlastGainIsWhatTheBoardLoses(t *testing.T) {
	rnd := rand.New(rand.NewPCG(23, 4))
	captures, ends := 0, 0
	for range 60 {
		for _, p := range somewhere(rules.Lookup("atomic"), rnd) {
			us, them := p.Turn(), p.Turn().Other()
			for _, m := range p.AppendMoves(nil) {
				if !noisy(&p, m) {
					continue
				}
				captures++
				q := p.Play(m)
				want := carried(&p, them) - carried(&q, them) - carried(&p, us) + carried(&q, us)
				if q.Outcome().Reason == rules.KingExploded {
					want = MateScore
					ends++
				}
				if got := blastGain(&p, m); got != want {
					t.Fatalf("%s %s brings %d, the board says %d", p.FEN(), p.UCI(m), got, want)
				}
			}
		}
	}
	if captures < 1000 || ends < 10 {
		t.Errorf("only %d captures, %d of them ends, came up", captures, ends)
	}
}

// An exchange brings at most the man taken, since the other side need not take back,
// and costs at most the man that takes, since one need not go on.
func TestExchangeIsBounded(t *testing.T) {
	rnd := rand.New(rand.NewPCG(24, 4))
	lost, won := 0, 0
	for range 30 {
		for _, p := range somewhere(rules.Lookup("chess"), rnd) {
			for _, m := range p.AppendMoves(nil) {
				if !p.IsCapture(m) || m.Promotion() != rules.NoPieceType {
					continue
				}
				prey, man := worth[p.Captured(m).Type()], worth[p.At(m.From()).Type()]
				got := exchangeGain(&p, m)
				if got > prey || got < prey-man {
					t.Fatalf("%s %s brings %d for a man of %d that takes one of %d", p.FEN(), p.UCI(m), got, man, prey)
				}
				if _, k := cheapest(&p, m.To(), p.Turn().Other(), p.Occupied()&^bit(m.From())); k == rules.NoPieceType {
					won++
					if got != prey {
						t.Fatalf("%s %s brings %d; nobody guards the man of %d", p.FEN(), p.UCI(m), got, prey)
					}
				}
				if got < 0 {
					lost++
				}
			}
		}
	}
	if lost < 50 || won < 50 {
		t.Errorf("only %d bad and %d free captures came up", lost, won)
	}
}

// In crazyhouse a man taken is a man gained as well; in the games of giving away it is
// better to take little.
func TestGainsOfOtherFamilies(t *testing.T) {
	for _, tt := range []struct {
		variant, fen, move string
		want               int
	}{
		{"crazyhouse", "4k3/8/8/3p4/8/8/8/3RK3[] w - - 0 1", "d1d5", 180},
		{"crazyhouse", "4k3/8/4p3/3p4/8/8/8/3RK3[] w - - 0 1", "d1d5", 180 - 666},
		{"crazyhouse", "4k3/8/4p3/3r4/4P3/8/8/4K3[] w - - 0 1", "e4d5", 666 - 180},
		{"suicide", "8/8/8/3p4/8/8/8/3R4 w - - 0 1", "d1d5", 140},
		{"suicide", "8/8/8/3k4/8/8/8/3R4 w - - 0 1", "d1d5", 140},
		{"suicide", "8/8/8/3q4/8/8/8/3R4 w - - 0 1", "d1d5", 100},
		{"losers", "4k3/8/8/3n4/8/8/8/3RK3 w - - 0 1", "d1d5", 125},
	} {
		p := at(t, tt.variant, tt.fen)[0]
		s := styleOf(p.Variant())
		if got := s.gain(&p, move(t, &p, tt.move)); got != tt.want {
			t.Errorf("%s %s %s brings %d, want %d", tt.variant, tt.fen, tt.move, got, tt.want)
		}
	}
}

// Pawns and shelters by themselves, counted by hand: inside a whole evaluation a wrong
// sign of these small numbers would go unseen.
func TestTermsByHand(t *testing.T) {
	pawns := (*board).chessPawns
	shelter := (*board).shelter
	cover := (*board).houseKing
	rook := func(b *board, c rules.Color) score { return b.rookFile(c, first(b.of[rules.Rook]&b.men[c])) }
	for _, tt := range []struct {
		name, fen string
		term      func(*board, rules.Color) score
		want      score
	}{
		{"side by side", "4k3/pp6/8/8/8/8/PP6/4K3 w - - 0 1", pawns, score{0, 0}},
		{"guarded", "4k3/pp6/8/8/8/1P6/P7/4K3 w - - 0 1", pawns, score{8, 6}},
		{"doubled and isolated", "4k3/p7/8/8/8/P7/P7/4K3 w - - 0 1", pawns, score{-28, -46}},
		{"isolated", "4k3/3p4/8/8/8/8/3P4/4K3 w - - 0 1", pawns, score{-10, -14}},
		{"whole shelter", "3qk3/8/8/8/8/8/5PPP/6K1 w - - 0 1", shelter, score{0, 0}},
		{"a file open", "3qk3/8/8/8/8/8/5P1P/6K1 w - - 0 1", shelter, score{-30, 0}},
		{"a file half open", "3qk3/6p1/8/8/8/8/5P1P/6K1 w - - 0 1", shelter, score{-20, 0}},
		{"a pawn gone ahead", "3qk3/8/8/8/8/6P1/5P1P/6K1 w - - 0 1", shelter, score{-6, 0}},
		{"a storm", "3qk3/8/8/8/6p1/8/5PPP/6K1 w - - 0 1", shelter, score{-5, 0}},
		{"nothing to fear", "3rk3/8/8/8/8/8/8/6K1 w - - 0 1", shelter, score{0, 0}},
		{"two rooks to fear", "r2rk3/8/8/8/8/8/8/6K1 w - - 0 1", shelter, score{-90, 0}},
		{"covered against drops", "4k3/8/8/8/8/8/5PPP/6K1 w - - 0 1", cover, score{3*14 - 2*9, 0}},
		{"bare against drops", "4k3/8/8/8/8/8/8/6K1 w - - 0 1", cover, score{-5 * 9, 0}},
		{"open file", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", rook, score{22, 12}},
		{"half open file", "4k3/p7/8/8/8/8/8/R3K3 w - - 0 1", rook, score{10, 8}},
		{"closed file", "4k3/p7/8/8/8/8/P7/R3K3 w - - 0 1", rook, score{0, 0}},
	} {
		for c, fen := range []string{rules.White: tt.fen, rules.Black: mirror(tt.fen)} {
			p := at(t, "chess", fen)[0]
			var b board
			b.read(&p)
			if got := tt.term(&b, rules.Color(c)); got != tt.want {
				t.Errorf("%s for %s: %+v, want %+v", tt.name, rules.Color(c), got, tt.want)
			}
		}
	}
}

// Suicide and losers count burdens and free squares only, so whole positions can be
// counted by hand too.
func TestGiveawayByHand(t *testing.T) {
	for _, tt := range []struct {
		variant, fen string
		want         int
	}{
		{"suicide", "8/8/8/8/8/8/8/B6n w - - 0 1", 4*(7-2) - (85 - 75)},
		{"suicide", "8/8/8/8/8/8/8/B6n b - - 0 1", 4*(2-7) - (75 - 85)},
		{"suicide", "8/8/8/3p4/8/8/1P6/B7 w - - 0 1", 60 - (60 + 85)},
		{"losers", "k7/8/8/8/8/8/8/K6R w - - 0 1", 4*(3+13-3)/2 - 95},
		{"losers", "k7/8/8/8/8/8/P7/K7 b - - 0 1", 60 + 4*(3-2)/2},
	} {
		p := at(t, tt.variant, tt.fen)[0]
		if got := styleOf(p.Variant()).evaluate(&p); got != tt.want {
			t.Errorf("%s %s is %d, want %d", tt.variant, tt.fen, got, tt.want)
		}
	}
}

// What cannot mate is nearly a draw however much it is, and what can is driven home:
// the lone king outwards, the other one nearer.
func TestMopUp(t *testing.T) {
	value := func(fen string) int { p := at(t, "chess", fen)[0]; return evaluateChess(&p) }
	for _, fen := range []string{"4k3/8/8/8/8/8/8/3NNK2 w - - 0 1", "4k3/8/8/8/8/8/8/4KB2 w - - 0 1", "4k3/8/8/8/8/8/8/4KN2 w - - 0 1"} {
		if got := value(fen); got < 0 || got > 80 {
			t.Errorf("%s is %d, not nearly a draw", fen, got)
		}
	}
	for _, fen := range []string{"4k3/8/8/8/8/8/8/3NBK2 w - - 0 1", "4k3/8/8/8/8/8/8/4KR2 w - - 0 1"} {
		if got := value(fen); got < 400 {
			t.Errorf("%s is only %d", fen, got)
		}
	}
	last := -infinite
	for _, fen := range []string{ // each a step of the usual plan
		"8/8/8/3k4/8/8/8/K6R w - - 0 1", "8/8/2k5/8/8/8/8/K6R w - - 0 1", "8/1k6/8/8/8/8/8/K6R w - - 0 1",
		"k7/8/8/8/8/8/8/K6R w - - 0 1", "k7/8/8/8/1K6/8/8/7R w - - 0 1", "k7/8/1K6/8/8/8/8/7R w - - 0 1",
	} {
		got := value(fen)
		if got <= last {
			t.Errorf("%s is %d, no step forward from %d", fen, got, last)
		}
		last = got
	}
}

// Squares and phases against their definitions, over all of them.
func TestBoardArithmetic(t *testing.T) {
	rnd := rand.New(rand.NewPCG(25, 4))
	for range 500 {
		pawns := rnd.Uint64() & rnd.Uint64() &^ 0xff000000000000ff
		for c := rules.White; c <= rules.Black; c++ {
			var want set
			for men := pawns; men != 0; men &= men - 1 {
				want |= rules.PawnAttacks(c, first(men))
			}
			if got := pawnSpan(c, pawns); got != want {
				t.Fatalf("%s pawns %x attack %x, want %x", c, pawns, got, want)
			}
		}
	}
	for k := rules.Pawn; k <= rules.Queen; k++ {
		for s := rules.Square(0); s < 64; s++ {
			if placed(k, rules.White, s) != placed(k, rules.Black, s^56) || placed(k, rules.White, s) != placed(k, rules.White, s^7) {
				t.Fatalf("a %s on %s is not what it is on the mirrored squares", k, s)
			}
		}
	}
	if full, end := (score{100, 40}).taper(fullPhase), (score{100, 40}).taper(0); full != 100 || end != 40 {
		t.Errorf("the ends of the taper are %d and %d", full, end)
	}
	for fen, want := range map[string]int{
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1": fullPhase,
		"rnbqkbnr/QQQQpppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1": fullPhase, // and not more
		"4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1":              0,
		"r3k3/pppppppp/8/8/8/8/PPPPPPPP/3QK1N1 w - - 0 1":          7,
	} {
		p := at(t, "chess", fen)[0]
		var b board
		b.read(&p)
		if got := b.phase(); got != want {
			t.Errorf("%s has phase %d, want %d", fen, got, want)
		}
	}
}

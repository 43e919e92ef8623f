package rules

import (
	"math/bits"
	"testing"
)

// The sets must agree with the board as At tells it.
func TestSets(t *testing.T) {
	for _, fen := range []string{
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
		"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
	} {
		p, err := ParseFEN(Lookup("chess"), fen)
		if err != nil {
			t.Fatal(err)
		}
		for s := Square(0); s < 64; s++ {
			man := p.At(s)
			has := func(set uint64) bool { return set>>s&1 != 0 }
			if has(p.Occupied()) != (man != NoPiece) {
				t.Errorf("%s: Occupied is wrong about %v", fen, s)
			}
			for kind := Pawn; kind <= King; kind++ {
				if has(p.Of(kind)) != (man.Type() == kind) {
					t.Errorf("%s: Of(%v) is wrong about %v", fen, kind, s)
				}
			}
			for _, c := range []Color{White, Black} {
				if has(p.Men(c)) != (man != NoPiece && man.Color() == c) {
					t.Errorf("%s: Men(%v) is wrong about %v", fen, c, s)
				}
			}
		}
	}
}

func TestAttackSets(t *testing.T) {
	d4, _ := ParseSquare("d4")
	a1, _ := ParseSquare("a1")
	d6, _ := ParseSquare("d6")
	own := uint64(1) << d6
	for _, tt := range []struct {
		name string
		set  uint64
		want int
	}{
		{"knight d4", KnightAttacks(d4), 8},
		{"knight a1", KnightAttacks(a1), 2},
		{"king d4", KingAttacks(d4), 8},
		{"king a1", KingAttacks(a1), 3},
		{"bishop d4", BishopAttacks(d4, 0), 13},
		{"rook d4", RookAttacks(d4, 0), 14},
		{"rook d4, a man on d6", RookAttacks(d4, own), 12},
		{"white pawn d4", PawnAttacks(White, d4), 2},
		{"black pawn a1", PawnAttacks(Black, a1), 0},
	} {
		if got := bits.OnesCount64(tt.set); got != tt.want {
			t.Errorf("%s attacks %d squares, want %d", tt.name, got, tt.want)
		}
	}
}

func TestPassInto(t *testing.T) {
	p := Lookup("chess").Start(StandardStart)
	p = p.Play(p.AppendMoves(nil)[0])
	var q Position
	p.PassInto(&q)
	if q.Turn() != White || q.DoublePush() != -1 || q.Hash() == p.Hash() || q.recomputeKey() != q.key {
		t.Errorf("after a pass: %s", q.FEN())
	}
	m, err := q.ParseUCI("g1f3")
	if err != nil || q.IsCapture(m) {
		t.Errorf("the passed position cannot be played on: %v", err)
	}
}

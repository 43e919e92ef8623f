package rules

import (
	"math/rand/v2"
	"testing"
)

func TestSquares(t *testing.T) {
	for s := Square(0); s < 64; s++ {
		back, err := ParseSquare(s.String())
		if err != nil || back != s || SquareAt(s.File(), s.Rank()) != s {
			t.Errorf("%d prints %v, which reads as %d, %v", s, s, back, err)
		}
	}
	for _, bad := range []string{"", "e", "e9", "i4", "E4", "e44", "4e"} {
		if s, err := ParseSquare(bad); err == nil || s != NoSquare {
			t.Errorf("%q reads as %v", bad, s)
		}
	}
	if NoSquare.String() != "-" {
		t.Errorf("NoSquare prints %q", NoSquare.String())
	}
}

func TestPieces(t *testing.T) {
	for i, want := range []byte("PNBRQKpnbrqk") {
		c, kind := Color(i/6), PieceType(i%6+1)
		man := PieceOf(c, kind)
		if man.Byte() != want || man.Color() != c || man.Type() != kind || ParsePieceType(want) != kind {
			t.Errorf("%v %v is %q, want %q", c, kind, man.Byte(), want)
		}
	}
	if NoPiece.Byte() != '-' || NoPiece.Type() != NoPieceType || PieceOf(Black, NoPieceType) != NoPiece {
		t.Error("NoPiece is not nothing")
	}
	if White.Other() != Black || Black.Other() != White || White.String()+Black.String() != "WhiteBlack" {
		t.Error("colours")
	}
	for t2, want := range map[PieceType]int{Pawn: 1, Knight: 3, Bishop: 3, Rook: 5, Queen: 9, King: 0} {
		if t2.Value() != want {
			t.Errorf("%v is worth %d, want %d", t2, t2.Value(), want)
		}
	}
}

// TestSliders checks every factor: for random occupancies the table gives what
// walking along the rays gives.
func TestSliders(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for s := Square(0); s < 64; s++ {
		for range 2000 {
			occupied := bitboard(rng.Uint64() & rng.Uint64())
			if got, want := rookAttacks(s, occupied), rays(s, straightDirections[:], occupied, 7); got != want {
				t.Fatalf("rook on %v, %x: %x, want %x", s, occupied, got, want)
			}
			if got, want := bishopAttacks(s, occupied), rays(s, diagonalDirections[:], occupied, 7); got != want {
				t.Fatalf("bishop on %v, %x: %x, want %x", s, occupied, got, want)
			}
		}
	}
}

func TestSliderTableHasRoom(t *testing.T) {
	last := slides.bishop[63]
	if end := last.start + 1<<(64-last.shift); end > sliderSets {
		t.Errorf("the table ends at %d, beyond its %d sets: squares would share entries", end, sliderSets)
	}
}

func TestMovePacking(t *testing.T) {
	p := parse(t, "chess", "r3k2r/1P6/8/3pP3/8/8/P7/R3K2R w KQkq d6 0 1")
	seen := map[Move]bool{}
	for _, m := range p.AppendMoves(nil) {
		if MoveFromUint16(m.Uint16()) != m || seen[m] || m == NoMove {
			t.Errorf("%v does not survive as number, or comes twice", m)
		}
		seen[m] = true
	}
	m := mustUCI(t, &p, "e1g1")
	if !m.IsCastle() || m.From().String() != "e1" || m.To().String() != "h1" || m.String() != "e1h1" {
		t.Errorf("castling is %v", m)
	}
	if m = mustUCI(t, &p, "b7a8n"); m.Promotion() != Knight || m.String() != "b7a8n" || m.IsCastle() {
		t.Errorf("promotion is %v", m)
	}
	if m = mustUCI(t, &p, "e5d6"); !m.IsEnPassant() || m.Promotion() != NoPieceType {
		t.Errorf("en passant is %v", m)
	}
	if NoMove.String() != "-" {
		t.Errorf("no move prints %q", NoMove.String())
	}
}

// parse reads a FEN of a test.
func parse(t testing.TB, variant, fen string) Position {
	t.Helper()
	p, err := ParseFEN(Lookup(variant), fen)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

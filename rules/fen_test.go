package rules

import (
	"errors"
	"strings"
	"testing"
)

func TestFENErrors(t *testing.T) {
	for _, c := range []struct{ variant, fen, field, why string }{
		{"chess", "", "fields", "0 found"},
		{"chess", "8/8/8/8/8/8/8/8 w -", "fields", "3 found"},
		{"chess", "8/8/8/8/8/8/8/8 w - - 0", "fields", "5 found"},
		{"chess", "8/8/8/8/8/8/8/8 w - - 0 1 x", "fields", "7 found"},
		{"chess", "8/8/8/8/8/8/8 w - - 0 1", "board", "7 ranks"},
		{"chess", "4k3/8/8/8/8/8/9/4K3 w - - 0 1", "board", "'9' in rank 2"},
		{"chess", "4k3/8/8/8/8/8/8/4Kü2 w - - 0 1", "board", "'ü' in rank 1"},
		{"chess", "4k3/8/8/8/8/8/8/4K w - - 0 1", "board", "rank 1 has 5 squares"},
		{"chess", "4k3/8/8/8/8/PPPPPPPPP/8/4K3 w - - 0 1", "board", "rank 3 has 9 squares"},
		{"chess", "4k3/8/8/8/8/44P/8/4K3 w - - 0 1", "board", "rank 3 has 9 squares"},
		{"chess", "P3k3/8/8/8/8/8/8/4K3 w - - 0 1", "board", "a pawn cannot stand on a8"},
		{"chess", "4k3/8/8/8/8/8/8/8 w - - 0 1", "board", "White has no king"},
		{"atomic", "8/8/8/8/8/8/8/4K3 w - - 0 1", "board", "Black has no king, yet"},
		{"atomic", "8/8/8/8/8/8/8/8 w - - 0 1", "board", "Black has no king"},
		{"atomic", "4k3/8/8/8/8/8/8/K3K3 w - - 0 1", "board", "White has 2 kings"},
		{"chess", "4k3/8/8/8/8/8/8/4K3 W - - 0 1", "side to move", `"W" is neither`},
		{"chess", "4k3/8/8/8/8/8/8/4K2R w X - 0 1", "castling", "'X' is none"},
		{"chess", "4k3/8/8/8/8/8/8/4K3 w K - 0 1", "castling", "'K': White has no rook"},
		{"chess", "4k3/8/8/8/8/8/4K3/7R w K - 0 1", "castling", "'K': White has no king on the first rank"},
		{"chess", "4k3/8/8/8/8/8/8/3K3R w K - 0 1", "castling", "in chess the king castles from the e-file"},
		{"chess", "4k3/8/8/8/8/8/8/4K1R1 w K - 0 1", "castling", "here they stand on e1 and g1"},
		{"chess", "4k3/8/8/8/8/8/8/4K2R w KK - 0 1", "castling", "second right"},
		{"atomic960", "4k3/8/8/8/8/8/8/4KRR1 w GF - 0 1", "castling", "second right"},
		{"chess960", "4k3/8/8/8/8/8/8/4KR2 w G - 0 1", "castling", "'G': White has no rook there"},
		{"chess", "4k3/8/8/8/8/8/8/4K3 w - e9 0 1", "en passant", `"e9" is neither`},
		{"chess", "4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1", "en passant", "e3 cannot be passed over"},
		{"chess", "4k3/8/8/8/8/8/8/4K3 b - e3 0 1", "en passant", "no pawn of White"},
		{"chess", "4k3/8/8/8/4P3/8/4N3/4K3 b - e3 0 1", "en passant", "no pawn of White"},
		{"chess", "4k3/8/8/8/8/8/8/4K3 w - - -1 1", "half-move clock", `"-1"`},
		{"chess", "4k3/8/8/8/8/8/8/4K3 w - - 40000 1", "half-move clock", "0 to 32768"},
		{"chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 0", "move number", "1 to 32768"},
		{"chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 x", "move number", `"x"`},
	} {
		checkFENError(t, c.variant, c.fen, c.field, c.why)
	}
}

// Hands, marks and boards without kings have errors of their own.
func TestFENErrorsOfVariants(t *testing.T) {
	for _, c := range []struct{ variant, fen, field, why string }{
		{"crazyhouse", "4k3/8/8/8/8/8/8/4K3[Q w - - 0 1", "hand", `"[Q" does not end with ]`},
		{"crazyhouse", "4k3/8/8/8/8/8/8/4K3[K] w - - 0 1", "hand", "'K' cannot be held"},
		{"crazyhouse", "4k3/8/8/8/8/8/8/4K3[2] w - - 0 1", "hand", "'2' cannot be held"},
		{"crazyhouse", "4k3/8/8/8/8/8/8/4K3[" + strings.Repeat("p", 64) + "] w - - 0 1", "hand", "more than 63 times 'p'"},
		{"crazyhouse", "4k3/8/8/8/8/8/8/4K3/é w - - 0 1", "hand", "'é' cannot be held"},
		{"crazyhouse", "4k3/8/8/8/8/8/8/4K3/P/N w - - 0 1", "board", "10 ranks"},
		{"chess", "4k3/8/8/8/8/8/8/4K3[] w - - 0 1", "hand", `chess has no men in hand; leave "[]" out`},
		{"chess", "4k3/8/8/8/8/8/8/4K3/P w - - 0 1", "board", "9 ranks"},
		{"atomic", "Q~3k3/8/8/8/8/8/8/4K3 w - - 0 1", "board", "'~' in rank 8: atomic does not tell promoted men apart"},
		{"crazyhouse", "~4k3/8/8/8/8/8/8/4K3[] w - - 0 1", "board", "'~' in rank 8 stands behind no man"},
		{"crazyhouse", "4k~3/8/8/8/8/8/8/4K3[] w - - 0 1", "board", "'~' in rank 8 stands behind no knight"},
		{"crazyhouse", "Q~~3k3/8/8/8/8/8/8/4K3[] w - - 0 1", "board", "'~' in rank 8 stands behind no knight"},
		{"crazyhouse", "4k3/8/8/8/8/8/8/4K2R~[] w K - 0 1", "castling", "'K': White has no rook there"},
		{"suicide", "8/8/8/8/8/8/8/8 w - - 0 1", "board", "there are no men at all"},
		{"suicide", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "castling", `nobody castles in suicide; write - instead of "K"`},
		{"suicide", "4k2P/8/8/8/8/8/8/4K2R w - - 0 1", "board", "a pawn cannot stand on h8"},
		{"losers", "4k3/8/8/8/8/8/8/7R w - - 0 1", "board", "White has no king"},
	} {
		checkFENError(t, c.variant, c.fen, c.field, c.why)
	}
}

func checkFENError(t *testing.T, variant, fen, field, why string) {
	t.Helper()
	_, err := ParseFEN(Lookup(variant), fen)
	var e *FENError
	if !errors.As(err, &e) || e.Field != field || !strings.Contains(e.Why, why) {
		t.Errorf("%s %q: %v, want field %q with %q", variant, fen, err, field, why)
	} else if e.Error() != "FEN, "+e.Field+": "+e.Why {
		t.Errorf("prints %q", e.Error())
	}
}

func TestFENForms(t *testing.T) {
	for _, c := range []struct{ variant, fen, want string }{
		{"chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"},
		{"chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 3 9", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3 9"},
		{"chess", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b qkQK e3 0 1", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"},
		{"chess", "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1"},
		{"chess", "4k3/8/8/8/11111111/8/8/4K3 b - - 0 1", "4k3/8/8/8/8/8/8/4K3 b - - 0 1"},
		{"chess960", "4k3/8/8/8/8/8/8/1K1R1R2 w D - 0 1", "4k3/8/8/8/8/8/8/1K1R1R2 w D - 0 1"},
		{"chess960", "4k3/8/8/8/8/8/8/1K1R1R2 w F - 0 1", "4k3/8/8/8/8/8/8/1K1R1R2 w K - 0 1"},
		{"chess960", "1r1r1k2/8/8/8/8/8/8/1K1R1R2 b Kq - 0 1", "1r1r1k2/8/8/8/8/8/8/1K1R1R2 b Kq - 0 1"},
		{"chess960", "1r1r1k2/8/8/8/8/8/8/1K1R1R2 b Kd - 0 1", "1r1r1k2/8/8/8/8/8/8/1K1R1R2 b Kd - 0 1"},
		{"atomic", "8/8/8/8/8/8/8/4K3 b - - 0 9", "8/8/8/8/8/8/8/4K3 b - - 0 9"},
		{"atomic", "  8/8/8/8/8/8/4k3/4K3   w  -  -  32768  32768 ", "8/8/8/8/8/8/4k3/4K3 w - - 32768 32768"},
		{"crazyhouse", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4K3[] w - - 0 1"},
		{"crazyhouse", "4k3/8/8/8/8/8/8/4K3/nPqP w - - 0 1", "4k3/8/8/8/8/8/8/4K3[PPqn] w - - 0 1"},
		{"crazyhouse", "q~3k3/8/8/8/8/8/8/4K2R~[pBNRQ] w - - 0 1", "q~3k3/8/8/8/8/8/8/4K2R~[QRBNp] w - - 0 1"},
		{"suicide", "8/8/8/8/8/8/8/KKK1k3 w - - 0 1", "8/8/8/8/8/8/8/KKK1k3 w - - 0 1"},
		{"suicide", "8/8/8/8/8/8/8/k7 b - - 0 1", "8/8/8/8/8/8/8/k7 b - - 0 1"},
	} {
		p := parse(t, c.variant, c.fen)
		if got := p.FEN(); got != c.want {
			t.Errorf("%s %q is %q, want %q", c.variant, c.fen, got, c.want)
		}
	}
}

// Counting stops instead of beginning anew, so that every FEN can be read back.
func TestClocksStop(t *testing.T) {
	p := parse(t, "chess", "4k3/8/8/8/8/8/8/4K3 b - - 32768 32768")
	p = p.Play(mustUCI(t, &p, "e8d8"))
	if p.HalfmoveClock() != maxClock || p.FullMove() != maxClock {
		t.Errorf("clocks %d and %d, want %d", p.HalfmoveClock(), p.FullMove(), maxClock)
	}
}

func FuzzParseFEN(f *testing.F) {
	for file := range perftLines {
		for _, l := range readPerft(f, file) {
			f.Add(file, l.fen)
		}
	}
	f.Add("atomic", "8/8/8/8/8/8/8/4K3 b - - 0 9")
	f.Add("chess", "x")
	f.Fuzz(func(t *testing.T, variant, fen string) {
		v := Lookup(variant)
		if v == nil {
			return
		}
		p, err := ParseFEN(v, fen)
		if err != nil {
			var e *FENError
			if !errors.As(err, &e) || p != (Position{}) {
				t.Fatalf("%q: %v with %v", fen, err, p)
			}
			return
		}
		invariants(t, &p)
		for _, m := range p.AppendMoves(nil) {
			next := p.Play(m)
			invariants(t, &next)
			if back, err := p.ParseMove(p.SAN(m), MoveText{CaseMatters: true}); err != nil || back != m {
				t.Fatalf("%s: %v prints %s, which reads as %v, %v", p.FEN(), m, p.SAN(m), back, err)
			}
		}
	})
}

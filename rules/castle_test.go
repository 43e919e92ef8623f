package rules

import (
	"slices"
	"testing"
)

// Castling in all variants, rules/RULES.md §1.3, §1.6 and §2.3.
func TestCastling(t *testing.T) {
	for _, c := range []struct {
		what, variant, fen, uci string
		legal                   bool
		after                   string
	}{
		{"short", "chess", castleFEN, "e1g1", true, "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1"},
		{"long", "chess", castleFEN, "e1c1", true, "r3k2r/8/8/8/8/8/8/2KR3R b kq - 1 1"},
		{"black short", "chess", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8g8", true, "r4rk1/8/8/8/8/8/8/R3K2R w KQ - 1 2"},
		{"without the right", "chess", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", "e1g1", false, ""},
		{"out of check", "chess", "4r1k1/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", false, ""},
		{"through check", "chess", "5rk1/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", false, ""},
		{"into check", "chess", "4k1r1/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", false, ""},
		{"rook attacked", "chess", "4k2r/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", true, "4k2r/8/8/8/8/8/8/5RK1 b - - 1 1"},
		{"b1 attacked", "chess", "1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", true, "1r2k3/8/8/8/8/8/8/2KR4 b - - 1 1"},
		{"b1 occupied", "chess", "4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1", "e1c1", false, ""},
		{"beside the enemy king", "chess", "8/8/8/8/8/8/6k1/R3K3 w Q - 0 1", "e1c1", true, "8/8/8/8/8/8/6k1/2KR4 b - - 1 1"},
		{"past the enemy king", "chess", "8/8/8/8/8/8/2k5/R3K3 w Q - 0 1", "e1c1", false, ""},
		{"atomic: contact all the way", "atomic", "8/8/8/8/8/8/4k3/R3K2r w Q - 0 1", "e1c1", true, "8/8/8/8/8/8/4k3/2KR3r b - - 1 1"},
		{"atomic: contact ends on d1", "atomic", "8/8/8/8/8/8/5k2/R3K2r w Q - 0 1", "e1c1", false, ""},
		{"atomic: the enemy king guards nothing", "atomic", "8/8/8/8/8/8/2k5/R3K3 w Q - 0 1", "e1c1", true, "8/8/8/8/8/8/2k5/2KR4 b - - 1 1"},
		{"960: the king stays", "chess960", "4k3/8/8/8/8/8/8/R1K5 w A - 0 1", "c1a1", true, "4k3/8/8/8/8/8/8/2KR4 b - - 1 1"},
		{"960: the rook stays", "chess960", "4k3/8/8/8/8/8/8/3RK3 w D - 0 1", "e1d1", true, "4k3/8/8/8/8/8/8/2KR4 b - - 1 1"},
		{"960: both swap", "chess960", "4k3/8/8/8/8/8/8/2RK4 w C - 0 1", "d1c1", true, "4k3/8/8/8/8/8/8/2KR4 b - - 1 1"},
		{"960: a long way", "chess960", "4k3/8/8/8/8/8/8/1K5R w H - 0 1", "b1h1", true, "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"},
		{"960: somebody on the way", "chess960", "4k3/8/8/8/8/8/8/1K1N3R w H - 0 1", "b1h1", false, ""},
		{"960: the rook uncovers an attack", "chess960", "4k3/8/8/8/8/8/8/rR2K3 w B - 0 1", "e1b1", false, ""},
		{"960: an inner rook castles", "chess960", "4k3/8/8/8/8/8/8/1K1R3R w D - 0 1", "b1d1", true, "4k3/8/8/8/8/8/8/5RKR b - - 1 1"},
		{"960: over the other rook", "chess960", "4k3/8/8/8/8/8/8/RK5R w A - 0 1", "b1a1", true, "4k3/8/8/8/8/8/8/2KR3R b - - 1 1"},
		{"atomic960: the rook on its target shields", "atomic960", "1rRk1r2/4K3/8/8/8/8/8/3NR3 b fb - 0 1", "d8f8", true, ""},
		{"atomic960: in check, even without a step", "atomic960", "4k1r1/8/8/8/8/8/8/5RK1 w F - 0 1", "g1f1", false, ""},
		{"atomic960: the enemy king by the way", "atomic960", "8/8/8/8/8/8/2k5/rR4K1 w B - 0 1", "g1b1", true, ""},
	} {
		p := parse(t, c.variant, c.fen)
		if legal := slices.Contains(legalUCI(&p), c.uci); legal != c.legal {
			t.Errorf("%s: %s: %s legal %v", c.what, c.fen, c.uci, legal)
		} else if c.after != "" {
			next := p.Play(mustUCI(t, &p, c.uci))
			if next.FEN() != c.after {
				t.Errorf("%s: %s, want %s", c.what, next.FEN(), c.after)
			}
		}
	}
}

// A right that is lost does not come back with a rook.
func TestRightsDoNotComeBack(t *testing.T) {
	for _, name := range []string{"chess", "chess960", "atomic", "atomic960"} {
		v := Lookup(name)
		p := v.Start(StandardStart)
		for _, uci := range []string{"h2h4", "h7h5", "h1h3", "h8h6", "h3h1", "h6h8", "a2a4", "a7a5", "a1a3", "a8a6", "a3a1", "a6a8"} {
			p = p.Play(mustUCI(t, &p, uci))
		}
		for _, c := range []Color{White, Black} {
			if p.CanCastle(c, true) || p.CanCastle(c, false) {
				t.Errorf("%s: %v may castle again at %s", v, c, p.FEN())
			}
		}
	}
}

// mirrored turns the board upside down and changes colours: nothing that a rule
// says may depend on the side.
func mirrored(p *Position) Position {
	q := p.Variant().empty()
	q.half, q.full, q.turn = p.half, p.full, p.turn.Other()
	for b := p.occupied(); b != 0; b &= b - 1 {
		s := b.first()
		q.put(s^56, p.code(s)^8)
	}
	for b := p.rooks; b != 0; b &= b - 1 {
		q.rooks |= bit(b.first() ^ 56)
	}
	if p.passed != 0 {
		q.passed = p.passed ^ 56
	}
	for b := p.promoted; b != 0; b &= b - 1 {
		q.promoted |= bit(b.first() ^ 56)
	}
	q.hands = [2]hand{p.hands[1], p.hands[0]}
	q.key = q.recomputeKey()
	return q
}

func TestMirroredPositions(t *testing.T) {
	for file := range perftLines {
		for _, l := range readPerft(t, file) {
			p := parse(t, file, l.fen)
			q := mirrored(&p)
			if a, b := Perft(&p, 3, true), Perft(&q, 3, true); a != b {
				t.Errorf("%s: %d, mirrored %s %d", p.FEN(), a, q.FEN(), b)
			}
			a, b := p.Outcome(), q.Outcome()
			winner, won := a.Result.Winner()
			if a.Reason != b.Reason || won && b.Result != WinFor(winner.Other()) {
				t.Errorf("%s: %v, mirrored %v", p.FEN(), a, b)
			}
		}
	}
}

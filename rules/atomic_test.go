package rules

import (
	"slices"
	"strings"
	"testing"
)

// The sentences of rules/RULES.md §1, one by one: what is legal, what is not.
func TestAtomicRules(t *testing.T) {
	for _, c := range []struct{ rule, fen, legal, illegal string }{
		{"a king never captures", "4k3/8/8/8/8/8/4p3/4K3 w - - 0 1", "e1f2 e1d2", "e1e2"},
		{"no capture next to the own king", "4k3/8/8/8/8/1r6/1P6/K7 w - - 0 1", "a1a2", "b2b3 a1b2"},
		{"not even when both kings would explode", "8/8/8/8/2k5/Rp6/1K6/8 w - - 0 1", "a3a4 b2b1", "a3b3"},
		{"a capture that takes one of two touching kings wins", "8/8/8/3r4/2k5/1K6/8/3Q4 w - - 0 1", "d1d5", ""},
		{"kings may stand beside each other", "8/8/8/2k5/8/2K5/8/8 w - - 0 1", "c3b4 c3c4 c3d4 c3b2", ""},
		{"beside the enemy king every square is safe", "8/8/8/2k4r/8/2K4r/8/8 w - - 0 1", "c3c4 c3d4 c3b4", "c3b3 c3d3"},
		{"the enemy king attacks nothing", "8/8/8/8/2k5/8/2K5/8 w - - 0 1", "c2b3 c2c3 c2d3", ""},
		{"pins do not exist while kings touch", "8/8/8/8/3k4/3K1N1r/8/8 w - - 0 1", "f3g5 f3e1", ""},
		{"a pin comes back when contact ends", "8/8/8/3k4/8/3K1N1r/8/8 w - - 0 1", "d3d4", "f3g5 f3e1"},
		{"contact may not end in check", "8/8/8/8/3k4/3K4/7r/8 w - - 0 1", "d3c3 d3e3", "d3c2 d3d2 d3e2"},
		{"an explosion wins whatever attacks the own king", "4r3/8/8/7k/4R1p1/8/8/4K3 w - - 0 1", "e4g4 e4e8", "e4d4"},
		{"the explosion of the enemy king answers a check", "4k3/3p4/8/8/8/8/4r2B/K2R3r w - - 0 1", "d1d7", ""},
		{"a check must be answered", "rnb1kbnr/pppp1ppp/4p3/8/5P1q/2N5/PPPPP1PP/R1BQKBNR w KQkq - 2 3", "g2g3", "a2a3 c3d5"},
		{"blowing up the checker's neighbour answers it", "r6k/1p6/8/8/8/8/7P/KR6 w - - 0 1", "b1b7 a1b2", "h2h3"},
		{"a capture may not blow up the own blocker", "4r2k/8/8/3p4/4N3/2N5/8/4K3 w - - 0 1", "c3b5", "c3d5 e4g5"},
		{"a capture may blow up the pinner", "4r2k/3p4/8/8/4N3/8/8/3QK3 w - - 0 1", "d1d7", "e4g5"},
		{"a pawn may not uncover its king by taking", "k3r3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4e5", "e4d5"},
		{"an indirect attack is no check", "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3", "a7a6 h7h5", ""},
		{"en passant explodes where the pawn lands", "8/8/8/4k3/4Pp2/8/5K2/8 b - e3 0 1", "f4e3", ""},
		{"and not beside the own king", "8/8/8/8/4Pp2/5k2/8/K7 b - e3 0 1", "f3e2", "f4e3"},
		{"four promotions that explode are four moves", "1n5k/P7/8/8/8/8/8/K7 w - - 0 1", "a7b8q a7b8r a7b8b a7b8n a7a8q", "a7b8k a7b8"},
	} {
		p := parse(t, "atomic", c.fen)
		have := legalUCI(&p)
		for _, uci := range strings.Fields(c.legal) {
			if !slices.Contains(have, uci) {
				t.Errorf("%s: %s: %s is not legal", c.rule, c.fen, uci)
			}
		}
		for _, uci := range strings.Fields(c.illegal) {
			if slices.Contains(have, uci) {
				t.Errorf("%s: %s: %s is legal", c.rule, c.fen, uci)
			}
		}
	}
}

// What an explosion leaves, rules/RULES.md §1.1.
func TestExplosions(t *testing.T) {
	for _, c := range []struct{ what, variant, fen, uci, want string }{
		{
			"pieces of both colours go, pawns stay", "atomic", "4k3/8/8/2pnP3/2Nr4/2PbQ3/8/4K2R w K - 3 1", "e3d4",
			"4k3/8/8/2p1P3/8/2P5/8/4K2R b K - 0 1",
		},
		{
			"no chain", "atomic", "7k/4b3/3r4/2n5/8/8/8/K1R5 w - - 3 1", "c1c5",
			"7k/4b3/8/8/8/8/8/K7 b - - 0 1",
		},
		{
			"a promotion vanishes", "atomic", "rn5k/P7/8/8/8/8/8/K7 w - - 7 1", "a7b8q",
			"7k/8/8/8/8/8/8/K7 b - - 0 1",
		},
		{
			"en passant takes both pawns and the pieces around the landing", "atomic", "7k/4b3/8/3pP3/8/8/8/K7 w - d6 0 2", "e5d6",
			"7k/8/8/8/8/8/8/K7 b - - 0 2",
		},
		{
			"but not those around the captured pawn", "atomic", "7k/8/8/3pP3/2n1b3/8/8/K7 w - d6 0 2", "e5d6",
			"7k/8/8/8/2n1b3/8/8/K7 b - - 0 2",
		},
		{
			"a capture on h8 leaves White's rights alone", "atomic", "r3k2r/8/8/8/8/2B5/8/R3K2R w KQkq - 0 1", "c3h8",
			"r3k3/8/8/8/8/8/8/R3K2R b KQq - 0 1",
		},
		{
			"the own rook's right goes with it", "atomic", "4k3/8/8/8/8/8/6p1/R3K2R b KQ - 0 1", "g2h1q",
			"4k3/8/8/8/8/8/8/R3K3 w Q - 0 2",
		},
		{
			"an exploded king has no rights", "atomic", "r3k2r/5p2/8/6N1/8/8/8/R3K2R w KQkq - 0 1", "g5f7",
			"r6r/8/8/8/8/8/8/R3K2R b KQ - 0 1",
		},
		{
			"castling is no capture", "atomic960", "4k3/8/8/8/8/8/8/5KR1 w G - 9 1", "f1g1",
			"4k3/8/8/8/8/8/8/5RK1 b - - 10 1",
		},
	} {
		p := parse(t, c.variant, c.fen)
		next := p.Play(mustUCI(t, &p, c.uci))
		if next.FEN() != c.want {
			t.Errorf("%s: %s after %s is %s, want %s", c.what, c.fen, c.uci, next.FEN(), c.want)
		}
	}
}

func TestAtomicCheck(t *testing.T) {
	for _, c := range []struct {
		what, fen string
		check     bool
	}{
		{"a rook on the file", "4r2k/8/8/8/8/8/8/4K3 w - - 0 1", true},
		{"with a man between", "4r2k/8/8/4p3/8/8/8/4K3 w - - 0 1", false},
		{"a knight", "7k/8/8/8/8/3n4/8/4K3 w - - 0 1", true},
		{"a pawn", "7k/8/8/8/8/8/3p4/4K3 w - - 0 1", true},
		{"the enemy king", "8/8/8/8/8/8/3k4/4K3 w - - 0 1", false},
		{"contact calms everything", "4r3/8/8/8/8/8/3k4/3rK3 w - - 0 1", false},
		{"Black in check", "4k3/8/8/8/8/8/8/4RK2 b - - 0 1", true},
		{"no king, no check", "4r2k/8/8/8/8/8/8/8 w - - 0 1", false},
	} {
		p := parse(t, "atomic", c.fen)
		if p.InCheck() != c.check {
			t.Errorf("%s: %s: check %v", c.what, c.fen, p.InCheck())
		}
	}
}

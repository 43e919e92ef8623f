package rules

import "testing"

// Ends of suicide and losers: who has less wins (rules/RULES.md §2.6, §2.7).
func TestLosingEnds(t *testing.T) {
	for _, c := range []struct{ variant, fen, result, reason string }{
		{"suicide", "8/8/8/8/8/8/8/k7 w - - 0 1", "1-0", "lost_all_material"},
		{"suicide", "8/8/8/8/8/8/8/K7 w - - 0 1", "0-1", "lost_all_material"},
		{"suicide", "8/8/8/p7/P7/8/8/8 w - - 0 1", "1/2-1/2", "stalemate_equal_pieces"},
		{"suicide", "8/8/8/p7/P7/8/8/7n w - - 0 1", "1-0", "stalemate_fewer_pieces"},
		{"suicide", "8/8/8/p7/P7/P7/8/8 w - - 0 1", "0-1", "stalemate_fewer_pieces"},
		{"suicide", "8/8/8/8/3B4/8/8/7b w - - 0 1", "1/2-1/2", "insufficient_material"},
		{"suicide", "8/8/8/8/3B4/8/8/6b1 b - - 0 1", "*", ""}, // one colour
		{"suicide", "8/8/8/8/3B4/8/8/5B1b w - - 0 1", "*", ""},
		{"suicide", "8/8/8/8/3K4/8/8/7k w - - 0 1", "*", ""},
		{"losers", "4k3/8/8/8/8/8/r7/4K3 w - - 0 1", "1-0", "lost_all_material"},
		{"losers", "4k3/8/8/8/8/8/R7/4K3 w - - 0 1", "0-1", "lost_all_material"},
		{"losers", "3R2k1/5ppp/8/8/8/8/8/K7 b - - 0 1", "0-1", "checkmate"},
		{"losers", "7k/5Q1p/8/8/8/8/8/K7 b - - 0 1", "*", ""},
		{"losers", "7k/7p/5Q1P/8/8/8/8/K7 b - - 0 1", "*", ""}, // Kg8
		{"losers", "2r5/p7/P7/8/8/8/1rk5/K7 w - - 37 48", "1-0", "stalemate"},
		{"losers", "4k3/8/8/8/8/8/4B3/n3K3 w - - 0 1", "*", ""}, // no draw by material
	} {
		p := parse(t, c.variant, c.fen)
		if o := p.Outcome(); o.Result.String() != c.result || string(o.Reason) != c.reason {
			t.Errorf("%s %s: %v %v, want %s %s", c.variant, c.fen, o.Result, o.Reason, c.result, c.reason)
		}
		if o := p.FlagOutcome(White); o.Reason != TimeForfeit || o.Result != BlackWins {
			t.Errorf("%s %s: a flag gives %v", c.variant, c.fen, o)
		}
	}
}

// Compulsory captures, with those that promote, take in passing or would expose
// the king.
func TestCompulsoryCaptures(t *testing.T) {
	for _, c := range []struct {
		variant, fen string
		want         int
		capture      bool
	}{
		{"suicide", "1n6/P7/8/8/8/8/8/7k w - - 0 1", 5, true}, // five promotions, all by capture
		{"suicide", "8/P7/8/8/8/8/8/7k w - - 0 1", 5, false},
		{"suicide", "8/8/8/5pP1/8/8/8/8 w - f6 0 1", 1, true},
		{"suicide", "8/8/8/8/8/8/1k6/K7 w - - 0 1", 1, true},
		{"suicide", "4k3/8/8/8/8/8/8/4K2r w - - 0 1", 5, false}, // in check as chess has it, and free
		{"losers", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", 1, true},
		{"losers", "4r2k/8/8/8/3p4/4B3/8/4K3 w - - 0 1", 5, false}, // the pinned bishop may not take
		{"losers", "k3r3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", 6, false}, // nor the pinned pawn
		{"losers", "r3k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", 1, true},
	} {
		p := parse(t, c.variant, c.fen)
		if got := legalUCI(&p); len(got) != c.want {
			t.Errorf("%s %s: %v, want %d moves", c.variant, c.fen, got, c.want)
		}
		if got := p.MustCapture(); got != c.capture {
			t.Errorf("%s %s: must capture %v", c.variant, c.fen, got)
		}
		if !p.Variant().MustCapture() || Lookup("chess").MustCapture() {
			t.Error("captures are compulsory in the wrong variant")
		}
	}
}

package rules

import "testing"

func TestOutcomes(t *testing.T) {
	for _, c := range []struct {
		variant, fen string
		result       string
		reason       Reason
	}{
		{"chess", startFEN, "*", ""},
		{"chess", "R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1", "1-0", Checkmate},
		{"chess", "k7/8/8/8/8/8/5PPP/r5K1 w - - 0 1", "0-1", Checkmate},
		{"chess", "k7/2Q5/8/8/8/8/8/K7 b - - 0 1", "1/2-1/2", Stalemate},
		{"chess", "k7/8/8/8/8/8/8/K7 b - - 0 1", "1/2-1/2", InsufficientMaterial},
		{"chess", "k7/8/8/8/8/8/8/KB6 b - - 0 1", "1/2-1/2", InsufficientMaterial},
		{"chess", "k7/8/8/8/8/8/8/KN6 b - - 0 1", "1/2-1/2", InsufficientMaterial},
		{"chess", "k7/7n/8/8/8/8/8/KN6 b - - 0 1", "*", ""},
		{"chess", "k7/8/8/8/8/8/8/KBB5 b - - 0 1", "*", ""},
		{"chess", "k7/8/8/8/8/8/7P/K7 b - - 0 1", "*", ""},
		{"chess", "k7/8/8/8/8/8/8/KR6 b - - 0 1", "*", ""},
		{"chess960", "R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1", "1-0", Checkmate},
		{"atomic", "8/8/8/8/8/8/8/K7 b - - 0 1", "1-0", KingExploded},
		{"atomic960", "k7/8/8/8/8/8/8/8 w - - 0 1", "0-1", KingExploded},
		{"atomic", "8/8/6Qk/8/8/8/8/K7 b - - 0 1", "1-0", Checkmate},
		{"atomic", "8/8/6Qk/8/2b5/8/P7/K7 b - - 0 1", "*", ""},
		{"atomic", "k7/1R6/8/8/2K5/8/8/8 b - - 0 1", "1/2-1/2", Stalemate},
		{"atomic", "8/8/8/8/8/4k3/8/4K3 w - - 0 1", "1/2-1/2", InsufficientMaterial},
		{"atomic", "8/8/8/8/8/4k3/8/4K2n w - - 0 1", "1/2-1/2", InsufficientMaterial},
		{"atomic", "8/8/8/8/8/4k3/8/4K1nn w - - 0 1", "*", ""},
	} {
		p := parse(t, c.variant, c.fen)
		if o := p.Outcome(); o.Result.String() != c.result || o.Reason != c.reason || o.Over() != (c.result != "*") {
			t.Errorf("%s %s: %v %v, want %s %s", c.variant, c.fen, o.Result, o.Reason, c.result, c.reason)
		}
	}
}

func TestFlags(t *testing.T) {
	for _, c := range []struct {
		variant, fen string
		flagged      Color
		want         Outcome
	}{
		{"chess", startFEN, White, Outcome{BlackWins, TimeForfeit}},
		{"chess", startFEN, Black, Outcome{WhiteWins, TimeForfeit}},
		{"chess", "k7/8/8/8/8/8/7P/KQ6 w - - 0 1", White, Outcome{Draw, FlagInsufficient}},
		{"chess", "kn6/8/8/8/8/8/7P/KQ6 w - - 0 1", White, Outcome{Draw, FlagInsufficient}},
		{"chess", "knn5/8/8/8/8/8/7P/KQ6 w - - 0 1", White, Outcome{BlackWins, TimeForfeit}},
		{"chess", "k7/p7/8/8/8/8/7P/KQ6 w - - 0 1", White, Outcome{BlackWins, TimeForfeit}},
		{"atomic", "kn6/8/8/8/8/8/7P/KQ6 w - - 0 1", White, Outcome{BlackWins, TimeForfeit}},
		{"atomic", "k7/8/8/8/8/8/7P/KQ6 w - - 0 1", White, Outcome{Draw, FlagInsufficient}},
	} {
		p := parse(t, c.variant, c.fen)
		if got := p.FlagOutcome(c.flagged); got != c.want {
			t.Errorf("%s %s, %v out of time: %v, want %v", c.variant, c.fen, c.flagged, got, c.want)
		}
	}
}

func TestClaims(t *testing.T) {
	if Repetitions(nil) != 0 || ClaimRepetition(nil) {
		t.Error("nothing has been played, yet it repeats")
	}
	if n := Repetitions([]uint64{1, 2, 1, 3, 1}); n != 3 || !ClaimRepetition([]uint64{1, 2, 1, 3, 1}) {
		t.Errorf("three times are %d", n)
	}
	if ClaimRepetition([]uint64{1, 1, 1, 2}) {
		t.Error("an earlier position is claimed")
	}
	for half, want := range map[string]bool{"99": false, "100": true, "101": true} {
		p := parse(t, "chess", "k7/8/8/8/8/8/8/KR6 b - - "+half+" 90")
		if p.ClaimFifty() != want || p.Outcome().Over() {
			t.Errorf("%s half-moves: claim %v", half, p.ClaimFifty())
		}
	}
}

func TestResults(t *testing.T) {
	for _, c := range []Color{White, Black} {
		if winner, ok := WinFor(c).Winner(); !ok || winner != c {
			t.Errorf("%v wins, winner %v, %v", c, winner, ok)
		}
	}
	for _, r := range []Result{Draw, Ongoing} {
		if _, ok := r.Winner(); ok {
			t.Errorf("%v has a winner", r)
		}
	}
	if got := WhiteWins.String() + " " + BlackWins.String() + " " + Draw.String() + " " + Ongoing.String(); got != "1-0 0-1 1/2-1/2 *" {
		t.Errorf("results print %s", got)
	}
}

package world

import (
	"testing"

	"epicenter/rules"
)

// TestEndingsByTheRules: text, score and history code of each automatic end
// (docs/protocol.md §5.7).
func TestEndingsByTheRules(t *testing.T) {
	for _, c := range []struct {
		variant, fen, move, result, reason, code string
	}{
		{"atomic", "4k3/3p4/8/8/8/8/8/3QK3 w - - 0 1", "d1d7", "1-0", "Black's king exploded", "Mat"},
		{"atomic", "3qk3/8/8/8/8/8/3P4/4K3 b - - 0 1", "d8d2", "0-1", "White's king exploded", "Mat"},
		{"chess", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "a1a8", "1-0", "Black checkmated", "Mat"},
		{"chess", "7k/8/8/6Q1/8/8/8/6K1 w - - 0 1", "g5g6", "1/2-1/2", "Game drawn by stalemate", "Sta"},
		{"chess", "7k/8/8/8/8/8/6q1/6K1 w - - 0 1", "g1g2", "1/2-1/2", "Neither player has mating material", "NM"},
		{"atomic", "7k/8/8/7q/8/8/7P/4K3 b - - 0 1", "h5h2", "1/2-1/2", "Neither player has mating material", "NM"},
	} {
		b := newBench(t)
		b.start(c.variant, c.fen, 3, 0)
		b.play(c.move)
		if g := b.ended(1); g.Result != c.result || g.Reason != c.reason || g.End != c.code {
			t.Errorf("%s %s: %s %q %q", c.fen, c.move, g.Result, g.Reason, g.End)
		}
		if n := len(b.account("alice").History); n != 1 {
			t.Errorf("%s: %d games in the history", c.fen, n)
		}
	}
}

// TestMovesEndTheGameByLength: rules/RULES.md D7.
func TestMovesEndTheGameByLength(t *testing.T) {
	b := newBench(t)
	b.w.cfg.MaxMoves = 4
	b.start("chess", "", 3, 0)
	b.play("g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1")
	if b.game() == nil {
		t.Fatal("over before the last move")
	}
	b.play("f6g8")
	if g := b.ended(1); g.Reason != "Game drawn due to length" || g.End != "Len" {
		t.Errorf("%q %q", g.Reason, g.End)
	}
}

// TestClaims: neither draw comes by itself, and either player may claim.
func TestClaims(t *testing.T) {
	b := newBench(t)
	b.start("chess", "4k3/8/8/8/8/8/8/R3K3 w - - 98 90", 3, 0)
	claim := func() (ok bool) {
		b.turn(func(t *Turn) { ok = t.ClaimDraw(t.Game(1)) })
		return ok
	}
	b.play("a1a2")
	if claim() {
		t.Fatal("99 half-moves were enough")
	}
	b.play("e8e7")
	if b.game() == nil {
		t.Fatal("the 50 move rule was not claimed")
	}
	if !claim() {
		t.Fatal("100 half-moves were not enough")
	}
	if g := b.ended(1); g.Reason != "Game drawn by the 50 move rule" || g.End != "50" {
		t.Errorf("%q %q", g.Reason, g.End)
	}
	b = newBench(t)
	b.start("atomic", "", 3, 0)
	for range 2 {
		if claim() {
			t.Fatal("claimed too early")
		}
		b.play("g1f3", "g8f6", "f3g1", "f6g8")
	}
	if !claim() {
		t.Fatal("the third time was not enough")
	}
	if g := b.ended(1); g.Reason != "Game drawn by repetition" || g.End != "Rep" {
		t.Errorf("%q %q", g.Reason, g.End)
	}
}

// TestEndsOnce: a second end changes nothing.
func TestEndsOnce(t *testing.T) {
	b := newBench(t)
	b.connect("Alice", "Bob")
	b.turn(func(t *Turn) {
		g := t.StartGame(b.terms("atomic", 3, 0, true), "alice", "bob")
		t.End(g, Resignation(White))
		t.End(g, Resignation(Black))
		t.End(g, AdjournAgreed)
	})
	if g := b.ended(1); g.Result != "0-1" {
		t.Errorf("result %s", g.Result)
	}
	if r := b.account("alice").Ratings["atomic"]; r.Win+r.Loss+r.Draw != 1 || len(b.account("alice").History) != 1 {
		t.Errorf("rating %+v, history %v", r, b.account("alice").History)
	}
}

// TestHistoryKeepsTen with indices that go round at a hundred (docs/protocol.md
// §5.2).
func TestHistoryKeepsTen(t *testing.T) {
	b := newBench(t)
	b.account("alice").NextIndex = 95
	b.connect("Alice", "Bob")
	for i := range 12 {
		b.turn(func(t *Turn) {
			g := t.StartGame(b.terms("chess", 3, 0, false), "alice", "bob")
			t.End(g, []Ending{Resignation(White), DrawAgreed, Resignation(Black)}[i%3])
		})
	}
	h := b.account("alice").History
	if len(h) != 10 || h[0].Index != 97 || h[9].Index != 6 || b.account("alice").NextIndex != 7 {
		t.Fatalf("%d games, first %d, last %d", len(h), h[0].Index, h[len(h)-1].Index)
	}
	for i, want := range "+-=+-=+-=+" {
		if h[i].Score != string(want) {
			t.Errorf("game %d: %s, want %c", i, h[i].Score, want)
		}
	}
}

// TestColoursTakeTurns: who had fewer Whites in the category gets it.
func TestColoursTakeTurns(t *testing.T) {
	b := newBench(t)
	b.connect("Alice", "Bob")
	var whites []string
	for range 6 {
		b.turn(func(t *Turn) {
			white, black := t.ColoursByBalance("alice", "bob", "atomic")
			whites = append(whites, white)
			g := t.StartGame(b.terms("atomic", 3, 0, false), white, black)
			t.SwitchSides(g)
			t.SwitchSides(g)
			t.End(g, DrawAgreed)
		})
	}
	for i := 1; i < len(whites); i++ {
		if whites[i] == whites[i-1] {
			t.Errorf("%s had White twice in a row: %v", whites[i], whites)
		}
	}
}

// TestWinAndWinner guards the mapping of colours to results.
func TestWinAndWinner(t *testing.T) {
	for c := range 2 {
		if winner(Win(c)) != c || Win(c) != rules.WinFor(rules.Color(c)) {
			t.Errorf("side %d wins %v", c, Win(c))
		}
	}
	if winner(rules.Draw) != -1 || winner(rules.Ongoing) != -1 {
		t.Error("a draw has a winner")
	}
}

package rules

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// The sentences of rules/RULES.md §2.4, one by one.
func TestCrazyhouseSentences(t *testing.T) {
	for _, c := range []struct {
		why, fen, uci string
		legal         bool
		after         string // if it is
	}{
		{"a taken man changes colour and goes to the taker", "4k3/8/8/3n4/8/8/8/3RK3[] w - - 5 9", "d1d5", true, "4k3/8/8/3R4/8/8/8/4K3[N] b - - 0 9"},
		{"Black's too", "3rk3/8/8/8/8/8/8/3QK3[] b - - 5 9", "d8d1", true, "4k3/8/8/8/8/8/8/3rK3[q] w - - 0 10"},
		{"what was promoted goes as a pawn", "4k3/8/8/3n~4/8/8/8/3RK3[] w - - 0 1", "d1d5", true, "4k3/8/8/3R4/8/8/8/4K3[P] b - - 0 1"},
		{"en passant gives a pawn", "4k3/8/8/3pP3/8/8/8/4K3[] w - d6 0 1", "e5d6", true, "4k3/8/3P4/8/8/8/8/4K3[P] b - - 0 1"},
		{"a capture that promotes does both", "1n2k3/P7/8/8/8/8/8/4K3[] w - - 0 1", "a7b8r", true, "1R~2k3/8/8/8/8/8/8/4K3[N] b - - 0 1"},
		{"a drop empties the hand and restarts the clock", "4k3/8/8/8/8/8/8/4K3[NN] w - - 7 3", "N@d4", true, "4k3/8/8/8/3N4/8/8/4K3[N] b - - 0 3"},
		{"not onto men", "4k3/8/8/8/8/8/8/4K3[NN] w - - 0 1", "N@e1", false, ""},
		{"not what is not held", "4k3/8/8/8/8/8/8/4K3[n] w - - 0 1", "N@d4", false, ""},
		{"pawns not on rank 8", "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1", "P@a8", false, ""},
		{"nor on rank 1", "4k3/8/8/8/8/8/8/4K3[p] b - - 0 1", "P@a1", false, ""},
		{"but on rank 7", "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1", "P@d7", true, "4k3/3P4/8/8/8/8/8/4K3[] b - - 0 1"},
		{"a drop may give mate", "6rk/6pp/8/8/8/8/8/K7[N] w - - 0 1", "N@f7", true, "6rk/5Npp/8/8/8/8/8/K7[] b - - 0 1"},
		{"a pawn on its second rank jumps again", "4k3/8/8/8/8/8/P7/4K3[] w - - 0 1", "a2a4", true, "4k3/8/8/8/P7/8/8/4K3[] b - - 0 1"},
		{"a drop may block a check", "4r2k/8/8/8/8/8/8/4K3[B] w - - 0 1", "B@e2", true, "4r2k/8/8/8/8/8/4B3/4K3[] b - - 0 1"},
		{"or else is illegal", "4r2k/8/8/8/8/8/8/4K3[B] w - - 0 1", "B@d2", false, ""},
		{"nothing blocks a knight", "7k/8/8/8/8/3n4/8/4K3[Q] w - - 0 1", "Q@e2", false, ""},
		{"nor two checkers", "4r2k/8/8/8/8/3n4/8/4K3[Q] w - - 0 1", "Q@e2", false, ""},
		{"a dropped rook never castles", "4k3/8/8/8/8/8/8/4K2R[] w - - 0 1", "e1g1", false, ""},
		{"an old one does", "4k3/8/8/8/8/8/8/4K2R[N] w K - 0 1", "e1g1", true, "4k3/8/8/8/8/8/8/5RK1[N] b - - 1 1"},
		{"a drop does not capture in passing later", "4k3/8/8/4P3/8/8/8/4K3[p] b - - 0 1", "P@d5", true, "4k3/8/8/3pP3/8/8/8/4K3[] w - - 0 2"},
	} {
		p := parse(t, "crazyhouse", c.fen)
		m, err := p.ParseUCI(c.uci)
		if (err == nil) != c.legal {
			t.Errorf("%s: %s in %s: %v", c.why, c.uci, c.fen, err)
			continue
		}
		if next := p.Play(m); c.legal && next.FEN() != c.after {
			t.Errorf("%s: %s, want %s", c.why, next.FEN(), c.after)
		}
	}
}

// Nothing that is taken is lost: men on the board and in hand are always 32, and
// pawns that promoted count as pawns.
func TestCrazyhouseKeepsItsMen(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	for range 10 {
		p := Lookup("crazyhouse").Start(0)
		for range 300 {
			moves := p.AppendMoves(nil)
			if len(moves) == 0 {
				break
			}
			p = p.Play(moves[rng.IntN(len(moves))])
			men, pawns := census(&p)
			if men != 32 || pawns != 16 {
				t.Fatalf("%s: %d men, %d pawns", p.FEN(), men, pawns)
			}
		}
	}
}

// census counts the men of a board with its hands, and those that are or were
// pawns.
func census(p *Position) (men, pawns int) {
	men = p.occupied().count()
	pawns = (p.pawns() | p.promoted).count()
	for _, c := range []Color{White, Black} {
		for kind := Pawn; kind <= Queen; kind++ {
			men += p.Hand(c, kind)
		}
		pawns += p.Hand(c, Pawn)
	}
	return men, pawns
}

// Two boards of bughouse keep 64 men between them, each of its own colour: White's
// men of both boards are 32.
func TestBughouseKeepsItsMen(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	for range 5 {
		m := NewBughouse()
		for range 300 {
			board := rng.IntN(2)
			moves := m.Boards[board].AppendMoves(nil)
			if len(moves) == 0 {
				continue // he waits for a man
			}
			m = m.Play(board, moves[rng.IntN(len(moves))])
			if o, _ := m.Outcome(); o.Over() {
				break
			}
			men0, pawns0 := census(&m.Boards[0])
			men1, pawns1 := census(&m.Boards[1])
			if men0+men1 != 64 || pawns0+pawns1 != 32 {
				t.Fatalf("%s: %d men, %d pawns", m.String(), men0+men1, pawns0+pawns1)
			}
			for i := range m.Boards {
				invariants(t, &m.Boards[i])
			}
			if back, err := ParseBughouse(m.String()); err != nil || back.String() != m.String() {
				t.Fatalf("%s reads back as %s, %v", m.String(), back.String(), err)
			}
		}
	}
}

// No move is listed twice, in any variant.
func TestMovesAreDistinct(t *testing.T) {
	for file := range perftLines {
		for _, l := range readPerft(t, file) {
			p := parse(t, file, l.fen)
			moves := p.AppendMoves(nil)
			slices.Sort(moves)
			if n := len(slices.Compact(slices.Clone(moves))); n != len(moves) {
				t.Errorf("%s %s: %d moves, %d different", file, l.fen, len(moves), n)
			}
		}
	}
}

// AppendMoves appends: what is in the slice before stays, and does not count as a
// capture that forbids other moves.
func TestAppendMovesAppends(t *testing.T) {
	for _, name := range ruleNames {
		p := Lookup(name).Start(StandardStart)
		want := p.AppendMoves(nil)
		before := []Move{1, 2, 3}
		got := p.AppendMoves(slices.Clone(before))
		if !slices.Equal(got[:3], before) || !slices.Equal(got[3:], want) {
			t.Errorf("%s: %v after %v, want %v", name, got[3:], got[:3], want)
		}
	}
}

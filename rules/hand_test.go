package rules

import "testing"

func TestHands(t *testing.T) {
	p := parse(t, "crazyhouse", "4k3/8/8/8/8/8/8/4K3[QNPPpr] w - - 0 1")
	if p.Holding(White) != "PPNQ" || p.Holding(Black) != "PR" || p.Hand(White, Pawn) != 2 || p.Hand(White, King) != 0 || p.Hand(Black, NoPieceType) != 0 {
		t.Errorf("held: %q and %q", p.Holding(White), p.Holding(Black))
	}
	if p.Material(White) != 14 || p.Material(Black) != 6 {
		t.Errorf("material %d and %d, want 14 and 6", p.Material(White), p.Material(Black))
	}
	q := p.Give(PieceOf(Black, Pawn))
	if q.Holding(Black) != "PPR" || q.key != q.recomputeKey() || q.Hash() == p.Hash() {
		t.Errorf("given a pawn: %q", q.Holding(Black))
	}
	if p.Give(PieceOf(White, King)) != p || p.Give(NoPiece) != p {
		t.Error("kings and nothing can be given")
	}
	chess := Lookup("chess").Start(0)
	if chess.Give(PieceOf(White, Queen)) != chess || Lookup("chess").HasHands() || !Lookup("bughouse").HasHands() {
		t.Error("chess has hands")
	}
}

func TestHandIsNeverOverfull(t *testing.T) {
	p := parse(t, "crazyhouse", "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1")
	for range 100 {
		p = p.Give(PieceOf(White, Pawn))
	}
	if p.Hand(White, Pawn) != maxHeld || p.Hand(White, Knight) != 1 {
		t.Errorf("%s", p.FEN())
	}
	invariants(t, &p)
}

// What a move feeds, to whom (rules/RULES.md §2.4, §2.5).
func TestFed(t *testing.T) {
	for _, c := range []struct {
		variant, fen, uci string
		want              Piece
	}{
		{"crazyhouse", "4k3/8/8/3r4/8/8/8/3RK3[] w - - 0 1", "d1d5", PieceOf(White, Rook)},
		{"bughouse", "4k3/8/8/3r4/8/8/8/3RK3[] w - - 0 1", "d1d5", PieceOf(Black, Rook)},
		{"crazyhouse", "4k3/8/8/3r~4/8/8/8/3RK3[] w - - 0 1", "d1d5", PieceOf(White, Pawn)},
		{"bughouse", "4k3/8/8/8/8/8/3R~4/3rK3[] b - - 0 1", "d1d2", PieceOf(White, Pawn)},
		{"crazyhouse", "4k3/8/8/3pP3/8/8/8/4K3[] w - d6 0 1", "e5d6", PieceOf(White, Pawn)},
		{"crazyhouse", "4k3/8/8/8/8/8/8/4K2R[] w K - 0 1", "e1g1", NoPiece},
		{"crazyhouse", "4k3/8/8/8/8/8/8/4K2R[N] w K - 0 1", "N@e4", NoPiece},
		{"chess", "4k3/8/8/3r4/8/8/8/3RK3 w - - 0 1", "d1d5", NoPiece},
	} {
		p := parse(t, c.variant, c.fen)
		if got := p.Fed(mustUCI(t, &p, c.uci)); got != c.want {
			t.Errorf("%s %s: %v, want %v", c.fen, c.uci, got, c.want)
		}
	}
}

// Drops in every form of text, and what is none (rules/RULES.md §6).
func TestDropText(t *testing.T) {
	p := parse(t, "crazyhouse", "4k3/8/8/8/8/8/8/4K3[NBPq] w - - 0 1")
	for text, want := range map[string]string{
		"N@f3": "N@f3", "n@f3": "N@f3", "n@@f3": "N@f3", "N@f3+": "N@f3", "N@f3!?": "N@f3",
		"b@c4": "B@c4", "B@c4": "B@c4", "p@a7": "P@a7", "P@a7": "P@a7",
		"P@a8": "illegal", "Q@d4": "illegal", "R@d4": "illegal", "N@e8": "illegal", "K@d4": "illegal",
		"N@": "not_a_move", "N@f": "not_a_move", "N@xf3": "not_a_move", "@f3": "not_a_move", "N@f3q": "not_a_move", "x@f3": "not_a_move", "N@f9": "not_a_move",
	} {
		for _, caseMatters := range []bool{false, true} {
			if got := parsed(&p, text, MoveText{CaseMatters: caseMatters}); got != want {
				t.Errorf("%s (case matters %v): %s, want %s", text, caseMatters, got, want)
			}
		}
	}
	m := mustUCI(t, &p, "N@f3")
	if m.From() != NoSquare || m.Dropped() != Knight || !m.IsDrop() || m.Promotion() != NoPieceType || MoveFromUint16(m.Uint16()) != m {
		t.Errorf("the drop is %v from %v", m, m.From())
	}
	if p.Verbose(m) != "N/@@-f3" || p.SAN(m) != "N@f3" || p.UCI(m) != "N@f3" || p.Captured(m) != NoPiece {
		t.Errorf("printed %s, %s, %s", p.Verbose(m), p.SAN(m), p.UCI(m))
	}
	if m := newMove(1, 2, kindPlain); m.IsDrop() || m.Dropped() != NoPieceType {
		t.Error("a plain move drops")
	}
	if _, err := p.ParseUCI("n@f3"); err == nil {
		t.Error("files write drops with capitals")
	}
}

// The most moves that hands can give stay within what is promised.
func TestDropsAreMany(t *testing.T) {
	p := parse(t, "crazyhouse", "7k/8/8/8/3Q4/8/8/K7[QRBNP] w - - 0 1")
	buf := make([]Move, 0, MaxMoves)
	if n := len(p.AppendMoves(buf)); n < 300 || n > MaxMoves {
		t.Errorf("%d moves", n)
	}
	if n := testing.AllocsPerRun(10, func() { p.AppendMoves(buf); p.Outcome() }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// A mark goes with its man, through promotion and capture, and never says that two
// positions differ (rules/RULES.md §4).
func TestPromotedMarks(t *testing.T) {
	p := parse(t, "crazyhouse", "1n2k3/P7/8/8/8/8/7r/4K3[] w - - 0 1")
	for _, c := range []struct{ uci, fen string }{
		{"a7b8q", "1Q~2k3/8/8/8/8/8/7r/4K3[N] b - - 0 1"},
		{"e8e7", "1Q~6/4k3/8/8/8/8/7r/4K3[N] w - - 1 2"},
		{"b8h2", "8/4k3/8/8/8/8/7Q~/4K3[RN] b - - 0 2"},
	} {
		p = p.Play(mustUCI(t, &p, c.uci))
		if p.FEN() != c.fen {
			t.Fatalf("after %s %s, want %s", c.uci, p.FEN(), c.fen)
		}
	}
	marked := parse(t, "crazyhouse", "Q~3k3/8/8/8/8/8/8/4K3[] w - - 0 1")
	plain := parse(t, "crazyhouse", "Q3k3/8/8/8/8/8/8/4K3[] w - - 0 1")
	if marked.Hash() != plain.Hash() || marked == plain {
		t.Error("marks count for repetition, or not at all")
	}
}

package search

import "epicenter/rules"

// Where men stand well. The tables are built from what each kind likes: the middle of
// the board, going forward, or the shelter of the wings.

// ringBonus is by distance from the middle, 0 for the four centre squares.
type ringBonus [4]int

var (
	midRings = [rules.King + 1]ringBonus{
		rules.Pawn: {14, 4, 0, -4}, rules.Knight: {20, 12, -4, -26}, rules.Bishop: {10, 8, 2, -10},
		rules.Rook: {2, 1, 0, 0}, rules.Queen: {4, 4, 2, -4}, rules.King: {-70, -55, -35, 0},
	}
	endRings = [rules.King + 1]ringBonus{
		rules.Pawn: {0, 0, 0, 2}, rules.Knight: {14, 8, -4, -20}, rules.Bishop: {8, 5, 0, -8},
		rules.Rook: {2, 2, 0, 0}, rules.Queen: {16, 10, 2, -12}, rules.King: {30, 20, 2, -22},
	}
	// Ranks as the side sees them, the first to the eighth.
	midRanks = [rules.King + 1][8]int{
		rules.Pawn:   {0, 0, 2, 6, 14, 28, 50, 0},
		rules.Knight: {-8, -2, 2, 6, 10, 10, 2, -4},
		rules.Bishop: {-8, 2, 4, 4, 4, 2, 0, -4},
		rules.Rook:   {0, -2, -2, 0, 2, 6, 16, 8},
		rules.Queen:  {0, 4, 2, 0, 0, 2, 4, 2},
		rules.King:   {10, -8, -20, -30, -40, -50, -60, -60},
	}
	endRanks = [rules.King + 1][8]int{
		rules.Pawn:   {0, 0, 5, 14, 30, 55, 90, 0},
		rules.Knight: {-4, 0, 0, 4, 6, 4, 0, -6},
		rules.Bishop: {-2, 0, 0, 2, 2, 2, 0, -2},
		rules.Rook:   {0, 0, 0, 2, 4, 6, 10, 6},
		rules.Queen:  {-6, -2, 0, 4, 8, 8, 8, 4},
		rules.King:   {-10, 0, 4, 8, 10, 10, 6, 0},
	}
	// kingFiles is for a king on its first two ranks in the middle game.
	kingFiles = [8]int{20, 28, 8, -8, -6, -4, 28, 20}
)

// places holds the tables as White sees them.
var places = func() (t [rules.King + 1][64]score) {
	for kind := rules.Pawn; kind <= rules.King; kind++ {
		for s := rules.Square(0); s < 64; s++ {
			ring, rank := ringOf(s), s.Rank()
			t[kind][s] = score{midRings[kind][ring] + midRanks[kind][rank], endRings[kind][ring] + endRanks[kind][rank]}
			if kind == rules.King && rank < 2 {
				t[kind][s].mid = midRanks[kind][rank] + kingFiles[s.File()]
			}
		}
	}
	return t
}()

// ringOf returns the distance from the middle, 0 to 3.
func ringOf(s rules.Square) int {
	return max(fromMiddle(s.File()), fromMiddle(s.Rank()))
}

func fromMiddle(n int) int {
	if n < 4 {
		return 3 - n
	}
	return n - 4
}

// placed returns what it is worth that a man of a side stands on a square.
func placed(t rules.PieceType, c rules.Color, s rules.Square) score {
	if c == rules.Black {
		s ^= 56
	}
	return places[t][s&63]
}

// forward returns how far a man has gone from his own first rank, 0 to 7.
func forward(c rules.Color, s rules.Square) int {
	if c == rules.Black {
		return 7 - s.Rank()
	}
	return s.Rank()
}

// spans holds the squares that matter to a pawn on its way.
var spans = func() (t struct{ ahead, file [2][64]set }) {
	for s := rules.Square(0); s < 64; s++ {
		for other := rules.Square(0); other < 64; other++ {
			if d := other.File() - s.File(); d < -1 || d > 1 || other.Rank() == s.Rank() {
				continue
			}
			c := rules.White
			if other.Rank() < s.Rank() {
				c = rules.Black
			}
			t.ahead[c][s] |= bit(other)
			if other.File() == s.File() {
				t.file[c][s] |= bit(other)
			}
		}
	}
	return t
}()

// ahead returns the squares before a pawn on its own file and the two beside it.
func ahead(c rules.Color, s rules.Square) set { return spans.ahead[c&1][s&63] }

// before returns those on its own file.
func before(c rules.Color, s rules.Square) set { return spans.file[c&1][s&63] }

// apart returns the distance of two squares in king's steps.
func apart(a, b rules.Square) int {
	return max(abs(a.File()-b.File()), abs(a.Rank()-b.Rank()))
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}

package rules

import "math/bits"

// bitboard is a set of squares: bit n is Square n.
type bitboard uint64

const (
	fileA bitboard = 0x0101010101010101
	fileH bitboard = fileA << 7
	rank1 bitboard = 0xFF
	rank3 bitboard = rank1 << 16
	rank6 bitboard = rank1 << 40
	rank8 bitboard = rank1 << 56
	// darkSquares have the colour of a1.
	darkSquares bitboard = 0xAA55AA55AA55AA55
	// lastRanks are where pawns promote.
	lastRanks = rank1 | rank8
)

// home is the first rank as each side sees it.
var home = [2]bitboard{White: rank1, Black: rank8}

func bit(s Square) bitboard { return 1 << (s & 63) }

// first returns the lowest square of a set that is not empty.
func (b bitboard) first() Square { return Square(bits.TrailingZeros64(uint64(b))) }

func (b bitboard) has(s Square) bool { return b>>(s&63)&1 != 0 }

func (b bitboard) count() int { return bits.OnesCount64(uint64(b)) }

// many says whether the set has two squares or more.
func (b bitboard) many() bool { return b&(b-1) != 0 }

// step moves a whole set by so many squares, positive towards h8. Nothing may
// stand where it would leave the board.
func (b bitboard) step(squares int) bitboard {
	return bitboard(bits.RotateLeft64(uint64(b), squares))
}

// leaps holds what does not depend on other men.
type leaps struct {
	knight, king [64]bitboard
	pawn         [2][64]bitboard  // squares a pawn of that colour attacks
	diagonal     [64]bitboard     // a bishop's squares on an empty board
	straight     [64]bitboard     // a rook's squares on an empty board
	between      [64][64]bitboard // squares strictly between two on one line, else empty
	line         [64][64]bitboard // the whole line through two squares, else empty
}

var tables = newLeaps()

type direction struct{ file, rank int }

var (
	straightDirections = [...]direction{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}
	diagonalDirections = [...]direction{{1, 1}, {-1, 1}, {1, -1}, {-1, -1}}
	knightLeaps        = [...]direction{{1, 2}, {2, 1}, {-1, 2}, {-2, 1}, {1, -2}, {2, -1}, {-1, -2}, {-2, -1}}
)

// ray returns the squares from s in a direction up to and with the first
// occupied one, at most limit of them.
func ray(s Square, d direction, occupied bitboard, limit int) bitboard {
	var out bitboard
	file, rank := s.File()+d.file, s.Rank()+d.rank
	for ; limit > 0 && file >= 0 && file < 8 && rank >= 0 && rank < 8; limit-- {
		b := bit(SquareAt(file, rank))
		out |= b
		if occupied&b != 0 {
			break
		}
		file, rank = file+d.file, rank+d.rank
	}
	return out
}

func rays(s Square, ds []direction, occupied bitboard, limit int) bitboard {
	var out bitboard
	for _, d := range ds {
		out |= ray(s, d, occupied, limit)
	}
	return out
}

func newLeaps() *leaps {
	t := new(leaps)
	for s := Square(0); s < 64; s++ {
		t.knight[s] = rays(s, knightLeaps[:], 0, 1)
		t.diagonal[s] = rays(s, diagonalDirections[:], 0, 7)
		t.straight[s] = rays(s, straightDirections[:], 0, 7)
		t.king[s] = rays(s, diagonalDirections[:], 0, 1) | rays(s, straightDirections[:], 0, 1)
		t.pawn[White][s] = rays(s, []direction{{-1, 1}, {1, 1}}, 0, 1)
		t.pawn[Black][s] = rays(s, []direction{{-1, -1}, {1, -1}}, 0, 1)
	}
	for s := Square(0); s < 64; s++ {
		for _, d := range append(straightDirections[:], diagonalDirections[:]...) {
			whole := ray(s, d, 0, 7) | ray(s, direction{-d.file, -d.rank}, 0, 7) | bit(s)
			for b := ray(s, d, 0, 7); b != 0; b &= b - 1 {
				to := b.first()
				t.between[s][to] = ray(s, d, bit(to), 7) &^ bit(to)
				t.line[s][to] = whole
			}
		}
	}
	return t
}

package rules

import "math/rand/v2"

// StandardStart is the number of the usual array among the 960.
const StandardStart = 518

// array is what stands on the board when a game begins.
type array struct {
	pieces      [2][8]PieceType // back ranks of White and Black, files a to h
	rank, pawns [2]int          // rows of each side's pieces and pawns
	castles     bool            // with the rooks in their places
	missing     bitboard        // squares that are empty after all
}

// both is the array in which the pieces stand on the first ranks, the pawns
// before them.
func both(white, black [8]PieceType, castles bool) array {
	return array{[2][8]PieceType{white, black}, [2]int{0, 7}, [2]int{1, 6}, castles, 0}
}

func usualArray(int) array { return numberedArray(StandardStart) }

// uncastled is the usual array where nobody ever castles.
func uncastled(int) array {
	a := usualArray(StandardStart)
	a.castles = false
	return a
}

// numberedArray is one of the 960; numbers beyond wrap around.
func numberedArray(number int) array {
	row := backRank(((number % 960) + 960) % 960)
	return both(row, row, true)
}

// empty returns a board of the variant without men, White to move.
func (v *Variant) empty() Position {
	return Position{full: 1, variant: v.id(), traits: v.traits}
}

// Start returns the position in which a game begins. The number picks one of the
// 960 start positions, 0…959 in Scharnagl's numbering with 518 the usual array
// (numbers beyond wrap around); other Random variants draw an array from it, the
// same one for the same number, and variants with one array do not look at it.
func (v *Variant) Start(number int) Position {
	p := v.empty()
	a := v.array(number)
	for side, row := range a.pieces {
		colour := uint(side) << 3
		for file, t := range row {
			p.put(SquareAt(file, a.rank[side]), codeOf[t]|colour)
			p.put(SquareAt(file, a.pawns[side]), codePawn|colour)
		}
	}
	p.remove(a.missing)
	if a.castles {
		p.rooks = p.of(Rook)
	}
	p.key = p.recomputeKey()
	return p
}

// StartFrom returns a position in which a game begins, drawn with r where the
// variant is Random; r is not touched otherwise and may be nil.
func (v *Variant) StartFrom(r *rand.Rand) Position {
	switch {
	case v.Random960:
		return v.Start(r.IntN(960))
	case v.Random:
		return v.Start(int(r.Uint32()))
	}
	return v.Start(StandardStart)
}

// knightPairs are the two places of the knights among five free squares, in
// Scharnagl's order.
var knightPairs = [10][2]int{{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2}, {1, 3}, {1, 4}, {2, 3}, {2, 4}, {3, 4}}

// backRank unpacks a number: the bishops' squares, then the queen's and the
// knights' places among what is free, then rook, king, rook from left to right
// (rules/RULES.md §2.3).
func backRank(number int) [8]PieceType {
	var row [8]PieceType
	row[number%4*2+1] = Bishop
	number /= 4
	row[number%4*2] = Bishop
	number /= 4
	fill(&row, number%6, Queen)
	knights := knightPairs[number/6]
	fill(&row, knights[1], Knight) // the right one first: it does not move the left one's place
	fill(&row, knights[0], Knight)
	for _, t := range []PieceType{Rook, King, Rook} {
		fill(&row, 0, t)
	}
	return row
}

// fill puts a piece on the free square with so many free ones to its left.
func fill(row *[8]PieceType, place int, t PieceType) {
	for file := range row {
		if row[file] != NoPieceType {
			continue
		}
		if place == 0 {
			row[file] = t
			return
		}
		place--
	}
}

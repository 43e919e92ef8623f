package rules

// StandardStart is the number of the usual array among the 960.
const StandardStart = 518

// Start returns the position in which a game begins. The number picks one of the
// 960 start positions, 0…959 in Scharnagl's numbering with 518 the usual array
// (numbers beyond wrap around); variants with one array do not look at it.
func (v *Variant) Start(number int) Position {
	if !v.Random960 {
		number = StandardStart
	}
	p := Position{full: 1, variant: v.id()}
	for file, t := range backRank(((number % 960) + 960) % 960) {
		p.put(SquareAt(file, 0), codeOf[t])
		p.put(SquareAt(file, 1), codePawn)
		p.put(SquareAt(file, 6), codePawn|8)
		p.put(SquareAt(file, 7), codeOf[t]|8)
	}
	p.rooks = p.straights() &^ p.b0
	p.key = p.recomputeKey()
	return p
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

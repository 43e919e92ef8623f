package rules

import "math/rand/v2"

// The wild variants (rules/RULES.md §2.2): chess from other arrays. All of them
// castle from the d-file as well as from the e-file, if their array castles at
// all; castle.go knows how.

// wildWords are what may be typed for one of them.
func wildWords(name string) []string {
	return []string{"wild " + name, "w" + name, "wild/" + name}
}

// wildDice turns a number into dice that always fall the same way.
func wildDice(number int) *rand.Rand {
	return rand.New(rand.NewPCG(uint64(number), 0x77696c64))
}

func shuffle(r *rand.Rand, row []PieceType) {
	r.Shuffle(len(row), func(i, j int) { row[i], row[j] = row[j], row[i] })
}

// wild0Array has Black's king and queen change places.
func wild0Array(int) array {
	white := backRank(StandardStart)
	black := white
	black[3], black[4] = King, Queen
	return both(white, black, true)
}

// wild1Array shuffles knights and bishops of each side by itself, bishops on
// opposite colours; the king stands on d or e and the queen on the other.
func wild1Array(number int) array {
	r := wildDice(number)
	return both(wild1Row(r), wild1Row(r), true)
}

func wild1Row(r *rand.Rand) [8]PieceType {
	minors := []PieceType{Knight, Knight, Bishop, Bishop}
	for { // two draws in three have the bishops on different colours
		shuffle(r, minors)
		row := [8]PieceType{Rook, minors[0], minors[1], Queen, King, minors[2], minors[3], Rook}
		if r.IntN(2) == 0 {
			row[3], row[4] = King, Queen
		}
		if even, odd := bishopsByColour(row); even == odd {
			return row
		}
	}
}

// bishopsByColour counts the bishops on files a c e g and on b d f h, which on
// one rank is by the colour of their squares.
func bishopsByColour(row [8]PieceType) (even, odd int) {
	for file, t := range row {
		switch {
		case t != Bishop:
		case file%2 == 0:
			even++
		default:
			odd++
		}
	}
	return even, odd
}

// wild2Array shuffles the usual set; Black mirrors it.
func wild2Array(number int) array {
	row := backRank(StandardStart)
	shuffle(wildDice(number), row[:])
	return both(row, row, false)
}

// wild3Array is a king and seven men drawn from queens, rooks, bishops and
// knights; Black mirrors it.
func wild3Array(number int) array {
	row := wild3Row(wildDice(number))
	return both(row, row, false)
}

func wild3Row(r *rand.Rand) [8]PieceType {
	row := [8]PieceType{King}
	for i := 1; i < 8; i++ {
		row[i] = []PieceType{Queen, Rook, Bishop, Knight}[r.IntN(4)]
	}
	shuffle(r, row[:])
	return row
}

// wild4Array gives Black the men of a wild/3 array in another order, with as
// many bishops on white squares as White has on black ones and the other way
// round: on the first and the eighth rank these are the same files.
func wild4Array(number int) array {
	r := wildDice(number)
	white := wild3Row(r)
	even, odd := bishopsByColour(white)
	black := white
	for {
		shuffle(r, black[:])
		if e, o := bishopsByColour(black); e == even && o == odd && black != white {
			return both(white, black, false)
		}
	}
}

// wild5Array has the board upside down: every pawn is one step from promotion.
func wild5Array(int) array {
	row := backRank(StandardStart)
	row[3], row[4] = King, Queen
	return array{[2][8]PieceType{row, row}, [2]int{7, 0}, [2]int{6, 1}, false, 0}
}

// wild8Array has the pawns face to face on the fourth and fifth ranks.
func wild8Array(int) array {
	a := usualArray(StandardStart)
	a.pawns = [2]int{3, 4}
	return a
}

// wild8aArray has them past each other.
func wild8aArray(int) array {
	a := usualArray(StandardStart)
	a.pawns = [2]int{4, 3}
	return a
}

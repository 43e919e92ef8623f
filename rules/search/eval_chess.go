package search

import "epicenter/rules"

// Worth of men in chess, middle game and end, and of what they do, in hundredths of
// a pawn.
var (
	chessWorth = [rules.King + 1]score{
		rules.Pawn: {90, 115}, rules.Knight: {330, 300}, rules.Bishop: {340, 320}, rules.Rook: {480, 540}, rules.Queen: {980, 1000},
	}
	chessMobility = [rules.King + 1]score{
		rules.Knight: {5, 4}, rules.Bishop: {5, 5}, rules.Rook: {3, 5}, rules.Queen: {2, 4},
	}
	// usual mobility counts nothing; less is bad, more is good.
	usualMobility = [rules.King + 1]int{rules.Knight: 4, rules.Bishop: 6, rules.Rook: 7, rules.Queen: 13}
	// pressure is for each square around the enemy king that a man attacks.
	pressure = [rules.King + 1]int{rules.Pawn: 1, rules.Knight: 3, rules.Bishop: 3, rules.Rook: 4, rules.Queen: 6}
	// passedBonus is by how far a passed pawn has come.
	passedBonus = [8]score{{}, {2, 8}, {4, 14}, {8, 28}, {20, 55}, {45, 95}, {80, 150}, {}}
)

const chessTempo = 12

// evaluateChess is a plain evaluation of chess: men and where they stand, mobility,
// pawns, shelter of the kings, all between middle game and endgame.
func evaluateChess(p *rules.Position) int {
	var b board
	b.read(p)
	white := b.chess().taper(b.phase())
	white += b.mopUp(white)
	if p.Turn() == rules.White {
		white += chessTempo
	} else {
		white -= chessTempo
	}
	return b.seen(white)
}

// chess is White's score less Black's.
func (b *board) chess() (sum score) {
	for c := rules.White; c <= rules.Black; c++ {
		sum.plus(b.chessMen(c), sides[c])
		sum.plus(b.chessPawns(c), sides[c])
		sum.plus(b.shelter(c), sides[c])
	}
	return sum
}

func (b *board) chessMen(c rules.Color) (s score) {
	them := c.Other()
	free := ^b.men[c] &^ pawnSpan(them, b.of[rules.Pawn]&b.men[them])
	var ring set
	if b.king[them] != rules.NoSquare {
		ring = rules.KingAttacks(b.king[them])
	}
	attackers, weight := 0, 0
	for t := rules.Pawn; t <= rules.King; t++ {
		men := b.of[t] & b.men[c]
		s.add(chessWorth[t].mid, chessWorth[t].end, count(men))
		for ; men != 0; men &= men - 1 {
			sq := first(men)
			s.plus(placed(t, c, sq), 1)
			if t == rules.Pawn || t == rules.King {
				continue
			}
			onto := b.attacks(t, c, sq)
			s.add(chessMobility[t].mid, chessMobility[t].end, count(onto&free)-usualMobility[t])
			if n := count(onto & ring); n > 0 {
				attackers++
				weight += pressure[t] * n
			}
			if t == rules.Rook {
				s.plus(b.rookFile(c, sq), 1)
			}
		}
	}
	if bishops := b.of[rules.Bishop] & b.men[c]; bishops&(bishops-1) != 0 {
		s.add(30, 50, 1)
	}
	if attackers > 1 { // one man alone attacks no king
		s.mid += min(weight*weight/8+2*weight, 400)
	}
	return s
}

// rookFile is for rooks that look down a file without own pawns.
func (b *board) rookFile(c rules.Color, s rules.Square) score {
	file := fileA << s.File()
	switch pawns := b.of[rules.Pawn]; {
	case pawns&file == 0:
		return score{22, 12}
	case pawns&file&b.men[c] == 0:
		return score{10, 8}
	}
	return score{}
}

// chessPawns weighs doubled, isolated and passed pawns.
func (b *board) chessPawns(c rules.Color) (s score) {
	them := c.Other()
	ours, theirs := b.of[rules.Pawn]&b.men[c], b.of[rules.Pawn]&b.men[them]
	guarded := pawnSpan(c, ours)
	for pawns := ours; pawns != 0; pawns &= pawns - 1 {
		sq := first(pawns)
		file := fileA << sq.File()
		if before(c, sq)&ours != 0 {
			s.add(-8, -18, 1)
		}
		if (file&^fileA>>1|file&^fileH<<1)&ours == 0 {
			s.add(-10, -14, 1)
		} else if guarded&bit(sq) != 0 {
			s.add(8, 6, 1)
		}
		if ahead(c, sq)&theirs == 0 && before(c, sq)&ours == 0 {
			s.plus(b.passed(c, sq), 1)
		}
	}
	return s
}

// passed is for a pawn that no pawn can stop any more; in the endgame it matters who
// has his king near, and whether the way is free.
func (b *board) passed(c rules.Color, sq rules.Square) score {
	n := forward(c, sq)
	s := passedBonus[n]
	if b.king[0] == rules.NoSquare || b.king[1] == rules.NoSquare {
		return s
	}
	next := sq + 8
	if c == rules.Black {
		next = sq - 8
	}
	s.end += n * (min(apart(b.king[c.Other()], next), 5)*4 - min(apart(b.king[c], next), 5)*2)
	if before(c, sq)&b.occupied == 0 {
		s.end += 4 * n
	} else if bit(next)&b.occupied != 0 {
		s.mid, s.end = s.mid*2/3, s.end*3/4
	}
	return s
}

// shelter weighs the pawns before a king and the files that are open upon it.
func (b *board) shelter(c rules.Color) (s score) {
	k := b.king[c]
	if k == rules.NoSquare || b.of[rules.Queen]&b.men[c.Other()] == 0 && count(b.of[rules.Rook]&b.men[c.Other()]) < 2 {
		return s
	}
	ours, theirs := b.of[rules.Pawn]&b.men[c], b.of[rules.Pawn]&b.men[c.Other()]
	for f := max(0, k.File()-1); f <= min(7, k.File()+1); f++ {
		sq := rules.SquareAt(f, k.Rank())
		switch own := before(c, sq) & ours; {
		case own == 0 && fileA<<f&theirs == 0:
			s.mid -= 30
		case own == 0:
			s.mid -= 20
		default:
			if far := nearest(c, own, k); far > 1 {
				s.mid -= 6 * (far - 1)
			}
		}
		if storm := before(c, sq) & theirs; storm != 0 {
			if near := nearest(c, storm, k); near < 4 {
				s.mid -= 5 * (4 - near)
			}
		}
	}
	return s
}

// nearest returns how many ranks lie between a king and the nearest of some pawns
// before it.
func nearest(c rules.Color, pawns set, k rules.Square) int {
	n := 8
	for ; pawns != 0; pawns &= pawns - 1 {
		n = min(n, abs(first(pawns).Rank()-k.Rank()))
	}
	return n
}

// mopUp helps to mate a king that is alone or nearly so: it must go to the edge and the
// other king must come near. A side that cannot mate is not ahead.
func (b *board) mopUp(white int) int {
	strong := rules.White
	if white < 0 {
		strong = rules.Black
	}
	weak := strong.Other()
	if b.king[0] == rules.NoSquare || b.king[1] == rules.NoSquare {
		return 0
	}
	ours := b.men[strong] &^ b.of[rules.King]
	if ours&(b.of[rules.Pawn]|b.of[rules.Rook]|b.of[rules.Queen]) == 0 && (count(ours) < 2 || ours&b.of[rules.Bishop] == 0) {
		return -white * 15 / 16
	}
	if count(b.men[weak]) > 2 || abs(white) < 300 {
		return 0
	}
	return sides[strong] * (20*ringOf(b.king[weak]) + 8*(7-apart(b.king[0], b.king[1])))
}

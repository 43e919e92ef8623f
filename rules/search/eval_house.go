package search

import "epicenter/rules"

// Crazyhouse (rules/RULES.md §2.4): men in hand are worth about what they are on the
// board, pieces differ less in strength than in chess, and kings are in danger all
// game long.
var (
	houseWorth = [rules.King + 1]int{rules.Pawn: 100, rules.Knight: 260, rules.Bishop: 270, rules.Rook: 370, rules.Queen: 700, rules.King: 10000}
	handWorth  = [rules.King + 1]int{rules.Pawn: 115, rules.Knight: 300, rules.Bishop: 290, rules.Rook: 390, rules.Queen: 750}
)

// houseGain counts a taken man once more, since he changes sides; the exchange on the
// square is that of chess.
func houseGain(p *rules.Position, m rules.Move) int { return exchange(p, m, &houseWorth, 80) }

func evaluateHouse(p *rules.Position) int {
	var b board
	b.read(p)
	var sum score
	for c := rules.White; c <= rules.Black; c++ {
		s := b.houseMen(c)
		s.plus(b.houseKing(c), 1)
		sum.plus(s, sides[c])
	}
	return b.seen(sum.mid) + 20
}

// houseMen weighs men on the board and in hand, and what attacks the other king.
func (b *board) houseMen(c rules.Color) (s score) {
	var ring set
	if k := b.king[c.Other()]; k != rules.NoSquare {
		ring = rules.KingAttacks(k)
	}
	weight := 0
	for t := rules.Pawn; t <= rules.King; t++ {
		held := b.p.Hand(c, t)
		if t != rules.King {
			s.mid += handWorth[t]*held + houseWorth[t]*count(b.of[t]&b.men[c])
		}
		weight += pressure[t] * min(held, 2)
		for men := b.of[t] & b.men[c]; men != 0; men &= men - 1 {
			sq := first(men)
			s.mid += placed(t, c, sq).mid
			if t == rules.King {
				continue
			}
			onto := b.attacks(t, c, sq)
			s.mid += chessMobility[t].mid * (count(onto&^b.men[c]) - usualMobility[t]) / 2
			weight += pressure[t] * count(onto&ring)
		}
	}
	s.mid += min(weight*weight/8+3*weight, 600)
	return s
}

// houseKing weighs the holes around a king, into which men are dropped with check.
func (b *board) houseKing(c rules.Color) (s score) {
	k := b.king[c]
	if k == rules.NoSquare {
		return s
	}
	ring := rules.KingAttacks(k)
	s.mid -= 9 * count(ring&^b.occupied)
	s.mid += 14 * count(ring&b.of[rules.Pawn]&b.men[c])
	s.plus(b.shelter(c), 1)
	return s
}

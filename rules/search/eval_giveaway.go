package search

import "epicenter/rules"

// Suicide and losers (rules/RULES.md §2.6, §2.7): who has nothing left wins, and
// captures must be made. It is not so much the number of men that counts as who can
// force whom.

// burden is what it costs to own a man that has to be got rid of.
var burden = [rules.King + 1]int{rules.Pawn: 60, rules.Knight: 75, rules.Bishop: 85, rules.Rook: 95, rules.Queen: 100, rules.King: 60}

// offerGain ranks captures: taking little leaves the opponent with much to lose.
func offerGain(p *rules.Position, m rules.Move) int {
	return 200 - burden[p.Captured(m).Type()]
}

// evaluateSuicide weighs men, free moves, and how much each side could be made to
// take.
func evaluateSuicide(p *rules.Position) int {
	var b board
	b.read(p)
	white := 0
	for c := rules.White; c <= rules.Black; c++ {
		white += sides[c] * (b.freedom(c) - b.load(c))
	}
	return b.seen(white)
}

// load is the burden of all men of a side; the last ones weigh most, because they are
// the hardest to lose.
func (b *board) load(c rules.Color) int {
	sum := 0
	for t := rules.Pawn; t <= rules.King; t++ {
		sum += burden[t] * count(b.of[t]&b.men[c])
	}
	return sum
}

// freedom counts the squares a side could go to: who has choices is not forced.
func (b *board) freedom(c rules.Color) int {
	n := 0
	for t := rules.Knight; t <= rules.King; t++ {
		for men := b.of[t] & b.men[c]; men != 0; men &= men - 1 {
			n += count(b.attacks(t, c, first(men)) &^ b.occupied)
		}
	}
	return 4 * n
}

// evaluateLosers is the same with a king that cannot be given away and wants to be
// mated: pieces near it are welcome.
func evaluateLosers(p *rules.Position) int {
	var b board
	b.read(p)
	white := 0
	for c := rules.White; c <= rules.Black; c++ {
		own := b.load(c) - burden[rules.King]
		white += sides[c] * (b.freedom(c)/2 - own)
	}
	return b.seen(white)
}

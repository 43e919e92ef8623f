package search

import "epicenter/rules"

// atomicWorth: a man in atomic is worth what he can blow up before he goes, so
// pawns, which survive blasts and never die alone, stand higher against pieces than
// in chess.
var atomicWorth = [rules.King + 1]int{rules.Pawn: 100, rules.Knight: 190, rules.Bishop: 210, rules.Rook: 300, rules.Queen: 580}

// blastGain returns what a capture kills of the enemy less what it kills of the
// mover's own (rules/RULES.md §1.1). There is no taking back: the capturing man is
// gone.
func blastGain(p *rules.Position, m rules.Move) int {
	if !p.IsCapture(m) {
		return atomicWorth[m.Promotion()] - atomicWorth[rules.Pawn]
	}
	us := p.Turn()
	gone := rules.KingAttacks(m.To())&p.Occupied()&^p.Of(rules.Pawn) | bit(m.From()) | bit(m.To())
	gain := 0
	if m.IsEnPassant() {
		gain = atomicWorth[rules.Pawn]
	}
	if gone&p.Of(rules.King)&^p.Men(us) != 0 {
		return MateScore
	}
	for t := rules.Pawn; t <= rules.Queen; t++ {
		dead := gone & p.Of(t)
		gain += atomicWorth[t] * (count(dead&^p.Men(us)) - count(dead&p.Men(us)))
	}
	return gain
}

// blasters returns whether c can blow up the other king if it is to move: a man of
// its own, not the king, takes on a square beside or on that king, and not beside its
// own (rules/RULES.md §1.2: nothing else is asked of such a capture).
func blasters(p *rules.Position, c rules.Color) bool {
	kings := p.Of(rules.King)
	ours, theirs := kings&p.Men(c), kings&p.Men(c.Other())
	if ours == 0 || theirs == 0 {
		return false
	}
	prey := (rules.KingAttacks(first(theirs)) | theirs) & p.Men(c.Other()) &^ rules.KingAttacks(first(ours))
	if prey == 0 {
		return false
	}
	men, occupied := p.Men(c)&^ours, p.Occupied()
	if pawnSpan(c, p.Of(rules.Pawn)&men)&prey != 0 {
		return true
	}
	knights, queens := p.Of(rules.Knight)&men, p.Of(rules.Queen)&men
	diagonal, straight := p.Of(rules.Bishop)&men|queens, p.Of(rules.Rook)&men|queens
	for ; prey != 0; prey &= prey - 1 {
		s := first(prey)
		if rules.KnightAttacks(s)&knights != 0 {
			return true
		}
		if diagonal != 0 && rules.BishopAttacks(s, occupied)&diagonal != 0 {
			return true
		}
		if straight != 0 && rules.RookAttacks(s, occupied)&straight != 0 {
			return true
		}
	}
	return false
}

// canExplodeKing overlooks only captures in passing.
func canExplodeKing(p *rules.Position) bool { return blasters(p, p.Turn()) }

// atomicDanger says whether the opponent, if he were to move, would explode the king:
// check is the case in which he would do it by taking the king itself.
func atomicDanger(p *rules.Position) bool { return blasters(p, p.Turn().Other()) }

// Weights of the atomic evaluation, in hundredths of a pawn, middle game and end.
var (
	atomicMobility = [rules.King + 1]score{
		rules.Knight: {5, 3}, rules.Bishop: {4, 3}, rules.Rook: {3, 4}, rules.Queen: {3, 5},
	}
	// atomicReach is for each square beside the enemy king that a man attacks:
	// once something stands there, it is a fuse.
	atomicReach = [rules.King + 1]score{
		rules.Pawn: {8, 3}, rules.Knight: {14, 5}, rules.Bishop: {10, 4}, rules.Rook: {10, 5}, rules.Queen: {14, 8},
	}
)

const (
	// atomicFuse is for a man beside a king that the enemy can take at his next
	// move.
	atomicFuse = 90
	// atomicTempo is worth more than in chess: the first to strike wins.
	atomicTempo = 25
)

// evaluateAtomic weighs men, mobility, what bears on the squares around the kings, and
// whether the kings touch, which is a truce: nothing gives check and what explodes
// one explodes both (rules/RULES.md §1.2).
func evaluateAtomic(p *rules.Position) int {
	var b board
	b.read(p)
	if b.king[rules.White] == rules.NoSquare || b.king[rules.Black] == rules.NoSquare {
		return -mateBound + 1 // the side to move has just been blown up
	}
	var sum score
	for c := rules.White; c <= rules.Black; c++ {
		sum.plus(b.atomicSide(c), sides[c])
	}
	white := sum.taper(b.phase())
	white += b.truce(white)
	if p.Turn() == rules.White {
		white += atomicTempo
	} else {
		white -= atomicTempo
	}
	return b.seen(white)
}

func (b *board) atomicSide(c rules.Color) (s score) {
	them := c.Other()
	ring := rules.KingAttacks(b.king[them])
	prey := ring & b.men[them] &^ rules.KingAttacks(b.king[c])
	free := ^b.men[c]
	for t := rules.Pawn; t <= rules.Queen; t++ {
		for men := b.of[t] & b.men[c]; men != 0; men &= men - 1 {
			sq := first(men)
			s.add(atomicWorth[t], atomicWorth[t], 1)
			s.plus(placed(t, c, sq), 1)
			onto := b.attacks(t, c, sq)
			s.add(atomicMobility[t].mid, atomicMobility[t].end, count(onto&free))
			near := count(onto & ring)
			s.add(atomicReach[t].mid, atomicReach[t].end, near)
			if onto&prey != 0 {
				s.add(atomicFuse, atomicFuse, 1)
			}
		}
	}
	s.plus(b.atomicPawns(c), 1)
	return s
}

// atomicPawns: a pawn that no pawn can stop runs; the king cannot take it, since
// kings do not capture.
func (b *board) atomicPawns(c rules.Color) (s score) {
	theirs := b.of[rules.Pawn] & b.men[c.Other()]
	for pawns := b.of[rules.Pawn] & b.men[c]; pawns != 0; pawns &= pawns - 1 {
		sq := first(pawns)
		if ahead(c, sq)&theirs == 0 {
			n := forward(c, sq)
			s.add(3*n, n*n*5, 1)
		}
	}
	return s
}

// truce returns the correction for kings that touch: whoever is ahead has less of
// it, and who is behind strives for it.
func (b *board) truce(white int) int {
	distance := apart(b.king[rules.White], b.king[rules.Black])
	switch {
	case distance == 1:
		return -white / 3
	case distance == 2 && b.phase() < fullPhase/3:
		return -white / 10
	}
	return 0
}

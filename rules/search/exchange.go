package search

import (
	"math/bits"

	"epicenter/rules"
)

// worth of the kinds in exchanges of chess; the king's is more than all the rest.
var worth = [rules.King + 1]int{rules.Pawn: 100, rules.Knight: 325, rules.Bishop: 335, rules.Rook: 500, rules.Queen: 975, rules.King: 10000}

// exchangeGain returns what a capture or promotion brings in chess when both sides
// go on taking on its square with their cheapest men and stop when it pays no more.
func exchangeGain(p *rules.Position, m rules.Move) int {
	return exchange(p, m, &worth, 0)
}

// exchange is that with given values; extra is added for each man taken, as hundredths
// of its worth.
func exchange(p *rules.Position, m rules.Move, worth *[rules.King + 1]int, extra int) int {
	to := m.To()
	var gains [32]int
	price := func(t rules.PieceType) int { return worth[t] + worth[t]*extra/100 }
	gains[0] = price(p.Captured(m).Type())
	man := p.At(m.From()).Type()
	if t := m.Promotion(); t != rules.NoPieceType {
		gains[0] += worth[t] - worth[rules.Pawn]
		man = t
	}
	occupied := p.Occupied() &^ bit(m.From())
	if m.IsEnPassant() {
		occupied &^= bit(rules.SquareAt(to.File(), m.From().Rank()))
	}
	side, n := p.Turn().Other(), 0
	for n < len(gains)-1 {
		from, t := cheapest(p, to, side, occupied)
		if t == rules.NoPieceType {
			break
		}
		if t == rules.King {
			if _, other := cheapest(p, to, side.Other(), occupied&^bit(from)); other != rules.NoPieceType {
				break // the king may not take what is defended
			}
		}
		n++
		gains[n] = price(man) - gains[n-1]
		man = t
		occupied &^= bit(from)
		side = side.Other()
	}
	for ; n > 0; n-- {
		gains[n-1] = -max(-gains[n-1], gains[n])
	}
	return gains[0]
}

// cheapest returns the least valuable man of a side that attacks a square through
// the given occupation, NoPieceType if none does.
func cheapest(p *rules.Position, to rules.Square, c rules.Color, occupied set) (rules.Square, rules.PieceType) {
	men := p.Men(c) & occupied
	if b := rules.PawnAttacks(c.Other(), to) & p.Of(rules.Pawn) & men; b != 0 {
		return first(b), rules.Pawn
	}
	if b := rules.KnightAttacks(to) & p.Of(rules.Knight) & men; b != 0 {
		return first(b), rules.Knight
	}
	diagonal := rules.BishopAttacks(to, occupied)
	if b := diagonal & p.Of(rules.Bishop) & men; b != 0 {
		return first(b), rules.Bishop
	}
	straight := rules.RookAttacks(to, occupied)
	if b := straight & p.Of(rules.Rook) & men; b != 0 {
		return first(b), rules.Rook
	}
	if b := (diagonal | straight) & p.Of(rules.Queen) & men; b != 0 {
		return first(b), rules.Queen
	}
	if b := rules.KingAttacks(to) & p.Of(rules.King) & men; b != 0 {
		return rules.Square(bits.TrailingZeros64(b)), rules.King
	}
	return rules.NoSquare, rules.NoPieceType
}

package search

import (
	"math/bits"

	"epicenter/rules"
)

// style is what a family of variants decides for itself: what a position is worth,
// what a capture brings, what counts as danger, and which short cuts of the tree are
// sound.
type style struct {
	// evaluate returns the worth of a position for the side to move, without
	// looking ahead.
	evaluate func(p *rules.Position) int
	// gain estimates what a capture or promotion brings when the opponent answers
	// on the same square.
	gain func(p *rules.Position, m rules.Move) int
	// endangered says whether the side to move is in check or would lose at once
	// if it did nothing.
	endangered func(p *rules.Position) bool
	// wins says whether the side to move can end the game with this very move. It
	// may overlook that it can.
	wins func(p *rules.Position) bool

	// passes says that a pass is hardly ever the best of all moves, so that
	// passing tells what a position is at least worth.
	passes bool
	// prunes says that moves which cannot bring the score up may be left out near
	// the leaves.
	prunes bool
	// compulsory says that captures must be made.
	compulsory bool
	// margin is what one half-move can be expected to change.
	margin int
	// slack is how much a capture may bring beyond its gain, and leastGain what
	// it must bring to be played out.
	slack, leastGain int
	// dangerPlies is how far dangers are followed when captures are played out.
	dangerPlies int
}

// styleOf returns the style of a variant. Wild arrays, 960 and odds are chess; a
// variant that is none of these plays by the style of chess too.
func styleOf(v *rules.Variant) style {
	switch v.Name {
	case "atomic", "atomic960":
		return style{
			evaluate: evaluateAtomic, gain: blastGain, endangered: atomicDanger, wins: canExplodeKing,
			passes: true, prunes: true, margin: 110, slack: 120, leastGain: 0, dangerPlies: 3,
		}
	case "crazyhouse", "bughouse":
		return style{
			evaluate: evaluateHouse, gain: houseGain, endangered: inCheck, wins: never,
			passes: true, prunes: true, margin: 140, slack: 150, leastGain: 0, dangerPlies: 2,
		}
	case "suicide":
		return style{
			evaluate: evaluateSuicide, gain: offerGain, endangered: never, wins: never,
			compulsory: true, margin: 150,
		}
	case "losers":
		return style{
			evaluate: evaluateLosers, gain: offerGain, endangered: inCheck, wins: never,
			compulsory: true, margin: 150, dangerPlies: 2,
		}
	}
	return style{
		evaluate: evaluateChess, gain: exchangeGain, endangered: inCheck, wins: never,
		passes: true, prunes: true, margin: 90, slack: 100, leastGain: 0, dangerPlies: maxPly,
	}
}

func inCheck(p *rules.Position) bool { return p.InCheck() }

func never(*rules.Position) bool { return false }

// set is a set of squares, bit n for Square n, as package rules has them.
type set = uint64

func bit(s rules.Square) set { return 1 << (s & 63) }

func first(b set) rules.Square { return rules.Square(bits.TrailingZeros64(b)) }

func count(b set) int { return bits.OnesCount64(b) }

// board is a position taken apart once for an evaluation.
type board struct {
	p        *rules.Position
	occupied set
	men      [2]set
	of       [rules.King + 1]set
	king     [2]rules.Square // NoSquare when there is none
}

func (b *board) read(p *rules.Position) {
	b.p = p
	b.occupied = p.Occupied()
	b.men[rules.White], b.men[rules.Black] = p.Men(rules.White), p.Men(rules.Black)
	for t := rules.Pawn; t <= rules.King; t++ {
		b.of[t] = p.Of(t)
	}
	for c := range b.king {
		b.king[c] = rules.NoSquare
		if k := b.of[rules.King] & b.men[c]; k != 0 {
			b.king[c] = first(k)
		}
	}
}

// attacks returns the squares that a man of a kind attacks from s.
func (b *board) attacks(t rules.PieceType, c rules.Color, s rules.Square) set {
	switch t {
	case rules.Pawn:
		return rules.PawnAttacks(c, s)
	case rules.Knight:
		return rules.KnightAttacks(s)
	case rules.Bishop:
		return rules.BishopAttacks(s, b.occupied)
	case rules.Rook:
		return rules.RookAttacks(s, b.occupied)
	case rules.Queen:
		return rules.BishopAttacks(s, b.occupied) | rules.RookAttacks(s, b.occupied)
	case rules.King:
		return rules.KingAttacks(s)
	}
	return 0
}

const (
	fileA set = 0x0101010101010101
	fileH set = fileA << 7
)

// pawnSpan returns the squares that a side's pawns attack together.
func pawnSpan(c rules.Color, pawns set) set {
	if c == rules.White {
		return pawns&^fileA<<7 | pawns&^fileH<<9
	}
	return pawns&^fileA>>9 | pawns&^fileH>>7
}

// score is a worth in the middle game and one in the endgame.
type score struct{ mid, end int }

func (s *score) add(mid, end, times int) {
	s.mid += mid * times
	s.end += end * times
}

func (s *score) plus(o score, sign int) {
	s.mid += o.mid * sign
	s.end += o.end * sign
}

// fullPhase is the phase of the usual array, when nothing is taken yet.
const fullPhase = 24

// phase counts the pieces that make a middle game.
func (b *board) phase() int {
	return min(fullPhase, count(b.of[rules.Knight]|b.of[rules.Bishop])+2*count(b.of[rules.Rook])+4*count(b.of[rules.Queen]))
}

// taper weighs middle game and endgame by the phase.
func (s score) taper(phase int) int {
	return (s.mid*phase + s.end*(fullPhase-phase)) / fullPhase
}

// seen turns White's score into that of the side to move.
func (b *board) seen(white int) int {
	white = max(-mateBound+1, min(mateBound-1, white))
	if b.p.Turn() == rules.Black {
		return -white
	}
	return white
}

// sides goes with +1 for White and -1 for Black.
var sides = [2]int{rules.White: 1, rules.Black: -1}

package main

import (
	"slices"
	"strings"

	"epicenter/rules"
)

// The known differences (rules/testdata/README.md, Known divergences). Each is a
// decision of FICS or of the other program, and is recognised as narrowly as it
// can be.
const (
	loneMinor   = "atomic: a king against king and minor piece is drawn on FICS"
	oneColour   = "chess: bishops of one square colour alone go on on FICS"
	loneBishops = "suicide: bishops that never meet draw on FICS"
	partnerAway = "bughouse: who cannot move waits for a man that helps on FICS"
	rookAtHome  = "atomic960: Fairy-Stockfish refuses a castling whose rook stands on its target while the kings touch"
)

// explain returns why an answer differs where that is known, empty otherwise.
func explain(o oracle, q *question, what, ours, theirs string) string {
	if o.name() != "ffish" {
		return ""
	}
	drawn := what == "result" && ours == "1/2-1/2 "+string(rules.InsufficientMaterial) && theirs == "*"
	switch v := q.p.Variant().Name; {
	case drawn && (v == "atomic" || v == "atomic960"):
		return loneMinor
	case what == "result" && ours == "* " && theirs == "1/2-1/2" && bishopsOfOneColour(&q.p):
		return oneColour
	case v == "bughouse" && what == "result" && ours == "* " && len(q.p.AppendMoves(nil)) == 0:
		return partnerAway
	case drawn && v == "suicide":
		return loneBishops
	case v == "atomic960" && what == "moves" && theirs == "" && !slices.ContainsFunc(strings.Fields(ours), func(uci string) bool {
		m, err := q.p.ParseUCI(uci)
		return err != nil || !castlesAroundRook(&q.p, m)
	}):
		return rookAtHome
	}
	return ""
}

// bishopsOfOneColour says whether kings and bishops on squares of one colour are
// all there is.
func bishopsOfOneColour(p *rules.Position) bool {
	var bishops [2]int
	for s := range rules.NoSquare {
		switch p.At(s).Type() {
		case rules.NoPieceType, rules.King:
		case rules.Bishop:
			bishops[(s.File()+s.Rank())%2]++
		default:
			return false
		}
	}
	return bishops[0] == 0 || bishops[1] == 0
}

// castlesAroundRook says whether a castling leaves its rook where it is while the
// kings touch.
func castlesAroundRook(p *rules.Position, m rules.Move) bool {
	if !m.IsCastle() || m.To().File() != 3 && m.To().File() != 5 {
		return false
	}
	for s := range rules.NoSquare {
		if p.At(s) == rules.PieceOf(p.Turn().Other(), rules.King) {
			df, dr := s.File()-m.From().File(), s.Rank()-m.From().Rank()
			return df*df <= 1 && dr*dr <= 1
		}
	}
	return false
}

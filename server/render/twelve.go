package render

import (
	"strconv"

	"epicenter/rules"
	"epicenter/server/world"
)

// AppendTwelve appends the style 12 line of b, without its line end
// (docs/protocol.md §7.2, docs/clients.md §3.2). Clocks are seconds, or
// milliseconds with l.MS, and below zero once a flag has fallen. Relation
// RelStart (-4) makes Jin stop, so give it only to sessions with startpos.
func AppendTwelve(dst []byte, b *world.Board, l world.Look, v View) []byte {
	p := &b.Position
	dst = append(dst, "<12> "...)
	for rank := 7; rank >= 0; rank-- {
		for file := range 8 {
			dst = append(dst, p.At(rules.SquareAt(file, rank)).Byte())
		}
		dst = append(dst, ' ')
	}
	dst = appendState(dst, p)
	dst = append(dst, ' ')
	dst = appendGame(dst, b, v, l.MS)
	dst = appendNumber(dst, digit(b.Ticking))
	return appendNumber(dst, b.Lag)
}

// appendState appends fields 9 to 15: the side to move, the double push, the
// castling rights and the half-moves since the last irreversible one.
func appendState(dst []byte, p *rules.Position) []byte {
	dst = append(dst, p.Turn().String()[0])
	dst = appendNumber(dst, int64(p.DoublePush()))
	for _, c := range [...]rules.Color{rules.White, rules.Black} {
		dst = appendNumber(dst, digit(p.CanCastle(c, true)))
		dst = appendNumber(dst, digit(p.CanCastle(c, false)))
	}
	return appendNumber(dst, int64(p.HalfmoveClock()))
}

// appendGame appends fields 16 to 30: the game, its clocks and the last move.
func appendGame(dst []byte, b *world.Board, v View, ms bool) []byte {
	p := &b.Position
	dst = strconv.AppendInt(dst, int64(b.Number), 10)
	dst = append(append(dst, ' '), b.White...)
	dst = append(append(dst, ' '), b.Black...)
	dst = appendNumber(dst, int64(v.Relation))
	dst = appendNumber(dst, b.Base/60_000) // minutes
	dst = appendNumber(dst, b.Inc/1000)    // seconds
	dst = appendNumber(dst, int64(p.Material(rules.White)))
	dst = appendNumber(dst, int64(p.Material(rules.Black)))
	for _, left := range b.Clock {
		if !ms {
			left = seconds(left)
		}
		dst = appendNumber(dst, left)
	}
	dst = appendNumber(dst, int64(p.FullMove()))
	dst = append(append(dst, ' '), orNone(b.LastVerbose)...)
	dst = AppendMoveTime(append(dst, ' '), b.LastSpent, ms)
	dst = append(append(dst, ' '), orNone(b.LastSAN)...)
	return appendNumber(dst, digit(v.Flip))
}

// appendNumber appends a blank and n.
func appendNumber(dst []byte, n int64) []byte {
	return strconv.AppendInt(append(dst, ' '), n, 10)
}

func digit(on bool) int64 {
	if on {
		return 1
	}
	return 0
}

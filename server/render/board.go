package render

import (
	"strconv"

	"epicenter/rules"
	"epicenter/server/world"
)

// View is how one receiver stands to a board. Two receivers of equal views and
// equal looks are sent the same bytes.
type View struct {
	// Relation is field 19 of style 12 (docs/protocol.md §7.2).
	Relation world.Relation
	// Flip puts Black at the bottom.
	Flip bool
}

// defaultStyle is drawn when a look names a style that does not exist.
const defaultStyle = 1

// Board draws b in the style of l as v sees it (docs/protocol.md §7.2 and §9).
// Its lines end with "\n"; it begins with no line end and rings no bell: what
// stands before a board is Lead. It is never to be wrapped.
func Board(b *world.Board, l world.Look, v View) string {
	return string(AppendBoard(make([]byte, 0, 1024), b, l, v))
}

// AppendBoard appends what Board returns.
func AppendBoard(dst []byte, b *world.Board, l world.Look, v View) []byte {
	if forPrograms(l.Style) {
		return appendHoldings(appendLines(dst, b, l, v), b)
	}
	top := rules.Black
	if v.Flip {
		top = rules.White
	}
	dst = appendHand(appendHeader(dst, b), b, top)
	if l.Style == 9 {
		dst = appendLastMoves(dst, b, l)
	} else {
		dst = figureFor(l).append(dst, b, l, v)
	}
	return appendHand(dst, b, top.Other())
}

// appendLines appends the styles for programs.
func appendLines(dst []byte, b *world.Board, l world.Look, v View) []byte {
	switch l.Style {
	case 8:
		return appendRaw(appendHeader(dst, b), b, v, b.LastSAN)
	case 10:
		return appendTen(appendHeader(dst, b), b, v)
	case 11:
		return appendRaw(dst, b, v, b.LastVerbose)
	}
	return append(AppendTwelve(dst, b, l, v), '\n')
}

// Lead is what stands before a board and after whatever was sent before it:
// the line end that puts it at the start of a line, and before that the bell
// if it is wanted (docs/protocol.md §8.4a: BEL, line end, board).
func Lead(l world.Look) string {
	if l.Bell {
		return "\a\n"
	}
	return "\n"
}

// appendHeader names the game above every style but 11 and 12.
func appendHeader(dst []byte, b *world.Board) []byte {
	dst = append(dst, "Game "...)
	dst = strconv.AppendInt(dst, int64(b.Number), 10)
	dst = append(dst, " ("...)
	dst = append(dst, b.White...)
	dst = append(dst, " vs. "...)
	dst = append(dst, b.Black...)
	return append(dst, ")\n\n"...)
}

// appendInfo appends what stands at the right of the board's row i, counted
// from the top whichever way the board is turned. xboard knows these boards by
// "Black Strength :" (docs/protocol.md §9).
func appendInfo(dst []byte, row int, b *world.Board, l world.Look) []byte {
	const gap = "     "
	turn := b.Position.Turn()
	switch row {
	case 0:
		dst = append(dst, gap+"Move # : "...)
		dst = strconv.AppendInt(dst, int64(b.Position.FullMove()), 10)
		dst = append(dst, " ("...)
		dst = append(dst, turn.String()...)
		return append(dst, ')')
	case 1:
		if !moved(b) {
			return dst
		}
		dst = append(dst, gap...)
		dst = append(dst, turn.Other().String()...)
		dst = append(dst, " Moves : '"...)
		dst = appendHalfMove(dst, b, l.MS)
		return append(dst, '\'')
	case 3:
		return appendTime(append(dst, gap+"Black Clock : "...), b, rules.Black, l.MS)
	case 4:
		return appendTime(append(dst, gap+"White Clock : "...), b, rules.White, l.MS)
	case 5:
		dst = append(dst, gap+"Black Strength : "...)
		return strconv.AppendInt(dst, int64(b.Position.Material(rules.Black)), 10)
	case 6:
		dst = append(dst, gap+"White Strength : "...)
		return strconv.AppendInt(dst, int64(b.Position.Material(rules.White)), 10)
	}
	return dst
}

// appendTime appends a side's clock. A game without clocks says so: 0:00 would
// look like a flag that fell.
func appendTime(dst []byte, b *world.Board, c rules.Color, ms bool) []byte {
	if b.Untimed {
		return append(dst, "untimed"...)
	}
	return AppendClock(dst, b.Clock[c], ms)
}

// moved tells whether a half-move led to the board.
func moved(b *world.Board) bool { return b.LastSAN != "" && b.LastSAN != "none" }

// appendHalfMove appends the last half-move as `e4      (0:02)`.
func appendHalfMove(dst []byte, b *world.Board, ms bool) []byte {
	return AppendMoveTime(append(appendPadded(dst, b.LastSAN, 7), ' '), b.LastSpent, ms)
}

// appendPadded appends s and as many blanks as it is shorter than n.
func appendPadded(dst []byte, s string, n int) []byte {
	dst = append(dst, s...)
	for i := len(s); i < n; i++ {
		dst = append(dst, ' ')
	}
	return dst
}

// orNone is the word for a half-move that has not been made.
func orNone(s string) string {
	if s == "" {
		return "none"
	}
	return s
}

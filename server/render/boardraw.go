package render

import (
	"fmt"

	"epicenter/rules"
	"epicenter/server/world"
)

// appendRaw appends styles 8 and 11, one line for old graphical programs; they
// differ in how the last half-move is written (docs/protocol.md §9). The star
// stands behind the name of the side at the bottom.
func appendRaw(dst []byte, b *world.Board, v View, move string) []byte {
	p := &b.Position
	atWhite, atBlack := '*', ':'
	if v.Flip {
		atWhite, atBlack = ':', '*'
	}
	dst = fmt.Appendf(dst, "#@#%03d%-16s%c%-16s%c", b.Number, b.White, atWhite, b.Black, atBlack)
	for rank := range 8 {
		dst = appendLetters(dst, p, rank)
	}
	dst = fmt.Appendf(dst, "%03d%c%02d%02d%05d%05d%-7s", p.FullMove(), p.Turn().String()[0],
		p.Material(rules.White), p.Material(rules.Black),
		seconds(b.Clock[rules.White]), seconds(b.Clock[rules.Black]), orNone(move))
	return append(AppendMoveTime(dst, b.LastSpent, false), "@#@\n"...)
}

// appendTen appends style 10: eight rows in bars, then style 12's fields on two
// lines, to the flip field (docs/protocol.md §9).
func appendTen(dst []byte, b *world.Board, v View) []byte {
	dst = append(dst, "<10>\n"...)
	for rank := 7; rank >= 0; rank-- {
		dst = append(appendLetters(append(dst, '|'), &b.Position, rank), "|\n"...)
	}
	dst = append(appendState(dst, &b.Position), '\n')
	return append(appendGame(dst, b, v, false), "\n>10<\n"...)
}

// appendLetters appends a rank, files a to h, with blanks for empty squares.
func appendLetters(dst []byte, p *rules.Position, rank int) []byte {
	for file := range 8 {
		c := p.At(rules.SquareAt(file, rank)).Byte()
		if c == '-' {
			c = ' '
		}
		dst = append(dst, c)
	}
	return dst
}

// appendLastMoves appends style 9: no board, the last two moves in a table with a
// column for each side, four half-moves at most (docs/protocol.md §9).
func appendLastMoves(dst []byte, b *world.Board, l world.Look) []byte {
	dst = append(dst, "Move     "...)
	dst = append(appendPadded(dst, b.White, moveColumn), b.Black...)
	dst = append(dst, "\n----     --------------         --------------\n"...)
	number := b.Position.FullMove()
	left := b.Position.Turn() == rules.White // the half-move that comes next
	for range b.Recent {
		if left {
			number--
		}
		left = !left
	}
	shown := b.Recent
	if !left && len(shown) > 2 { // a table begins with White
		shown, left, number = shown[1:], true, number+1
	}
	return appendMoveRows(dst, shown, number, left, l.MS)
}

// moveColumn is the width of White's half of the table.
const moveColumn = 23

// appendMoveRows appends half-moves in rows of two; left tells whether the first
// is White's, whose move has that number.
func appendMoveRows(dst []byte, list []world.HalfMove, number int, left, ms bool) []byte {
	for i := 0; i < len(list); i++ {
		dst = fmt.Appendf(dst, "  %2d     ", number)
		begin := len(dst)
		if left {
			dst = appendHalf(dst, list[i], ms)
		} else {
			dst = append(dst, "..."...)
		}
		if left && i+1 == len(list) {
			return append(dst, '\n')
		}
		for len(dst) < begin+moveColumn {
			dst = append(dst, ' ')
		}
		if left {
			i++
		}
		dst = append(appendHalf(dst, list[i], ms), '\n')
		left, number = true, number+1
	}
	return dst
}

// appendHalf appends a half-move as `e4      (0:02)`.
func appendHalf(dst []byte, h world.HalfMove, ms bool) []byte {
	return AppendMoveTime(append(appendPadded(dst, h.SAN, 7), ' '), h.Spent, ms)
}

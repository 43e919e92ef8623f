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

// appendLastMoves appends style 9: no board, the last half-move in a table with
// a column for each side (docs/protocol.md §9).
func appendLastMoves(dst []byte, b *world.Board, l world.Look) []byte {
	const column = 23
	dst = append(dst, "Move     "...)
	dst = append(appendPadded(dst, b.White, column), b.Black...)
	dst = append(dst, "\n----     --------------         --------------\n"...)
	if !moved(b) {
		return dst
	}
	number := b.Position.FullMove()
	if b.Position.Turn() == rules.Black {
		dst = fmt.Appendf(dst, "  %2d     ", number)
	} else {
		dst = appendPadded(fmt.Appendf(dst, "  %2d     ", number-1), "...", column)
	}
	return append(appendHalfMove(dst, b, l.MS), '\n')
}

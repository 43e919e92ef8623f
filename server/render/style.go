package render

import (
	"bytes"
	"strings"

	"epicenter/rules"
	"epicenter/server/world"
)

// figure is how a family of drawn boards looks (docs/protocol.md §9). All of
// them have a digit after five blanks, then the row, then the side information.
type figure struct {
	// blanks stand between the digit and start; frames and file letters begin
	// in the column of start. FICS sends a tab before these, which looks the
	// same on a terminal; blanks also survive pasting into a mail.
	blanks          int
	start, end      string
	edge, middle    string // above and below all rows; between rows
	files           string // as White sees them, from start's column
	light, dark     string // empty squares
	onLight, onDark string // before whatever stands on such a square
	men             [2][rules.King + 1]string
	gone, epicenter string // squares emptied by the last explosion; "" as any
	plain           *figure
	coloursUnasked  bool // colours belong to the style: no highlight needed
}

// men makes the cells of both sides from patterns in which @ is the letter,
// Black's as spell writes it.
func men(white, black string, spell func(string) string) (cells [2][rules.King + 1]string) {
	for t := rules.Pawn; t <= rules.King; t++ {
		cells[rules.White][t] = strings.Replace(white, "@", t.String(), 1)
		cells[rules.Black][t] = strings.Replace(black, "@", spell(t.String()), 1)
	}
	return cells
}

func same(s string) string { return s }

// The drawings. They are tables: nothing changes them.
var (
	standard = figure{
		blanks: 2, start: "|", light: "   |", dark: "   |",
		edge:   "---------------------------------",
		middle: "|---+---+---+---+---+---+---+---|",
		files:  "  a   b   c   d   e   f   g   h",
		men:    men(" @ |", " *@|", same),
	}
	letters = figure{
		blanks: 2, light: "-  ", dark: "+  ",
		files: "a  b  c  d  e  f  g  h",
		men:   men("@  ", "@' ", strings.ToLower),
	}
	// diagram is the plain one of docs/diagrams.md; its digit stands one
	// column nearer than in the highlighted boards.
	diagram = figure{
		blanks: 1, start: "|", end: "|", light: "   ", dark: "   ",
		edge:  "+------------------------+",
		files: "  a  b  c  d  e  f  g  h",
		men:   men(" @ ", " *@", same),
	}
	darkScreen = figure{
		blanks: 2, start: "|", end: "\x1b[0m|", light: "   ", dark: "   ",
		onLight: "\x1b[0m", onDark: "\x1b[7m",
		edge:  diagram.edge,
		files: diagram.files,
		men:   diagram.men,
		plain: &diagram,
	}
	lightScreen = figure{
		blanks: 2, start: "|", end: "\x1b[0m|", light: "   ", dark: "   ",
		onLight: "\x1b[7m", onDark: "\x1b[0m",
		edge:  diagram.edge,
		files: diagram.files,
		men:   diagram.men,
		plain: &diagram, coloursUnasked: true,
	}
	dots = figure{
		blanks: 2, light: "    ", dark: "    ",
		edge:   ".   .   .   .   .   .   .   .   .",
		middle: ".   .   .   .   .   .   .   .   .",
		files:  "  a   b   c   d   e   f   g   h",
		men: [2][rules.King + 1]string{
			{"", "  o ", " :N:", " <B>", " |R|", " {Q}", " =K="},
			{"", "  p ", " :n:", " <b>", " |r|", " {q}", " =k="},
		},
	}
	mail = figure{
		blanks: 2, start: "|", light: "    |", dark: "    |",
		edge:   "-----------------------------------------",
		middle: "-----------------------------------------",
		files:  "  A    B    C    D    E    F    G    H",
		men: [2][rules.King + 1]string{
			{"", " wp |", " WN |", " WB |", " WR |", " WQ |", " WK |"},
			{"", " bp |", " BN |", " BB |", " BR |", " BQ |", " BK |"},
		},
	}
	small = figure{
		blanks: 2, start: "..", end: " ..", light: "  ", dark: " -",
		edge:  ":::::::::::::::::::::",
		files: "   a b c d e f g h",
		men:   men(" @", " @", strings.ToLower),
	}
	colour = figure{
		blanks: 2, start: "|", end: "\x1b[0m|", light: "   ", dark: "   ",
		onLight: "\x1b[40m", onDark: "\x1b[45m",
		edge:  diagram.edge,
		files: diagram.files,
		men:   men("\x1b[37m\x1b[1m @ ", "\x1b[22m\x1b[37m @ ", same),
		plain: &diagram, coloursUnasked: true,
	}
	// blast is style 14, ours: the standard board on which one sees what the
	// last capture blew up.
	blast = figure{
		blanks: 2, start: "|", light: "   |", dark: "   |",
		edge: standard.edge, middle: standard.middle, files: standard.files,
		men:  standard.men,
		gone: " . |", epicenter: "[ ]|",
	}
)

// figures are the drawn styles by number; the others are lines for programs.
var figures = [15]*figure{
	1: &standard, 2: &letters, 3: &darkScreen, 4: &lightScreen, 5: &dots,
	6: &mail, 7: &small, 13: &colour, 14: &blast,
}

// figureFor is the drawing that a look asks for. Style 3 has escape codes only
// when `set highlight` asks for them; 4 and 13 are made of them. `iset
// nohighlight` turns all of them off (docs/protocol.md §4).
func figureFor(l world.Look) *figure {
	f := figures[defaultStyle]
	if n := int(l.Style); n > 0 && n < len(figures) && figures[n] != nil {
		f = figures[n]
	}
	if f == &colour && l.VTHighlight {
		f = &lightScreen // a VT100 has no colours
	}
	if f.plain != nil && (l.NoHighlight || l.Highlight == 0 && !f.coloursUnasked) {
		return f.plain
	}
	return f
}

// margin is what FICS puts before the digit of a row.
const margin = "     "

func (f *figure) append(dst []byte, b *world.Board, l world.Look, v View) []byte {
	marks := f.marks(b)
	dst = f.appendFrame(dst, f.edge)
	for row := range 8 {
		rank := 7 - row
		if v.Flip {
			rank = row
		}
		dst = append(append(dst, margin...), byte('1'+rank))
		dst = append(dst, margin[:f.blanks]...)
		dst = append(dst, f.start...)
		for i := range 8 {
			file := i
			if v.Flip {
				file = 7 - i
			}
			dst = f.appendSquare(dst, &b.Position, rules.SquareAt(file, rank), &marks)
		}
		dst = append(dst, f.end...)
		dst = bytes.TrimRight(appendInfo(dst, row, b, l), " ")
		dst = append(dst, '\n')
		if row < 7 {
			dst = f.appendFrame(dst, f.middle)
		}
	}
	dst = f.appendFrame(dst, f.edge)
	if v.Flip {
		return f.appendFrame(dst, reverseFiles(f.files))
	}
	return f.appendFrame(dst, f.files)
}

// appendFrame appends a line of the frame, nothing for a figure without one.
func (f *figure) appendFrame(dst []byte, line string) []byte {
	if line == "" {
		return dst
	}
	dst = append(dst, margin+" "...)
	dst = append(dst, margin[:f.blanks]...)
	dst = append(dst, line...)
	return append(dst, '\n')
}

func (f *figure) appendSquare(dst []byte, p *rules.Position, s rules.Square, marks *[64]string) []byte {
	paint, empty := f.onDark, f.dark
	if (s.File()+s.Rank())&1 == 1 {
		paint, empty = f.onLight, f.light
	}
	dst = append(dst, paint...)
	man := p.At(s)
	switch {
	case man != rules.NoPiece:
		return append(dst, f.men[man.Color()][man.Type()]...)
	case marks[s] != "":
		return append(dst, marks[s]...)
	}
	return append(dst, empty...)
}

// marks are the cells of the squares that the last half-move emptied by its
// explosion, if the figure shows that.
func (f *figure) marks(b *world.Board) (cells [64]string) {
	if f.gone == "" {
		return cells
	}
	for i, s := range b.Blast {
		if s >= rules.NoSquare {
			continue
		}
		cells[s] = f.gone
		if i == 0 {
			cells[s] = f.epicenter
		}
	}
	return cells
}

// reverseFiles turns a line of file letters round for Black: the letters change
// places, the blanks stay.
func reverseFiles(line string) string {
	out := []byte(line)
	for i, c := range out {
		switch {
		case c >= 'a' && c <= 'h':
			out[i] = 'a' + 'h' - c
		case c >= 'A' && c <= 'H':
			out[i] = 'A' + 'H' - c
		}
	}
	return string(out)
}

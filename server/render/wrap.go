package render

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/width"
)

// Continuation stands at the start of every line that Wrap has begun. Clients
// join lines by removing it together with the line end before it
// (docs/protocol.md §0 no. 8, docs/clients.md §2.4).
const Continuation = `\   `

// minWidth is the least width that is honoured: a continuation and the widest
// unit that cannot be split, an entity as &#x1F600;, with a blank.
const minWidth = 16

// Wrap breaks the lines of text that are longer than width columns. A line is
// broken behind a blank, which stays at its end, or before or behind a wide
// character; where there is neither, inside a word. A character is never cut,
// nor parted from the marks that combine with it, nor is an escape sequence or
// an entity (&#xHHHH;), and wide characters count as two columns
// (docs/cases.md 59). Removing every "\n" + Continuation gives text back.
//
// Lines that programs read are left alone. A width of zero or less means never;
// one below 16 counts as 16.
func Wrap(text string, width int) string {
	if width <= 0 {
		return text
	}
	width = max(width, minWidth)
	if fits(text, width) {
		return text
	}
	var out strings.Builder
	out.Grow(len(text) + len(text)/8)
	for line := range strings.SplitAfterSeq(text, "\n") {
		wrapLine(&out, line, width)
	}
	return out.String()
}

// fits tells in one cheap pass that no line of plain ASCII is too long; most
// texts are of that kind.
func fits(text string, width int) bool {
	column := 0
	for i := range len(text) {
		switch c := text[i]; {
		case c == '\n':
			column = 0
		case c < ' ' || c >= utf8.RuneSelf:
			return false
		default:
			if column++; column > width {
				return false
			}
		}
	}
	return true
}

// wrapLine writes one line, with its line end if it has one.
func wrapLine(out *strings.Builder, line string, width int) {
	body := strings.TrimSuffix(line, "\n")
	if machineLine(body) {
		out.WriteString(line)
		return
	}
	start, column := 0, 0 // of what is not yet written
	gap := 0              // where it may be broken; start: nowhere
	for i := 0; i < len(body); {
		size, columns := cluster(body[i:], column)
		if columns == 2 {
			gap = i
		}
		if column+columns > width {
			if gap <= start {
				gap = i
			}
			out.WriteString(body[start:gap])
			out.WriteString("\n" + Continuation)
			i, start, column = gap, gap, len(Continuation)
			continue
		}
		i += size
		column += columns
		if columns == 2 || body[i-1] == ' ' {
			gap = i
		}
	}
	out.WriteString(line[start:])
}

// machineLine tells whether a line is read by programs, which want it in one
// piece: <12> and its like, {Game, Creating: (docs/clients.md §2.4).
func machineLine(line string) bool {
	line = strings.TrimLeft(line, "\a")
	if strings.HasPrefix(line, "{Game ") || strings.HasPrefix(line, "Creating: ") || strings.HasPrefix(line, "#@#") {
		return true
	}
	if !strings.HasPrefix(line, "<") {
		return false
	}
	tag, _, found := strings.Cut(line[1:], ">")
	if !found || tag == "" || len(tag) > 3 {
		return false
	}
	for _, c := range []byte(tag) {
		if (c < '0' || c > '9') && (c < 'a' || c > 'z') {
			return false
		}
	}
	return true
}

// cluster measures what may not be split at the start of s, which stands at the
// given column: its bytes and its columns on the screen. s is not empty.
func cluster(s string, column int) (size, columns int) {
	switch s[0] {
	case '\t':
		return 1, 8 - column%8
	case 0x1b:
		return escape(s), 0
	case '&':
		if n := entity(s); n > 0 {
			return n, n
		}
	}
	r, size := utf8.DecodeRuneInString(s)
	columns = runeColumns(r)
	joined := false
	for size < len(s) {
		r, n := utf8.DecodeRuneInString(s[size:])
		if !joined && !combines(r) {
			break
		}
		joined = r == zeroWidthJoiner
		size += n
	}
	return size, columns
}

const zeroWidthJoiner = '\u200d'

// combines tells whether a character belongs to the one before it.
func combines(r rune) bool {
	return r >= 0x300 && (unicode.In(r, unicode.Mn, unicode.Me, unicode.Mc) || r == zeroWidthJoiner ||
		r >= 0x1F3FB && r <= 0x1F3FF) // skin colours of emoji
}

// runeColumns is how many columns a character takes on a screen.
func runeColumns(r rune) int {
	switch {
	case r < ' ' || r == 0x7f:
		return 0
	case r < 0x300:
		return 1
	case unicode.In(r, unicode.Mn, unicode.Me) || r == zeroWidthJoiner:
		return 0
	}
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth:
		return 2
	}
	return 1
}

// escape is the length of a control sequence (ECMA-48 §5.4) as highlighting
// uses them, 1 for an ESC alone.
func escape(s string) int {
	if len(s) < 2 || s[1] != '[' {
		return 1
	}
	for i := 2; i < len(s); i++ {
		switch {
		case s[i] >= 0x40 && s[i] <= 0x7e:
			return i + 1
		case s[i] < 0x20 || s[i] > 0x3f:
			return 1
		}
	}
	return 1
}

// entity is the length of a character written as &#xHHHH;, 0 when s does not
// begin with one.
func entity(s string) int {
	const longest = len("&#x10FFFF;")
	if !strings.HasPrefix(s, "&#x") {
		return 0
	}
	for i := 3; i < min(len(s), longest); i++ {
		c := s[i] | 0x20
		switch {
		case s[i] == ';' && i > 3:
			return i + 1
		case (s[i] < '0' || s[i] > '9') && (c < 'a' || c > 'f'):
			return 0
		}
	}
	return 0
}

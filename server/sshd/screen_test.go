package sshd

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// screen is a terminal that shows what a person would see: printable
// characters, CR, LF and the few sequences that the line editor uses.
type screen struct {
	rows     [][]rune
	row, col int
}

// show returns what a terminal of the given width shows after the bytes, lines
// without the blanks at their ends, and a "_" where the cursor stands behind
// the text.
func show(width int, b []byte) string {
	s := &screen{}
	for len(b) > 0 {
		switch c := b[0]; {
		case c == '\r':
			s.col = 0
		case c == '\n':
			s.row++
		case c == 0x1b:
			b = s.escape(b[1:])
			continue
		default:
			r, n := utf8.DecodeRune(b)
			if s.col == width {
				s.row, s.col = s.row+1, 0
			}
			s.put(r)
			b = b[n:]
			continue
		}
		b = b[1:]
	}
	return s.String()
}

func (s *screen) put(r rune) {
	for len(s.rows) <= s.row {
		s.rows = append(s.rows, nil)
	}
	for len(s.rows[s.row]) <= s.col {
		s.rows[s.row] = append(s.rows[s.row], ' ')
	}
	s.rows[s.row][s.col] = r
	s.col++
}

func (s *screen) escape(b []byte) []byte {
	end := 1
	for end < len(b) && b[end] < '@' {
		end++
	}
	n, err := strconv.Atoi(string(b[1:end]))
	if err != nil {
		n = 1
	}
	switch b[end] {
	case 'A':
		s.row -= n
	case 'B':
		s.row += n
	case 'C':
		s.col += n
	case 'D':
		s.col -= n
	case 'K':
		if s.row < len(s.rows) && s.col < len(s.rows[s.row]) {
			s.rows[s.row] = s.rows[s.row][:s.col]
		}
	case 'J':
		s.rows = nil
	case 'H':
		s.row, s.col = 0, 0
	default:
		panic("unknown sequence " + strconv.Quote(string(b[:end+1])))
	}
	return b[end+1:]
}

func (s *screen) String() string {
	var lines []string
	for i, r := range s.rows {
		l := strings.TrimRight(string(r), " ")
		if i == s.row {
			for utf8.RuneCountInString(l) < s.col {
				l += " "
			}
			l += "_"
		}
		lines = append(lines, l)
	}
	return strings.Join(lines, "\n")
}

// Package text guards the border between the server's text, which is valid
// UTF-8 of printable characters, and what terminals and clients send and
// understand: bytes of any kind, or ASCII only (docs/protocol.md §1,
// docs/cases.md 55 and 57).
//
// To a session that cannot read UTF-8 a character outside ASCII is sent as
// "&#xHHHH;", its code point in at least four hexadecimal digits, which is what
// FICS clients have agreed on. Both ways of writing come in.
package text

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxMarks is how many combining marks may follow each other: more than any
// language needs, and too few to climb into the lines above.
const maxMarks = 4

// firstEntity is the lowest code point that an entity can stand for. Below are
// ASCII, which nobody needs to write so and which would bring line ends and
// separators in by the back door, and control characters.
const firstEntity = 0xA0

// Decode turns the bytes of a line into clean text: entities become characters,
// each run of invalid bytes becomes one U+FFFD, and Clean is applied. utf8Seen
// tells that the bytes were valid UTF-8 and not only ASCII, so that whoever
// sent them can read UTF-8.
func Decode(raw []byte) (s string, utf8Seen bool) {
	ascii := true
	for _, c := range raw {
		if c < ' ' || c >= 0x7F || c == '&' {
			ascii = false
			break
		}
	}
	if ascii {
		return string(raw), false
	}
	s = string(raw)
	if utf8.ValidString(s) {
		utf8Seen = !isASCII(s)
	} else {
		s = strings.ToValidUTF8(s, "\uFFFD")
	}
	return Clean(unescape(s)), utf8Seen
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// unescape replaces entities. What only looks like one stays as it is.
func unescape(s string) string {
	i := strings.Index(s, "&#x")
	if i < 0 {
		return s
	}
	var b strings.Builder
	for i >= 0 {
		b.WriteString(s[:i])
		s = s[i:]
		r, n := entity(s)
		if n == 0 {
			b.WriteString("&#x")
			s = s[len("&#x"):]
		} else {
			b.WriteRune(r)
			s = s[n:]
		}
		i = strings.Index(s, "&#x")
	}
	b.WriteString(s)
	return b.String()
}

// entity reads the entity at the start of s, of which "&#x" is known to be
// there, and returns its character and length, or 0, 0.
func entity(s string) (rune, int) {
	const start, digits = len("&#x"), 6
	end := strings.IndexByte(s[start:min(len(s), start+digits+1)], ';')
	if end < 1 {
		return 0, 0
	}
	n, err := strconv.ParseUint(s[start:start+end], 16, 32)
	if err != nil || n < firstEntity || !utf8.ValidRune(rune(n)) {
		return 0, 0
	}
	return rune(n), start + end + 1
}

// Clean returns s without what could change how other text is read or counted:
// control characters, bidirectional and other format characters and invisible
// letters are removed, tabs and everything that some reader takes for a line end
// become a space, invalid bytes U+FFFD, and combining marks beyond the fourth
// in a row go. Clean text is one physical line.
func Clean(s string) string {
	marks := 0
	clean := func(r rune) rune {
		if unicode.In(r, unicode.Mn, unicode.Me) {
			if marks++; marks > maxMarks {
				return -1
			}
			return r
		}
		r = cleanRune(r)
		if r >= 0 { // what is removed does not separate marks
			marks = 0
		}
		return r
	}
	for i := range len(s) {
		if s[i] < ' ' || s[i] >= 0x7F {
			return strings.Map(clean, strings.ToValidUTF8(s, "\uFFFD"))
		}
	}
	return s
}

// cleanRune returns what stands for r in clean text, -1 for nothing.
func cleanRune(r rune) rune {
	switch {
	case r >= ' ' && r < 0x7F:
		return r
	case r == '\t' || r == '\n' || r == '\v' || r == '\f' || r == '\r',
		r == 0x85 || r == 0x2028 || r == 0x2029:
		return ' '
	case unicode.In(r, unicode.Cc, unicode.Cf, unicode.Cs):
		return -1
	case r == 0x115F || r == 0x1160 || r == 0x3164 || r == 0xFFA0 || r == 0x2800:
		return -1 // letters and a pattern that show nothing
	default:
		return r
	}
}

// ToASCII returns text for a session that reads ASCII only. The same slice is
// returned if there is nothing to do, so shared bytes stay shared.
func ToASCII(b []byte) []byte {
	for i, c := range b {
		if c >= utf8.RuneSelf {
			return AppendASCII(append(make([]byte, 0, len(b)+len(b)/2+8), b[:i]...), b[i:])
		}
	}
	return b
}

// AppendASCII appends text to dst with every character outside ASCII as
// "&#xHHHH;". Invalid bytes are written as U+FFFD.
func AppendASCII(dst, b []byte) []byte {
	for len(b) > 0 {
		if b[0] < utf8.RuneSelf {
			dst = append(dst, b[0])
			b = b[1:]
			continue
		}
		r, n := utf8.DecodeRune(b)
		b = b[n:]
		dst = append(dst, "&#x"...)
		for limit := rune(0x1000); limit > 1 && r < limit; limit >>= 4 {
			dst = append(dst, '0')
		}
		dst = strconv.AppendUint(dst, uint64(r), 16)
		dst = append(dst, ';')
	}
	return dst
}

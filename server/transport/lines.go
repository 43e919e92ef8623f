package transport

import (
	"net"
	"net/netip"
	"unicode/utf8"

	"epicenter/server/text"
)

// DefaultMaxLine is the bytes of a line as they come over the wire, before
// backspaces and "&#xHHHH;" are worked in; a message of 400 characters fits in
// whatever way it is written.
const DefaultMaxLine = 4096

// keepLine is the line buffer that a quiet session keeps.
const keepLine = 256

// Lines cuts a byte stream into lines. LF, CR LF, CR NUL and CR each end one
// line, in any mixture (RFC 854 "NVT printer", docs/cases.md 43 and 45); a CR
// ends the line at once and an LF or NUL right behind it belongs to it. Other
// NULs are dropped. The zero value uses DefaultMaxLine.
type Lines struct {
	// Max is the longest line in bytes, DefaultMaxLine when 0.
	Max int

	buf  []byte
	over bool // the line is longer than Max: its rest is swallowed
	mute bool // the line is dropped without a trace
	cr   bool // the byte before was a CR that ended a line
}

// Add takes the next byte and reports whether it ended a line, which Take then
// returns.
func (l *Lines) Add(c byte) bool {
	afterCR := l.cr
	l.cr = false
	switch {
	case c == '\n' && afterCR, c == 0:
		return false
	case c == '\n', c == '\r':
		l.cr = c == '\r'
		if l.mute {
			l.mute = false
			return false
		}
		return true
	case l.mute || l.over:
		return false
	}
	limit := l.Max
	if limit <= 0 {
		limit = DefaultMaxLine
	}
	if len(l.buf) >= limit {
		l.over = true
		return false
	}
	l.buf = append(l.buf, c)
	return false
}

// Take returns the line that has just ended, as it came, without its end. The
// slice is valid until the next Add.
func (l *Lines) Take() (raw []byte, overlong bool) {
	raw, overlong = l.buf, l.over
	l.over = false
	if cap(l.buf) > keepLine {
		l.buf = nil
	} else {
		l.buf = l.buf[:0]
	}
	return raw, overlong
}

// Erase forgets what has been typed of the line (telnet's EL, a terminal's ^U).
func (l *Lines) Erase() { l.buf, l.over = l.buf[:0], false }

// Mute drops the rest of the line up to and with its end.
func (l *Lines) Mute() {
	l.Erase()
	l.mute = true
}

// LineOf makes an event of a line's bytes: backspaces are applied
// (docs/cases.md 51), and the rest is decoded and cleaned (package text).
func LineOf(raw []byte, overlong bool) Line {
	s, seen := text.Decode(Edit(raw))
	return Line{Text: s, Overlong: overlong, UTF8: seen}
}

// Decoder stands between the socket and the editing of a line and sees each
// line's raw bytes, the line end and what the transport itself means removed, in
// order. Timeseal is one.
type Decoder interface {
	// Event makes an event of a line, in whose bytes it may write; nil for what
	// is the protocol's own business. overlong is that of Line.
	Event(raw []byte, overlong bool) Event
	// Timeseal is the version that the client speaks, for Traits. Any goroutine
	// may ask.
	Timeseal() int
}

// Decode makes an event of a line's bytes through a decoder, or of plain text if
// that is nil. hidden is that of Line.
func Decode(d Decoder, raw []byte, overlong, hidden bool) Event {
	var ev Event
	if d != nil {
		ev = d.Event(raw, overlong)
	} else {
		ev = LineOf(raw, overlong)
	}
	if l, ok := ev.(Line); ok {
		l.Hidden = hidden
		return l
	}
	return ev
}

// Edit applies backspace (08) and delete (7F) in place: each takes the
// character before it away, whole if it is UTF-8, and nothing at the start.
func Edit(raw []byte) []byte {
	out := raw[:0]
	for _, c := range raw {
		switch {
		case c != 0x08 && c != 0x7F:
			out = append(out, c)
		case len(out) > 0:
			_, n := utf8.DecodeLastRune(out)
			out = out[:len(out)-n]
		}
	}
	return out
}

// AddrOf returns the IP address of a connection's end, IPv4 unmapped and
// without zone, or the zero Addr if it has none.
func AddrOf(a net.Addr) netip.Addr {
	if a == nil {
		return netip.Addr{}
	}
	if t, ok := a.(*net.TCPAddr); ok {
		return t.AddrPort().Addr().Unmap().WithZone("")
	}
	ap, err := netip.ParseAddrPort(a.String())
	if err != nil {
		return netip.Addr{} // a pipe or a socket in the file system
	}
	return ap.Addr().Unmap().WithZone("")
}

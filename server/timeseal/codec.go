// Package timeseal is the protocol by which chess clients stamp what they send
// with their own clock, so that the time a line spends on the way costs its
// sender nothing (docs/clients.md §1, docs/protocol.md §12).
//
// It has two halves. Decode and Form.Encode are the code of one line and keep no
// state; Session is what a server makes of the lines of one client, and Filter
// what a client makes of the bytes of a server. None of it is a secret: the key
// is known and the seal keeps nobody from lying about his clock, which is why
// the server bounds what a stamp can be worth.
package timeseal

import (
	"bytes"
	"strconv"
)

// Version is a flavour of the protocol; they differ in the hello and the ping
// (docs/clients.md §0 no. 11).
type Version int

// The versions.
const (
	None Version = iota // a plain session
	One                 // Jin, Raptor, PyChess, the timeseal program
	Two                 // eboard, the web application
)

// Wrap is where many clients' stamps begin again at 0, in ms; others send the
// milliseconds since 1970 (docs/clients.md §1.3).
const Wrap = 10_000_000

// Pong is what a client answers to a ping, as an ordinary sealed line.
const Pong = "\x02" + "9"

// The marks around a stamp, and the group in which bytes change places.
const (
	openStamp  = 0x18
	closeStamp = 0x19
	group      = 12
)

const key = "Timestamp (FICS) v1.0 - programmed by Henrik Gram."

// MaxOffset is the greatest Form.Offset.
const MaxOffset = len(key) - 1

// maxDigits keeps a stamp within an int64.
const maxDigits = 18

// Hello returns the text of the first line of a client: free words about its
// user and its system.
func Hello(v Version, user, system string) string {
	return hellos[v] + user + "|" + system + "|"
}

var hellos = [...]string{None: "", One: "TIMESTAMP|", Two: "TIMESEAL2|"}

// HelloOf tells which version the text of a first line asks for.
func HelloOf(text []byte) Version {
	for v := One; v <= Two; v++ {
		if bytes.HasPrefix(text, []byte(hellos[v])) {
			return v
		}
	}
	return None
}

// Ping is what the server sends to learn a client's clock, to be written in one
// piece (docs/clients.md §1.4); nothing for a plain session.
func Ping(v Version) string {
	switch v {
	case One:
		return "\n\r[G]\n\r"
	case Two:
		return "[G]\x00"
	}
	return ""
}

// Decode opens a sealed line, without its LF, in place: text is a part of it.
// ok is false for anything else, and line is then as it was if it cannot be a
// seal by its shape, else garbled. A stamp is 0 or more, in ms of the client's
// clock.
func Decode(line []byte) (text []byte, stamp int64, ok bool) {
	if !Shaped(line) {
		return nil, 0, false
	}
	off := int(line[len(line)-1] & 0x7F)
	b := line[:len(line)-1]
	for i, c := range b {
		b[i] = ((c + 32) ^ key[(i+off)%len(key)]) & 0x7F
	}
	swap(b)
	text, rest, ok := bytes.Cut(b, []byte{openStamp})
	digits, _, closed := bytes.Cut(rest, []byte{closeStamp})
	if !ok || !closed {
		return nil, 0, false
	}
	stamp, ok = parseStamp(digits)
	return text, stamp, ok
}

// Shaped tells whether a line looks like a sealed one from outside.
func Shaped(line []byte) bool {
	n := len(line) - 1
	return n >= group && n%group == 0 && line[n] >= 0x80 && int(line[n]&0x7F) <= MaxOffset
}

func parseStamp(digits []byte) (stamp int64, ok bool) {
	if len(digits) == 0 || len(digits) > maxDigits {
		return 0, false
	}
	for _, c := range digits {
		if c < '0' || c > '9' {
			return 0, false
		}
		stamp = 10*stamp + int64(c-'0')
	}
	return stamp, true
}

// swap changes the places of bytes in each group; it is its own inverse.
func swap(b []byte) {
	for ; len(b) >= group; b = b[group:] {
		b[0], b[11] = b[11], b[0]
		b[2], b[9] = b[9], b[2]
		b[4], b[7] = b[7], b[4]
	}
}

// Form is the way in which a client seals; the zero value is that of zseal
// (docs/clients.md §1.1).
type Form struct {
	// Offset is where in the key a line begins, 0 to MaxOffset.
	Offset int
	// Full pads with 1 to 12 bytes instead of 0 to 11.
	Full bool
	// Pad gives a byte of padding below 0x80; nil is always '1'.
	Pad func() byte
}

// Encode appends the sealed line, with its LF. Of text only seven bits of each
// byte arrive; stamp is ms, not negative.
func (f Form) Encode(dst []byte, text string, stamp int64) []byte {
	start := len(dst)
	dst = append(append(dst, text...), openStamp)
	dst = append(strconv.AppendInt(dst, stamp, 10), closeStamp)
	pad := (group - (len(dst)-start)%group) % group
	if pad == 0 && f.Full {
		pad = group
	}
	for range pad {
		c := byte('1')
		if f.Pad != nil {
			c = f.Pad()
		}
		dst = append(dst, c)
	}
	b := dst[start:]
	swap(b)
	for i, c := range b {
		b[i] = ((c | 0x80) ^ key[(i+f.Offset)%len(key)]) - 32
	}
	return append(dst, 0x80|byte(f.Offset), '\n')
}

package timeseal

import (
	"bytes"
	"sync/atomic"

	"epicenter/server/transport"
)

// Session reads the lines of one client. Its policy:
//
//  1. Only a sealed hello as the very first line makes a sealed session; a
//     session without one stays plain for good, and nothing in it is ever
//     opened. The hello is no input.
//  2. In a sealed session a line that is not sealed, or whose seal is broken,
//     counts as typed but has no stamp, which is worth no time. Sealed text is
//     seven bits wide, so bytes above stand as question marks.
//  3. A pong is a Pong whether it was asked for or not; what stamps are worth,
//     backward ones too, is not decided here.
type Session struct {
	begun   bool
	version atomic.Int32
}

// Version is what the client's hello asked for, None before it and in a plain
// session. It may be called by any goroutine.
func (s *Session) Version() Version { return Version(s.version.Load()) }

// Timeseal is Version as a plain number, for transport.Traits.
func (s *Session) Timeseal() int { return int(s.version.Load()) }

// Event makes an event of a line's bytes, in which it may write; nil for what is
// the protocol's own business. It is called by one goroutine.
func (s *Session) Event(raw []byte, overlong bool) transport.Event {
	first := !s.begun
	s.begun = true
	switch {
	case first:
		return s.hello(raw, overlong)
	case s.Version() == None:
		return transport.LineOf(raw, overlong)
	case overlong: // the seal's end is lost
		return transport.LineOf(sevenBits(raw), true)
	}
	text, stamp, ok := Decode(bytes.Clone(raw)) // a broken seal is shown as it came
	switch {
	case !ok:
		return transport.LineOf(sevenBits(raw), false)
	case string(text) == Pong:
		return transport.Pong{Stamp: stamp}
	}
	l := transport.LineOf(text, false)
	l.Sealed, l.Stamp = true, stamp
	return l
}

// hello looks at the first line.
func (s *Session) hello(raw []byte, overlong bool) transport.Event {
	if !overlong && Shaped(raw) {
		text, _, ok := Decode(bytes.Clone(raw))
		if v := HelloOf(text); ok && v != None {
			s.version.Store(int32(v))
			return nil
		}
	}
	return transport.LineOf(raw, overlong)
}

func sevenBits(b []byte) []byte {
	for i, c := range b {
		if c >= 0x80 {
			b[i] = '?'
		}
	}
	return b
}

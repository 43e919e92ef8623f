package timeseal

import "strings"

// Filter takes pings out of what a server sends: the client's half, for bots and
// load tools. Of the first version's ping the line end before it is left, as
// PyChess does, so that no line end is ever held back. The zero value passes
// everything on.
type Filter struct {
	Version Version
	held    int // bytes of a ping that may have begun
}

// Feed appends what is not a ping to dst and counts the pings, each of which
// wants a Pong with the present stamp. What may be the beginning of one is held
// back until the next call.
func (f *Filter) Feed(dst, in []byte) (out []byte, pings int) {
	ping := strings.TrimLeft(Ping(f.Version), "\n\r")
	if ping == "" {
		return append(dst, in...), 0
	}
	for _, c := range in {
		if c != ping[f.held] { // a ping begins at its [, which it has once
			dst = append(dst, ping[:f.held]...)
			f.held = 0
		}
		switch {
		case c != ping[f.held]:
			dst = append(dst, c)
		case f.held+1 == len(ping):
			f.held = 0
			pings++
		default:
			f.held++
		}
	}
	return dst, pings
}

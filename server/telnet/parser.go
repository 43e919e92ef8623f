package telnet

import (
	"epicenter/server/transport"
)

// Commands of RFC 854 "TELNET COMMAND STRUCTURE".
const (
	se   = 240 // end of subnegotiation
	brk  = 243 // break
	ip   = 244 // interrupt process
	ayt  = 246 // are you there
	ec   = 247 // erase character
	el   = 248 // erase line
	sb   = 250 // subnegotiation
	will = 251
	wont = 252
	do   = 253
	dont = 254
	iac  = 255
)

// Options we know: RFC 857, 860, 1073.
const (
	optEcho       = 1
	optTimingMark = 6
	optNAWS       = 31
)

// maxSub is the longest subnegotiation that is waited for. The only one we
// accept has four bytes; one that goes on is given up, and the rest of what
// looks like its line with it (docs/cases.md 49).
const maxSub = 1024

// state is where in a telnet command the parser stands.
type state uint8

const (
	inData state = iota
	afterIAC
	afterVerb
	inSub
	inSubIAC
)

// parser takes a telnet stream apart, byte by byte. What it has to answer is
// collected in reply.
type parser struct {
	lines transport.Lines
	opts  options
	reply []byte
	size  transport.Window // the last one reported

	state  state
	verb   byte    // the verb of afterVerb
	sub    [5]byte // option and the first bytes of a subnegotiation
	subLen int
}

// kind is what a byte completed.
type kind uint8

const (
	nothing kind = iota
	line         // lines.Take has it
	window       // size has it
	interrupt
)

// feed takes the next byte.
func (p *parser) feed(c byte) kind {
	switch p.state {
	case afterIAC:
		return p.command(c)
	case afterVerb:
		p.state = inData
		p.reply = p.opts.receive(p.reply, p.verb, c)
	case inSub:
		if c == iac {
			p.state = inSubIAC
			break
		}
		p.subByte(c)
	case inSubIAC:
		return p.afterSubIAC(c)
	default:
		if c == iac {
			p.state = afterIAC
			break
		}
		return p.data(c)
	}
	return nothing
}

func (p *parser) data(c byte) kind {
	if p.lines.Add(c) {
		return line
	}
	return nothing
}

// command takes the byte after IAC.
func (p *parser) command(c byte) kind {
	p.state = inData
	switch c {
	case iac:
		return p.data(iac) // a literal 255, which is no valid UTF-8
	case will, wont, do, dont:
		p.verb, p.state = c, afterVerb
	case sb:
		p.state, p.subLen = inSub, 0
	case ec:
		return p.data(0x08)
	case el:
		p.lines.Erase()
	case ip, brk:
		return interrupt
	case ayt:
		// RFC 854 "Are You There": some visible evidence.
		p.reply = append(p.reply, "\n\r[Yes]\n\r"...)
	}
	return nothing // NOP, DM, AO, GA and what nobody has defined
}

// subByte takes a byte of a subnegotiation.
func (p *parser) subByte(c byte) {
	if p.subLen < len(p.sub) {
		p.sub[p.subLen] = c
	}
	p.subLen++
	if p.subLen > maxSub {
		p.state = inData
		p.lines.Mute()
	}
}

// afterSubIAC takes the byte behind an IAC inside a subnegotiation. Besides the
// two that RFC 855 allows there are clients that forget to double a 255, and
// those that never end the subnegotiation and go on with another command.
func (p *parser) afterSubIAC(c byte) kind {
	switch {
	case c == se:
		p.state = inData
		return p.endSub()
	case c == iac:
		p.state = inSub
		p.subByte(iac)
	case c > se:
		return p.command(c)
	default:
		p.state = inSub
		p.subByte(iac)
		if p.state == inSub {
			p.subByte(c)
		}
	}
	return nothing
}

// endSub acts on a whole subnegotiation. RFC 1073: width and height, 16 bits
// each, high byte first.
func (p *parser) endSub() kind {
	if p.subLen != 5 || p.sub[0] != optNAWS {
		return nothing
	}
	size := transport.Clamp(int(p.sub[1])<<8|int(p.sub[2]), int(p.sub[3])<<8|int(p.sub[4]))
	if size == p.size {
		return nothing
	}
	p.size = size
	return window
}

// Package client is the client's half of a chess server that speaks the language of
// FICS: it connects (plainly, sealed by timeseal, or over SSH), logs in, and hands
// over lines, which server/ics reads (docs/clients.md §1 and §2).
package client

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"epicenter/server/timeseal"
)

// Bounds of what is read.
const (
	maxText  = 16 << 10 // bytes of a line; the rest is dropped
	maxAhead = 512      // lines that wait to be read
)

// prompt stands before what follows a command (docs/protocol.md §0 item 2).
const prompt = "fics% "

// Line is a line of the server's, without its end, prompts and bells, or an
// unfinished one that asks for something.
type Line struct {
	Text string
	Asks bool // "login: " or "password: "
}

// Conn is a connection as lines. One goroutine reads it and answers timeseal's
// pings; Close waits for it.
type Conn struct {
	rw    io.ReadWriteCloser
	Lines <-chan Line // closed at the end of the connection
	seal  *seal
	lines chan Line
	quit  chan struct{}
	done  chan struct{}
	once  sync.Once

	mu  sync.Mutex // writes
	err error      // why it ended; read after Lines is closed

	filter  timeseal.Filter
	telnet  telnet
	partial []byte
}

// seal stamps what is sent.
type seal struct {
	form  timeseal.Form
	stamp func() int64
}

// NewConn makes lines of a connection. With a stamp, ms of a clock of the
// client's own, the connection is sealed by the first version of timeseal
// (docs/clients.md §1).
func NewConn(rw io.ReadWriteCloser, stamp func() int64) *Conn {
	c := &Conn{rw: rw, lines: make(chan Line, maxAhead), quit: make(chan struct{}), done: make(chan struct{})}
	c.Lines = c.lines
	if stamp != nil {
		c.seal = &seal{form: timeseal.Form{Full: true}, stamp: stamp}
		c.filter.Version = timeseal.One
		_ = c.Send(timeseal.Hello(timeseal.One, "bot", "epicenter")) // a broken connection shows when it is read
	}
	go c.read()
	return c
}

// writeTime bounds how long a server may refuse to read.
const writeTime = 20 * time.Second

// Send sends a line.
func (c *Conn) Send(line string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	b := []byte(line + "\n")
	if c.seal != nil {
		b = c.seal.form.Encode(nil, line, c.seal.stamp()%timeseal.Wrap)
	}
	if d, ok := c.rw.(interface{ SetWriteDeadline(t time.Time) error }); ok {
		// The one place that asks the machine for the time: the deadline is the
		// operating system's.
		_ = d.SetWriteDeadline(time.Now().Add(writeTime))
	}
	if _, err := c.rw.Write(b); err != nil {
		return fmt.Errorf("send to the server: %w", err)
	}
	return nil
}

// Err says why the connection ended, io.EOF when the server closed it. It may
// be asked after Lines is closed.
func (c *Conn) Err() error { return c.err }

// Close ends the connection.
func (c *Conn) Close() {
	c.once.Do(func() { close(c.quit) })
	c.rw.Close()
	<-c.done
}

func (c *Conn) read() {
	defer close(c.done)
	defer close(c.lines)
	var in, out [4096]byte
	for {
		n, err := c.rw.Read(in[:])
		text, pings := c.filter.Feed(out[:0], c.telnet.strip(in[:n]))
		for range pings {
			_ = c.Send(timeseal.Pong)
		}
		if !c.feed(text) {
			return
		}
		if err != nil {
			c.err = err
			return
		}
	}
}

// feed makes lines of bytes and tells whether anybody still wants them.
func (c *Conn) feed(text []byte) bool {
	for _, b := range text {
		switch {
		case b == '\n':
			line := strings.TrimRight(string(c.partial), " ")
			c.partial = c.partial[:0]
			if !c.hand(Line{Text: bare(line)}) {
				return false
			}
		case b < ' ' || b == 0x7F: // CR, NUL, BEL
		case len(c.partial) < maxText:
			c.partial = append(c.partial, b)
		}
	}
	for _, ask := range []string{"login: ", "password: "} {
		if bytes.HasSuffix(c.partial, []byte(ask)) {
			c.partial = c.partial[:0]
			return c.hand(Line{Text: ask, Asks: true})
		}
	}
	return true
}

// bare takes prompts from the beginning of a line.
func bare(line string) string {
	for {
		rest, ok := strings.CutPrefix(line, prompt)
		if !ok {
			if line == strings.TrimRight(prompt, " ") {
				return ""
			}
			return line
		}
		line = strings.TrimLeft(rest, " ")
		if !strings.HasPrefix(line, prompt) {
			return rest
		}
	}
}

// hand gives a line to whoever reads; empty ones say nothing.
func (c *Conn) hand(l Line) bool {
	if l.Text == "" {
		return true
	}
	select {
	case c.lines <- l:
		return true
	case <-c.quit:
		return false
	}
}

// telnet takes commands out of a stream (RFC 854); none is answered
// (docs/clients.md §2: servers offer nothing but ECHO around the password).
type telnet struct {
	state telnetState
}

type telnetState int

const (
	text telnetState = iota
	command
	option
	subnegotiation
	subCommand
)

// The bytes of RFC 854.
const (
	iac  = 255
	will = 251
	dont = 254
	sb   = 250
	se   = 240
)

// strip works in place.
func (t *telnet) strip(in []byte) []byte {
	out := in[:0]
	for _, b := range in {
		switch t.state {
		case text:
			if b == iac {
				t.state = command
			} else {
				out = append(out, b)
			}
		case command:
			switch {
			case b == sb:
				t.state = subnegotiation
			case b >= will && b <= dont:
				t.state = option
			default:
				t.state = text
			}
		case option:
			t.state = text
		case subnegotiation:
			if b == iac {
				t.state = subCommand
			}
		case subCommand:
			t.state = subnegotiation
			if b == se {
				t.state = text
			}
		}
	}
	return out
}

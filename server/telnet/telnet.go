// Package telnet is the transport for telnet clients and for programs that
// open a plain TCP connection: RFC 854 with 855, 857, 858, 860, 1073 and as much
// of 1143 as is needed.
//
// It is silent until it is spoken to, ECHO around passwords excepted, because
// most chess clients know no telnet (docs/clients.md §2). Between the socket
// and the editing of lines there is a place for a Decoder, which timeseal needs.
package telnet

import (
	"errors"
	"net"
	"net/netip"
	"os"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"epicenter/server/outbox"
	"epicenter/server/transport"
)

// EOL is the line end of the server on telnet, as on FICS: LF CR.
const EOL = "\n\r"

// readSize is a session's read buffer: many commands, and little memory.
const readSize = 256

// lingerTime is how long a client may take to read the goodbye and hang up.
const lingerTime = 2 * time.Second

// Options are what the sessions of a listener share. The zero value works if
// Pool is set.
type Options struct {
	// Name is the transport's word in Traits, "telnet" when empty.
	Name string
	// Pool writes the sessions' output.
	Pool *outbox.Pool
	// Outbox limits the output that may wait; nil is the default.
	Outbox *outbox.Options
	// MaxLine is the longest line in bytes, transport.DefaultMaxLine when 0.
	MaxLine int
	// Decoder makes a decoder for a new session; nil for plain telnet.
	Decoder func() transport.Decoder
}

// Conn is one telnet session; see transport.Conn for what it promises.
type Conn struct {
	conn net.Conn
	raw  syscall.RawConn
	opt  *Options
	box  *outbox.Box
	dec  transport.Decoder

	ended  atomic.Bool // Close or the end of the goodbye: what comes in is nothing
	hidden atomic.Bool

	mu sync.Mutex // guards p.opts and p.reply: Echo comes from another goroutine
	p  parser

	in   [readSize]byte
	r, n int // in[r:n] has been read and not yet parsed
}

var _ transport.Conn = (*Conn)(nil)

// New makes a session of an accepted connection, which it owns from now on.
func New(conn net.Conn, opt *Options) *Conn {
	c := &Conn{conn: conn, opt: opt}
	c.p.lines.Max = opt.MaxLine
	if sc, ok := conn.(syscall.Conn); ok {
		if raw, err := sc.SyscallConn(); err == nil {
			c.raw = raw
		} // else the connection is dead, which the first read will tell
	}
	c.box = outbox.New((*sink)(c), opt.Pool, opt.Outbox)
	if opt.Decoder != nil {
		c.dec = opt.Decoder()
	}
	return c
}

// ReadEvent waits for a line, a window or an interrupt.
func (c *Conn) ReadEvent() (transport.Event, error) {
	for {
		if ev := c.parse(); ev != nil {
			return ev, nil
		}
		n, err := c.conn.Read(c.in[:])
		c.r, c.n = 0, n
		if c.ended.Load() {
			c.r = c.n // promise 5: swallowed
		}
		if n == 0 && err != nil {
			return nil, c.readError(err)
		}
	}
}

// parse consumes what has been read until there is an event.
func (c *Conn) parse() transport.Event {
	c.mu.Lock()
	var ev transport.Event
	for c.r < c.n && ev == nil && !c.ended.Load() {
		k := c.p.feed(c.in[c.r])
		c.r++
		ev = c.event(k)
	}
	wake := len(c.p.reply) > 0
	if wake {
		c.box.Put(outbox.Unit{Bytes: c.p.reply, Raw: true})
		c.p.reply = nil
	}
	c.mu.Unlock()
	if wake {
		c.box.Wake()
	}
	return ev
}

// event makes an event of what the parser has completed, nil if there is none.
func (c *Conn) event(k kind) transport.Event {
	switch k {
	case line:
		return c.line()
	case window:
		return c.p.size
	case interrupt:
		return transport.Interrupt{}
	}
	return nil
}

func (c *Conn) line() transport.Event {
	raw, overlong := c.p.lines.Take()
	return transport.Decode(c.dec, raw, overlong, c.hidden.Load())
}

// readError says why a session ended in the contract's words.
func (c *Conn) readError(err error) error {
	switch {
	case errors.Is(c.box.Err(), outbox.ErrFull):
		<-c.box.Done() // the last line gets its grace: our owner will cut us off
		return transport.ErrSlow
	case c.ended.Load(), errors.Is(err, net.ErrClosed), errors.Is(err, os.ErrDeadlineExceeded):
		return transport.ErrClosed
	}
	return err
}

// Outbox is the queue of everything that is sent.
func (c *Conn) Outbox() *outbox.Box { return c.box }

// Echo queues WONT ECHO (on) or WILL ECHO (off) if that changes anything.
func (c *Conn) Echo(on bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.hidden.Store(!on)
	if b := c.p.opts.hide(nil, !on); len(b) > 0 {
		c.box.Put(outbox.Unit{Bytes: b, Raw: true})
	}
}

// RemoteAddr is the client's address.
func (c *Conn) RemoteAddr() netip.Addr { return transport.AddrOf(c.conn.RemoteAddr()) }

// Traits of a telnet session: nobody is known yet, and nothing can be taken for
// granted.
func (c *Conn) Traits() transport.Traits {
	name := c.opt.Name
	if name == "" {
		name = "telnet"
	}
	t := transport.Traits{Name: name, EOL: EOL}
	if c.dec != nil {
		t.Timeseal = c.dec.Timeseal()
	}
	return t
}

// Close ends the session at once.
func (c *Conn) Close() error {
	c.box.Close()
	return c.cut()
}

func (c *Conn) cut() error {
	c.ended.Store(true)
	if err := c.conn.Close(); err != nil && !errors.Is(err, net.ErrClosed) {
		return err
	}
	return nil
}

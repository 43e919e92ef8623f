package sshd

import (
	"bytes"
	"errors"
	"net/netip"
	"sync"
	"sync/atomic"

	"github.com/gliderlabs/ssh"

	"epicenter/server/outbox"
	"epicenter/server/transport"
)

// Conn is one SSH session; see transport.Conn for what it promises.
type Conn struct {
	link   *link
	req    *requests
	traits transport.Traits
	max    int
	box    *outbox.Box
	term   *terminal // nil without line editing
	crlf   bool      // a command at a terminal: its client has made that raw

	events  chan transport.Event // from the reader; closed after readErr is set
	readErr error

	closed    chan struct{} // our side has ended
	closeOnce sync.Once
	hidden    atomic.Bool
	exit      atomic.Int32
	window    transport.Window // the last one reported; ReadEvent's own
}

var (
	_ transport.Conn   = (*Conn)(nil)
	_ transport.Exiter = (*Conn)(nil)
)

func (s *Server) newConn(l *link, r *requests, t transport.Traits, isPTY bool, size ssh.Window) *Conn {
	c := &Conn{
		link: l, req: r, traits: t, max: s.opt.MaxLine,
		crlf:   isPTY && !t.PTY,
		events: make(chan transport.Event),
		closed: make(chan struct{}),
		window: t.Window,
	}
	c.box = outbox.New((*sink)(c), s.opt.Pool, s.opt.Outbox)
	read := c.readPlain
	if t.PTY {
		c.term = newTerminal(c, size.Width, size.Height)
		read = c.term.read
	}
	r.running.Go(func() {
		defer close(c.events)
		c.readErr = read()
	})
	return c
}

// ReadEvent waits for a line, a window or an interrupt.
func (c *Conn) ReadEvent() (transport.Event, error) {
	for {
		select {
		case <-c.closed:
			return nil, c.endError()
		default:
		}
		select {
		case ev, ok := <-c.events:
			if !ok {
				return nil, c.endError()
			}
			return ev, nil
		case <-c.req.resized:
			if ev, ok := c.resize(); ok {
				return ev, nil
			}
		case <-c.closed:
		}
	}
}

// resize takes the newest size.
func (c *Conn) resize() (transport.Window, bool) {
	width, height := c.req.size()
	if c.term != nil {
		c.term.resize(width, height)
	}
	size := transport.Clamp(width, height)
	if size == c.window {
		return size, false
	}
	c.window = size
	return size, true
}

// endError says why there are no more events.
func (c *Conn) endError() error {
	if errors.Is(c.box.Err(), outbox.ErrFull) {
		<-c.box.Done() // the last line gets its grace: our owner will cut us off
		return transport.ErrSlow
	}
	select {
	case <-c.closed:
		return transport.ErrClosed
	default:
		return c.readErr
	}
}

// send hands an event to ReadEvent, and reports whether it could.
func (c *Conn) send(ev transport.Event) bool {
	select {
	case c.events <- ev:
		return true
	case <-c.closed:
		return false
	}
}

// readPlain reads lines without editing.
func (c *Conn) readPlain() error {
	lines := transport.Lines{Max: c.max}
	var buf [1024]byte
	for {
		n, err := c.req.ch.Read(buf[:])
		for _, b := range buf[:n] {
			if !lines.Add(b) {
				continue
			}
			l := transport.LineOf(lines.Take())
			l.Hidden = c.hidden.Load()
			if !c.send(l) {
				return transport.ErrClosed
			}
		}
		if err != nil {
			return err
		}
	}
}

// Outbox is the queue of everything that is sent.
func (c *Conn) Outbox() *outbox.Box { return c.box }

// Echo tells the line editor whether to show what is typed. Without a terminal
// nothing is echoed by us in any case.
func (c *Conn) Echo(on bool) { c.hidden.Store(!on) }

// RemoteAddr is the client's address.
func (c *Conn) RemoteAddr() netip.Addr { return c.link.addr }

// Traits tells who has logged in and what is at the other end.
func (c *Conn) Traits() transport.Traits { return c.traits }

// SetExit sets the status that the session ends with.
func (c *Conn) SetExit(code int) { c.exit.Store(int32(code)) }

// Close ends the session, and with it the connection, at once, unless the
// outbox has been flushed: then the client learns the exit status first.
func (c *Conn) Close() error {
	c.box.Close()
	return nil
}

// end lets the session's output end if its owner has not.
func (c *Conn) end() {
	c.box.CloseAfterFlush(outbox.DefaultGrace)
	<-c.box.Done()
}

// stop ends the reading side.
func (c *Conn) stop() { c.closeOnce.Do(func() { close(c.closed) }) }

// sink is the side of a Conn that its outbox writes to.
type sink Conn

// Encode renders units for a terminal, or copies them.
func (s *sink) Encode(dst []byte, batch []outbox.Unit) []byte {
	if s.term != nil {
		return s.term.encode(dst, batch)
	}
	for _, u := range batch {
		if s.crlf {
			dst = append(dst, bytes.ReplaceAll(u.Bytes, []byte("\n"), []byte("\r\n"))...)
		} else {
			dst = append(dst, u.Bytes...)
		}
	}
	return dst
}

// Write writes to the channel, as far as the client lets us.
func (s *sink) Write(p []byte) (int, error) { return s.req.ch.Write(p) }

// Full ends the reading side.
func (s *sink) Full() { (*Conn)(s).stop() }

// Close ends the session. If not all was written, the writer may hang on a
// client that gives no window, where only cutting the connection helps.
func (s *sink) Close(flushed bool) error {
	(*Conn)(s).stop()
	if flushed {
		return nil
	}
	return s.link.Conn.Close()
}

// errInterrupt makes the line editor return for an Interrupt.
var errInterrupt = errors.New("interrupted")

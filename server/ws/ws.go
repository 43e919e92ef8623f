// Package ws is the transport over WebSocket (RFC 6455) as the web application
// of FICS speaks it: binary frames both ways, from the client one line each,
// sealed or plain, from the server one unit of output each (docs/clients.md §5).
//
// It is made for a proxy in front of it that does TLS. What the proxy says about
// the real address of a client is believed only of addresses that are trusted.
package ws

import (
	"context"
	"errors"
	"io"
	"net"
	"net/netip"
	"os"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"

	"epicenter/server/outbox"
	"epicenter/server/transport"
)

// EOL is the line end of the server, the same as on telnet.
const EOL = "\n\r"

// readSize is a session's read buffer: many commands, and little memory. A frame
// is never in memory as a whole, however long it is.
const readSize = 256

// lingerTime is how long a client may take to read the goodbye and answer it.
const lingerTime = 2 * time.Second

// Options are what the sessions of a listener share. The zero value works if
// Pool is set.
type Options struct {
	// Pool writes the sessions' output.
	Pool *outbox.Pool
	// Outbox limits the output that may wait; nil is the default. PerUnit is on
	// whatever it says.
	Outbox *outbox.Options
	// MaxLine is the longest line in bytes, transport.DefaultMaxLine when 0.
	MaxLine int
	// Origins are patterns of the hosts whose pages may connect, besides the
	// host that the page calls by itself: "*" for every page, "*.example.org".
	// Programs that are no browser send no Origin and are not asked.
	Origins []string
	// Trusted tells the addresses of proxies whose X-Forwarded-For is believed;
	// nil trusts nobody.
	Trusted func(netip.Addr) bool
	// Decoder reads the lines of a new session; nil for plain text alone.
	Decoder func() transport.Decoder
	// HandshakeTime is how long the HTTP request may take, 10 s when 0.
	HandshakeTime time.Duration
}

// Conn is one session over WebSocket; see transport.Conn for what it promises.
type Conn struct {
	conn net.Conn
	ws   *websocket.Conn
	addr netip.Addr
	box  *outbox.Box
	dec  transport.Decoder

	ended  atomic.Bool // Close or the end of the goodbye: what comes in is nothing
	hidden atomic.Bool

	lines   transport.Lines
	open    bool      // a line has begun
	message io.Reader // what is left of the frame being read, nil between frames
	frame   bool      // the frame has ended behind in[:n]
	in      [readSize]byte
	r, n    int // in[r:n] has been read and not yet parsed
}

var _ transport.Conn = (*Conn)(nil)

// newConn makes a session of a connection whose handshake is done.
func newConn(conn net.Conn, ws *websocket.Conn, addr netip.Addr, opt *Options) *Conn {
	c := &Conn{conn: conn, ws: ws, addr: addr}
	c.lines.Max = opt.MaxLine
	var box outbox.Options
	if opt.Outbox != nil {
		box = *opt.Outbox
	}
	box.PerUnit = true
	c.box = outbox.New((*sink)(c), opt.Pool, &box)
	if opt.Decoder != nil {
		c.dec = opt.Decoder()
	}
	ws.SetReadLimit(-1) // our own limit is that of a line; what is beyond is swallowed
	return c
}

// ReadEvent waits for a line or a pong.
func (c *Conn) ReadEvent() (transport.Event, error) {
	for {
		if ev := c.parse(); ev != nil {
			return ev, nil
		}
		if c.message == nil {
			_, r, err := c.ws.Reader(context.Background())
			if err != nil {
				return nil, c.readError(err)
			}
			c.message = r
		}
		n, err := c.message.Read(c.in[:])
		c.r, c.n = 0, n
		switch {
		case err == io.EOF:
			c.message, c.frame = nil, true
		case err != nil && n == 0:
			return nil, c.readError(err)
		}
	}
}

// parse consumes what has been read until there is an event. The end of a frame
// ends its last line too.
func (c *Conn) parse() transport.Event {
	for c.r < c.n && !c.ended.Load() {
		b := c.in[c.r]
		c.r++
		if c.lines.Add(b) {
			c.open = false
			if ev := c.line(); ev != nil {
				return ev
			}
		} else if b != '\n' && b != 0 {
			c.open = true
		}
	}
	c.r = c.n
	if c.frame {
		c.frame = false
		if c.open && !c.ended.Load() && c.lines.Add('\n') {
			c.open = false
			return c.line()
		}
	}
	return nil
}

func (c *Conn) line() transport.Event {
	raw, overlong := c.lines.Take()
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
	switch websocket.CloseStatus(err) {
	case websocket.StatusNormalClosure, websocket.StatusGoingAway, websocket.StatusNoStatusRcvd:
		return transport.EOF
	}
	return err
}

// Outbox is the queue of everything that is sent.
func (c *Conn) Outbox() *outbox.Box { return c.box }

// Echo only notes it: what is shown on a web page is the page's business, which
// looks for the password prompt by itself (docs/clients.md §2).
func (c *Conn) Echo(on bool) { c.hidden.Store(!on) }

// RemoteAddr is the client's address, the one behind a trusted proxy if there is
// one.
func (c *Conn) RemoteAddr() netip.Addr { return c.addr }

// Traits of a session over WebSocket.
func (c *Conn) Traits() transport.Traits {
	t := transport.Traits{Name: "websocket", EOL: EOL}
	if c.dec != nil {
		t.Timeseal = c.dec.Timeseal()
	}
	return t
}

// Close ends the session at once.
func (c *Conn) Close() error {
	c.box.Close()
	err := c.cut()
	// The connection is closed, so this only frees what the library holds.
	_ = c.ws.CloseNow()
	return err
}

func (c *Conn) cut() error {
	c.ended.Store(true)
	if err := c.conn.Close(); err != nil && !errors.Is(err, net.ErrClosed) {
		return err
	}
	return nil
}

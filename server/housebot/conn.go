package housebot

import (
	"io"
	"net/netip"
	"sync"

	"epicenter/server/outbox"
	"epicenter/server/transport"
)

// typeAhead is how many lines may wait to be read by the server.
const typeAhead = 4

// conn is a connection inside the process; see transport.Conn for what it promises.
// What the server sends is read from output.
type conn struct {
	box    *outbox.Box
	traits transport.Traits
	typed  chan transport.Event
	output *io.PipeReader
	write  *io.PipeWriter

	left, done         chan struct{} // our side has hung up; it is all over
	leaveOnce, endOnce sync.Once
}

var _ transport.Conn = (*conn)(nil)

// newConn returns the connection of an account whose owner is known to be who he
// says, as over SSH with a key.
func newConn(handle string, version uint64, h Host) *conn {
	c := &conn{
		traits: transport.Traits{
			Name: "house", EOL: "\n", UTF8: true,
			Login: transport.Login{Name: handle, Method: transport.Key, Version: version},
		},
		typed: make(chan transport.Event, typeAhead),
		left:  make(chan struct{}), done: make(chan struct{}),
	}
	c.output, c.write = io.Pipe()
	c.box = outbox.New((*sink)(c), h.Pool(), h.Outbox())
	return c
}

// ReadEvent implements transport.Conn.
func (c *conn) ReadEvent() (transport.Event, error) {
	select {
	case <-c.done:
		return nil, transport.ErrClosed
	default:
	}
	select {
	case ev := <-c.typed:
		return ev, nil
	case <-c.done:
		return nil, transport.ErrClosed
	case <-c.left:
	}
	select { // what was typed before counts
	case ev := <-c.typed:
		return ev, nil
	default:
		return nil, transport.EOF
	}
}

func (c *conn) Outbox() *outbox.Box      { return c.box }
func (c *conn) Echo(bool)                {}
func (c *conn) RemoteAddr() netip.Addr   { return netip.Addr{} }
func (c *conn) Traits() transport.Traits { return c.traits }

// Close implements transport.Conn.
func (c *conn) Close() error {
	c.box.Close()
	return nil
}

// leave is the bot's way of hanging up.
func (c *conn) leave() { c.leaveOnce.Do(func() { close(c.left) }) }

// sink is the connection's side of its outbox.
type sink conn

func (s *sink) Encode(dst []byte, batch []outbox.Unit) []byte {
	for _, u := range batch {
		dst = append(dst, u.Bytes...)
	}
	return dst
}

// Write implements outbox.Sink. The bot reads until the end, always.
func (s *sink) Write(p []byte) (int, error) { return s.write.Write(p) }

func (s *sink) Full() {}

// Close implements outbox.Sink.
func (s *sink) Close(bool) error {
	s.endOnce.Do(func() { close(s.done) })
	return s.write.Close()
}

package sshd

import (
	"net"
	"net/netip"
	"sync"
	"time"

	"github.com/gliderlabs/ssh"

	"epicenter/server/transport"
)

// link is one connection, which carries at most one session at a time.
//
// Its deadline is its own affair: gliderlabs/ssh clears every deadline at the
// first read, so that a client that never speaks would stay for ever. Here the
// time runs until a session has started, and again when it has ended.
type link struct {
	net.Conn
	addr netip.Addr
	wait time.Duration

	mu    sync.Mutex
	busy  bool // has a session
	tries int
}

func newLink(conn net.Conn, wait time.Duration) (*link, error) {
	l := &link{Conn: conn, addr: transport.AddrOf(conn.RemoteAddr()), wait: wait}
	return l, conn.SetDeadline(time.Now().Add(wait))
}

// SetDeadline does nothing: see above.
func (l *link) SetDeadline(time.Time) error { return nil }

// SetReadDeadline does nothing.
func (l *link) SetReadDeadline(time.Time) error { return nil }

// SetWriteDeadline does nothing.
func (l *link) SetWriteDeadline(time.Time) error { return nil }

// enter asks for the place of the one session.
func (l *link) enter() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.busy {
		return false
	}
	l.busy = true
	return true
}

// leave gives the place back; the client has a while to hang up or to open
// another session.
func (l *link) leave() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.busy = false
	l.limit()
}

// limit starts the clock. A connection that takes no deadline is closed
// already.
func (l *link) limit() { _ = l.Conn.SetDeadline(time.Now().Add(l.wait)) }

// release stops the clock: a session has started.
func (l *link) release() { _ = l.Conn.SetDeadline(time.Time{}) }

// try counts a key or a password, and reports whether it may still be looked at.
func (l *link) try() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.tries++
	return l.tries <= maxTries
}

type linkKey struct{}

// linkOf returns the link of a connection, which ServeConn has put there.
func linkOf(ctx ssh.Context) *link { return ctx.Value(linkKey{}).(*link) }

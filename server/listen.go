package server

import (
	"errors"
	"net"
	"net/netip"
	"time"

	"epicenter/server/telnet"
)

// Waits after a failed accept (docs/cases.md 97): files run out, and come back
// when somebody leaves.
const (
	firstPause = 5 * time.Millisecond
	maxPause   = time.Second
)

// accept serves one listener until it is closed.
func (s *Server) accept(l Listener) {
	pause := time.Duration(0)
	for {
		c, err := l.Accept()
		switch {
		case errors.Is(err, net.ErrClosed):
			return
		case err != nil:
			pause = min(max(firstPause, 2*pause), maxPause)
			s.hush.note("connections cannot be accepted", netip.Addr{}, "err", err)
			s.pause(pause)
			continue
		}
		pause = 0
		s.welcome(l, c)
	}
}

// pause waits, in steps so that a stop is not held up for long.
func (s *Server) pause(d time.Duration) {
	const step = 50 * time.Millisecond
	for ; d > 0 && !s.stopping.Load(); d -= step {
		time.Sleep(min(d, step))
	}
}

// welcome lets a connection through the gate and serves it.
func (s *Server) welcome(l Listener, c net.Conn) {
	addr := addrOf(c)
	p, refusal := s.gate.admit(addr)
	if refusal != "" {
		s.hush.note("connection refused", addr, "why", refusal)
		refuse(c, refusal+telnet.EOL)
		return
	}
	s.wg.Go(func() { l.Open(c, p.enter, p.leave) })
}

// Telnet makes a session of a plain connection; it is an Open of a Listener.
func (s *Server) Telnet(c net.Conn, enter, leave func()) {
	s.Serve(telnet.New(c, &telnet.Options{
		Pool: &s.pool, Outbox: s.outbox, MaxLine: lineLength(s.Config()),
	}), enter, leave)
}

package server

import (
	"errors"
	"net"
	"net/netip"
	"time"

	"epicenter/server/outbox"
	"epicenter/server/telnet"
	"epicenter/server/timeseal"
	"epicenter/server/transport"
	"epicenter/server/ws"
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

// welcome lets a connection through the gate and serves it. A trusted proxy
// counts for whom it stands for, once that is known.
func (s *Server) welcome(l Listener, c net.Conn) {
	addr := addrOf(c)
	proxy := s.trusts(addr)
	counted := addr
	if proxy {
		counted = netip.Addr{}
	}
	p, refusal := s.gate.admit(counted)
	if refusal != "" {
		s.turnBack(l, c, addr, refusal)
		return
	}
	s.wg.Go(func() { s.open(l, c, p, proxy) })
}

// turnBack refuses a connection.
func (s *Server) turnBack(l Listener, c net.Conn, addr netip.Addr, refusal string) {
	s.hush.note("connection refused", addr, "why", refusal)
	text := refusal + telnet.EOL
	if l.Refusal != nil {
		text = l.Refusal(refusal)
	}
	refuse(c, text)
}

// open serves a connection that has been let in.
func (s *Server) open(l Listener, c net.Conn, p *pass, proxy bool) {
	pass := Pass{Enter: p.enter, Leave: p.leave}
	if proxy {
		pass.Locate = p.locate
	}
	if _, header := proxies(s.Config()); proxy && header {
		named, refusal := s.introduced(c, &pass)
		if refusal != "" {
			s.turnBack(l, c, addrOf(named), refusal)
			p.leave()
			return
		}
		c = named
	}
	l.Open(c, pass)
}

// Telnet makes a session of a plain connection, or of one sealed by timeseal; it
// is an Open of a Listener.
func (s *Server) Telnet(c net.Conn, p Pass) {
	s.Serve(telnet.New(c, &telnet.Options{
		Pool: &s.pool, Outbox: s.outbox, MaxLine: lineLength(s.Config()),
		Decoder: func() transport.Decoder { return &timeseal.Session{} },
	}), p)
}

// WebSocket makes a session of a connection of a web page; it is an Open of a
// Listener.
func (s *Server) WebSocket(c net.Conn, p Pass) {
	cfg, ended := s.Config(), make(chan struct{})
	s.bare(c, ended)
	conn, err := ws.Accept(c, &ws.Options{
		Pool: &s.pool, Outbox: s.outbox, MaxLine: lineLength(cfg), Origins: origins(cfg),
		Trusted: s.trusts, HandshakeTime: loginTime(cfg),
		Decoder: func() transport.Decoder { return &timeseal.Session{} },
	})
	close(ended)
	s.dressed(c)
	if err != nil {
		s.hush.note("no WebSocket", addrOf(c), "err", err)
		_ = c.Close() // it is over whatever happens
		p.Leave()
		return
	}
	if real := conn.RemoteAddr(); p.Locate != nil && real != addrOf(c) {
		refusal := p.Locate(real)
		p.Locate = nil
		if refusal != "" {
			s.hush.note("connection refused", real, "why", refusal)
			conn.Outbox().Put(outbox.Unit{Bytes: []byte(refusal + ws.EOL)})
			conn.Outbox().CloseAfterFlush(goodbye)
			drain(conn)
			_ = conn.Close()
			p.Leave()
			return
		}
	}
	s.Serve(conn, p)
}

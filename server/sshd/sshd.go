// Package sshd is the transport for SSH, over gliderlabs/ssh and x/crypto.
//
// The SSH user name is the login name; a key of the account, its password, or,
// for guests and names without account, nothing at all proves it. With a
// terminal (PTY) a person gets line editing and a history; without one, plain
// lines that end in LF, for programs; with a command, that one line.
//
// gliderlabs/ssh 0.3.8 has five traps, each of which is closed here and has a
// test named after the attack: it erases the deadlines of silent connections
// (link), a resize can block a session for good and races with Pty (requests),
// it reports keys that were only offered (config), and its Write rewrites line
// ends and miscounts (requests keeps the bare channel).
package sshd

import (
	"io"
	"net"
	"sync"
	"time"

	"github.com/gliderlabs/ssh"
	gossh "golang.org/x/crypto/ssh"

	"epicenter/server/outbox"
	"epicenter/server/text"
	"epicenter/server/transport"
)

// DefaultLoginTime is how long a connection may take from its first byte to its
// session, the typing of a password included.
const DefaultLoginTime = 60 * time.Second

// Options of a Server. HostKey, Auth, Pool and Handle must be set.
type Options struct {
	// HostKey is the server's private key, see HostKey.
	HostKey gossh.Signer
	// Auth decides who comes in.
	Auth Auth
	// Pool writes the sessions' output.
	Pool *outbox.Pool
	// Outbox limits the output that may wait; nil is the default.
	Outbox *outbox.Options
	// MaxLine is the longest line in bytes, transport.DefaultMaxLine when 0.
	MaxLine int
	// LoginTime is DefaultLoginTime when 0.
	LoginTime time.Duration
	// Handle runs one session in a goroutine of its own. When it returns, the
	// session ends, with exit status 0 or the one that was set.
	Handle func(*Conn)
}

// Server makes sessions of connections.
type Server struct {
	opt Options
	ssh *ssh.Server

	mu     sync.Mutex
	closed bool
	links  map[*link]struct{}
	active int           // goroutines that are to be waited for
	idle   chan struct{} // closed when the last has gone, after Close
}

// New returns a server that waits for connections.
func New(opt Options) *Server {
	if opt.LoginTime <= 0 {
		opt.LoginTime = DefaultLoginTime
	}
	if opt.MaxLine <= 0 {
		opt.MaxLine = transport.DefaultMaxLine
	}
	s := &Server{opt: opt, links: map[*link]struct{}{}, idle: make(chan struct{})}
	s.ssh = &ssh.Server{
		Version:              "Epicenter",
		HostSigners:          []ssh.Signer{opt.HostKey},
		ServerConfigCallback: s.config,
		ConnCallback: func(ctx ssh.Context, conn net.Conn) net.Conn {
			ctx.SetValue(linkKey{}, conn.(*link))
			return conn
		},
		// Only sessions: no forwarding in either direction, no subsystem.
		ChannelHandlers:   map[string]ssh.ChannelHandler{"session": s.channel},
		RequestHandlers:   map[string]ssh.RequestHandler{},
		SubsystemHandlers: map[string]ssh.SubsystemHandler{},
		Handler:           s.session,
	}
	return s
}

// ServeConn speaks SSH on an accepted connection, which it owns, and returns
// when the connection has ended.
func (s *Server) ServeConn(conn net.Conn) {
	l, err := newLink(conn, s.opt.LoginTime)
	if err != nil || !s.enter(l) {
		_ = conn.Close() // dead already, or nobody is at home: nothing to tell
		return
	}
	defer s.leave(l)
	s.ssh.HandleConn(l)
}

// Close cuts all connections and waits for their sessions. To say goodbye
// first, use the sessions' outboxes.
func (s *Server) Close() {
	s.mu.Lock()
	if !s.closed {
		s.closed = true
		if s.active == 0 {
			close(s.idle)
		}
	}
	for l := range s.links {
		_ = l.Conn.Close() // the reader learns it
	}
	s.mu.Unlock()
	<-s.idle
}

// enter counts a goroutine, with its link if it is a connection's.
func (s *Server) enter(l *link) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return false
	}
	s.active++
	if l != nil {
		s.links[l] = struct{}{}
	}
	return true
}

func (s *Server) leave(l *link) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if l != nil {
		delete(s.links, l)
	}
	if s.active--; s.active == 0 && s.closed {
		close(s.idle)
	}
}

// channel opens the one session of a connection.
func (s *Server) channel(srv *ssh.Server, conn *gossh.ServerConn, newChan gossh.NewChannel, ctx ssh.Context) {
	l := linkOf(ctx)
	if !s.enter(nil) {
		return
	}
	defer s.leave(nil)
	if !l.enter() {
		// The peer is gone if it cannot be told.
		_ = newChan.Reject(gossh.ResourceShortage, "one session a connection")
		return
	}
	defer l.leave()
	r := newRequests(newChan)
	ssh.DefaultSessionHandler(srv, conn, r, sessionContext{ctx, r})
	r.wait()
}

// session is gliderlabs' handler for a shell or a command.
func (s *Server) session(sess ssh.Session) {
	r := sess.Context().(sessionContext).requests
	defer r.finish()
	login, ok := loginOf(sess.Context())
	if !ok {
		s.refuse(sess, r, "Nobody has logged in on this connection.")
		return
	}
	t := transport.Traits{Name: "ssh", EOL: "\n", UTF8: true, Login: login, Exec: r.exec}
	pty, _, isPTY := sess.Pty()
	if t.Exec {
		if len(sess.RawCommand()) > s.opt.MaxLine {
			s.refuse(sess, r, "The command is too long.")
			return
		}
		t.Command = text.Clean(sess.RawCommand())
	} else if isPTY {
		t.PTY = true
	}
	if isPTY {
		t.Window = transport.Clamp(pty.Window.Width, pty.Window.Height)
	}
	l := linkOf(sess.Context())
	l.release()
	c := s.newConn(l, r, t, isPTY, pty.Window)
	s.opt.Handle(c)
	c.end()
	l.limit()
	// The client may be gone, and then nobody is left to hear the status.
	_ = r.ch.CloseWrite()
	_ = sess.Exit(int(c.exit.Load()))
}

// refuse ends a session before it has begun. The link's clock still runs, so a
// client that does not read holds nobody up, and one that is gone needs no
// answer.
func (s *Server) refuse(sess ssh.Session, r *requests, why string) {
	_, _ = io.WriteString(r.ch.Stderr(), why+"\n")
	_ = sess.Exit(1)
}

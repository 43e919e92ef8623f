// Package server joins what comes in over the wire with the world: it listens,
// keeps single addresses from harming the others, leads everybody through the
// login, posts what people type to the loop, runs slow jobs, and stops all of it
// in order (docs/design.md, "Edges").
package server

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"

	"epicenter/server/config"
	"epicenter/server/loop"
	"epicenter/server/outbox"
	"epicenter/server/transport"
	"epicenter/server/world"
	"epicenter/storage"
)

// Loop is what the server needs of the loop; *loop.Loop is one.
type Loop interface {
	Attach(id world.SessionID, s loop.Sink)
	Post(b world.Body)
	Now() int64
	Run(ctx context.Context) error
}

// Passwords hashes and verifies; both take tens of milliseconds and megabytes
// and may be called by several goroutines.
type Passwords interface {
	Hash(password string) (string, error)
	// Verify tells whether the password is the one of the PHC string, and
	// whether the hash was made at another cost than new ones are.
	Verify(hash, password string) (ok, stale bool, err error)
}

// Options are what a server works with.
type Options struct {
	Config    config.Config
	Version   string // of the program, for the world
	Store     storage.Store
	Passwords Passwords
	Log       *slog.Logger
	// Now is the loop's time, Unix ms, monotonic.
	Now func() int64
	// Pick returns a random number from 0 to n-1, for guests' names.
	Pick func(n int) int
	// FirstSession is the number of the first session; greater than any that
	// was ever used.
	FirstSession world.SessionID
	// MaxOpen is how many connections may be open at once; 0 for no bound.
	MaxOpen int
}

// Server is the whole of a running server but the world and its loop. Its
// promises:
//
//  1. Every goroutine it starts has ended when Run returns.
//  2. One goroutine posts the inputs of a session, Connected first and Closed
//     last; after Stopping nothing is posted any more.
//  3. What people type is kept nowhere but in the input it makes; no log holds
//     any of it.
//  4. Nobody waits for somebody else: what blocks, blocks its own session.
type Server struct {
	opt       Options
	cfg       atomic.Pointer[config.Config]
	loop      Loop
	gate      *gate
	penalties *penalties
	hush      *hush
	roster    *roster
	workers   chan struct{} // one token for each password being hashed
	asked     asked
	pool      outbox.Pool
	outbox    *outbox.Options
	lastID    atomic.Uint64

	stopping atomic.Bool
	mu       sync.Mutex
	conns    map[transport.Conn]struct{} // sessions, from accept on
	links    map[net.Conn]struct{}       // SSH connections without a session
	wg       sync.WaitGroup              // connections, accept loops and jobs
}

// New returns a server that does nothing until Run. The loop that is given to
// Run hands its jobs to Work.
func New(o Options) *Server {
	s := &Server{
		opt: o, conns: map[transport.Conn]struct{}{}, links: map[net.Conn]struct{}{},
		gate: newGate(o.Config.Limits, o.MaxOpen, o.Now), penalties: newPenalties(o.Now),
		hush: newHush(o.Log, o.Now), roster: newRoster(),
		workers: make(chan struct{}, max(1, o.Config.Password.Workers)),
		outbox: &outbox.Options{
			Cap:      int(o.Config.Limits.Outbox),
			LastLine: []byte("\n\r**** You did not read what was sent to you; the connection ends. ****\n\r"),
		},
	}
	s.asked.init()
	s.cfg.Store(&o.Config)
	s.lastID.Store(uint64(o.FirstSession))
	return s
}

// Config is the configuration in force; it is not to be changed.
func (s *Server) Config() *config.Config { return s.cfg.Load() }

// Reload puts a fresh configuration in force, for the world too. Addresses,
// the data folder and what was set up at the start stay as they were.
func (s *Server) Reload(c config.Config) {
	s.cfg.Store(&c)
	s.gate.configure(c.Limits)
	s.post(world.ConfigChanged{Config: WorldConfig(c, s.opt.Version)})
	s.opt.Log.Info("configuration reloaded")
}

// post hands an input to the loop, unless the server is stopping.
func (s *Server) post(b world.Body) {
	if !s.stopping.Load() {
		s.loop.Post(b)
	}
}

// Listener is one address that is served.
type Listener struct {
	net.Listener
	// Open makes sessions of an accepted connection. It uses the pass when its
	// owner has logged in, and once when it has ended, which may be after Open
	// has returned.
	Open func(c net.Conn, p Pass)
	// Refusal words a refusal for the protocol of the listener; nil sends the
	// line as it is.
	Refusal func(line string) string
}

// Pass is what the gate gives to a connection that it has let in.
type Pass struct {
	Enter func() // its owner has logged in
	Leave func() // it has ended
	// Locate says where a connection really comes from, or why it may not stay
	// then; nil unless it has come through a trusted proxy that has not said so
	// yet.
	Locate func(netip.Addr) (refusal string)
}

// How long the end of things may take.
const (
	// goodbye is how long a closing connection may take to read what waits.
	goodbye = 2 * time.Second
	// applyTime is how long a leaving peer's last lines may take to be applied.
	applyTime = 10 * time.Second
)

// Attach names the loop that inputs go to; before Run or anything that posts.
func (s *Server) Attach(l Loop) { s.loop = l }

// Run serves until the context ends, then stops: no more input, what waits is
// applied and committed, handed out, and the connections close
// (docs/design.md, "Stop"). reason is told to everybody.
func (s *Server) Run(ctx context.Context, listeners []Listener, reason string) error {
	done := make(chan error, 1)
	go func() { done <- s.loop.Run(context.WithoutCancel(ctx)) }()
	for _, l := range listeners {
		s.wg.Go(func() { s.accept(l) })
	}
	var err error
	running := true
	select {
	case <-ctx.Done():
	case err = <-done: // without an error: an administrator has said shutdown
		running = false
		if err != nil {
			err = fmt.Errorf("the loop ended: %w", err)
		}
	}
	s.stopping.Store(true)
	for _, l := range listeners {
		if e := l.Close(); e != nil && !errors.Is(e, net.ErrClosed) {
			s.opt.Log.Warn("closing a listener", "err", e)
		}
	}
	if running {
		s.loop.Post(world.Stopping{Reason: reason})
		err = <-done
	}
	s.closeAll()
	s.wg.Wait()
	s.pool.Wait()
	return err
}

// closeAll says goodbye to every session and cuts what has none.
func (s *Server) closeAll() {
	s.asked.stop()
	s.mu.Lock()
	defer s.mu.Unlock()
	for c := range s.conns {
		c.Outbox().CloseAfterFlush(goodbye)
	}
	for c := range s.links {
		_ = c.Close() // its reader learns it
	}
}

// keep registers a session so that closeAll finds it; false means that the
// server is stopping.
func (s *Server) keep(c transport.Conn) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stopping.Load() {
		return false
	}
	s.conns[c] = struct{}{}
	return true
}

func (s *Server) forget(c transport.Conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.conns, c)
}

// bare registers a connection that has no session now. If the server is
// stopping, it gives the peer a while to hang up and cuts the connection then.
// dressed takes it off the list; ended is closed when it is no more.
func (s *Server) bare(c net.Conn, ended <-chan struct{}) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stopping.Load() {
		s.wg.Go(func() {
			sleep(goodbye, ended)
			_ = c.Close() // its reader learns it
		})
		return
	}
	s.links[c] = struct{}{}
}

func (s *Server) dressed(c net.Conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.links, c)
}

// Pool writes the output of all sessions.
func (s *Server) Pool() *outbox.Pool { return &s.pool }

// Outbox is the bound of what may wait for one session.
func (s *Server) Outbox() *outbox.Options { return s.outbox }

// FirstSession returns a session number that is greater than any used before:
// 1,024 for each second since 2026, which no server gives out in the long run,
// in the lower 40 bits, as the upper ones are an edge's (world.SessionID). now
// is Unix ms and not below the last clock that was stored.
func FirstSession(now int64) world.SessionID {
	const since = 1767225600 // 2026-01-01 UTC, Unix seconds
	return world.SessionID(max(1, now/1000-since)<<10) & (1<<40 - 1)
}

// refuse writes one line to a connection that is not let in, and closes it.
func refuse(c net.Conn, line string) {
	// The line is small and the kernel takes it at once; whoever does not
	// read it loses nothing but the reason.
	if err := c.SetDeadline(time.Now().Add(time.Second)); err == nil {
		_, _ = io.WriteString(c, line)
	}
	_ = c.Close()
}

// addrOf is the address of a peer, zero if it has none.
func addrOf(c net.Conn) netip.Addr { return transport.AddrOf(c.RemoteAddr()) }

package server

import (
	"errors"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"

	"epicenter/server/outbox"
	"epicenter/server/timeseal"
	"epicenter/server/transport"
	"epicenter/server/world"
)

// inLoop is how many lines of one session may be in the loop at once
// (docs/design.md, "Edges").
const inLoop = 16

// session is one connection from accept to close. Its goroutine reads, and
// stops reading when enough of it is in the loop or its allowance is used up,
// so that TCP pushes back.
type session struct {
	srv  *Server
	conn transport.Conn
	id   world.SessionID
	pass Pass
	addr netip.Addr // of the person, behind whatever proxy

	phase atomic.Int32  // see the phases
	slots chan struct{} // one token for each line in the loop; made at the entry

	mu   sync.Mutex
	left bucket

	handle string
	name   string // the unregistered name that is held, if any
	guest  bool
	utf8   bool // Speaks has been posted, or need not be
	window transport.Window
}

// The phases: whoever moves a session from atLogin first decides, the timer or
// the person.
const (
	atLogin int32 = iota
	tooLate
	inWorld
)

// Serve leads a connection through the login. Whoever comes in goes on in a
// goroutine of his own, as the one that led him through the login has a stack
// that is larger than reading lines needs; 10,000 people notice. It uses the
// pass as Listener.Open does.
func (s *Server) Serve(conn transport.Conn, p Pass) {
	if !s.keep(conn) {
		_ = conn.Close() // it is on its way out whatever happens
		p.Leave()
		return
	}
	x := &session{srv: s, conn: conn, pass: p, addr: conn.RemoteAddr(), utf8: conn.Traits().UTF8}
	if x.login() {
		s.wg.Go(x.visit)
		return
	}
	drain(x.conn)
	x.close()
}

// visit is the life of a session in the world.
func (x *session) visit() {
	x.play()
	x.close()
}

// close ends the session; what waits for the peer has left or is lost by now.
func (x *session) close() {
	x.free()
	x.srv.forget(x.conn)
	_ = x.conn.Close() // it is over for us whatever happens
	x.pass.Leave()
}

// free gives back what the session held.
func (x *session) free() {
	if x.phase.Load() == inWorld {
		x.srv.roster.leave(x.guest)
	}
	if x.name != "" {
		x.srv.roster.release(x.name)
	}
}

// drain reads what a connection that has been told to close still sends, so
// that the goodbye is not lost, until the transport says that it is over.
func drain(c transport.Conn) {
	for {
		if _, err := c.ReadEvent(); err != nil {
			break
		}
	}
	<-c.Outbox().Done()
}

// play posts what the person does until the connection ends.
func (x *session) play() {
	if x.conn.Traits().Exec {
		// The world runs the one command at the entry and hangs up then
		// (docs/cases.md 80); what the program sends besides is nothing.
		x.hangUp(transport.EOF)
		return
	}
	for {
		ev, err := x.conn.ReadEvent()
		if err != nil {
			x.hangUp(err)
			return
		}
		switch ev := ev.(type) {
		case transport.Line:
			x.line(ev)
		case transport.Pong:
			x.pong(ev)
		case transport.Window:
			x.resize(ev)
		case transport.Interrupt:
			// Nothing runs that could be stopped; a game must not end by ^C.
		}
	}
}

// line posts a line when its turn has come.
func (x *session) line(l transport.Line) {
	if l.UTF8 && !x.utf8 {
		x.utf8 = true
		x.srv.post(world.Speaks{Session: x.id})
	}
	if !x.allowance(l.Text) {
		return
	}
	if !x.slot() {
		return
	}
	x.srv.post(world.Line{Session: x.id, Text: l.Text, Overlong: l.Overlong, Stamp: world.Stamp{MS: l.Stamp, Valid: l.Sealed}})
}

// pong posts the answer to a ping, as quickly as a move; answers to nothing are
// charged, so that a flood of them is held back like one of lines.
func (x *session) pong(p transport.Pong) {
	if x.pace(true) && x.slot() {
		x.srv.post(world.Pong{Session: x.id, MS: p.Stamp})
	}
}

// slot takes a place in the loop, when there is one; false means that the
// connection has ended meanwhile. Only who has to wait asks the outbox for its
// channel, which costs memory.
func (x *session) slot() bool {
	select {
	case x.slots <- struct{}{}:
		return true
	default:
	}
	select {
	case x.slots <- struct{}{}:
		return true
	case <-x.conn.Outbox().Done():
		return false
	}
}

// resize posts a window that differs from the last one. It costs a point, as
// some terminals send a thousand in a second (docs/cases.md 49).
func (x *session) resize(w transport.Window) {
	if w == x.window || !x.allowance("") {
		return
	}
	x.window = w
	x.charge(1)
	x.srv.post(world.Window{Session: x.id, Width: w.Width, Height: w.Height})
}

// allowance waits until the session may send a line; false means that it has
// ended meanwhile.
func (x *session) allowance(text string) bool { return x.pace(mayBeMove(text)) }

// pace is allowance for a move or for something else.
func (x *session) pace(move bool) bool {
	p, least := paceOf(x.srv.Config()), 0.0
	if move {
		least = 1 - float64(p.burst)
	}
	for {
		x.mu.Lock()
		x.left.fill(x.srv.opt.Now(), p)
		wait := x.left.wait(least, p)
		x.mu.Unlock()
		if wait == 0 {
			return true
		}
		if !sleep(time.Duration(wait)*time.Millisecond, x.conn.Outbox().Done()) {
			return false
		}
	}
}

func (x *session) charge(cost int) {
	p := paceOf(x.srv.Config())
	x.mu.Lock()
	defer x.mu.Unlock()
	x.left.fill(x.srv.opt.Now(), p)
	x.left.spend(cost, p)
}

// hangUp ends a session whose connection has ended. Lines of it that are in the
// loop are applied first and their answers sent, as the last thing that a
// program does may be to close its sending side.
func (x *session) hangUp(err error) {
	orderly := errors.Is(err, transport.EOF)
	if orderly {
		x.settle()
	}
	x.srv.post(world.Closed{
		Session: x.id, Lost: !orderly && !errors.Is(err, transport.ErrClosed), Why: err.Error(),
	})
	x.conn.Outbox().CloseAfterFlush(goodbye)
	<-x.conn.Outbox().Done()
	x.srv.opt.Log.Info("left", "session", x.id, "name", x.handle, "why", err)
}

// settle waits until every line in the loop has been applied and answered, a
// single command has been run, or the connection has ended.
func (x *session) settle() {
	t := time.NewTimer(applyTime)
	defer t.Stop()
	done := x.conn.Outbox().Done()
	if x.conn.Traits().Exec {
		select {
		case <-done:
		case <-t.C:
		}
		return
	}
	for range inLoop {
		select {
		case x.slots <- struct{}{}:
		case <-done:
			return
		case <-t.C:
			return
		}
	}
}

// Put queues a unit of output.
func (x *session) Put(u outbox.Unit) { x.conn.Outbox().Put(u) }

// Wake lets what is queued leave.
func (x *session) Wake() { x.conn.Outbox().Wake() }

// Hide stops showing what the person types, or shows it again.
func (x *session) Hide(hide bool) { x.conn.Echo(!hide) }

// Ping asks a timeseal client for its clock (loop.Pinger).
func (x *session) Ping() {
	if ping := timeseal.Ping(timeseal.Version(x.conn.Traits().Timeseal)); ping != "" {
		x.conn.Outbox().Put(outbox.Unit{Bytes: []byte(ping)})
	}
}

// Fail makes the exit status of an SSH session one of failure (loop.Failer).
func (x *session) Fail() {
	if e, ok := x.conn.(transport.Exiter); ok {
		e.SetExit(1)
	}
}

// CloseSoon closes the connection once everything queued has left.
func (x *session) CloseSoon() { x.conn.Outbox().CloseAfterFlush(goodbye) }

// Spent gives back the place of a line in the loop and takes its cost. Held
// lines may be answered twice, hence the default.
func (x *session) Spent(cost int) {
	if cost > 0 {
		x.charge(cost)
	}
	select {
	case <-x.slots:
	default:
	}
}

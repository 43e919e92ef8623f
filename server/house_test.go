package server_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"epicenter/server"
	"epicenter/server/config"
	"epicenter/server/loop"
	"epicenter/server/outbox"
	"epicenter/server/servertest"
	"epicenter/server/world"
	"epicenter/storage"
	"epicenter/storage/storagetest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// town is a server in a synctest bubble, with a loop that only notes what it is
// given.
type town struct {
	t      *testing.T
	srv    *server.Server
	loop   *notes
	store  *storagetest.Memory
	door   *door // telnet
	sshd   *door
	log    *servertest.Log
	stop   func()
	result chan error
}

// inTown runs a test in a bubble of its own, with a server that has stopped
// when it ends.
func inTown(t *testing.T, change func(*config.Config), test func(*town)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		c := config.Default()
		c.Server.Banner = "Welcome, see freechess.org\n"
		c.Limits.Exempt = nil
		if change != nil {
			change(&c)
		}
		o := &town{t: t, store: storagetest.NewMemory(), log: &servertest.Log{}, result: make(chan error, 1)}
		o.account("Bob", func(*storage.Account) {})
		o.door, o.sshd = newDoor(), newDoor()
		var letter atomic.Int64
		start := time.Now()
		now := func() int64 { return start.UnixMilli() + time.Since(start).Milliseconds() }
		o.srv = server.New(server.Options{
			Config: c, Version: "test", Store: o.store, Now: now, FirstSession: 100,
			Passwords: servertest.Passwords{Takes: 30 * time.Millisecond},
			Log:       slog.New(slog.NewTextHandler(o.log, nil)),
			Pick:      func(n int) int { return int(letter.Add(1)-1) % n },
		})
		o.loop = newNotes(o.srv.Work, now)
		o.srv.Attach(o.loop)
		ctx, stop := context.WithCancel(t.Context())
		o.stop = stop
		go func() {
			o.result <- o.srv.Run(ctx, []server.Listener{
				{Listener: o.door, Open: o.srv.Telnet}, {Listener: o.sshd, Open: o.srv.SSH(signer(t, 1))},
			}, "for a test")
		}()
		test(o)
		stop()
		if err := <-o.result; err != nil {
			t.Error(err)
		}
	})
}

// account stores an account whose password is its handle in lower case.
func (o *town) account(handle string, change func(*storage.Account)) {
	o.t.Helper()
	a := servertest.NewAccount(handle)
	change(a)
	if err := servertest.AddAccounts(o.store, a); err != nil {
		o.t.Fatal(err)
	}
}

// door is a listener that tests knock at.
type door struct {
	conns  chan net.Conn
	closed chan struct{}
	once   sync.Once

	mu   sync.Mutex
	fail func() error // an error instead of the next connection, if not nil
}

func newDoor() *door { return &door{conns: make(chan net.Conn), closed: make(chan struct{})} }

func (d *door) setFail(f func() error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.fail = f
}

func (d *door) Accept() (net.Conn, error) {
	d.mu.Lock()
	fail := d.fail
	d.mu.Unlock()
	if fail != nil {
		if err := fail(); err != nil {
			return nil, err
		}
	}
	select {
	case c := <-d.conns:
		return c, nil
	case <-d.closed:
		return nil, net.ErrClosed
	}
}

func (d *door) Close() error   { d.once.Do(func() { close(d.closed) }); return nil }
func (d *door) Addr() net.Addr { return &net.TCPAddr{} }

// from is a connection with an address.
type from struct {
	net.Conn
	addr net.Addr
}

func (f from) RemoteAddr() net.Addr { return f.addr }

// peer is somebody at the other end of a connection, who reads all that comes.
type peer struct {
	o    *town
	conn net.Conn

	mu   sync.Mutex
	got  bytes.Buffer
	gone bool
	done chan struct{}
}

// connect knocks from an address.
func (o *town) connect(addr string) *peer {
	theirs, ours := net.Pipe()
	o.door.conns <- from{ours, &net.TCPAddr{IP: net.ParseIP(addr), Port: 4000}}
	p := &peer{o: o, conn: theirs, done: make(chan struct{})}
	go p.read()
	synctest.Wait()
	o.t.Cleanup(func() { p.conn.Close() })
	return p
}

func (p *peer) read() {
	defer close(p.done)
	var b [512]byte
	for {
		n, err := p.conn.Read(b[:])
		p.mu.Lock()
		p.got.Write(b[:n])
		p.gone = err != nil
		p.mu.Unlock()
		if err != nil {
			return
		}
	}
}

// type_ sends text as it is and waits until nothing more happens by itself.
func (p *peer) type_(text string) {
	go p.send(text)
	synctest.Wait()
}

// send sends text, which takes as long as nobody reads it. A connection that
// has been closed meanwhile is what some tests are about.
func (p *peer) send(text string) { _, _ = io.WriteString(p.conn, text) }

// sees compares what has come since the last time with \n for the line end;
// "[closed]" stands for the end of the connection.
func (p *peer) sees(want string) {
	p.o.t.Helper()
	synctest.Wait()
	if got := p.take(); got != want {
		p.o.t.Errorf("got  %q\nwant %q", got, want)
	}
}

// endsWith is sees for the end of what has come.
func (p *peer) endsWith(want string) {
	p.o.t.Helper()
	synctest.Wait()
	if got := p.take(); !strings.HasSuffix(got, want) {
		p.o.t.Errorf("got  %q\nends not with %q", got, want)
	}
}

func (p *peer) take() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	text := strings.ReplaceAll(p.got.String(), "\n\r", "\n")
	p.got.Reset()
	if p.gone {
		text += "[closed]"
	}
	return text
}

// notes is a loop that applies inputs at once: it says who came in and repeats
// what was typed. A line "cost N" costs N points, "job" starts a job, "close"
// ends the session, "ping" asks for the client's clock, and while it is stuck it
// applies nothing. It notes stamps, and where people come from if it is asked to.
type notes struct {
	places bool
	work   func(world.Job)
	now    func() int64

	mu    sync.Mutex
	sinks map[world.SessionID]loop.Sink
	queue []world.Body
	seen  []string
	stuck bool
	bell  chan struct{}
}

func newNotes(work func(world.Job), now func() int64) *notes {
	return &notes{work: work, now: now, sinks: map[world.SessionID]loop.Sink{}, bell: make(chan struct{}, 1)}
}

func (n *notes) Attach(id world.SessionID, s loop.Sink) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.sinks[id] = s
}

func (n *notes) Post(b world.Body) {
	n.mu.Lock()
	n.queue = append(n.queue, b)
	n.mu.Unlock()
	n.ring()
}

func (n *notes) ring() {
	select {
	case n.bell <- struct{}{}:
	default:
	}
}

func (n *notes) Now() int64 { return n.now() }

func (n *notes) Run(context.Context) error {
	for range n.bell {
		for {
			n.mu.Lock()
			if n.stuck || len(n.queue) == 0 {
				n.mu.Unlock()
				break
			}
			b := n.queue[0]
			n.queue = n.queue[1:]
			n.mu.Unlock()
			if n.apply(b) {
				return nil
			}
		}
	}
	return nil
}

// hold stops applying, or goes on.
func (n *notes) hold(stuck bool) {
	n.mu.Lock()
	n.stuck = stuck
	n.mu.Unlock()
	n.ring()
	synctest.Wait()
}

func (n *notes) note(format string, a ...any) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.seen = append(n.seen, fmt.Sprintf(format, a...))
}

// took returns what has been noted since the last time.
func (n *notes) took() []string {
	synctest.Wait()
	n.mu.Lock()
	defer n.mu.Unlock()
	s := n.seen
	n.seen = nil
	return s
}

func (n *notes) waiting() int {
	synctest.Wait()
	n.mu.Lock()
	defer n.mu.Unlock()
	return len(n.queue)
}

func (n *notes) sink(id world.SessionID) loop.Sink {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.sinks[id]
}

func (n *notes) say(id world.SessionID, format string, a ...any) {
	s := n.sink(id)
	s.Put(outbox.Unit{Bytes: fmt.Appendf(nil, format, a...)})
	s.Wake()
}

func (n *notes) apply(b world.Body) (stopped bool) {
	switch b := b.(type) {
	case world.Connected:
		text := fmt.Sprintf("%d connected as %s", b.Session, b.Handle)
		if b.Traits.Timeseal > 0 {
			text += fmt.Sprintf(", timeseal %d", b.Traits.Timeseal)
		}
		if n.places {
			text += fmt.Sprintf(" from %v", b.Addr)
		}
		n.note("%s", text)
		if c := b.Traits.Command; c != "" {
			n.say(b.Session, "ran %s\n", c)
			if f, ok := n.sink(b.Session).(loop.Failer); ok && c == "xyzzy" {
				f.Fail()
			}
			n.sink(b.Session).CloseSoon()
			break
		}
		n.say(b.Session, "\n\rHello %s\n\r", b.Handle)
	case world.Line:
		if b.Stamp.Valid {
			n.note("%d typed %s at %d", b.Session, b.Text, b.Stamp.MS)
		} else {
			n.note("%d typed %s", b.Session, b.Text)
		}
		n.line(b)
	case world.Pong:
		n.note("%d pong at %d", b.Session, b.MS)
		n.sink(b.Session).Spent(1)
	case world.Closed:
		n.note("%d closed, lost %t", b.Session, b.Lost)
	case world.JobDone:
		n.note("%d has %+v", b.Session, b.Answer)
	case world.AdminRequest:
		n.note("asked %+v", b.Deed)
		n.work(world.Job{Work: world.Answered{Ticket: b.Ticket, Version: 2}})
	case world.Stopping:
		n.note("stopping: %s", b.Reason)
		n.mu.Lock()
		defer n.mu.Unlock()
		for _, s := range n.sinks {
			s.Put(outbox.Unit{Bytes: []byte("Bye\n\r")})
			s.CloseSoon()
		}
		return true
	default:
		n.note("%T", b)
	}
	return false
}

func (n *notes) line(b world.Line) {
	s := n.sink(b.Session)
	cost := 0
	_, _ = fmt.Sscanf(b.Text, "cost %d", &cost) // other lines cost nothing
	n.say(b.Session, "> %s\n\r", b.Text)
	switch b.Text {
	case "job":
		n.work(world.Job{Session: b.Session, Work: world.CheckPassword{Hash: "plain:x", Password: "x", New: "y"}})
	case "close":
		s.CloseSoon()
	case "ping":
		s.(loop.Pinger).Ping()
		s.Wake()
	}
	s.Spent(cost)
}

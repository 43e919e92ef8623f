package housebot_test

import (
	"context"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"regexp"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"epicenter/commands"
	"epicenter/rules"
	"epicenter/rules/search"
	"epicenter/server"
	"epicenter/server/config"
	"epicenter/server/housebot"
	"epicenter/server/ics"
	"epicenter/server/loop"
	"epicenter/server/servertest"
	"epicenter/server/world"
	"epicenter/storage"
	"epicenter/storage/storagetest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// town is a whole server in a bubble of made-up time, with house bots.
type town struct {
	t     *testing.T
	cfg   config.Config
	store *storagetest.Memory
	srv   *server.Server
	mind  *mind
	log   *servertest.Log
	stop  func()
	ended sync.WaitGroup
}

// mind thinks for the bots: the first legal move, worth what the test says, or for
// as long as it is asked to.
type mind struct {
	mu      sync.Mutex
	score   int
	forever bool
	given   int // how often it was interrupted
}

func (m *mind) set(score int, forever bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.score, m.forever = score, forever
}

func (m *mind) Play(ctx context.Context, game []rules.Position, _ int, _ *rand.Rand) search.Result {
	m.mu.Lock()
	score, forever := m.score, m.forever
	m.mu.Unlock()
	if forever {
		<-ctx.Done()
		m.mu.Lock()
		m.given++
		m.mu.Unlock()
	}
	return search.Result{Move: game[len(game)-1].AppendMoves(nil)[0], Score: score}
}

// inTown runs a test with a server and its bots, which have stopped when it ends.
func inTown(t *testing.T, change func(*town), test func(*town)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		o := &town{t: t, cfg: config.Default(), store: storagetest.NewMemory(), mind: &mind{}, log: &servertest.Log{}}
		o.cfg.Bots.House[0].Boards = 2
		if change != nil {
			change(o)
		}
		o.start()
		synctest.Wait()
		test(o)
		o.end()
	})
}

// start begins a run of the server on the store as it is.
func (o *town) start() {
	log := slog.New(slog.NewTextHandler(o.log, nil))
	begun := time.Now()
	now := func() int64 { return begun.UnixMilli() + time.Since(begun).Milliseconds() }
	var counters storage.Counters
	var w *world.World
	err := o.store.View(func(r storage.Reader) (err error) {
		if counters, err = storage.ReadCounters(r); err == nil {
			w = world.New(server.WorldConfig(o.cfg, "test"), now(), counters.NextGame)
			w.Load(r)
		}
		return err
	})
	if err != nil {
		o.t.Fatal(err)
	}
	o.srv = server.New(server.Options{
		Config: o.cfg, Version: "test", Store: o.store, Passwords: servertest.Passwords{}, Now: now, Log: log,
		FirstSession: server.FirstSession(now()), Pick: rand.IntN,
	})
	seed := uint64(0)
	l := loop.New(loop.Options{
		World: w, Store: o.store, Apply: commands.New().Apply, Now: now,
		Seed: func() uint64 { seed++; return seed }, Work: o.srv.Work, Log: log,
	})
	o.srv.Attach(l)
	l.Post(world.Restarted{})
	ctx, stop := context.WithCancel(o.t.Context())
	o.stop = stop
	o.ended.Go(func() {
		if err := o.srv.Run(ctx, nil, ""); err != nil {
			o.t.Error(err)
		}
		stop()
	})
	o.ended.Go(func() {
		housebot.Run(ctx, housebot.Options{
			Bots: o.cfg.Bots.House, Workers: 1, AnswerSeeks: o.cfg.Bots.AnswerSeeks, KeepAlive: 20 * time.Minute,
			Host: o.srv, Think: func() housebot.Thinker { return o.mind }, Seed: func() uint64 { return 1 }, Log: log,
		})
	})
}

func (o *town) end() {
	o.stop()
	o.ended.Wait()
}

// account makes an account whose password is its name.
func (o *town) account(handle string, level int) {
	o.t.Helper()
	a := servertest.NewAccount(handle)
	a.Level = level
	if err := servertest.AddAccounts(o.store, a); err != nil {
		o.t.Fatal(err)
	}
}

// person is somebody who has come in by telnet.
type person struct {
	o    *town
	name string
	conn net.Conn
	mu   sync.Mutex
	text strings.Builder
	// greeting is what was said at the login.
	greeting string
}

// connect lets somebody in; name is an account with its name as password, or that
// of a guest.
func (o *town) connect(name string) *person {
	o.t.Helper()
	near, far := net.Pipe()
	p := &person{o: o, name: name, conn: near}
	o.ended.Go(func() { o.srv.Telnet(far, server.Pass{Enter: func() {}, Leave: func() {}}) })
	o.ended.Go(func() { _, _ = io.Copy(p, near) })
	p.types(name, strings.ToLower(name), "set style 12", "set bell 0")
	p.greeting = p.take()
	return p
}

func (p *person) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.text.Write(b)
}

// types sends lines, and waits after each until nothing happens any more.
func (p *person) types(lines ...string) {
	for _, l := range lines {
		_, _ = io.WriteString(p.conn, l+"\n")
		synctest.Wait()
	}
}

// take returns what the person has been sent since it was last asked.
func (p *person) take() string {
	synctest.Wait()
	p.mu.Lock()
	defer p.mu.Unlock()
	s := strings.ReplaceAll(p.text.String(), "\r", "")
	p.text.Reset()
	return s
}

// sees wants each of the pieces, in this order, in what has come.
func (p *person) sees(pieces ...string) string {
	p.o.t.Helper()
	text := p.take()
	rest := text
	for _, s := range pieces {
		_, after, ok := strings.Cut(rest, s)
		if !ok {
			p.o.t.Fatalf("%s does not see %q in:\n%s\nlog:\n%s", p.name, s, text, p.o.log)
		}
		rest = after
	}
	return text
}

// seesNot wants none of the pieces in what has come.
func (p *person) seesNot(pieces ...string) {
	p.o.t.Helper()
	text := p.take()
	for _, s := range pieces {
		if strings.Contains(text, s) {
			p.o.t.Fatalf("%s sees %q in:\n%s", p.name, s, text)
		}
	}
}

// answers types a line and wants the pieces.
func (p *person) answers(line string, pieces ...string) string {
	p.o.t.Helper()
	p.take()
	p.types(line)
	return p.sees(pieces...)
}

// boardLine finds style 12 lines.
var boardLine = regexp.MustCompile(`(?m)^<12> .*$`)

// plays makes a legal move for the person, the first that there is, and returns what
// comes then; text is what has come so far.
func (p *person) plays(v *rules.Variant, text string) string {
	p.o.t.Helper()
	all := boardLine.FindAllString(text, -1)
	if len(all) == 0 {
		p.o.t.Fatalf("%s has no board in:\n%s", p.name, text)
	}
	b, ok := ics.ParseBoard(all[len(all)-1])
	pos, err := b.Position(v)
	if !ok || err != nil {
		p.o.t.Fatalf("%q: %v", all[len(all)-1], err)
	}
	m := pos.AppendMoves(nil)[0]
	text = p.answers(pos.UCI(m))
	return text
}

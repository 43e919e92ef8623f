package commands_test

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/netip"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"

	"epicenter/commands"
	"epicenter/server/loop"
	"epicenter/server/outbox"
	"epicenter/server/servertest"
	"epicenter/server/world"
	"epicenter/storage"
	"epicenter/storage/storagetest"
)

// startOfTime is the moment at which every transcript begins.
var startOfTime = time.Date(2024, 1, 12, 19, 54, 0, 0, time.UTC).UnixMilli()

// house is a whole server without sockets: the real loop, world, commands and
// renderings on a store in memory, with a clock that is set by hand.
type house struct {
	t      testing.TB
	now    int64
	seed   uint64
	cfg    world.Config
	store  *storagetest.Memory
	loop   *loop.Loop
	world  *world.World
	nets   bool      // the loop catches panics, as it does for people
	people []*person // in the order of connecting
	nextID world.SessionID
}

// person is one connection and what it has been sent since it was last looked
// at.
type person struct {
	name   string
	id     world.SessionID
	raw    strings.Builder
	lines  []string
	open   bool // the cursor stands behind text, as after a prompt
	closed bool
	over   bool // by the script
	sealed bool // a line may begin with its stamp, as [1234] e2e4
}

func newHouse(t testing.TB) *house {
	h := &house{t: t, now: startOfTime, store: storagetest.NewMemory(), cfg: world.Config{
		ServerName: "Epicenter", Location: "here", Contact: "admin@example.org", Version: "1.0",
		Zone: "America/Los_Angeles", Registration: "open", HeadAdmin: "Root",
		IdleTimeout: 3_600_000, Grace: 60_000, GraceClaim: 30_000, RestartGrace: 600_000,
		NumberReuse: 60_000, MaxMinutes: 999, MaxSeconds: 999, MaxSeeks: 3, MaxObserve: 30,
		MaxMoves: 800, ShoutEvery: 60_000,
		LagPerMove: 1000, LagPerGame: 10_000,
	}}
	h.start()
	return h
}

// start begins a run of the server on the store as it is.
func (h *house) start() {
	var counters storage.Counters
	err := h.store.View(func(r storage.Reader) (err error) {
		counters, err = storage.ReadCounters(r)
		return err
	})
	if err != nil {
		h.t.Fatal(err)
	}
	w := world.New(h.cfg, h.now, counters.NextGame)
	err = h.store.View(func(r storage.Reader) error {
		for _, problem := range w.Load(r) {
			h.t.Error(problem)
		}
		return nil
	})
	if err != nil {
		h.t.Fatal(err)
	}
	h.world = w
	h.loop = loop.New(loop.Options{
		World: w, Store: h.store, Apply: commands.New().Apply, Bare: !h.nets,
		Now:  func() int64 { return h.now },
		Seed: func() uint64 { h.seed++; return h.seed },
		Work: h.work,
		Log:  slog.New(slog.NewTextHandler(io.Discard, nil)),
	})
	h.loop.Post(world.Restarted{})
	h.settle()
}

// work answers jobs at once: a "hash" is the password behind a word, "short"
// is refused as a password, and keys are good unless they say otherwise.
func (h *house) work(j world.Job) {
	var a any
	switch w := j.Work.(type) {
	case world.HashPassword:
		hashed := world.PasswordHashed{Handle: w.Handle, Email: w.Email, Hash: "plain:" + w.Password, For: w.For}
		if w.Password == "short" {
			hashed.Hash, hashed.Problem = "", "That password is too short."
		}
		a = hashed
	case world.CheckPassword:
		a = world.PasswordChecked{OK: w.Hash == "plain:"+w.Password, New: w.New}
	case world.ReadKey:
		a = world.KeyRead{Line: w.Line}
		if !strings.HasPrefix(w.Line, "ssh-") {
			a = world.KeyRead{Problem: "That is not an SSH key."}
		}
	default:
		h.t.Fatalf("job %T is not known to the test", w)
	}
	h.loop.Post(world.JobDone{Session: j.Session, Answer: a})
}

// settle applies everything that can happen without the clock going on.
func (h *house) settle() {
	for h.loop.Step() {
	}
}

// wait lets the clock go on; what becomes due on the way is applied at its own
// time.
func (h *house) wait(d int64) {
	until := h.now + d
	for {
		next := h.loop.NextWake()
		if next == 0 || next > until {
			break
		}
		h.now = max(h.now, next)
		h.settle()
		if h.loop.NextWake() == next {
			break
		}
	}
	h.now = until
	h.settle()
}

// burst types lines all at once, so that the last has come before the first is
// answered; settle follows.
func (h *house) burst(name string, lines ...string) {
	id := h.person(name).id
	for _, text := range lines {
		h.loop.Post(world.Line{Session: id, Text: text})
	}
}

// step carries out one line of a transcript.
func (h *house) step(text string) error {
	if name, typed, ok := strings.Cut(text, ">"); ok && !strings.Contains(name, " ") {
		p := h.person(name)
		if p == nil {
			return fmt.Errorf("%s is not connected", name)
		}
		p.open = false
		h.loop.Post(p.line(strings.TrimPrefix(typed, " ")))
		h.settle()
		return nil
	}
	f := strings.Fields(text)
	switch {
	case f[0] == "config" && len(f) >= 3:
		return h.setConfig(f[1], strings.Join(f[2:], " "))
	case f[0] == "account":
		return h.register(f[1:])
	case f[0] == "wait":
		d, err := time.ParseDuration(f[1])
		h.wait(d.Milliseconds())
		return err
	case f[0] == "restart":
		h.people = nil
		if err := h.store.Reopen(); err != nil {
			return err
		}
		h.start()
		return nil
	case text == "store fails":
		h.store.FailCommit = func() error { return errors.New("the disk is full") }
		return nil
	case text == "store works":
		h.store.FailCommit = nil
		return nil
	case f[1] == "pongs" && len(f) == 3:
		return h.pong(f[0], f[2])
	case f[1] == "connects":
		h.connect(f[0], f[2:])
		return nil
	case f[1] == "hangs" || f[1] == "loses":
		return h.hangUp(f[0], f[1] == "loses")
	}
	return fmt.Errorf("not a step")
}

// setConfig sets a field of the configuration, now and for later runs.
func (h *house) setConfig(field, value string) error {
	v := reflect.ValueOf(&h.cfg).Elem().FieldByName(field)
	switch v.Kind() {
	case reflect.String:
		v.SetString(value)
	case reflect.Int, reflect.Int64:
		n, err := strconv.ParseInt(value, 10, 64)
		if err != nil {
			return err
		}
		v.SetInt(n)
	default:
		return fmt.Errorf("no field %s", field)
	}
	h.loop.Post(world.ConfigChanged{Config: h.cfg})
	h.settle()
	return nil
}

// register puts an account into the store: a handle, then pairs of rating and
// category, or words: admin, head, LIST=HANDLE for a personal list, or a title's
// list such as computer.
func (h *house) register(f []string) error {
	a := &storage.Account{
		Handle: f[0], Email: f[0] + "@example.org", Version: 1, Password: "plain:secret",
		Created: startOfTime - 100*86_400_000, Ratings: map[string]storage.Rating{},
	}
	for i := 1; i < len(f); i++ {
		n, err := strconv.Atoi(f[i])
		switch {
		case err == nil && i+1 < len(f):
			i++
			a.Ratings[f[i]] = storage.Rating{Rating: n * 100, RD: 6000, Last: startOfTime, Win: 15, Loss: 14, Draw: 1, Active: true}
		case f[i] == "admin":
			a.Level = world.AdminLevel
		case f[i] == "head":
			a.Level = world.HeadLevel
		case strings.Contains(f[i], "="):
			list, handle, _ := strings.Cut(f[i], "=")
			if a.Lists == nil {
				a.Lists = map[string][]string{}
			}
			a.Lists[list] = append(a.Lists[list], handle)
		default:
			a.Titles = append(a.Titles, f[i])
		}
	}
	return servertest.AddAccounts(h.store, a)
}

// connect logs somebody in: to his account if there is one, else as a guest of
// that name. Words: utf8, pty, seal=1 or seal=2 (timeseal), exec=COMMAND
// (underscores for blanks).
func (h *house) connect(name string, words []string) {
	h.nextID++
	p := &person{name: name, id: h.nextID}
	c := world.Connected{
		Session: p.id, Handle: name, Addr: netip.MustParseAddr("192.0.2.1"),
		Traits: world.Traits{Transport: "telnet", EOL: "\n\r"},
	}
	for _, w := range words {
		switch {
		case w == "utf8":
			c.Traits.UTF8 = true
		case strings.HasPrefix(w, "seal="):
			p.sealed = true
			c.Traits.Timeseal = int(w[5] - '0')
		case w == "pty":
			c.Traits.Terminal = true
		case strings.HasPrefix(w, "exec="):
			c.Traits.Command = strings.ReplaceAll(w[5:], "_", " ")
		}
	}
	_ = h.store.View(func(r storage.Reader) error {
		raw, err := r.Get(storage.Accounts, storage.AccountKey(name))
		if err != nil || raw == nil {
			return err
		}
		a, err := storage.DecodeAccount(raw)
		if err != nil {
			h.t.Fatal(err)
		}
		c.Registered, c.Version = true, a.Version
		return nil
	})
	h.people = append(h.people, p)
	h.loop.Attach(p.id, p)
	h.loop.Post(c)
	h.settle()
}

func (h *house) hangUp(name string, lost bool) error {
	p := h.person(name)
	if p == nil {
		return fmt.Errorf("%s is not connected", name)
	}
	p.over = true
	h.loop.Post(world.Closed{Session: p.id, Lost: lost})
	h.settle()
	return nil
}

// person is the newest connection of a name that has not ended.
func (h *house) person(name string) *person {
	for i := len(h.people) - 1; i >= 0; i-- {
		if p := h.people[i]; p.name == name && !p.over {
			return p
		}
	}
	return nil
}

// seen is what everybody has been sent since the last call, as lines of a
// transcript.
func (h *house) seen() []string {
	var out []string
	for _, p := range h.people {
		p.gather()
		out = append(out, p.lines...)
		p.lines = nil
		if p.closed && !p.over {
			p.over = true
			h.loop.Post(world.Closed{Session: p.id})
			h.settle()
		}
	}
	return out
}

// gather makes lines of the bytes that have come in. The line end that ends a
// prompt is not shown; text that stands behind a prompt is marked with a plus.
func (p *person) gather() {
	text := p.raw.String()
	p.raw.Reset()
	if text == "" {
		return
	}
	if p.open {
		if rest, ok := strings.CutPrefix(text, "\n\r"); ok {
			text = rest
		} else {
			text = "+" + text
		}
	}
	lines := strings.Split(text, "\n\r")
	p.open = lines[len(lines)-1] != ""
	if !p.open {
		lines = lines[:len(lines)-1]
	}
	for _, l := range lines {
		p.lines = append(p.lines, p.name+"| "+visible(l))
	}
}

// visible writes control characters as ^ and a letter.
func visible(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] < ' ' {
			b.WriteString("^" + string(rune(s[i]+'@')))
		} else {
			b.WriteByte(s[i])
		}
	}
	return b.String()
}

// Put, Wake, Hide, CloseSoon and Spent make a person a loop.Sink.
func (p *person) Put(u outbox.Unit) { p.raw.Write(u.Bytes) }

func (p *person) Wake() {}

func (p *person) Hide(hide bool) {
	p.gather()
	if hide {
		p.lines = append(p.lines, p.name+"* typing is hidden")
	} else {
		p.lines = append(p.lines, p.name+"* typing is shown")
	}
}

func (p *person) CloseSoon() {
	p.gather()
	p.lines = append(p.lines, p.name+"* closed")
	p.closed = true
}

func (p *person) Spent(int) {}

// Fail makes it a loop.Failer.
func (p *person) Fail() {
	p.gather()
	p.lines = append(p.lines, p.name+"* fails")
}

// Ping makes it a loop.Pinger.
func (p *person) Ping() {
	p.gather()
	p.lines = append(p.lines, p.name+"* is pinged")
}

// line is what a person types, with the stamp of his client if he gives one.
func (p *person) line(text string) world.Line {
	l := world.Line{Session: p.id, Text: text}
	if stamp, rest, ok := strings.Cut(text, "] "); ok && p.sealed && strings.HasPrefix(stamp, "[") {
		if ms, err := strconv.ParseInt(stamp[1:], 10, 64); err == nil {
			l.Text, l.Stamp = rest, world.Stamp{MS: ms, Valid: true}
		}
	}
	return l
}

// pong is a client's answer to a ping, by its own clock.
func (h *house) pong(name, stamp string) error {
	p := h.person(name)
	if p == nil {
		return fmt.Errorf("%s is not connected", name)
	}
	ms, err := strconv.ParseInt(stamp, 10, 64)
	h.loop.Post(world.Pong{Session: p.id, MS: ms})
	h.settle()
	return err
}

package server

import (
	"bytes"
	"fmt"
	"log/slog"
	"net/netip"
	"reflect"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"epicenter/server/config"
	"epicenter/server/world"
)

// hand is a clock that a test sets.
type hand struct{ at int64 }

func (h *hand) now() int64                    { return h.at }
func (h *hand) forward(d time.Duration)       { h.at += d.Milliseconds() }
func addr(format string, a ...any) netip.Addr { return netip.MustParseAddr(fmt.Sprintf(format, a...)) }

func limits(change func(*config.Limits)) config.Limits {
	l := config.Default().Limits
	l.Exempt = []string{"127.0.0.0/8"}
	if change != nil {
		change(&l)
	}
	return l
}

func TestGate(t *testing.T) {
	h := &hand{at: 1000}
	g := newGate(limits(func(l *config.Limits) {
		l.ConnectionsPerAddress, l.ConnectionsPerNetwork, l.UnauthenticatedPerAddress = 3, 4, 2
		l.ConnectionsPerMinute, l.Unauthenticated = 6, 5
	}), 8, h.now)
	admit := func(a netip.Addr, want string) *pass {
		t.Helper()
		p, refusal := g.admit(a)
		if refusal != want {
			t.Errorf("%v: %q, want %q", a, refusal, want)
		}
		return p
	}
	one := addr("192.0.2.1")
	p1, p2 := admit(one, ""), admit(one, "")
	admit(one, refuseWaiting)
	p1.enter()
	p1.enter()
	p3 := admit(one, "")
	p2.enter()
	admit(one, refuseAddress)
	p3.leave()
	p3.leave()
	p4 := admit(one, "")
	admit(one, refuseTooQuick)
	h.forward(10 * time.Second) // six in a minute: one more
	p4.leave()
	admit(one, "").leave()
	admit(one, refuseTooQuick)

	// IPv6: the network counts, whatever its addresses.
	h.forward(time.Minute)
	var six []*pass
	for i := range 4 {
		p := admit(addr("2001:db8::%x", i), "")
		p.enter()
		six = append(six, p)
	}
	admit(addr("2001:db8::ffff"), refuseNetwork)
	admit(addr("2001:db8:0:1::1"), "").leave()

	// From inside and from exempt addresses as many as there is room for.
	admit(addr("127.0.0.1"), "")
	admit(netip.Addr{}, "")
	admit(addr("127.0.0.1"), refuseFull)
	six[0].leave()
	last := admit(addr("::ffff:127.0.0.1"), "")
	last.leave()
}

func TestGateUnauthenticated(t *testing.T) {
	h := &hand{}
	g := newGate(limits(func(l *config.Limits) { l.Unauthenticated = 2 }), 0, h.now)
	p, _ := g.admit(addr("192.0.2.1"))
	if _, refusal := g.admit(addr("127.0.0.1")); refusal != "" {
		t.Error(refusal)
	}
	if _, refusal := g.admit(addr("192.0.2.2")); refusal != refuseAllWait {
		t.Errorf("%q", refusal)
	}
	p.enter()
	if _, refusal := g.admit(addr("192.0.2.2")); refusal != "" {
		t.Error(refusal)
	}
}

// New limits count at once, for those who come.
func TestGateConfigure(t *testing.T) {
	g := newGate(limits(nil), 0, (&hand{}).now)
	a := addr("192.0.2.1")
	g.admit(a)
	g.configure(limits(func(l *config.Limits) { l.ConnectionsPerAddress = 1 }))
	if _, refusal := g.admit(a); refusal != refuseAddress {
		t.Errorf("%q", refusal)
	}
	g.configure(limits(func(l *config.Limits) { l.Exempt = []string{"192.0.2.1"} }))
	if !g.isExempt(a) || g.isExempt(addr("192.0.2.2")) {
		t.Error("exempt addresses are wrong")
	}
}

// docs/cases.md 99: the table of addresses is bounded, and a flood from others
// makes it forget nobody who is in.
func TestGateIsBounded(t *testing.T) {
	g := newGate(limits(func(l *config.Limits) { l.ConnectionsPerAddress = 1; l.Unauthenticated = 1 << 20 }), 0, (&hand{}).now)
	a := addr("192.0.2.1")
	g.admit(a)
	for i := range 3 * maxAddresses {
		p, refusal := g.admit(addr("10.%d.%d.%d", i>>16, i>>8&255, i&255))
		if refusal != "" {
			t.Fatal(refusal)
		}
		p.leave()
	}
	if n := len(g.hosts.at); n > maxAddresses {
		t.Errorf("%d addresses are remembered", n)
	}
	if _, refusal := g.admit(a); refusal != refuseAddress {
		t.Errorf("%q", refusal)
	}
}

// Whatever comes and goes in which order, the counts return to nothing.
func TestGateCounts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h := &hand{}
		g := newGate(limits(func(l *config.Limits) { l.ConnectionsPerAddress = 2 }), 20, h.now)
		var in []*pass
		for range rapid.IntRange(0, 60).Draw(t, "steps") {
			switch k := rapid.IntRange(0, 3).Draw(t, "what"); {
			case k == 0 && len(in) > 0:
				i := rapid.IntRange(0, len(in)-1).Draw(t, "who")
				in[i].leave()
			case k == 1 && len(in) > 0:
				in[rapid.IntRange(0, len(in)-1).Draw(t, "who")].enter()
			default:
				a := addr("2001:db8::%x", rapid.IntRange(0, 5).Draw(t, "address"))
				if p, refusal := g.admit(a); refusal == "" {
					in = append(in, p)
				}
				if h := g.hosts.see(hostKeys(a)[0]); h != nil && h.open > 2 {
					t.Fatalf("%d open from %v", h.open, a)
				}
			}
			h.forward(time.Second)
		}
		for _, p := range in {
			p.leave()
		}
		if g.open != 0 || g.waiting != 0 {
			t.Errorf("%d open, %d waiting", g.open, g.waiting)
		}
		for k, e := range g.hosts.at {
			if h := e.Value.(*remembered[netip.Prefix, host]).value; h.open != 0 || h.waiting != 0 {
				t.Errorf("%v: %+v", k, h)
			}
		}
	})
}

func TestPenalties(t *testing.T) {
	h := &hand{at: 1}
	p := newPenalties(h.now)
	const step, most = 500 * time.Millisecond, 8 * time.Second
	bob := suspects(addr("192.0.2.1"), false, "Bob")
	for i, want := range []time.Duration{0, step, 2 * step, 4 * step, 8 * step, most, most} {
		if got := p.wait(bob, backoff{step, most}); got != want {
			t.Errorf("after %d wrong: %v, want %v", i, got, want)
		}
		p.note(bob, false)
	}
	// The account from elsewhere, another account from there, neither.
	for _, tt := range []struct {
		keys []string
		want time.Duration
	}{
		{suspects(addr("192.0.2.9"), false, "BOB"), most},
		{suspects(addr("192.0.2.1"), false, "carol"), most},
		{suspects(addr("192.0.2.9"), false, "carol"), 0},
		{suspects(addr("192.0.2.1"), true, "carol"), 0},
	} {
		if got := p.wait(tt.keys, backoff{step, most}); got != tt.want {
			t.Errorf("%q: %v, want %v", tt.keys, got, tt.want)
		}
	}
	// A right password clears the account, not the address.
	p.note(bob, true)
	if p.wait(bob[:1], backoff{step, most}) != 0 || p.wait(bob[1:], backoff{step, most}) != most {
		t.Error("a right password cleared the wrong thing")
	}
	h.forward(16 * time.Minute)
	if got := p.wait(bob, backoff{step, most}); got != 0 {
		t.Errorf("%v after a quarter of an hour", got)
	}
	p.note(bob, false)
	if got := p.wait(bob, backoff{step, most}); got != step {
		t.Errorf("%v after one wrong password", got)
	}
}

func TestHush(t *testing.T) {
	var out bytes.Buffer
	clock := &hand{at: 60_000}
	h := newHush(slog.New(slog.NewTextHandler(&out, nil)), clock.now)
	for i := range 100 {
		h.note("stray", addr("192.0.2.%d", i%2))
		h.note("other", addr("2001:db8::%x", i)) // one network
	}
	if n := strings.Count(out.String(), "\n"); n != 3 {
		t.Errorf("%d lines:\n%s", n, out.String())
	}
	clock.forward(time.Minute)
	h.note("stray", netip.Addr{})
	if !strings.Contains(out.String(), "lines=197") || !strings.Contains(out.String(), "address=inside") {
		t.Error(out.String())
	}
	out.Reset()
	for i := range 3 * maxHushed {
		h.note("flood", addr("10.0.%d.%d", i>>8, i&255))
	}
	if n := strings.Count(out.String(), "\n"); n >= maxHushed {
		t.Errorf("%d lines in a minute", n)
	}
}

func TestBucket(t *testing.T) {
	p := pace{10, 40}
	var b bucket
	b.fill(1000, p)
	if b.tokens != 40 || b.wait(0, p) != 0 {
		t.Error(b)
	}
	b.spend(45, p)
	if got := b.wait(0, p); got != 501 {
		t.Errorf("wait %d", got)
	}
	b.fill(1501, p)
	if b.wait(0, p) != 0 {
		t.Error(b)
	}
	b.spend(1000, p)
	if b.tokens != -40 {
		t.Errorf("a debt of %v", b.tokens)
	}
	b.fill(1_000_000, p)
	if b.tokens != 40 {
		t.Errorf("%v saved up", b.tokens)
	}
}

func TestMayBeMove(t *testing.T) {
	for _, move := range []string{"e4", "ed", "e2e4", "e2-e4", "Nf3", "nbd2", "exd5", "e8=Q", "e7e8n", "O-O", "o-o-o", "0-0", "oo", "P@e4", "R1xe2+", "bxc8=Q#"} {
		if !mayBeMove(move) {
			t.Errorf("%s is a move", move)
		}
	}
	for _, other := range []string{"", "w", "who", "seek 5 0", "tell bob hi", "resign", "games", "shout e4", "e2e4e2e4e4", "\u00fc4"} {
		if mayBeMove(other) {
			t.Errorf("%s is no move", other)
		}
	}
}

func TestRoster(t *testing.T) {
	r, m := newRoster(), room{true, 2, 1}
	if !r.hold("Carol") || r.hold("carol") {
		t.Error("a name was given twice, or not at all")
	}
	r.release("CAROL")
	if !r.hold("carol") {
		t.Error("a name was not given back")
	}
	if !r.guestRoom(m) || !r.enter(true, 0, m) || r.guestRoom(m) || r.enter(true, 0, m) {
		t.Error("guests are counted wrong")
	}
	if !r.enter(false, 0, m) || r.enter(false, 0, m) || !r.enter(false, world.AdminLevel, m) {
		t.Error("players are counted wrong")
	}
	r.leave(false)
	r.leave(false)
	r.leave(true)
	if r.players != 0 || r.guests != 0 {
		t.Errorf("%d players, %d guests are left", r.players, r.guests)
	}
}

func TestGuestName(t *testing.T) {
	if got := guestName(func(n int) int { return n - 1 }); got != "GuestZZZZ" {
		t.Error(got)
	}
}

// Session numbers grow from start to start and leave an edge its bits.
func TestFirstSession(t *testing.T) {
	first := FirstSession(time.Date(2026, 1, 1, 0, 0, 1, 0, time.UTC).UnixMilli())
	later := FirstSession(time.Date(2056, 1, 1, 0, 0, 0, 0, time.UTC).UnixMilli())
	if first < 1 || later <= first || later >= 1<<40 || FirstSession(0) < 1 {
		t.Errorf("%d, %d", first, later)
	}
}

func TestRecent(t *testing.T) {
	r := newRecent[int, int](3, func(v *int) bool { return *v == 7 })
	for k, v := range []int{7, 1, 2, 3, 4} {
		p, isNew := r.get(k)
		if !isNew {
			t.Errorf("%d is new", k)
		}
		*p = v
	}
	if r.see(0) == nil || r.see(1) != nil || r.see(4) == nil || len(r.at) != 3 {
		t.Errorf("%v", r.at)
	}
	r.drop(0)
	r.drop(0)
	if r.see(0) != nil {
		t.Error("a dropped key is there")
	}
}

func TestHasher(t *testing.T) {
	c := config.Default().Password
	c.Memory, c.Time = config.MiB, 1
	p := NewPasswords(c, strings.NewReader(strings.Repeat("salt", 100)))
	hash, err := p.Hash("word of mouth")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		p         Passwords
		hash      string
		word      string
		ok, stale bool
	}{
		{p, hash, "word of mouth", true, false},
		{p, hash, "word of moth", false, false},
		{p, "", "", false, false},
		{NewPasswords(config.Default().Password, nil), hash, "word of mouth", true, true},
	} {
		ok, stale, err := tt.p.Verify(tt.hash, tt.word)
		if ok != tt.ok || stale != tt.stale || err != nil {
			t.Errorf("%q %q: %t %t %v", tt.hash, tt.word, ok, stale, err)
		}
	}
	if _, _, err := p.Verify("$1$nonsense", "x"); err == nil {
		t.Error("a damaged hash passed")
	}
	if fit(c)("abcde", "Bob") == nil || fit(c)("quite a word"[:5]+"-nice", "Bob") != nil {
		t.Error("fit is unfit")
	}
}

// Every setting of the world comes from the configuration.
func TestWorldConfig(t *testing.T) {
	c := config.Default()
	w := WorldConfig(c, "9.9")
	if w.ServerName != "Epicenter" || w.Version != "9.9" || w.Grace != 60_000 || w.GraceClaim != 30_000 ||
		w.RestartGrace != 600_000 || w.NumberReuse != 60_000 || w.IdleTimeout != 3_600_000 || w.Registration != "open" ||
		w.MaxMinutes != 999 || w.MaxSeconds != 999 || w.MaxSeeks != 3 || w.MaxObserve != 30 || w.MaxMoves != 800 ||
		w.ShoutEvery <= 0 || w.Zone != "UTC" || w.HeadAdmin != HeadAdmin || len(w.ReservedNames) == 0 {
		t.Errorf("%+v", w)
	}
	c.Server.Location, c.Server.Contact = "here", "us"
	v := reflect.ValueOf(WorldConfig(c, "9.9"))
	for i := range v.NumField() {
		if v.Field(i).IsZero() {
			t.Errorf("%s is never set", v.Type().Field(i).Name)
		}
	}
}

package commands_test

import (
	"net/netip"
	"strings"
	"testing"

	"epicenter/server/world"
)

// enter logs somebody in with what a transcript cannot say.
func (h *house) enter(name string, c world.Connected) *person {
	h.nextID++
	p := &person{name: name, id: h.nextID}
	c.Session, c.Handle = p.id, name
	if c.Traits.EOL == "" {
		c.Traits.EOL = "\n\r"
	}
	h.people = append(h.people, p)
	h.loop.Attach(p.id, p)
	h.loop.Post(c)
	h.settle()
	return p
}

// TestAnotherHostIsTold warns the owner of an account of a visit from
// elsewhere, and of nothing else (docs/protocol.md §1.7).
func TestAnotherHostIsTold(t *testing.T) {
	h := newHouse(t)
	if err := h.register([]string{"Alice"}); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ from, want string }{
		{"192.0.2.1", ""},
		{"192.0.2.1", ""},
		{"2001:db8::1", "Player Alice: Last login: 192.0.2.1 This login: 2001:db8::1"},
		{"192.0.2.1", "Player Alice: Last login: 2001:db8::1 This login: 192.0.2.1"},
	} {
		p := h.enter("Alice", world.Connected{Registered: true, Version: 1, Addr: netip.MustParseAddr(c.from)})
		said := strings.Join(h.seen(), "\n")
		if got := strings.Contains(said, "Last login"); got != (c.want != "") || !strings.Contains(said, c.want) {
			t.Errorf("from %s: %q", c.from, said)
		}
		h.loop.Post(world.Closed{Session: p.id})
		h.settle()
	}
}

// TestIVarsOfTheLoginLine come with the connection, locked if they say so
// (docs/clients.md §2.1).
func TestIVarsOfTheLoginLine(t *testing.T) {
	h := newHouse(t)
	h.enter("jin", world.Connected{IVars: world.ParseIVarBits("00111001010101000100001001000001")})
	h.seen()
	for _, c := range []struct{ typed, want string }{
		{"$$iset seekinfo 1", "seekinfo set."},
		{"iset ms 0", "Cannot alter: Interface setting locked."},
		{"set prompt hello", `Prompt set to "hello ".`},
	} {
		if err := h.step("jin> " + c.typed); err != nil {
			t.Fatal(err)
		}
		said := strings.Join(h.seen(), "\n")
		if !strings.Contains(said, "jin| "+c.want) || !strings.HasSuffix(said, "fics% ") {
			t.Errorf("%s: %q", c.typed, said)
		}
	}
}

// TestLinesWaitForAPassword holds what is typed while a password is worked on,
// and runs it afterwards in order.
func TestLinesWaitForAPassword(t *testing.T) {
	h := newHouse(t)
	if err := h.register([]string{"Alice"}); err != nil {
		t.Fatal(err)
	}
	h.connect("Alice", nil)
	h.seen()
	h.burst("Alice", "password secret another1", "set width 100", "variables", "xyzzy")
	h.settle()
	said := strings.Join(h.seen(), "\n")
	at := -1
	for _, want := range []string{"Password changed.", "Width set to 100.", "width=100", "xyzzy: Command not found."} {
		i := strings.Index(said, want)
		if i <= at {
			t.Fatalf("%q stands at %d, after something at %d:\n%s", want, i, at, said)
		}
		at = i
	}
}

// TestTheTerminalsSize is used until somebody sets his own.
func TestTheTerminalsSize(t *testing.T) {
	h := newHouse(t)
	p := h.enter("bob", world.Connected{Traits: world.Traits{Width: 40, Height: 12}})
	h.seen()
	widest := func(typed string) (columns, lines int) {
		if err := h.step("bob> " + typed); err != nil {
			t.Fatal(err)
		}
		for _, l := range h.seen() {
			columns = max(columns, len(strings.TrimPrefix(l, "bob| ")))
			lines++
		}
		return columns, lines
	}
	if w, n := widest("help intro"); w > 40 || n != 12 {
		t.Errorf("on a screen of 40 by 12 help took %d by %d", w, n)
	}
	h.loop.Post(world.Window{Session: p.id, Width: 200, Height: 100})
	if w, n := widest("help intro"); w < 75 || n < 30 {
		t.Errorf("on a screen of 200 by 100 help took %d by %d", w, n)
	}
	widest("set width 50")
	if w, _ := widest("help intro"); w > 50 {
		t.Errorf("with width 50 help was %d wide", w)
	}
}

// TestOverlongLines wants one answer to a line that was too long, with the code
// for it in block mode even where its number is lost, as that of a sealed line is
// (docs/protocol.md §2.2, §8.1).
func TestOverlongLines(t *testing.T) {
	h := newHouse(t)
	p := h.enter("alice", world.Connected{})
	h.seen()
	long := strings.Repeat("?", 1023)
	const said = "Your line was longer than 1023 bytes and has been ignored."
	for _, c := range []struct{ text, want string }{
		{long, "alice| " + said},
		{"iset block 1", "alice| block set."},
		{"7 " + long[2:], "alice| ^U7^V520^V" + said},
		{long, "alice| ^U0^V520^V" + said},
	} {
		p.open = false // he has pressed return
		h.loop.Post(world.Line{Session: p.id, Text: c.text, Overlong: len(c.text) == 1023})
		h.settle()
		if got := h.seen(); len(got) < 2 || got[0] != c.want || !strings.HasSuffix(got[len(got)-1], "fics% ") {
			t.Errorf("%.20q: %q, want %q", c.text, got, c.want)
		}
	}
}

package sshd

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"
	gossh "golang.org/x/crypto/ssh"

	"epicenter/server/outbox"
	"epicenter/server/transport"
)

// seat is a person at a terminal: what he types, what he sees, and the session
// in the test's hands.
type seat struct {
	t    *testing.T
	conn *Conn
	in   io.Writer
	out  buffer
	sess *gossh.Session

	mu     sync.Mutex
	events []transport.Event
	err    error
}

// buffer is a bytes.Buffer that may be read while it is written.
type buffer struct {
	mu sync.Mutex
	b  []byte
}

func (b *buffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.b = append(b.b, p...)
	return len(p), nil
}

func (b *buffer) bytes() []byte {
	b.mu.Lock()
	defer b.mu.Unlock()
	return bytes.Clone(b.b)
}

// sit runs a test at a terminal of 40 columns.
func sit(t *testing.T, test func(*seat)) {
	synctest.Test(t, func(t *testing.T) {
		s := &seat{t: t}
		ready, done := make(chan struct{}), make(chan struct{})
		h := open(func(c *Conn) {
			s.conn = c
			close(ready)
			for {
				ev, err := c.ReadEvent()
				s.mu.Lock()
				if s.err = err; err == nil {
					s.events = append(s.events, ev)
				}
				s.mu.Unlock()
				if err != nil {
					break
				}
			}
			<-done
		})
		client := h.must(t, "guest")
		sess, err := client.NewSession()
		if err != nil {
			t.Fatal(err)
		}
		s.sess = sess
		s.in, _ = sess.StdinPipe()
		sess.Stdout = &s.out
		if err := sess.RequestPty("xterm", 24, 40, nil); err != nil {
			t.Fatal(err)
		}
		if err := sess.Shell(); err != nil {
			t.Fatal(err)
		}
		<-ready
		test(s)
		close(done)
		synctest.Wait()
		client.Close()
		h.close()
	})
}

// say is the server's units, one a string, in one turn.
func (s *seat) say(units ...string) {
	for _, u := range units {
		s.conn.Outbox().Put(outbox.Unit{Bytes: []byte(u)})
	}
	s.conn.Outbox().Wake()
	synctest.Wait()
}

func (s *seat) typed(keys string) {
	if _, err := io.WriteString(s.in, keys); err != nil {
		s.t.Error(err)
	}
	synctest.Wait()
}

func (s *seat) sees(want string) {
	s.t.Helper()
	if d := cmp.Diff(strings.TrimPrefix(want, "\n"), show(40, s.out.bytes())); d != "" {
		s.t.Errorf("%s\nbytes %q", d, s.out.bytes())
	}
}

func (s *seat) got(want ...transport.Event) {
	s.t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	if d := cmp.Diff(want, s.events); d != "" {
		s.t.Error(d)
	}
	s.events = nil
}

func line(s string) transport.Line { return transport.Line{Text: s} }

func TestConversation(t *testing.T) {
	sit(t, func(s *seat) {
		s.say("Welcome.\n", "fics% ")
		s.typed("who\r")
		s.got(line("who"))
		s.sees(`
Welcome.
fics% who
 _`)
		s.say("alice bob\n\n2 players\nfics% ")
		s.typed("fin")
		s.sees(`
Welcome.
fics% who
alice bob

2 players
fics% fin_`)
		if tr := s.conn.Traits(); !tr.PTY || tr.EOL != "\n" || tr.Window != (transport.Window{Width: 40, Height: 24}) {
			t.Errorf("traits %+v", tr)
		}
	})
}

// docs/clients.md §0 no. 1: the async unit's line end leaves the prompt's line. Here the
// editor wipes that line, half-typed text and all, and paints it below.
func TestTellWhileTyping(t *testing.T) {
	sit(t, func(s *seat) {
		s.say("fics% ")
		s.typed("tell bob hal")
		s.say("\nbob tells you: hi\nfics% ")
		s.say("\nbob tells you: are\nfics% ", "\nbob tells you: you there?\nfics% ")
		s.sees(`
bob tells you: hi
bob tells you: are
bob tells you: you there?
fics% tell bob hal_`)
		s.typed("\x7fllo\r")
		s.got(line("tell bob hallo"))
		s.say("(told bob)\nfics% ")
		s.sees(`
bob tells you: hi
bob tells you: are
bob tells you: you there?
fics% tell bob hallo
(told bob)
fics% _`)
	})
}

// After Return nothing stands before the cursor, so a reply's empty line is an
// empty line.
func TestEmptyLineInReply(t *testing.T) {
	sit(t, func(s *seat) {
		s.say("fics% ")
		s.typed("history\r")
		s.say("\nHistory:\nfics% ")
		s.sees(`
fics% history

History:
fics% _`)
	})
}

func TestLongLineWraps(t *testing.T) {
	sit(t, func(s *seat) {
		s.say("fics% ")
		s.typed("tell bob " + strings.Repeat("0123456789", 4))
		s.say("\nshout\nfics% ")
		s.sees(`
shout
fics% tell bob 0123456789012345678901234
567890123456789_`)
	})
}

func TestUnfinishedLines(t *testing.T) {
	sit(t, func(s *seat) {
		s.say("a", "b", "c\n", "login: ")
		s.sees("abc\nlogin: _")
		s.say("again\nlogin: ")
		s.sees("abc\nlogin: again\nlogin: _")
		s.say(strings.Repeat("x", maxPrompt+1))
		s.say("\n", "fics% ")
		if got := show(40, s.out.bytes()); !strings.HasSuffix(got, "x\n\nfics% _") {
			t.Errorf("got %q", got)
		}
	})
}

// docs/cases.md 53: a password is on no screen, not even when text comes in
// between, and not in the history.
func TestPasswordIsHidden(t *testing.T) {
	sit(t, func(s *seat) {
		s.say("fics% ")
		s.typed("register alice a@b.c\r")
		s.conn.Echo(false)
		s.say("new password: ")
		s.typed("wrong\x15secrex\x7f")
		s.say("\nbob tells you: hi\nnew password: ")
		s.typed("t\r")
		s.conn.Echo(true)
		s.say("\nWelcome, alice.\nfics% ")
		s.got(line("register alice a@b.c"), transport.Line{Text: "secret", Hidden: true})
		s.sees(`
fics% register alice a@b.c
bob tells you: hi
new password:
Welcome, alice.
fics% _`)
		s.typed("\x1b[A\r")
		s.got(line("register alice a@b.c"))
		if bytes.Contains(s.out.bytes(), []byte("secre")) || bytes.Contains(s.out.bytes(), []byte("wrong")) {
			t.Errorf("the password is in %q", s.out.bytes())
		}
	})
}

// Half a line typed before the password was asked for is part of it, as on any
// terminal.
func TestTypeAheadIntoPassword(t *testing.T) {
	sit(t, func(s *seat) {
		s.typed("se")
		s.conn.Echo(false)
		s.say("password: ")
		s.typed("cret\r")
		s.got(transport.Line{Text: "secret", Hidden: true})
		s.conn.Echo(true)
		s.typed("a\rb\rc\r")
		s.got(line("a"), line("b"), line("c"))
	})
}

func TestKeys(t *testing.T) {
	tests := []struct {
		name, keys string
		want       []transport.Event
	}{
		{"home and end", "ho\x01w\x05\r", []transport.Event{line("who")}},
		{"arrows", "wo\x1b[Dh\x1b[C\r", []transport.Event{line("who")}},
		{"application arrows", "wo\x1bODh\r", []transport.Event{line("who")}},
		{"delete word", "who games\x17\r", []transport.Event{line("who ")}},
		{"history", "who\rgames\r\x1b[A\x1b[A\r", []transport.Event{line("who"), line("games"), line("who")}},
		{"history down", "who\rga\x1b[A\x1b[Bmes\r", []transport.Event{line("who"), line("games")}},
		{"line ends", "a\r\nb\nc\r\x00d\r", []transport.Event{line("a"), line("b"), line("c"), line("d")}},
		{"interrupt erases", "resign\x1b[D\x03who\r", []transport.Event{transport.Interrupt{}, line("who")}},
		{"tab", "tell\tbob\r", []transport.Event{line("tell bob")}},
		{"unknown sequences", "w\x1b[15~h\x1b[?1;2co\x1bZ\x1b\x1b[M\r", []transport.Event{line("who")}},
		{"endless sequence", "w\x1b[" + strings.Repeat("1;", 600) + "mho\r", []transport.Event{line("who")}},
		{"sequence broken off", "who\x1b[1\r", []transport.Event{line("who")}},
		{"escape at the end", "who\x1b\r", []transport.Event{line("who")}},
		{"pasted", "\x1b[200~who\x1b[201~\r", []transport.Event{line("who")}},
		{"invalid bytes", "a\xff\xfe\xfdb\xe2\x99c\xc3\r", []transport.Event{line("a?b?c?")}},
		{"replacement character", "a\uFFFDb\r", []transport.Event{line("a?b")}},
		{"utf-8", "grüß ♞ 💣\r", []transport.Event{transport.Line{Text: "grüß ♞ 💣", UTF8: true}}},
		{"utf-8 erased", "grü\x7fu\r", []transport.Event{line("gru")}},
		{"entity", "gr&#xfc;\r", []transport.Event{line("grü")}},
		{"bidi", "a\u202eb\r", []transport.Event{transport.Line{Text: "ab", UTF8: true}}},
		{"other controls", "w\x00h\x07\x11o\x1a\r", []transport.Event{line("who")}},
	}
	for _, tt := range tests {
		for _, split := range []bool{false, true} {
			sit(t, func(s *seat) {
				if split {
					for _, b := range []byte(tt.keys) {
						s.typed(string([]byte{b}))
					}
				} else {
					s.typed(tt.keys)
				}
				s.mu.Lock()
				if d := cmp.Diff(tt.want, s.events); d != "" {
					t.Errorf("%s, split %v: %s", tt.name, split, d)
				}
				s.mu.Unlock()
			})
		}
	}
}

func TestEndlessLine(t *testing.T) {
	for _, ch := range []string{"x", "ü"} {
		sit(t, func(s *seat) {
			s.typed(strings.Repeat(ch, 10000) + "\rwho\r")
			s.mu.Lock()
			defer s.mu.Unlock()
			if len(s.events) != 2 {
				t.Fatalf("%d events", len(s.events))
			}
			l := s.events[0].(transport.Line)
			if !l.Overlong || len(l.Text) != transport.DefaultMaxLine || s.events[1] != transport.Event(line("who")) {
				t.Errorf("overlong %v, %d bytes", l.Overlong, len(l.Text))
			}
		})
	}
}

func TestControlD(t *testing.T) {
	sit(t, func(s *seat) {
		s.typed("who\x04\r\x04")
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.err != io.EOF {
			t.Errorf("error %v", s.err)
		}
	})
}

// docs/cases.md 49 for SSH.
func TestWindow(t *testing.T) {
	sit(t, func(s *seat) {
		s.say("fics% ")
		s.typed("who")
		for _, w := range []int{100, 100, 100000, 1, 0, 80} {
			if err := s.sess.WindowChange(30, w); err != nil {
				t.Fatal(err)
			}
			synctest.Wait()
		}
		s.got(transport.Window{Width: 100, Height: 30}, transport.Window{Width: 240, Height: 30},
			transport.Window{Width: 20, Height: 30}, transport.Window{Width: 0, Height: 30}, transport.Window{Width: 80, Height: 30})
		s.say("\nstill alive\nfics% ")
		s.typed("\r")
		s.got(line("who"))
	})
}

func TestGoodbye(t *testing.T) {
	sit(t, func(s *seat) {
		s.say("fics% ")
		s.typed("quit\r")
		s.say("Thank you.\n")
		s.conn.Outbox().CloseAfterFlush(0)
		synctest.Wait()
		io.WriteString(s.in, "late\r") // the channel may have gone
		synctest.Wait()
		s.got(line("quit"))
		s.sees("fics% quit\nThank you.\n _")
		if s.err != transport.ErrClosed {
			t.Errorf("error %v", s.err)
		}
	})
}

func TestHistoryForgets(t *testing.T) {
	c := &Conn{}
	h := &history{hidden: &c.hidden}
	h.Add("")
	h.Add(strings.Repeat("x", maxHistoryLine+1))
	for i := range 2 * maxHistory {
		h.Add(fmt.Sprint(i))
		h.Add(fmt.Sprint(i))
	}
	c.hidden.Store(true)
	h.Add("secret")
	if h.Len() != maxHistory || h.At(0) != fmt.Sprint(2*maxHistory-1) || h.At(maxHistory-1) != fmt.Sprint(maxHistory) {
		t.Errorf("%d lines from %q to %q", h.Len(), h.At(h.Len()-1), h.At(0))
	}
}

// FuzzKeys: whatever a terminal sends, and however it is cut, the editor gets
// known keys only and the same ones.
func FuzzKeys(f *testing.F) {
	f.Add([]byte("who\x1b[A\r\n\x03\xc3\xbc\xff\x1b[200~x"), uint8(3), false)
	f.Add([]byte("\x1b[1;3C\x1bOA\xe2\x99\r"), uint8(1), true)
	f.Fuzz(func(t *testing.T, in []byte, cut uint8, hidden bool) {
		run := func(chunk int) (out []byte, events int) {
			k := &keys{max: 100}
			p := make([]byte, 256)
			r := &chopped{in, chunk}
			for {
				n, ev := k.next(p, hidden)
				out = append(out, p[:n]...)
				if ev != keyNone {
					events++
					secret, _ := k.takeSecret()
					out = append(out, secret...)
				}
				if n == 0 && ev == keyNone && k.fill(r) != nil {
					return out, events
				}
				if len(k.esc) > maxEscape || len(k.secret) > k.max+1 || len(k.part) > 4 {
					t.Fatal("unbounded memory")
				}
			}
		}
		want, n := run(len(in) + 1)
		got, m := run(int(cut)%8 + 1)
		if !bytes.Equal(want, got) || n != m {
			t.Fatalf("%q and %q", want, got)
		}
		if !hidden {
			checkKeys(t, want)
		}
	})
}

// checkKeys fails if the editor was given what it may choke on.
func checkKeys(t *testing.T, keys []byte) {
	for len(keys) > 0 {
		if keys[0] == 0x1b {
			known := false
			for _, seq := range escapes {
				if bytes.HasPrefix(keys, []byte(seq)) {
					keys, known = keys[len(seq):], true
					break
				}
			}
			if !known {
				t.Fatalf("the editor got %q", keys)
			}
			continue
		}
		r := []rune(string(keys[:min(4, len(keys))]))[0]
		if r == '\uFFFD' || (r < ' ' && r != '\r' && !strings.ContainsRune(controls, r)) {
			t.Fatalf("the editor got %q", keys)
		}
		keys = keys[len(string(r)):]
	}
}

// chopped reads a few bytes at a time.
type chopped struct {
	b []byte
	n int
}

func (c *chopped) Read(p []byte) (int, error) {
	if len(c.b) == 0 {
		return 0, io.EOF
	}
	n := copy(p[:min(len(p), c.n)], c.b)
	c.b = c.b[n:]
	return n, nil
}

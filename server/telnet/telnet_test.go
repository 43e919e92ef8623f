package telnet

import (
	"bytes"
	"io"
	"net"
	"net/netip"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"epicenter/server/outbox"
	"epicenter/server/transport"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// pipe returns a session and the client's end of its connection.
func pipe(opt Options) (*Conn, net.Conn) {
	client, server := net.Pipe()
	if opt.Pool == nil {
		opt.Pool = &outbox.Pool{}
	}
	return New(server, &opt), client
}

// tcp returns a session over the loopback and the client's end.
func tcp(t *testing.T, opt Options) (*Conn, *net.TCPConn) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	client, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	server, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	if opt.Pool == nil {
		opt.Pool = &outbox.Pool{}
	}
	c := New(server, &opt)
	t.Cleanup(func() { client.Close(); c.Close(); opt.Pool.Wait() })
	return c, client.(*net.TCPConn)
}

func say(c transport.Conn, s string) {
	c.Outbox().Put(outbox.Unit{Bytes: []byte(s)})
	c.Outbox().Wake()
}

// events reads until the session ends.
func events(c transport.Conn) (out []transport.Event, err error) {
	for {
		ev, err := c.ReadEvent()
		if err != nil {
			return out, err
		}
		out = append(out, ev)
	}
}

func TestSession(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, client := pipe(Options{})
		go func() {
			for _, b := range []byte("gr\xc3\xbc\xc3\x9f\r\n\xff\xfb\x1f\xff\xfa\x1f\x00\x50\x00\x18\xff\xf0\xff\xf4pw\n") {
				client.Write([]byte{b})
			}
			synctest.Wait() // an answer that meets a closed connection ends the session
			client.Close()
		}()
		go io.Copy(io.Discard, client)
		got, err := events(c)
		want := []transport.Event{
			transport.Line{Text: "grüß", UTF8: true},
			transport.Window{Width: 80, Height: 24},
			transport.Interrupt{},
			transport.Line{Text: "pw"},
		}
		if d := cmp.Diff(want, got); d != "" || err != io.EOF {
			t.Errorf("%s, error %v", d, err)
		}
		if _, err := c.ReadEvent(); err == nil {
			t.Error("an event after the end")
		}
		if d := cmp.Diff(transport.Traits{Name: "telnet", EOL: "\n\r"}, c.Traits()); d != "" {
			t.Error(d)
		}
		c.Close()
	})
}

// docs/cases.md 53 and docs/clients.md §0 no. 8: WILL ECHO stands before the prompt's line,
// WONT ECHO before the next text, and nothing else is ever offered.
func TestEchoInOrderWithOutput(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, client := pipe(Options{})
		put := func(s string) { c.Outbox().Put(outbox.Unit{Bytes: []byte(s)}) }
		put("type the password.\n\r")
		c.Echo(false)
		put("password: ")
		c.Outbox().Wake()
		synctest.Wait()
		buf := make([]byte, 100)
		n, _ := client.Read(buf)
		if got, want := string(buf[:n]), "type the password.\n\r\xff\xfb\x01password: "; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
		go client.Write([]byte("\xff\xfd\x01secret\r\n"))
		ev, _ := c.ReadEvent()
		if d := cmp.Diff(transport.Event(transport.Line{Text: "secret", Hidden: true}), ev); d != "" {
			t.Error(d)
		}
		c.Echo(true)
		c.Echo(true)
		put("\n\r**** Starting")
		c.Outbox().Wake()
		synctest.Wait()
		n, _ = client.Read(buf)
		if got, want := string(buf[:n]), "\xff\xfc\x01\n\r**** Starting"; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
		c.Close()
		client.Close()
	})
}

func TestTextWith255IsEscaped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, client := pipe(Options{})
		say(c, "\xffa\xff\xffb\xff")
		synctest.Wait()
		buf := make([]byte, 100)
		n, _ := client.Read(buf)
		if got, want := string(buf[:n]), "\xff\xffa\xff\xff\xff\xffb\xff\xff"; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
		c.Close()
		client.Close()
	})
}

func TestCloseEndsRead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, client := pipe(Options{})
		done := make(chan error)
		go func() { _, err := c.ReadEvent(); done <- err }()
		synctest.Wait()
		c.Close()
		c.Close()
		if err := <-done; err != transport.ErrClosed {
			t.Errorf("error %v", err)
		}
		if c.Outbox().Put(outbox.Unit{Bytes: []byte("late")}) {
			t.Error("a closed session took output")
		}
		client.Close()
	})
}

// A client that stops reading gets one last line's grace and is gone; its
// reader learns why.
func TestSlowReader(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, client := pipe(Options{Outbox: &outbox.Options{Cap: 100, LastLine: []byte("too slow"), Grace: time.Second}})
		done := make(chan error)
		go func() { _, err := c.ReadEvent(); done <- err }()
		start := time.Now()
		for range 3 {
			say(c, strings.Repeat("x", 60))
			synctest.Wait()
		}
		if err := <-done; err != transport.ErrSlow {
			t.Errorf("error %v", err)
		}
		if d := time.Since(start); d != time.Second {
			t.Errorf("gone after %v", d)
		}
		c.Close()
		client.Close()
	})
}

// The goodbye arrives although the client has sent lines that nobody reads any
// more: closing at once would reset the connection.
func TestGoodbyeSurvivesUnreadInput(t *testing.T) {
	c, client := tcp(t, Options{})
	if _, err := client.Write([]byte("quit\n" + strings.Repeat("who\n", 1000))); err != nil {
		t.Fatal(err)
	}
	if ev, err := c.ReadEvent(); err != nil || ev.(transport.Line).Text != "quit" {
		t.Fatal(ev, err)
	}
	bye := strings.Repeat("Thank you.\n\r", 10000)
	say(c, bye)
	c.Outbox().CloseAfterFlush(time.Minute)
	<-c.Outbox().Done()
	ended := make(chan error)
	go func() {
		rest, err := events(c)
		if len(rest) > 0 {
			t.Errorf("%d lines after quit", len(rest))
		}
		ended <- err
	}()
	got, err := io.ReadAll(client)
	if err != nil || string(got) != bye {
		t.Errorf("%d of %d bytes, %v", len(got), len(bye), err)
	}
	client.Close()
	if err := <-ended; err != transport.ErrClosed && err != io.EOF {
		t.Errorf("error %v", err)
	}
}

func TestRemoteAddr(t *testing.T) {
	c, _ := tcp(t, Options{})
	if got := c.RemoteAddr(); got != netip.MustParseAddr("127.0.0.1") {
		t.Errorf("address %v", got)
	}
	p, client := pipe(Options{})
	if got := p.RemoteAddr(); got.IsValid() {
		t.Errorf("address %v of a pipe", got)
	}
	p.Close()
	client.Close()
}

// reverser stands for a sealing protocol: it needs raw bytes, and hides lines of
// its own from the session.
type reverser struct{ n int64 }

func (r *reverser) Event(raw []byte, overlong bool) transport.Event {
	r.n++
	if bytes.HasPrefix(raw, []byte("hello")) {
		return nil
	}
	out := bytes.Clone(raw)
	for i := range raw {
		out[i] = raw[len(raw)-1-i]
	}
	l := transport.LineOf(out, overlong)
	l.Stamp, l.Sealed = r.n, true
	return l
}

func (r *reverser) Timeseal() int { return 1 }

func TestDecoderSeesRawLines(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, client := pipe(Options{Decoder: func() transport.Decoder { return &reverser{} }})
		go func() {
			client.Write([]byte("hello\x7f\nb\xc3a\x7fxi\xff\xff\n"))
			client.Close()
		}()
		got, _ := events(c)
		want := []transport.Event{transport.Line{Text: "\uFFFDia\uFFFDb", Stamp: 2, Sealed: true}}
		if d := cmp.Diff(want, got); d != "" {
			t.Error(d)
		}
		if v := c.Traits().Timeseal; v != 1 {
			t.Errorf("timeseal %d in the traits", v)
		}
		c.Close()
	})
}

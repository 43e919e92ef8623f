package ws

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"epicenter/server/outbox"
	"epicenter/server/transport"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// serve accepts one connection and gives it to the test.
func serve(t *testing.T, opt Options) (url string, accepted <-chan *Conn) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	opt.Pool = &outbox.Pool{}
	out, done := make(chan *Conn, 1), make(chan struct{})
	go func() {
		defer close(done)
		conn, err := l.Accept()
		if err != nil {
			return
		}
		c, err := Accept(conn, &opt)
		if err != nil {
			conn.Close()
			close(out)
			return
		}
		out <- c
	}()
	t.Cleanup(func() { l.Close(); <-done; opt.Pool.Wait() })
	return "ws://" + l.Addr().String() + "/", out
}

// dial connects both sides.
func dial(t *testing.T, opt Options, header http.Header) (server *Conn, client *websocket.Conn) {
	t.Helper()
	url, accepted := serve(t, opt)
	client, resp, err := websocket.Dial(t.Context(), url, &websocket.DialOptions{HTTPHeader: header})
	if err != nil {
		t.Fatalf("%v (%v)", err, resp)
	}
	server = <-accepted
	t.Cleanup(func() { client.CloseNow(); server.Close() })
	return server, client
}

func send(t *testing.T, c *websocket.Conn, kind websocket.MessageType, frames ...string) {
	t.Helper()
	for _, f := range frames {
		if err := c.Write(t.Context(), kind, []byte(f)); err != nil {
			t.Fatal(err)
		}
	}
}

// wantEvents reads events and compares them.
func wantEvents(t *testing.T, s *Conn, want ...transport.Event) {
	t.Helper()
	for _, w := range want {
		got, err := s.ReadEvent()
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(w, got); d != "" {
			t.Error(d)
		}
	}
}

func TestLines(t *testing.T) {
	s, c := dial(t, Options{}, nil)
	send(t, c, websocket.MessageBinary, "guest\n", "\n", "", "who\r\ngames", "a\r", "tell bob \xff\n")
	send(t, c, websocket.MessageText, "tell bob é", "e2e5\b4\n\n")
	wantEvents(t, s,
		transport.Line{Text: "guest"},
		transport.Line{Text: ""},
		transport.Line{Text: "who"},
		transport.Line{Text: "games"},
		transport.Line{Text: "a"},
		transport.Line{Text: "tell bob \uFFFD"},
		transport.Line{Text: "tell bob é", UTF8: true},
		transport.Line{Text: "e2e4"},
		transport.Line{Text: ""},
	)
	if a := s.RemoteAddr(); a != netip.MustParseAddr("127.0.0.1") {
		t.Errorf("address %v", a)
	}
	if d := cmp.Diff(transport.Traits{Name: "websocket", EOL: "\n\r"}, s.Traits()); d != "" {
		t.Error(d)
	}
}

// decoder stands for timeseal.
type decoder struct{}

func (decoder) Event(raw []byte, _ bool) transport.Event {
	switch {
	case bytes.HasPrefix(raw, []byte("hello")):
		return nil
	case bytes.HasPrefix(raw, []byte("pong")):
		return transport.Pong{Stamp: 7}
	}
	return transport.Line{Text: string(bytes.ToUpper(raw)), Sealed: true, Stamp: 8}
}

func (decoder) Timeseal() int { return 2 }

func TestDecoder(t *testing.T) {
	s, c := dial(t, Options{Decoder: func() transport.Decoder { return decoder{} }}, nil)
	s.Echo(false)
	send(t, c, websocket.MessageBinary, "hello\n", "pong\n", "secret\n")
	wantEvents(t, s, transport.Pong{Stamp: 7}, transport.Line{Text: "SECRET", Sealed: true, Stamp: 8, Hidden: true})
	if v := s.Traits().Timeseal; v != 2 {
		t.Errorf("timeseal %d", v)
	}
}

// One unit is one binary frame, however many wait.
func TestUnits(t *testing.T) {
	s, c := dial(t, Options{}, nil)
	units := []string{"\n\rfirst\n\rfics% ", "[G]\x00", "\n\r<12> x\n\rfics% ", strings.Repeat("long ", 20000)}
	for _, u := range units {
		s.Outbox().Put(outbox.Unit{Bytes: []byte(u)})
	}
	s.Outbox().Wake()
	c.SetReadLimit(-1)
	for _, w := range units {
		kind, got, err := c.Read(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if kind != websocket.MessageBinary || string(got) != w {
			t.Errorf("frame %v %.40q, want %.40q", kind, got, w)
		}
	}
}

// A frame of 10 MB is one line that is too long: it is answered like any other,
// nothing behind it is lost and nothing of it is kept.
func TestImmenseFrame(t *testing.T) {
	s, c := dial(t, Options{MaxLine: 1023}, nil)
	sent := make(chan error, 1)
	go func() {
		err := c.Write(context.Background(), websocket.MessageBinary, bytes.Repeat([]byte("x"), 10<<20))
		sent <- errors.Join(err, c.Write(context.Background(), websocket.MessageText, []byte("who\n")))
	}()
	wantEvents(t, s, transport.Line{Text: strings.Repeat("x", 1023), Overlong: true}, transport.Line{Text: "who"})
	if err := <-sent; err != nil {
		t.Error(err)
	}
}

func TestEnds(t *testing.T) {
	t.Run("the client leaves in order", func(t *testing.T) {
		s, c := dial(t, Options{}, nil)
		closed := make(chan error, 1)
		go func() { closed <- c.Close(websocket.StatusNormalClosure, "") }()
		if _, err := s.ReadEvent(); err != transport.EOF {
			t.Errorf("error %v", err)
		}
		if err := <-closed; err != nil {
			t.Errorf("the client was not answered: %v", err)
		}
	})
	t.Run("the client vanishes", func(t *testing.T) {
		s, c := dial(t, Options{}, nil)
		c.CloseNow()
		if _, err := s.ReadEvent(); err == nil || err == transport.EOF || err == transport.ErrClosed {
			t.Errorf("error %v", err)
		}
	})
	t.Run("goodbye", func(t *testing.T) {
		s, c := dial(t, Options{}, nil)
		s.Outbox().Put(outbox.Unit{Bytes: []byte("bye")})
		s.Outbox().CloseAfterFlush(time.Minute)
		read := make(chan error, 1)
		go func() { _, err := s.ReadEvent(); read <- err }()
		_, got, err := c.Read(t.Context())
		if err != nil || string(got) != "bye" {
			t.Errorf("%q %v", got, err)
		}
		if _, _, err = c.Read(t.Context()); websocket.CloseStatus(err) != websocket.StatusNormalClosure {
			t.Errorf("the end: %v", err)
		}
		if err := <-read; err != transport.ErrClosed {
			t.Errorf("the reader: %v", err)
		}
	})
	t.Run("cut", func(t *testing.T) {
		s, c := dial(t, Options{}, nil)
		read := make(chan error, 1)
		go func() { _, err := s.ReadEvent(); read <- err }()
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		if err := errors.Join(s.Close()); err != nil {
			t.Error(err)
		}
		if err := <-read; err != transport.ErrClosed {
			t.Errorf("the reader: %v", err)
		}
		if _, _, err := c.Read(t.Context()); err == nil {
			t.Error("the client can still read")
		}
	})
}

// A client that does not read is cut off, and nobody waits for it.
func TestSlowReader(t *testing.T) {
	s, _ := dial(t, Options{Outbox: &outbox.Options{Cap: 64 << 10, Grace: time.Millisecond}}, nil)
	unit := outbox.Unit{Bytes: bytes.Repeat([]byte("x"), 32<<10)}
	for range 10_000 { // far beyond what two kernels hold
		s.Outbox().Put(unit)
		s.Outbox().Wake()
	}
	if _, err := s.ReadEvent(); err != transport.ErrSlow {
		t.Errorf("error %v", err)
	}
	<-s.Outbox().Done()
}

func TestOrigins(t *testing.T) {
	tests := []struct {
		origins []string
		origin  string
		ok      bool
	}{
		{nil, "", true},
		{nil, "https://evil.example", false},
		{[]string{"*"}, "https://evil.example", true},
		{[]string{"*"}, "null", true},
		{[]string{"*.freechess.club"}, "https://www.freechess.club", true},
		{[]string{"*.freechess.club"}, "https://freechess.club.evil.example", false},
	}
	for _, tt := range tests {
		t.Run(fmt.Sprint(tt.origins, tt.origin), func(t *testing.T) {
			url, accepted := serve(t, Options{Origins: tt.origins})
			h := http.Header{}
			if tt.origin != "" {
				h.Set("Origin", tt.origin)
			}
			c, resp, err := websocket.Dial(t.Context(), url, &websocket.DialOptions{HTTPHeader: h})
			if s := <-accepted; s != nil {
				s.Close()
			}
			if (err == nil) != tt.ok {
				t.Fatalf("let in: %v", err)
			}
			if err == nil {
				c.CloseNow()
			} else if resp.StatusCode != http.StatusForbidden {
				t.Errorf("status %d", resp.StatusCode)
			}
		})
	}
}

// Whatever else comes to this port gets one clear answer of HTTP.
func TestNoWebSocket(t *testing.T) {
	for name, tt := range map[string]struct{ in, status, text string }{
		"a browser":         {"GET / HTTP/1.1\r\nHost: x\r\n\r\n", "426", "speak WebSocket"},
		"telnet":            {"guest\r\n", "400", "speak WebSocket"},
		"an old version":    {"GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 8\r\n\r\n", "400", "version"},
		"headers of 100 KB": {"GET / HTTP/1.1\r\nHost: x\r\nA: " + strings.Repeat("a", 100<<10) + "\r\n\r\n", "400", ""},
	} {
		t.Run(name, func(t *testing.T) {
			url, accepted := serve(t, Options{})
			conn, err := net.Dial("tcp", strings.Trim(url, "ws:/"))
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close()
			go io.WriteString(conn, tt.in)
			got, _ := io.ReadAll(conn) // an unread rest of the request may reset it
			if s := <-accepted; s != nil {
				t.Fatal("let in")
			}
			if len(got) > 0 && (!strings.HasPrefix(string(got), "HTTP/1.1 "+tt.status+" ") || !strings.Contains(string(got), tt.text)) {
				t.Errorf("answer %q", got)
			}
			if len(got) == 0 && len(tt.in) < maxRequest {
				t.Error("no answer")
			}
		})
	}
	r := Refusal("**** full ****")
	resp, err := http.ReadResponse(bufferOf(r), nil)
	if err != nil || resp.StatusCode != http.StatusServiceUnavailable {
		t.Fatalf("refusal: %v %v", resp, err)
	}
	if b, _ := io.ReadAll(resp.Body); string(b) != "**** full ****\n" {
		t.Errorf("refusal says %q", b)
	}
	resp.Body.Close()
}

func TestForwarded(t *testing.T) {
	proxy := func(a netip.Addr) bool { return a.IsLoopback() || a == netip.MustParseAddr("10.0.0.9") }
	tests := []struct {
		peer    string
		lists   []string
		trusted func(netip.Addr) bool
		want    string
	}{
		{"127.0.0.1", []string{"192.0.2.7"}, proxy, "192.0.2.7"},
		{"127.0.0.1", []string{"6.6.6.6, 192.0.2.7, 10.0.0.9"}, proxy, "192.0.2.7"},
		{"127.0.0.1", []string{"6.6.6.6", "192.0.2.7"}, proxy, "192.0.2.7"},
		{"127.0.0.1", []string{"192.0.2.7:4711"}, proxy, "192.0.2.7"},
		{"127.0.0.1", []string{"[2001:db8::1]"}, proxy, "2001:db8::1"},
		{"127.0.0.1", []string{"::ffff:192.0.2.7"}, proxy, "192.0.2.7"},
		{"127.0.0.1", []string{"unknown"}, proxy, "127.0.0.1"},
		{"127.0.0.1", []string{"192.0.2.7, rubbish, 10.0.0.9"}, proxy, "10.0.0.9"},
		{"127.0.0.1", nil, proxy, "127.0.0.1"},
		{"127.0.0.1", []string{"192.0.2.7"}, nil, "127.0.0.1"},
		{"203.0.113.5", []string{"192.0.2.7"}, proxy, "203.0.113.5"},
	}
	for _, tt := range tests {
		if got := Forwarded(netip.MustParseAddr(tt.peer), tt.lists, tt.trusted); got != netip.MustParseAddr(tt.want) {
			t.Errorf("%s %q: %v, want %s", tt.peer, tt.lists, got, tt.want)
		}
	}
	s, _ := dial(t, Options{Trusted: proxy}, http.Header{"X-Forwarded-For": {"192.0.2.7"}})
	if a := s.RemoteAddr(); a != netip.MustParseAddr("192.0.2.7") {
		t.Errorf("address %v", a)
	}
}

func bufferOf(s string) *bufio.Reader { return bufio.NewReader(strings.NewReader(s)) }

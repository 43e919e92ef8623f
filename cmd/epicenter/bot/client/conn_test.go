package client

import (
	"net"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"epicenter/server/timeseal"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// pair connects a Conn with a server's end.
func pair(t *testing.T, stamp func() int64) (*Conn, net.Conn) {
	ours, theirs := net.Pipe()
	var c *Conn
	if stamp == nil {
		c = NewConn(ours, nil)
	} else { // the hello waits to be read
		made := make(chan *Conn)
		go func() { made <- NewConn(ours, stamp) }()
		if text := opened(t, theirs); timeseal.HelloOf([]byte(text)) != timeseal.One {
			t.Fatalf("the hello is %q", text)
		}
		c = <-made
	}
	t.Cleanup(func() { theirs.Close(); c.Close() })
	return c, theirs
}

// opened reads a sealed line.
func opened(t *testing.T, conn net.Conn) string {
	t.Helper()
	var b [512]byte
	n, err := conn.Read(b[:])
	if err != nil || b[n-1] != '\n' {
		t.Fatalf("%q, %v", b[:n], err)
	}
	text, _, ok := timeseal.Decode(b[:n-1])
	if !ok {
		t.Fatalf("%q is not sealed", b[:n])
	}
	return string(text)
}

func TestConn(t *testing.T) {
	c, server := pair(t, nil)
	go func() {
		for _, b := range strings.Split("\n\rWelcome\n\r|log|in: |\n\rfics% |\n\rfics% fics% Hello  \n\r\a\n\r<12> x\r\n|\xff\xfb\x01pass\xff|\xfa\x1f\xff\xf0word: |\xff\xff\nfics%\nend\n", "|") {
			if _, err := server.Write([]byte(b)); err != nil {
				t.Error(err)
			}
		}
		server.Close()
	}()
	var got []string
	for l := range c.Lines {
		if l.Asks {
			l.Text += "?"
		}
		got = append(got, l.Text)
	}
	want := []string{"Welcome", "login: ?", "Hello", "<12> x", "password: ?", "end"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if c.Err() == nil {
		t.Error("no error at the end")
	}
}

func TestConnSealed(t *testing.T) {
	c, server := pair(t, func() int64 { return 12_345_678 })
	go func() { _, _ = server.Write([]byte("\n\r[G]\n\rfics% one\n")) }()
	if text := opened(t, server); text != timeseal.Pong {
		t.Errorf("answered %q", text)
	}
	if l := <-c.Lines; l.Text != "one" {
		t.Errorf("read %q", l.Text)
	}
	go func() { _ = c.Send("e2e4") }()
	if text := opened(t, server); text != "e2e4" {
		t.Errorf("sent %q", text)
	}
}

// A reader that is behind is no trouble for Close.
func TestConnClose(t *testing.T) {
	c, server := pair(t, nil)
	go func() {
		for range 2 * maxAhead {
			if _, err := server.Write([]byte("line\n")); err != nil {
				return
			}
		}
	}()
	<-c.Lines
	c.Close()
	if err := c.Send("x"); err == nil {
		t.Error("sent")
	}
}

func FuzzConn(f *testing.F) {
	f.Add([]byte("fics% \xff\xfa\xff\xf0login: \n\r[G]\n\r"), true)
	f.Fuzz(func(t *testing.T, in []byte, sealed bool) {
		c := &Conn{lines: make(chan Line, len(in)+1), quit: make(chan struct{})}
		if sealed {
			c.filter.Version = timeseal.One
		}
		text, _ := c.filter.Feed(nil, c.telnet.strip(slices.Clone(in)))
		c.feed(text)
		close(c.lines)
		for l := range c.lines {
			if strings.ContainsAny(l.Text, "\r\n\a") || l.Text == "" {
				t.Errorf("%q", l.Text)
			}
		}
	})
}

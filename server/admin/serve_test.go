package admin_test

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net"
	"strings"
	"testing"

	"epicenter/server/admin"
)

// strange is a handler that does what its test wants.
type strange struct {
	admin.Handler
	backup func(ctx context.Context) error
}

func (s strange) Backup(ctx context.Context, _ string, _ bool) error { return s.backup(ctx) }

func raw(t *testing.T, dir string) (net.Conn, *bufio.Reader) {
	t.Helper()
	c, err := net.Dial("unix", admin.SocketPath(dir))
	must(t, err)
	t.Cleanup(func() { c.Close() })
	return c, bufio.NewReader(c)
}

// TestLines is the protocol as bytes, bad ones too: each line has its answer,
// and a line that is too long ends the connection.
func TestLines(t *testing.T) {
	h, _ := offline()
	dir := serve(t, h)
	c, r := raw(t, dir)
	for _, x := range []struct{ send, want string }{
		{`{"do":"user add","handle":"bob","password":"brown-fox-42"}`, `{"done":true}`},
		{`{"do":"user list"}`, `{"user":{"handle":"bob","created":1700000000000}}`},
		{"", `{"done":true}`}, // the second line of the answer
		{`{"do":"user add","handle":"bob","password":"brown-fox-42"}`, `{"done":true,"error":"that name is taken"}`},
		{`{"do":"fly"}`, `{"done":true,"error":"unknown request \"fly\""}`},
		{`{}`, `{"done":true,"error":"unknown request \"\""}`},
		{`{"do":"user list","shoe":44}`, `unknown field`},
		{`{"do":"user list"} {}`, `more than one value`},
		{`GET / HTTP/1.1`, `the line is not of the control protocol`},
		{"\xff\x00", `the line is not of the control protocol`},
		{`[]`, `the line is not of the control protocol`},
		{`{"do":"backup","path":"here"}`, `absolute path`},
		{strings.Repeat("x", 70000), `line longer than 65536 bytes`},
	} {
		if x.send != "" {
			_, err := io.WriteString(c, x.send+"\n")
			must(t, err)
		}
		line, err := r.ReadString('\n')
		must(t, err)
		if !strings.Contains(line, x.want) {
			t.Errorf("%.60q: answer %q, want %q", x.send, line, x.want)
		}
	}
	if _, err := r.ReadByte(); err == nil {
		t.Error("the connection goes on after a line that was too long")
	}
}

// TestManyConnections: more at once than are served, each in its turn, and one
// that is closed in the middle of a line harms nobody.
func TestManyConnections(t *testing.T) {
	h, _ := offline()
	dir := serve(t, h)
	for range 3 {
		c, _ := raw(t, dir)
		_, err := io.WriteString(c, `{"do":`)
		must(t, err)
		must(t, c.Close())
	}
	done := make(chan error)
	for range 20 {
		go func() {
			c, err := admin.Dial(dir)
			if err == nil {
				err = errors.Join(c.ListUsers(context.Background(), func(admin.User) error { return nil }), c.Close())
			}
			done <- err
		}()
	}
	for range 20 {
		must(t, <-done)
	}
}

func TestPanicCostsOneRequest(t *testing.T) {
	dir := serve(t, strange{backup: func(context.Context) error { panic("boom") }})
	c := dial(t, dir)
	for range 2 {
		err := c.Backup(context.Background(), "x", false)
		if !errors.As(err, new(admin.Refused)) || !strings.Contains(err.Error(), "boom") {
			t.Errorf("answer %v", err)
		}
	}
}

// TestStop: when the server stops, requests under way are told so through their
// context and waited for, and idle connections end.
func TestStop(t *testing.T) {
	working, ended := make(chan struct{}), make(chan struct{})
	dir := t.TempDir()
	l, err := admin.Listen(dir)
	must(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	served := make(chan error)
	go func() {
		served <- admin.Serve(ctx, l, strange{backup: func(ctx context.Context) error {
			close(working)
			<-ctx.Done()
			close(ended)
			return errors.New("stopped in the middle")
		}})
	}()
	_, idle := raw(t, dir)
	c := dial(t, dir)
	asked := make(chan error)
	go func() { asked <- c.Backup(context.Background(), "x", false) }()
	<-working
	cancel()
	must(t, <-served)
	select {
	case <-ended:
	default:
		t.Error("serving ended before the request did")
	}
	if err := <-asked; err == nil || !strings.Contains(err.Error(), "stopped in the middle") {
		t.Errorf("answer %v", err)
	}
	if _, err := idle.ReadByte(); !errors.Is(err, io.EOF) {
		t.Errorf("idle connection: %v", err)
	}
}

func TestClientGivesUp(t *testing.T) {
	release := make(chan struct{})
	dir := serve(t, strange{backup: func(context.Context) error { <-release; return nil }})
	defer close(release)
	c := dial(t, dir)
	ctx, cancel := context.WithCancel(context.Background())
	asked := make(chan error)
	go func() { asked <- c.Backup(ctx, "x", false) }()
	cancel()
	if err := <-asked; !errors.Is(err, context.Canceled) {
		t.Errorf("answer %v", err)
	}
}

// TestClientOfNonsense talks to something that is not our server.
func TestClientOfNonsense(t *testing.T) {
	for answer, want := range map[string]string{
		"":        "without an answer",
		"hello\n": "not of the control protocol",
		"{}\n":    "not of the control protocol",
		`{"user":{"handle":"x","created":0}}` + "\n": "not of the control protocol",
		`{"done":true`:                    "unexpected EOF",
		strings.Repeat("x", 70000) + "\n": "line longer",
	} {
		dir := t.TempDir()
		l, err := admin.Listen(dir)
		must(t, err)
		served := make(chan error)
		go func() {
			conn, err := l.Accept()
			if err != nil {
				served <- err
				return
			}
			_, err = bufio.NewReader(conn).ReadString('\n')
			_, _ = io.WriteString(conn, answer) // the client may have hung up
			served <- errors.Join(err, conn.Close())
		}()
		c := dial(t, dir)
		err = c.Backup(context.Background(), "x", false)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: %v, want %q", answer, err, want)
		}
		must(t, <-served)
		must(t, l.Close())
	}
}

// TestListenerFails: an error of the listener that is not the end ends Serve.
func TestListenerFails(t *testing.T) {
	h, _ := offline()
	broken := errors.New("broken")
	if err := admin.Serve(context.Background(), brokenListener{broken}, h); !errors.Is(err, broken) {
		t.Error(err)
	}
}

type brokenListener struct{ err error }

func (b brokenListener) Accept() (net.Conn, error) { return nil, b.err }
func (b brokenListener) Close() error              { return nil }
func (b brokenListener) Addr() net.Addr            { return &net.UnixAddr{} }

package sshd

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"fmt"
	"io"
	"net"
	"net/netip"
	"sync"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"epicenter/server/outbox"
	"epicenter/server/sshd/sshdtest"
	"epicenter/server/transport"
)

// newKey returns a fresh key.
func newKey(t testing.TB) gossh.Signer {
	t.Helper()
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	s, err := gossh.NewSignerFromKey(private)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// account is what the server knows of alice or bob.
type account struct {
	password string
	keys     []gossh.Signer
}

// book is an Auth of a few accounts; whoever is not in it needs no password.
type book struct {
	accounts map[string]account
	mu       sync.Mutex
	asked    []string
}

func (b *book) note(s string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.asked = append(b.asked, s)
}

func (b *book) NoPassword(_ context.Context, name string, _ netip.Addr) (uint64, bool) {
	_, known := b.accounts[name]
	return 0, !known
}

func (b *book) CheckPassword(_ context.Context, name, password string, _ netip.Addr) (uint64, bool) {
	b.note("password")
	a, ok := b.accounts[name]
	return 7, ok && a.password == password
}

func (b *book) CheckKey(_ context.Context, name string, key []byte, _ netip.Addr) (uint64, bool) {
	b.note("key")
	for _, k := range b.accounts[name].keys {
		if bytes.Equal(k.PublicKey().Marshal(), key) {
			return 7, true
		}
	}
	return 0, false
}

// house is a server with its book, for one test.
type house struct {
	*Server
	book    *book
	pool    *outbox.Pool
	clients []net.Conn
}

var hostKey = sync.OnceValue(func() gossh.Signer {
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		panic(err)
	}
	s, err := gossh.NewSignerFromKey(private)
	if err != nil {
		panic(err)
	}
	return s
})

func open(handle func(*Conn)) *house {
	h := &house{book: &book{accounts: map[string]account{}}, pool: &outbox.Pool{}}
	h.Server = New(Options{
		HostKey: hostKey(), Auth: h.book, Pool: h.pool, LoginTime: time.Minute, Handle: handle,
		Outbox: &outbox.Options{LastLine: []byte("too slow\n")},
	})
	return h
}

func (h *house) close() {
	h.Close()
	h.pool.Wait()
	for _, c := range h.clients {
		c.Close()
	}
}

// connect opens a raw connection. The channel closes when the server is done
// with it.
func (h *house) connect() (net.Conn, <-chan struct{}) {
	client, server := net.Pipe()
	done := make(chan struct{})
	go func() {
		defer close(done)
		h.ServeConn(server)
	}()
	p := sshdtest.NewPatient(client)
	h.clients = append(h.clients, p)
	return p, done
}

// dial logs in.
func (h *house) dial(user string, auth ...gossh.AuthMethod) (*gossh.Client, error) {
	conn, _ := h.connect()
	c, chans, reqs, err := gossh.NewClientConn(conn, "pipe", &gossh.ClientConfig{
		User: user, Auth: auth, HostKeyCallback: gossh.FixedHostKey(hostKey().PublicKey()),
	})
	if err != nil {
		conn.Close()
		return nil, err
	}
	return gossh.NewClient(c, chans, reqs), nil
}

// must is dial for tests that are about something else.
func (h *house) must(t *testing.T, user string, auth ...gossh.AuthMethod) *gossh.Client {
	t.Helper()
	c, err := h.dial(user, auth...)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// say queues text and wakes the writer.
func say(c *Conn, s string) {
	c.Outbox().Put(outbox.Unit{Bytes: []byte(s)})
	c.Outbox().Wake()
}

// echo answers lines until the end: "quit" ends with a goodbye, "window" tells
// the size.
func echo(c *Conn) {
	size := c.Traits().Window
	for {
		ev, err := c.ReadEvent()
		if err != nil {
			c.Outbox().CloseAfterFlush(time.Second)
			<-c.Outbox().Done()
			return
		}
		switch ev := ev.(type) {
		case transport.Window:
			size = ev
		case transport.Line:
			switch ev.Text {
			case "quit":
				say(c, "bye\n")
				c.Outbox().CloseAfterFlush(time.Second)
			case "window":
				say(c, fmt.Sprintf("%dx%d\n", size.Width, size.Height))
			default:
				say(c, fmt.Sprintf("<%s>\n", ev.Text))
			}
		}
	}
}

// whoami reports the session's traits and ends.
func whoami(c *Conn) {
	l := c.Traits().Login
	say(c, fmt.Sprintf("%s by %s version %d %s", l.Name, l.Method, l.Version, l.Key))
	c.Outbox().CloseAfterFlush(time.Second)
	<-c.Outbox().Done()
}

// output runs a session's shell to its end.
func output(t *testing.T, c *gossh.Client, stdin string) (string, error) {
	t.Helper()
	s, err := c.NewSession()
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	s.Stdout = &out
	s.Stdin = bytes.NewReader([]byte(stdin))
	if err := s.Shell(); err != nil {
		t.Fatal(err)
	}
	err = s.Wait()
	return out.String(), err
}

// liar has a key's public half only and signs with garbage.
type liar struct{ public gossh.PublicKey }

func (l liar) PublicKey() gossh.PublicKey { return l.public }

func (l liar) Sign(io.Reader, []byte) (*gossh.Signature, error) {
	return &gossh.Signature{Format: l.public.Type(), Blob: make([]byte, 64)}, nil
}

// shy offers a key and does not sign when the server would take it, as OpenSSH
// does without the private half: Go's client moves on because the key that the
// server confirms is not the one it seems to have.
type shy struct{ liar }

func (s shy) PublicKey() gossh.PublicKey { return &fickle{PublicKey: s.public} }

// fickle shows its true bytes once.
type fickle struct {
	gossh.PublicKey
	shown bool
}

func (f *fickle) Marshal() []byte {
	if f.shown {
		return nil
	}
	f.shown = true
	return f.PublicKey.Marshal()
}

package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	mathrand "math/rand/v2"
	"net"
	"os"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// busy are the goroutines that serve a connection.
func busy() string {
	buf := make([]byte, 1<<24)
	var out []string
	for _, g := range strings.Split(string(buf[:runtime.Stack(buf, true)]), "\n\n") {
		for _, of := range []string{"server.(*session)", "server.(*Server).open", "server.(*Server).Serve", "server/sshd.", "server/ws.", "server/telnet.", "server/outbox."} {
			if strings.Contains(g, of) {
				out = append(out, g)
				break
			}
		}
	}
	return strings.Join(out, "\n\n")
}

// ownFiles counts the files of this process, -1 where that cannot be known.
func ownFiles() int {
	list, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		return -1
	}
	return len(list)
}

// settles waits until nobody is served any more and no file is left open.
func settles(t *testing.T, files int) {
	t.Helper()
	for deadline := time.Now().Add(3 * patience); ; runtime.Gosched() {
		left, now := busy(), ownFiles()
		if left == "" && now <= files {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("%d files are open, %d before; still at work:\n%s", now, files, left)
		}
	}
}

// serves is proof that somebody new is served: he comes in and gets an answer.
func serves(t *testing.T, addr string) {
	t.Helper()
	p := dialPlain(t, addr)
	p.type_("guest\r\n\r\ndate\r\nquit")
	p.await("Local time")
	if _, err := io.Copy(io.Discard, p.conn); err != nil && !errors.Is(err, syscall.ECONNRESET) {
		t.Errorf("the end after quit: %v", err)
	}
	p.conn.Close()
}

// openings are what bad peers begin with before they go astray.
var openings = []string{
	"", "\n", "guest\n\n", "Garbo\n\n", "bob\npassword\n", "\xff\xfa\x1f", "\xff\xfd\xff\xfb\xff\xff", "SSH-2.0-x\r\n", "SSH-1.5-old\r\n",
	"SSH-2.0-x\r\n\x00\x00\x00\x0c\x0a\x14", "SSH-2.0-x\r\n\xff\xff\xff\xff\xff\xff", "GET / HTTP/1.1\r\n", "GET /\r\n\r\n",
	"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
	"PROXY TCP4 1.2.3.4 5.6.7.8 1 2\r\n", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", "TIMESEAL2|x|y|\n", "%b" + "111111111111111111111111111111111111111111\n",
}

// misbehave opens a connection, sends an opening and then rubbish, and leaves in
// one of several ways.
func misbehave(addr string, rnd *mathrand.Rand) error {
	conn, err := dial(net.Dialer{}, addr)
	if err != nil {
		return err
	}
	defer conn.Close()
	junk := make([]byte, rnd.IntN(1<<uint(rnd.IntN(17)))+1)
	for i := range junk {
		junk[i] = byte(rnd.Uint32())
	}
	// Refusals close the connection under the writer, which is as it should be.
	_, _ = io.WriteString(conn, openings[rnd.IntN(len(openings))])
	_, _ = conn.Write(junk)
	switch rnd.IntN(3) {
	case 0: // gone at once
	case 1: // a reset
		return conn.(*net.TCPConn).SetLinger(0)
	case 2: // says that it has no more to say, and reads on to the end
		if err := conn.(*net.TCPConn).CloseWrite(); err != nil {
			return nil // reset by then
		}
		_, err := io.Copy(io.Discard, conn)
		if errors.Is(err, os.ErrDeadlineExceeded) {
			return fmt.Errorf("a connection that said its last word was not closed: %w", err)
		}
	}
	return nil
}

// Any byte on any port harms nobody and leaves nothing behind.
func TestRubbishOnEveryPort(t *testing.T) {
	seed := mathrand.Uint64()
	t.Logf("seed %d", seed)
	each := 400
	if testing.Short() {
		each = 60
	}
	// Rubbish has line ends; who types so much would be held back for a minute.
	h := openHouse(t, "--set", "limits.command_rate=1000", "--set", "limits.command_burst=1000")
	files := ownFiles()
	var all sync.WaitGroup
	for i, addr := range []string{h.telnet, h.ssh, h.ws} {
		for j := range 4 {
			rnd := mathrand.New(mathrand.NewPCG(seed, uint64(10*i+j)))
			all.Go(func() {
				for range each / 4 {
					if err := misbehave(addr, rnd); err != nil {
						t.Errorf("%s: %v", addr, err)
					}
				}
			})
		}
	}
	all.Wait()
	serves(t, h.telnet)
	settles(t, files)
}

// Connections that are opened and never say a word hold up nobody, and are
// given up when the login has taken too long.
func TestSilentConnections(t *testing.T) {
	h := openHouse(t, "--set", "login.timeout=2s")
	files := ownFiles()
	var conns []net.Conn
	for _, addr := range []string{h.telnet, h.ssh, h.ws} {
		for i := range 50 {
			c, err := dial(net.Dialer{}, addr)
			if err != nil {
				t.Fatal(err)
			}
			defer c.Close()
			if addr == h.ssh && i%2 == 0 { // half a handshake
				if _, err := io.WriteString(c, "SSH-2.0-half\r\n\x00\x00\x01"); err != nil {
					t.Fatal(err)
				}
			}
			conns = append(conns, c)
		}
	}
	serves(t, h.telnet)
	for _, c := range conns {
		if _, err := io.Copy(io.Discard, c); errors.Is(err, os.ErrDeadlineExceeded) {
			t.Fatalf("%v was never given up", c.RemoteAddr())
		}
		c.Close()
	}
	settles(t, files)
}

// Ten megabytes without an end of line are one line that is too long, at the
// login and after it.
func TestEndlessLine(t *testing.T) {
	h := openHouse(t)
	files := ownFiles()
	endless := strings.Repeat("x", 10<<20)
	p := dialPlain(t, h.telnet)
	p.await("login: ")
	p.type_(endless)
	p.await("login: ")
	p.type_("guest\r\n")
	p.await("fics% ")
	p.type_(endless)
	p.await("Your line was longer than")
	p.type_("date")
	p.await("Local time")
	p.conn.Close()
	settles(t, files)
}

// Somebody who observes and never reads costs the players and the other
// observers nothing.
func TestObserverWhoNeverReads(t *testing.T) {
	h := openHouse(t, "--set", "limits.outbox=32KiB")
	files := ownFiles()
	a, b := aldaAndBert(t, h.telnet)
	o := dialPlain(t, h.telnet)
	o.come("Olga")
	deaf := dialPlain(t, h.telnet)
	if err := deaf.conn.(*net.TCPConn).SetReadBuffer(1024); err != nil {
		t.Fatal(err)
	}
	deaf.type_("Deaf\r\n\r\nset style 12\r\nobserve 1")
	o.type_("observe 1")
	o.await("<12> ")
	moves := []struct{ text, san string }{{"g1f3", "Nf3"}, {"g8f6", "Nf6"}, {"f3g1", "Ng1"}, {"f6g8", "Ng8"}}
	plies := 600
	if testing.Short() {
		plies = 100
	}
	for i := range plies {
		m, mover := moves[i%4], a
		if i%2 == 1 {
			mover = b
		}
		mover.type_(m.text)
		number := fmt.Sprintf(" %d %s/%s-%s ", i/2+1+i%2, "N", m.text[:2], m.text[2:])
		for _, p := range []*plainPeer{a, b, o} {
			p.await(number)
			p.await(") " + m.san + " ")
		}
	}
	for _, p := range []*plainPeer{a, b, o, deaf} {
		p.conn.Close()
	}
	settles(t, files)
}

// Thousands of connections from one address are refused in one line each, and
// somebody with another address comes in nevertheless.
func TestFloodOfConnections(t *testing.T) {
	h := openHouse(t, "--set", "limits.exempt=198.51.100.1")
	files := ownFiles()
	count := 2000
	if testing.Short() {
		count = 300
	}
	var all sync.WaitGroup
	var mu sync.Mutex
	got := map[string]int{}
	for range 4 {
		all.Go(func() {
			for range count / 4 {
				kind := knock(h.telnet)
				mu.Lock()
				got[kind]++
				mu.Unlock()
			}
		})
	}
	all.Wait()
	// 60 in a minute from one address; a slow machine may be at it for two.
	if got["let in"] > 180 || got["let in"] == 0 || got["let in"]+got["refused"] != count {
		t.Errorf("of %d connections: %v", count, got)
	}
	d := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, 2)}}
	conn, err := dial(d, h.telnet)
	if err != nil {
		t.Logf("this machine has no second address: %v", err)
	} else {
		defer conn.Close()
		p := &plainPeer{t: t, conn: conn}
		p.type_("guest\r\n\r\ndate")
		p.await("Local time")
		conn.Close()
	}
	settles(t, files)
}

// knock connects, reads the first words and leaves.
func knock(addr string) string {
	conn, err := dial(net.Dialer{}, addr)
	if err != nil {
		return err.Error()
	}
	defer conn.Close()
	var got []byte
	for b := make([]byte, 1024); ; {
		n, err := conn.Read(b)
		got = append(got, b[:n]...)
		switch {
		case bytes.Contains(got, []byte("login: ")):
			return "let in"
		case err != nil && bytes.Contains(got, []byte("**** Too many")):
			return "refused"
		case err != nil:
			return fmt.Sprintf("%q, %v", got, err)
		}
	}
}

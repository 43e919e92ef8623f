package main

import (
	"bytes"
	"crypto/rand"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"epicenter/server/password"
	"epicenter/server/world"
	"epicenter/storage"
	"epicenter/storage/bolt"
)

// dialPeer connects to a port of the binary.
func dialPeer(t *testing.T, addr string) *plainPeer {
	t.Helper()
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	if err := conn.SetDeadline(time.Now().Add(3 * patience)); err != nil {
		t.Fatal(err)
	}
	return &plainPeer{t: t, conn: conn}
}

// guest logs a guest in.
func guest(t *testing.T, addr, name string) *plainPeer {
	t.Helper()
	p := dialPeer(t, addr)
	p.type_(name + "\r\n\r\nset style 12")
	p.await("Style 12 set.")
	return p
}

// Whatever comes in on whatever port, two people who play notice nothing, and
// nothing stays behind: no connection, no panic (docs/cases.md, kinds A and I).
func TestAbuse(t *testing.T) {
	b := startBinary(t, t.TempDir(), 0)
	alice, bob := guest(t, b.telnet, "Alicia"), guest(t, b.telnet, "Bobbie")
	alice.type_("match bobbie 60 0 atomic white")
	bob.await("Challenge: ")
	bob.type_("accept")
	bob.await("<12> ")
	before := openFiles(t, b)

	moves := strings.Fields("g1f3 g8f6 f3g1 f6g8 b1c3 b8c6 c3b1 c6b8 e2e3 e7e6 g1f3 g8f6")
	for i, attack := range []func(*testing.T, *binary){
		garbage, endlessLine, silent, halfHandshakes, deafObservers, storm,
	} {
		attack(t, b)
		for j, p := range []*plainPeer{alice, bob} {
			p.type_(moves[2*i+j])
			alice.await("<12> ")
			bob.await("<12> ")
		}
	}
	settle(t, b, before)
	alice.type_("resign")
	bob.await("Alicia resigns} 0-1")
	if log := b.logged(t); strings.Contains(log, "panic") || strings.Contains(log, "level=ERROR") {
		t.Error(log)
	}
	_ = b.cmd.Process.Signal(syscall.SIGTERM)
	if err := b.cmd.Wait(); err != nil {
		t.Errorf("the end: %v", err)
	}
}

// openFiles counts what the server has open.
func openFiles(t *testing.T, b *binary) int {
	t.Helper()
	list, err := os.ReadDir(fmt.Sprintf("/proc/%d/fd", b.cmd.Process.Pid))
	if err != nil {
		t.Skipf("cannot count open files here: %v", err)
	}
	return len(list)
}

// settle waits until no more is open than there was.
func settle(t *testing.T, b *binary, before int) {
	t.Helper()
	for deadline := time.Now().Add(patience); openFiles(t, b) > before; runtime.Gosched() {
		if time.Now().After(deadline) {
			t.Fatalf("%d files are open, %d before", openFiles(t, b), before)
		}
	}
}

func garbage(t *testing.T, b *binary) {
	for _, addr := range []string{b.telnet, b.ssh, b.ws} {
		for range 10 {
			p := dialPeer(t, addr)
			// A server that hangs up early is right.
			_, _ = io.CopyN(p.conn, rand.Reader, 1<<16)
			p.conn.Close()
		}
	}
}

func endlessLine(t *testing.T, b *binary) {
	p := guest(t, b.telnet, "Longwind")
	if _, err := p.conn.Write(bytes.Repeat([]byte("x"), 10<<20)); err != nil {
		t.Errorf("a line of 10 MB: %v", err)
	}
	p.type_("")
	p.await("Your line was longer than")
	p.type_("quit")
	p.await("fics% ")
	p.conn.Close()
}

func silent(t *testing.T, b *binary) {
	var all []*plainPeer
	for range 50 {
		for _, addr := range []string{b.telnet, b.ssh, b.ws} {
			all = append(all, dialPeer(t, addr))
		}
	}
	for _, p := range all {
		p.conn.Close()
	}
}

func halfHandshakes(t *testing.T, b *binary) {
	for _, text := range []string{"", "SSH-1.5-old\r\n", "SSH-2.0-x\r\n", "SSH-2.0-x\r\n\x00\x00\x01\x0c\x0a\x14", "SSH-2.0-x\r\n\xff\xff\xff\xff", "GET / HTTP/1.1\r\n\r\n"} {
		p := dialPeer(t, b.ssh)
		_, _ = io.WriteString(p.conn, text)
		p.conn.Close()
	}
	for _, text := range []string{"GET / HTTP/1.1\r\n", "GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n", "POST /x HTTP/1.1\r\nContent-Length: 99999999\r\n\r\nx"} {
		p := dialPeer(t, b.ws)
		_, _ = io.WriteString(p.conn, text)
		p.conn.Close()
	}
}

// deafObservers ask for more than a socket holds and never read it.
func deafObservers(t *testing.T, b *binary) {
	for i := range 5 {
		p := guest(t, b.telnet, "Deaf"+string(rune('a'+i))+"x")
		for range 2000 {
			if _, err := io.WriteString(p.conn, "observe 1\r\nhelp commands\r\nvariables\r\n"); err != nil {
				break // cut off, as it should be
			}
		}
		p.conn.Close()
	}
}

// storm connects and hangs up in the middle of a login.
func storm(t *testing.T, b *binary) {
	for i := range 300 {
		p := dialPeer(t, b.telnet)
		_, _ = io.WriteString(p.conn, "Stormy"[:2+i%5]+"\r\n")
		p.conn.Close()
	}
}

// A file that may not grow is a full disk: who types is told so, nobody loses
// what he was told he has, and the next start finds it all (docs/design.md,
// item 8).
func TestDiskFull(t *testing.T) {
	dir := t.TempDir()
	kib := makeAccount(t, dir)
	b := startBinary(t, dir, kib+16)
	p := dialPeer(t, b.telnet)
	p.type_("Alicia\r\n" + killWord)
	p.await("fics% ")
	kept, full := 0, false
	for ; !full && kept < 40; kept++ {
		p.type_(fmt.Sprintf("alias word%c%c tell guide %s\r\ndate", 'a'+kept/26, 'a'+kept%26, strings.Repeat("x", 300)))
		full = strings.Contains(p.until("Local time"), "The disk is not taking what we write")
	}
	if !full {
		t.Fatalf("%d aliases were taken with no room on the disk\n%s", kept, b.logged(t))
	}
	p.type_("who")
	p.await("1 player displayed")
	other := dialPeer(t, b.telnet) // people can still come and talk
	other.type_("Bobbie\r\n\r\ntell alicia are you there?")
	p.await("Bobbie(U) tells you: are you there?")
	_ = b.cmd.Process.Kill()
	_ = b.cmd.Wait()

	b = startBinary(t, dir, 0)
	p = dialPeer(t, b.telnet)
	p.type_("Alicia\r\n" + killWord + "\r\nalias\r\ndate")
	list := p.until("Local time")
	// The last two were answered when the disk was full already.
	if n := strings.Count(list, " -> "); n < kept-2 || n == 0 {
		t.Errorf("%d aliases of %d are there\n%s", n, kept, list)
	}
}

// until reads up to a text and returns what came before it.
func (p *plainPeer) until(text string) string {
	p.t.Helper()
	for {
		if before, rest, ok := bytes.Cut(p.got, []byte(text)); ok {
			p.got = append([]byte(nil), rest...)
			return string(before)
		}
		var b [4096]byte
		n, err := p.conn.Read(b[:])
		p.got = append(p.got, b[:n]...)
		if err != nil {
			p.t.Fatalf("%q did not come: %v\n%q", text, err, p.got)
		}
	}
}

// makeAccount makes a data file with Alicia in it and returns its size in KiB.
func makeAccount(t *testing.T, dir string) int {
	t.Helper()
	hash, err := password.Hash(killWord, password.Params{Memory: 1024, Time: 1, Threads: 1}, rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	store, err := bolt.Open(filepath.Join(dir, storeFile), bolt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	batch, err := store.Begin()
	if err == nil {
		err = batch.Apply(world.AccountChanges(&storage.Account{Handle: "Alicia", Email: "x@example.org", Password: hash, Version: 1, Ratings: map[string]storage.Rating{}}))
	}
	if err == nil {
		err = batch.Commit(store.Number() + 1)
	}
	if err == nil {
		err = store.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(filepath.Join(dir, storeFile))
	if err != nil {
		t.Fatal(err)
	}
	return int(info.Size() / 1024)
}

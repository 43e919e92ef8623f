package server_test

import (
	"bufio"
	"io"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"epicenter/server/config"
	"epicenter/storage"
)

// docs/cases.md 73: a bot with a wrong password reconnects every 50 ms, and so
// does one with the right password; people come in nevertheless.
func TestReconnectStorm(t *testing.T) {
	exempt := func(c *config.Config) { c.Limits.Exempt = []string{"127.0.0.0/8"} }
	inTown(t, exempt, func(o *town) {
		o.account("Alice", func(*storage.Account) {})
		over := make(chan struct{})
		var bots sync.WaitGroup
		for _, typed := range []string{"bob\nwrong\n", "alice\nalice\n"} {
			bots.Go(func() {
				for {
					bots.Go(func() { o.bot(typed, over) })
					select {
					case <-time.After(50 * time.Millisecond):
					case <-over:
						return
					}
				}
			})
		}
		for range 20 {
			time.Sleep(3 * time.Second)
			start := time.Now()
			p := o.connect("192.0.2.1")
			p.type_("guest\n\n")
			p.endsWith("Hello " + o.newest() + "\n")
			p.conn.Close()
			o.account("Carol", func(a *storage.Account) { a.Version = 9 })
			q := o.connect("192.0.2.2")
			q.type_("carol\ncarol\n")
			time.Sleep(900 * time.Millisecond)
			q.endsWith("Hello Carol\n")
			q.conn.Close()
			if d := time.Since(start); d > time.Second {
				t.Errorf("two logins took %v", d)
			}
		}
		close(over)
		bots.Wait()
		if n := strings.Count(o.log.String(), "wrong password"); n > 2 {
			t.Errorf("%d lines in the log about wrong passwords in a minute and a half", n)
		}
	})
}

// newest is the made-up name that came in last.
func (o *town) newest() string {
	name := ""
	for _, s := range o.loop.took() {
		if i := strings.Index(s, "connected as Guest"); i >= 0 {
			name = s[i+len("connected as "):]
		}
	}
	return name
}

// bot connects, types, and hangs up when it has been let in or refused.
func (o *town) bot(typed string, over <-chan struct{}) {
	theirs, ours := net.Pipe()
	defer theirs.Close()
	select {
	case o.door.conns <- from{ours, &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 1}}:
	case <-over:
		return
	}
	go func() {
		<-over
		theirs.Close()
	}()
	go func() { _, _ = io.WriteString(theirs, typed) }() // what is not read is not missed
	for r := bufio.NewReader(theirs); ; {
		line, err := r.ReadString('\n')
		if err != nil || strings.Contains(line, "Invalid password") || strings.Contains(line, "Hello") {
			return
		}
	}
}

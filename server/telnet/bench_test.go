package telnet

import (
	"net"
	"runtime"
	"sync"
	"testing"

	"epicenter/server/outbox"
)

// BenchmarkIdle is the memory of a quiet session with its reader: heap and
// stacks, the client's half of the connection in the same process included.
func BenchmarkIdle(b *testing.B) {
	const sessions = 1000
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	defer l.Close()
	for b.Loop() {
		opt := &Options{Pool: &outbox.Pool{}}
		var readers sync.WaitGroup
		conns := make([]*Conn, sessions)
		clients := make([]net.Conn, sessions)
		before := inUse()
		for i := range conns {
			client, err := net.Dial("tcp", l.Addr().String())
			if err != nil {
				b.Fatal(err)
			}
			server, err := l.Accept()
			if err != nil {
				b.Fatal(err)
			}
			c := New(server, opt)
			clients[i], conns[i] = client, c
			if _, err := client.Write([]byte("guest\r\n")); err != nil {
				b.Fatal(err)
			}
			if _, err := c.ReadEvent(); err != nil {
				b.Fatal(err)
			}
			readers.Go(func() {
				for {
					if _, err := c.ReadEvent(); err != nil {
						return
					}
				}
			})
			c.Outbox().Put(outbox.Unit{Bytes: []byte("fics% ")})
			c.Outbox().Wake()
		}
		opt.Pool.Wait()
		b.ReportMetric(float64(inUse()-before)/sessions, "B/session")
		for i, c := range conns {
			c.Close()
			clients[i].Close()
		}
		readers.Wait()
	}
}

func inUse() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc + m.StackInuse)
}

// BenchmarkLines is the reading side alone: one move a line.
func BenchmarkLines(b *testing.B) {
	p := &parser{}
	c := &Conn{}
	in := []byte("e2e4\r\n")
	b.ReportAllocs()
	for b.Loop() {
		for _, x := range in {
			if k := p.feed(x); k == line {
				c.p.lines = p.lines
				if c.line() == nil {
					b.Fatal("no line")
				}
				p.lines = c.p.lines
			}
		}
	}
}

package outbox

import (
	"bytes"
	"io"
	"net"
	"runtime"
	"syscall"
	"testing"
)

// socket is the plainest sink over TCP.
type socket struct{ net.Conn }

func (s socket) RawConn() syscall.RawConn {
	raw, err := s.Conn.(*net.TCPConn).SyscallConn()
	if err != nil {
		panic(err)
	}
	return raw
}

func (s socket) Encode(dst []byte, batch []Unit) []byte {
	for _, u := range batch {
		dst = append(dst, u.Bytes...)
	}
	return dst
}

func (s socket) Full() {}

func (s socket) Close(bool) error { return s.Conn.Close() }

// socketPair returns both ends of a loopback connection.
func socketPair(tb testing.TB) (client, server net.Conn) {
	tb.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		tb.Fatal(err)
	}
	defer l.Close()
	if client, err = net.Dial("tcp", l.Addr().String()); err != nil {
		tb.Fatal(err)
	}
	if server, err = l.Accept(); err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { client.Close(); server.Close() })
	return client, server
}

const sessions = 1000

// audience opens connections whose clients read and forget.
func audience(b *testing.B) []net.Conn {
	b.Helper()
	var conns []net.Conn
	for range sessions {
		c, s := socketPair(b)
		go io.Copy(io.Discard, c)
		conns = append(conns, s)
	}
	b.Cleanup(func() {
		for _, s := range conns {
			s.Close()
		}
	})
	return conns
}

var message = bytes.Repeat([]byte("x"), 250)

// BenchmarkFanout is one unit to 1,000 sessions; compare with BenchmarkBare,
// which is a write per connection and nothing else.
func BenchmarkFanout(b *testing.B) {
	pool := &Pool{}
	var boxes []*Box
	for _, s := range audience(b) {
		boxes = append(boxes, New(socket{s}, pool, &Options{Cap: 1 << 30}))
	}
	b.ReportAllocs()
	for b.Loop() {
		for _, x := range boxes {
			x.Put(Unit{Bytes: message})
		}
		for _, x := range boxes {
			x.Wake()
		}
		pool.Wait()
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/sessions, "ns/session")
}

// BenchmarkBare is what the network costs anyway.
func BenchmarkBare(b *testing.B) {
	conns := audience(b)
	b.ReportAllocs()
	for b.Loop() {
		for _, c := range conns {
			if _, err := c.Write(message); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/sessions, "ns/session")
}

// BenchmarkIdle is the memory of boxes that have been used and are quiet.
func BenchmarkIdle(b *testing.B) {
	for b.Loop() {
		pool := &Pool{}
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		boxes := make([]*Box, sessions)
		g := newGate(true)
		for i := range boxes {
			boxes[i] = New(g, pool, nil)
			boxes[i].Put(Unit{Bytes: message})
			boxes[i].Wake()
		}
		pool.Wait()
		g.writes = nil
		runtime.GC()
		runtime.ReadMemStats(&after)
		b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/sessions, "B/session")
		runtime.KeepAlive(boxes)
	}
}

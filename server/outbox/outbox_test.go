package outbox

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"
	"pgregory.net/rapid"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// gate is a sink that takes writes one at a time, when the test lets it.
type gate struct {
	mu      sync.Mutex
	writes  []string
	let     chan struct{} // nil: open
	closed  chan struct{}
	flushed bool
	full    bool
	fail    error
}

func newGate(open bool) *gate {
	g := &gate{closed: make(chan struct{})}
	if !open {
		g.let = make(chan struct{})
	}
	return g
}

func (g *gate) Encode(dst []byte, batch []Unit) []byte {
	for _, u := range batch {
		dst = append(dst, u.Bytes...)
	}
	return dst
}

func (g *gate) Write(p []byte) (int, error) {
	if g.let != nil {
		select {
		case <-g.let:
		case <-g.closed:
			return 0, net.ErrClosed
		}
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.fail != nil {
		return 0, g.fail
	}
	g.writes = append(g.writes, string(p))
	return len(p), nil
}

func (g *gate) Full() { g.full = true }

func (g *gate) Close(flushed bool) error {
	g.flushed = flushed
	close(g.closed) // a second close panics: promise 6
	return nil
}

func (g *gate) written() []string {
	g.mu.Lock()
	defer g.mu.Unlock()
	return slices.Clone(g.writes)
}

func own(s string) Unit { return Unit{Bytes: []byte(s)} }

func board(game int, s string) Unit { return Unit{Bytes: []byte(s), Class: Board, Game: game} }

func chatter(s string) Unit { return Unit{Bytes: []byte(s), Class: Chatter} }

func ended(b *Box) bool {
	select {
	case <-b.Done():
		return true
	default:
		return false
	}
}

func TestUnitsLeaveTogetherInOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newGate(true)
		b := New(g, &Pool{}, nil)
		for _, s := range []string{"a", "b", "c"} {
			b.Put(own(s))
		}
		synctest.Wait()
		if w := g.written(); w != nil {
			t.Errorf("written before Wake: %q", w)
		}
		b.Wake()
		b.Wake()
		synctest.Wait()
		b.Put(own("d"))
		b.Wake()
		synctest.Wait()
		if d := cmp.Diff([]string{"abc", "d"}, g.written()); d != "" {
			t.Error(d)
		}
		if b.Waiting() != 0 {
			t.Errorf("%d bytes wait", b.Waiting())
		}
		b.Close()
	})
}

func TestBatchesAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newGate(true)
		b := New(g, &Pool{}, nil)
		for range 40 {
			b.Put(own(strings.Repeat("x", 1000)))
		}
		b.Wake()
		synctest.Wait()
		w := g.written()
		if len(w) != 3 || len(w[0]) != 17000 || len(strings.Join(w, "")) != 40000 {
			t.Errorf("%d writes", len(w))
		}
		b.Close()
	})
}

func TestPerUnit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newGate(true)
		b := New(g, &Pool{}, &Options{PerUnit: true})
		b.Put(own("a"))
		b.Put(own("b"))
		b.Wake()
		synctest.Wait()
		if d := cmp.Diff([]string{"a", "b"}, g.written()); d != "" {
			t.Error(d)
		}
		b.Close()
	})
}

// Promise 4: boards of observed games coalesce, chatter is dropped, own lines
// stay, as soon as more than Soft bytes wait.
func TestWhatGoesWhenTheQueueFills(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newGate(false)
		b := New(g, &Pool{}, &Options{Cap: 1000, Soft: 10})
		b.Put(board(1, "A1."))
		b.Put(chatter("shout."))
		b.Put(board(2, "B1."))
		b.Put(board(1, "A2."))
		b.Put(chatter("lost."))
		b.Put(Unit{Bytes: []byte("tell."), Game: 2})
		newer := board(1, "A3 diff.")
		newer.Full = []byte("A3 full.")
		b.Put(newer)
		alone := board(3, "C1 diff.")
		alone.Full = []byte("C1 full.")
		b.Put(alone)
		b.Wake()
		close(g.let)
		synctest.Wait()
		if d := cmp.Diff([]string{"shout.B1.tell.A3 full.C1 diff."}, g.written()); d != "" {
			t.Error(d)
		}
		if b.Dropped() != 3 {
			t.Errorf("%d dropped", b.Dropped())
		}
		b.Close()
	})
}

// Promise 5: a long reply is no offence, the one after it is.
func TestOverflow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newGate(false)
		b := New(g, &Pool{}, &Options{Cap: 100, LastLine: []byte("bye"), Grace: time.Second})
		if !b.Put(own(strings.Repeat("x", 5000))) {
			t.Fatal("a long reply was refused")
		}
		b.Wake()
		synctest.Wait()
		if b.Put(own("more")) || !g.full || b.Err() != ErrFull {
			t.Fatalf("full %v, error %v", g.full, b.Err())
		}
		if b.Put(own("even more")) {
			t.Error("a box that ends took a unit")
		}
		close(g.let)
		synctest.Wait()
		if w := g.written(); len(w) != 2 || len(w[0]) != 5000 || w[1] != "bye" {
			t.Errorf("%d writes", len(w))
		}
		if !ended(b) || !g.flushed {
			t.Error("not closed after the last line")
		}
		if b.Err() != ErrFull {
			t.Errorf("error %v", b.Err())
		}
	})
}

func TestOverflowOfAReaderWhoNeverReads(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newGate(false)
		b := New(g, &Pool{}, &Options{Cap: 10, LastLine: []byte("bye"), Grace: time.Second})
		start := time.Now()
		for range 3 {
			b.Put(own("0123456789"))
			b.Wake()
			synctest.Wait()
		}
		<-b.Done()
		if d := time.Since(start); d != time.Second || g.flushed {
			t.Errorf("closed after %v, flushed %v", d, g.flushed)
		}
	})
}

func TestCloseAfterFlush(t *testing.T) {
	for _, patience := range []time.Duration{time.Millisecond, time.Hour} {
		synctest.Test(t, func(t *testing.T) {
			g := newGate(false)
			b := New(g, &Pool{}, nil)
			b.Put(own("bye"))
			b.CloseAfterFlush(patience)
			b.CloseAfterFlush(0)
			synctest.Wait()
			if ended(b) || b.Put(own("late")) {
				t.Fatal("ended before the flush")
			}
			time.AfterFunc(time.Second, func() { close(g.let) })
			<-b.Done()
			synctest.Wait()
			<-time.After(2 * time.Second) // of the bubble: nothing may come later
			if got, want := len(g.written()) == 1, patience > time.Second; got != want || g.flushed != want {
				t.Errorf("patience %v: written %v, flushed %v", patience, got, g.flushed)
			}
			b.Close()
		})
	}
}

func TestCloseAfterFlushOfAnEmptyBox(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newGate(true)
		b := New(g, &Pool{}, nil)
		b.CloseAfterFlush(time.Hour)
		<-b.Done()
		if !g.flushed || b.Err() != nil {
			t.Errorf("flushed %v, error %v", g.flushed, b.Err())
		}
		b.Wake()
		b.Close()
	})
}

func TestWriteErrorEndsTheBox(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newGate(true)
		g.fail = errors.New("line cut")
		b := New(g, &Pool{}, nil)
		b.Put(own("a"))
		b.Wake()
		<-b.Done()
		if b.Err() != g.fail || g.flushed {
			t.Errorf("error %v, flushed %v", b.Err(), g.flushed)
		}
	})
}

// Whatever is put, awake or not, own units arrive whole and in order, and the
// newest board of every game arrives.
func TestQueueModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := newGate(false)
		pool := &Pool{}
		b := New(g, pool, &Options{Cap: 1 << 20, Soft: 50})
		var wantOwn []string
		newest := map[int]string{}
		for i := range rapid.IntRange(1, 60).Draw(t, "units") {
			switch rapid.IntRange(0, 4).Draw(t, "kind") {
			case 0:
				s := fmt.Sprintf("own %d\n", i)
				wantOwn = append(wantOwn, s)
				b.Put(own(s))
			case 1, 2:
				game := rapid.IntRange(1, 3).Draw(t, "game")
				newest[game] = fmt.Sprintf("board %d %d\n", game, i)
				b.Put(board(game, newest[game]))
			case 3:
				b.Put(chatter("chatter\n"))
			case 4:
				b.Wake()
			}
		}
		b.CloseAfterFlush(time.Hour)
		close(g.let)
		<-b.Done()
		pool.Wait()
		var gotOwn []string
		last := map[int]string{}
		for l := range strings.Lines(strings.Join(g.written(), "")) {
			var game, i int
			if strings.HasPrefix(l, "own") {
				gotOwn = append(gotOwn, l)
			} else if n, _ := fmt.Sscanf(l, "board %d %d\n", &game, &i); n == 2 {
				last[game] = l
			}
		}
		if d := cmp.Diff(wantOwn, gotOwn); d != "" {
			t.Fatal(d)
		}
		if d := cmp.Diff(newest, last); d != "" {
			t.Fatal(d)
		}
		if b.Waiting() != 0 {
			t.Fatalf("%d bytes wait in the end", b.Waiting())
		}
	})
}

// A queue that never quite empties must not grow behind its head.
func TestBusyQueueStaysSmall(t *testing.T) {
	b := New(newGate(true), &Pool{}, &Options{PerUnit: true})
	b.Put(own("x"))
	var scratch []Unit
	for range 10000 {
		b.Put(own("x"))
		batch, _ := b.take(scratch[:0], 1)
		scratch = batch
	}
	if cap(b.queue) > 16 {
		t.Errorf("room for %d units, one waits", cap(b.queue))
	}
	b.Close()
}

func TestWriterFromManyGoroutines(t *testing.T) {
	c, s := socketPair(t)
	pool := &Pool{}
	b := New(socket{s}, pool, &Options{Cap: 1 << 30})
	var wg sync.WaitGroup
	const each = 500
	for w := range 4 {
		wg.Go(func() {
			for i := range each {
				b.Put(own(fmt.Sprintf("%d %d %s\n", w, i, strings.Repeat("x", i))))
				b.Wake()
			}
		})
	}
	go func() { wg.Wait(); b.CloseAfterFlush(time.Hour) }()
	got, err := io.ReadAll(c)
	if err != nil {
		t.Fatal(err)
	}
	next := [4]int{}
	for l := range bytes.Lines(got) {
		var w, i int
		var xs string
		if n, _ := fmt.Sscanf(string(l), "%d %d %s", &w, &i, &xs); n < 2 || i != next[w] || len(xs) != i {
			t.Fatalf("line %q after %v", l, next)
		}
		next[w]++
	}
	if next != [4]int{each, each, each, each} {
		t.Errorf("lines %v", next)
	}
	pool.Wait()
}

// waiter tells when the box has begun to write with waiting.
type waiter struct {
	socket
	waits atomic.Bool
}

func (w *waiter) Write(p []byte) (int, error) {
	w.waits.Store(true)
	return w.socket.Write(p)
}

// A reader that stops fills the kernel's buffer in the middle of a batch; the
// box then waits in a goroutine of its own, and all arrives when he goes on.
func TestFullKernelBuffer(t *testing.T) {
	c, s := socketPair(t)
	pool := &Pool{}
	w := &waiter{socket: socket{s}}
	b := New(w, pool, &Options{Cap: 1 << 30})
	chunk := bytes.Repeat([]byte("0123456789abcdef"), 4096)
	n := 0
	for ; !w.waits.Load(); n++ {
		b.Put(Unit{Bytes: chunk})
		b.Wake()
		for b.Waiting() > 0 && !w.waits.Load() {
			runtime.Gosched()
		}
	}
	b.Put(Unit{Bytes: chunk})
	b.CloseAfterFlush(time.Hour)
	n++
	got, err := io.ReadAll(c)
	if err != nil || len(got) != n*len(chunk) {
		t.Fatalf("%d of %d bytes, %v", len(got), n*len(chunk), err)
	}
	for rest := got; len(rest) > 0; rest = rest[len(chunk):] {
		if !bytes.Equal(rest[:len(chunk)], chunk) {
			t.Fatal("the stream is garbled")
		}
	}
	if b.Waiting() != 0 {
		t.Errorf("%d bytes wait in the end", b.Waiting())
	}
	pool.Wait()
}

func TestPeerGone(t *testing.T) {
	c, s := socketPair(t)
	pool := &Pool{}
	b := New(socket{s}, pool, nil)
	c.Close()
	for !ended(b) { // the first writes may still succeed
		b.Put(own("x"))
		b.Wake()
		pool.Wait()
	}
	if b.Err() == nil {
		t.Error("no reason")
	}
}

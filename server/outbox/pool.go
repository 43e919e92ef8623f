package outbox

import (
	"errors"
	"slices"
	"sync"
	"syscall"
)

// flushers is how many goroutines of a pool write at the same time. A write
// that does not block costs some microseconds of a core and nothing else, so a
// few are enough.
const flushers = 2

// errPartial tells that the kernel's buffer took only a part, or nothing.
var errPartial = errors.New("the kernel's send buffer is full")

// Pool is a few shared flushers for many boxes. They exist while a box waits
// for them. Writes that could block get a goroutine of their own, which is gone
// when its box is empty. The zero Pool is ready to use.
type Pool struct {
	mu      sync.Mutex
	waiting []*Box // waiting[head:], each box at most once
	head    int
	running int
	wg      sync.WaitGroup
}

// Wait returns when no flusher is running. Its caller has closed all boxes.
func (p *Pool) Wait() { p.wg.Wait() }

// start has a claimed box written.
func (p *Pool) start(b *Box) {
	if b.raw == nil {
		p.wg.Go(b.drain)
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.waiting) == cap(p.waiting) && p.head > len(p.waiting)/2 {
		p.waiting, p.head = slices.Delete(p.waiting, 0, p.head), 0
	}
	p.waiting = append(p.waiting, b)
	if p.running < flushers {
		p.running++
		p.wg.Go(p.flush)
	}
}

// next returns up to len(dst) waiting boxes in their order; none: the flusher
// has to go.
func (p *Pool) next(dst []*Box) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	n := copy(dst, p.waiting[p.head:])
	clear(p.waiting[p.head : p.head+n])
	p.head += n
	if p.head == len(p.waiting) {
		p.waiting, p.head = p.waiting[:0], 0
	}
	if n == 0 {
		p.running--
	}
	return n
}

// flush is one flusher.
func (p *Pool) flush() {
	w := writers.Get().(*writer)
	defer writers.Put(w)
	var boxes [8]*Box
	for {
		n := p.next(boxes[:])
		if n == 0 {
			return
		}
		for i, b := range boxes[:n] {
			if !b.try(w) {
				p.wg.Go(b.drain)
			}
			boxes[i] = nil
		}
	}
}

// writer is what a flusher needs, kept between uses.
type writer struct {
	batch []Unit
	buf   []byte
	left  []byte // of buf, not yet taken by the kernel
	err   error
	call  func(fd uintptr) bool // write bound to this writer, to allocate nothing
}

// writers holds writers for reuse; they carry no state between uses.
var writers = sync.Pool{New: func() any {
	w := &writer{}
	w.call = w.write
	return w
}}

// maxKeep is the size of a buffer that is kept for reuse.
const maxKeep = 64 << 10

// load encodes the batch.
func (w *writer) load(b *Box, batch []Unit) {
	w.buf = b.sink.Encode(w.buf[:0], batch)
	w.left = w.buf
	clear(batch)
	w.batch = batch[:0]
}

func (w *writer) shrink() {
	w.left = nil
	if cap(w.buf) > maxKeep {
		w.buf = nil
	}
}

// write tries once and never asks to wait (syscall.RawConn.Write's contract:
// true ends the call).
func (w *writer) write(fd uintptr) bool {
	for len(w.left) > 0 {
		n, err := writeFD(fd, w.left)
		if n > 0 {
			w.left = w.left[n:]
		}
		switch {
		case err == syscall.EINTR:
			continue
		case err == syscall.EAGAIN:
			w.err = errPartial
			return true
		case err != nil:
			w.err = err
			return true
		}
	}
	return true
}

// try writes all that waits without blocking. False means that the kernel's
// buffer is full and that the box, still claimed, needs a goroutine of its own.
func (b *Box) try(w *writer) bool {
	defer w.shrink()
	written := 0
	for {
		size := 0
		batch, end := b.take(w.batch[:0], written)
		if len(batch) == 0 {
			if end {
				b.end(nil, true)
			}
			return true
		}
		for _, u := range batch {
			size += len(u.Bytes)
		}
		w.load(b, batch)
		w.err = nil
		if err := b.raw.Write(w.call); err != nil && w.err == nil {
			w.err = err
		}
		switch {
		case w.err == errPartial:
			b.keep(w.left, size)
			return false
		case w.err != nil:
			b.end(w.err, false)
			return true
		}
		written = size
	}
}

// keep remembers what the kernel did not take. The size of the batch counts as
// waiting until the rest is written; the difference is at most one batch.
func (b *Box) keep(left []byte, size int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.rest = append([]byte(nil), left...)
	b.bytes += len(left) - size
}

// drain writes all that waits and may block. It owns the claim.
func (b *Box) drain() {
	w := writers.Get().(*writer)
	defer writers.Put(w)
	defer w.shrink()
	b.mu.Lock()
	rest := b.rest
	b.rest = nil
	b.mu.Unlock()
	if len(rest) > 0 {
		if _, err := b.sink.Write(rest); err != nil {
			b.end(err, false)
			return
		}
	}
	written := len(rest)
	for {
		batch, end := b.take(w.batch[:0], written)
		if len(batch) == 0 {
			if end {
				b.end(nil, true)
			}
			return
		}
		written = 0
		for _, u := range batch {
			written += len(u.Bytes)
		}
		w.load(b, batch)
		if len(w.buf) == 0 {
			continue
		}
		if _, err := b.sink.Write(w.buf); err != nil {
			b.end(err, false)
			return
		}
	}
}

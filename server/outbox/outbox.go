// Package outbox is the queue between what the server says to a session and
// the session's connection: bounded in bytes, written by one goroutine at a
// time, and never a reason for anybody else to wait (docs/design.md "Edges").
//
// A Box promises:
//  1. Put never blocks and never writes; it only queues. Wake never blocks
//     either: it hands the box to a flusher.
//  2. Units leave in the order they were put, whole, except those of 4.
//  3. One goroutine writes at a time. While nothing waits there is none: no
//     writer goroutine, no timer, no buffer.
//  4. As the queue fills (more than Soft bytes), an observed game's Board
//     takes the place of the waiting older Board of the same game, and
//     Chatter is dropped and counted. An Own unit is never dropped.
//  5. A unit that is put while Cap bytes or more already wait ends the
//     session: what waits is thrown away, one last line is tried, and the
//     connection closes. As the size is looked at before the unit is added, one
//     long reply never ends the session that asked for it.
//  6. After Close, or after the end of CloseAfterFlush, the sink is closed
//     once, Done is closed, and every later Put is ignored.
package outbox

import (
	"errors"
	"slices"
	"sync"
	"syscall"
	"time"
)

// ErrFull is why a box ended by itself: its reader was too slow.
var ErrFull = errors.New("too much unread output")

// Class says what may happen to a unit when the queue fills.
type Class uint8

// The classes.
const (
	// Own is a reply, a line of the session's own game, or anything else that
	// must arrive.
	Own Class = iota
	// Board is a board of an observed game: only the newest matters.
	Board
	// Chatter is a shout, a seek ad or the like, that nobody will miss.
	Chatter
)

// Unit is what one turn says to one session. Its bytes are shared between
// sessions and must not change any more.
type Unit struct {
	// Bytes as they go to the transport: line ends are the transport's, the
	// encoding is the session's.
	Bytes []byte
	// Full is sent in place of Bytes if this Board takes the place of an older
	// one that never left: a session that gets only differences then needs the
	// whole board. Nil means that Bytes is whole.
	Full []byte
	// Game is the number of the observed game, for Board.
	Game  int
	Class Class
	// Raw marks bytes of the transport's own protocol, which are not text.
	Raw bool
}

// Sink is the connection's side of a box; a transport implements it.
type Sink interface {
	// Encode appends to dst what goes on the wire for the batch. It is called
	// by the box's writer only, never by two goroutines at once.
	Encode(dst []byte, batch []Unit) []byte
	// Write writes to the connection and may block. Close makes it return.
	Write(p []byte) (int, error)
	// Full is called once when the queue has overflowed, so that the reading
	// side can end at once. It must not block or call the box.
	Full()
	// Close ends the connection; it is called once, and must not block. After
	// flushed output the peer should get a chance to read all of it; otherwise
	// the connection is cut.
	Close(flushed bool) error
}

// Limits of a box where Options leave them open.
const (
	// DefaultCap is the bytes that may wait, a long help text many times over.
	DefaultCap = 256 << 10
	// DefaultGrace is how long the last line of a slow session is tried.
	DefaultGrace = 2 * time.Second
	// maxBatch is the size from which on a gathered write is not made longer.
	maxBatch = 16 << 10
	// keepUnits is the room for waiting units that an idle box keeps.
	keepUnits = 4
)

// Options are shared by many boxes.
type Options struct {
	// Cap is promise 5's bound in bytes, DefaultCap when 0.
	Cap int
	// Soft is promise 4's threshold in bytes, a quarter of Cap when 0.
	Soft int
	// LastLine is said to a session that is closed for reading too slowly.
	LastLine []byte
	// Grace is how long LastLine is tried, DefaultGrace when 0.
	Grace time.Duration
	// PerUnit asks for one write per unit (websocket frames, docs/clients.md §0 no. 12).
	PerUnit bool
}

// Box is one session's queue. Its methods may be called by any goroutine.
type Box struct {
	sink Sink
	raw  syscall.RawConn // nil: no writing without blocking
	pool *Pool
	opt  *Options

	mu      sync.Mutex
	queue   []Unit // queue[head:] waits
	head    int
	bytes   int    // waiting and in flight
	rest    []byte // of a batch that the kernel took in part; the writer's own
	dropped int
	err     error
	timer   *time.Timer
	done    chan struct{}
	busy    bool // a flusher has the box
	closing bool // closes when empty
	closed  bool
}

// New returns an empty box that writes to sink. If the sink has a method
// RawConn, as telnet over TCP has, its writes are tried without blocking by
// the pool's flushers. A nil opt means the defaults.
func New(sink Sink, pool *Pool, opt *Options) *Box {
	if opt == nil {
		opt = &Options{}
	}
	b := &Box{sink: sink, pool: pool, opt: opt}
	if r, ok := sink.(interface{ RawConn() syscall.RawConn }); ok && canNonblock {
		b.raw = r.RawConn()
	}
	return b
}

func (o *Options) cap() int {
	if o.Cap > 0 {
		return o.Cap
	}
	return DefaultCap
}

func (o *Options) soft() int {
	if o.Soft > 0 {
		return o.Soft
	}
	return o.cap() / 4
}

func (o *Options) grace() time.Duration {
	if o.Grace > 0 {
		return o.Grace
	}
	return DefaultGrace
}

// Put queues a unit; Wake must follow. It reports whether the unit, or a newer
// one in its stead, will be tried: false when it was dropped or the box ended.
func (b *Box) Put(u Unit) bool {
	b.mu.Lock()
	if b.closed || b.closing {
		b.mu.Unlock()
		return false
	}
	if u.Class != Own && b.bytes > b.opt.soft() {
		if u.Class == Chatter {
			b.dropped++
			b.mu.Unlock()
			return false
		}
		if b.forget(u.Game) && u.Full != nil {
			u.Bytes = u.Full
		}
	}
	if b.bytes >= b.opt.cap() {
		b.overflow()
		return false
	}
	if len(b.queue) == cap(b.queue) && b.head > len(b.queue)/2 {
		b.queue, b.head = slices.Delete(b.queue, 0, b.head), 0
	}
	b.queue = append(b.queue, u)
	b.bytes += len(u.Bytes)
	b.mu.Unlock()
	return true
}

// forget drops the waiting boards of an observed game and reports whether there
// were any.
func (b *Box) forget(game int) bool {
	kept := b.queue[:b.head]
	for _, q := range b.queue[b.head:] {
		if q.Class == Board && q.Game == game {
			b.bytes -= len(q.Bytes)
			b.dropped++
			continue
		}
		kept = append(kept, q)
	}
	found := len(kept) < len(b.queue)
	clear(b.queue[len(kept):])
	b.queue = kept
	return found
}

// overflow ends the session of a reader who is too slow. It is called with the
// lock held and gives it back.
func (b *Box) overflow() {
	for _, u := range b.queue[b.head:] {
		b.bytes -= len(u.Bytes)
		b.dropped++
	}
	b.queue, b.head = nil, 0
	if last := b.opt.LastLine; len(last) > 0 {
		b.queue = []Unit{{Bytes: last}}
		b.bytes += len(last)
	}
	b.err = ErrFull
	b.closing = true
	b.timer = time.AfterFunc(b.opt.grace(), b.Close)
	b.mu.Unlock()
	b.sink.Full()
	b.Wake()
}

// Wake has what waits written soon. The caller chooses the order in which
// sessions are woken; those woken first are written first.
func (b *Box) Wake() {
	if b.claim() {
		b.pool.start(b)
	}
}

// claim takes the right to write, if there is anything to do and nobody has it.
func (b *Box) claim() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.busy || b.closed || (b.head == len(b.queue) && !b.closing) {
		return false
	}
	b.busy = true
	return true
}

// take moves the next batch to dst. Without one it gives the right to write
// back and reports whether the box is to be ended now.
func (b *Box) take(dst []Unit, written int) (batch []Unit, end bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.bytes -= written
	if b.closed {
		return nil, false
	}
	for size := 0; b.head < len(b.queue) && size < maxBatch; b.head++ {
		u := &b.queue[b.head]
		size += len(u.Bytes)
		dst = append(dst, *u)
		*u = Unit{}
		if b.opt.PerUnit {
			b.head++
			break
		}
	}
	if len(dst) > 0 {
		return dst, false
	}
	b.head = 0
	if cap(b.queue) > keepUnits {
		b.queue = nil
	} else {
		b.queue = b.queue[:0]
	}
	if b.closing {
		return nil, true
	}
	b.busy = false
	return nil, false
}

// CloseAfterFlush closes the connection when what waits has been written, or
// when patience is over. Nothing more can be put.
func (b *Box) CloseAfterFlush(patience time.Duration) {
	b.mu.Lock()
	if b.closed || b.closing {
		b.mu.Unlock()
		return
	}
	b.closing = true
	b.timer = time.AfterFunc(patience, b.Close)
	b.mu.Unlock()
	b.Wake()
}

// Close closes the connection at once; what waits is lost.
func (b *Box) Close() { b.end(nil, false) }

// end closes the sink once; err is the reason if there is none yet.
func (b *Box) end(err error, flushed bool) {
	b.mu.Lock()
	if b.closed {
		b.mu.Unlock()
		return
	}
	b.closed = true
	if b.err == nil {
		b.err = err
	}
	b.queue, b.head, b.rest = nil, 0, nil
	if b.timer != nil {
		b.timer.Stop()
	}
	done := b.done
	b.mu.Unlock()
	// The connection is going away whatever Close says, and b.err keeps the
	// first cause.
	_ = b.sink.Close(flushed)
	if done != nil {
		close(done)
	}
}

// Done is closed after the sink was.
func (b *Box) Done() <-chan struct{} {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.done == nil {
		b.done = make(chan struct{})
		if b.closed {
			close(b.done)
		}
	}
	return b.done
}

// Err is why the box ended: ErrFull, an error of the connection, or nil if it
// lives or was closed by its owner.
func (b *Box) Err() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.err
}

// Waiting returns the bytes that have been put and not yet been given to the
// network.
func (b *Box) Waiting() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.bytes
}

// Dropped returns how many units were never sent, boards that a newer one
// replaced included.
func (b *Box) Dropped() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.dropped
}

package loop

import (
	"context"
	"sync"
	"time"

	"epicenter/server/world"
)

// queue is where inputs wait. Each is stamped as it enters, under the lock, so
// that order and time agree (docs/design.md, item 1).
type queue struct {
	now  func() int64
	seed func() uint64

	mu    sync.Mutex
	last  int64 // stamp of the newest input
	items []world.Input
	bell  chan struct{} // holds one token while items wait
}

func newQueue(now func() int64, seed func() uint64) *queue {
	return &queue{now: now, seed: seed, bell: make(chan struct{}, 1)}
}

func (q *queue) post(b world.Body) {
	q.mu.Lock()
	q.last = max(q.last, q.now())
	q.items = append(q.items, world.Input{At: q.last, Seed: q.seed(), Body: b})
	q.mu.Unlock()
	select {
	case q.bell <- struct{}{}:
	default:
	}
}

// take returns what waits, at most limit inputs, and the moment up to which
// everything that has happened is in it or was taken before: a deadline up to
// that moment cannot be overtaken by an earlier input any more.
func (q *queue) take(into []world.Input, limit int) (batch []world.Input, asOf int64) {
	q.mu.Lock()
	defer q.mu.Unlock()
	n := min(limit, len(q.items))
	batch = append(into[:0], q.items[:n]...)
	if n < len(q.items) {
		q.items = q.items[:copy(q.items, q.items[n:])]
		return batch, batch[n-1].At
	}
	clear(q.items)
	q.items = q.items[:0]
	q.last = max(q.last, q.now())
	return batch, q.last
}

// unread puts back what was taken and not applied.
func (q *queue) unread(rest []world.Input) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.items = append(append(make([]world.Input, 0, len(rest)+len(q.items)), rest...), q.items...)
}

func (q *queue) waiting() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.items) > 0
}

// wait returns when an input waits, the moment has come or the context ends.
func (q *queue) wait(ctx context.Context, until int64) {
	if q.waiting() {
		return
	}
	var due <-chan time.Time
	if until > 0 {
		d := time.Duration(until-q.now()) * time.Millisecond
		if d <= 0 {
			return
		}
		t := time.NewTimer(d)
		defer t.Stop()
		due = t.C
	}
	select {
	case <-q.bell:
	case <-due:
	case <-ctx.Done():
	}
}

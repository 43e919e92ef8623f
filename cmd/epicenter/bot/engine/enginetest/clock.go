package enginetest

import (
	"sync"
	"time"
)

// Clock is a time in which the waits that Fire accepts are over at once and all
// others never are, so that a test waits for nothing.
type Clock struct {
	// Fire accepts waits by their length; nil accepts none. It may be set while
	// nobody waits.
	Fire func(d time.Duration) bool

	mu  sync.Mutex
	now time.Time
}

// NewClock is a clock that begins at a time; the zero Clock begins at the zero
// time.
func NewClock(now time.Time) *Clock { return &Clock{now: now} }

// Now is the beginning and all waits that are over.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// After returns a channel with a time in it, or none for a wait without end.
func (c *Clock) After(d time.Duration) (<-chan time.Time, func()) {
	if c.Fire == nil || !c.Fire(d) {
		return nil, func() {}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
	fired := make(chan time.Time, 1)
	fired <- c.now
	return fired, func() {}
}

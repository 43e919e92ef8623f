package main

import (
	"sync"
	"time"
)

// clock is the time of the loop: monotonic time added to the wall clock at the
// start, and never below the last one that was stored, so that a clock that was
// set back makes no game longer (docs/design.md, "The one idea" 1).
//
// Time in which the whole process stood still, as after SIGSTOP or in a virtual
// machine that was put to sleep, does not count: nobody could move, so no flag
// falls and nobody is idle for it (docs/cases.md 91). It is known by two readings
// that lie too far apart, since the server reads the clock at every heartbeat.
type clock struct {
	base    int64        // Unix ms at the start
	elapsed func() int64 // ms since then by the monotonic clock

	mu          sync.Mutex
	last, stood int64 // the last reading; ms in which the process stood still
}

const (
	heartbeat  = time.Second
	standstill = 5 * time.Second // readings further apart than this; a busy machine is not that late
)

func newClock(start time.Time, last int64) *clock {
	return &clock{
		base:    max(start.UnixMilli(), last),
		elapsed: func() int64 { return time.Since(start).Milliseconds() },
	}
}

// now is the time in Unix ms. It never goes back. It may be called by anybody.
func (c *clock) now() int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	e := c.elapsed()
	if gap := e - c.last; gap > standstill.Milliseconds() {
		c.stood += gap - heartbeat.Milliseconds()
	}
	c.last = max(e, c.last)
	return c.base + c.last - c.stood
}

// stoodStill is the time that was left out so far.
func (c *clock) stoodStill() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	return time.Duration(c.stood) * time.Millisecond
}

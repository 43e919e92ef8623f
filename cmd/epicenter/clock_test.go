package main

import (
	"testing"
	"time"
)

// The clock goes with the monotonic one whatever happens to the wall, starts no
// lower than what is stored, never goes back, and leaves out the time in which the
// process stood still (docs/cases.md 91).
func TestClock(t *testing.T) {
	start := time.UnixMilli(1_000_000)
	for name, tt := range map[string]struct {
		last     int64
		readings []int64 // ms since the start
		want     []int64 // ms above 1,000,000
		stood    time.Duration
	}{
		"goes on":            {0, []int64{0, 5, 5, 1005, 6005}, []int64{0, 5, 5, 1005, 6005}, 0},
		"wall was set back":  {1_500_000, []int64{0, 1000}, []int64{500_000, 501_000}, 0},
		"stopped for 30 s":   {0, []int64{1000, 2000, 32_000, 32_500}, []int64{1000, 2000, 3000, 3500}, 29 * time.Second},
		"twice, for a day":   {0, []int64{1000, 86_401_000, 172_801_000}, []int64{1000, 2000, 3000}, 2 * (24*time.Hour - time.Second)},
		"a busy machine":     {0, []int64{1000, 6000}, []int64{1000, 6000}, 0},
		"readings that race": {0, []int64{1000, 900, 1001}, []int64{1000, 1000, 1001}, 0},
	} {
		c := newClock(start, tt.last)
		for i, ms := range tt.readings {
			c.elapsed = func() int64 { return ms }
			if got := c.now() - start.UnixMilli(); got != tt.want[i] {
				t.Errorf("%s: reading %d is %d, want %d", name, i, got, tt.want[i])
			}
		}
		if got := c.stoodStill(); got != tt.stood {
			t.Errorf("%s: stood still for %v, want %v", name, got, tt.stood)
		}
	}
}

package server

import (
	"net/netip"
	"sync"
	"time"

	"epicenter/storage"
)

// Bounds of the memory for wrong passwords.
const (
	maxOffenders = 8192
	forgetWrong  = 15 * 60_000 // ms after the last wrong password
)

// penalties makes guessing slow: each wrong password doubles the wait before
// the next one from that address or for that account is looked at
// (docs/cases.md 73 and 84). A key needs no password, so the owner of an
// account that others try to guess still comes in at once by key.
type penalties struct {
	now func() int64

	mu    sync.Mutex
	wrong *recent[string, offence]
}

type offence struct {
	count int
	last  int64
}

func newPenalties(now func() int64) *penalties {
	return &penalties{now: now, wrong: newRecent[string, offence](maxOffenders, nil)}
}

// suspects are the keys under which a wrong password counts; an exempt address
// has none.
func suspects(addr netip.Addr, exempt bool, handle string) []string {
	keys := []string{"account " + storage.Key(handle)}
	if !exempt {
		keys = append(keys, "address "+hostKeys(addr)[1].String())
	}
	return keys
}

// wait is how long the next password must wait.
func (p *penalties) wait(keys []string, b backoff) time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	var longest time.Duration
	for _, k := range keys {
		o := p.wrong.see(k)
		if o == nil || p.now()-o.last > forgetWrong {
			continue
		}
		longest = max(longest, doubled(b.step, o.count-1, b.most))
	}
	return longest
}

func doubled(step time.Duration, times int, most time.Duration) time.Duration {
	for ; times > 0 && step < most; times-- {
		step *= 2
	}
	return min(step, most)
}

// note counts a wrong password; a right one clears the account, but not the
// address: an account of one's own must not buy tries at others.
func (p *penalties) note(keys []string, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if ok {
		p.wrong.drop(keys[0])
		return
	}
	for _, k := range keys {
		o, _ := p.wrong.get(k)
		if p.now()-o.last > forgetWrong {
			o.count = 0
		}
		o.count++
		o.last = p.now()
	}
}

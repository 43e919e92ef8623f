package main

import (
	"fmt"
	"sort"
	"time"
)

// nop is a Handler that ignores everything; embed it to override a part.
type nop struct{}

func (nop) Ready(*Sess)          {}
func (nop) Line(*Sess, []byte)   {}
func (nop) Prompt(*Sess)         {}
func (nop) Closed(*Sess, string) {}

// dialStats says how a batch of logins went.
type dialStats struct {
	ok, failed int
	reasons    map[string]int
	lat        Hist
	took       time.Duration
}

func (d *dialStats) top(n int) []string {
	var r []string
	for k, v := range d.reasons {
		r = append(r, fmt.Sprintf("%d x %s", v, k))
	}
	sort.Strings(r)
	return r[:min(n, len(r))]
}

// login logs all sessions in, at most ramp at a time.
func (l *Loop) login(ss []*Sess, ramp int, timeout time.Duration) *dialStats {
	d := &dialStats{reasons: map[string]int{}}
	l.now = nano()
	if l.cfg.tickle > 0 && len(ss) > 1 {
		defer l.tickle()()
	}
	start := l.now
	next, inflight := 0, 0
	var kick func()
	finish := func(s *Sess, ok bool) {
		inflight--
		if ok {
			d.ok++
			d.lat.Add(l.now - s.t0)
		} else {
			d.failed++
			d.reasons[s.why]++
		}
	}
	kick = func() {
		for inflight < ramp && next < len(ss) {
			s := ss[next]
			next++
			inflight++
			s.done = finish
			l.dial(s)
		}
	}
	deadline := start + int64(timeout)
	first := 0 // sessions before this one have finished
	for l.now < deadline {
		slice := min(deadline-l.now, int64(250*time.Millisecond))
		if l.run(time.Duration(slice), func() bool { kick(); return inflight == 0 && next >= len(ss) }) {
			break
		}
		for first < next && (ss[first].state == stReady || ss[first].state == stClosed) {
			first++
		}
		for _, s := range ss[first:next] {
			if s.state > stNew && s.state < stReady && l.now-s.t0 > int64(l.cfg.loginEach) {
				stage := [...]string{"", "connect", "banner", "name", "enter"}[s.state]
				s.close("timeout at " + stage)
			}
		}
	}
	for _, s := range ss {
		switch s.state {
		case stConnecting, stBanner, stName, stEnter:
			stage := [...]string{"new", "connect", "banner", "name", "enter"}[s.state]
			s.done = nil
			s.drop(false)
			s.why = "timeout at " + stage
			d.failed++
			d.reasons[s.why]++
		case stNew:
			s.state = stClosed
			d.failed++
			d.reasons["not tried before the timeout"]++
		}
	}
	d.took = time.Duration(l.now - start)
	return d
}

// tickle logs one more session in, which sends a command at a fixed interval
// until the returned function is called. A server that looks at its listening
// socket only when some session is active needs it to log many sessions in.
func (l *Loop) tickle() (stop func()) {
	s := &Sess{l: l, id: 1 << 20, want: l.cfg.user + "tickle", h: nop{}, fd: -1}
	tried := false
	s.done = func(*Sess, bool) { tried = true }
	l.dial(s)
	l.run(l.cfg.loginEach, func() bool { return tried })
	s.quiet = true
	var tick func()
	tick = func() {
		if s.state == stReady {
			s.send([]byte("date\n"))
			l.after(l.cfg.tickle, tick)
		}
	}
	tick()
	return func() {
		s.drop(false)
		l.run(100*time.Millisecond, nil)
	}
}

// ask runs commands one after the other on every session (closed loop, all
// sessions in parallel) and waits for a prompt after each; it returns the
// number of sessions that answered all of them.
func (l *Loop) ask(ss []*Sess, cmds []string, timeout time.Duration) int {
	if len(cmds) == 0 || len(ss) == 0 {
		return len(ss)
	}
	a := &asker{cmds: cmds}
	saved := make([]Handler, len(ss))
	for i, s := range ss {
		saved[i] = s.h
		if s.state != stReady {
			continue
		}
		a.want++
		k := 0
		s.h = &askOne{a: a, k: k}
		s.sendf("%s\n", cmds[0])
	}
	l.run(timeout, func() bool { return a.done+a.lost >= a.want })
	for i, s := range ss {
		s.h = saved[i]
	}
	return a.done
}

type asker struct {
	cmds             []string
	want, done, lost int
}

type askOne struct {
	nop
	a *asker
	k int
}

func (h *askOne) Prompt(s *Sess) {
	h.k++
	if h.k == len(h.a.cmds) {
		h.a.done++
	} else if h.k < len(h.a.cmds) {
		s.sendf("%s\n", h.a.cmds[h.k])
	}
}

func (h *askOne) Closed(*Sess, string) { h.a.lost++ }

// newSessions makes n sessions named prefix + letters.
func (l *Loop) newSessions(first, n int, h func(i int) Handler) []*Sess {
	ss := make([]*Sess, n)
	for i := range ss {
		ss[i] = &Sess{l: l, id: first + i, want: l.cfg.userName(first + i), fd: -1}
		if h != nil {
			ss[i].h = h(i)
		} else {
			ss[i].h = nop{}
		}
	}
	return ss
}

func ready(ss []*Sess) (r []*Sess) {
	for _, s := range ss {
		if s.state == stReady {
			r = append(r, s)
		}
	}
	return
}

func dropAll(ss []*Sess) {
	for _, s := range ss {
		s.drop(false)
	}
}

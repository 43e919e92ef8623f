package main

import (
	"container/heap"
	"errors"
	"fmt"
	"net/netip"
	"runtime"
	"syscall"
	"time"
	"unsafe"
)

// The load generator drives every session from one epoll loop on one OS
// thread: one read(2) per readable socket, no goroutine switch per message and
// no allocation in steady state, so that on a small machine it takes as little
// as possible of the CPU that the server needs.

type timer struct {
	at int64
	fn func()
}
type timers []timer

func (t timers) Len() int           { return len(t) }
func (t timers) Less(i, j int) bool { return t[i].at < t[j].at }
func (t timers) Swap(i, j int)      { t[i], t[j] = t[j], t[i] }
func (t *timers) Push(x any)        { *t = append(*t, x.(timer)) }
func (t *timers) Pop() any {
	o := *t
	x := o[len(o)-1]
	*t = o[:len(o)-1]
	return x
}

// Loop is the epoll loop.
type Loop struct {
	cfg    *Config
	ep     int
	byFD   []*Sess
	ev     [512]syscall.EpollEvent
	buf    []byte
	now    int64 // ns, monotonic; refreshed at every read
	timers timers
	gen    int32
	in     uint64
	reads  uint64
	writes uint64
	prompt []byte
}

var epoch = time.Now()

func nano() int64 { return int64(time.Since(epoch)) }

func newLoop(cfg *Config) (*Loop, error) {
	runtime.LockOSThread()
	ep, err := syscall.EpollCreate1(syscall.EPOLL_CLOEXEC)
	if err != nil {
		return nil, err
	}
	return &Loop{cfg: cfg, ep: ep, buf: make([]byte, 256<<10), now: nano(), prompt: []byte(cfg.prompt)}, nil
}

func (l *Loop) after(d time.Duration, fn func()) {
	heap.Push(&l.timers, timer{l.now + int64(d), fn})
}

// run drives the loop until cond() holds or d has passed; it returns cond().
func (l *Loop) run(d time.Duration, cond func() bool) bool {
	l.now = nano()
	end := l.now + int64(d)
	for {
		if cond != nil && cond() {
			return true
		}
		if l.now >= end {
			return false
		}
		wait := end - l.now
		if len(l.timers) > 0 && l.timers[0].at-l.now < wait {
			wait = l.timers[0].at - l.now
		}
		ms := int((wait + 999_999) / 1_000_000)
		ms = max(0, min(ms, 200))
		n, err := syscall.EpollWait(l.ep, l.ev[:], ms)
		if err != nil && err != syscall.EINTR {
			panic(err)
		}
		l.now = nano()
		for i := 0; i < n; i++ {
			e := &l.ev[i]
			if int(e.Fd) >= len(l.byFD) {
				continue
			}
			s := l.byFD[e.Fd]
			if s == nil || s.gen != e.Pad {
				continue
			}
			l.event(s, e.Events)
		}
		for len(l.timers) > 0 && l.timers[0].at <= l.now {
			t := heap.Pop(&l.timers).(timer)
			t.fn()
		}
	}
}

func (l *Loop) event(s *Sess, ev uint32) {
	if s.state == stConnecting {
		soerr, _ := syscall.GetsockoptInt(s.fd, syscall.SOL_SOCKET, syscall.SO_ERROR)
		if soerr != 0 {
			s.close("connect: " + syscall.Errno(soerr).Error())
			return
		}
		if ev&syscall.EPOLLOUT != 0 {
			s.state = stBanner
			s.arm(false)
		}
	}
	if ev&syscall.EPOLLOUT != 0 && len(s.out) > 0 {
		s.flush()
	}
	if ev&(syscall.EPOLLIN|syscall.EPOLLHUP|syscall.EPOLLERR|syscall.EPOLLRDHUP) == 0 || s.state == stClosed {
		return
	}
	n, errno := rawRead(s.fd, l.buf)
	l.now = nano()
	switch {
	case errno == syscall.EAGAIN || errno == syscall.EINTR:
	case errno != 0:
		s.close("read: " + errno.Error())
	case n == 0:
		s.close("closed by server")
	default:
		l.in += uint64(n)
		l.reads++
		s.in += uint64(n)
		s.reads++
		if !s.quiet || s.state != stReady {
			s.feed(l.buf[:n])
		}
	}
}

func rawRead(fd int, b []byte) (int, syscall.Errno) {
	r, _, e := syscall.RawSyscall(syscall.SYS_READ, uintptr(fd), uintptr(unsafe.Pointer(&b[0])), uintptr(len(b)))
	return int(r), e
}

func rawWrite(fd int, b []byte) (int, syscall.Errno) {
	r, _, e := syscall.RawSyscall(syscall.SYS_WRITE, uintptr(fd), uintptr(unsafe.Pointer(&b[0])), uintptr(len(b)))
	return int(r), e
}

// dial starts a non-blocking connection and login for s.
func (l *Loop) dial(s *Sess) {
	s.l = l
	s.t0 = l.now
	s.state = stConnecting
	s.part, s.out, s.iac, s.wantOut, s.why, s.quiet = s.part[:0], nil, 0, false, "", false
	s.logins++
	fd, err := syscall.Socket(syscall.AF_INET, syscall.SOCK_STREAM|syscall.SOCK_NONBLOCK|syscall.SOCK_CLOEXEC, 0)
	if err != nil {
		s.fd = -1
		s.fail("socket: " + err.Error())
		return
	}
	s.fd = fd
	_ = syscall.SetsockoptInt(fd, syscall.IPPROTO_TCP, syscall.TCP_NODELAY, 1)
	if l.cfg.srcIPs > 1 {
		_ = syscall.SetsockoptInt(fd, syscall.IPPROTO_IP, 24 /* IP_BIND_ADDRESS_NO_PORT */, 1)
		k := s.id % l.cfg.srcIPs
		_ = syscall.Bind(fd, &syscall.SockaddrInet4{Addr: [4]byte{127, 0, byte(k / 250), byte(k%250 + 1)}})
	}
	for fd >= len(l.byFD) {
		l.byFD = append(l.byFD, make([]*Sess, len(l.byFD)+64)...)
	}
	l.gen++
	s.gen = l.gen
	l.byFD[fd] = s
	err = syscall.Connect(fd, &syscall.SockaddrInet4{Port: l.cfg.port, Addr: l.cfg.addr})
	ev := syscall.EpollEvent{Events: syscall.EPOLLIN | syscall.EPOLLOUT, Fd: int32(fd), Pad: s.gen}
	if e := syscall.EpollCtl(l.ep, syscall.EPOLL_CTL_ADD, fd, &ev); e != nil {
		s.close("epoll: " + e.Error())
		return
	}
	s.wantOut = true
	if err != nil && !errors.Is(err, syscall.EINPROGRESS) {
		s.close("connect: " + err.Error())
	}
}

func mustLoopback(host string) ([4]byte, error) {
	if host == "localhost" {
		host = "127.0.0.1"
	}
	a, err := netip.ParseAddr(host)
	if err != nil || !a.Is4() || !a.IsLoopback() {
		return [4]byte{}, fmt.Errorf("host %q: only IPv4 loopback targets (127.0.0.0/8) are allowed", host)
	}
	return a.As4(), nil
}

package main

import (
	"bytes"
	"fmt"
	"syscall"
)

// Handler receives a logged-in session's events. All calls come from the loop.
type Handler interface {
	Ready(s *Sess)             // logged in, first prompt seen
	Line(s *Sess, line []byte) // one non-empty line without CR/LF (not retained)
	Prompt(s *Sess)            // one server prompt
	Closed(s *Sess, why string)
}

const (
	stNew = iota
	stConnecting
	stBanner // waiting for "login:"
	stName   // waiting for "Press return"
	stEnter  // waiting for the first prompt
	stReady
	stClosed
)

// Sess is one client connection.
type Sess struct {
	l       *Loop
	id      int
	want    string // name asked for
	name    string // name the server gave
	h       Handler
	data    any
	done    func(s *Sess, ok bool) // login finished
	why     string
	fd      int
	gen     int32
	state   uint8
	iac     uint8
	quiet   bool // count bytes only
	wantOut bool
	part    []byte
	out     []byte
	in      uint64
	reads   uint64
	t0      int64
	logins  int
}

func (s *Sess) arm(out bool) {
	if s.wantOut == out {
		return
	}
	s.wantOut = out
	ev := syscall.EpollEvent{Events: syscall.EPOLLIN, Fd: int32(s.fd), Pad: s.gen}
	if out {
		ev.Events |= syscall.EPOLLOUT
	}
	_ = syscall.EpollCtl(s.l.ep, syscall.EPOLL_CTL_MOD, s.fd, &ev)
}

// send writes b now, or as soon as the socket takes it.
func (s *Sess) send(b []byte) {
	if s.state == stClosed || len(b) == 0 {
		return
	}
	if len(s.out) > 0 {
		s.out = append(s.out, b...)
		return
	}
	n, e := rawWrite(s.fd, b)
	s.l.writes++
	if e != 0 && e != syscall.EAGAIN && e != syscall.EINTR {
		return // the read side reports the close
	}
	if e != 0 {
		n = 0
	}
	if n < len(b) {
		s.out = append(s.out, b[n:]...)
		s.arm(true)
	}
}

func (s *Sess) sendf(format string, a ...any) { s.send(fmt.Appendf(nil, format, a...)) }

func (s *Sess) flush() {
	n, e := rawWrite(s.fd, s.out)
	if e != 0 {
		return
	}
	s.out = s.out[:copy(s.out, s.out[n:])]
	if len(s.out) == 0 {
		s.arm(false)
	}
}

func (s *Sess) fail(why string) {
	s.state = stClosed
	s.why = why
	if d := s.done; d != nil {
		s.done = nil
		d(s, false)
	}
}

// drop closes our end without any event to the handler.
func (s *Sess) drop(reset bool) {
	if s.state == stClosed || s.state == stNew {
		return
	}
	s.state = stClosed
	s.l.byFD[s.fd] = nil
	if reset {
		_ = syscall.SetsockoptLinger(s.fd, syscall.SOL_SOCKET, syscall.SO_LINGER, &syscall.Linger{Onoff: 1})
	}
	_ = syscall.Close(s.fd)
}

func (s *Sess) close(why string) {
	if s.state == stClosed {
		return
	}
	was := s.state
	s.drop(false)
	if was == stReady {
		s.why = why
		if s.h != nil {
			s.h.Closed(s, why)
		}
		return
	}
	if len(s.part) > 0 {
		why += ": " + tail(s.part)
	}
	s.fail(why)
}

// tail is the last text a server sent, made short enough to group failures by.
func tail(b []byte) string {
	f := bytes.Fields(b)
	t := bytes.Join(f[max(0, len(f)-14):], []byte(" "))
	return string(t[max(0, len(t)-90):])
}

var (
	tokLogin  = []byte("login:")
	tokReturn = []byte("ress return")
	tokPass   = []byte("assword:")
	newline   = []byte("\n")
)

// feed takes what one read returned.
func (s *Sess) feed(b []byte) {
	if s.iac != 0 || bytes.IndexByte(b, 0xff) >= 0 {
		b = s.stripIAC(b)
	}
	if s.state == stReady {
		s.lines(b)
		return
	}
	s.part = append(s.part, b...)
	switch s.state {
	case stBanner:
		if bytes.Contains(s.part, tokLogin) {
			s.part = s.part[:0]
			s.state = stName
			s.sendf("%s\n", s.want)
		}
	case stName:
		p := s.part
		if i := bytes.Index(p, tokReturn); i >= 0 {
			if j := bytes.IndexByte(p[i:], ':'); j >= 0 {
				s.name = quoted(p[i : i+j])
				if s.name == "" {
					s.name = quoted(p)
				}
				if s.name == "" {
					s.name = s.want
				}
				s.part = s.part[:0]
				s.state = stEnter
				s.send(newline)
			}
			return
		}
		if bytes.Contains(p, tokPass) {
			s.close("name is registered (password asked)")
		} else if bytes.Contains(p, tokLogin) {
			s.close("name refused")
		}
	case stEnter:
		if i := bytes.Index(s.part, s.l.prompt); i >= 0 {
			rest := append([]byte(nil), s.part[i+len(s.l.prompt):]...)
			s.part = s.part[:0]
			s.state = stReady
			if d := s.done; d != nil {
				s.done = nil
				d(s, true)
			}
			if s.h != nil {
				s.h.Ready(s)
			}
			if len(rest) > 0 && s.state == stReady {
				s.lines(rest)
			}
		} else if bytes.HasSuffix(bytes.TrimRight(s.part, " "), tokLogin) {
			s.close("login refused")
		}
	}
}

// quoted is the last "..." in b, which is the name that the server gave.
func quoted(b []byte) string {
	j := bytes.LastIndexByte(b, '"')
	if j < 0 {
		return ""
	}
	i := bytes.LastIndexByte(b[:j], '"')
	if i < 0 {
		return ""
	}
	return string(b[i+1 : j])
}

// stripIAC removes telnet commands in place; the state survives across reads.
func (s *Sess) stripIAC(b []byte) []byte {
	const (
		data = iota
		iac
		opt  // WILL/WONT/DO/DONT: one option byte follows
		sub  // inside SB ... IAC SE
		subI // IAC seen inside SB
	)
	o := b[:0]
	for _, c := range b {
		switch s.iac {
		case data:
			if c == 0xff {
				s.iac = iac
			} else {
				o = append(o, c)
			}
		case iac:
			switch {
			case c == 0xff:
				o = append(o, c)
				s.iac = data
			case c >= 251 && c <= 254:
				s.iac = opt
			case c == 250:
				s.iac = sub
			default:
				s.iac = data
			}
		case opt:
			s.iac = data
		case sub:
			if c == 0xff {
				s.iac = subI
			}
		case subI:
			if c == 240 {
				s.iac = data
			} else {
				s.iac = sub
			}
		}
	}
	return o
}

// lines splits ready-state text into prompts and lines.
func (s *Sess) lines(b []byte) {
	if len(s.part) > 0 {
		s.part = append(s.part, b...)
		b = s.part
	}
	prompt := s.l.prompt
	for len(b) > 0 {
		if b[0] == '\r' || b[0] == '\n' || b[0] == 0 || b[0] == 7 {
			b = b[1:]
			continue
		}
		if b[0] == prompt[0] && bytes.HasPrefix(b, prompt) {
			b = b[len(prompt):]
			s.h.Prompt(s)
			if s.state != stReady || s.quiet {
				s.part = s.part[:0]
				return
			}
			continue
		}
		i := bytes.IndexByte(b, '\n')
		if i < 0 {
			break
		}
		line := b[:i]
		b = b[i+1:]
		for len(line) > 0 && line[len(line)-1] == '\r' {
			line = line[:len(line)-1]
		}
		if len(line) > 0 {
			s.h.Line(s, line)
			if s.state != stReady || s.quiet {
				s.part = s.part[:0]
				return
			}
		}
	}
	s.part = append(s.part[:0], b...)
	if len(s.part) > 1<<20 {
		s.close("line over 1 MiB")
	}
}

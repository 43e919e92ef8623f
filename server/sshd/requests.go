package sshd

import (
	"sync"

	"github.com/gliderlabs/ssh"
	gossh "golang.org/x/crypto/ssh"
)

// requests stands between a channel and gliderlabs/ssh and answers those
// requests that it handles badly: window-change (its one-slot channel can block
// the session, and its Pty races with it), env (kept without bound), signal and
// agent forwarding. It also keeps the bare channel, whose Write writes what it is
// given.
type requests struct {
	gossh.NewChannel
	ch   gossh.Channel
	exec bool // the request was for a command; set before the handler starts

	running sync.WaitGroup // filter, handler and reader
	started bool

	mu            sync.Mutex
	width, height int
	resized       chan struct{} // one slot: there is a new size
}

func newRequests(nc gossh.NewChannel) *requests {
	return &requests{NewChannel: nc, resized: make(chan struct{}, 1)}
}

// sessionContext carries the requests of a session to its handler.
type sessionContext struct {
	ssh.Context
	requests *requests
}

// Accept opens the channel and lets those requests through that gliderlabs/ssh
// is to answer.
func (r *requests) Accept() (gossh.Channel, <-chan *gossh.Request, error) {
	ch, in, err := r.NewChannel.Accept()
	if err != nil {
		return nil, nil, err
	}
	r.ch = ch
	out := make(chan *gossh.Request)
	r.running.Go(func() {
		defer close(out)
		for req := range in {
			if !r.own(req) {
				out <- req
			}
		}
	})
	return ch, out, nil
}

// own answers a request itself, or reports that it did not.
func (r *requests) own(req *gossh.Request) bool {
	ok := false
	switch req.Type {
	case "shell", "exec":
		if !r.started {
			r.started = true
			r.exec = req.Type == "exec"
			r.running.Add(1)
		}
		return false
	case "window-change":
		ok = r.resize(req.Payload)
	case "env", "signal", "break", "auth-agent-req@openssh.com":
	default:
		return false
	}
	if req.WantReply {
		_ = req.Reply(ok, nil) // a peer that is gone needs none
	}
	return true
}

// resize takes a window-change (RFC 4254 §6.7).
func (r *requests) resize(payload []byte) bool {
	var size struct{ Width, Height, PixelWidth, PixelHeight uint32 }
	if gossh.Unmarshal(payload, &size) != nil {
		return false
	}
	const most = 1 << 16 // clamped further where it is used
	r.mu.Lock()
	r.width, r.height = int(min(size.Width, most)), int(min(size.Height, most))
	r.mu.Unlock()
	select {
	case r.resized <- struct{}{}:
	default: // the reader has not yet taken the last one, and will take this
	}
	return true
}

// size returns the newest size.
func (r *requests) size() (width, height int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.width, r.height
}

// finish is the end of the handler.
func (r *requests) finish() { r.running.Done() }

// wait returns when nothing of the session is running any more.
func (r *requests) wait() { r.running.Wait() }

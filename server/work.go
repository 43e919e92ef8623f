package server

import (
	"net/netip"
	"time"

	"epicenter/server/login"
	"epicenter/server/world"
)

// One token of workers is held while a password is hashed: so many are
// computed at once, and no more memory is used (docs/models.md §3). Sessions
// that wait for one are at most as many as there are connections.

// acquire waits for a token; false means that nobody waits for the result any
// more.
func (s *Server) acquire(gone <-chan struct{}) bool {
	select {
	case s.workers <- struct{}{}:
		return true
	case <-gone:
		return false
	}
}

func (s *Server) releaseWorker() { <-s.workers }

// try is one password at the login.
type try struct {
	account  login.Account
	password string
	addr     netip.Addr
	gone     <-chan struct{}   // closed when the peer has hung up
	slow     func(seconds int) // is told of a longer wait, if not nil
}

// verify checks a password of the login, slowly if there were wrong ones.
func (s *Server) verify(v try) bool {
	keys := suspects(v.addr, s.gate.isExempt(v.addr), v.account.Handle)
	if wait := s.penalties.wait(keys, backoffOf(s.Config())); wait > 0 {
		if wait >= time.Second && v.slow != nil {
			v.slow(int((wait + time.Second - 1) / time.Second))
		}
		if !sleep(wait, v.gone) {
			return false
		}
	}
	if !s.acquire(v.gone) {
		return false
	}
	ok, stale, err := s.opt.Passwords.Verify(v.account.Hash, v.password)
	hash := ""
	if ok && stale {
		hash = s.renewed(v.password)
	}
	s.releaseWorker()
	if err != nil {
		s.opt.Log.Error("a password hash cannot be read", "name", v.account.Handle, "err", err)
	}
	s.penalties.note(keys, ok)
	if !ok {
		s.hush.note("wrong password", v.addr, "name", v.account.Handle)
	}
	if hash != "" {
		s.post(world.AdminRequest{Deed: world.RenewHash{Handle: v.account.Handle, Old: v.account.Hash, New: hash}})
	}
	return ok
}

// sleep waits; false means that gone was closed meanwhile.
func sleep(d time.Duration, gone <-chan struct{}) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-gone:
		return false
	}
}

// renewed hashes a password at today's cost; empty when that fails, as the old
// hash is as good as before.
func (s *Server) renewed(password string) string {
	hash, err := s.opt.Passwords.Hash(password)
	if err != nil {
		s.opt.Log.Error("a password hash cannot be renewed", "err", err)
	}
	return hash
}

// change stores the new password of an account that must have one.
func (x *session) change(c login.Change) (login.Account, string) {
	const sorry = "The new password could not be stored; please try again later."
	if !x.srv.acquire(x.conn.Outbox().Done()) {
		return c.Account, sorry
	}
	hash, err := x.srv.opt.Passwords.Hash(c.Password)
	x.srv.releaseWorker()
	if err != nil {
		x.srv.opt.Log.Error("a password cannot be hashed", "err", err)
		return c.Account, sorry
	}
	a, err := x.srv.ask(world.SetPassword{Handle: c.Account.Handle, Hash: hash, Version: c.Account.Version}, x.conn.Outbox().Done())
	if err != nil {
		return c.Account, sorry
	}
	now := c.Account
	now.MustChange, now.Hash, now.Version = false, hash, a.Version
	return now, a.Problem
}

// Work does a job of the loop; it never blocks. It is given to loop.Options.
func (s *Server) Work(j world.Job) {
	if a, ok := j.Work.(world.Answered); ok {
		s.asked.answer(a)
		return
	}
	// One goroutine a job: a session waits for at most one.
	s.wg.Go(func() {
		s.workers <- struct{}{}
		answer := s.do(j.Work)
		s.releaseWorker()
		s.post(world.JobDone{Session: j.Session, Answer: answer})
	})
}

// do is the slow part of a job.
func (s *Server) do(w world.Work) any {
	switch w := w.(type) {
	case world.HashPassword:
		if err := fit(s.Config().Password)(w.Password, w.Handle); err != nil {
			return world.PasswordHashed{Handle: w.Handle, Email: w.Email, For: w.For, Problem: err.Error()}
		}
		hash, err := s.opt.Passwords.Hash(w.Password)
		return world.PasswordHashed{Handle: w.Handle, Email: w.Email, Hash: hash, For: w.For, Err: err}
	case world.CheckPassword:
		ok, _, err := s.opt.Passwords.Verify(w.Hash, w.Password)
		if err != nil {
			s.opt.Log.Error("a password hash cannot be read", "err", err)
		}
		return world.PasswordChecked{OK: ok, New: w.New}
	case world.ReadKey:
		return readKey(w.Line)
	default:
		s.opt.Log.Error("unknown job")
		return nil
	}
}

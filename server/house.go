package server

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"

	"epicenter/server/transport"
	"epicenter/server/world"
	"epicenter/storage"
)

// HouseBot makes sure that a player of the server's own has its account. The
// password is made of chance and told to nobody, so that none comes in as it from
// outside.
func (s *Server) HouseBot(ctx context.Context, handle string) error {
	a, err := s.houseAccount(handle)
	if err != nil {
		return err
	}
	d := world.KeepHouseBot{Handle: handle}
	if a == nil {
		var secret [32]byte
		_, _ = rand.Read(secret[:]) // never fails
		if !s.acquire(ctx.Done()) {
			return ctx.Err()
		}
		d.Hash, err = s.opt.Passwords.Hash(hex.EncodeToString(secret[:]))
		s.releaseWorker()
		if err != nil {
			return fmt.Errorf("hash the password of %s: %w", handle, err)
		}
	}
	answer, err := s.ask(d, ctx.Done())
	if err == nil && answer.Problem != "" {
		err = errors.New(answer.Problem)
	}
	return err
}

// HouseAccount tells the version of a house bot's account, and whether the staff
// lets it play.
func (s *Server) HouseAccount(handle string) (version uint64, on bool, err error) {
	a, err := s.houseAccount(handle)
	if err != nil || a == nil {
		return 0, false, err
	}
	return a.Version, a.House == storage.HouseOn, nil
}

// houseAccount reads an account, nil when there is none.
func (s *Server) houseAccount(handle string) (a *storage.Account, err error) {
	err = s.opt.Store.View(func(r storage.Reader) error {
		raw, err := r.Get(storage.Accounts, storage.AccountKey(handle))
		if err != nil || raw == nil {
			return err
		}
		a, err = storage.DecodeAccount(raw)
		return err
	})
	return a, err
}

// Inside serves a connection inside the process, as Serve does those from
// outside; false means that the server is stopping and has not touched it.
func (s *Server) Inside(c transport.Conn) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stopping.Load() {
		return false
	}
	s.wg.Go(func() { s.Serve(c, Pass{Enter: func() {}, Leave: func() {}}) })
	return true
}

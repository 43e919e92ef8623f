package server

import (
	"context"
	"encoding/base64"
	"net"
	"net/netip"
	"strings"

	gossh "golang.org/x/crypto/ssh"

	"epicenter/server/sshd"
	"epicenter/storage"
)

// SSH makes sessions of SSH connections; what it returns is an Open of a
// Listener. Each connection has an sshd.Server of its own, so that its session
// finds its way back to it.
func (s *Server) SSH(key gossh.Signer) func(c net.Conn, p Pass) {
	return func(c net.Conn, p Pass) {
		defer p.Leave()
		cfg, ended := s.Config(), make(chan struct{})
		d := sshd.New(sshd.Options{
			HostKey: key, Auth: doorman{s}, Pool: &s.pool, Outbox: s.outbox,
			MaxLine: lineLength(cfg), LoginTime: loginTime(cfg),
			Handle: func(x *sshd.Conn) {
				s.dressed(c)
				defer s.bare(c, ended)
				over := make(chan struct{})
				s.Serve(x, Pass{Enter: p.Enter, Leave: func() { close(over) }})
				<-over
			},
		})
		s.bare(c, ended)
		defer s.dressed(c)
		d.ServeConn(c)
		close(ended)
		d.Close()
	}
}

// doorman says to package sshd who may come in under a name. What a person
// learns of a refusal is said by the login, in a session; SSH itself can only
// say no.
type doorman struct{ s *Server }

var _ sshd.Auth = doorman{}

// NoPassword lets in whoever has no account: guests, unregistered names, and
// names that the login will refuse with a reason.
func (d doorman) NoPassword(_ context.Context, name string, _ netip.Addr) (uint64, bool) {
	a, err := d.s.account(name)
	return 0, err == nil && a == nil
}

// CheckPassword verifies a password, as slowly as on telnet.
func (d doorman) CheckPassword(ctx context.Context, name, password string, addr netip.Addr) (uint64, bool) {
	a, err := d.s.account(name)
	if err != nil || a == nil {
		return 0, false
	}
	ok := d.s.verify(try{account: accountOf(a), password: password, addr: addr, gone: ctx.Done()})
	return a.Version, ok
}

// CheckKey looks a key up in the account's list. A key needs no password and
// knows no delay: the owner of an account that others try to guess comes in
// (docs/cases.md 84).
func (d doorman) CheckKey(_ context.Context, name string, key []byte, _ netip.Addr) (uint64, bool) {
	a, err := d.s.account(name)
	if err != nil || a == nil {
		return 0, false
	}
	wire := base64.StdEncoding.EncodeToString(key)
	for _, line := range a.SSHKeys {
		if f := strings.Fields(line); len(f) > 1 && f[1] == wire {
			return a.Version, true
		}
	}
	return 0, false
}

// account reads the account of a name, nil if there is none.
func (s *Server) account(name string) (a *storage.Account, err error) {
	err = s.opt.Store.View(func(r storage.Reader) error {
		raw, err := r.Get(storage.Accounts, storage.AccountKey(strings.TrimSpace(name)))
		if err != nil || raw == nil {
			return err
		}
		a, err = storage.DecodeAccount(raw)
		return err
	})
	if err != nil {
		s.opt.Log.Error("an account cannot be read", "err", err)
	}
	return a, err
}

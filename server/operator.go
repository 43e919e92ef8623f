package server

import (
	"context"
	"errors"

	"epicenter/server/admin"
	"epicenter/server/config"
	"epicenter/server/world"
	"epicenter/storage"
)

// Operator is what the control socket does on the running server: reads come
// from the store, changes are inputs of the world, so that nobody else writes
// while it runs.
func (s *Server) Operator() admin.Handler { return operator{s} }

type operator struct{ s *Server }

// AccountRules are those of new accounts under a configuration.
func AccountRules(c config.Config, p Passwords) admin.Rules {
	return admin.Rules{
		CheckName: func(r storage.Reader, handle string) error {
			return world.CheckNew(r, handle, c.Login.ReservedNames)
		},
		Changes: world.AccountChanges, Hash: p.Hash, MinPassword: c.Password.MinLength,
	}
}

func (o operator) rules() admin.Rules { return AccountRules(*o.s.Config(), o.s.opt.Passwords) }

// Backup implements admin.Handler.
func (o operator) Backup(_ context.Context, path string, compact bool) error {
	return admin.Backup(o.s.opt.Store, path, compact)
}

// ListUsers implements admin.Handler.
func (o operator) ListUsers(ctx context.Context, emit func(admin.User) error) error {
	return admin.ListUsers(ctx, o.s.opt.Store, emit)
}

// AddUser implements admin.Handler. The world checks the name once more.
func (o operator) AddUser(ctx context.Context, u admin.NewUser) error {
	rules := o.rules()
	err := o.s.opt.Store.View(func(r storage.Reader) error { return rules.Check(r, u) })
	if err != nil {
		return err
	}
	hash, err := o.hash(ctx, u.Password)
	if err != nil {
		return err
	}
	return o.ask(ctx, world.AddUser{Handle: u.Handle, Email: u.Email, Hash: hash, MustChange: u.MustChange})
}

// SetPassword implements admin.Handler.
func (o operator) SetPassword(ctx context.Context, handle, password string, mustChange bool) error {
	var a *storage.Account
	err := o.s.opt.Store.View(func(r storage.Reader) (err error) {
		a, err = admin.Account(r, handle)
		return err
	})
	if err != nil {
		return err
	}
	if err := fit(o.s.Config().Password)(password, a.Handle); err != nil {
		return err
	}
	hash, err := o.hash(ctx, password)
	if err != nil {
		return err
	}
	return o.ask(ctx, world.SetPassword{Handle: a.Handle, Hash: hash, MustChange: mustChange})
}

// hash hashes a password when a worker is free.
func (o operator) hash(ctx context.Context, password string) (string, error) {
	if !o.s.acquire(ctx.Done()) {
		return "", ctx.Err()
	}
	defer o.s.releaseWorker()
	return o.s.opt.Passwords.Hash(password)
}

// ask has the world do something, and returns when it is on disk.
func (o operator) ask(ctx context.Context, d world.Deed) error {
	a, err := o.s.ask(d, ctx.Done())
	if err != nil {
		return err
	}
	if a.Problem != "" {
		return errors.New(a.Problem)
	}
	return nil
}

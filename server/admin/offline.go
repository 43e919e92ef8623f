package admin

import (
	"context"
	"errors"
	"fmt"
	"time"

	"epicenter/server/password"
	"epicenter/storage"
)

// Rules are those of new accounts. They are passed in because the world owns
// what a name may be and what is stored of a new account.
type Rules struct {
	// CheckName tells why a name cannot be one of a new account: its form, a
	// reserved one, one that is taken or looks like another (docs/cases.md 65).
	CheckName func(r storage.Reader, handle string) error
	// Changes are the account's record and its index entries.
	Changes func(a *storage.Account) []storage.Change
	// Hash makes the PHC string of a password.
	Hash func(password string) (string, error)
	// MinPassword is the least length of a password in characters.
	MinPassword int
}

// Check tells why an account cannot be made, before its password is hashed. r
// is the store's last state.
func (r Rules) Check(store storage.Reader, u NewUser) error {
	if err := r.CheckName(store, u.Handle); err != nil {
		return err
	}
	if err := CheckEmail(u.Email); err != nil {
		return err
	}
	return password.Check(u.Password, u.Handle, r.MinPassword)
}

// Offline is the Handler of a stopped server's store. Its calls must not
// overlap.
type Offline struct {
	Store storage.Store
	Rules Rules
	Now   func() time.Time
}

var _ Handler = Offline{}

// Backup implements Handler.
func (o Offline) Backup(_ context.Context, path string, compact bool) error {
	return Backup(o.Store, path, compact)
}

// ListUsers implements Handler.
func (o Offline) ListUsers(ctx context.Context, emit func(User) error) error {
	return ListUsers(ctx, o.Store, emit)
}

// AddUser implements Handler.
func (o Offline) AddUser(_ context.Context, u NewUser) error {
	return o.change(func(r storage.Reader) ([]storage.Change, error) {
		if err := o.Rules.Check(r, u); err != nil {
			return nil, err
		}
		hash, err := o.Rules.Hash(u.Password)
		if err != nil {
			return nil, err
		}
		return o.Rules.Changes(&storage.Account{
			Handle: u.Handle, Email: u.Email, Password: hash, MustChange: u.MustChange,
			Version: 1, Created: o.Now().UnixMilli(),
		}), nil
	})
}

// SetPassword implements Handler.
func (o Offline) SetPassword(_ context.Context, handle, pw string, mustChange bool) error {
	return o.change(func(r storage.Reader) ([]storage.Change, error) {
		a, err := Account(r, handle)
		if err != nil {
			return nil, err
		}
		if err := password.Check(pw, a.Handle, o.Rules.MinPassword); err != nil {
			return nil, err
		}
		if a.Password, err = o.Rules.Hash(pw); err != nil {
			return nil, err
		}
		a.MustChange = mustChange
		a.Version++
		return []storage.Change{{
			Bucket: storage.Accounts, Key: storage.AccountKey(a.Handle), Value: storage.EncodeAccount(a),
		}}, nil
	})
}

// Account reads an account by its handle.
func Account(r storage.Reader, handle string) (*storage.Account, error) {
	record, err := r.Get(storage.Accounts, storage.AccountKey(handle))
	switch {
	case err != nil:
		return nil, fmt.Errorf("read the account of %s: %w", handle, err)
	case record == nil:
		return nil, fmt.Errorf("there is no account named %q; \"user list\" shows all", handle)
	}
	a, err := storage.DecodeAccount(record)
	if err != nil {
		return nil, fmt.Errorf("read the account of %s: %w", handle, err)
	}
	return a, nil
}

// change commits what fn makes of the store as one batch.
func (o Offline) change(fn func(storage.Reader) ([]storage.Change, error)) error {
	batch, err := o.Store.Begin()
	if err != nil {
		return err
	}
	defer batch.Discard()
	changes, err := fn(batch)
	if err != nil {
		return err
	}
	if len(changes) == 0 {
		return errors.New("nothing to store")
	}
	if err := batch.Apply(changes); err != nil {
		return err
	}
	return batch.Commit(o.Store.Number() + 1)
}

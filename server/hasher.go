package server

import (
	"io"

	"epicenter/server/config"
	"epicenter/server/password"
)

// argon is Passwords with the costs of a configuration.
type argon struct {
	costs  password.Params
	random io.Reader
}

// NewPasswords returns argon2id at the costs of a configuration; salts come
// from random, which must be safe for several goroutines.
func NewPasswords(c config.Password, random io.Reader) Passwords {
	return argon{random: random, costs: password.Params{
		Memory: uint32(c.Memory / config.KiB), Time: uint32(c.Time), Threads: uint8(c.Threads),
	}}
}

func (a argon) Hash(text string) (string, error) { return password.Hash(text, a.costs, a.random) }

func (a argon) Verify(hash, text string) (ok, stale bool, err error) {
	if hash == "" {
		return false, false, nil // an account without a password: by key only
	}
	ok, err = password.Verify(hash, text)
	return ok, ok && password.NeedsRehash(hash, a.costs), err
}

// fit says why a password cannot be chosen.
func fit(c config.Password) func(text, handle string) error {
	return func(text, handle string) error { return password.Check(text, handle, c.MinLength) }
}

package server

import (
	"fmt"
	"io"
	"unicode/utf8"

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

// fit says why a password cannot be chosen: what nobody may choose, and the
// length that the configuration asks for.
func fit(c config.Password) func(text, handle string) error {
	return func(text, handle string) error {
		if n := utf8.RuneCountInString(text); n < c.MinLength {
			return password.Refusal(fmt.Sprintf("A password must have at least %d characters; this one has %d.", c.MinLength, n))
		}
		return password.Check(text, handle)
	}
}

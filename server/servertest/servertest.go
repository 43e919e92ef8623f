// Package servertest is what tests of a running server share: a log that can be
// read while it is written, passwords that take no work, and accounts.
package servertest

import (
	"bytes"
	"strings"
	"sync"
	"time"

	"epicenter/server/world"
	"epicenter/storage"
)

// Log is a log that may be read while the server writes it.
type Log struct {
	mu   sync.Mutex
	text bytes.Buffer
}

// Write adds to the log.
func (l *Log) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *Log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// Passwords keeps passwords readable: "plain:" and the password is a hash of it,
// and "old:" and the password one of another cost. It is meant for the made-up
// time of testing/synctest.
type Passwords struct {
	Takes time.Duration // how long a verification lasts
}

// Hash never fails.
func (Passwords) Hash(p string) (string, error) { return "plain:" + p, nil }

// Verify reports whether a hash is that of the password, and whether it is one
// of another cost. It never fails.
func (s Passwords) Verify(hash, p string) (ok, stale bool, err error) {
	time.Sleep(s.Takes)
	return hash == "plain:"+p || hash == "old:"+p, strings.HasPrefix(hash, "old:"), nil
}

// NewAccount is an account whose password is its handle in lower case, for a
// server with Passwords.
func NewAccount(handle string) *storage.Account {
	return &storage.Account{Handle: handle, Version: 1, Password: "plain:" + strings.ToLower(handle)}
}

// AddAccounts stores accounts in one batch, with the names by which they are
// found. Its errors are those of the store, and leave it as it was.
func AddAccounts(s storage.Store, accounts ...*storage.Account) error {
	b, err := s.Begin()
	if err != nil {
		return err
	}
	defer b.Discard()
	for _, a := range accounts {
		if err := b.Apply(world.AccountChanges(a)); err != nil {
			return err
		}
	}
	return b.Commit(s.Number() + 1)
}

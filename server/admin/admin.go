// Package admin is what an operator does to a server from its own machine: back
// it up, add accounts, set passwords, list who has one. The same Handler works
// on the file of a stopped server (Offline) and, through a Unix socket in the
// data folder, on a running one (Serve there, Client here).
package admin

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"unicode"

	"epicenter/storage"
)

// NewUser is an account to be made.
type NewUser struct {
	Handle, Email, Password string
	// MustChange makes the first login ask for another password.
	MustChange bool
}

// User is what a list says of an account.
type User struct {
	Handle    string `json:"handle"`
	Email     string `json:"email,omitempty"`
	Level     int    `json:"level,omitempty"`
	Banned    string `json:"banned,omitempty"`
	Created   int64  `json:"created"`              // Unix ms
	LastLogin int64  `json:"last_login,omitempty"` // Unix ms, 0 for never
}

// Handler does what an operator asks. Its errors are sentences for him. It is
// called by several goroutines at once.
type Handler interface {
	// Backup writes a verified copy of the store to a new file; compact leaves
	// out its free pages. The path is absolute.
	Backup(ctx context.Context, path string, compact bool) error
	AddUser(ctx context.Context, u NewUser) error
	SetPassword(ctx context.Context, handle, password string, mustChange bool) error
	// ListUsers calls emit for every account in the order of handles.
	ListUsers(ctx context.Context, emit func(User) error) error
}

// page is how many accounts are read at a time, so that no read is long.
const page = 200

// ListUsers is a Handler's ListUsers for whoever has a store.
func ListUsers(ctx context.Context, s storage.Store, emit func(User) error) error {
	var from []byte
	for {
		var users []User
		next, err := readPage(s, from, &users)
		if err != nil {
			return err
		}
		for _, u := range users {
			if err := errors.Join(ctx.Err(), emit(u)); err != nil {
				return err
			}
		}
		if next == nil {
			return nil
		}
		from = next
	}
}

// readPage appends the accounts from a key on and returns where the next page
// begins, nil after the last. A record that cannot be read is listed as such.
func readPage(s storage.Store, from []byte, users *[]User) (next []byte, err error) {
	err = s.View(func(r storage.Reader) error {
		n := 0
		return r.Range(storage.Accounts, from, page, func(k, v []byte) bool {
			u := User{Handle: string(k), Banned: "the record of this account cannot be read"}
			if a, err := storage.DecodeAccount(v); err == nil {
				u = User{Handle: a.Handle, Email: a.Email, Level: a.Level, Banned: a.Banned, Created: a.Created, LastLogin: a.LastLogin}
			}
			*users = append(*users, u)
			if n++; n == page {
				next = append(append(next, k...), 0) // the least key above k
			}
			return true
		})
	})
	if err != nil {
		return nil, fmt.Errorf("list accounts: %w", err)
	}
	return next, nil
}

// compacter is a store that can leave out its free pages.
type compacter interface{ Compact(path string) error }

// Backup is a Handler's Backup for whoever has a store.
func Backup(s storage.Store, path string, compact bool) error {
	if !filepath.IsAbs(path) {
		return fmt.Errorf("the backup needs an absolute path, not %q", path)
	}
	if !compact {
		return s.Backup(path)
	}
	c, ok := s.(compacter)
	if !ok {
		return errors.New("this store cannot be compacted; leave --compact out")
	}
	return c.Compact(path)
}

// CheckEmail tells what is wrong with an address; an empty one is right. Only
// mail can tell whether it exists.
func CheckEmail(address string) error {
	if address == "" {
		return nil
	}
	name, host, ok := strings.Cut(address, "@")
	bad := func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsGraphic(r) }
	if !ok || name == "" || host == "" || strings.Contains(host, "@") || len(address) > 254 || strings.ContainsFunc(address, bad) {
		return fmt.Errorf("%q is not an e-mail address; write NAME@HOST, or leave it out", address)
	}
	return nil
}

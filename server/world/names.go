package world

//lint:file-ignore ST1005 these are whole lines that clients look for (docs/protocol.md §1.4)

import (
	"errors"
	"fmt"
	"strings"

	"epicenter/storage"
)

// Bounds of a name's length (docs/protocol.md §1.4); clients count on them.
const (
	MinName = 3
	MaxName = 17
)

// Refusals of CheckName. PyChess, icsdrone and freechess.club look for exactly
// these words (docs/clients.md §2).
var (
	errNameLetters = errors.New("Sorry, names can only consist of lower and upper case letters.  Try again.")
	errNameShort   = errors.New("A name should be at least three characters long!  Try again.")
	errNameLong    = errors.New("Sorry, names may be at most 17 characters long.  Try again.")
)

// CheckName tells what is wrong with the form of a name: it must be 3 to 17
// ASCII letters (docs/protocol.md §1.4). The error is a sentence for the
// person who typed it.
func CheckName(name string) error {
	for i := range len(name) {
		if c := name[i] | 0x20; c < 'a' || c > 'z' {
			return errNameLetters
		}
	}
	switch {
	case len(name) < MinName:
		return errNameShort
	case len(name) > MaxName:
		return errNameLong
	}
	return nil
}

// Skeleton folds a name so that two names which look alike in some common
// typeface become equal: case, capital I and small l, rn and m, vv and w
// (docs/cases.md 65). Digits and other alphabets cannot occur in names.
func Skeleton(name string) string { return lookalikes.Replace(strings.ToLower(name)) }

// lookalikes is a table; a Replacer may be used by any goroutine.
var lookalikes = strings.NewReplacer("l", "i", "rn", "m", "vv", "w")

// Reserved tells which of the reserved names a name is or looks like; empty
// when none. Names that begin or end with a reserved "admin" are reserved too,
// as ROBOadmin is: they claim an office (docs/cases.md 65).
func Reserved(name string, reserved []string) string {
	s := Skeleton(name)
	for _, r := range reserved {
		k := Skeleton(r)
		if s == k || r == "admin" && (strings.HasPrefix(s, k) || strings.HasSuffix(s, k)) {
			return r
		}
	}
	return ""
}

// GuestPrefix begins the names that the server makes up for guests; an account
// cannot have such a name (docs/protocol.md §1.5).
const GuestPrefix = "Guest"

// CheckFree tells why a name that no account bears cannot be used, by a guest
// or for a new account: it is malformed, reserved, taken, or looks like one
// that is. A failure to read the store is wrapped and is no *NameError.
func CheckFree(r storage.Reader, name string, reserved []string) error {
	if err := CheckName(name); err != nil {
		return &NameError{err.Error()}
	}
	if word := Reserved(name, reserved); word != "" {
		return &NameError{fmt.Sprintf("The name %q is reserved.  Try again.", name)}
	}
	taken, err := r.Get(storage.Accounts, storage.AccountKey(name))
	if err != nil {
		return fmt.Errorf("look up the account %s: %w", name, err)
	}
	if taken != nil {
		return &NameError{fmt.Sprintf("The name %q is already registered.  Try again.", name)}
	}
	twin, err := r.Get(storage.Names, []byte(Skeleton(name)))
	if err != nil {
		return fmt.Errorf("look up names like %s: %w", name, err)
	}
	if twin != nil {
		return &NameError{fmt.Sprintf("The name %q looks too much like %q, which is registered.  Try again.", name, twin)}
	}
	return nil
}

// CheckNew is CheckFree for the name of a new account.
func CheckNew(r storage.Reader, name string, reserved []string) error {
	if strings.HasPrefix(Skeleton(name), Skeleton(GuestPrefix)) && CheckName(name) == nil {
		return &NameError{fmt.Sprintf("The name %q is reserved: names that begin with Guest are for guests.  Try again.", name)}
	}
	return CheckFree(r, name, reserved)
}

// NameError is a sentence for the person whose name is refused.
type NameError struct{ Text string }

func (e *NameError) Error() string { return e.Text }

// NameChange is the index entry that a new account needs beside its record:
// its skeleton leads to its handle.
func NameChange(handle string) storage.Change {
	return storage.Change{Bucket: storage.Names, Key: []byte(Skeleton(handle)), Value: []byte(handle)}
}

// AccountChanges are the changes that make a new account, for a store that no
// world is loaded from: the first start and an administrator's tool.
func AccountChanges(a *storage.Account) []storage.Change {
	return []storage.Change{
		{Bucket: storage.Accounts, Key: storage.AccountKey(a.Handle), Value: storage.EncodeAccount(a)},
		NameChange(a.Handle),
	}
}

// AddAccount makes a new account in this turn; a *NameError says why its name
// is refused. Every way of making one goes through here, the index of names
// included.
func (t *Turn) AddAccount(a *storage.Account) error {
	if err := CheckNew(t.store, a.Handle, t.cfg.ReservedNames); err != nil {
		return err
	}
	a.Version = max(a.Version, 1)
	t.accounts.Put(storage.Key(a.Handle), a)
	t.finals = append(t.finals, NameChange(a.Handle))
	return nil
}

package world_test

import (
	"errors"
	"strings"
	"testing"

	"epicenter/server/world"
	"epicenter/storage"
)

func TestCheckName(t *testing.T) {
	const (
		letters = "Sorry, names can only consist of lower and upper case letters.  Try again."
		short   = "A name should be at least three characters long!  Try again."
		long    = "Sorry, names may be at most 17 characters long.  Try again."
	)
	for name, want := range map[string]string{
		"Bob": "", "abcdefghijklmnopq": "", "GuestQKXB": "", "zzz": "",
		"": short, "B": short, "Bo": short,
		"abcdefghijklmnopqr": long, strings.Repeat("x", 1000): long,
		"A1ice": letters, "Al\u0456ce": letters, "\uff21lice": letters, "..": letters, "Bob Smith": letters,
		"Bob\x00": letters, "Bob\x08": letters, "B\xc3\xb6b": letters, "a@b": letters, "[[[": letters, "a{b": letters, "a`b": letters,
	} {
		got := ""
		if err := world.CheckName(name); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}

// Names that a reader could take for each other fold together, others do not.
func TestSkeleton(t *testing.T) {
	for _, same := range [][2]string{
		{"Alice", "ALICE"}, {"Alice", "AIice"}, {"Lamb", "Larnb"}, {"Will", "VVIII"}, {"mmm", "rnmrn"}, {"Bernie", "Bemie"},
	} {
		if world.Skeleton(same[0]) != world.Skeleton(same[1]) {
			t.Errorf("%s and %s look alike", same[0], same[1])
		}
	}
	for _, other := range [][2]string{{"Alice", "Alicia"}, {"Clara", "Dara"}, {"Lamb", "Lamp"}, {"Ann", "Am"}, {"Bob", "Bobo"}} {
		if world.Skeleton(other[0]) == world.Skeleton(other[1]) {
			t.Errorf("%s and %s are different names", other[0], other[1])
		}
	}
}

func TestReserved(t *testing.T) {
	list := []string{"admin", "server", "staff", "guest", "epicenter"}
	for name, want := range map[string]string{
		"Server": "server", "server": "server", "ADMIN": "admin", "ROBOadmin": "admin", "AdminBob": "admin", "adrnin": "admin",
		"Staff": "staff", "Epicenter": "epicenter", "EpIcenter": "epicenter",
		"Observer": "", "Badminton": "", "Staffan": "", "GuestABCD": "", "Bob": "",
	} {
		if got := world.Reserved(name, list); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	if got := world.Reserved("ROBOadmin", nil); got != "" {
		t.Errorf("nothing is reserved, yet %q", got)
	}
}

// kept is a store of accounts and names; a key "broken" cannot be read.
type kept map[string]string

func (k kept) Get(b storage.Bucket, key []byte) ([]byte, error) {
	if string(key) == "broken" {
		return nil, storage.ErrBadRecord
	}
	if v, ok := k[string(b)+"/"+string(key)]; ok {
		return []byte(v), nil
	}
	return nil, nil
}

func (kept) Range(storage.Bucket, []byte, int, func(k, v []byte) bool) error     { return nil }
func (kept) RangeBack(storage.Bucket, []byte, int, func(k, v []byte) bool) error { return nil }

// with adds an account as AccountChanges would write it.
func (k kept) with(t *testing.T, handle string) kept {
	t.Helper()
	for _, c := range world.AccountChanges(&storage.Account{Handle: handle, Version: 1}) {
		k[string(c.Bucket)+"/"+string(c.Key)] = string(c.Value)
	}
	return k
}

// docs/cases.md 65, its own inputs among them.
func TestCheckFree(t *testing.T) {
	r := kept{}.with(t, "Alice").with(t, "Lamb")
	reserved := []string{"admin", "server", "guest"}
	for name, want := range map[string]string{
		"Bob": "", "GuestQKXB": "",
		"Al\u0456ce": "Sorry, names can only consist of lower and upper case letters.  Try again.",
		"alice":      `The name "alice" is already registered.  Try again.`,
		"AIice":      `The name "AIice" looks too much like "Alice", which is registered.  Try again.`,
		"Larnb":      `The name "Larnb" looks too much like "Lamb", which is registered.  Try again.`,
		"Server":     `The name "Server" is reserved.  Try again.`,
		"ROBOadmin":  `The name "ROBOadmin" is reserved.  Try again.`,
	} {
		err := world.CheckFree(r, name, reserved)
		got := ""
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
		var refused *world.NameError
		if want != "" && !errors.As(err, &refused) {
			t.Errorf("%s: %T is not for the person", name, err)
		}
	}
	var refused *world.NameError
	if err := world.CheckFree(r, "broken", nil); err == nil || errors.As(err, &refused) {
		t.Errorf("a store that cannot be read gave %v", err)
	}
}

func TestCheckNew(t *testing.T) {
	r := kept{}.with(t, "Alice")
	for name, ok := range map[string]bool{"Bob": true, "GuestQKXB": false, "guestly": false, "Alice": false, "Gue": true} {
		if err := world.CheckNew(r, name, nil); (err == nil) != ok {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Whatever passes CheckName can be an account, and folding is stable.
func FuzzCheckName(f *testing.F) {
	for _, s := range []string{"Bob", "A1ice", "rnrn", "VVVV", ""} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if world.CheckName(s) != nil {
			return
		}
		if len(s) < world.MinName || len(s) > world.MaxName {
			t.Errorf("%q passed", s)
		}
		if world.Skeleton(s) != world.Skeleton(strings.ToUpper(s)) {
			t.Errorf("%q: the fold depends on case", s)
		}
	})
}

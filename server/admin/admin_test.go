package admin_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"epicenter/server/admin"
	"epicenter/storage"
	"epicenter/storage/storagetest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// rules of these tests: any name of lower-case letters that is free, and a hash
// that can be read.
func rules() admin.Rules {
	return admin.Rules{
		CheckName: func(r storage.Reader, handle string) error {
			if strings.Trim(handle, "abcdefghijklmnopqrstuvwxyz") != "" || handle == "" {
				return errors.New("names are lower-case letters here")
			}
			v, err := r.Get(storage.Accounts, storage.AccountKey(handle))
			if v != nil {
				err = errors.New("that name is taken")
			}
			return err
		},
		Changes: func(a *storage.Account) []storage.Change {
			return []storage.Change{
				{Bucket: storage.Accounts, Key: storage.AccountKey(a.Handle), Value: storage.EncodeAccount(a)},
				{Bucket: storage.Names, Key: []byte("like " + a.Handle), Value: []byte(a.Handle)},
			}
		},
		Hash: func(pw string) (string, error) {
			if pw == "unhashable" {
				return "", errors.New("no salt")
			}
			return "hash of " + pw, nil
		},
		MinPassword: 8,
	}
}

func offline() (admin.Offline, *storagetest.Memory) {
	m := storagetest.NewMemory()
	return admin.Offline{Store: m, Rules: rules(), Now: func() time.Time { return time.UnixMilli(1_700_000_000_000) }}, m
}

func account(t *testing.T, s storage.Store, handle string) (a *storage.Account) {
	t.Helper()
	must(t, s.View(func(r storage.Reader) (err error) {
		a, err = admin.Account(r, handle)
		return err
	}))
	return a
}

// serve runs a handler behind a socket and returns its folder.
func serve(t *testing.T, h admin.Handler) (dir string) {
	t.Helper()
	dir = t.TempDir()
	l, err := admin.Listen(dir)
	must(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	served := make(chan error, 1)
	go func() { served <- admin.Serve(ctx, l, h) }()
	t.Cleanup(func() {
		cancel()
		if err := <-served; err != nil {
			t.Errorf("serve: %v", err)
		}
	})
	return dir
}

func dial(t *testing.T, dir string) *admin.Client {
	t.Helper()
	c, err := admin.Dial(dir)
	must(t, err)
	t.Cleanup(func() { c.Close() })
	return c
}

// TestHandlers does the same on the file of a stopped server and through the
// socket of a running one.
func TestHandlers(t *testing.T) {
	t.Run("offline", func(t *testing.T) {
		h, m := offline()
		testHandler(t, h, m)
	})
	t.Run("running", func(t *testing.T) {
		h, m := offline()
		testHandler(t, dial(t, serve(t, h)), m)
	})
}

func testHandler(t *testing.T, h admin.Handler, s storage.Store) {
	ctx := context.Background()
	must(t, h.AddUser(ctx, admin.NewUser{Handle: "bob", Email: "bob@example.org", Password: "brown-fox-42", MustChange: true}))
	must(t, h.AddUser(ctx, admin.NewUser{Handle: "ann", Password: "brown-fox-43"}))
	a := account(t, s, "bob")
	if a.Password != "hash of brown-fox-42" || !a.MustChange || a.Version != 1 || a.Created != 1_700_000_000_000 || a.Email != "bob@example.org" {
		t.Errorf("stored %+v", a)
	}
	for _, c := range []struct {
		u    admin.NewUser
		want string
	}{
		{admin.NewUser{Handle: "Bob", Password: "brown-fox-42"}, "lower-case letters"},
		{admin.NewUser{Handle: "bob", Password: "brown-fox-42"}, "taken"},
		{admin.NewUser{Handle: "eve", Password: "short"}, "at least 8 characters"},
		{admin.NewUser{Handle: "eve", Password: "brown-fox-42", Email: "nowhere"}, "NAME@HOST"},
		{admin.NewUser{Handle: "eve", Password: "unhashable"}, "no salt"},
	} {
		if err := h.AddUser(ctx, c.u); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v, want %q", c.u, err, c.want)
		}
	}
	must(t, h.SetPassword(ctx, "BOB", "brown-fox-44", false))
	if a := account(t, s, "bob"); a.Password != "hash of brown-fox-44" || a.Version != 2 || a.MustChange {
		t.Errorf("after the new password: %+v", a)
	}
	for _, c := range []struct{ handle, password, want string }{
		{"nobody", "brown-fox-44", `no account named "nobody"`},
		{"bob", "short", "at least 8 characters"},
		{"bob", "unhashable", "no salt"},
	} {
		if err := h.SetPassword(ctx, c.handle, c.password, false); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: %v, want %q", c, err, c.want)
		}
	}
	want := []admin.User{{Handle: "ann", Created: 1_700_000_000_000}, {Handle: "bob", Email: "bob@example.org", Created: 1_700_000_000_000}}
	if got := list(t, h); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("list %+v, want %+v", got, want)
	}
	if n := s.Number(); n != 3 {
		t.Errorf("%d batches for three changes", n)
	}
	path := filepath.Join(t.TempDir(), "copy")
	must(t, h.Backup(ctx, path, false))
	if back, err := storagetest.LoadMemory(path); err != nil || back.Number() != 3 {
		t.Errorf("backup: %v", err)
	}
	if err := h.Backup(ctx, path, false); err == nil {
		t.Error("a backup replaced a file")
	}
	if err := h.Backup(ctx, path+"2", true); err == nil || !strings.Contains(err.Error(), "--compact") {
		t.Errorf("compact copy of a store that cannot: %v", err)
	}
}

func list(t *testing.T, h admin.Handler) (users []admin.User) {
	t.Helper()
	must(t, h.ListUsers(context.Background(), func(u admin.User) error {
		users = append(users, u)
		return nil
	}))
	return users
}

// TestListPages lists more accounts than are read at once, one of them broken.
func TestListPages(t *testing.T) {
	h, m := offline()
	var changes []storage.Change
	for i := range 450 {
		a := storage.Account{Handle: fmt.Sprintf("Name%03d", i)}
		changes = append(changes, storage.Change{Bucket: storage.Accounts, Key: storage.AccountKey(a.Handle), Value: storage.EncodeAccount(&a)})
	}
	changes[200].Value = []byte("{")
	b, err := m.Begin()
	must(t, err)
	must(t, b.Apply(changes))
	must(t, b.Commit(1))
	got := list(t, dial(t, serve(t, h)))
	if len(got) != 450 {
		t.Fatalf("%d accounts, want 450", len(got))
	}
	for i, u := range got {
		if !strings.EqualFold(u.Handle, fmt.Sprintf("Name%03d", i)) {
			t.Errorf("number %d is %s", i, u.Handle)
		}
		if (u.Banned != "") != (i == 200) {
			t.Errorf("%s: %q", u.Handle, u.Banned)
		}
	}
	stop := errors.New("enough")
	for _, h := range []admin.Handler{h, dial(t, serve(t, h))} {
		n := 0
		err := h.ListUsers(context.Background(), func(admin.User) error {
			if n++; n == 3 {
				return stop
			}
			return nil
		})
		if !errors.Is(err, stop) || n != 3 {
			t.Errorf("%d calls, %v", n, err)
		}
	}
	must(t, m.Close())
	if err := h.ListUsers(context.Background(), func(admin.User) error { return nil }); !errors.Is(err, storage.ErrClosed) {
		t.Error(err)
	}
}

func TestFailedCommitIsSaid(t *testing.T) {
	h, m := offline()
	m.FailCommit = func() error { return storagetest.ErrInjected }
	err := h.AddUser(context.Background(), admin.NewUser{Handle: "bob", Password: "brown-fox-42"})
	if !errors.Is(err, storagetest.ErrInjected) {
		t.Error(err)
	}
}

func TestCheckEmail(t *testing.T) {
	for address, ok := range map[string]bool{
		"": true, "a@b": true, "o'hara+x@example.org": true, "äpfel@münchen.de": true,
		"a": false, "@b": false, "a@": false, "a@b@c": false, "a b@c": false, "a@b\n": false, "a@\x1b[2J": false,
		strings.Repeat("a", 250) + "@b.de": false,
	} {
		if err := admin.CheckEmail(address); (err == nil) != ok {
			t.Errorf("%q: %v", address, err)
		}
	}
}

func TestBackupPathIsAbsolute(t *testing.T) {
	if err := admin.Backup(storagetest.NewMemory(), "here", false); err == nil {
		t.Error("a relative path was taken")
	}
}

func TestSocketIsPrivate(t *testing.T) {
	h, _ := offline()
	dir := serve(t, h)
	info, err := os.Stat(admin.SocketPath(dir))
	must(t, err)
	if info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v", info.Mode())
	}
}

// TestStaleSocket: what a killed server left is nobody's, and the next server
// takes its place.
func TestStaleSocket(t *testing.T) {
	dir := t.TempDir()
	l, err := admin.Listen(dir)
	must(t, err)
	l.(*net.UnixListener).SetUnlinkOnClose(false)
	must(t, l.Close())
	if _, err := os.Stat(admin.SocketPath(dir)); err != nil {
		t.Fatal("the socket should have been left:", err)
	}
	if _, err := admin.Dial(dir); !errors.Is(err, admin.ErrNotRunning) {
		t.Errorf("dial: %v", err)
	}
	l, err = admin.Listen(dir)
	must(t, err)
	must(t, l.Close())
	if _, err := os.Stat(admin.SocketPath(dir)); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the socket outlived its listener: %v", err)
	}
	for _, dir := range []string{dir, filepath.Join(dir, "none"), filepath.Join(dir, strings.Repeat("long/", 30))} {
		if _, err := admin.Dial(dir); !errors.Is(err, admin.ErrNotRunning) {
			t.Errorf("dial: %v", err)
		}
	}
}

func TestListenRefuses(t *testing.T) {
	dir := t.TempDir()
	must(t, os.WriteFile(admin.SocketPath(dir), []byte("precious"), 0o600))
	if _, err := admin.Listen(dir); err == nil || !strings.Contains(err.Error(), "something else") {
		t.Errorf("over a file: %v", err)
	}
	if b, _ := os.ReadFile(admin.SocketPath(dir)); string(b) != "precious" {
		t.Error("the file is gone")
	}
	long := filepath.Join(dir, strings.Repeat("d", 100))
	must(t, os.Mkdir(long, 0o700))
	if _, err := admin.Listen(long); err == nil || !strings.Contains(err.Error(), "at most 107 bytes") {
		t.Errorf("long path: %v", err)
	}
	if _, err := admin.Listen(filepath.Join(dir, "none")); err == nil {
		t.Error("listening in a folder that does not exist")
	}
}

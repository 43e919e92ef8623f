package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"epicenter/server"
	"epicenter/server/admin"
	"epicenter/server/config"
	"epicenter/storage"
	"epicenter/storage/bolt"
)

// office is a data folder and what an operator sees of it.
type office struct {
	*testing.T
	dir string
}

func newOffice(t *testing.T) office {
	t.Helper()
	o := office{t, filepath.Join(t.TempDir(), "data")}
	if err := o.open().Close(); err != nil {
		t.Fatal(err)
	}
	return o
}

func (o office) file() string { return filepath.Join(o.dir, storeFile) }

func (o office) open() *bolt.Store {
	o.Helper()
	s, err := bolt.Open(o.file(), bolt.Options{})
	if err != nil {
		o.Fatal(err)
	}
	return s
}

// admin runs epicenter admin with cheap hashes.
func (o office) admin(stdin string, args ...string) (status int, stdout, stderr string) {
	o.Helper()
	var out, errs bytes.Buffer
	args = append([]string{"--data", o.dir, "--set", "password.memory=8MiB", "--set", "password.time=1"}, args...)
	status = runAdmin(args, strings.NewReader(stdin), &out, &errs, nil)
	return status, out.String(), errs.String()
}

// does wants success, and this on the standard output.
func (o office) does(want, stdin string, args ...string) string {
	o.Helper()
	status, out, errs := o.admin(stdin, args...)
	if status != 0 || errs != "" || !strings.Contains(out, want) {
		o.Errorf("admin %q: status %d, output %q, errors %q; want %q", args, status, out, errs, want)
	}
	return out
}

// refuses wants one line on the standard error and nothing else.
func (o office) refuses(status int, want, stdin string, args ...string) {
	o.Helper()
	got, out, errs := o.admin(stdin, args...)
	if got != status || out != "" || !strings.Contains(errs, want) || strings.Count(errs, "\n") != 1 || !strings.HasPrefix(errs, "epicenter admin: ") {
		o.Errorf("admin %q: status %d, output %q, errors %q; want %d, %q", args, got, out, errs, status, want)
	}
}

func (o office) account(handle string) *storage.Account {
	o.Helper()
	s := o.open()
	defer s.Close()
	var a *storage.Account
	err := s.View(func(r storage.Reader) (err error) {
		a, err = admin.Account(r, handle)
		return err
	})
	if err != nil {
		o.Fatal(err)
	}
	return a
}

func verifies(t *testing.T, a *storage.Account, pw string) bool {
	t.Helper()
	ok, _, err := server.NewPasswords(config.Default().Password, rand.Reader).Verify(a.Password, pw)
	if err != nil {
		t.Fatal(err)
	}
	return ok
}

func TestAdminHelp(t *testing.T) {
	for _, args := range [][]string{{"--help"}, {}} {
		var out, errs bytes.Buffer
		if status := runAdmin(args, nil, &out, &errs, nil); status != 0 || errs.Len() > 0 {
			t.Errorf("status %d, errors %q", status, errs.String())
		}
		for _, word := range []string{"backup FILE", "check FILE", "user add HANDLE [EMAIL]", "user passwd HANDLE", "user list", "--data", "--compact", "--password-file"} {
			if !strings.Contains(out.String(), word) {
				t.Errorf("the help does not mention %s", word)
			}
		}
		if strings.Contains(out.String(), "--telnet") {
			t.Error("the help offers ports")
		}
	}
}

// TestAdminMisuse: what makes no sense is status 2 and says what to type.
func TestAdminMisuse(t *testing.T) {
	o := newOffice(t)
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"fly"}, `no command "fly"`},
		{[]string{"user"}, `type epicenter admin user add, user passwd or user list`},
		{[]string{"user", "fly"}, `no command "user fly"`},
		{[]string{"backup"}, "type epicenter admin backup FILE"},
		{[]string{"backup", "a", "b"}, "type epicenter admin backup FILE"},
		{[]string{"user", "add"}, "type epicenter admin user add HANDLE [EMAIL]"},
		{[]string{"user", "add", "a", "b", "c"}, "user add HANDLE [EMAIL]"},
		{[]string{"user", "passwd"}, "user passwd HANDLE"},
		{[]string{"user", "list", "bob"}, "admin user list"},
		{[]string{"--fly"}, "unknown flag"},
		{[]string{"--generate", "--password-file", "x", "user", "add", "Bobby"}, "not both"},
	} {
		o.refuses(2, c.want, "", c.args...)
	}
	o.refuses(1, `no key "play.fly"`, "", "--set", "play.fly=1", "user", "list")
}

// TestAdminAccounts is the life of an account on a stopped server and on a
// running one.
func TestAdminAccounts(t *testing.T) {
	for _, running := range []bool{false, true} {
		t.Run(fmt.Sprintf("running %v", running), func(t *testing.T) {
			o := newOffice(t)
			stop := func() {}
			if running {
				stop = o.serve()
			}
			o.does("Added the account Bobby.", "brown-fox-42\r\nnot this\n", "user", "add", "Bobby", "bob@example.org")
			file := filepath.Join(t.TempDir(), "secret")
			if err := os.WriteFile(file, []byte("brown-fox-43"), 0o600); err != nil {
				t.Fatal(err)
			}
			o.does("Added the account Annie.", "", "user", "add", "Annie", "--must-change", "--password-file", file)
			o.refuses(1, "already registered", "brown-fox-42\n", "user", "add", "bobby")
			o.refuses(1, "looks too much like", "brown-fox-42\n", "user", "add", "Annle")
			o.refuses(1, "reserved", "brown-fox-42\n", "user", "add", "ROBOadmin")
			o.refuses(1, "reserved", "brown-fox-42\n", "user", "add", "GuestABCD")
			o.refuses(1, "letters", "brown-fox-42\n", "user", "add", "A1ice")
			o.refuses(1, "at least 6 characters", "x1\n", "user", "add", "Carol")
			o.refuses(1, "no password in the first line of the standard input; write one there, or give --generate", "\nbrown-fox-42\n", "user", "add", "Carol")
			o.refuses(1, "no password in the first line", "", "user", "passwd", "Bobby")
			o.refuses(1, "secret.none", "", "user", "add", "Carol", "--password-file", file+".none")
			o.refuses(1, "NAME@HOST", "brown-fox-42\n", "user", "add", "Carol", "nowhere")
			o.refuses(1, `no account named "Nobody"`, "brown-fox-42\n", "user", "passwd", "Nobody")
			made := o.does("Changed the password of annie.", "", "user", "passwd", "annie", "--generate")
			list := o.does("2 accounts.", "", "user", "list")
			if !regexp.MustCompile(`(?m)^Bobby +0 \d{4}-\d\d-\d\d - +bob@example.org$`).MatchString(list) || strings.Index(list, "Annie") > strings.Index(list, "Bobby") {
				t.Errorf("list:\n%s", list)
			}
			stop()
			if a := o.account("bobby"); a.Handle != "Bobby" || a.MustChange || a.Version != 1 || !verifies(t, a, "brown-fox-42") {
				t.Errorf("stored %+v", a)
			}
			words := strings.Fields(made)
			if a := o.account("annie"); a.MustChange || a.Version != 2 || !verifies(t, a, words[len(words)-1]) {
				t.Errorf("stored %+v after %q", a, made)
			}
		})
	}
}

// serve answers at the control socket as a running server does, until the
// returned function is called.
func (o office) serve() (stop func()) {
	o.Helper()
	cfg := config.Default()
	cfg.Password.Memory, cfg.Password.Time = 8*config.MiB, 1
	store := o.open()
	l, err := admin.Listen(o.dir)
	if err != nil {
		o.Fatal(err)
	}
	rules := server.AccountRules(cfg, server.NewPasswords(cfg.Password, rand.Reader))
	ctx, cancel := context.WithCancel(context.Background())
	served := make(chan error)
	go func() { served <- admin.Serve(ctx, l, admin.Offline{Store: store, Rules: rules, Now: time.Now}) }()
	return func() {
		cancel()
		if err := errors.Join(<-served, store.Close()); err != nil {
			o.Error(err)
		}
	}
}

// TestAdminRestore is what an operator does when the data is lost: the backup
// is checked, put in its place, and everything is there again.
func TestAdminRestore(t *testing.T) {
	for _, running := range []bool{false, true} {
		t.Run(fmt.Sprintf("running %v", running), func(t *testing.T) {
			o := newOffice(t)
			stop := func() {}
			if running {
				stop = o.serve()
			}
			copied := filepath.Join(t.TempDir(), "copy.db")
			o.does("Added", "brown-fox-42\n", "user", "add", "Bobby")
			o.does("Wrote and checked "+copied, "", "backup", copied)
			o.refuses(1, "already there", "", "backup", copied)
			o.does("Wrote and checked", "", "backup", "--compact", copied+".small")
			o.does("is whole", "", "check", copied)
			o.does("Added", "brown-fox-42\n", "user", "add", "Carol")
			stop()
			o.does("is whole", "", "check", o.file())
			if err := os.Truncate(o.file(), 0); err != nil {
				t.Fatal(err)
			}
			o.refuses(1, "is empty although this installation had accounts", "", "user", "list")
			o.refuses(1, "header", "", "check", o.file())
			for _, from := range []string{copied, copied + ".small"} {
				b, err := os.ReadFile(from)
				if err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(o.file(), b, 0o600); err != nil {
					t.Fatal(err)
				}
				if list := o.does("1 account.", "", "user", "list"); !strings.Contains(list, "Bobby") {
					t.Errorf("list after the restore:\n%s", list)
				}
			}
		})
	}
}

func TestAdminWithoutStore(t *testing.T) {
	o := office{t, filepath.Join(t.TempDir(), "none")}
	o.refuses(1, "there is no store at "+o.file(), "", "user", "list")
	o.refuses(1, "no such file", "", "check", o.file())
	if _, err := os.Stat(o.dir); !errors.Is(err, os.ErrNotExist) {
		t.Error("asking made a folder")
	}
}

// TestAdminLocked: a server that holds the file but does not answer.
func TestAdminLocked(t *testing.T) {
	o := newOffice(t)
	s := o.open()
	defer s.Close()
	o.refuses(1, o.file()+" is already in use", "", "user", "list")
}

// TestAdminListIsHarmless: what an account holds does not reach the terminal as
// commands.
func TestAdminListIsHarmless(t *testing.T) {
	o := newOffice(t)
	s := o.open()
	b, err := s.Begin()
	if err == nil {
		err = b.Apply([]storage.Change{{
			Bucket: storage.Accounts, Key: []byte("bobby"),
			Value: storage.EncodeAccount(&storage.Account{Handle: "Bobby", Email: "x\x1b[2Jy", Banned: "no\nreason"}),
		}})
	}
	if err == nil {
		err = b.Commit(1)
	}
	if err := errors.Join(err, s.Close()); err != nil {
		t.Fatal(err)
	}
	o.does("x?[2Jy  banned: no?reason", "", "user", "list")
}

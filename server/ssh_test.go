package server_test

import (
	"bytes"
	"crypto/ed25519"
	"errors"
	"io"
	"net"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"epicenter/server/sshd/sshdtest"
	"epicenter/storage"
)

// signer is a key made of one byte, the same in every run.
func signer(t *testing.T, seed byte) gossh.Signer {
	t.Helper()
	s, err := gossh.NewSignerFromKey(ed25519.NewKeyFromSeed(bytes.Repeat([]byte{seed}, ed25519.SeedSize)))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// dial connects over SSH; auth is what the client has to offer.
func (o *town) dial(user string, auth ...gossh.AuthMethod) (*gossh.Client, error) {
	pipe, ours := net.Pipe()
	theirs := sshdtest.NewPatient(pipe)
	conn := from{ours, &net.TCPAddr{IP: net.ParseIP("192.0.2.7"), Port: 4000}}
	o.t.Cleanup(func() { theirs.Close() })
	o.sshd.conns <- conn
	c, chans, reqs, err := gossh.NewClientConn(theirs, "server", &gossh.ClientConfig{
		User: user, Auth: auth, HostKeyCallback: gossh.FixedHostKey(signer(o.t, 1).PublicKey()),
	})
	if err != nil {
		theirs.Close()
		return nil, err
	}
	return gossh.NewClient(c, chans, reqs), nil
}

// session plays one session without a terminal: what is typed, what comes.
func session(t *testing.T, c *gossh.Client, typed string) (out string, status int) {
	t.Helper()
	s, err := c.NewSession()
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	s.Stdout, s.Stdin = &b, strings.NewReader(typed)
	if err := s.Shell(); err != nil {
		t.Fatal(err)
	}
	return wait(t, s, &b)
}

func wait(t *testing.T, s *gossh.Session, b *bytes.Buffer) (out string, status int) {
	t.Helper()
	err := s.Wait()
	var exit *gossh.ExitError
	if errors.As(err, &exit) {
		status = exit.ExitStatus()
	} else if err != nil {
		t.Error(err)
	}
	return b.String(), status
}

// The SSH user name is the login name; what proves it depends on who it is.
func TestSSHLogin(t *testing.T) {
	inTown(t, nil, func(o *town) {
		t := o.t
		key := signer(t, 2)
		o.account("Alice", func(a *storage.Account) {
			a.SSHKeys = []string{strings.TrimSpace(string(gossh.MarshalAuthorizedKey(key.PublicKey())))}
		})
		o.account("Villa", func(a *storage.Account) { a.Banned = "rude" })
		for name, tt := range map[string]struct {
			user   string
			auth   []gossh.AuthMethod
			denied bool
			end    string
			status int
		}{
			"guest":         {user: "guest", end: "\nHello GuestABCD\n> who\n"},
			"unregistered":  {user: "carol", end: "\nHello carol\n> who\n"},
			"password":      {user: "bob", auth: []gossh.AuthMethod{gossh.Password("bob")}, end: "\nHello Bob\n> who\n"},
			"wrong":         {user: "bob", auth: []gossh.AuthMethod{gossh.Password("x")}, denied: true},
			"nothing":       {user: "bob", denied: true},
			"key":           {user: "alice", auth: []gossh.AuthMethod{gossh.PublicKeys(key)}, end: "\nHello Alice\n> who\n"},
			"other key":     {user: "alice", auth: []gossh.AuthMethod{gossh.PublicKeys(signer(t, 3))}, denied: true},
			"key of others": {user: "bob", auth: []gossh.AuthMethod{gossh.PublicKeys(key)}, denied: true},
			"banned":        {user: "villa", auth: []gossh.AuthMethod{gossh.Password("villa")}, end: "\nPlayer \"Villa\" is banned.\n", status: 1},
			"reserved":      {user: "root", end: "\nThe name \"root\" is reserved.  Try again.\n", status: 1},
			"no name":       {user: "x1", end: "\nSorry, names can only consist of lower and upper case letters.  Try again.\n", status: 1},
		} {
			c, err := o.dial(tt.user, tt.auth...)
			if tt.denied != (err != nil) {
				t.Errorf("%s: %v", name, err)
			}
			if err != nil {
				continue
			}
			out, status := session(t, c, "who\nclose\n")
			out = strings.ReplaceAll(strings.ReplaceAll(out, "\r", ""), "> close\n", "")
			if tt.user == "guest" {
				out = strings.ReplaceAll(out, o.lastGuest(), guestA)
			}
			if !strings.HasPrefix(out, "Welcome, see freechess.org\n") || !strings.HasSuffix(out, tt.end) || status != tt.status {
				t.Errorf("%s: status %d\n%q", name, status, out)
			}
			c.Close()
			synctest.Wait()
		}
	})
}

// lastGuest is the made-up name that came in last.
func (o *town) lastGuest() string {
	for _, s := range o.loop.took() {
		if i := strings.Index(s, "Guest"); i >= 0 {
			return s[i:]
		}
	}
	return guestA
}

// docs/cases.md 67 and 80: one command, a refusal of it, and no half-open session.
func TestSSHCommand(t *testing.T) {
	inTown(t, nil, func(o *town) {
		t := o.t
		run := func(user, command string) (string, int) {
			t.Helper()
			c, err := o.dial(user)
			if err != nil {
				t.Fatal(err)
			}
			defer c.Close()
			s, err := c.NewSession()
			if err != nil {
				t.Fatal(err)
			}
			var b bytes.Buffer
			s.Stdout = &b
			if err := s.Start(command); err != nil {
				t.Fatal(err)
			}
			return wait(t, s, &b)
		}
		start := time.Now()
		if out, status := run("guest", "who"); out != "ran who\n" || status != 0 {
			t.Errorf("%d %q", status, out)
		}
		if out, status := run("guest", "xyzzy"); out != "ran xyzzy\n" || status != 1 {
			t.Errorf("%d %q", status, out)
		}
		if out, status := run("root", "who"); out != "The name \"root\" is reserved.  Try again.\n" || status != 1 {
			t.Errorf("%d %q", status, out)
		}
		if out, status := run("guest", " "); out != "No command was given.\n" || status != 1 {
			t.Errorf("%d %q", status, out)
		}
		if d := time.Since(start); d > time.Second {
			t.Errorf("that took %v", d)
		}
	})
}

// Wrong passwords over SSH are as slow as over telnet; a key knows no delay
// (docs/cases.md 84).
func TestSSHGuesses(t *testing.T) {
	inTown(t, nil, func(o *town) {
		t := o.t
		key := signer(t, 2)
		o.account("Alice", func(a *storage.Account) {
			a.SSHKeys = []string{string(gossh.MarshalAuthorizedKey(key.PublicKey()))}
		})
		guesses := 0
		start := time.Now()
		_, err := o.dial("alice", gossh.RetryableAuthMethod(gossh.PasswordCallback(func() (string, error) {
			guesses++
			return "guess", nil
		}), 100))
		if err == nil || guesses > 7 {
			t.Errorf("%d guesses: %v", guesses, err)
		}
		if d := time.Since(start); d < 15*time.Second {
			t.Errorf("%d guesses took only %v", guesses, d)
		}
		start = time.Now()
		c, err := o.dial("alice", gossh.PublicKeys(key))
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		if d := time.Since(start); d > time.Second {
			t.Errorf("the owner waited %v", d)
		}
	})
}

// A stop cuts connections that have no session and says goodbye to the others.
func TestSSHStop(t *testing.T) {
	inTown(t, nil, func(o *town) {
		t := o.t
		idle, err := o.dial("guest")
		if err != nil {
			t.Fatal(err)
		}
		busy, err := o.dial("carol")
		if err != nil {
			t.Fatal(err)
		}
		s, err := busy.NewSession()
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		s.Stdout = &b
		in, err := s.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Shell(); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		o.stop()
		if err := idle.Wait(); err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrClosedPipe) {
			t.Log(err)
		}
		if err := s.Wait(); err != nil {
			t.Error(err)
		}
		if !strings.HasSuffix(strings.ReplaceAll(b.String(), "\r", ""), "Bye\n") {
			t.Errorf("%q", b.String())
		}
		in.Close()
		busy.Close()
	})
}

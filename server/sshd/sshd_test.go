package sshd

import (
	"bytes"
	"crypto/rand"
	"errors"
	"io"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"
	gossh "golang.org/x/crypto/ssh"

	"epicenter/server/transport"
)

func TestLogins(t *testing.T) {
	key := newKey(t)
	tests := []struct {
		name, user string
		auth       []gossh.AuthMethod
		want       string // empty: refused
	}{
		{"guest", "guest", nil, "guest by none version 0 "},
		{"unregistered", "Nobody", nil, "Nobody by none version 0 "},
		{"password", "alice", []gossh.AuthMethod{gossh.Password("wonder")}, "alice by password version 7 "},
		{"key", "alice", []gossh.AuthMethod{gossh.PublicKeys(key)}, "alice by key version 7 " + Fingerprint(key.PublicKey())},
		{"no password", "alice", nil, ""},
		{"wrong password", "alice", []gossh.AuthMethod{gossh.Password("wrong")}, ""},
		{"empty password", "alice", []gossh.AuthMethod{gossh.Password("")}, ""},
		{"wrong key", "alice", []gossh.AuthMethod{gossh.PublicKeys(newKey(t))}, ""},
	}
	for _, tt := range tests {
		synctest.Test(t, func(t *testing.T) {
			h := open(whoami)
			h.book.accounts["alice"] = account{"wonder", []gossh.Signer{key}}
			c, err := h.dial(tt.user, tt.auth...)
			if (err == nil) != (tt.want != "") {
				t.Errorf("%s: error %v", tt.name, err)
			}
			if err == nil {
				if got, err := output(t, c, ""); got != tt.want || err != nil {
					t.Errorf("%s: %q, %v, want %q", tt.name, got, err, tt.want)
				}
				c.Close()
			}
			h.close()
		})
	}
}

// docs/cases.md 78: plain lines, no echo, no escape codes, status 0.
func TestWithoutTerminal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var traits transport.Traits
		var addr netip.Addr
		h := open(func(c *Conn) {
			traits, addr = c.Traits(), c.RemoteAddr()
			echo(c)
		})
		c := h.must(t, "guest")
		got, err := output(t, c, "who\r\ntell bob gr\xc3\xbc&#xdf;\nwxx\b\bho\nquit\nresign\n")
		if want := "<who>\n<tell bob grüß>\n<who>\nbye\n"; got != want || err != nil {
			t.Errorf("got %q, %v, want %q", got, err, want)
		}
		want := transport.Traits{Name: "ssh", EOL: "\n", UTF8: true, Login: transport.Login{Name: "guest", Method: transport.NoPassword}}
		if d := cmp.Diff(want, traits); d != "" || addr.IsValid() {
			t.Error(d, addr)
		}
		c.Close()
		h.close()
	})
}

// The end of the input is not the end of the output ("echo who | ssh HOST").
func TestEndOfInput(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(echo)
		c := h.must(t, "guest")
		if got, err := output(t, c, "who\n"); got != "<who>\n" || err != nil {
			t.Errorf("got %q, %v", got, err)
		}
		c.Close()
		h.close()
	})
}

// docs/cases.md 80.
func TestCommand(t *testing.T) {
	tests := []struct {
		name, command string
		want          transport.Traits
		status        int
	}{
		{"one", "who", transport.Traits{Exec: true, Command: "who"}, 3},
		{"quotes are not the shell's", "tell bob 'hi  there'", transport.Traits{Exec: true, Command: "tell bob 'hi  there'"}, 3},
		{"empty", "", transport.Traits{Exec: true}, 3},
		{"two lines are one", "who\nquit\x1b", transport.Traits{Exec: true, Command: "who quit"}, 3},
		{"endless", strings.Repeat("A", 100000), transport.Traits{}, 1},
	}
	for _, tt := range tests {
		synctest.Test(t, func(t *testing.T) {
			var got transport.Traits
			h := open(func(c *Conn) {
				got = c.Traits()
				c.SetExit(3)
				say(c, "done\n")
			})
			c := h.must(t, "guest")
			s, _ := c.NewSession()
			var out, why bytes.Buffer
			s.Stdout, s.Stderr = &out, &why
			err := s.Run(tt.command)
			var exit *gossh.ExitError
			if !errors.As(err, &exit) || exit.ExitStatus() != tt.status {
				t.Errorf("%s: %v", tt.name, err)
			}
			if tt.status == 1 {
				if out.Len() > 0 || why.String() != "The command is too long.\n" {
					t.Errorf("%s: %q, %q", tt.name, out.String(), why.String())
				}
			} else {
				tt.want.Name, tt.want.EOL, tt.want.UTF8 = "ssh", "\n", true
				tt.want.Login = transport.Login{Name: "guest", Method: transport.NoPassword}
				if d := cmp.Diff(tt.want, got); d != "" || out.String() != "done\n" {
					t.Errorf("%s: %s%q", tt.name, d, out.String())
				}
			}
			c.Close()
			h.close()
		})
	}
}

func TestWhatIsRefused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(echo)
		c := h.must(t, "guest")
		if _, err := c.Dial("tcp", "127.0.0.1:22"); err == nil {
			t.Error("forwarding was allowed")
		}
		if _, err := c.Listen("tcp", "127.0.0.1:0"); err == nil {
			t.Error("remote forwarding was allowed")
		}
		s, err := c.NewSession()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.NewSession(); err == nil {
			t.Error("a second session was allowed")
		}
		if err := s.RequestSubsystem("sftp"); err == nil {
			t.Error("a subsystem was allowed")
		}
		for range 100 {
			if err := s.Setenv("LANG", "C"); err == nil {
				t.Fatal("environment was kept")
			}
		}
		if ok, _ := s.SendRequest("auth-agent-req@openssh.com", true, nil); ok {
			t.Error("agent forwarding was allowed")
		}
		if err := s.Signal(gossh.SIGINT); err != nil {
			t.Error(err)
		}
		if err := s.Shell(); err != nil {
			t.Fatal(err)
		}
		if ok, _ := s.SendRequest("shell", true, nil); ok {
			t.Error("a second shell was allowed")
		}
		if ok, _ := s.SendRequest("window-change", true, []byte("short")); ok {
			t.Error("a garbled resize was taken")
		}
		c.Close()
		h.close()
	})
}

func TestSessionsOneAfterAnother(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(echo)
		c := h.must(t, "guest")
		for range 3 {
			if got, err := output(t, c, "quit\n"); got != "bye\n" || err != nil {
				t.Errorf("got %q, %v", got, err)
			}
			synctest.Wait()
		}
		c.Close()
		h.close()
	})
}

func TestCloseEndsEverything(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ended := make(chan error, 1)
		h := open(func(c *Conn) {
			_, err := c.ReadEvent()
			ended <- err
		})
		c := h.must(t, "guest")
		s, _ := c.NewSession()
		if err := s.Shell(); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		h.close()
		h.close()
		if err := <-ended; err == nil {
			t.Error("a session outlived the server")
		}
		conn, done := h.connect()
		<-done
		if _, err := conn.Read(make([]byte, 1)); err != io.EOF {
			t.Errorf("a closed server answered: %v", err)
		}
		conn.Close()
		c.Close()
	})
}

func TestHostKey(t *testing.T) {
	path := filepath.Join(t.TempDir(), "ssh_host_key")
	first, err := HostKey(path, rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	again, err := HostKey(path, nil)
	if err != nil || Fingerprint(again.PublicKey()) != Fingerprint(first.PublicKey()) {
		t.Errorf("another key at the second start: %v", err)
	}
	if fp := Fingerprint(first.PublicKey()); !strings.HasPrefix(fp, "SHA256:") || len(fp) != 50 {
		t.Errorf("fingerprint %q", fp)
	}
	if left, _ := os.ReadDir(filepath.Dir(path)); len(left) != 1 {
		t.Errorf("%d files left", len(left))
	}
	if err := os.Chmod(path, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := HostKey(path, nil); err == nil || !strings.Contains(err.Error(), "chmod 600") {
		t.Errorf("a key everybody can read: %v", err)
	}
	if err := os.WriteFile(path, []byte("garbage"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := HostKey(path, nil); err == nil || !strings.Contains(err.Error(), "damaged") {
		t.Errorf("a damaged key: %v", err)
	}
	if _, err := HostKey(filepath.Join(path, "x", "y"), rand.Reader); err == nil {
		t.Error("a key in a folder that is none")
	}
	if _, err := HostKey(filepath.Join(t.TempDir(), "k"), bytes.NewReader(nil)); err == nil {
		t.Error("a key without randomness")
	}
}

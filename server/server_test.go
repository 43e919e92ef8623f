package server_test

import (
	"context"
	"fmt"
	"net"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"epicenter/server/admin"
	"epicenter/server/config"
	"epicenter/server/world"
	"epicenter/storage"
)

const (
	guestA  = "GuestABCD"
	askName = "Welcome, see freechess.org\n\nType your name, or enter guest to come in without an account.\n\nlogin: "
	guestIn = "\nLogging you in as \"GuestABCD\"; you may use this name to play unrated games.\n" +
		"(After logging in, do \"help register\" for more info on how to register.)\n" +
		"\nPress return to enter the server as \"GuestABCD\":\n"
	askBob = "\n\"Bob\" is a registered name.  If it is yours, type the password.\n" +
		"If not, just hit return to try another name.\n\xff\xfb\x01\npassword: "
	invalid = "\xff\xfc\x01\n**** Invalid password! ****\n\nlogin: "
)

func (o *town) noted(want ...string) {
	o.t.Helper()
	if d := cmp.Diff(want, o.loop.took()); d != "" {
		o.t.Errorf("the loop was given (-want +got):\n%s", d)
	}
}

// A guest's whole way, and what is typed ahead keeps its order
// (docs/clients.md §0 item 7).
func TestGuestTypesAhead(t *testing.T) {
	inTown(t, nil, func(o *town) {
		p := o.connect("192.0.2.1")
		p.type_("guest\r\n\r\nwho\r\nquit\r\n")
		p.sees(askName + guestIn + "\nHello GuestABCD\n> who\n> quit\n")
		o.noted("101 connected as GuestABCD", "101 typed who", "101 typed quit")
		p.conn.Close()
		o.noted("101 closed, lost false")
	})
}

func TestRegistered(t *testing.T) {
	inTown(t, nil, func(o *town) {
		p := o.connect("192.0.2.1")
		p.type_("bob\n")
		p.sees(askName + askBob)
		p.type_("bob\n")
		time.Sleep(40 * time.Millisecond)
		p.sees("\xff\xfc\x01\nHello Bob\n")
	})
}

// The same name twice, unregistered: the second is refused, until the first has
// gone (docs/protocol.md §1.5).
func TestUnregisteredNameOnce(t *testing.T) {
	inTown(t, nil, func(o *town) {
		a := o.connect("192.0.2.1")
		a.type_("carol\n")
		b := o.connect("192.0.2.2")
		b.type_("Carol\n")
		b.sees(askName + "\n*** Sorry Carol is already logged in ***\n[closed]")
		a.conn.Close()
		synctest.Wait()
		c := o.connect("192.0.2.2")
		c.type_("carol\n\n")
		c.endsWith("Hello carol\n")
	})
}

// docs/cases.md 65.
func TestLookAlikes(t *testing.T) {
	inTown(t, nil, func(o *town) {
		o.account("Lamb", func(*storage.Account) {})
		p := o.connect("192.0.2.1")
		p.take()
		p.type_("Larnb\nServer\n")
		p.sees("\nThe name \"Larnb\" looks too much like \"Lamb\", which is registered.  Try again.\n\nlogin: " +
			"\nThe name \"Server\" is reserved.  Try again.\n\nlogin: ")
	})
}

// docs/cases.md 67: one line each, then the end within a second.
func TestRefusals(t *testing.T) {
	for name, tt := range map[string]struct {
		change func(*config.Config)
		typed  string
		want   string
	}{
		"guests off":  {func(c *config.Config) { c.Login.Guests = false }, "guest\n", "\nSorry, guest connections have been prevented here: you need an account to come in.\n[closed]"},
		"banned":      {nil, "villa\n", "\nPlayer \"Villa\" is banned.\n[closed]"},
		"guests full": {func(c *config.Config) { c.Login.MaxGuests = 0 }, "carol\n", "\nSorry, there is no room for more guests now; please try again later.\n[closed]"},
		"HTTP":        {nil, "POST / HTTP/1.1\r\nHost: x\r\n\r\nguest\r\n\r\nshout hi\r\n", "[closed]"},
		"quit":        {nil, "%q\n", "[closed]"},
	} {
		t.Run(name, func(t *testing.T) {
			inTown(t, tt.change, func(o *town) {
				o.account("Villa", func(a *storage.Account) { a.Banned = "rude" })
				p := o.connect("192.0.2.1")
				p.take()
				p.type_(tt.typed)
				p.sees(tt.want)
				o.noted()
			})
		})
	}
}

// When the server is full, players are refused after their password and
// administrators come in.
func TestFull(t *testing.T) {
	inTown(t, func(c *config.Config) { c.Login.MaxPlayers = 1 }, func(o *town) {
		o.account("Boss", func(a *storage.Account) { a.Level = world.AdminLevel })
		o.connect("192.0.2.1").type_("guest\n\n")
		p := o.connect("192.0.2.2")
		p.type_("bob\nbob\n")
		time.Sleep(time.Second)
		p.endsWith("\n**** Sorry Bob, the server is full. Please try again later. ****\n[closed]")
		q := o.connect("192.0.2.2")
		q.type_("boss\nboss\n")
		time.Sleep(time.Second)
		q.endsWith("Hello Boss\n")
	})
}

func TestLoginTimeout(t *testing.T) {
	inTown(t, nil, func(o *town) {
		p := o.connect("192.0.2.1")
		p.type_("bob\n")
		p.take()
		time.Sleep(59 * time.Second)
		p.sees("")
		time.Sleep(2 * time.Second)
		p.sees("\xff\xfc\x01\n**** LOGIN TIMEOUT ****\n[closed]")
		q := o.connect("192.0.2.1")
		q.type_("guest\n\n")
		time.Sleep(time.Hour)
		if q.endsWith("Hello GuestABCD\n"); q.gone {
			t.Error("somebody who is in was put out")
		}
	})
}

// Each wrong password makes the next wait longer; six end the connection, and
// the account remembers them on the next one (docs/cases.md 73 and 84).
func TestWrongPasswords(t *testing.T) {
	inTown(t, func(c *config.Config) { c.Login.Timeout = time.Hour }, func(o *town) {
		p := o.connect("192.0.2.1")
		p.take()
		p.type_(strings.Repeat("bob\nwrong\n", 7))
		time.Sleep(40 * time.Millisecond)
		synctest.Wait()
		// WONT ECHO may already have left; it is sure to only with the next text.
		if got, want := strings.TrimSuffix(p.take(), "\xff\xfc\x01"), askBob+invalid+askBob; got != want {
			t.Errorf("got  %q\nwant %q", got, want)
		}
		time.Sleep(10 * time.Minute)
		if text := p.take(); strings.Count(text, "Invalid password") != 5 || !strings.HasSuffix(text, "[closed]") {
			t.Errorf("%q", text)
		}
		// Waits of 0, ½, 1, 2, 4 and 8 seconds, and six verifications.
		q := o.connect("198.51.100.9")
		q.take()
		q.type_("bob\nbob\n")
		q.sees(askBob + "\xff\xfc\x01\nAfter wrong passwords the next is checked slowly: 8 seconds.\n")
		time.Sleep(8*time.Second + 40*time.Millisecond)
		q.sees("\nHello Bob\n")
		if n := strings.Count(o.log.String(), "wrong password"); n < 1 || n > 2 {
			t.Errorf("%d lines in the log:\n%s", n, o.log)
		}
	})
}

// A hash of another cost is renewed at its owner's login.
func TestHashRenewed(t *testing.T) {
	inTown(t, nil, func(o *town) {
		o.account("Old", func(a *storage.Account) { a.Password = "old:word" })
		p := o.connect("192.0.2.1")
		p.type_("old\nword\n")
		time.Sleep(100 * time.Millisecond)
		o.noted("asked {Handle:Old Old:old:word New:plain:word}", "101 connected as Old")
	})
}

// An account with a password for one login gets a new one first.
func TestMustChange(t *testing.T) {
	inTown(t, nil, func(o *town) {
		o.account("Admin", func(a *storage.Account) { a.MustChange = true; a.Level = world.HeadLevel })
		p := o.connect("192.0.2.1")
		p.type_("admin\nadmin\n")
		time.Sleep(40 * time.Millisecond)
		p.endsWith("\nNew password? ")
		p.type_("a good one\nmuch-better-one\nmuch-better-one\n")
		time.Sleep(40 * time.Millisecond)
		p.endsWith("\nYour new password counts from now on.\n\nHello Admin\n")
		o.noted("asked {Handle:Admin Hash:plain:much-better-one MustChange:false Version:1}", "101 connected as Admin")
	})
}

// At most sixteen lines of a session are in the loop; then nothing is read.
func TestPushBack(t *testing.T) {
	inTown(t, nil, func(o *town) {
		p := o.connect("192.0.2.1")
		p.type_("guest\n\n")
		o.loop.hold(true)
		go p.send(strings.Repeat("x\n", 1000))
		if n := o.loop.waiting(); n != 16 {
			t.Errorf("%d lines in the loop", n)
		}
		o.loop.hold(false)
		time.Sleep(time.Second)
		if n := len(o.loop.took()); n != 1001 {
			t.Errorf("%d inputs came, want 1001", n)
		}
	})
}

// Lines cost; who has used up his points waits, and moves pass nevertheless
// (docs/cases.md 71).
func TestFloodControl(t *testing.T) {
	inTown(t, nil, func(o *town) {
		p := o.connect("192.0.2.1")
		p.type_("guest\n\ncost 40\ncost 30\n")
		o.loop.took()
		p.type_("e2e4\nNf3\nO-O\n")
		o.noted("101 typed e2e4", "101 typed Nf3", "101 typed O-O")
		p.type_("who\n")
		o.noted()
		time.Sleep(2900 * time.Millisecond) // of the three seconds that 30 points take
		o.noted()
		p.type_("") // nothing
		time.Sleep(200 * time.Millisecond)
		o.noted("101 typed who")
	})
}

// What only looks like a move passes a while, not for ever.
func TestFloodOfSeemingMoves(t *testing.T) {
	inTown(t, nil, func(o *town) {
		p := o.connect("192.0.2.1")
		p.type_("guest\n\ncost 100\n")
		o.loop.took()
		p.type_("e4\n")
		o.noted()
		time.Sleep(time.Second)
		o.noted("101 typed e4")
		p.type_("who\n")
		time.Sleep(2500 * time.Millisecond) // of the four seconds that 40 points take
		o.noted()
		time.Sleep(time.Second)
		o.noted("101 typed who")
	})
}

// A program may close its side as soon as it has said what it wants.
func TestAnswersAfterEOF(t *testing.T) {
	inTown(t, nil, func(o *town) {
		p := o.connect("192.0.2.1")
		p.type_("guest\n\n")
		p.type_("who\n")
		p.endsWith("> who\n")
		p.type_("close\n")
		p.endsWith("> close\n[closed]")
		p.conn.Close()
		o.noted("101 connected as GuestABCD", "101 typed who", "101 typed close", "101 closed, lost false")
	})
}

func TestJobs(t *testing.T) {
	inTown(t, nil, func(o *town) {
		p := o.connect("192.0.2.1")
		p.type_("guest\n\njob\n")
		time.Sleep(40 * time.Millisecond)
		o.noted("101 connected as GuestABCD", "101 typed job", "101 has {OK:true New:y}")
	})
}

// Speaks is said once; windows are clamped and only changes are told.
func TestSpeaksAndWindow(t *testing.T) {
	inTown(t, nil, func(o *town) {
		p := o.connect("192.0.2.1")
		p.type_("guest\n\n")
		p.type_("tell bob gr\xc3\xbc\xc3\x9f\ntell bob \xc3\xbc\n")
		o.noted("101 connected as GuestABCD", "world.Speaks", "101 typed tell bob grüß", "101 typed tell bob ü")
		const naws = "\xff\xfb\x1f\xff\xfa\x1f\x00\x64\x00\x28\xff\xf0"
		p.type_(naws + naws)
		o.noted("world.Window")
	})
}

// Everybody is told, and every connection closes; what waits is applied before.
func TestStop(t *testing.T) {
	inTown(t, nil, func(o *town) {
		p, q := o.connect("192.0.2.1"), o.connect("192.0.2.2")
		p.type_("guest\n\n")
		o.loop.hold(true)
		p.type_("last words\n")
		o.stop()
		synctest.Wait()
		p.type_("too late\n")
		o.loop.hold(false)
		time.Sleep(3 * time.Second)
		p.endsWith("> last words\nBye\n[closed]")
		q.endsWith("login: [closed]")
		if got := o.loop.took(); !slices.Contains(got, "stopping: for a test") || slices.Contains(got, "101 typed too late") {
			t.Errorf("%q", got)
		}
	})
}

// docs/cases.md 97: a listener that cannot accept is tried again, not too often.
func TestAcceptBacksOff(t *testing.T) {
	inTown(t, nil, func(o *town) {
		var tries atomic.Int32
		var broken atomic.Bool
		o.door.setFail(func() error {
			if !broken.Load() {
				return nil
			}
			tries.Add(1)
			return &net.OpError{Op: "accept", Err: syscall.EMFILE}
		})
		o.connect("192.0.2.1") // the accept that was under way knew nothing of it
		broken.Store(true)
		o.connect("192.0.2.1")
		time.Sleep(10 * time.Second)
		if n := tries.Load(); n < 8 || n > 30 {
			t.Errorf("%d tries in 10 s", n)
		}
		broken.Store(false)
		start := time.Now()
		o.connect("192.0.2.1").sees(askName)
		if d := time.Since(start); d > 2*time.Second {
			t.Errorf("%v until the next login", d)
		}
		if n := strings.Count(o.log.String(), "cannot be accepted"); n != 1 {
			t.Errorf("%d lines in the log", n)
		}
	})
}

// Nothing that is typed gets into the log, names at the login excepted.
func TestLogHoldsNoLines(t *testing.T) {
	inTown(t, nil, func(o *town) {
		p := o.connect("192.0.2.1")
		p.type_("bob\nhunter2\nbob\nbob\n")
		time.Sleep(time.Second)
		p.type_("tell carol a-secret\nGET /private HTTP/1.1\n")
		q := o.connect("192.0.2.2")
		q.type_("GET /private HTTP/1.1\n")
		p.conn.Close()
		synctest.Wait()
		for _, word := range []string{"hunter2", "a-secret", "private", "carol"} {
			if strings.Contains(o.log.String(), word) {
				t.Errorf("%q is in the log:\n%s", word, o.log)
			}
		}
	})
}

func TestReload(t *testing.T) {
	inTown(t, nil, func(o *town) {
		c := *o.srv.Config()
		c.Login.Guests = false
		o.srv.Reload(c)
		o.noted("world.ConfigChanged")
		p := o.connect("192.0.2.1")
		p.type_("guest\n")
		p.endsWith("need an account to come in.\n[closed]")
	})
}

// What an operator asks goes through the world.
func TestOperator(t *testing.T) {
	inTown(t, nil, func(o *town) {
		h := o.srv.Operator()
		ctx := o.t.Context()
		if err := h.AddUser(ctx, admin.NewUser{Handle: "Carol", Password: "a-long-password"}); err != nil {
			t.Error(err)
		}
		for _, name := range []string{"A1ice", "BOB", "Server", "GuestABCD"} {
			if err := h.AddUser(ctx, admin.NewUser{Handle: name, Password: "a-long-password"}); err == nil {
				t.Errorf("%s was added", name)
			}
		}
		if err := h.SetPassword(ctx, "bob", "another-password", true); err != nil {
			t.Error(err)
		}
		if err := h.SetPassword(ctx, "nobody", "another-password", true); err == nil {
			t.Error("nobody has a new password")
		}
		if err := h.SetPassword(ctx, "bob", "x", false); err == nil {
			t.Error("a bad password was set")
		}
		var list []string
		if err := h.ListUsers(ctx, func(u admin.User) error { list = append(list, u.Handle); return nil }); err != nil || fmt.Sprint(list) != "[Bob]" {
			t.Error(list, err)
		}
		o.noted("asked {Handle:Carol Email: RealName: Hash:plain:a-long-password Level:0 MustChange:false}",
			"asked {Handle:Bob Hash:plain:another-password MustChange:true Version:0}")

		o.loop.hold(true)
		ended, cancel := context.WithTimeout(ctx, time.Second)
		defer cancel()
		if err := h.SetPassword(ended, "bob", "another-password", true); err == nil {
			t.Error("an answer from a loop that is stuck")
		}
		o.loop.hold(false)
	})
}

package login_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"epicenter/server/login"
	"epicenter/server/transport"
	"epicenter/server/world"
)

// house is a small town: who is registered, with which password.
type house struct {
	accounts  map[string]login.Account
	passwords map[string]string
	refusal   login.Refusal // of unregistered names
	full      bool
	changed   string // the problem with a new password
}

func town() *house {
	return &house{
		accounts: map[string]login.Account{
			"bob":   {Handle: "Bob", Registered: true, Version: 3},
			"admin": {Handle: "Admin", Registered: true, Version: 1, Level: 100, MustChange: true},
			"villa": {Handle: "Villa", Registered: true, Version: 1, Banned: true},
		},
		passwords: map[string]string{"Bob": "secret", "Admin": "shown once"},
	}
}

const banner = "Welcome, see freechess.org\n"

// fit asks for six characters.
func fit(password, _ string) error {
	if len(password) < 6 {
		return errors.New("That is too short; at least 6 characters are needed.")
	}
	return nil
}

// talk is one conversation as it looks on the wire: "<WILL>" and "<WONT>" stand
// for ECHO, and the end is in brackets.
type talk struct {
	h    *house
	m    *login.Machine
	out  strings.Builder
	over bool
	in   *login.Entry
}

func newTalk(h *house, verified transport.Login, exec bool) *talk {
	t := &talk{h: h, m: login.New(login.Options{Banner: banner, Guests: h.refusal != login.NoGuests, Attempts: 3, Fit: fit, Exec: exec}, verified)}
	t.do(t.m.Start())
	return t
}

// do performs actions and what follows from their answers.
func (t *talk) do(actions []login.Action) {
	for i, a := range actions {
		if t.over {
			panic("an action after the end")
		}
		var next []login.Action
		asks := true
		switch a := a.(type) {
		case login.Say:
			t.out.WriteString(a.Text)
			asks = false
		case login.Echo:
			t.out.WriteString(map[bool]string{true: "<WONT>", false: "<WILL>"}[a.On])
			asks = false
		case login.Close:
			fmt.Fprintf(&t.out, "[closed: %s]", a.Why)
			t.over = true
			asks = false
		case login.Find:
			next = t.m.Found(t.find(a.Name))
		case login.Verify:
			next = t.m.Verified(t.h.passwords[a.Account.Handle] == a.Password)
		case login.Change:
			now := a.Account
			now.Version++
			now.MustChange = false
			next = t.m.Changed(now, t.h.changed)
		case login.Enter:
			if t.h.full && a.Entry.Account.Level < world.AdminLevel {
				next = t.m.Full()
				break
			}
			fmt.Fprintf(&t.out, "[in as %s]", a.Entry.Account.Handle)
			t.in, t.over = &a.Entry, true
		}
		if asks && i != len(actions)-1 {
			panic("a question that is not the last action")
		}
		if next != nil {
			t.do(next)
		}
	}
}

func (t *talk) find(name string) login.Answer {
	if name == "" {
		return login.Answer{Account: login.Account{Handle: "GuestQKXB"}, Refusal: t.h.refusal}
	}
	if a, ok := t.h.accounts[strings.ToLower(name)]; ok {
		return login.Answer{Account: a}
	}
	a := login.Answer{Account: login.Account{Handle: name}, Refusal: t.h.refusal}
	if strings.EqualFold(name, "server") {
		a.Refusal, a.Why = login.BadName, `The name "server" is reserved.  Try again.`
	}
	return a
}

// type_ sends lines, as long as somebody reads them.
func (t *talk) type_(lines ...string) {
	for _, l := range lines {
		if t.over {
			return
		}
		t.do(t.m.Line(l, false))
	}
}

const (
	askLogin   = banner + "\nType your name, or enter guest to come in without an account.\n\nlogin: "
	askMember  = banner + "\nType the name of your account.\n\nlogin: "
	askBob     = "\n\"Bob\" is a registered name.  If it is yours, type the password.\nIf not, just hit return to try another name.\n<WILL>\npassword: "
	askReturn  = "\nPress return to enter the server as \"GuestQKXB\":\n"
	howToReg   = "(After logging in, do \"help register\" for more info on how to register.)\n"
	guestHello = "\nLogging you in as \"GuestQKXB\"; you may use this name to play unrated games.\n" + howToReg
	wrong      = "<WONT>\n**** Invalid password! ****\n\n"
	adminAsk   = "\n\"Admin\" is a registered name.  If it is yours, type the password.\nIf not, just hit return to try another name.\n<WILL>\npassword: "
	newAsk     = "<WONT>\nThe password of Admin was made for one login. Please choose your own.\nIt is not shown while you type it.\n<WILL>\nNew password? "
)

// Every conversation byte for byte (docs/protocol.md §1, docs/clients.md §2).
func TestConversations(t *testing.T) {
	for name, tt := range map[string]struct {
		change func(*house)
		lines  []string
		want   string
	}{
		"guest":                  {nil, []string{"guest", ""}, guestHello + askReturn + "[in as GuestQKXB]"},
		"g is guest":             {nil, []string{" G ", "xxx"}, guestHello + askReturn + "[in as GuestQKXB]"},
		"unregistered name":      {nil, []string{"foobar", ""}, "\n\"foobar\" is not a registered name.  You may use this name to play unrated games.\n" + howToReg + "\nPress return to enter the server as \"foobar\":\n[in as foobar]"},
		"registered":             {nil, []string{"bob", "secret"}, askBob + "<WONT>[in as Bob]"},
		"wrong, then right":      {nil, []string{"BOB", "Secret", "bob", "secret"}, askBob + wrong + "login: " + askBob + "<WONT>[in as Bob]"},
		"empty password":         {nil, []string{"bob", "", "guest", ""}, askBob + "<WONT>\nlogin: " + guestHello + askReturn + "[in as GuestQKXB]"},
		"too many wrong":         {nil, []string{"bob", "1", "bob", "2", "bob", "3"}, askBob + wrong + "login: " + askBob + wrong + "login: " + askBob + wrong + "[closed: too many wrong passwords]"},
		"blank stays in":         {nil, []string{"bob", " secret"}, askBob + wrong + "login: "},
		"empty name":             {nil, []string{"", " \t"}, "\nlogin: \nlogin: "},
		"letters":                {nil, []string{"A1ice", "..", "Al\u0456ce", "two words"}, strings.Repeat("\nSorry, names can only consist of lower and upper case letters.  Try again.\n\nlogin: ", 4)},
		"short":                  {nil, []string{"ab"}, "\nA name should be at least three characters long!  Try again.\n\nlogin: "},
		"long":                   {nil, []string{"abcdefghijklmnopqr"}, "\nSorry, names may be at most 17 characters long.  Try again.\n\nlogin: "},
		"reserved":               {nil, []string{"server"}, "\nThe name \"server\" is reserved.  Try again.\n\nlogin: "},
		"banned":                 {nil, []string{"villa"}, "\nPlayer \"Villa\" is banned.\n[closed: refused]"},
		"no guests":              {func(h *house) { h.refusal = login.NoGuests }, []string{"guest"}, "\nSorry, guest connections have been prevented here: you need an account to come in.\n[closed: refused]"},
		"no guests, bob":         {func(h *house) { h.refusal = login.NoGuests }, []string{"bob", "secret"}, askBob + "<WONT>[in as Bob]"},
		"guests full":            {func(h *house) { h.refusal = login.NoRoom }, []string{"foobar"}, "\nSorry, there is no room for more guests now; please try again later.\n[closed: refused]"},
		"name in use":            {func(h *house) { h.refusal = login.InUse }, []string{"foobar"}, "\n*** Sorry foobar is already logged in ***\n[closed: refused]"},
		"broken":                 {func(h *house) { h.refusal = login.Broken }, []string{"foobar"}, "\nSorry, the accounts cannot be read now; please try again later.\n[closed: the accounts cannot be read]"},
		"full":                   {func(h *house) { h.full = true }, []string{"bob", "secret"}, askBob + "<WONT>\n**** Sorry Bob, the server is full. Please try again later. ****\n[closed: refused]"},
		"ivars":                  {nil, []string{"%b0011", "guest", ""}, "\n#Ivars set.\nlogin: " + guestHello + askReturn + "[in as GuestQKXB]"},
		"gateway is not trusted": {nil, []string{"%i1.2.3.4", "%", "%x"}, "\nlogin: \nlogin: \nlogin: "},
		"quit":                   {nil, []string{"%q"}, "[closed: quit at the login]"},
		"GET":                    {nil, []string{"GET / HTTP/1.1", "Host: x"}, "[closed: an HTTP request]"},
		"PRI":                    {nil, []string{"PRI * HTTP/2.0"}, "[closed: an HTTP request]"},
		"connect":                {nil, []string{"connect example.org:443 HTTP/1.1"}, "[closed: an HTTP request]"},
		"a name like a method":   {nil, []string{"Patch", ""}, "\n\"Patch\" is not a registered name.  You may use this name to play unrated games.\n" + howToReg + "\nPress return to enter the server as \"Patch\":\n[in as Patch]"},
		"first login": {
			nil,
			[]string{"admin", "shown once", "short", "shown once", "new one", "other", "new one", "new one"},
			adminAsk + newAsk +
				"\nThat is too short; at least 6 characters are needed.\n<WILL>\nNew password? " +
				"\nThat is the password you have; another one is needed.\n<WILL>\nNew password? " +
				"\nThe same again? " + "\nThe two are not the same.\n<WILL>\nNew password? " +
				"\nThe same again? <WONT>\nYour new password counts from now on.\n[in as Admin]",
		},
		"first login fails": {
			func(h *house) { h.changed = "The account has just changed; please log in again." },
			[]string{"admin", "shown once", "new one", "new one"},
			adminAsk + newAsk + "\nThe same again? <WONT>\nThe account has just changed; please log in again.\n[closed: refused]",
		},
		"admin when full": {
			func(h *house) { h.full = true },
			[]string{"admin", "shown once", "new one", "new one"},
			adminAsk + newAsk + "\nThe same again? <WONT>\nYour new password counts from now on.\n[in as Admin]",
		},
	} {
		t.Run(name, func(t *testing.T) {
			h := town()
			if tt.change != nil {
				tt.change(h)
			}
			c := newTalk(h, transport.Login{}, false)
			c.type_(tt.lines...)
			ask := askLogin
			if h.refusal == login.NoGuests {
				ask = askMember
			}
			if d := cmp.Diff(ask+tt.want, c.out.String()); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
		})
	}
}

// A peer whom the transport has verified is asked nothing.
func TestVerified(t *testing.T) {
	for name, tt := range map[string]struct {
		login transport.Login
		exec  bool
		lines []string
		want  string
	}{
		"guest":           {transport.Login{Name: "guest", Method: transport.NoPassword}, false, nil, banner + guestHello + "[in as GuestQKXB]"},
		"guest command":   {transport.Login{Name: "guest", Method: transport.NoPassword}, true, nil, "[in as GuestQKXB]"},
		"password":        {transport.Login{Name: "bob", Method: transport.Password, Version: 3}, false, nil, banner + "[in as Bob]"},
		"key":             {transport.Login{Name: "bob", Method: transport.Key, Version: 3}, true, nil, "[in as Bob]"},
		"stale":           {transport.Login{Name: "bob", Method: transport.Key, Version: 2}, true, nil, "The account has just changed; please log in again.\n[closed: refused]"},
		"just registered": {transport.Login{Name: "bob", Method: transport.NoPassword}, true, nil, "The account has just changed; please log in again.\n[closed: refused]"},
		"just gone":       {transport.Login{Name: "carol", Method: transport.Key, Version: 1}, true, nil, "The account has just changed; please log in again.\n[closed: refused]"},
		"banned":          {transport.Login{Name: "villa", Method: transport.Password, Version: 1}, true, nil, "Player \"Villa\" is banned.\n[closed: refused]"},
		"bad name":        {transport.Login{Name: "server", Method: transport.NoPassword}, false, nil, banner + "\nThe name \"server\" is reserved.  Try again.\n[closed: refused]"},
		"must change":     {transport.Login{Name: "admin", Method: transport.Password, Version: 1}, true, nil, "This account needs a new password first: log in without a command.\n[closed: refused]"},
		"changes": {
			transport.Login{Name: "admin", Method: transport.Password, Version: 1},
			false,
			[]string{"new one", "new one"},
			banner + strings.TrimPrefix(newAsk, "<WONT>") + "\nThe same again? <WONT>\nYour new password counts from now on.\n[in as Admin]",
		},
	} {
		t.Run(name, func(t *testing.T) {
			c := newTalk(town(), tt.login, tt.exec)
			c.type_(tt.lines...)
			if d := cmp.Diff(tt.want, c.out.String()); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
			if c.in != nil && c.in.ByKey != (tt.login.Method == transport.Key) {
				t.Error("by key?", c.in.ByKey)
			}
		})
	}
}

// Jin sends its %b line before anything else (docs/clients.md §2.1).
func TestIVars(t *testing.T) {
	c := newTalk(town(), transport.Login{}, false)
	c.type_("%b00111001010101000100001001000001", "guest", "")
	want := world.ParseIVarBits("00111001010101000100001001000001")
	if c.in == nil || c.in.IVars != want || !want.Has(world.IMS) {
		t.Errorf("%+v", c.in)
	}
}

// Wherever a conversation ends, what is typed is shown again (docs/cases.md 53).
func TestEndsWithEcho(t *testing.T) {
	for _, lines := range [][]string{{"bob"}, {"admin", "shown once"}, {"admin", "shown once", "new one"}} {
		c := newTalk(town(), transport.Login{}, false)
		c.type_(lines...)
		c.do(c.m.Interrupt())
		if got := c.out.String(); strings.LastIndex(got, "<WILL>") > strings.LastIndex(got, "<WONT>") || !c.over {
			t.Errorf("%q: %q", lines, got)
		}
	}
}

// An overlong line is no password, even if its beginning is the right one.
func TestOverlong(t *testing.T) {
	c := newTalk(town(), transport.Login{}, false)
	c.type_("bob")
	c.do(c.m.Line("secret", true))
	if !strings.HasSuffix(c.out.String(), wrong+"login: ") {
		t.Errorf("%q", c.out.String())
	}
	c.type_("bob", strings.Repeat("x", 257))
	if !strings.HasSuffix(c.out.String(), wrong+"login: ") {
		t.Errorf("%q", c.out.String())
	}
}

func TestLineBound(t *testing.T) {
	c := newTalk(town(), transport.Login{}, false)
	for range 41 {
		c.type_("")
	}
	if !c.over || !strings.HasSuffix(c.out.String(), "[closed: too many lines at the login]") {
		t.Errorf("%q", c.out.String())
	}
}

// FuzzLogin sends any lines: the conversation never breaks off without a
// reason, lets nobody in under a registered name without the password, and says
// nothing of what was typed that was not a name.
func FuzzLogin(f *testing.F) {
	f.Add("guest\n\n")
	f.Add("bob\nsecret\n")
	f.Add("admin\nshown once\nnew one\nnew one\n")
	f.Add("%b01\n%q\nGET / HTTP/1.1\n")
	f.Fuzz(func(t *testing.T, typed string) {
		c := newTalk(town(), transport.Login{}, false)
		c.type_(strings.Split(typed, "\n")...)
		if c.in != nil && c.in.Account.Registered {
			if pw := c.h.passwords[c.in.Account.Handle]; !strings.Contains(typed, pw) {
				t.Errorf("%s came in without %q", c.in.Account.Handle, pw)
			}
		}
		if c.in != nil && c.in.Account.MustChange {
			t.Error("came in with a password for one login")
		}
		if strings.Contains(c.out.String(), "\x00") {
			t.Error("control characters came back")
		}
	})
}

package commands

import (
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"slices"
	"strings"

	"epicenter/server/world"
)

func accountCommands() []command {
	return []command{
		{name: "register", params: "ww", code: codeNull, cost: 4, stores: true, run: register},
		{name: "password", params: "oo", code: 85, cost: 4, stores: true, run: password},
		{name: "sshkey", params: "ot", who: registered, code: codeNull, cost: 2, stores: true, run: sshKey},
		{name: "quit", params: "", code: 97, cost: 0, run: quit},
	}
}

// register makes an account for a guest (docs/protocol.md §14.5). The password
// is asked for twice, without being shown.
func register(c *call) {
	cfg := c.t.Config()
	handle, email := c.word(0), c.word(1)
	switch {
	case !c.me().Guest:
		c.printf("You are registered already, as %s.", c.me().Handle)
		return
	case cfg.Registration == "admin":
		c.printf("Accounts are made by the staff here%s.", contact(cfg))
		return
	case cfg.Registration != "open":
		c.printf("New accounts are not being made at present%s.", contact(cfg))
		return
	case !c.canAsk():
		return
	}
	if err := c.t.CanBecome(c.session().ID, handle); err != nil {
		c.printf("%s", sentence(err))
		return
	}
	if !isEmail(email) {
		c.printf("%q is not an e-mail address.  Try again.", clean(email))
		return
	}
	c.printf("Choose a password for %s. It is not shown while you type it; an empty line gives up.", handle)
	ask(c.t, secret{step: askNew, why: world.ForRegistration, handle: handle, email: email})
}

// contact tells how to reach the staff, as the end of a sentence.
func contact(cfg world.Config) string {
	if cfg.Contact == "" {
		return ""
	}
	return "; write to " + cfg.Contact
}

// sentence is what a person is told of an error of the world.
func sentence(err error) string {
	if e := (*world.NameError)(nil); errors.As(err, &e) {
		return e.Text
	}
	return "Something went wrong on our side; please try again later."
}

// refuse says why a command cannot be run in a session of this kind.
func (c *call) refuse(sentence string) {
	c.t.SetCode(codeRights)
	c.printf("%s", sentence)
}

// canAsk tells whether questions can be asked in this session.
func (c *call) canAsk() bool {
	if c.session().Traits.Command == "" {
		return true
	}
	c.refuse("Log in to do that: it asks for a password.")
	return false
}

// isEmail tells whether a word looks like an address; whether it works shows
// only when something is sent there.
func isEmail(word string) bool {
	const longest = 254 // RFC 5321 §4.5.3.1.3, without its brackets
	name, host, ok := strings.Cut(word, "@")
	return ok && len(word) <= longest && name != "" && strings.Contains(host, ".") &&
		!strings.ContainsAny(host, "@,;<>\"'") && !strings.ContainsAny(name, ",;<>\"'") &&
		!strings.HasPrefix(host, ".") && !strings.HasSuffix(host, ".")
}

// registerNow makes the account; the session becomes its owner's.
func registerNow(t *world.Turn, a world.PasswordHashed) {
	if t.Config().Registration != "open" {
		t.Print("New accounts are no longer being made.\n")
		return
	}
	was := t.Me().Key
	if err := t.Become(t.TypistID(), a.Handle, a.Email, a.Hash); err != nil {
		t.Print(sentence(err) + "\nNothing has been changed.\n")
		return
	}
	t.Print(fmt.Sprintf("Welcome, %s! The account is yours; from now on log in with its name and your password.\n", a.Handle))
	t.PrintRaw(fmt.Sprintf("\n**** Starting FICS session as %s ****\n\n", t.Me().Tagged()))
	if t.Me().Key != was {
		t.Arrived()
	}
}

// password changes the typist's password: in one line, as clients do, or
// asking for what is not to be seen.
func password(c *call) {
	switch {
	case c.me().Guest:
		c.printf("Setting a password is only for registered players.")
	case !c.has(0) && !c.canAsk():
	case !c.has(0):
		step := askOld
		if c.account().Password == "" {
			step = askNew
		}
		c.printf("What you type is not shown; an empty line gives up.")
		ask(c.t, secret{step: step, why: world.ForChange})
	case !c.has(1):
		c.usage()
	case c.session().Traits.Command != "":
		c.canAsk()
	default:
		changePassword(c.t, c.word(0), c.word(1))
	}
}

// maxKeys is how many SSH keys an account can have.
const maxKeys = 20

// sshKey lists, adds and removes the keys with which one can log in over SSH.
func sshKey(c *call) {
	rest := c.word(1)
	switch what := strings.ToLower(c.word(0)); {
	case what == "" || what == "list":
		listKeys(c)
	case what == "add" && rest == "":
		c.usage()
	case what == "add" && len(c.account().SSHKeys) >= maxKeys:
		c.printf("You have %d keys, which is the most; remove one first.", maxKeys)
	case what == "add" && c.session().Traits.Command != "":
		c.refuse("Log in to add a key.")
	case what == "add":
		c.t.Start(c.session().ID, world.ReadKey{Line: rest})
	case what == "remove":
		removeKey(c, rest)
	default:
		c.usage()
	}
}

func listKeys(c *call) {
	keys := c.account().SSHKeys
	if len(keys) == 0 {
		c.printf("You have no SSH keys. \"help sshkey\" tells how to add one.")
		return
	}
	for i, line := range keys {
		c.table(fmt.Sprintf("%3d: %s\n", i+1, describeKey(line)))
	}
}

// describeKey is a stored key as people compare it: type, fingerprint
// (RFC 4648 base64 of its SHA-256, as ssh-keygen prints it) and comment.
func describeKey(line string) string {
	f := strings.SplitN(line, " ", 3)
	raw, err := base64.StdEncoding.DecodeString(f[min(1, len(f)-1)])
	if err != nil {
		return line
	}
	sum := sha256.Sum256(raw)
	text := f[0] + " SHA256:" + base64.RawStdEncoding.EncodeToString(sum[:])
	if len(f) == 3 {
		text += " " + f[2]
	}
	return text
}

// keyRead stores a key that has been read.
func keyRead(t *world.Turn, a world.KeyRead) {
	me := t.Me()
	keys := t.SeeAccount(me.Key).SSHKeys
	body := func(line string) string { return strings.Join(strings.SplitN(line, " ", 3)[:2], " ") }
	switch {
	case a.Problem != "":
		t.Print(a.Problem + "\n")
	case t.StoreIsDown():
		t.Print("The disk is not taking what we write; please try again in a minute.\n")
	case slices.ContainsFunc(keys, func(k string) bool { return body(k) == body(a.Line) }):
		t.Print("You have that key already.\n")
	case len(keys) >= maxKeys:
		t.Print(fmt.Sprintf("You have %d keys, which is the most; remove one first.\n", maxKeys))
	default:
		t.SetKeys(me.Key, append(slices.Clone(keys), a.Line))
		t.PrintRaw(fmt.Sprintf("Key %d added: %s\n", len(keys)+1, describeKey(a.Line)))
	}
}

func removeKey(c *call, which string) {
	keys := c.account().SSHKeys
	i := -1
	for n := range keys {
		if which == fmt.Sprint(n+1) {
			i = n
		}
	}
	if i < 0 {
		c.printf("You have no key %q; \"sshkey list\" shows their numbers.", clean(which))
		return
	}
	c.t.SetKeys(c.me().Key, slices.Delete(slices.Clone(keys), i, i+1))
	c.printf("Key %d removed.", i+1)
}

// quit ends the visit, but not a game (docs/protocol.md §1.9). A game that
// waits for the opponent after a restart goes on waiting.
func quit(c *call) {
	if g := c.t.SeeGame(c.me().Game); g != nil && g.WaitsUntil == 0 {
		c.t.Session(c.session().ID).QuitAt = c.t.At
		c.printf("You can't quit while you are playing a game.")
		c.printf("Type \"resign\" to give it up, or \"abort\" or \"adjourn\" to ask your opponent to end it.")
		return
	}
	c.t.StopExamining(c.me().Key)
	c.printf("Logging you out.")
	c.table("\nThank you for playing at " + c.t.Config().ServerName + ". Until next time!\n")
	leave(c.t, c.session().ID)
}

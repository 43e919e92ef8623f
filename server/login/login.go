// Package login is the conversation between accepting a connection and the
// world: name, password, a guest's "press return", or a refusal. It is one
// state machine for all transports, without sockets, clocks or locks: events
// go in, actions come out, so that each conversation is a table in a test.
//
// What clients look for in it is exact: docs/clients.md §2 and
// docs/protocol.md §1. Everything is written with "\n" as line end; whoever
// sends it puts the transport's own in its place.
package login

import (
	"fmt"
	"strings"

	"epicenter/server/transport"
	"epicenter/server/world"
)

// Action is what the machine wants done. Those of one event are done in order.
type Action interface{ action() }

// Actions that say something.
type (
	// Say sends text; it ends with a line end or with a prompt.
	Say struct{ Text string }
	// Echo switches the showing of what the peer types; an own unit of output
	// at this place (docs/clients.md §0 item 8).
	Echo struct{ On bool }
	// Close hangs up once everything said has left. Why is for the log.
	Close struct{ Why Reason }
)

// Actions that ask something. At most one is the last of an event's actions;
// the next event must be its answer, and no line may be read before, so that
// what was typed ahead waits for its turn (docs/clients.md §0 item 7).
type (
	// Find asks who bears a name; answered by Found. An empty Name asks for a
	// made-up one (docs/protocol.md §1.5).
	Find struct{ Name string }
	// Verify asks whether a password is the account's; answered by Verified.
	Verify struct {
		Account  Account
		Password string
	}
	// Change asks for a new password of an account, whose old one was verified;
	// answered by Changed.
	Change struct {
		Account  Account
		Password string
	}
	// Enter asks to be let in; Full answers when there is no room, otherwise
	// the conversation is over and the machine done.
	Enter struct{ Entry Entry }
)

func (Say) action()    {}
func (Echo) action()   {}
func (Close) action()  {}
func (Find) action()   {}
func (Verify) action() {}
func (Change) action() {}
func (Enter) action()  {}

// Reason is why the machine hangs up.
type Reason string

// The reasons.
const (
	Quit        Reason = "quit at the login"
	HTTP        Reason = "an HTTP request"
	Guesses     Reason = "too many wrong passwords"
	Lines       Reason = "too many lines at the login"
	Refused     Reason = "refused"
	Unavailable Reason = "the accounts cannot be read"
	TimedOut    Reason = "login timeout"
)

// Account is what is known of a name.
type Account struct {
	// Handle is as registered, or as an unregistered person will be called.
	Handle     string
	Registered bool
	Version    uint64 // of a registered account
	Hash       string // of its password, for the answer to Verify
	Level      int    // world.AdminLevel and above always get in
	Banned     bool
	MustChange bool // the password is for one login only
}

// Refusal is why a name cannot come in.
type Refusal uint8

// The refusals of Found. NoGuests to InUse concern unregistered names only.
const (
	None     Refusal = iota
	NoGuests         // people without account are not let in
	NoRoom           // as many people without account are online as may be
	InUse            // an unregistered person of that name is online or coming in
	BadName          // Why says it
	Broken           // the accounts cannot be read
)

// Answer is the answer to Find.
type Answer struct {
	Account Account
	Refusal Refusal
	Why     string // a sentence, for BadName
}

// Entry is a person who may come in.
type Entry struct {
	Account Account
	ByKey   bool
	IVars   world.IVars // from a %b line
}

// Options are what a conversation needs to know.
type Options struct {
	// Banner is said before anything else; it holds freechess.org.
	Banner string
	// Guests tells whether people without an account are let in.
	Guests bool
	// Attempts is how many wrong passwords end the conversation.
	Attempts int
	// Fit says why a password cannot be chosen, in a sentence for the person.
	Fit func(password, handle string) error
	// Exec marks a connection with one command to run: it gets no banner and
	// answers no questions.
	Exec bool
}

// maxLines ends a conversation that leads nowhere: more lines than a person or
// a client with type-ahead ever needs.
const maxLines = 40

// state is what the next event means.
type state uint8

const (
	atName   state = iota // a name is expected
	finding               // Find is out
	atReturn              // a guest is to press return
	atPassword
	verifying
	atNewPassword
	atRepeat
	changing
	entering
	done
)

// Machine is one conversation. Make it with New and call Start first; then each
// event is called with the previous one's actions done.
type Machine struct {
	opt      Options
	state    state
	account  Account
	madeUp   bool            // the name was made up for a guest
	verified transport.Login // by the transport; Unverified on telnet
	ivars    world.IVars
	lines    int
	wrong    int
	secret   string // the password that was right, then the new one
	chosen   string
}

// New returns a conversation with a peer of whom the transport says who he is;
// the zero login means that he is to be asked.
func New(opt Options, verified transport.Login) *Machine {
	return &Machine{opt: opt, verified: verified}
}

// prompt asks for a name. It stands alone on its line (docs/clients.md §0 item 8).
const prompt = "login: "

// invitation tells somebody who is asked for a name what to type. Whom the
// transport has verified never sees it: nothing is asked there.
func (m *Machine) invitation() string {
	if m.opt.Guests {
		return "Type your name, or enter guest to come in without an account.\n"
	}
	return "Type the name of your account.\n"
}

// Start begins the conversation.
func (m *Machine) Start() []Action {
	if m.verified.Method == transport.Unverified {
		return []Action{Say{m.opt.Banner + "\n" + m.invitation() + "\n" + prompt}}
	}
	name := strings.TrimSpace(m.verified.Name)
	if m.verified.Method == transport.NoPassword && isGuest(name) {
		name = ""
	}
	if m.opt.Exec {
		return m.find(name)
	}
	return append([]Action{Say{m.opt.Banner}}, m.find(name)...)
}

// TimeoutText is said to who does not get through the login in time
// (docs/protocol.md §1.1); then the connection is closed.
const TimeoutText = "\n**** LOGIN TIMEOUT ****\n"

// Interrupt is the peer's wish to stop (RFC 854 "IP"; docs/protocol.md §1.6).
func (m *Machine) Interrupt() []Action { return m.bye(Quit, "") }

// Line takes a line that the peer typed; overlong means that it was cut.
func (m *Machine) Line(text string, overlong bool) []Action {
	if m.lines++; m.lines > maxLines {
		return m.bye(Lines, "\nToo many lines before the login; please connect again.\n")
	}
	switch m.state {
	case atName:
		return m.name(strings.TrimSpace(text))
	case atReturn:
		return m.enter()
	case atPassword:
		return m.password(text, overlong)
	case atNewPassword:
		return m.newPassword(text, overlong)
	case atRepeat:
		return m.repeat(text)
	default:
		return nil // an answer is due or all is over: nobody reads lines now
	}
}

// bye ends the conversation. What is typed is shown again, wherever it ends
// (docs/cases.md 53).
func (m *Machine) bye(why Reason, text string) []Action {
	var out []Action
	if m.hidden() {
		out = append(out, Echo{true})
	}
	if m.opt.Exec {
		text = strings.TrimPrefix(text, "\n") // there is no prompt to leave behind
	}
	if text != "" {
		out = append(out, Say{text})
	}
	m.state, m.secret, m.chosen = done, "", ""
	return append(out, Close{why})
}

// hidden tells whether what is typed is not shown now.
func (m *Machine) hidden() bool {
	return m.state == atPassword || m.state == atNewPassword || m.state == atRepeat
}

// again goes back to the name.
func (m *Machine) again(text string) []Action {
	m.state, m.account, m.secret, m.chosen = atName, Account{}, "", ""
	return []Action{Say{"\n" + text + prompt}}
}

// name takes a line at the name prompt.
func (m *Machine) name(text string) []Action {
	switch {
	case text == "":
		return m.again("")
	case isHTTP(text):
		return m.bye(HTTP, "")
	case text[0] == '%':
		return m.control(text)
	case isGuest(text):
		return m.find("")
	}
	if err := world.CheckName(text); err != nil {
		return m.again(err.Error() + "\n\n")
	}
	return m.find(text)
}

// find asks who bears a name, or for a name.
func (m *Machine) find(name string) []Action {
	m.state, m.madeUp = finding, name == ""
	return []Action{Find{name}}
}

// control takes a line of a client or gateway (docs/protocol.md §1.3). The
// gateway's "%i" is honoured from nobody yet, and an unknown one is passed over.
func (m *Machine) control(text string) []Action {
	switch text[1:min(2, len(text))] {
	case "b":
		m.ivars = world.ParseIVarBits(text[2:])
		return m.again("#Ivars set.\n")
	case "q":
		return m.bye(Quit, "")
	}
	return m.again("")
}

// isGuest tells the words for "give me some name" (docs/protocol.md §1.5).
func isGuest(name string) bool {
	return strings.EqualFold(name, "guest") || strings.EqualFold(name, "g")
}

// isHTTP tells the first line of a request that a web page made a browser send
// here (docs/cases.md 95). No name holds a space.
func isHTTP(line string) bool {
	word, _, more := strings.Cut(line, " ")
	if !more {
		return false
	}
	switch strings.ToUpper(word) {
	case "GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "CONNECT", "TRACE", "PATCH", "PRI":
		return true
	}
	return false
}

// enter asks to be let in.
func (m *Machine) enter() []Action {
	m.state, m.secret, m.chosen = entering, "", ""
	return []Action{Enter{Entry{
		Account: m.account, IVars: m.ivars, ByKey: m.verified.Method == transport.Key,
	}}}
}

// Full answers Enter when as many people are online as may be.
func (m *Machine) Full() []Action {
	return m.bye(Refused, fmt.Sprintf(
		"\n**** Sorry %s, the server is full. Please try again later. ****\n", m.account.Handle))
}

package login

import (
	"fmt"

	"epicenter/server/transport"
)

// Found answers Find.
func (m *Machine) Found(a Answer) []Action {
	m.account = a.Account
	if text := m.refusal(a); text != "" {
		if a.Refusal == BadName && m.verified.Method == transport.Unverified {
			return m.again(text + "\n\n")
		}
		return m.bye(reason(a.Refusal), "\n"+text+"\n")
	}
	if m.verified.Method != transport.Unverified {
		return m.foundVerified()
	}
	if a.Account.Registered {
		m.state = atPassword
		// The prompt must stand alone on its line, and Scid compares the whole
		// of it: WILL ECHO goes to the end of the line before.
		return []Action{
			Say{fmt.Sprintf("\n%q is a registered name.  If it is yours, type the password.\n"+
				"If not, just hit return to try another name.\n", a.Account.Handle)},
			Echo{false},
			Say{"\npassword: "},
		}
	}
	m.state = atReturn
	return []Action{Say{m.welcome() +
		fmt.Sprintf("\nPress return to enter the server as %q:\n", a.Account.Handle)}}
}

// welcome tells an unregistered person his name; a made-up one has words of its
// own, which clients read it from (docs/protocol.md §1.5).
func (m *Machine) welcome() string {
	how := fmt.Sprintf("\n%q is not a registered name.  You may use this name to play unrated games.\n", m.account.Handle)
	if m.madeUp {
		how = fmt.Sprintf("\nLogging you in as %q; you may use this name to play unrated games.\n", m.account.Handle)
	}
	return how + "(After logging in, do \"help register\" for more info on how to register.)\n"
}

// foundVerified goes on with somebody whom the transport has verified.
func (m *Machine) foundVerified() []Action {
	switch {
	case m.account.Registered && m.verified.Method == transport.NoPassword,
		m.account.Registered && m.account.Version != m.verified.Version,
		!m.account.Registered && m.verified.Method != transport.NoPassword:
		return m.bye(Refused, "\nThe account has just changed; please log in again.\n")
	case m.account.MustChange && m.opt.Exec:
		return m.bye(Refused, "This account needs a new password first: log in without a command.\n")
	case m.account.MustChange:
		return m.askNewPassword("")
	}
	if m.opt.Exec || m.account.Registered {
		return m.enter()
	}
	return append([]Action{Say{m.welcome()}}, m.enter()...)
}

// refusal is the sentence for a name that cannot come in; each is one line that
// clients recognise, and then the connection closes (docs/cases.md 67).
func (m *Machine) refusal(a Answer) string {
	switch {
	case a.Account.Banned:
		return fmt.Sprintf("Player \"%s\" is banned.", a.Account.Handle)
	case a.Refusal == NoGuests:
		return "Sorry, guest connections have been prevented here: you need an account to come in."
	case a.Refusal == NoRoom:
		return "Sorry, there is no room for more guests now; please try again later."
	case a.Refusal == InUse:
		return fmt.Sprintf("*** Sorry %s is already logged in ***", a.Account.Handle)
	case a.Refusal == BadName:
		return a.Why
	case a.Refusal == Broken:
		return "Sorry, the accounts cannot be read now; please try again later."
	}
	return ""
}

func reason(r Refusal) Reason {
	if r == Broken {
		return Unavailable
	}
	return Refused
}

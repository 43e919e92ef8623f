package login

import "fmt"

// maxPassword is the longest password in bytes; hashing more helps nobody.
const maxPassword = 256

// password takes the line at the password prompt.
func (m *Machine) password(text string, overlong bool) []Action {
	if text == "" {
		return append([]Action{Echo{true}}, m.again("")...)
	}
	if overlong || len(text) > maxPassword {
		return append([]Action{Echo{true}}, m.Verified(false)...)
	}
	m.state, m.secret = verifying, text
	return []Action{Echo{true}, Verify{m.account, text}}
}

// Delay is what is said to somebody whose password is checked only after a
// while, in seconds, because of earlier wrong ones (docs/cases.md 73 and 84).
func Delay(seconds int) string {
	return fmt.Sprintf("\nAfter wrong passwords the next is checked slowly: %d seconds.\n", seconds)
}

// Verified answers Verify.
func (m *Machine) Verified(ok bool) []Action {
	switch {
	case !ok:
		const sorry = "**** Invalid password! ****\n\n"
		if m.wrong++; m.wrong >= m.opt.Attempts {
			return m.bye(Guesses, "\n"+sorry)
		}
		return m.again(sorry)
	case m.account.MustChange:
		return m.askNewPassword("")
	}
	return m.enter()
}

// askNewPassword asks for a new password before the account is let in. The
// prompts have no colon: clients answer anything that looks like "password:".
func (m *Machine) askNewPassword(complaint string) []Action {
	m.state, m.chosen = atNewPassword, ""
	text := complaint
	if text == "" {
		text = "The password of " + m.account.Handle + " was made for one login. Please choose your own.\n" +
			"It is not shown while you type it.\n"
	}
	return []Action{Say{"\n" + text}, Echo{false}, Say{"\nNew password? "}}
}

func (m *Machine) newPassword(text string, overlong bool) []Action {
	if overlong || len(text) > maxPassword {
		return m.askNewPassword(fmt.Sprintf("That is too long; at most %d bytes fit.\n", maxPassword))
	}
	if err := m.opt.Fit(text, m.account.Handle); err != nil {
		return m.askNewPassword(err.Error() + "\n")
	}
	if text == m.secret {
		return m.askNewPassword("That is the password you have; another one is needed.\n")
	}
	m.state, m.chosen = atRepeat, text
	return []Action{Say{"\nThe same again? "}}
}

func (m *Machine) repeat(text string) []Action {
	if text != m.chosen {
		return m.askNewPassword("The two are not the same.\n")
	}
	m.state = changing
	return []Action{Echo{true}, Change{m.account, m.chosen}}
}

// Changed answers Change: the account as it is now, or the sentence that says
// why nothing changed.
func (m *Machine) Changed(now Account, problem string) []Action {
	if problem != "" {
		return m.bye(Refused, "\n"+problem+"\n")
	}
	m.account = now
	m.verified.Version = now.Version
	return append([]Action{Say{"\nYour new password counts from now on.\n"}}, m.enter()...)
}

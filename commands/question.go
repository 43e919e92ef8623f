package commands

import (
	"strings"

	"epicenter/server/world"
)

// secret is an open question for a password: what is typed is not shown. An
// empty answer gives up. The prompts have no colon behind "password": clients
// answer anything that looks like `password:`.
type secret struct {
	step secretStep
	// why is what the password is for; handle and email go with a registration.
	why           world.PasswordUse
	handle, email string
	old, chosen   string
}

// secretStep is what is asked for.
type secretStep uint8

const (
	askOld secretStep = iota
	askNew
	askAgain
)

// Question is the prompt.
func (q secret) Question() string {
	switch q.step {
	case askOld:
		return "Your password as it is? "
	case askNew:
		return "New password? "
	}
	return "The same again? "
}

// ask opens a question for a secret on the typist's session.
func ask(t *world.Turn, q secret) {
	id := t.TypistID()
	t.Order(id, world.DoHide)
	t.Session(id).Question = q
}

// answer takes the line that answers an open question.
func answer(t *world.Turn, q world.Question, l world.Line) {
	s := t.Session(l.Session)
	ask, ok := q.(secret)
	if !ok {
		s.Question = nil
		return
	}
	t.PrintRaw("\n") // what was typed was not shown, its line end neither
	switch {
	case l.Overlong:
		ask.done(t, "That is too long for a password; nothing has been changed.")
	case strings.TrimSpace(l.Text) == "":
		ask.done(t, "Nothing has been changed.")
	case ask.step == askOld:
		ask.old, ask.step = l.Text, askNew
		s.Question = ask
	case ask.step == askNew:
		ask.chosen, ask.step = l.Text, askAgain
		s.Question = ask
	case l.Text != ask.chosen:
		ask.chosen, ask.step = "", askNew
		s.Question = ask
		t.Print("The two are not the same. Once more, or an empty line to give up:\n")
	default:
		ask.done(t, "")
		ask.carryOn(t)
	}
}

// done closes the question, with a word why when nothing comes of it.
func (q secret) done(t *world.Turn, why string) {
	id := t.TypistID()
	t.Session(id).Question = nil
	t.Order(id, world.DoShow)
	if why != "" {
		t.Print(why + "\n")
	}
}

// carryOn has the new password worked on, which takes a while.
func (q secret) carryOn(t *world.Turn) {
	id := t.TypistID()
	if q.why == world.ForRegistration {
		t.Start(id, world.HashPassword{Handle: q.handle, Email: q.email, Password: q.chosen, For: q.why})
		return
	}
	changePassword(t, q.old, q.chosen)
}

// changePassword checks the old password, if the account has one, and then has
// the new one hashed.
func changePassword(t *world.Turn, old, chosen string) {
	me := t.Me()
	if hash := t.SeeAccount(me.Key).Password; hash != "" {
		t.Start(t.TypistID(), world.CheckPassword{Hash: hash, Password: old, New: chosen})
		return
	}
	t.Start(t.TypistID(), world.HashPassword{Handle: me.Handle, Password: chosen, For: world.ForChange})
}

// jobDone brings the answer of a job to the session that waits for it; one that
// has ended meanwhile gets nothing.
func jobDone(t *world.Turn, j world.JobDone) {
	if s := t.SeeSession(j.Session); s == nil || !s.Waiting {
		return
	}
	t.SetTypist(j.Session)
	t.Answer()
	t.Resume(j.Session)
	switch a := j.Answer.(type) {
	case world.PasswordChecked:
		passwordChecked(t, a)
	case world.PasswordHashed:
		passwordHashed(t, a)
	case world.KeyRead:
		keyRead(t, a)
	default:
		t.Print("Something went wrong on our side; nothing has been done.\n")
	}
}

func passwordChecked(t *world.Turn, a world.PasswordChecked) {
	if !a.OK {
		t.Print("Incorrect password, password not changed!\n")
		return
	}
	t.Start(t.TypistID(), world.HashPassword{Handle: t.Me().Handle, Password: a.New, For: world.ForChange})
}

func passwordHashed(t *world.Turn, a world.PasswordHashed) {
	switch {
	case a.Problem != "":
		t.Print(a.Problem + "\nNothing has been changed.\n")
	case a.Err != nil:
		t.Print("Something went wrong on our side; nothing has been changed. Please try again later.\n")
	case t.StoreIsDown():
		t.Print("The disk is not taking what we write, so nothing has been changed. Please try again in a minute.\n")
	case a.For == world.ForRegistration:
		registerNow(t, a)
	default:
		t.SetHash(t.Me().Key, a.Hash)
		t.Print("Password changed.\n")
	}
}

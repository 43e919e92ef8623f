package commands

import (
	"fmt"
	"strings"

	"epicenter/server/world"
)

// connected lets a verified person in, or tells him why not
// (docs/protocol.md §1.5–1.7).
func (cs *Commands) connected(t *world.Turn, c world.Connected) {
	how := t.Connect(c)
	switch how {
	case world.NameTaken:
		farewell(t, c, fmt.Sprintf("*** Sorry %s is already logged in ***", c.Handle))
		return
	case world.Stale:
		farewell(t, c, "Your account has just been changed. Please log in again.")
		return
	case world.BannedNow:
		farewell(t, c, fmt.Sprintf("Player %q is banned.", c.Handle))
		return
	case world.HereAlready:
		farewell(t, c, fmt.Sprintf("%s is logged in already; type the command there.", c.Handle))
		return
	case world.AdmittedInstead:
		t.Print(fmt.Sprintf("\n**** %s is already logged in - kicking them out. ****\n", c.Handle))
	}
	t.Answer()
	if c.Traits.Command != "" {
		cs.once(t, c.Traits.Command)
		return
	}
	greeting(t)
	backAtBoard(t, how)
}

// farewell says one line to a session that is not let in, and closes it.
func farewell(t *world.Turn, c world.Connected, text string) {
	t.SetTypist(c.Session)
	if c.Traits.Command == "" {
		text = "\n" + text
	}
	t.Print(text + "\n")
	t.Order(c.Session, world.DoFail)
	t.Order(c.Session, world.DoClose)
}

// once runs the command of `ssh host COMMAND`, and that is all: no greeting, no
// prompt, nobody is told of the visit. A line that is no command, is used wrongly
// or cannot be run there ends with a failed status, which scripts look at; what a
// command answers otherwise is an answer (docs/cases.md 80).
func (cs *Commands) once(t *world.Turn, text string) {
	id := t.TypistID()
	if text, _, _ = stripDollars(strings.TrimSpace(text)); text != "" {
		cs.execute(t, text, true)
	}
	if _, code, _ := t.Block(); code >= codeUnknown {
		t.Order(id, world.DoFail)
	}
	if t.SeeSession(id) != nil {
		leave(t, id)
	}
}

// leave ends a session in this turn, so that nothing it has typed behind counts
// (docs/cases.md 40), and closes its connection.
func leave(t *world.Turn, id world.SessionID) {
	t.Hangup(id)
	t.Order(id, world.DoClose)
}

// greeting is what a person sees after logging in (docs/protocol.md §1.7): the
// line that every client waits for, the message of the day, and then only what
// is true and concerns him.
func greeting(t *world.Turn) {
	me, cfg := t.Me(), t.Config()
	var b strings.Builder
	fmt.Fprintf(&b, "\n**** Starting FICS session as %s ****\n\n", me.Tagged())
	if motd := strings.Trim(cfg.MOTD, "\n"); motd != "" {
		b.WriteString(motd + "\n\n")
	}
	if me.Guest {
		b.WriteString("To get a game type \"seek 5 0 atomic\", or \"sought\" to see what others offer.\n")
	}
	if bot, ok := t.FreeHouseBot(); ok && (me.Guest || len(t.SeeAccount(me.Key).History) == 0) && bot.Handle != me.Handle {
		fmt.Fprintf(&b, "%s, a program, plays at once: type \"match %s 3 2 %s\".\n", bot.Handle, bot.Handle, bot.Variant)
		if !me.Guest {
			b.WriteString("\n")
		}
	}
	if me.Guest {
		b.WriteString("\"help intro\" shows you around.\n\n")
	}
	t.PrintRaw(b.String())
	noted, stored := t.Arrived()
	tellHost(t)
	if here := t.NotifiedOnline(); len(here) > 0 {
		t.Print("Present company includes: " + strings.Join(here, " ") + ".\n")
	}
	if len(noted) > 0 {
		t.Print("Your arrival was noted by: " + strings.Join(noted, " ") + ".\n")
	}
	tellStored(t, stored)
}

// tellHost warns the owner of an account whose last visit was from somewhere
// else.
func tellHost(t *world.Turn) {
	s := t.Typist()
	if now := s.Addr.String(); s.CameFrom != "" && s.Addr.IsValid() && s.CameFrom != now {
		t.PrintRaw(fmt.Sprintf("Player %s: Last login: %s This login: %s\n", s.Handle, s.CameFrom, now))
	}
}

// tellStored tells of adjourned games: who of the opponents is here, and how
// many there are.
func tellStored(t *world.Turn, here []string) {
	switch len(here) {
	case 0:
	case 1:
		t.Print("1 player, who has an adjourned game with you, is online: " + here[0] + "\n")
	default:
		t.Print(fmt.Sprintf("%d players, who have an adjourned game with you, are online: %s\n", len(here), strings.Join(here, " ")))
	}
	switch n := len(t.SeeAccount(t.Me().Key).Adjourned); n {
	case 0:
	case 1:
		t.Print("You have 1 adjourned game.\n")
	default:
		t.Print(fmt.Sprintf("You have %d adjourned games.\n", n))
	}
}

// autoLogout ends a session that has been idle too long (docs/protocol.md
// §1.1); clients look for the line.
func autoLogout(t *world.Turn, id world.SessionID) {
	s, idle := t.SeeSession(id), t.Config().IdleTimeout
	if s == nil || s.Closing {
		return
	}
	t.Tell(world.Note{Text: fmt.Sprintf("**** Auto-logout because you were idle more than %d minutes. ****", idle/60_000)}, id)
	leave(t, id)
}

package commands

import (
	"fmt"
	"strings"

	"epicenter/server/world"
)

// connected lets a verified person in, or tells him why not
// (docs/protocol.md §1.5–1.7).
func connected(t *world.Turn, c world.Connected) {
	switch t.Connect(c) {
	case world.NameTaken:
		farewell(t, c.Session, fmt.Sprintf("*** Sorry %s is already logged in ***", c.Handle))
		return
	case world.Stale:
		farewell(t, c.Session, "Your account has just been changed. Please log in again.")
		return
	case world.BannedNow:
		farewell(t, c.Session, fmt.Sprintf("Player %q is banned.", c.Handle))
		return
	case world.AdmittedInstead:
		t.Print(fmt.Sprintf("\n**** %s is already logged in - kicking them out. ****\n", c.Handle))
	}
	t.Answer()
	if c.Traits.Command != "" {
		return
	}
	greeting(t)
}

// farewell says one line to a session that is not let in, and closes it.
func farewell(t *world.Turn, id world.SessionID, text string) {
	t.SetTypist(id)
	t.Print("\n" + text + "\n")
	t.Order(id, world.DoClose)
}

// greeting is what a person sees after logging in.
func greeting(t *world.Turn) {
	me, cfg := t.Me(), t.Config()
	var b strings.Builder
	fmt.Fprintf(&b, "\n**** Starting FICS session as %s ****\n\n", me.Tagged())
	if cfg.MOTD != "" {
		b.WriteString(strings.TrimRight(cfg.MOTD, "\n") + "\n\n")
	}
	t.PrintRaw(b.String())
	t.Arrived()
}

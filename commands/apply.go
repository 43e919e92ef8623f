// Package commands is what people can say to the server: it turns inputs into
// verbs of the world and words the answers. There is one table of commands,
// one file for each family of them, and one help text for each beside them in
// help/ (docs/design.md, "One place for each new thing").
package commands

import (
	"epicenter/server/world"
)

// Apply applies one input to the world. It is what the loop is handed.
func (cs *Commands) Apply(t *world.Turn, in world.Input) {
	cs.apply(t, in)
	t.TellAvailability()
}

func (cs *Commands) apply(t *world.Turn, in world.Input) {
	switch b := in.Body.(type) {
	case world.Connected:
		cs.connected(t, b)
	case world.Line:
		cs.line(t, b)
		t.KeepLag(b.Session)
	case world.Pong:
		t.Ponged(b)
	case world.Closed:
		t.Hangup(b.Session)
	case world.Window:
		t.Resize(b.Session, b.Width, b.Height)
	case world.Speaks:
		t.SpeaksUTF8(b.Session)
	case world.JobDone:
		jobDone(t, b)
	case world.Due:
		due(t, b.Deadline)
	case world.ConfigChanged:
		t.SetConfig(b.Config)
	case world.StoreDown:
		t.SetStoreDown(true)
		warnAll(t, "The disk is not taking what we write. Your games go on, but nothing since a moment ago is saved yet.")
	case world.StoreUp:
		t.SetStoreDown(false)
		warnAll(t, "The disk works again: everything is saved.")
	case world.Restarted:
		t.WaitForPlayers()
	case world.AdminRequest:
		t.Administer(b)
	case world.Stopping:
		stopping(t, b)
	}
}

// due applies a deadline.
func due(t *world.Turn, d world.Deadline) {
	switch d.Kind {
	case world.DueIdle:
		autoLogout(t, world.SessionID(d.ID))
	case world.DueGame:
		t.GameDue(int(d.ID))
	case world.DueGrace:
		t.GraceOver(d.Key)
	case world.DueShutdown:
		shutdownDue(t)
	}
}

// warnAll says a line to everybody.
func warnAll(t *world.Turn, text string) {
	for id := range t.Sessions() {
		t.Tell(world.Note{Text: text}, id)
	}
}

// stopping tells everybody that the server goes down and puts them off; games
// wait in the store as they are.
func stopping(t *world.Turn, b world.Stopping) {
	text := "**** The server is going down now. ****"
	if b.Reason != "" {
		text = "**** The server is going down now: " + b.Reason + " ****"
	}
	t.StopClocks()
	for id := range t.Sessions() {
		t.Tell(world.Note{Text: text}, id)
		t.Order(id, world.DoClose)
	}
}

package server

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"epicenter/server/login"
	"epicenter/server/outbox"
	"epicenter/server/text"
	"epicenter/server/transport"
	"epicenter/server/world"
	"epicenter/storage"
)

// login leads the connection through the conversation before the world and
// reports whether it came in. Otherwise it has been told to close.
func (x *session) login() bool {
	cfg, traits := x.srv.Config(), x.conn.Traits()
	if traits.Exec && strings.TrimSpace(traits.Command) == "" {
		x.say("No command was given.\n")
		x.turnAway(login.Refused)
		return false
	}
	m := login.New(conversation(cfg, traits.Exec), traits.Login)
	timer := time.AfterFunc(loginTime(cfg), x.timeout)
	defer timer.Stop()
	for next := m.Start(); ; {
		answer, over := x.perform(m, next)
		switch {
		case over:
			return x.phase.Load() == inWorld
		case answer != nil:
			next = answer
			continue
		}
		ev, err := x.conn.ReadEvent()
		if err != nil {
			x.conn.Outbox().Close()
			return false
		}
		next = nil
		switch ev := ev.(type) {
		case transport.Line:
			if refusal := x.gateway(ev.Text); refusal != "" {
				x.say(refusal + "\n")
				x.turnAway(login.Refused)
				return false
			}
			next = m.Line(ev.Text, ev.Overlong)
		case transport.Interrupt:
			next = m.Interrupt()
		case transport.Window:
			x.window = ev
		}
	}
}

// timeout ends a conversation that took too long; it runs beside the session's
// own goroutine.
func (x *session) timeout() {
	if x.phase.CompareAndSwap(atLogin, tooLate) {
		x.conn.Echo(true)
		x.say(login.TimeoutText)
		x.conn.Outbox().CloseAfterFlush(goodbye)
	}
}

// perform does what the machine wants. It returns the actions that follow from
// an answer, or says that the conversation is over.
func (x *session) perform(m *login.Machine, actions []login.Action) (answer []login.Action, over bool) {
	defer x.conn.Outbox().Wake()
	for _, a := range actions {
		switch a := a.(type) {
		case login.Say:
			x.say(a.Text)
		case login.Echo:
			x.conn.Echo(a.On)
		case login.Find:
			return m.Found(x.find(a.Name)), false
		case login.Verify:
			return m.Verified(x.srv.verify(try{
				account: a.Account, password: a.Password, addr: x.addr, gone: x.conn.Outbox().Done(),
				slow: func(seconds int) { x.say(login.Delay(seconds)) },
			})), false
		case login.Change:
			return m.Changed(x.change(a)), false
		case login.Enter:
			if x.comeIn(a.Entry) {
				return nil, true
			}
			return m.Full(), x.phase.Load() != atLogin
		case login.Close:
			x.turnAway(a.Why)
			return nil, true
		}
	}
	return nil, false
}

// say queues text of the login.
func (x *session) say(s string) {
	if s == "" {
		return
	}
	traits := x.conn.Traits()
	b := []byte(strings.ReplaceAll(s, "\n", traits.EOL))
	if !traits.UTF8 {
		b = text.ToASCII(b)
	}
	x.conn.Outbox().Put(outbox.Unit{Bytes: b})
	x.conn.Outbox().Wake()
}

// find looks a name up, or makes one up.
func (x *session) find(name string) login.Answer {
	x.drop()
	if name == "" {
		return x.guestName()
	}
	a := login.Answer{Account: login.Account{Handle: name}}
	var refused *world.NameError
	err := x.srv.opt.Store.View(func(r storage.Reader) error {
		raw, err := r.Get(storage.Accounts, storage.AccountKey(name))
		if err != nil {
			return err
		}
		if raw == nil {
			return world.CheckFree(r, name, x.srv.Config().Login.ReservedNames)
		}
		account, err := storage.DecodeAccount(raw)
		if err != nil {
			return err
		}
		a.Account = accountOf(account)
		return nil
	})
	switch {
	case errors.As(err, &refused):
		a.Refusal, a.Why = login.BadName, refused.Text
	case err != nil:
		x.srv.opt.Log.Error("an account cannot be read", "name", storage.Key(name), "err", err)
		a.Refusal = login.Broken
	case !a.Account.Registered:
		a.Refusal = x.guestRefusal()
		if a.Refusal == login.None && !x.hold(name) {
			a.Refusal = login.InUse
		}
	}
	return a
}

// accountOf is what the login needs of an account.
func accountOf(a *storage.Account) login.Account {
	return login.Account{
		Handle: a.Handle, Registered: true, Version: a.Version, Hash: a.Password, Level: a.Level,
		Banned: a.Banned != "", MustChange: a.MustChange,
	}
}

// guestRefusal says why people without an account are not let in now.
func (x *session) guestRefusal() login.Refusal {
	m := roomOf(x.srv.Config())
	switch {
	case !m.guests:
		return login.NoGuests
	case !x.srv.roster.guestRoom(m):
		return login.NoRoom
	}
	return login.None
}

// guestName makes up a name that nobody bears.
func (x *session) guestName() login.Answer {
	a := login.Answer{Account: login.Account{Handle: "guest"}, Refusal: x.guestRefusal()}
	if a.Refusal != login.None {
		return a
	}
	// Of 456,976 names at most some thousands are taken.
	for range 100 {
		name := guestName(x.srv.opt.Pick)
		if x.hold(name) {
			a.Account.Handle = name
			return a
		}
	}
	a.Refusal = login.NoRoom
	return a
}

// hold takes an unregistered name for this session; drop gives it back.
func (x *session) hold(name string) bool {
	if !x.srv.roster.hold(name) {
		return false
	}
	x.name = name
	return true
}

func (x *session) drop() {
	if x.name != "" {
		x.srv.roster.release(x.name)
		x.name = ""
	}
}

// comeIn posts Connected, unless there is no room or the time is over.
func (x *session) comeIn(e login.Entry) bool {
	a := e.Account
	if !x.srv.roster.enter(!a.Registered, a.Level, roomOf(x.srv.Config())) {
		return false
	}
	if !x.phase.CompareAndSwap(atLogin, inWorld) {
		x.srv.roster.leave(!a.Registered)
		return false
	}
	x.guest, x.handle = !a.Registered, a.Handle
	x.id = world.SessionID(x.srv.lastID.Add(1))
	x.slots = make(chan struct{}, inLoop)
	x.pass.Enter()
	t := x.conn.Traits()
	if x.window == (transport.Window{}) {
		x.window = t.Window
	}
	x.srv.opt.Log.Info("logged in", "session", x.id, "name", a.Handle, "address", addrText(x.addr),
		"over", t.Name, "registered", a.Registered, "by_key", e.ByKey)
	x.srv.loop.Attach(x.id, x)
	x.srv.post(world.Connected{
		Session: x.id, Handle: a.Handle, Registered: a.Registered, Version: a.Version, ByKey: e.ByKey,
		Addr: x.addr, IVars: e.IVars,
		Traits: world.Traits{
			Transport: t.Name, EOL: t.EOL, UTF8: t.UTF8, Terminal: t.PTY, Command: t.Command,
			Width: x.window.Width, Height: x.window.Height, Timeseal: t.Timeseal,
		},
	})
	return true
}

// turnAway closes a connection whose login has failed.
func (x *session) turnAway(why login.Reason) {
	x.phase.CompareAndSwap(atLogin, tooLate)
	addr := x.addr
	switch why {
	case login.Quit:
	case login.Refused, login.HTTP, login.Guesses, login.Lines, login.Unavailable:
		x.srv.hush.note(fmt.Sprintf("login ended: %s", why), addr)
	}
	if why != login.Quit {
		x.Fail()
	}
	if why == login.HTTP {
		x.conn.Outbox().Close() // a browser is owed no goodbye
		return
	}
	x.conn.Outbox().CloseAfterFlush(goodbye)
}

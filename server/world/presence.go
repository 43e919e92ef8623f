package world

import (
	"net/netip"
	"slices"
	"strconv"
)

func itoa(n int) string { return strconv.Itoa(n) }

// Came tells that somebody has logged in, Went that he has left.
type Came struct {
	Handle string
	// Why says on account of what the receiver is told.
	Why Notice
	// Addr is where from, for administrators alone; Guest goes with it.
	Addr  netip.Addr
	Guest bool
	// Record is what clients with `iset pin 1` are sent, for NoticePin.
	Record string
}

// Went tells that somebody has left.
type Went struct {
	Handle string
	Why    Notice
	Addr   netip.Addr
	Guest  bool
}

// Notice is why somebody is told of a coming or going (docs/protocol.md §1.7).
type Notice uint8

// The reasons.
const (
	NoticeLogins  Notice = iota // he hears all logins: set pin 1
	NoticeMine                  // the person is on his notify list
	NoticeTheirs                // he is on the person's list, the person not on his
	NoticeStored                // he has an adjourned game with the person
	NoticeMachine               // iset pin 1: a line for his client
)

func (Came) fact()         {}
func (Came) presenceFact() {}
func (Went) fact()         {}
func (Went) presenceFact() {}

// Arrived tells others that the typist has come in: those who hear logins,
// those whose notify lists say so, and those who have an adjourned game with
// him (docs/protocol.md §1.7). It returns the handles of those who noted it
// and of those with adjourned games, in order of handle.
func (t *Turn) Arrived() (noted, stored []string) {
	me := t.Me()
	f := Came{Handle: me.Handle, Guest: me.Guest}
	w := t.witnesses(me)
	if len(w.machine) > 0 {
		t.Tell(Came{Why: NoticeMachine, Record: t.pinRecord(me)}, w.machine...)
	}
	f.Why = NoticeLogins
	t.Tell(f, w.pin...)
	f.Addr = t.Typist().Addr
	t.Tell(f, w.admins...)
	f.Addr = netip.Addr{}
	f.Why = NoticeStored
	t.Tell(f, w.stored...)
	f.Why = NoticeMine
	t.Tell(f, w.mine...)
	f.Why = NoticeTheirs
	t.Tell(f, w.theirs...)
	return t.handlesOf(w.mine), t.handlesOf(w.stored)
}

// departed tells others that somebody has left the session at addr.
func (t *Turn) departed(p *Player, addr netip.Addr) {
	f := Went{Handle: p.Handle, Guest: p.Guest}
	w := t.witnesses(p)
	f.Why = NoticeMachine
	t.Tell(f, w.machine...)
	f.Why = NoticeLogins
	t.Tell(f, w.pin...)
	f.Addr = addr
	t.Tell(f, w.admins...)
	f.Addr = netip.Addr{}
	f.Why = NoticeMine
	t.Tell(f, w.mine...)
	f.Why = NoticeTheirs
	t.Tell(f, w.theirs...)
	t.loseFollowers(p)
}

// witnesses are those who learn of a coming or going, by reason; each list is
// in order of handle.
type witnesses struct{ machine, pin, admins, stored, mine, theirs []SessionID }

func (t *Turn) witnesses(p *Player) (w witnesses) {
	a := t.SeeAccount(p.Key)
	for key, o := range t.Players() {
		if key == p.Key || !o.Online() {
			continue
		}
		switch {
		case t.OnList(key, "notify", p.Handle):
			w.mine = append(w.mine, o.Session)
		case a != nil && containsFold(a.Lists["notify"], o.Handle) && o.Vars.On(VarNotifiedBy):
			w.theirs = append(w.theirs, o.Session)
		}
		if a != nil && hasWaiting(a.Adjourned, o.Handle) {
			w.stored = append(w.stored, o.Session)
		}
		if t.SeeSession(o.Session).IVars.Has(IPin) {
			w.machine = append(w.machine, o.Session)
		}
		switch {
		case !o.Vars.On(VarPin):
		case o.Level >= AdminLevel:
			w.admins = append(w.admins, o.Session)
		default:
			w.pin = append(w.pin, o.Session)
		}
	}
	return w
}

func (t *Turn) handlesOf(list []SessionID) (handles []string) {
	for _, id := range list {
		handles = append(handles, t.SeeSession(id).Handle)
	}
	return handles
}

// NotifiedOnline are those on the typist's notify list who are here, in order
// of handle.
func (t *Turn) NotifiedOnline() (handles []string) {
	me := t.Me()
	for key, o := range t.Players() {
		if key != me.Key && o.Online() && t.OnList(me.Key, "notify", o.Handle) {
			handles = append(handles, o.Handle)
		}
	}
	return handles
}

// OnList tells whether a handle stands on a person's list.
func (t *Turn) OnList(key, list, handle string) bool {
	a := t.SeeAccount(key)
	return a != nil && containsFold(a.Lists[list], handle)
}

func containsFold(list []string, handle string) bool {
	return slices.ContainsFunc(list, func(w string) bool { return equalFold(w, handle) })
}

// equalFold compares ASCII letters without regard to case.
func equalFold(a, b string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range len(a) {
		if a[i]|0x20 != b[i]|0x20 {
			return false
		}
	}
	return true
}

package world

import (
	"slices"
	"strconv"
)

func itoa(n int) string { return strconv.Itoa(n) }

// Came tells that somebody has logged in, Went that he has left.
type Came struct {
	Handle string
	// Noted is set for those who have him on their notify list; Unnoted for
	// those who are on his notify list but do not have him on theirs.
	Noted, Unnoted bool
}

// Went tells that somebody has left.
type Went struct {
	Handle         string
	Noted, Unnoted bool
}

func (Came) fact()         {}
func (Came) presenceFact() {}
func (Went) fact()         {}
func (Went) presenceFact() {}

// Arrived tells others that the typist has come in: those who hear logins, and
// those whose notify lists say so (docs/protocol.md §1.7). It returns the
// handles of those who noted it, in order of handle.
func (t *Turn) Arrived() (noted []string) {
	me := t.Me()
	return t.tellPresence(me, func(noted, unnoted bool) Fact { return Came{me.Handle, noted, unnoted} })
}

// departed tells others that somebody has left.
func (t *Turn) departed(p *Player) {
	t.tellPresence(p, func(noted, unnoted bool) Fact { return Went{p.Handle, noted, unnoted} })
}

func (t *Turn) tellPresence(p *Player, fact func(noted, unnoted bool) Fact) (noted []string) {
	mine := t.SeeAccount(p.Key)
	var pin, note, unnoted []SessionID
	for key, o := range t.Players() {
		if key == p.Key || !o.Online() {
			continue
		}
		onTheirs, onMine := t.OnList(key, "notify", p.Handle), mine != nil && containsFold(mine.Lists["notify"], o.Handle)
		switch {
		case onTheirs:
			note = append(note, o.Session)
			noted = append(noted, o.Handle)
		case onMine && o.Vars.On(VarNotifiedBy):
			unnoted = append(unnoted, o.Session)
		}
		if o.Vars.On(VarPin) {
			pin = append(pin, o.Session)
		}
	}
	t.Tell(fact(false, false), pin...)
	t.Tell(fact(true, false), note...)
	t.Tell(fact(false, true), unnoted...)
	return noted
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

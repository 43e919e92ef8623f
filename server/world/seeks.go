package world

import "slices"

// Ad is a seek as others see it.
type Ad struct {
	Number         int
	Handle, Titles string
	TitleBits      int
	Rating         int
	State          byte
	Terms          Terms
	Manual         bool
	Formula        bool
	Low, High      int
}

// SeekPosted tells of a new ad.
type SeekPosted struct {
	Ad  Ad
	Own bool // the receiver posted it
}

// SeeksRemoved tells that ads are gone.
type SeeksRemoved struct{ Numbers []int }

// SeekList is all the ads that somebody may see: what `iset seekinfo 1` and the
// end of a game bring (docs/protocol.md §7.5). Own are his own.
type SeekList struct{ Ads, Own []Ad }

func (SeekPosted) fact()       {}
func (SeekPosted) seekFact()   {}
func (SeeksRemoved) fact()     {}
func (SeeksRemoved) seekFact() {}
func (SeekList) fact()         {}
func (SeekList) seekFact()     {}

// AdOf is a seek with what is shown of it.
func (t *Turn) AdOf(s *Seek) Ad {
	a := Ad{
		Number: s.Number, Terms: s.Terms, Manual: s.Manual, Formula: s.Formula,
		Low: s.Low, High: s.High, Handle: t.handleOf(s.Key),
	}
	a.Rating, a.State = t.RatingState(s.Key, s.Terms.Category())
	if p := t.players.See(s.Key); p != nil {
		a.Titles, a.TitleBits = p.Titles, TitleBits(p)
	}
	return a
}

// SeeksOf are a person's ads in the order of their numbers. They are not to be
// changed.
func (t *Turn) SeeksOf(key string) (own []*Seek) {
	for _, s := range t.Seeks() {
		if s.Key == key {
			own = append(own, s)
		}
	}
	return own
}

// firstPassive is the lowest number of a passive ad: the small ones, which are
// quick to type, are for the people.
const firstPassive = 100

// PostSeek posts an ad and tells those who may see it; saw is how many others
// did.
func (t *Turn) PostSeek(s Seek) (posted *Seek, saw int) {
	s.Number = t.state.seekNos.give(t.At, func(n int) bool {
		return s.Passive && n < firstPassive || t.seeks.See(n) != nil
	})
	s.At = t.At
	t.seeks.Put(s.Number, &s)
	return &s, t.advertise(&s)
}

// UpdateSeek changes an ad under its number: the old one is taken away, the new
// one shown.
func (t *Turn) UpdateSeek(number int, to Seek) (saw int) {
	old := t.seeks.See(number)
	t.tellRemoved(old)
	to.Number, to.At = number, old.At
	t.seeks.Put(number, &to)
	return t.advertise(&to)
}

func (t *Turn) advertise(s *Seek) (saw int) {
	ad := t.AdOf(s)
	if owner := t.players.See(s.Key); owner.Online() && t.showsOwn(owner) {
		t.Tell(SeekPosted{ad, true}, owner.Session)
	}
	seers := t.seersOf(s)
	t.Tell(SeekPosted{ad, false}, seers...)
	return len(seers)
}

// RemoveSeeks takes ads of one person away and tells those who saw them.
func (t *Turn) RemoveSeeks(seeks ...*Seek) {
	t.tellRemoved(seeks...)
	for _, s := range seeks {
		t.seeks.Remove(s.Number)
		t.state.seekNos.back(s.Number, t.At+t.cfg.NumberReuse)
	}
}

func (t *Turn) tellRemoved(seeks ...*Seek) {
	if len(seeks) == 0 {
		return
	}
	f := SeeksRemoved{}
	var to []SessionID
	for _, s := range seeks {
		f.Numbers = append(f.Numbers, s.Number)
		to = append(to, t.seersOf(s)...)
	}
	if owner := t.players.See(seeks[0].Key); owner.Online() && t.showsOwn(owner) {
		to = append(to, owner.Session)
	}
	slices.Sort(to)
	t.Tell(f, slices.Compact(to)...)
}

// showsOwn tells whether somebody wants to see his own ads.
func (t *Turn) showsOwn(p *Player) bool {
	s := t.SeeSession(p.Session)
	return p.Game == 0 && s != nil && (p.Vars.On(VarShowOwnSeek) || s.IVars.Has(IShowOwnSeek))
}

// seersOf are the sessions of those others to whom an ad is shown, in order.
func (t *Turn) seersOf(s *Seek) (ids []SessionID) {
	for id, session := range t.Sessions() {
		p := t.players.See(session.Key)
		if p != nil && p.Session == id && p.Key != s.Key && t.looksForSeeks(p, session) && t.Shown(p.Key, s) {
			ids = append(ids, id)
		}
	}
	return ids
}

// looksForSeeks tells whether somebody is shown ads at all: he wants to and has
// no game in progress (docs/protocol.md §7.5; clients rely on seekinfo alone).
func (t *Turn) looksForSeeks(p *Player, s *Session) bool {
	return p.Game == 0 && (p.Vars.On(VarSeek) || s.IVars.Has(ISeekInfo))
}

// ListSeeks sends a session with seekinfo the list of all ads that it may see.
func (t *Turn) ListSeeks(id SessionID) {
	session := t.SeeSession(id)
	if session == nil || !session.IVars.Has(ISeekInfo) {
		return
	}
	p := t.players.See(session.Key)
	if p == nil || p.Game != 0 {
		return
	}
	var f SeekList
	for _, s := range t.Seeks() {
		switch {
		case s.Key == p.Key:
			if t.showsOwn(p) {
				f.Own = append(f.Own, t.AdOf(s))
			}
		case t.Shown(p.Key, s):
			f.Ads = append(f.Ads, t.AdOf(s))
		}
	}
	t.Tell(f, id)
}

package world

// GetGame is what the owner of an ad takes from others besides, without their
// having to answer it (docs/protocol.md §3.1).
type GetGame uint8

// The kinds.
const (
	GetNothing GetGame = iota
	GetBlitz           // any blitz
	GetFitting         // whatever fits his formula
)

// Gets tells whether somebody who takes whatever comes takes an ad: it begins a
// game by itself, he may answer it, and it is of the kind.
func (t *Turn) Gets(key string, how GetGame, s *Seek) bool {
	if s.Passive {
		return false // it is answered by play and match alone
	}
	if how == GetNothing || s.Manual || !t.Qualifies(key, s) || t.haveAdjourned(key, s.Key) {
		return false
	}
	if how == GetBlitz {
		return s.Terms.Type() == "blitz"
	}
	return t.FitsFormula(key, s.Key, s.Terms.Swapped())
}

// Getting is the oldest ad that somebody who takes whatever comes can have, nil
// when there is none.
func (t *Turn) Getting(key string, how GetGame) *Seek {
	var found []*Seek
	for _, s := range t.Seeks() {
		if t.Gets(key, how, s) {
			found = append(found, s)
		}
	}
	return oldest(found)
}

// Getter is the ad of whoever has waited longest for whatever comes and takes a
// new ad, nil when there is nobody.
func (t *Turn) Getter(s *Seek) *Seek {
	var found []*Seek
	for _, o := range t.Seeks() {
		if t.Gets(o.Key, o.GetGame, s) {
			found = append(found, o)
		}
	}
	return oldest(found)
}

func oldest(seeks []*Seek) *Seek {
	if len(seeks) == 0 {
		return nil
	}
	byAge(seeks)
	return seeks[0]
}

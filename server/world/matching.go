package world

import (
	"cmp"
	"slices"
)

// Bar is why somebody may not answer an ad or a challenge.
type Bar uint8

// The reasons, in the order in which they are asked.
const (
	NoBar Bar = iota
	BarCensors
	BarCensored
	BarNoPlay
	BarNoPlayed
	BarGuest
	BarComputers
	BarRated // enough rated games with a computer for today
	BarRange
	BarFormula
)

// Barred tells what keeps somebody from playing with another at all: the lists
// of both (docs/protocol.md §3.1 and §11).
func (t *Turn) Barred(key, other string) Bar {
	me, him := t.handleOf(key), t.handleOf(other)
	switch {
	case t.OnList(key, "censor", him):
		return BarCensors
	case t.OnList(other, "censor", me):
		return BarCensored
	case t.OnList(key, "noplay", him):
		return BarNoPlay
	case t.OnList(other, "noplay", me):
		return BarNoPlayed
	}
	return NoBar
}

// BarredFrom tells what keeps somebody from answering an ad, NoBar when he may.
func (t *Turn) BarredFrom(key string, s *Seek) Bar {
	if bar := t.Barred(key, s.Key); bar != NoBar {
		return bar
	}
	p := t.players.See(key)
	switch {
	case s.Terms.Rated && (p == nil || p.Guest):
		return BarGuest
	case t.isComputer(key) && t.isComputer(s.Key):
		return BarComputers
	case s.Terms.Rated && t.RatedEnough(key, s.Key):
		return BarRated
	case !t.inRange(key, s):
		return BarRange
	case s.Formula && !t.FitsFormula(s.Key, key, s.Terms):
		return BarFormula
	}
	return NoBar
}

// Shown tells whether an ad is shown to somebody: he may answer it, and his own
// formula wants it, if he has set one (docs/protocol.md §6.2). What his formula
// keeps from him he may answer all the same, if he knows of it.
func (t *Turn) Shown(key string, s *Seek) bool {
	return t.Qualifies(key, s) && t.FitsFormula(key, s.Key, s.Terms.Swapped())
}

// Qualifies tells whether somebody may answer an ad; his own he may not.
func (t *Turn) Qualifies(key string, s *Seek) bool {
	return s.Key != key && t.BarredFrom(key, s) == NoBar
}

// inRange tells whether a person's rating lies in the range of an ad; nobody's
// rating counts as 0.
func (t *Turn) inRange(key string, s *Seek) bool {
	r, _ := t.RatingState(key, s.Terms.Category())
	return s.Low <= r && r <= s.High
}

// MatchingSeeks are the ads of others that fit a new one, those that start a
// game by themselves first, older before newer: the same game, colours that go
// together, and each may answer the other (docs/protocol.md §3.1).
func (t *Turn) MatchingSeeks(s *Seek) []*Seek {
	var auto, manual []*Seek
	for _, o := range t.Seeks() {
		if o.Key == s.Key || s.Passive || o.Passive || !s.Terms.SameGame(o.Terms) || !coloursMeet(s.Terms.Colour, o.Terms.Colour) {
			continue
		}
		if !t.Qualifies(s.Key, o) || !t.Qualifies(o.Key, s) || t.haveAdjourned(s.Key, o.Key) {
			continue
		}
		if o.Manual || s.Manual {
			manual = append(manual, o)
		} else {
			auto = append(auto, o)
		}
	}
	byAge(auto)
	byAge(manual)
	return append(auto, manual...)
}

// haveAdjourned tells whether a game of two people waits to be gone on with:
// they begin no other before (docs/protocol.md §11).
func (t *Turn) haveAdjourned(key, other string) bool {
	a := t.SeeAccount(key)
	return a != nil && hasWaiting(a.Adjourned, t.handleOf(other))
}

// coloursMeet tells whether two wishes can both come true.
func coloursMeet(a, b Colour) bool { return a == AnyColour || a != b }

func byAge(seeks []*Seek) {
	slices.SortFunc(seeks, func(a, b *Seek) int {
		return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(a.Number, b.Number))
	})
}

// MeetingTerms are the terms of a game between the person who answers an ad
// with terms of his own and its owner: the one wish for a colour that either of
// them has, seen from the first.
func (m Terms) MeetingTerms(ad Terms) Terms {
	if m.Colour == AnyColour {
		m.Colour = ad.Swapped().Colour
	}
	return m
}

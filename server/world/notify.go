package world

import (
	"fmt"
	"slices"
)

// awhile is the idleness from which on a person counts as idle, ms
// (docs/protocol.md §3.5).
const awhile = 5 * 60_000

// Active notes that a session has typed something. Those who wait for an idle
// person with their idlenotify list are told (docs/protocol.md §3.6).
func (t *Turn) Active(s *Session) {
	idle := t.At - s.LastInput
	s.LastInput = t.At
	if idle < awhile {
		return
	}
	t.Tell(Note{Text: fmt.Sprintf("Notification: %s is no longer idle.", s.Handle)}, t.havingOn("idlenotify", s.Key, s.Handle)...)
}

// notifyOfGame tells those who have a player of a game on their gnotify list
// that it has begun; players and observers see that anyway.
func (t *Turn) notifyOfGame(g *Game) {
	r := &g.Record
	white, black := t.playerSessions(g)
	var to []SessionID
	for _, id := range append(t.havingOn("gnotify", g.KeyOf(White), r.White.Handle), t.havingOn("gnotify", g.KeyOf(Black), r.Black.Handle)...) {
		if id != white && id != black && !slices.Contains(g.Observers, id) && !slices.Contains(to, id) {
			to = append(to, id)
		}
	}
	rated := "unrated"
	if r.Rated {
		rated = "rated"
	}
	t.Tell(Note{Text: fmt.Sprintf("Game notification: %s (%s) vs. %s (%s) %s %s %d %d: Game %d",
		r.White.Handle, RatingField(r.White.Rating, r.White.State), r.Black.Handle, RatingField(r.Black.Rating, r.Black.State),
		rated, r.Type, r.White.Base/60_000, r.White.Inc/1000, r.Number)}, to...)
}

// havingOn are the sessions of those online who have somebody on a list, he
// himself left out, in order of handle.
func (t *Turn) havingOn(list, key, handle string) (ids []SessionID) {
	for k, p := range t.Players() {
		if k != key && p.Online() && t.OnList(k, list, handle) {
			ids = append(ids, p.Session)
		}
	}
	return ids
}

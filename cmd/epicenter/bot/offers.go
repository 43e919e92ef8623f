package bot

import (
	"fmt"
	"strings"

	"epicenter/server/ics"
)

// drawFrom is the half-move from which on an offer of a draw is weighed.
const drawFrom = 40

// offered answers an offer.
func (s *session) offered(o *ics.Offer) {
	if o.To {
		return
	}
	s.offers[o.Number] = *o
	switch o.Kind {
	case "match":
		s.challenged(o)
	case "draw":
		s.drawOffered(o)
	case "abort":
		s.reply(o, s.game != nil && len(s.game.moves) < 2)
	case "takeback":
		s.reply(o, s.game != nil && !s.game.rated)
	case "unpause":
		s.reply(o, true)
	default: // adjourn, pause, switch, simul, partner …
		s.reply(o, false)
	}
}

// reply accepts or declines an offer that still stands.
func (s *session) reply(o *ics.Offer, yes bool) {
	if _, stands := s.offers[o.Number]; !stands {
		return
	}
	delete(s.offers, o.Number)
	verb := "decline"
	if yes {
		verb = "accept"
	}
	s.send(fmt.Sprintf("$%s %d", verb, o.Number))
}

// drawOffered weighs an offer: an engine that tells its score takes it when it
// sees no advantage after the opening, one of xboard's protocol is asked.
func (s *session) drawOffered(o *ics.Offer) {
	g := s.game
	switch {
	case g == nil:
		s.reply(o, false)
	case g.scored || s.cfg.Engine.Scores():
		s.reply(o, g.scored && g.score <= 0 && len(g.moves) >= drawFrom)
	default:
		g.drawStands, g.drawTo = true, len(g.moves)
		if p := g.position(); p.Turn() != g.me {
			g.drawTo++
		}
	}
}

// challenged looks at a challenge; whose titles matter is asked for them first.
func (s *session) challenged(o *ics.Offer) {
	m, ok := ics.ParseMatch(o.Terms)
	switch {
	case !ok:
		s.logf("a challenge by %s that cannot be read is declined: %s", o.With, o.Terms)
		s.reply(o, false)
	case s.game != nil || s.leaving():
		s.reply(o, false)
	case m.Adjourned:
		s.logf("going on with the adjourned game against %s", o.With)
		s.reply(o, true)
	case s.cfg.Accept.needsTitles():
		s.asked[strings.ToLower(o.With)] = o.Number
		s.send("$finger " + o.With)
	default:
		s.decide(o, &m, &ics.Fingered{})
	}
}

// fingered goes on with a challenge.
func (s *session) fingered(f *ics.Fingered) {
	key := strings.ToLower(f.Name)
	n, waits := s.asked[key]
	delete(s.asked, key)
	o, stands := s.offers[n]
	if !waits || !stands || s.game != nil {
		return
	}
	if m, ok := ics.ParseMatch(o.Terms); ok {
		s.decide(&o, &m, f)
	}
}

// decide accepts or declines a challenge, and tells the challenger once why.
func (s *session) decide(o *ics.Offer, m *ics.Match, f *ics.Fingered) {
	key := strings.ToLower(o.With)
	who := opponent{computer: f.Computer, guest: f.Guest, rating: m.Ratings[0]}
	if strings.EqualFold(m.Names[1], o.With) {
		who.rating = m.Ratings[1]
	}
	if s.last == key {
		who.inARow = s.row
	}
	why := s.cfg.Accept.refuse(m, who, s.plays)
	if why == "" {
		s.logf("accepting %s", o.Terms)
		s.reply(o, true)
		return
	}
	s.logf("declining %s: %s", o.Terms, why)
	s.reply(o, false)
	if !s.told[key] && len(s.told) < 1000 {
		s.told[key] = true
		s.send(fmt.Sprintf("$tell %s %s.", o.With, why))
	}
}

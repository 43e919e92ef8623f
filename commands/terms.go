package commands

import (
	"fmt"

	"epicenter/rules"
	"epicenter/server/world"
)

// terms completes a wish from the typist's variables; a game that cannot be
// rated is made unrated and he is told why (docs/protocol.md §3.1). The other
// is nil for an ad. It fails with a sentence when the clock would be beyond
// what the server allows (docs/cases.md 21).
func (c *call) terms(w wish, other *world.Player) (world.Terms, bool) {
	me, cfg := c.me(), c.t.Config()
	m := world.Terms{Variant: w.variant, Colour: w.colour}
	if m.Variant == nil {
		m.Variant = rules.Lookup("chess")
	}
	n := w.numbers
	switch len(n) {
	case 0:
		m.Minutes, m.Seconds = int(me.Vars[world.VarTime]), int(me.Vars[world.VarInc])
	case 1:
		m.Minutes = n[0]
	default:
		m.Minutes, m.Seconds = n[0], n[1]
	}
	if len(n) == matchTimes && (n[0] != n[2] || n[1] != n[3]) {
		m.Odds, m.OddsMinutes, m.OddsSeconds = true, n[2], n[3]
	}
	if max(m.Minutes, m.OddsMinutes) > cfg.MaxMinutes || max(m.Seconds, m.OddsSeconds) > cfg.MaxSeconds {
		c.complain(fmt.Sprintf("A game has at most %d minutes and %d seconds a move.", cfg.MaxMinutes, cfg.MaxSeconds))
		return m, false
	}
	m.Rated = w.rated == yes || w.rated == unsaid && me.Vars.On(world.VarRated)
	if m.Rated {
		m.Rated = !c.revertsToUnrated(m, other)
	}
	return m, true
}

// revertsToUnrated tells whether a game that was to be rated cannot be, and
// says why.
func (c *call) revertsToUnrated(m world.Terms, other *world.Player) bool {
	switch {
	case c.me().Guest:
		c.tell("You are unregistered - setting to unrated.")
	case other != nil && other.Guest:
		c.tell("%s is unregistered - setting to unrated.", other.Handle)
	case m.Untimed():
		c.tell("Game is untimed - reverting to unrated")
	case m.Category() == "":
		c.tell("Game is non-standard - reverting to unrated")
	default:
		return false
	}
	return true
}

// complain refuses what was typed behind the command word.
func (c *call) complain(sentence string) {
	c.t.SetCode(codeBadParameters)
	c.printf("%s", sentence)
}

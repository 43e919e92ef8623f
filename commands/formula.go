package commands

import (
	"errors"
	"fmt"
	"strings"

	"epicenter/server/formula"
	"epicenter/server/world"
)

// setFormula sets the formula, and setClause one of f1 to f9. What cannot be read
// is refused with its place (docs/protocol.md §6.2, docs/cases.md 38).
func setFormula(c *call, s textSetting, value string) { c.setExpression(s, 0, "Formula", value) }

func setClause(c *call, s textSetting, value string) {
	c.setExpression(s, int(s.name[1]-'0'), "Formula variable "+s.name, value)
}

// setExpression stores an expression, unless it cannot be read. The ads that the
// typist is shown follow his formula (docs/protocol.md §7.5).
func (c *call) setExpression(s textSetting, number int, what, value string) {
	if c.tooLong(s.name, value, s.most) {
		return
	}
	var wrong *formula.Error
	if value != "" && errors.As(formula.Check(value, number), &wrong) {
		c.printf("Bad value given for variable %q.", s.name)
		c.printf("At column %d: %s. Type \"help formula\" for what can be said.", wrong.Column, wrong.Text)
		return
	}
	changed := c.t.SetFormula(c.me().Key, number, value)
	if value == "" {
		c.printf("%s unset.", what)
	} else {
		c.printf("%s set to %s", what, value)
	}
	if changed {
		c.t.ListSeeks(c.session().ID)
	}
}

// ignored refuses a match request that the other's formula does not want, and
// tells him of it; the typist is shown the formula and what of it has failed
// (docs/protocol.md §3.1).
func (c *call) ignored(other *world.Player, terms world.Terms) bool {
	me := c.me().Key
	if c.t.FitsFormula(other.Key, me, terms.Swapped()) {
		return false
	}
	c.table(c.unfit(other, terms))
	proposal := c.t.Proposal(&world.Offer{Kind: world.OfferMatch, From: me, To: other.Key, Terms: terms})
	c.t.TellPlayer(other.Key, world.MatchIgnored{Proposal: proposal})
	return true
}

// unfit words why the typist's terms do not fit somebody's formula.
func (c *call) unfit(other *world.Player, terms world.Terms) string {
	f := other.Formula
	var b strings.Builder
	fmt.Fprintf(&b, "Match request does not fit formula for %s:\n", other.Handle)
	fmt.Fprintf(&b, "%s's formula: %s\n", other.Handle, f.Text())
	for _, line := range f.Failing(c.t.Situation(other.Key, c.me().Key, terms.Swapped())) {
		b.WriteString(line + "\n")
	}
	return b.String()
}

// ratedEnough words the refusal of one more rated game with a computer.
func (c *call) ratedEnough(other *world.Player) string {
	return fmt.Sprintf("You and %s have played %d rated games with each other today, which is all that count for a person and a computer; ask for an unrated one.",
		other.Handle, c.t.Config().RatedPerDay)
}

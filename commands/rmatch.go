package commands

import (
	"fmt"
	"slices"

	"epicenter/server/world"
)

// rmatch makes a match request from one person to another, as if the first had
// typed it: what a tournament's program does to start a round (docs/protocol.md
// §3.1).
func rmatch(c *call) {
	if c.me().Level < world.AdminLevel && !slices.Contains(c.account().Titles, "td") {
		c.t.SetCode(codeRights)
		c.printf("Only TD programs are allowed to use this command.")
		return
	}
	from := c.online(c.word(0))
	if from == nil {
		return
	}
	other := c.online(c.word(1))
	switch {
	case other == nil:
		return
	case from == other:
		c.printf("%s cannot play himself.", from.Handle)
		return
	case from.Game != 0:
		c.printf("%s is playing a game.", from.Handle)
		return
	case from.Examining != 0:
		c.printf("%s is examining a game.", from.Handle)
		return
	}
	before := c.t.FindOffer(world.OfferMatch, from.Key, other.Key)
	c.instead = from.Key
	c.asks(other, c.word(2))
	after := c.t.FindOffer(world.OfferMatch, from.Key, other.Key)
	if after != nil && (before == nil || before.Terms != after.Terms || before.Resumes != after.Resumes) {
		c.printf("%s has asked %s for a game.", from.Handle, other.Handle)
	}
}

// tell speaks to the person who acts: the typist, or the one for whom he does.
func (c *call) tell(format string, a ...any) {
	if c.instead == "" {
		c.printf(format, a...)
		return
	}
	c.t.TellPlayer(c.instead, world.Note{Text: fmt.Sprintf(format, a...)})
}

package commands

import (
	"strings"

	"epicenter/server/world"
)

// getGame plays whatever is offered: any blitz, or what fits the typist's formula;
// when there is nothing it posts an ad, and waits (docs/protocol.md §3.1). The
// ad is what makes him wait: `unseek` ends it, and so does a game.
func getGame(c *call) {
	how := world.GetBlitz
	switch strings.ToLower(c.word(0)) {
	case "":
	case "f":
		how = world.GetFitting
	case "?":
		c.tellGetGame()
		return
	default:
		c.usage()
		return
	}
	if c.engaged("seek") {
		return
	}
	if s := c.t.Getting(c.me().Key, how); s != nil {
		owner := c.t.SeePlayer(s.Key)
		c.printf("Your getgame qualifies for %s's seek.", owner.Handle)
		c.t.TellPlayer(s.Key, world.Note{Text: "Your seek qualifies for " + c.me().Handle + "'s getgame."})
		c.t.StartMatch(s.Terms.Swapped(), c.me().Key, s.Key)
		return
	}
	w, complaint := parseWish("seek", "")
	if complaint != "" {
		c.complain(complaint)
		return
	}
	c.printf("Issuing a seek.")
	c.post(w, how)
}

// tellGetGame says whether the typist waits for whatever comes.
func (c *call) tellGetGame() {
	for _, s := range c.t.SeeksOf(c.me().Key) {
		switch s.GetGame {
		case world.GetBlitz:
			c.printf("You are in getgame mode: you play any blitz that somebody seeks. Type \"unseek\" to stop.")
			return
		case world.GetFitting:
			c.printf("You are in getgame mode: you play what somebody seeks and your formula wants. Type \"unseek\" to stop.")
			return
		}
	}
	c.printf("You are not in getgame mode.")
}

// meetGetters begins a game with somebody who waits for whatever comes, if there
// is anybody who takes the new ad.
func (c *call) meetGetters(s world.Seek) (began bool) {
	o := c.t.Getter(&s)
	if o == nil {
		return false
	}
	me, getter := c.me(), c.t.SeePlayer(o.Key)
	c.printf("Your seek qualifies for %s's getgame.", getter.Handle) // PyChess knows it (docs/clients.md §3.1)
	c.t.TellPlayer(o.Key, world.Note{Text: "Your getgame intercepts " + me.Handle + "'s seek.\nTurning off getgame mode."})
	c.t.StartMatch(s.Terms, s.Key, o.Key)
	return true
}

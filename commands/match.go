package commands

import (
	"fmt"

	"epicenter/rules"
	"epicenter/server/world"
	"epicenter/storage"
)

func matchCommands() []command {
	return []command{
		{name: "match", params: "wt", code: 73, cost: 1, stores: true, run: match},
		{name: "rmatch", params: "wwt", code: 183, cost: 1, stores: true, run: rmatch},
		{name: "assess", params: "t", code: 15, cost: 1, run: assess},
		{name: "rematch", params: "", code: 102, cost: 1, stores: true, run: rematch},
		{name: "accept", params: "t", code: 11, cost: 1, run: accept},
		{name: "decline", params: "t", code: 33, cost: 1, run: decline},
		{name: "withdraw", params: "t", code: 147, cost: 1, run: withdraw},
		{name: "pending", params: "", code: 87, cost: 1, run: pending},
	}
}

// match asks somebody for a game (docs/protocol.md §3.1).
func match(c *call) {
	if c.engaged("challenge") {
		return
	}
	other := c.online(c.word(0))
	if other != nil {
		c.asks(other, c.word(1))
	}
}

// asks sends somebody a match request for the game that was typed.
func (c *call) asks(other *world.Player, typed string) {
	if !c.mayChallenge(other) || c.resumeWith(other) {
		return
	}
	w, complaint := parseWish("match", typed)
	if complaint != "" {
		c.complain(complaint)
		return
	}
	if terms, ok := c.terms(w, other); ok {
		c.challenge(other, terms, 0)
	}
}

// engaged tells whether the typist is at a board, and that he cannot do something
// there; freechess.club knows the sentences (docs/protocol.md §3.1).
func (c *call) engaged(verb string) bool {
	doing := ""
	switch me := c.me(); {
	case me.Game != 0:
		doing = "playing"
	case me.Examining != 0:
		doing = "examining"
	default:
		return false
	}
	c.printf("You cannot %s while you are %s a game.", verb, doing)
	return true
}

// rematch asks the last opponent for the same game with colours changed.
func rematch(c *call) {
	me := c.me()
	if c.engaged("challenge") {
		return
	}
	handle := c.account().LastOpponent
	if handle == "" {
		c.printf("You have no previous opponent.")
		return
	}
	other := c.t.SeePlayer(storage.Key(handle))
	if !other.Online() {
		c.printf("Your last opponent, %s, is not logged in.", handle)
		return
	}
	if !c.mayChallenge(other) || c.resumeWith(other) {
		return
	}
	terms, ok := c.t.RematchTerms(me.Key, other.Key)
	if !ok {
		if terms, ok = c.terms(wish{}, other); !ok {
			return
		}
	}
	c.challenge(other, terms, 0)
}

// resumeWith turns a request to somebody with whom a game lies adjourned into
// one to go on with it; it reports whether there is such a game.
func (c *call) resumeWith(other *world.Player) bool {
	g := c.t.AdjournedWith(c.me().Key, other.Key)
	if g == nil {
		return false
	}
	c.tell("You have an adjourned game with %s.", other.Handle)
	c.challenge(other, world.TermsOf(g), g.ID)
	return true
}

// mayChallenge tells whether the typist may send somebody a match request, and
// says why not. Who challenges is open to challenges himself.
func (c *call) mayChallenge(other *world.Player) bool {
	me := c.me()
	why := barText(c.t.Barred(me.Key, other.Key), other, nil)
	switch {
	case other.Key == me.Key:
		why = "You can't match yourself."
	case why != "":
	case !other.Vars.On(world.VarOpen):
		why = other.Handle + " is not open to match requests."
	case other.Game != 0:
		why = other.Handle + " is playing a game."
	case other.Examining != 0:
		why = other.Handle + " is examining a game."
	}
	if why != "" {
		c.printf("%s", why)
		return false
	}
	if !me.Vars.On(world.VarOpen) {
		c.tell("Setting you open for matches.")
		c.t.SetVar(me.Key, world.VarOpen, 1)
	}
	return true
}

// challenge makes a match request, or begins the game when the other has asked
// for the same. resumes is the id of an adjourned game, 0 for a new one.
func (c *call) challenge(other *world.Player, terms world.Terms, resumes uint64) {
	me := c.me()
	mine := c.t.FindOffer(world.OfferMatch, me.Key, other.Key)
	his := c.t.FindOffer(world.OfferMatch, other.Key, me.Key)
	switch {
	case his != nil && his.Resumes == resumes && terms.MeetsOffer(his.Terms):
		c.intercept(his)
	case mine != nil && mine.Resumes == resumes && mine.Terms == terms:
		c.printf("You are already offering an identical match to %s.", other.Handle)
	case resumes == 0 && terms.Rated && c.t.RatedEnough(me.Key, other.Key):
		c.printf("%s", c.ratedEnough(other))
	case resumes == 0 && c.ignored(other, terms):
	default:
		c.offerMatch(world.Offer{From: me.Key, To: other.Key, Terms: terms, Resumes: resumes})
	}
}

// offerMatch makes a match request in the place of any other between the two.
func (c *call) offerMatch(o world.Offer) {
	o.Kind = world.OfferMatch
	if his := c.t.FindOffer(world.OfferMatch, o.To, o.From); his != nil {
		o.How = world.OfferCounter
		c.t.RemoveOffer(his.Number, world.OfferLapsed)
	}
	if mine := c.t.FindOffer(world.OfferMatch, o.From, o.To); mine != nil {
		o.How = world.OfferUpdate
		c.t.RemoveOffer(mine.Number, world.OfferLapsed)
	}
	c.t.MakeOffer(o)
}

// intercept begins the game of two match requests that meet.
func (c *call) intercept(his *world.Offer) {
	me, other := c.me(), c.t.SeePlayer(his.From)
	c.tell("Your challenge intercepts %s's challenge.", other.Handle)
	c.t.TellPlayer(his.From, world.Note{Text: fmt.Sprintf("%s's challenge intercepts your challenge.", me.Handle)})
	c.t.RemoveOffer(his.Number, world.OfferLapsed)
	c.begin(*his)
}

// begin puts the two people of an accepted match offer at a board.
func (c *call) begin(o world.Offer) {
	if o.Resumes == 0 {
		c.t.StartMatch(o.Terms, o.From, o.To)
		return
	}
	if err := c.t.ResumeGame(o.Resumes); err != nil {
		c.printf("The adjourned game cannot be gone on with: %v.", err)
	}
}

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

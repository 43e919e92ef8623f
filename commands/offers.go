package commands

import (
	"fmt"
	"strings"

	"epicenter/server/render"
	"epicenter/server/world"
)

// accept, decline and withdraw answer offers; what they are about is named by
// number, person or type, or not at all when there is only one
// (docs/protocol.md §3.1).
func accept(c *call) {
	for _, o := range c.offersMeant("accept") {
		if c.t.SeeOffer(o.Number) != nil { // one before it may have ended it
			c.accept(o)
		}
	}
}

func decline(c *call) {
	for _, o := range c.offersMeant("decline") {
		c.t.RemoveOffer(o.Number, world.OfferDeclined)
	}
}

func withdraw(c *call) {
	for _, o := range c.offersMeant("withdraw") {
		c.t.RemoveOffer(o.Number, world.OfferWithdrawn)
	}
}

// accept says yes to one offer and does what it proposes.
func (c *call) accept(o *world.Offer) {
	if o.Kind == world.OfferMatch && c.t.StoreIsDown() {
		c.printf("The disk is not taking what we write, so no game can begin now. Please try again in a minute.")
		return
	}
	c.t.RemoveOffer(o.Number, world.OfferAccepted)
	c.carryOut(*o)
}

// offersMeant are the offers that the words behind accept, decline or withdraw
// mean; when there are none it says so.
func (c *call) offersMeant(verb string) []*world.Offer {
	f := world.OfferFilter{To: c.me().Key}
	if verb == "withdraw" {
		f = world.OfferFilter{From: c.me().Key}
	}
	offers := c.t.FindOffers(f)
	word := strings.ToLower(strings.Join(strings.Fields(c.word(0)), " "))
	if len(offers) == 0 && !isDigits(word) && !isOfferType(word) {
		c.printf("There are no offers to %s.", verb)
		return nil
	}
	switch {
	case word == "all":
		return offers
	case word == "":
		return c.only(offers, verb)
	case isDigits(word):
		return c.numbered(offers, number(word), verb)
	case isOfferType(word):
		return c.typed(offers, strings.TrimPrefix(word, "t "), verb)
	}
	return c.withPerson(offers, word, verb)
}

// only is the one offer that there is.
func (c *call) only(offers []*world.Offer, verb string) []*world.Offer {
	if len(offers) > 1 {
		c.printf("There is more than one pending offer.")
		c.printf("Type \"pending\" to see the list of offers.")
		c.printf("Type \"%s n\" to %s an offer.", verb, verb)
		return nil
	}
	return offers
}

func (c *call) numbered(offers []*world.Offer, n int, verb string) []*world.Offer {
	for _, o := range offers {
		if o.Number == n {
			return []*world.Offer{o}
		}
	}
	c.printf("There is no offer %d to %s.", n, verb)
	return nil
}

// isOfferType tells whether words mean a type of offer: its word alone, or
// anything behind a t.
func isOfferType(word string) bool {
	_, ok := world.OfferKindOf(word)
	return ok || strings.HasPrefix(word, "t ")
}

// typed is the one offer of a type.
func (c *call) typed(offers []*world.Offer, word, verb string) []*world.Offer {
	kind, ok := world.OfferKindOf(word)
	if !ok {
		c.complain(fmt.Sprintf("There is no type of offer %q. The types are %s.", clean(word), strings.Join(world.OfferKinds(), ", ")))
		return nil
	}
	var found []*world.Offer
	for _, o := range offers {
		if o.Kind == kind {
			found = append(found, o)
		}
	}
	if len(found) == 0 {
		c.printf("There are no %s offers to %s.", kind, verb)
		return nil
	}
	return c.only(found, verb)
}

// withPerson is the one offer from or to somebody; the beginning of a name will
// do if only one of those with offers has it.
func (c *call) withPerson(offers []*world.Offer, word, verb string) []*world.Offer {
	found := offersWith(offers, verb, func(key string) bool { return key == word })
	if len(found) == 0 {
		found = offersWith(offers, verb, func(key string) bool { return strings.HasPrefix(key, word) })
	}
	if len(found) == 0 {
		c.printf("There is no offer %s %s to %s.", preposition(verb), clean(c.properName(word)), verb)
		return nil
	}
	for _, o := range found {
		if counterpart(o, verb) != counterpart(found[0], verb) {
			c.printf("More than one person with an offer has a name that begins with %s.", clean(word))
			return nil
		}
	}
	return c.only(found, verb)
}

// counterpart is the key of the other person of an offer.
func counterpart(o *world.Offer, verb string) string {
	if verb == "withdraw" {
		return o.To
	}
	return o.From
}

func offersWith(offers []*world.Offer, verb string, fits func(key string) bool) (found []*world.Offer) {
	for _, o := range offers {
		if fits(counterpart(o, verb)) {
			found = append(found, o)
		}
	}
	return found
}

func preposition(verb string) string {
	if verb == "withdraw" {
		return "to"
	}
	return "from"
}

// carryOut does what an accepted offer proposes.
func (c *call) carryOut(o world.Offer) {
	if o.Kind == world.OfferMatch {
		c.begin(o)
		return
	}
	if err := c.t.Agree(o); err != nil {
		c.printf("That cannot be done any more: %v.", err)
	}
}

// pending lists the offers that wait for an answer (docs/protocol.md §3.1).
func pending(c *call) {
	me, provShow := c.me().Key, c.session().Look.ProvShow
	var b strings.Builder
	if mine := c.t.FindOffers(world.OfferFilter{From: me}); len(mine) > 0 {
		b.WriteString("Offers to other players:\n\n")
		for _, o := range mine {
			p := c.t.Proposal(o)
			fmt.Fprintf(&b, "%4d: You are offering %s %s.\n", o.Number, p.To, render.OfferPhrase(p, provShow))
		}
		b.WriteString("\nIf you wish to withdraw any of these offers type \"withdraw number\".\n\n")
	} else {
		b.WriteString("There are no offers pending to other players.\n\n")
	}
	if theirs := c.t.FindOffers(world.OfferFilter{To: me}); len(theirs) > 0 {
		b.WriteString("Offers from other players:\n\n")
		for _, o := range theirs {
			p := c.t.Proposal(o)
			fmt.Fprintf(&b, "%4d: %s is offering %s.\n", o.Number, p.From, render.OfferPhrase(p, provShow))
		}
		b.WriteString("\nIf you wish to accept any of these offers type \"accept number\".\n" +
			"If you wish to decline any of these offers type \"decline number\".\n")
	} else {
		b.WriteString("There are no offers pending from other players.\n")
	}
	c.table(b.String())
}

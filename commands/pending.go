package commands

import (
	"fmt"
	"strings"

	"epicenter/server/render"
	"epicenter/server/world"
)

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

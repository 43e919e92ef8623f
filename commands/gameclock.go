package commands

import (
	"fmt"
	"strings"

	"epicenter/server/render"
	"epicenter/server/world"
)

// flag calls the opponent's flag (docs/protocol.md §3.2).
func flag(c *call) {
	g, side := c.ownGame()
	switch {
	case g == nil:
	case g.Untimed():
		c.printf("You can't flag an untimed game.")
	case !g.Underway():
		c.printf("You cannot flag before both players have moved.")
	case !g.Ticking():
		c.printf("The clock is not ticking.")
	case g.FlagDown(1-side, c.t.At):
		if c.t.ClaimFlag(c.t.Game(g.Record.Number), side) {
			c.table("Opponent has timeseal; checking if (s)he's lagging.\n")
		}
	case c.me().Vars.On(world.VarAutoflag):
		c.printf("Opponent is not out of time, wait for server autoflag.")
	default:
		c.printf("Opponent is not out of time.")
	}
}

// mostMoreTime is how many seconds can be given at a time.
const mostMoreTime = 600

// moretime gives the opponent time.
func moretime(c *call) {
	n := c.num(0)
	g, side := c.ownGame()
	switch {
	case g == nil:
	case g.Untimed():
		c.printf("Nobody needs more time in an untimed game.")
	case n < 1 || n > mostMoreTime:
		c.printf("You can give your opponent 1 to %d seconds at a time.", mostMoreTime)
	default:
		c.table(fmt.Sprintf("%d seconds were added to your opponents clock\n", n))
		c.t.MoreTime(c.t.Game(g.Record.Number), side, n)
	}
}

// pause and unpause ask to stop the clocks and to let them run again.
func pause(c *call) {
	g, side := c.ownGame()
	switch {
	case g == nil:
	case g.Untimed():
		c.printf("You can't pause untimed games.")
	case g.Record.Paused:
		c.printf("The clock is already paused.")
	case !g.Ticking():
		c.printf("The clock is not ticking yet.")
	default:
		c.propose(g, side, world.OfferPause, 0)
	}
}

func unpause(c *call) {
	g, side := c.ownGame()
	switch {
	case g == nil:
	case !g.Record.Paused:
		c.printf("The clock is not paused.")
	default:
		c.propose(g, side, world.OfferUnpause, 0)
	}
}

// showTime shows the clocks of a game.
func showTime(c *call) {
	g := c.game(0)
	if g == nil || c.private(g) {
		return
	}
	r := &g.Record
	rated := "unrated"
	if r.Rated {
		rated = "rated"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "Game %d: %s (%s) %s (%s) %s %s", r.Number, r.White.Handle, world.RatingField(r.White.Rating, r.White.State),
		r.Black.Handle, world.RatingField(r.Black.Rating, r.Black.State), rated, r.Type)
	if g.Untimed() {
		b.WriteString("\n\nThere are no clocks in an untimed game.\n")
		c.table(b.String())
		return
	}
	fmt.Fprintf(&b, " %d %d\n\n", r.White.Base/60_000, r.White.Inc/1000)
	wide := 2 + max(len(r.White.Handle), len(r.Black.Handle))
	for side, colour := range [2]string{"White", "Black"} {
		fmt.Fprintf(&b, "%s %-*s : %s\n", colour, wide, "("+g.Side(side).Handle+")", clockWords(g.Clock(side, c.t.At)))
	}
	c.table(b.String())
}

// clockWords is a clock as `time` shows it (docs/protocol.md §3.2).
func clockWords(ms int64) string {
	if ms < 0 {
		return render.Clock(ms) + " (out of time)"
	}
	return fmt.Sprintf("%d mins, %d secs", ms/60_000, ms/1000%60)
}

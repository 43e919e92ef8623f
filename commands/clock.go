package commands

import (
	"fmt"
	"time"

	"epicenter/server/render"
	"epicenter/server/world"
)

// zoned is a time zone and how it is written.
type zoned struct {
	loc     *time.Location
	letters render.Letters
}

// zone is the time zone of the typist, and how it is written.
func (c *call) zone() (*time.Location, render.Letters) {
	if c.at.loc == nil {
		c.at.loc, c.at.letters = render.Zone(c.session().Look.Zone, c.t.Config().Zone)
	}
	return c.at.loc, c.at.letters
}

// date writes a time, Unix ms, in the typist's zone (docs/protocol.md §4).
func (c *call) date(ms int64) string {
	loc, letters := c.zone()
	return render.Date(ms, loc, letters)
}

// date tells the time, here, at the server and in Greenwich (docs/protocol.md
// §3.5).
func date(c *call) {
	server := c.t.Config().Zone
	here, hereLetters := c.zone()
	there, thereLetters := render.Zone("", server)
	gmt, gmtLetters := render.Zone("GMT", server)
	c.table(fmt.Sprintf("Local time     - %s\nServer time    - %s\nGMT            - %s\n",
		render.Date(c.t.At, here, hereLetters), render.Date(c.t.At, there, thereLetters),
		render.Date(c.t.At, gmt, gmtLetters)))
}

// uptime tells since when the server runs and how busy it is and was.
func uptime(c *call) {
	cfg, n := c.t.Config(), c.t.Tally()
	c.table(fmt.Sprintf("Server location: %s   Server version : %s\n"+
		"The server has been up since %s.\n(Up for %s)\n\n"+
		"Players online: %4d   most at a time: %4d\nGames in play : %4d   most at a time: %4d\n",
		cfg.Location, cfg.Version, c.date(n.Started), render.Duration(c.t.At-n.Started),
		n.Players, n.MostPlayers, n.Games, n.MostGames))
}

// ping tells how long a person's line takes to answer. Only timeseal measures
// it (docs/protocol.md §12).
func ping(c *call) {
	p := c.me()
	if c.has(0) {
		if p = c.online(c.word(0)); p == nil {
			return
		}
	}
	if c.t.Timeseal(p.Key) > 0 {
		c.pinged(p)
		return
	}
	c.printf("There is no ping time for %s: only timeseal measures it, and %s does not use it.", p.Handle, p.Handle)
}

// pinged tells what timeseal has measured (docs/protocol.md §12), and has it
// measured once more for the next time.
func (c *call) pinged(p *world.Player) {
	lag := c.t.SeeSession(p.Session).Lag
	c.t.AskLag(p.Session)
	if lag.Count == 0 {
		c.printf("There is no ping time for %s yet; please ask again in a moment.", p.Handle)
		return
	}
	pings := fmt.Sprint(lag.Count, " pings")
	if lag.Count == 1 {
		pings = "1 ping"
	}
	c.table(fmt.Sprintf("Ping time for %s, based on %s:\nAverage ping time for %s is %dms.\n",
		p.Handle, pings, p.Handle, lag.Average()))
}

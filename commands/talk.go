package commands

import (
	"fmt"
	"strconv"

	"epicenter/server/render"
	"epicenter/server/world"
	"epicenter/storage"
)

func talkCommands() []command {
	return []command{
		{name: "tell", params: "ws", code: 132, cost: 1, run: tell},
		{name: "say", params: "s", code: 107, cost: 1, run: say},
		{name: "kibitz", params: "s", code: 62, cost: 1, run: func(c *call) { comment(c, world.Kibitz) }},
		{name: "whisper", params: "s", code: 145, cost: 1, run: func(c *call) { comment(c, world.Whisper) }},
		{name: "shout", params: "t", who: registered, code: 110, cost: 2, run: func(c *call) { shout(c, world.Shout) }},
		{name: "cshout", params: "t", who: registered, code: 31, cost: 2, run: func(c *call) { shout(c, world.CShout) }},
		{name: "it", params: "t", who: registered, code: 57, cost: 2, run: func(c *call) { shout(c, world.It) }},
	}
}

// tell says something to a person or a channel; a dot repeats the last person,
// a comma the last channel (docs/protocol.md §2.4, §4).
func tell(c *call) {
	who, text := c.word(0), c.word(1)
	switch who {
	case ".":
		if who = c.session().LastTold; who == "" {
			c.printf("No previous tell.")
			return
		}
	case ",":
		if who = c.session().LastChannel; who == "" {
			c.printf("No previous channel.")
			return
		}
	}
	if n, err := strconv.Atoi(who); err == nil {
		tellChannel(c, n, text)
		return
	}
	p := c.online(who)
	if p == nil || !c.reaches(p) {
		return
	}
	c.t.TellPerson(p, text)
	c.table(c.told(p))
}

// reaches tells whether a person hears the typist, and says why not.
func (c *call) reaches(p *world.Player) bool {
	me := c.me()
	switch {
	case me.Level >= world.AdminLevel:
	case c.t.OnList(p.Key, "censor", me.Handle):
		c.printf("%s is censoring you.", p.Handle)
		return false
	case me.Guest && !p.Vars.On(world.VarTell):
		c.printf("Player %q isn't listening to unregistered tells.", p.Handle)
		return false
	}
	return true
}

// idleWorth is how long somebody must have been idle to be worth a word, ms.
const idleWorth = 5 * 60_000

// told confirms a tell and says what keeps the other from answering.
func (c *call) told(p *world.Player) string {
	s := c.t.SeeSession(p.Session)
	idle := int64(0)
	if s != nil {
		idle = c.t.At - s.LastInput
	}
	switch {
	case p.Busy != "" && idle >= 60_000:
		return fmt.Sprintf("(told %s, who %s (idle: %s))\n", p.Handle, p.Busy, render.Duration(idle))
	case p.Busy != "":
		return fmt.Sprintf("(told %s, who %s)\n", p.Handle, p.Busy)
	case p.Game != 0:
		return fmt.Sprintf("(told %s, who is playing)\n", p.Handle)
	case p.Examining != 0:
		return fmt.Sprintf("(told %s, who is examining a game)\n", p.Handle)
	case idle >= idleWorth:
		return fmt.Sprintf("(told %s, who has been idle %s)\n", p.Handle, render.Duration(idle))
	}
	return fmt.Sprintf("(told %s)\n", p.Handle)
}

// maxChannel is the highest channel number (docs/protocol.md §3.6).
const maxChannel = 255

// guestChannels are those in which guests may speak (docs/protocol.md §4).
func guestChannel(n int) bool { return n == 4 || n == 7 || n == 53 }

// validChannel tells whether there is a channel of that number, and answers if
// there is not.
func (c *call) validChannel(n int) bool {
	switch {
	case n < 0:
		c.printf("'%d' is not a valid channel number.", n)
	case n > maxChannel:
		c.printf("The maximum channel number is %d.", maxChannel)
	}
	return n >= 0 && n <= maxChannel
}

func tellChannel(c *call, n int, text string) {
	switch {
	case !c.validChannel(n):
		return
	case c.me().Guest && !guestChannel(n):
		c.printf("Only registered users may send tells to channels other than 4, 7 and 53.")
		return
	case n == 0 && c.me().Level < world.AdminLevel:
		c.printf("Only admins may send tells to channel 0.")
		return
	}
	heard := c.t.TellChannel(n, text)
	c.table(fmt.Sprintf("(told %s in channel %d%s)\n", players(heard), n, channelTitle(n)))
	if !c.t.Listens(c.me().Key, strconv.Itoa(n)) {
		c.table(fmt.Sprintf("(You're not listening to channel %d.)\n", n))
	}
}

// channelTitle is what a channel is for, in quotes behind a blank.
func channelTitle(n int) string {
	switch n {
	case 0:
		return ` "admins"`
	case 1:
		return ` "help"`
	case 4:
		return ` "guests"`
	case 50:
		return ` "chat"`
	case 53:
		return ` "guest chat"`
	}
	return ""
}

// players counts people in words.
func players(n int) string {
	if n == 1 {
		return "1 player"
	}
	return fmt.Sprintf("%d players", n)
}

// say speaks to the current opponent, or to the last one.
func say(c *call) {
	key := ""
	if g := c.t.SeeGame(c.me().Game); g != nil {
		key = g.KeyOf(1 - g.ColourOf(c.me().Key))
	} else if last := c.account().LastOpponent; last != "" {
		p := c.t.SeePlayer(storage.Key(last))
		if !p.Online() {
			c.printf("%s is not logged in.", last)
			return
		}
		key = p.Key
	}
	p := c.t.SeePlayer(key)
	if p == nil {
		c.printf("No one to say anything to, try tell.")
		return
	}
	if !p.Online() {
		c.printf("%s has lost contact and cannot hear you.", p.Handle)
		return
	}
	if !c.reaches(p) {
		return
	}
	c.t.SayTo(p, c.word(0))
	c.table(c.told(p))
}

// comment kibitzes or whispers at the board that the typist sits at.
func comment(c *call, how world.Speech) {
	g := c.ownOrPrimary()
	if g == nil {
		c.printf("You are not playing, observing or examining a game.")
		return
	}
	if how == world.Whisper && c.me().Guest && g.ColourOf(c.me().Key) < 0 && g.Record.Number != c.me().Examining {
		c.printf("Only registered players may whisper to others' games.")
		return
	}
	word := map[world.Speech]string{world.Kibitz: "kibitzed", world.Whisper: "whispered"}[how]
	c.table(fmt.Sprintf("(%s to %s)\n", word, players(c.t.Comment(g, how, c.word(0)))))
}

// shout speaks to everybody, at most twice within the quota's time.
func shout(c *call, how world.Speech) {
	wait := c.t.NextShout() - c.t.At
	switch {
	case !c.has(0) && wait > 0:
		c.printf("Next shout available in %d seconds.", (wait+999)/1000)
		return
	case !c.has(0):
		c.printf("Your next shout is ready for use.")
		return
	case wait > 0:
		c.printf("Shout not sent. Next shout in %d seconds.", (wait+999)/1000)
		return
	}
	c.t.CountShout()
	word := map[world.Speech]string{world.Shout: "shouted", world.It: "it-shouted", world.CShout: "c-shouted"}[how]
	c.table(fmt.Sprintf("(%s to %s)\n", word, players(c.t.ShoutOut(how, c.word(0)))))
}

package commands

import (
	"fmt"
	"strconv"
	"strings"

	"epicenter/server/world"
)

// inChannel lists who listens to a channel, the channels of a player, or all
// channels that have listeners (docs/protocol.md §3.5, docs/clients.md §3.10).
func inChannel(c *call) {
	if !c.has(0) {
		c.allChannels()
		return
	}
	if !c.isNum(0) {
		c.channelsOf(c.word(0))
		return
	}
	n := c.num(0)
	if !c.validChannel(n) {
		return
	}
	if names := c.listeners(n); len(names) > 0 {
		c.table(channelLines(n, names))
	} else {
		c.printf("Channel %d is empty.", n)
	}
}

// allChannels lists who listens to what.
func (c *call) allChannels() {
	var names [maxChannel + 1][]string
	for key, p := range c.t.Players() {
		if a := c.t.SeeAccount(key); a != nil && p.Online() {
			for _, entry := range a.Lists["channel"] {
				if n, err := strconv.Atoi(entry); err == nil && n >= 0 && n <= maxChannel {
					names[n] = append(names[n], listener(p))
				}
			}
		}
	}
	var b strings.Builder
	for n, list := range names {
		if len(list) > 0 {
			b.WriteString(channelLines(n, list))
		}
	}
	if b.Len() == 0 {
		b.WriteString("All channels are empty.\n")
	}
	c.table(b.String())
}

// listeners are the names of those online who listen to a channel.
func (c *call) listeners(n int) (names []string) {
	for key, p := range c.t.Players() {
		if p.Online() && c.t.Listens(key, strconv.Itoa(n)) {
			names = append(names, listener(p))
		}
	}
	return names
}

// listener is a name, in braces if its bearer hears no channels at the moment.
func listener(p *world.Player) string {
	if !world.HearsChannels(p) {
		return "{" + p.Tagged() + "}"
	}
	return p.Tagged()
}

// channelLines are the two lines about a channel that somebody listens to.
func channelLines(n int, names []string) string {
	end := fmt.Sprintf("%d players are in channel %d.\n", len(names), n)
	if len(names) == 1 {
		end = fmt.Sprintf("1 player is in channel %d.\n", n)
	}
	return fmt.Sprintf("Channel %d%s: %s\n", n, channelTitle(n), strings.Join(names, " ")) + end
}

func (c *call) channelsOf(word string) {
	_, a := c.known(word)
	if a == nil {
		return
	}
	list := a.Lists["channel"]
	if len(list) == 0 {
		c.printf("No channels found for %s.", a.Handle)
		return
	}
	c.table(fmt.Sprintf("%s is in the following channels:\n%s\n", a.Handle, strings.Join(list, " ")))
}

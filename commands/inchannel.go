package commands

import (
	"fmt"
	"strconv"
	"strings"

	"epicenter/server/world"
)

// inChannel lists who listens to a channel, or the channels of a player
// (docs/protocol.md §3.5, docs/clients.md §3.10).
func inChannel(c *call) {
	if !c.isNum(0) {
		c.channelsOf(c.word(0))
		return
	}
	n := c.num(0)
	switch {
	case n < 0:
		c.printf("'%d' is not a valid channel number.", n)
		return
	case n > maxChannel:
		c.printf("The maximum channel number is %d.", maxChannel)
		return
	}
	var names []string
	for key, p := range c.t.Players() {
		if !p.Online() || !c.t.Listens(key, strconv.Itoa(n)) {
			continue
		}
		name := p.Tagged()
		if !world.HearsChannels(p) {
			name = "{" + name + "}"
		}
		names = append(names, name)
	}
	switch len(names) {
	case 0:
		c.printf("Channel %d is empty.", n)
	case 1:
		c.table(fmt.Sprintf("Channel %d%s: %s\n1 player is in channel %d.\n", n, channelTitle(n), names[0], n))
	default:
		c.table(fmt.Sprintf("Channel %d%s: %s\n%d players are in channel %d.\n",
			n, channelTitle(n), strings.Join(names, " "), len(names), n))
	}
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

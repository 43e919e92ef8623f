package commands

import (
	"fmt"
	"strconv"
	"strings"

	"epicenter/server/world"
	"epicenter/storage"
)

func staffCommands() []command {
	return []command{
		{name: "addlist", params: "ws", code: 12, cost: 1, stores: true, run: addList},
		{name: "announce", params: "s", who: staff, code: codeNull, cost: 1, run: announce},
		{name: "housebot", params: "oo", who: staff, code: codeNull, cost: 1, stores: true, run: houseBot},
		{name: "showlist", params: "o", code: 111, cost: 1, run: showList},
		{name: "shutdown", params: "ot", who: staff, code: codeNull, cost: 1, run: shutdown},
		{name: "sublist", params: "ws", code: 129, cost: 1, stores: true, run: subList},
		{name: "whenshut", params: "", code: 144, cost: 1, run: whenShut},
	}
}

// announce says something to everybody.
func announce(c *call) {
	warnAll(c.t, fmt.Sprintf("**ANNOUNCEMENT** from %s: %s", c.me().Handle, c.word(0)))
}

// maxShutdown is how far ahead a shutdown can be set, in minutes.
const maxShutdown = 1440

// shutdown lets the server go down after some minutes, now, or not after all
// (docs/protocol.md §14.6).
func shutdown(c *call) {
	when, reason := strings.ToLower(c.word(0)), c.word(1)
	minutes, err := strconv.Atoi(when)
	_, _, coming := c.t.ShutdownIn()
	switch {
	case when == "":
		whenShut(c)
	case when == "cancel" && !coming:
		c.printf("The server is not going to shutdown.")
	case when == "cancel":
		c.t.Shutdown(0, "")
		warnAll(c.t, "**** The server is not going down after all. ****")
	case when == "now" || err == nil && minutes == 0:
		stopping(c.t, world.Stopping{Reason: reason})
		c.t.StopServer()
	case err != nil || minutes < 0 || minutes > maxShutdown:
		c.printf("Say in how many minutes, from 1 to %d, or \"now\", or \"cancel\".", maxShutdown)
	default:
		c.t.Shutdown(c.t.At+int64(minutes)*60_000, reason)
		warnOfShutdown(c.t)
	}
}

// whenShut tells when the server goes down.
func whenShut(c *call) {
	left, reason, ok := c.t.ShutdownIn()
	if !ok {
		c.printf("The server is not going to shutdown.")
		return
	}
	c.printf("The server is going down in %s%s.", minutesAndSeconds(left), because(reason))
}

func because(reason string) string {
	if reason == "" {
		return ""
	}
	return ": " + strings.TrimRight(reason, ".")
}

// warnOfShutdown tells everybody how long the server still runs.
func warnOfShutdown(t *world.Turn) {
	left, reason, _ := t.ShutdownIn()
	warnAll(t, fmt.Sprintf("**** The server is going down in %s%s. ****", minutesAndSeconds(left), because(reason)))
}

// shutdownDue is what a deadline of the shutdown brings: a word to everybody,
// or the end. Games are on disk as they stand; they go on when both players
// are back after the start.
func shutdownDue(t *world.Turn) {
	_, reason, _ := t.ShutdownIn()
	if t.ShutdownDue() {
		stopping(t, world.Stopping{Reason: reason})
		t.StopServer()
		return
	}
	if _, _, coming := t.ShutdownIn(); coming {
		warnOfShutdown(t)
	}
}

// minutesAndSeconds is a duration in ms in words.
func minutesAndSeconds(ms int64) string {
	s := int((ms + 999) / 1000)
	return counted(s/60, "minute") + " and " + counted(s%60, "second")
}

// houseBot sends one of the server's own players away or lets it in again.
func houseBot(c *call) {
	if !c.has(0) {
		c.listHouseBots()
		return
	}
	key, a := c.known(c.word(0))
	if a == nil {
		return
	}
	word := strings.ToLower(c.word(1))
	switch {
	case a.House == "":
		c.printf("%s is not one of the server's own players.", a.Handle)
	case word == "":
		c.printf("%s is %s.", a.Handle, a.House)
	case word != storage.HouseOn && word != storage.HouseOff:
		c.printf("Say on or off, as in \"housebot %s off\".", a.Handle)
	case word == a.House:
		c.printf("%s is %s already.", a.Handle, word)
	case word == storage.HouseOn:
		c.t.SwitchHouseBot(key, true)
		c.printf("%s comes in a few seconds.", a.Handle)
	default:
		c.t.SwitchHouseBot(key, false)
		c.printf("%s leaves in a few seconds, or when its games are over.", a.Handle)
	}
}

// listHouseBots says which there are, of those that newcomers are told of.
func (c *call) listHouseBots() {
	bots := c.t.Config().HouseBots
	if len(bots) == 0 {
		c.printf("The server has no players of its own; they are set up as bots.house in its configuration.")
	}
	for _, b := range bots {
		a := c.t.SeeAccount(storage.Key(b.Handle))
		switch {
		case a == nil || a.House == "":
			c.printf("%s cannot come: its name belongs to somebody else; the log says more.", b.Handle)
		case c.t.SeePlayer(storage.Key(b.Handle)).Online():
			c.printf("%s is %s, and here.", b.Handle, a.House)
		default:
			c.printf("%s is %s.", b.Handle, a.House)
		}
	}
}

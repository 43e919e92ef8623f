package commands

import (
	"strings"

	"epicenter/storage"
)

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

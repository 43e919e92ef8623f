package commands

import (
	"errors"
	"fmt"
	"strings"

	"epicenter/rules"
	"epicenter/server/world"
	"epicenter/storage"
)

func storedCommands() []command {
	return []command{
		{name: "stored", params: "o", code: 127, cost: 2, run: stored},
		{name: "resume", params: "o", code: 104, cost: 1, stores: true, run: resume},
	}
}

// mostStored is how many adjourned games are listed; each is a read of the
// store.
const mostStored = 100

// stored lists somebody's adjourned games (docs/protocol.md §5.3).
func stored(c *call) {
	key, a := c.me().Key, c.account()
	if c.has(0) {
		if key, a = c.known(c.word(0)); a == nil {
			return
		}
	}
	var rows strings.Builder
	for i, w := range a.Adjourned[:min(len(a.Adjourned), mostStored)] {
		g, err := c.t.SeeAdjourned(w.Game)
		if err != nil {
			fmt.Fprintf(&rows, "%2d: %c %-15s %c (this game cannot be read)\n", i+1, colourLetter(w.White), w.Opponent, c.here(w.Opponent))
			continue
		}
		rows.WriteString(c.storedRow(i+1, w, g))
	}
	if rows.Len() == 0 {
		c.table(fmt.Sprintf("\n%s has no adjourned games.\n", c.handle(key, a)))
		return
	}
	c.table(fmt.Sprintf("\nStored games for %s:\n    C Opponent       On Type          Str  M    ECO Date\n", c.handle(key, a)) + rows.String())
}

// handle is the spelling of a person's name, who may be a guest.
func (c *call) handle(key string, a *storage.Account) string {
	if p := c.t.SeePlayer(key); p != nil {
		return p.Handle
	}
	return a.Handle
}

// storedRow is one row of the table; PyChess and icsdrone count on its columns.
func (c *call) storedRow(n int, w storage.Waiting, g *world.Game) string {
	return fmt.Sprintf("%2d: %c %-15s %c [%s] %2d-%-2d %c%-3d %3s %s\n",
		n, colourLetter(w.White), w.Opponent, c.here(w.Opponent), g.Bracket(),
		g.Position.Material(rules.White), g.Position.Material(rules.Black),
		colourLetter(g.ToMove() == world.White), g.Position.FullMove(), "---", c.date(g.Record.Started))
}

func colourLetter(white bool) byte {
	if white {
		return 'W'
	}
	return 'B'
}

// here is the letter for whether somebody is online.
func (c *call) here(handle string) byte {
	if c.t.SeePlayer(storage.Key(handle)).Online() {
		return 'Y'
	}
	return 'N'
}

// resume asks one opponent of an adjourned game, or all of them, to go on.
func resume(c *call) {
	list := c.account().Adjourned
	switch {
	case c.engaged("challenge"):
		return
	case len(list) == 0:
		c.printf("You have no adjourned games.")
		return
	case c.has(0):
		w := c.adjournedWith(c.word(0))
		if w == nil {
			return
		}
		other := c.t.SeePlayer(storage.Key(w.Opponent))
		if !other.Online() {
			c.printf("%s is not logged in.", w.Opponent)
			return
		}
		if c.mayChallenge(other) {
			c.resumeWith(other)
		}
		return
	}
	c.resumeAll(list)
}

// resumeAll asks everybody who is here and free.
func (c *call) resumeAll(list []storage.Waiting) {
	asked := false
	for _, w := range list {
		other := c.t.SeePlayer(storage.Key(w.Opponent))
		if !other.Online() || other.Game != 0 || other.Examining != 0 || c.me().Game != 0 {
			continue
		}
		asked = true
		if c.mayChallenge(other) {
			c.resumeWith(other)
		}
	}
	if !asked {
		c.printf("Nobody with whom you have an adjourned game is here and free to play.")
	}
}

// adjournedWith is the typist's adjourned game with somebody, whose name may be
// shortened; without one it says so and returns nil.
func (c *call) adjournedWith(word string) *storage.Waiting {
	if !c.validHandle(word) {
		return nil
	}
	list, key := c.account().Adjourned, storage.Key(word)
	var found *storage.Waiting
	for i := range list {
		opponent := storage.Key(list[i].Opponent)
		if opponent == key {
			return &list[i]
		}
		if !strings.HasPrefix(opponent, key) {
			continue
		}
		if found != nil && found.Opponent != list[i].Opponent {
			c.printf("You have adjourned games with more than one player whose name begins with %s.", word)
			return nil
		}
		found = &list[i]
	}
	if found == nil {
		c.printf("You have no adjourned game with %s.", c.properName(word))
	}
	return found
}

// resignStored gives up an adjourned game.
func (c *call) resignStored(word string) {
	w := c.adjournedWith(word)
	switch {
	case w == nil:
	case c.me().Game != 0:
		c.printf("Please finish the game that you play first. To resign that one, type \"resign\" alone.")
	case c.t.StoreIsDown():
		c.printf("The disk is not taking what we write, so the game cannot be resigned now. Please try again in a minute.")
	default:
		if err := c.t.ResignStored(w.Game, c.me().Key); errors.Is(err, world.ErrNoSuchGame) {
			c.printf("That game is not there any more.")
		} else if err != nil {
			c.printf("That game cannot be read; please tell an administrator.")
		}
	}
}

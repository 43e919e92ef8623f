package commands

import (
	"bytes"
	"strconv"
	"strings"

	"epicenter/server/world"
	"epicenter/storage"
)

// isHandle tells whether a word can be a handle or the beginning of one:
// letters only (docs/protocol.md §1.4).
func isHandle(word string) bool {
	for _, c := range []byte(word) {
		if c|0x20 < 'a' || c|0x20 > 'z' {
			return false
		}
	}
	return word != ""
}

// online finds a person who is online by his handle or an unambiguous
// beginning of it. A handle that is registered means its owner and nobody whose
// handle goes on from there: what is meant for Bob is not told to Bobby. When
// there is none it says why and returns nil (docs/protocol.md §3.1, refusals of
// match).
func (c *call) online(word string) *world.Player {
	if !c.validHandle(word) {
		return nil
	}
	if p := c.t.SeePlayer(storage.Key(word)); p.Online() {
		return p
	}
	if a := c.t.SeeAccount(storage.Key(word)); a != nil {
		c.printf("%s is not logged in.", a.Handle)
		return nil
	}
	found := c.onlineWith(word)
	switch len(found) {
	case 1:
		return found[0]
	case 0:
		c.printf("%s is not logged in.", word)
	default:
		c.ambiguousName(word, found)
	}
	return nil
}

// validHandle refuses what can be nobody's name.
func (c *call) validHandle(word string) bool {
	switch {
	case !isHandle(word):
		c.printf("'%s' is not a valid handle.", word)
	case len(word) < 2:
		c.printf("You need to specify at least two characters of the name.")
	case len(word) > world.MaxName:
		c.printf("There is no player matching the name %s.", word)
	default:
		return true
	}
	return false
}

// onlineWith are the people online whose handles begin with a word, in order.
func (c *call) onlineWith(word string) (found []*world.Player) {
	key := storage.Key(word)
	for k, p := range c.t.Players() {
		if p.Online() && strings.HasPrefix(k, key) {
			found = append(found, p)
		}
	}
	return found
}

func (c *call) ambiguousName(word string, found []*world.Player) {
	names := make([]string, len(found))
	for i, p := range found {
		names[i] = p.Handle
	}
	c.printf("Ambiguous name %s:", word)
	c.table(strings.Join(names, " ") + "\n")
}

// properName is the registered spelling of a handle, or the word as typed.
func (c *call) properName(word string) string {
	if a := c.t.SeeAccount(storage.Key(word)); a != nil {
		return a.Handle
	}
	return word
}

// known finds a person who is online or registered: the key and the account,
// which guests have too. When there is none it says so and returns nil.
func (c *call) known(word string) (string, *storage.Account) {
	if !c.validHandle(word) {
		return "", nil
	}
	key := storage.Key(word)
	if a := c.t.SeeAccount(key); a != nil {
		return key, a
	}
	switch found := c.onlineWith(word); len(found) {
	case 1:
		return found[0].Key, c.t.SeeAccount(found[0].Key)
	case 0:
		return c.registeredAs(word)
	default:
		c.ambiguousName(word, found)
	}
	return "", nil
}

// registeredAs finds an account by the only possible beginning of its handle.
func (c *call) registeredAs(word string) (string, *storage.Account) {
	const most = 20 // shown of those that it could be
	handles := c.handlesWith(word, most)
	switch len(handles) {
	case 0:
		c.printf("There is no player matching the name %s.", word)
	case 1:
		key := storage.Key(handles[0])
		return key, c.t.SeeAccount(key)
	default:
		c.printf("Ambiguous name %s:", word)
		c.table(strings.Join(handles, " ") + "\n")
	}
	return "", nil
}

// handlesWith are the registered handles that begin with a word, in
// alphabetical order, not more than most.
func (c *call) handlesWith(word string, most int) (handles []string) {
	r := c.t.Store()
	if r == nil {
		return nil
	}
	prefix := storage.AccountKey(word)
	err := r.Range(storage.Accounts, prefix, most, func(key, value []byte) bool {
		if !bytes.HasPrefix(key, prefix) {
			return false
		}
		if a, err := storage.DecodeAccount(value); err == nil {
			handles = append(handles, a.Handle)
		}
		return true
	})
	if err != nil {
		c.printf("The list of accounts cannot be read now. Please try again in a minute.")
	}
	return handles
}

// game finds the game that an optional parameter means.
func (c *call) game(i int) *world.Game { return c.gameNamed(c.word(i)) }

// gameNamed finds the game that a word means: by number, by the handle of a
// player, or for no word the typist's own, then his primary observed game.
// When there is none it says so and returns nil.
func (c *call) gameNamed(word string) *world.Game {
	if word == "" {
		if g := c.ownOrPrimary(); g != nil {
			return g
		}
		c.printf("You are not playing, observing or examining a game.")
		return nil
	}
	if n, err := strconv.Atoi(word); err == nil {
		g := c.t.SeeGame(n)
		if g == nil {
			c.printf("There is no such game.")
		}
		return g
	}
	// Somebody who has lost contact still plays.
	if p := c.t.SeePlayer(storage.Key(word)); p != nil && p.Game != 0 {
		return c.t.SeeGame(p.Game)
	}
	p := c.online(word)
	if p == nil {
		return nil
	}
	g := c.t.SeeGame(max(p.Game, p.Examining))
	if g == nil {
		c.printf("%s is not playing or examining a game.", p.Handle)
	}
	return g
}

// ownOrPrimary is the game that commands mean when they name none.
func (c *call) ownOrPrimary() *world.Game {
	if g := c.t.SeeGame(max(c.me().Game, c.me().Examining)); g != nil { // one of them is 0
		return g
	}
	return c.t.SeeGame(c.session().Primary)
}

// private tells whether a game may not be looked at by the typist, and says so.
func (c *call) private(g *world.Game) bool {
	if !g.HiddenFrom(c.me()) {
		return false
	}
	c.printf("Sorry, game %d is a private game.", g.Record.Number)
	return true
}

package commands

import (
	"strconv"
	"strings"

	"epicenter/rules"
	"epicenter/server/world"
	"epicenter/storage"
)

func examineCommands() []command {
	return []command{
		{name: "examine", params: "t", code: 36, cost: 1, run: examine},
		{name: "unexamine", params: "", code: 137, cost: 1, run: unexamine},
		{name: "mexamine", params: "w", code: 75, cost: 1, run: makeExaminer},
		{name: "forward", params: "o", code: 42, cost: 1, run: forward},
		{name: "backward", params: "p", code: 16, cost: 1, run: backward},
		{name: "revert", params: "", code: 105, cost: 1, run: revert},
	}
}

// examine puts a finished or adjourned game, or an empty board, before the typist
// (docs/protocol.md §3.4).
func examine(c *call) {
	me, words := c.me(), strings.Fields(c.word(0))
	switch {
	case me.Examining != 0:
		c.printf("You are already examining a game.")
	case me.Game != 0:
		c.printf("You are playing a game.")
	case len(words) > 2:
		c.usage()
	case len(words) == 0:
		c.t.ExamineScratch(me.Key, rules.Lookup("chess"))
	default:
		c.examineWhat(words)
	}
}

// examineWhat is examine with words: a variant, a number of the typist's history,
// or a player and which of his games.
func (c *call) examineWhat(words []string) {
	lower := strings.Fields(strings.ToLower(strings.Join(words, " ")))
	if v, n := variantOf(lower); v != nil && n == len(words) {
		c.t.ExamineScratch(c.me().Key, v)
		return
	}
	if _, err := strconv.Atoi(words[0]); err == nil {
		if len(words) > 1 {
			c.usage()
			return
		}
		c.examineHistory(c.me().Handle, c.account(), words[0])
		return
	}
	_, a := c.known(words[0])
	if a == nil {
		if len(words) == 1 && len(c.onlineWith(words[0])) == 0 && len(c.handlesWith(words[0], 1)) == 0 {
			c.printf("Nor is it a variant; there are %s. Type \"help examine\".", strings.Join(variantKinds(), ", "))
		}
		return
	}
	if len(words) == 1 {
		if id := adjournedGame(a, c.me().Handle); id != 0 {
			c.examineRecord(storage.Adjourned, id)
			return
		}
		c.examineHistory(a.Handle, a, "-1")
		return
	}
	which := words[1]
	switch _, err := strconv.Atoi(which); {
	case err == nil:
		c.examineHistory(a.Handle, a, which)
	case which[0] == '%':
		if id, _ := c.noted(a.Handle, a, which); id != 0 {
			c.examineRecord(storage.Games, id)
		}
	default:
		c.examineStored(a, which)
	}
}

// adjournedGame is the id of the newest adjourned game against somebody, 0 for
// none.
func adjournedGame(a *storage.Account, opponent string) (id uint64) {
	for _, w := range a.Adjourned {
		if strings.EqualFold(w.Opponent, opponent) {
			id = w.Game
		}
	}
	return id
}

func (c *call) examineStored(a *storage.Account, opponent string) {
	_, o := c.known(opponent)
	if o == nil {
		return
	}
	id := adjournedGame(a, o.Handle)
	if id == 0 {
		c.printf("No stored game between %q and %q.", a.Handle, o.Handle)
		return
	}
	c.examineRecord(storage.Adjourned, id)
}

func (c *call) examineHistory(handle string, a *storage.Account, which string) {
	if id, ok := c.gameOfHistory(handle, a, which); ok {
		c.examineRecord(storage.Games, id)
	}
}

// examineRecord puts a game of the store before the typist, at its start.
func (c *call) examineRecord(b storage.Bucket, id uint64) {
	raw := c.t.Read(b, storage.GameKey(id))
	if raw == nil {
		c.printf("The record of that game is gone.")
		return
	}
	r, err := storage.DecodeGame(raw)
	if err == nil {
		err = c.t.ExamineGame(c.me().Key, r, 0)
	}
	if err != nil {
		c.printf("The record of that game is damaged: it cannot be examined. Please tell an administrator (game %d).", id)
	}
}

// examined is the game that the typist examines; without one it says so and
// returns nil.
func (c *call) examined() *world.Game {
	g := c.t.ExaminedBy(c.me())
	if g == nil {
		c.printf("You are not examining a game.")
		return nil
	}
	return c.t.Game(g.Record.Number)
}

func unexamine(c *call) {
	if c.examined() != nil {
		c.t.StopExamining(c.me().Key)
	}
}

// makeExaminer lets an observer move the men too.
func makeExaminer(c *call) {
	g := c.examined()
	if g == nil {
		return
	}
	p := c.online(c.word(0))
	switch {
	case p == nil:
	case p.Examining == g.Record.Number:
		c.printf("%s is already examining the game.", p.Handle)
	case !observes(c.t.SeeSession(p.Session), g.Record.Number):
		c.printf("%s is not observing the game you are examining.", p.Handle)
	case p.Game != 0:
		c.printf("%s is playing a game.", p.Handle)
	case p.Examining != 0:
		c.printf("%s is examining a game.", p.Handle)
	default:
		c.t.MakeExaminer(g, p)
	}
}

func observes(s *world.Session, number int) bool {
	for _, n := range s.Observing {
		if n == number {
			return true
		}
	}
	return false
}

// forward goes on along the game that is examined, by half-moves or to its end.
func forward(c *call) {
	g := c.examined()
	if g == nil {
		return
	}
	plies := 1
	switch word := strings.ToLower(c.word(0)); {
	case word == "":
	case c.isNum(0) && c.num(0) > 0:
		plies = c.num(0)
	case strings.HasPrefix("end", word):
		plies = c.t.Config().MaxMoves*2 + g.Plies() + storedMost
	default:
		c.usage()
		return
	}
	done, err := c.t.ExamForward(g, plies)
	c.walked(done, err, "You're at the end of the game.")
}

// storedMost is more half-moves than any game has.
const storedMost = 1 << 16

// backward goes back by half-moves.
func backward(c *call) {
	g := c.examined()
	if g == nil {
		return
	}
	plies := 1
	if c.has(0) {
		if plies = c.num(0); plies < 1 {
			c.usage()
			return
		}
	}
	done, err := c.t.ExamBackward(g, plies)
	c.walked(done, err, "You're at the beginning of the game.")
}

// walked says what kept the typist from going along a game.
func (c *call) walked(done int, err error, edge string) {
	switch {
	case err != nil:
		c.printf("That cannot be done: %v.", err)
	case done == 0:
		c.printf("%s", edge)
	}
}

// revert leaves a variation for the game.
func revert(c *call) {
	g := c.examined()
	if g == nil {
		return
	}
	if !g.InVariation() {
		c.printf("You are in the main line already.")
		return
	}
	if err := c.t.ExamRevert(g); err != nil {
		c.printf("That cannot be done: %v.", err)
	}
}

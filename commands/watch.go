package commands

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"epicenter/server/world"
)

func watchCommands() []command {
	return []command{
		{name: "observe", params: "s", code: 80, cost: 1, run: observe},
		{name: "unobserve", params: "o", code: 138, cost: 1, run: unobserve},
		{name: "games", params: "t", code: 43, cost: 2, run: games},
		{name: "allobservers", params: "o", code: 14, cost: 2, run: allObservers},
		{name: "refresh", params: "o", code: 101, cost: 1, run: refresh},
		{name: "primary", params: "o", code: 91, cost: 1, run: primary},
		{name: "follow", params: "o", code: 41, cost: 1, run: follow},
	}
}

// observe looks on at one game or several (docs/protocol.md §3.3).
func observe(c *call) {
	for _, word := range strings.Fields(c.word(0)) {
		g := c.gameToObserve(word)
		if g == nil {
			continue
		}
		n := g.Record.Number
		switch c.t.RefusesObserver(c.session().ID, g) {
		case world.PlaysIt:
			c.printf("You cannot observe a game that you are playing.")
		case world.ExaminesIt:
			c.printf("You cannot observe a game that you are examining.")
		case world.ObservesIt:
			c.printf("You are already observing game %d.", n)
		case world.IsPrivate:
			c.private(g)
		case world.ObservesTooMany:
			c.printf("You are already observing the maximum number of games")
			return
		default:
			c.t.Observe(c.session().ID, n)
		}
	}
}

// gameToObserve is the game that a word means: a number, a player, or, of all
// games that the typist may begin to observe, the one between the highest
// rated players, of some types (/x) or of any (*).
func (c *call) gameToObserve(word string) *world.Game {
	if word != "*" && word[0] != '/' {
		return c.gameNamed(word)
	}
	f := gameFilter{}
	if word != "*" {
		if complaint := f.add(word); complaint != "" {
			c.printf("%s", complaint)
			return nil
		}
	}
	var best *world.Game
	for _, g := range c.gamesMatching(&f) {
		if c.t.RefusesObserver(c.session().ID, g) == world.MayObserve {
			best = g // they are sorted
		}
	}
	if best == nil {
		c.printf("There is no such game that you could observe and do not observe yet.")
	}
	return best
}

// unobserve stops looking on at one game, or at all.
func unobserve(c *call) {
	id := c.session().ID
	if !c.has(0) {
		list := c.session().Observing
		if len(list) == 0 {
			c.printf("You are not observing any games.")
		}
		for _, n := range list {
			c.t.Unobserve(id, n)
		}
		return
	}
	if n, ok := c.observed(0); ok {
		c.t.Unobserve(id, n)
	}
}

// observed is the number of a game that the typist observes, by number or
// player; when he does not observe it, it says so.
func (c *call) observed(i int) (number int, ok bool) {
	n := c.num(i)
	if !c.isNum(i) {
		g := c.game(i)
		if g == nil {
			return 0, false
		}
		n = g.Record.Number
	}
	for _, o := range c.session().Observing {
		if o == n {
			return n, true
		}
	}
	c.printf("You are not observing game %d.", n)
	return 0, false
}

// primary chooses which of the observed games is meant when none is named.
func primary(c *call) {
	if !c.has(0) {
		if n := c.session().Primary; n != 0 {
			c.printf("Your primary game is game %d.", n)
		} else {
			c.printf("You are not observing any games.")
		}
		return
	}
	if n, ok := c.observed(0); ok {
		c.t.SetPrimary(c.session().ID, n)
		c.printf("Your primary game is now game %d.", n)
	}
}

// follow observes whatever a player plays, until he leaves.
func follow(c *call) {
	if !c.has(0) {
		c.t.Follow("")
		c.printf("You will not follow any player's games.")
		return
	}
	p := c.online(c.word(0))
	switch {
	case p == nil:
	case p.Key == c.me().Key:
		c.printf("You cannot follow yourself.")
	case p.Key == c.session().Following:
		c.printf("You are already following %s's games.", p.Handle)
	default:
		c.printf("You will now be following %s's games.", p.Handle)
		c.t.Follow(p.Key)
	}
}

// refresh shows a board again, also that of a game which is not observed.
func refresh(c *call) {
	g := c.game(0)
	if g == nil || c.private(g) {
		return
	}
	c.t.ShowGame(c.session().ID, g)
}

// allObservers lists who looks on at one game or at all (docs/protocol.md
// §3.3, docs/clients.md §3.10).
func allObservers(c *call) {
	if c.has(0) {
		g := c.game(0)
		switch {
		case g == nil:
		case len(g.Observers) == 0 && g.Exam == nil:
			c.printf("No one is observing game %d.", g.Record.Number)
		default:
			c.table(c.observersOf(g))
		}
		return
	}
	var b strings.Builder
	n := 0
	for _, g := range c.t.Games() {
		if len(g.Observers) > 0 || g.Exam != nil {
			b.WriteString(c.observersOf(g))
			n++
		}
	}
	if n == 0 {
		c.printf("No one is observing any of the %s in progress.", counted(c.t.CountGames(), "game"))
		return
	}
	fmt.Fprintf(&b, "\n  %s displayed (of %d in progress).\n", counted(n, "game"), c.t.CountGames())
	c.table(b.String())
}

func (c *call) observersOf(g *world.Game) string {
	r := &g.Record
	var b strings.Builder
	pair := fmt.Sprintf("[%s vs. %s]", r.White.Handle, r.Black.Handle)
	var examiners []world.SessionID
	if g.Exam == nil {
		fmt.Fprintf(&b, "Observing %d %s:", r.Number, pair)
	} else {
		examiners = g.Exam.Examiners
		if g.Exam.Scratch {
			pair = "(scratch)"
		}
		fmt.Fprintf(&b, "Examining %d %s:", r.Number, pair)
	}
	for i, id := range slices.Concat(examiners, g.Observers) {
		mark := ""
		if i < len(examiners) {
			mark = "#"
		}
		if p := c.t.SeePlayer(c.t.SeeSession(id).Key); p != nil {
			b.WriteString(" " + mark + p.Tagged())
		}
	}
	fmt.Fprintf(&b, " (%s)\n", counted(len(examiners)+len(g.Observers), "user"))
	return b.String()
}

// counted is a number with a word that is given an s unless it is one.
func counted(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return strconv.Itoa(n) + " " + word + "s"
}

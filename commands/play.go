package commands

import (
	"fmt"
	"strings"

	"epicenter/server/render"
	"epicenter/server/world"
)

func playCommands() []command {
	return []command{
		{name: "resign", params: "o", code: 103, cost: 1, run: resign},
		{name: "draw", params: "", code: 34, cost: 1, run: draw},
		{name: "abort", params: "", code: 10, cost: 1, run: abort},
		{name: "adjourn", params: "", code: 13, cost: 1, run: adjourn},
		{name: "takeback", params: "p", code: 131, cost: 1, run: takeback},
		{name: "switch", params: "", code: 130, cost: 1, run: switchSides},
		{name: "flag", params: "", code: 38, cost: 1, run: flag},
		{name: "moretime", params: "d", code: 76, cost: 1, run: moretime},
		{name: "pause", params: "", code: 86, cost: 1, run: pause},
		{name: "unpause", params: "", code: 139, cost: 1, run: unpause},
		{name: "time", params: "n", code: 133, cost: 1, run: showTime},
		{name: "promote", params: "w", code: 92, cost: 1, run: promote},
	}
}

// ownGame is the game that the typist plays and his side in it; without one it
// says so and returns nil.
func (c *call) ownGame() (*world.Game, int) {
	me := c.me()
	g := c.t.SeeGame(me.Game)
	if g == nil {
		c.printf("You are not playing a game.")
		return nil, 0
	}
	return g, g.ColourOf(me.Key)
}

// opponent is the other player of the typist's game, who may have lost contact.
func (c *call) opponent(g *world.Game, side int) *world.Player {
	return c.t.SeePlayer(g.KeyOf(1 - side))
}

// present tells whether the opponent is there to answer, and says it when not.
func (c *call) present(g *world.Game, side int) bool {
	if c.opponent(g, side).Online() {
		return true
	}
	handle := g.Side(1 - side).Handle
	if g.WaitsUntil > 0 {
		c.printf("%s is not back yet.", handle)
	} else {
		c.printf("%s has lost contact and cannot answer now.", handle)
	}
	return false
}

// propose makes an offer about the typist's game, or accepts the same offer of
// the opponent; a takeback of another length is answered by a counter-offer
// (docs/protocol.md §3.2).
func (c *call) propose(g *world.Game, side int, kind world.OfferKind, plies int) {
	if !c.present(g, side) {
		return
	}
	me, other := g.KeyOf(side), g.KeyOf(1-side)
	o := world.Offer{Kind: kind, From: me, To: other, Game: g.Record.Number, Plies: plies}
	his, mine := c.t.FindOffer(kind, other, me), c.t.FindOffer(kind, me, other)
	switch {
	case his != nil && his.Plies == plies:
		c.accept(his)
		return
	case mine != nil && mine.Plies == plies:
		c.printf("You have made that offer already; it stands until %s answers it.", g.Side(1-side).Handle)
		return
	case his != nil:
		o.How = world.OfferCounter
		c.t.RemoveOffer(his.Number, world.OfferLapsed)
	case mine != nil:
		o.How = world.OfferUpdate
		c.t.RemoveOffer(mine.Number, world.OfferLapsed)
	}
	c.t.MakeOffer(o)
}

// resign gives up the typist's game, or the adjourned one with somebody.
func resign(c *call) {
	if c.has(0) {
		c.resignStored(c.word(0))
		return
	}
	g, side := c.ownGame()
	switch {
	case g == nil:
	case c.justQuit():
		c.printf("You have just asked to quit. If you want to resign, please type it again.")
	default:
		c.t.End(c.t.Game(g.Record.Number), world.Resignation(side))
	}
}

// burst is how close together lines come that no hand has typed, ms.
const burst = 1000

// justQuit tells whether the typist has asked to quit in the same breath: a
// client whose connection dies sends all that it has, and nothing behind a quit
// counts (docs/cases.md 40).
func (c *call) justQuit() bool {
	at := c.session().QuitAt
	return at > 0 && c.t.At-at < burst
}

// draw claims a draw where there is one to be claimed, else offers one
// (rules/RULES.md §4).
func draw(c *call) {
	g, side := c.ownGame()
	if g == nil || c.t.ClaimDraw(c.t.Game(g.Record.Number)) {
		return
	}
	c.propose(g, side, world.OfferDraw, 0)
}

// abort ends a game without a result: alone before both have moved or when the
// opponent is gone or out of time, else by agreement (docs/protocol.md §3.2).
func abort(c *call) {
	g, side := c.ownGame()
	switch {
	case g == nil:
	case !g.Underway():
		c.printf("The game has been aborted on move one.")
		c.t.TellPlayer(g.KeyOf(1-side), world.Note{Text: "Your opponent has aborted the game on move one."})
		c.t.End(c.t.Game(g.Record.Number), world.AbortMoveOne)
	case g.WaitsUntil > 0 && !c.opponent(g, side).Online():
		c.printf("%s is not back yet. You can \"adjourn\" the game now, so that both of you are free until you resume it.",
			g.Side(1-side).Handle)
	case c.tooEarly(g, side, "abort"):
	case c.alone(g, side):
		c.t.End(c.t.Game(g.Record.Number), world.CourtesyAbort(side))
	default:
		c.propose(g, side, world.OfferAbort, 0)
	}
}

// adjourn puts a game away, alone or by agreement as abort.
func adjourn(c *call) {
	g, side := c.ownGame()
	switch {
	case g == nil:
	case !g.BothRegistered():
		c.printf("All players must be registered to adjourn a game.  Use \"abort\".")
	case c.t.StoreIsDown():
		c.printf("The disk is not taking what we write, so the game cannot be put away now. Please try again in a minute.")
	case g.WaitsUntil > 0 && !c.opponent(g, side).Online():
		c.t.End(c.t.Game(g.Record.Number), world.CourtesyAdjourn(side))
	case c.tooEarly(g, side, "adjourn"):
	case c.alone(g, side):
		c.t.End(c.t.Game(g.Record.Number), world.CourtesyAdjourn(side))
	default:
		c.propose(g, side, world.OfferAdjourn, 0)
	}
}

// alone tells whether the typist may end the game without asking: the opponent
// is away for long enough, or out of time while he is not himself.
func (c *call) alone(g *world.Game, side int) bool {
	if gone, wait := c.t.Gone(g, 1-side); gone {
		return wait == 0
	}
	return c.t.OutOfTime(g, 1-side) && !g.FlagDown(side, c.t.At)
}

// tooEarly refuses to end the game of an opponent who has lost contact just now.
func (c *call) tooEarly(g *world.Game, side int, verb string) bool {
	gone, wait := c.t.Gone(g, 1-side)
	if !gone || wait == 0 {
		return false
	}
	c.printf("%s has lost contact. You may %s the game alone in %d seconds.", g.Side(1-side).Handle, verb, (wait+999)/1000)
	return true
}

// takeback asks to undo half-moves, one unless a number is given.
func takeback(c *call) {
	n := 1
	if c.has(0) {
		n = c.num(0)
	}
	g, side := c.ownGame()
	switch {
	case g == nil:
	case n < 1:
		c.usage()
	case g.Plies() == 0:
		c.printf("There are no moves in your game.")
	case n > g.Plies():
		c.printf("There are only %d half moves in your game.", g.Plies())
	case c.opponent(g, side).Vars.On(world.VarNoTakeback):
		c.printf("Your opponent has requested no takebacks.")
	default:
		c.propose(g, side, world.OfferTakeback, n)
	}
}

// switchSides asks to change colours.
func switchSides(c *call) {
	g, side := c.ownGame()
	switch {
	case g == nil:
	case g.Underway():
		c.printf("You cannot switch sides once a game is underway.")
	default:
		c.propose(g, side, world.OfferSwitch, 0)
	}
}

// pieces are the values of the variable promote and what may be typed for them.
var pieces = []struct{ word, letters string }{
	{"queen", "q"}, {"rook", "r"}, {"bishop", "b"}, {"knight", "nk"},
}

// promote says what the typist's pawns become when a move does not.
func promote(c *call) {
	word := strings.ToLower(c.word(0))
	for i, p := range pieces {
		if len(word) == 1 && strings.Contains(p.letters, word) || len(word) > 1 && strings.HasPrefix(p.word, word) {
			c.t.SetVar(c.me().Key, world.VarPromote, i)
			c.printf("Promotion piece set to %s.", strings.ToUpper(p.word))
			return
		}
	}
	c.usage()
}

// backAtBoard puts a person who has just come in back to his game, if one is
// waiting for him.
func backAtBoard(t *world.Turn, how world.Admission) {
	g := t.BackAtBoard(how)
	if g == nil {
		return
	}
	me := t.Me()
	opponent := g.Side(1 - g.ColourOf(me.Key)).Handle
	t.Print(fmt.Sprintf("\nThe server has been restarted. Your game with %s goes on with all its moves and clocks as soon as %s is back. "+
		"If that takes more than %s, it is adjourned.\n", opponent, opponent, render.Duration(g.WaitsUntil-t.At)))
}

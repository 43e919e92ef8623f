package world

import (
	"epicenter/rules"
)

// FlagDown tells whether a side has used more than its time: only while the
// clocks run can anybody say so.
func (g *Game) FlagDown(c int, at int64) bool { return g.Ticking() && g.Clock(c, at) < 0 }

// AutoFlagged tells a player that the server has called a flag for him.
type AutoFlagged struct{ Game int }

func (AutoFlagged) fact()     {}
func (AutoFlagged) gameFact() {}

// flagFalls is what happens when the flag of the side to move falls: the game
// ends when the opponent has autoflag set, else it is his to claim. A flag that
// is to be called waits first for what may be on its way.
func (t *Turn) flagFalls(g *Game) {
	opponent := 1 - g.ToMove()
	if g.Thinking.Until == 0 && t.autoflags(g, opponent) && t.checkLag(g) {
		t.TellPlayer(g.KeyOf(opponent), LagChecked{g.Record.Number})
		return
	}
	t.fallen(g)
}

// autoFlag calls the flag for side c.
func (t *Turn) autoFlag(g *Game, c int) {
	t.TellPlayer(g.KeyOf(c), AutoFlagged{g.Record.Number})
	t.Flag(g, c)
}

// autoflags tells whether the server calls flags for side c.
func (t *Turn) autoflags(g *Game, c int) bool {
	p := t.SeePlayer(g.KeyOf(c))
	return p == nil || p.Vars.On(VarAutoflag)
}

// Flag ends a game because side c calls the opponent's flag, which must be down:
// everybody sees the board with its clocks a last time, then the end
// (docs/protocol.md §11).
func (t *Turn) Flag(g *Game, c int) {
	e := flagEnding(g, 1-c, t.At)
	g.stopClock(t.At)
	t.TellBoard(g, BoardChange)
	t.End(g, e)
}

// flagEnding is the end when the flag of a side is called: a loss, or a draw
// when both are down or the opponent could not win (rules/RULES.md §3).
func flagEnding(g *Game, flagged int, at int64) Ending {
	if g.FlagDown(1-flagged, at) {
		return Ending{Result: rules.Draw, Text: "Game drawn because both players ran out of time", Code: "Fla"}
	}
	o := g.Position.FlagOutcome(rules.Color(flagged))
	if o.Reason == rules.FlagInsufficient {
		text := sideWord(flagged) + " ran out of time and " + sideWord(1-flagged) + " has no material to mate"
		return Ending{Result: o.Result, Text: text, Code: "TM"}
	}
	return Ending{Result: o.Result, Text: sideWord(flagged) + " forfeits on time", Code: "Fla"}
}

// autoflagOn is for a player who sets autoflag during a game: a flag that is
// already down is called now.
func (t *Turn) autoflagOn(key string) {
	p := t.SeePlayer(key)
	if p == nil {
		return
	}
	g := t.SeeGame(p.Game)
	if g == nil {
		return
	}
	if c := g.ColourOf(key); g.FlagDown(1-c, t.At) {
		if g = t.Game(p.Game); c == g.ToMove() || !t.checkLag(g) {
			t.autoFlag(g, c)
		}
	}
}

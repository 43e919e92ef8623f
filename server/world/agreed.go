package world

import "epicenter/rules"

// ClockStopped tells those at a board that its clocks stand, or run again.
type ClockStopped struct {
	Game    int
	Resumed bool
	// White and Black are the players' handles.
	White, Black string
}

func (ClockStopped) fact()     {}
func (ClockStopped) gameFact() {}

// Sides implements render.OfGame.
func (f ClockStopped) Sides() (white, black string, toMove, number int) {
	return f.White, f.Black, White, f.Game
}

// Pause stops the clocks of a game, Unpause lets them run again; both players
// have agreed.
func (t *Turn) Pause(g *Game) {
	if g.Record.Paused {
		return
	}
	g.stopClock(t.At)
	g.Record.Paused = true
	t.tellClocks(g)
}

// Unpause is the opposite of Pause.
func (t *Turn) Unpause(g *Game) {
	if !g.Record.Paused {
		return
	}
	g.Record.Paused = false
	t.startClock(g)
	t.tellClocks(g)
}

func (t *Turn) tellClocks(g *Game) {
	r := &g.Record
	t.Tell(ClockStopped{r.Number, !r.Paused, r.White.Handle, r.Black.Handle}, t.everyone(g)...)
	t.TellBoard(g, BoardChange)
}

// SwitchSides lets the players of a game that is not underway change places;
// times stay with the colours.
func (t *Turn) SwitchSides(g *Game) {
	w, b := &g.Record.White, &g.Record.Black
	cat := g.Record.Category
	t.countWhite(g.KeyOf(White), cat, -2)
	t.countWhite(g.KeyOf(Black), cat, 2)
	w.Handle, b.Handle = b.Handle, w.Handle
	w.Registered, b.Registered = b.Registered, w.Registered
	w.Rating, b.Rating = b.Rating, w.Rating
	w.State, b.State = b.State, w.State
	t.dropPremoves(g)
	t.startClock(g)
	t.TellBoard(g, BoardChange)
}

// TimeAdded tells a player that his opponent has given him time.
type TimeAdded struct{ Seconds int }

func (TimeAdded) fact()     {}
func (TimeAdded) gameFact() {}

// MoreTime gives the opponent of side c some seconds.
func (t *Turn) MoreTime(g *Game, c, seconds int) {
	g.Side(1 - c).Clock += int64(seconds) * 1000
	if g.FlagSeen && g.ToMove() == 1-c {
		g.FlagSeen = g.Clock(1-c, t.At) < 0
	}
	t.TellPlayer(g.KeyOf(1-c), TimeAdded{seconds})
	t.TellBoard(g, BoardChange)
}

// ClaimDraw ends a game whose position has occurred three times or in which
// fifty moves have passed without capture or pawn move (rules/RULES.md §4); it
// reports whether there was anything to claim.
func (t *Turn) ClaimDraw(g *Game) bool {
	switch {
	case rules.ClaimRepetition(g.Hashes):
		t.End(g, DrawRepetition)
	case g.Position.ClaimFifty():
		t.End(g, DrawFifty)
	default:
		return false
	}
	return true
}

// Agree carries out what an accepted offer about a game proposes. The offer
// itself has been taken away before.
func (t *Turn) Agree(o Offer) error {
	g := t.Game(o.Game)
	if g == nil {
		return nil
	}
	switch o.Kind {
	case OfferDraw:
		t.End(g, DrawAgreed)
	case OfferAbort:
		t.End(g, AbortAgreed)
	case OfferAdjourn:
		t.End(g, AdjournAgreed)
	case OfferTakeback:
		return t.TakeBack(g, o.Plies)
	case OfferSwitch:
		t.SwitchSides(g)
	case OfferPause:
		t.Pause(g)
	case OfferUnpause:
		t.Unpause(g)
	}
	return nil
}

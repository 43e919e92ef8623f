package world

// GameDue looks at a game whose deadline has come: it has waited long enough
// for its players or for a first move, or a flag has fallen.
func (t *Turn) GameDue(n int) {
	g := t.SeeGame(n)
	if g == nil || t.At < g.deadline() {
		return
	}
	g = t.Game(n)
	switch {
	case g.WaitsUntil > 0:
		t.End(g, Ending{Text: "Game adjourned by server shutdown", Adjourned: true})
	case !g.Underway():
		t.noFirstMove(g)
	default:
		t.flagFalls(g)
	}
}

// NoFirstMove tells the players whose first move did not come.
type NoFirstMove struct {
	Game   int
	Handle string
}

func (NoFirstMove) fact()     {}
func (NoFirstMove) gameFact() {}

// noFirstMove ends a game whose first moves, which cost no time, do not come:
// nobody is kept at a board without an end (docs/cases.md 19).
func (t *Turn) noFirstMove(g *Game) {
	t.TellPlayers(g, NoFirstMove{g.Record.Number, g.Side(g.ToMove()).Handle})
	t.End(g, AbortMoveOne)
}

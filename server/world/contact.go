package world

// LostContact tells the opponent that a player's connection ended and how long
// he has to return, Regained that he is back.
type LostContact struct {
	Game    int
	Handle  string
	Seconds int
}

// Regained tells that a lost player is back at the board.
type Regained struct {
	Game   int
	Handle string
}

func (LostContact) fact()     {}
func (LostContact) gameFact() {}
func (Regained) fact()        {}
func (Regained) gameFact()    {}

// deadline is when the grace of a lost player ends.
func (p *Player) deadline(cfg Config) int64 {
	if p.LostAt == 0 || p.Game == 0 {
		return 0
	}
	return p.LostAt + cfg.Grace
}

// exemptFromIdle tells whether a session may be idle: its person plays or
// examines.
func (t *Turn) exemptFromIdle(s *Session) bool {
	p := t.players.See(s.Key)
	return p != nil && (p.Game != 0 || p.Examining != 0 || p.Level >= AdminLevel)
}

// loseContact is what a game makes of a player whose connection has ended: a
// guest's game ends at once, his name proves nothing; a registered player has
// a while to come back, and his clock goes on. A game that waits for its
// players goes on waiting.
func (t *Turn) loseContact(g *Game, p *Player) {
	c := g.ColourOf(p.Key)
	switch {
	case g.WaitsUntil > 0:
	case p.Guest:
		t.endLost(g, c)
	default:
		p.LostAt = t.At
		t.TellPlayer(g.KeyOf(1-c), LostContact{
			Game: g.Record.Number, Handle: p.Handle, Seconds: int(t.cfg.Grace / 1000),
		})
	}
}

// GraceOver ends the game of a lost player who has not come back in time.
func (t *Turn) GraceOver(key string) {
	p := t.SeePlayer(key)
	if p == nil || p.Session != 0 || p.LostAt == 0 {
		return
	}
	if g := t.Game(p.Game); g != nil {
		t.endLost(g, g.ColourOf(key))
	}
}

// minMovesToAdjourn is how many moves each side must have made for a lost game
// to be kept (docs/protocol.md §5.7, "too few moves").
const minMovesToAdjourn = 3

// endLost ends the game of a player who has left it for good. Under noescape he
// forfeits it, unless he could have aborted it or the opponent is gone too.
func (t *Turn) endLost(g *Game, c int) {
	lost := sideWord(c) + " lost connection"
	opponent := t.SeePlayer(g.KeyOf(1 - c))
	switch {
	case g.Record.NoEscape && g.Underway() && opponent.Online():
		t.End(g, Ending{Result: Win(1 - c), Text: sideWord(c) + " forfeits by disconnection", Code: "Dis"})
	case !g.BothRegistered():
		t.End(g, Ending{Text: lost + "; game aborted"})
	case g.Plies() < 2*minMovesToAdjourn:
		t.End(g, Ending{Text: lost + " and too few moves; game aborted"})
	default:
		t.End(g, Ending{Text: lost + "; game adjourned", Adjourned: true})
	}
}

// BothRegistered tells whether both players have accounts.
func (g *Game) BothRegistered() bool { return g.Record.White.Registered && g.Record.Black.Registered }

// Gone tells whether the player of side c has lost contact, and in how many ms
// the opponent may abort or adjourn the game alone.
func (t *Turn) Gone(g *Game, c int) (gone bool, claim int64) {
	p := t.SeePlayer(g.KeyOf(c))
	if p == nil || p.Session != 0 || p.LostAt == 0 {
		return false, 0
	}
	return true, max(0, p.LostAt+t.cfg.GraceClaim-t.At)
}

// BackAtBoard brings a person who has just come in back to the game that he
// plays, if he does: he is shown it as it goes on, and the opponent hears of his
// return if he heard of the loss. A game that waits since a restart goes on
// once both are there; while it still waits, it is returned.
func (t *Turn) BackAtBoard(how Admission) (waiting *Game) {
	me := t.Me()
	g := t.SeeGame(me.Game)
	if g == nil {
		return nil
	}
	opponent := g.KeyOf(1 - g.ColourOf(me.Key))
	switch {
	case g.WaitsUntil == 0:
		if how == AdmittedAgain {
			t.TellPlayer(opponent, Regained{Game: g.Record.Number, Handle: me.Handle})
		}
		t.Tell(t.started(g, true), me.Session)
	case t.SeePlayer(opponent).Online():
		t.goOn(t.Game(me.Game))
	default:
		return g
	}
	return nil
}

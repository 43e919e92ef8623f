package world

import "epicenter/storage"

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

// exemptFromIdle tells whether a session may be idle: its person plays.
func (t *Turn) exemptFromIdle(s *Session) bool {
	p := t.players.See(s.Key)
	return p != nil && (p.Game != 0 || p.Level >= AdminLevel)
}

// loseContact is what a game makes of a player whose connection has ended: a
// guest's game ends at once, his name proves nothing; a registered player has
// a while to come back, and his clock goes on.
func (t *Turn) loseContact(g *Game, p *Player) {
	c := g.ColourOf(p.Key)
	if !g.Record.White.Registered || !g.Record.Black.Registered {
		if p.Guest || !g.Side(c).Registered {
			t.End(g, Ending{Text: sideWord(c) + " lost connection; game aborted"})
			return
		}
	}
	p.LostAt = t.At
	f := LostContact{Game: g.Record.Number, Handle: p.Handle, Seconds: int(t.cfg.Grace / 1000)}
	t.TellPlayer(g.KeyOf(1-c), f)
}

// minMovesToAdjourn is how many moves each side must have made for a lost game
// to be kept (docs/protocol.md §5.7, "too few moves").
const minMovesToAdjourn = 3

// GraceOver ends the game of a lost player who has not come back in time.
func (t *Turn) GraceOver(key string) {
	p := t.SeePlayer(key)
	if p == nil || p.Session != 0 || p.Game == 0 {
		return
	}
	g := t.Game(p.Game)
	c := g.ColourOf(key)
	switch {
	case g.WaitsUntil > 0:
		t.adjournLost(g, c)
	case g.Record.NoEscape:
		t.End(g, Ending{Result: Win(1 - c), Text: sideWord(c) + " forfeits by disconnection", Code: "Dis"})
	default:
		t.adjournLost(g, c)
	}
}

// adjournLost puts away the game of a lost player, or aborts it when it is too
// young or a guest's.
func (t *Turn) adjournLost(g *Game, c int) {
	switch {
	case !g.Record.White.Registered || !g.Record.Black.Registered:
		t.End(g, Ending{Text: sideWord(c) + " lost connection; game aborted"})
	case g.Plies() < 2*minMovesToAdjourn:
		t.End(g, Ending{Text: sideWord(c) + " lost connection and too few moves; game aborted"})
	default:
		t.End(g, Ending{Text: sideWord(c) + " lost connection; game adjourned", Adjourned: true})
	}
}

// putAway notes an adjourned game with both players.
func (t *Turn) putAway(g *Game) {
	for c := range 2 {
		if a := t.Account(g.KeyOf(c)); a != nil {
			a.Adjourned = append(a.Adjourned, storage.Waiting{
				Game: g.Record.ID, Opponent: g.Side(1 - c).Handle, White: c == White,
			})
		}
	}
}

// isPutAway tells whether an ended game was adjourned.
func (t *Turn) isPutAway(g *Game) bool {
	a := t.SeeAccount(g.KeyOf(White))
	if a == nil {
		return false
	}
	for _, w := range a.Adjourned {
		if w.Game == g.Record.ID {
			return true
		}
	}
	return false
}

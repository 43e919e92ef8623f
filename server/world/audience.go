package world

// Players of a game are its two sessions, White first; 0 for who is away.
func (t *Turn) playerSessions(g *Game) (white, black SessionID) {
	if g.Exam != nil {
		return 0, 0
	}
	if p := t.players.See(g.KeyOf(White)); p != nil {
		white = p.Session
	}
	if p := t.players.See(g.KeyOf(Black)); p != nil {
		black = p.Session
	}
	return white, black
}

// everyone at a board: the players or examiners, the side to be served first in front, then
// the observers in the order of their coming.
func (t *Turn) everyone(g *Game) []SessionID {
	white, black := t.playerSessions(g)
	if g.Exam != nil {
		return append(append(make([]SessionID, 0, 4+len(g.Observers)), g.Exam.Examiners...), g.Observers...)
	}
	list := make([]SessionID, 0, 2+len(g.Observers))
	return append(append(list, white, black), g.Observers...)
}

// TellBoard shows a game's board to its players and observers.
func (t *Turn) TellBoard(g *Game, cause BoardCause) {
	t.Tell(BoardShown{t.Board(g, cause)}, t.everyone(g)...)
}

// TellPlayers tells both players of a game.
func (t *Turn) TellPlayers(g *Game, f Fact) {
	white, black := t.playerSessions(g)
	t.Tell(f, white, black)
}

// TellObservers tells those who look on.
func (t *Turn) TellObservers(g *Game, f Fact) { t.Tell(f, g.Observers...) }

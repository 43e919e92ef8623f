package world

// Follow makes the typist observe every game that a person begins, and the one
// that he plays now (docs/protocol.md §3.3). The empty key ends it.
func (t *Turn) Follow(key string) {
	s := t.Session(t.typist)
	s.Following = key
	if key == "" {
		return
	}
	g := t.SeeGame(t.SeePlayer(key).Game)
	if g != nil && t.RefusesObserver(s.ID, g) == MayObserve {
		t.Observe(s.ID, g.Record.Number)
	}
}

// showFollowers puts the followers of its two players at a game that begins or
// goes on. Who plays himself is left in peace, and so is whose list of games is
// full; of a private game they learn that it is one.
func (t *Turn) showFollowers(g *Game) {
	for id, s := range t.Sessions() {
		c := g.ColourOf(s.Following)
		if s.Following == "" || c < 0 || t.SeePlayer(s.Key).Game != 0 || t.SeePlayer(s.Key).Examining != 0 {
			continue
		}
		who, opponent := g.Side(c).Handle, g.Side(1-c).Handle
		switch t.RefusesObserver(id, g) {
		case MayObserve:
			t.lookOn(id, g.Record.Number)
			t.Tell(GameShown{Game: t.started(g, false), Why: ShowFollow, Followed: who, Opponent: opponent}, id)
		case IsPrivate:
			t.Tell(Note{who + ", whom you are following, has started a private game with " + opponent + "."}, id)
		}
	}
}

// loseFollowers tells the followers of a person who has left that they follow
// nobody now.
func (t *Turn) loseFollowers(p *Player) {
	for id, s := range t.Sessions() {
		if s.Following == p.Key {
			t.Session(id).Following = ""
			t.Tell(Note{p.Handle + ", whose games you were following, has logged out."}, id)
		}
	}
}

package world

import (
	"slices"

	"epicenter/rules"
	"epicenter/storage"
)

// GameStarted tells the players of a new or resumed game, and those who listen
// to results, that it is on.
type GameStarted struct {
	Board *Board
	// WhiteRating and BlackRating are as `Creating:` prints them, four wide
	// (docs/protocol.md §5.7).
	WhiteRating, BlackRating string
	Minutes, Seconds         int
	OddsMinutes, OddsSeconds int
	Odds                     bool
	Resumed                  bool
	NoEscape                 bool
	MinMove                  bool
	Registered               [2]bool
	Ratings                  [2]int
	States                   [2]byte
	Timeseal                 [2]bool
}

func (GameStarted) fact()     {}
func (GameStarted) gameFact() {}

// StartGame puts two players, who must be free and online, at a board.
func (t *Turn) StartGame(m Terms, white, black string) *Game {
	t.leaveEverything(white, black)
	w, b := t.Player(white), t.Player(black)
	number := t.state.gameNos.give(t.At, func(n int) bool { return t.games.See(n) != nil })
	base, inc := m.clocks()
	g := &Game{Variant: m.Variant, RatedAt: t.At}
	g.Record = storage.Game{
		ID: t.state.nextGame, Number: number, Variant: m.Variant.Name,
		White: t.side(w, m, base[0], inc[0]), Black: t.side(b, m, base[1], inc[1]),
		Rated:   m.Rated,
		Private: w.Vars.On(VarPrivate) || b.Vars.On(VarPrivate),
		// Both must ask for it (docs/protocol.md §11).
		NoEscape: w.Vars.On(VarNoEscape) && b.Vars.On(VarNoEscape),
		Type:     m.Type(), Category: m.Category(), Started: t.At,
	}
	t.state.nextGame++
	p := m.Variant.Start(rules.StandardStart)
	if m.Variant.Random {
		p = m.Variant.StartFrom(t.Dice())
		g.Record.StartFEN = p.FEN()
	}
	g.Position, g.Hashes = p, []uint64{p.Hash()}
	g.lastSAN, g.lastVerbose = "none", "none"
	t.seat(g)
	t.countWhite(white, m.Category(), 1)
	t.countWhite(black, m.Category(), -1)
	t.startClock(g)
	f := t.started(g, false)
	t.TellPlayers(g, f)
	t.tellListeners(g, f)
	t.showFollowers(g)
	return g
}

// seat binds a game and its two players to each other.
func (t *Turn) seat(g *Game) {
	n := g.Record.Number
	t.games.Put(n, g)
	w, b := t.SeePlayer(g.KeyOf(White)), t.SeePlayer(g.KeyOf(Black))
	g.MinMove = w.Vars.On(VarMinMoveTime) && b.Vars.On(VarMinMoveTime)
	t.state.mostGames = max(t.state.mostGames, t.games.Len())
	for c := range 2 {
		if p := t.Player(g.KeyOf(c)); p != nil {
			p.Game = n
			t.freshPromotion(p)
		}
		if a := t.Account(g.KeyOf(c)); a != nil {
			a.LastOpponent = g.Side(1 - c).Handle
		}
	}
}

// freshPromotion lets a player's pawns become queens again: what he chose to
// promote to was for one game (rules/RULES.md §6).
func (t *Turn) freshPromotion(p *Player) {
	if p.Vars[VarPromote] != 0 {
		t.SetVar(p.Key, VarPromote, 0)
	}
}

// side is a player's record at the start of a game.
func (t *Turn) side(p *Player, m Terms, base, inc int64) storage.Side {
	r, state := t.RatingState(p.Key, m.Category())
	s := storage.Side{Handle: p.Handle, Registered: !p.Guest, Rating: r, State: state, Base: base, Inc: inc}
	s.Clock = startClock(&s)
	return s
}

// started is the fact that a game is on; with it the players see their board.
func (t *Turn) started(g *Game, resumed bool) GameStarted {
	r := &g.Record
	w, b := &r.White, &r.Black
	return GameStarted{
		Board:       t.Board(g, BoardStart),
		WhiteRating: RatingField(w.Rating, w.State),
		BlackRating: RatingField(b.Rating, b.State),
		Minutes:     int(w.Base / 60_000), Seconds: int(w.Inc / 1000),
		OddsMinutes: int(b.Base / 60_000), OddsSeconds: int(b.Inc / 1000),
		Odds:    w.Base != b.Base || w.Inc != b.Inc,
		Resumed: resumed, NoEscape: r.NoEscape, MinMove: g.MinMove,
		Registered: [2]bool{w.Registered, b.Registered},
		Ratings:    [2]int{w.Rating, b.Rating},
		States:     [2]byte{w.State, b.State},
		Timeseal:   [2]bool{t.Timeseal(g.KeyOf(White)) > 0, t.Timeseal(g.KeyOf(Black)) > 0},
	}
}

// tellListeners tells those who hear about all games (gin), of ends also programs
// with `iset allresults 1`, and those who have a player on their gnotify list;
// players and observers of this game are left out.
func (t *Turn) tellListeners(g *Game, f Fact) {
	white, black := t.playerSessions(g)
	_, ends := f.(GameEnded)
	var to []SessionID
	for id, s := range t.Sessions() {
		p := t.players.See(s.Key)
		if p == nil || !p.Vars.On(VarGin) && !(ends && s.IVars.Has(IAllResults)) || id == white || id == black || slices.Contains(g.Observers, id) {
			continue
		}
		to = append(to, id)
	}
	t.Tell(f, to...)
	t.notifyOfGame(g)
}

// countWhite keeps the balance of colours in a category.
func (t *Turn) countWhite(key, category string, by int) {
	a := t.Account(key)
	if a == nil {
		return
	}
	if a.Colours == nil {
		a.Colours = map[string]int{}
	}
	a.Colours[category] += by
}

// ColoursByBalance says who plays White when nobody asks: who had fewer Whites
// in the category, else the dice decide.
func (t *Turn) ColoursByBalance(a, b, category string) (white, black string) {
	balance := func(key string) int {
		if acc := t.SeeAccount(key); acc != nil {
			return acc.Colours[category]
		}
		return 0
	}
	x, y := balance(a), balance(b)
	if x > y || x == y && t.Dice().IntN(2) == 1 {
		return b, a
	}
	return a, b
}

// winner is the side that a result names, -1 for none.
func winner(r rules.Result) int {
	switch r {
	case rules.WhiteWins:
		return White
	case rules.BlackWins:
		return Black
	}
	return -1
}

package world

import (
	"slices"

	"epicenter/rules"
	"epicenter/storage"
)

// GameShown is a game with the line that names it and its board, as somebody
// who is no player of it gets to see it, or a player who asks for it
// (docs/protocol.md §3.3).
type GameShown struct {
	Game GameStarted // the names, ratings, terms and the board
	Why  Showing
	// Followed is the handle of the player on whose account a follower is
	// shown the game, Opponent whom he plays; empty otherwise.
	Followed, Opponent string
}

// Showing is why a game is shown.
type Showing uint8

// The reasons.
const (
	ShowObserve Showing = iota // it is observed from now on
	ShowFollow                 // likewise, because one of its players is followed
	ShowRefresh                // somebody asked to see it
)

func (GameShown) fact()     {}
func (GameShown) gameFact() {}

// Sides implements render.OfGame.
func (f GameShown) Sides() (white, black string, toMove, number int) { return f.Game.Board.sides() }

// ObserveRefusal says why a session may not observe a game.
type ObserveRefusal uint8

// The refusals.
const (
	MayObserve ObserveRefusal = iota
	ObservesIt
	ObservesTooMany // docs/protocol.md §3.3: 30, here Config.MaxObserve
	PlaysIt
	IsPrivate
	ExaminesIt
)

// HiddenFrom tells whether a game is private and a person neither plays it nor
// is an administrator (docs/protocol.md §11).
func (g *Game) HiddenFrom(p *Player) bool {
	return g.Record.Private && p.Level < AdminLevel && g.ColourOf(p.Key) < 0 &&
		(g.Exam == nil || p.Examining != g.Record.Number)
}

// RefusesObserver says whether a session may begin to observe a game, and if
// not, why.
func (t *Turn) RefusesObserver(id SessionID, g *Game) ObserveRefusal {
	s := t.SeeSession(id)
	p := t.SeePlayer(s.Key)
	switch {
	case g.ColourOf(s.Key) >= 0:
		return PlaysIt
	case g.Exam != nil && p.Examining == g.Record.Number:
		return ExaminesIt
	case slices.Contains(s.Observing, g.Record.Number):
		return ObservesIt
	case len(s.Observing) >= t.cfg.MaxObserve:
		return ObservesTooMany
	case g.HiddenFrom(p):
		return IsPrivate
	}
	return MayObserve
}

// Observe makes a session look on at a game, which becomes its primary one, and
// shows it. RefusesObserver must have allowed it.
func (t *Turn) Observe(id SessionID, number int) {
	t.lookOn(id, number)
	t.Tell(GameShown{Game: t.started(t.SeeGame(number), false)}, id)
}

func (t *Turn) lookOn(id SessionID, number int) {
	s, g := t.Session(id), t.Game(number)
	s.Observing = append(slices.Clone(s.Observing), number)
	s.Primary = number
	g.Observers = append(slices.Clone(g.Observers), id)
}

// Unobserve takes a game off a session's list and says so.
func (t *Turn) Unobserve(id SessionID, number int) {
	t.stopObserving(id, number)
	t.Tell(ObserverRemoved{number}, id)
}

// SetPrimary chooses which of the observed games commands mean when they name
// none.
func (t *Turn) SetPrimary(id SessionID, number int) { t.Session(id).Primary = number }

// ShowGame shows a game to a session once, as it is now.
func (t *Turn) ShowGame(id SessionID, g *Game) {
	t.Tell(GameShown{Game: t.started(g, false), Why: ShowRefresh}, id)
}

// StartBoard is the picture of the position that a game of the store began
// from, with full clocks. The error is that of a FEN or variant that this
// program does not know.
func StartBoard(r *storage.Game) (*Board, error) {
	g := Game{Record: *r, Variant: rules.Lookup(r.Variant)}
	if g.Variant == nil {
		return nil, storage.ErrBadRecord
	}
	p, err := g.start()
	if err != nil {
		return nil, err
	}
	return &Board{
		Number: r.Number, White: r.White.Handle, Black: r.Black.Handle,
		Type: r.Type, Rated: r.Rated, Private: r.Private, Position: p,
		Base: r.White.Base, Inc: r.White.Inc, OddsBase: r.Black.Base, OddsInc: r.Black.Inc,
		Untimed: g.Untimed(), Clock: [2]int64{startClock(&r.White), startClock(&r.Black)},
		LastSAN: "none", LastVerbose: "none", Cause: BoardRefresh,
	}, nil
}

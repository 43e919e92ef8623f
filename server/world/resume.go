package world

import (
	"errors"
	"fmt"
	"slices"

	"epicenter/storage"
)

// Errors of what is done with adjourned games.
var (
	ErrNoSuchGame = errors.New("there is no such adjourned game")
	ErrNotFree    = errors.New("a player is not free to play")
)

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

// takeOut is the opposite of putAway.
func (t *Turn) takeOut(g *Game) {
	for c := range 2 {
		if a := t.Account(g.KeyOf(c)); a != nil {
			a.Adjourned = slices.DeleteFunc(a.Adjourned, func(w storage.Waiting) bool { return w.Game == g.Record.ID })
		}
	}
	t.finals = append(t.finals, storage.Change{Bucket: storage.Adjourned, Key: storage.GameKey(g.Record.ID)})
}

// SeeAdjourned shows an adjourned game as it was left.
func (t *Turn) SeeAdjourned(id uint64) (*Game, error) {
	raw := t.Read(storage.Adjourned, storage.GameKey(id))
	if raw == nil {
		return nil, ErrNoSuchGame
	}
	g, err := restore(raw)
	if err != nil {
		return nil, fmt.Errorf("adjourned game: %w", err)
	}
	return g, nil
}

// ResumeGame puts the two players of an adjourned game, who must be free and
// online, back at the board with their clocks. Ratings are shown as they are
// today, and the result will be counted against them.
func (t *Turn) ResumeGame(id uint64) error {
	g, err := t.SeeAdjourned(id)
	if err != nil {
		return err
	}
	white, black := g.KeyOf(White), g.KeyOf(Black)
	for _, key := range []string{white, black} {
		if p := t.SeePlayer(key); !p.Online() || p.Game != 0 || p.Examining != 0 {
			return ErrNotFree
		}
	}
	t.leaveEverything(white, black)
	t.takeOut(g)
	r := &g.Record
	r.Result, r.Reason, r.End, r.Ended, r.Paused = "", "", "", 0, false
	r.Number = t.state.gameNos.give(t.At, func(n int) bool { return t.games.See(n) != nil })
	g.RatedAt = t.At
	for c := range 2 {
		s := g.Side(c)
		s.Rating, s.State = t.RatingState(g.KeyOf(c), r.Category)
	}
	t.seat(g)
	t.startClock(g)
	f := t.started(g, true)
	t.TellPlayers(g, f)
	t.tellListeners(g, f)
	t.showFollowers(g)
	return nil
}

// StoredResigned tells the opponent that an adjourned game was given up.
type StoredResigned struct {
	By string // handle
	// Ended is what became of the game; its number is that of its last board.
	Ended GameEnded
}

func (StoredResigned) fact()     {}
func (StoredResigned) gameFact() {}

// Sides implements render.OfGame.
func (f StoredResigned) Sides() (white, black string, toMove, number int) { return f.Ended.Sides() }

// OwnerKey is White's key, as in GameEnded.
func (f StoredResigned) OwnerKey() string { return f.Ended.OwnerKey() }

// ResignStored gives up an adjourned game; both players are told.
func (t *Turn) ResignStored(id uint64, key string) error {
	g, err := t.SeeAdjourned(id)
	if err != nil {
		return err
	}
	c := g.ColourOf(key)
	if c < 0 {
		return ErrNoSuchGame
	}
	t.takeOut(g)
	e := Resignation(c)
	f := StoredResigned{By: g.Side(c).Handle, Ended: t.settleResult(g, e)}
	t.finals = append(t.finals, storage.Change{
		Bucket: storage.Games, Key: storage.GameKey(id), Value: storage.EncodeGame(nil, &g.Record),
	})
	t.TellPlayers(g, f)
	return nil
}

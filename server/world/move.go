package world

import (
	"slices"

	"epicenter/rules"
	"epicenter/storage"
)

// minMoveTime is what a move costs at least when both asked for it, ms
// (docs/protocol.md §11, minmovetime).
const minMoveTime = 100

// Move plays a legal move for the side to move and tells everybody at the
// board; it ends the game when the rules do.
func (t *Turn) Move(g *Game, m rules.Move) {
	at := t.At
	mover, first := g.ToMove(), g.Plies() < 2
	side := g.Side(mover)
	var spent int64
	if g.Ticking() && g.RunningSince > 0 {
		spent = max(0, at-g.RunningSince)
		if g.MinMove {
			spent = max(spent, minMoveTime)
		}
	}
	side.Clock -= spent
	if !first && !g.Untimed() { // the free first move earns no increment (docs/cases.md 17)
		side.Clock += side.Inc
	}
	g.lastSAN, g.lastVerbose = g.Position.SAN(m), g.Position.Verbose(m)
	g.blast = g.Position.Blasted(m)
	g.Position = g.Position.Play(m)
	g.Hashes = append(g.Hashes, g.Position.Hash())
	g.Record.Moves = append(g.Record.Moves, storage.Move{Move: uint16(m), Spent: spent, Clock: side.Clock})
	g.RunningSince = 0
	g.runClock(at)
	if g.RunningSince > 0 {
		t.left = append(t.left, g.Record.Number)
	}
	t.dropOffersAfterMove(g, mover)
	t.TellBoard(g, BoardMove)
	t.endByRules(g)
}

// endByRules ends the game when the position or its length does.
func (t *Turn) endByRules(g *Game) {
	if o := g.Position.Outcome(); o.Result != rules.Ongoing {
		t.End(g, endOfOutcome(g, o))
		return
	}
	if t.cfg.MaxMoves > 0 && g.Plies() >= 2*t.cfg.MaxMoves {
		t.End(g, Ending{Result: rules.Draw, Text: "Game drawn due to length", Code: "Len"})
	}
}

// TakeBack undoes half-moves; clocks become what they were when that position
// arose.
func (t *Turn) TakeBack(g *Game, plies int) error {
	keep := g.Plies() - plies
	clock := g.clocksAfter(keep)
	g.Record.Moves = slices.Clip(g.Record.Moves[:keep])
	if err := g.replay(); err != nil {
		return err
	}
	g.Record.White.Clock, g.Record.Black.Clock = clock[White], clock[Black]
	g.runClock(t.At)
	if g.RunningSince > 0 {
		t.left = append(t.left, g.Record.Number)
	}
	t.TellBoard(g, BoardChange)
	return nil
}

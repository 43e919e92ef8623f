package world

import (
	"fmt"
	"slices"

	"epicenter/rules"
	"epicenter/storage"
)

// minMoveTime is what a move costs at least when both asked for it, ms
// (docs/protocol.md §11, minmovetime).
const minMoveTime = 100

// Move plays a legal move for the side to move and tells everybody at the
// board; it ends the game when the rules do. A move that was waited for and was
// made too late by the mover's own clock is none: his flag is down.
func (t *Turn) Move(g *Game, m rules.Move) {
	mover := g.ToMove()
	side := g.Side(mover)
	lag := t.lagOf(g)
	credit := min(lag, t.credit(g, mover))
	spent := g.spent(t.At, credit)
	if g.Thinking.Until > 0 && spent > side.Clock && (g.Thinking.Claimed || t.autoflags(g, 1-mover)) {
		t.fallen(g)
		return
	}
	g.Lag = lag
	g.LagUsed[mover] += credit
	side.Clock -= spent
	if g.Underway() && !g.Untimed() { // the free first move earns no increment (docs/cases.md 17)
		side.Clock += side.Inc
	}
	g.noteMove(&g.Position, m, spent)
	g.Position = g.Position.Play(m)
	g.Hashes = append(g.Hashes, g.Position.Hash())
	g.Record.Moves = append(g.Record.Moves, storage.Move{Move: m.Uint16(), Spent: spent, Clock: side.Clock})
	t.startClock(g)
	t.dropOffersAfterMove(g, mover)
	t.TellBoard(g, BoardMove)
	t.endByRules(g)
}

// elapsed is how long the side to move has thought by our own clock, ms.
func (g *Game) elapsed(at int64) int64 {
	if !g.Ticking() || g.RunningSince == 0 {
		return 0
	}
	return max(0, at-g.RunningSince)
}

// spent is what a move made now is charged, ms, if so much of its time was lag
// that costs nothing. The minimum never takes more than is left on the clock: who
// moved in time has moved in time.
func (g *Game) spent(at, lag int64) int64 {
	if !g.Ticking() {
		return 0
	}
	spent := g.elapsed(at) - lag
	if g.MinMove && spent < minMoveTime {
		spent = max(spent, min(minMoveTime, g.Side(g.ToMove()).Clock))
	}
	return spent
}

// endByRules ends the game when the position or its length does.
func (t *Turn) endByRules(g *Game) {
	if o := g.Position.Outcome(); o.Over() {
		t.End(g, endOfOutcome(o, g.Variant, g.ToMove()))
		return
	}
	if t.cfg.MaxMoves > 0 && g.Plies() >= 2*t.cfg.MaxMoves {
		t.End(g, Ending{Result: rules.Draw, Text: "Game drawn due to length", Code: "Len"})
	}
}

// TakeBack undoes half-moves, at most as many as were played; the clocks become
// what they were when that position arose.
func (t *Turn) TakeBack(g *Game, plies int) error {
	keep := g.Plies() - plies
	if plies < 1 || keep < 0 {
		return fmt.Errorf("take back %d of %d half-moves", plies, g.Plies())
	}
	clock := g.clocksAfter(keep)
	g.Record.Moves = slices.Clip(g.Record.Moves[:keep])
	if err := g.replay(); err != nil {
		return fmt.Errorf("take back %d half-moves: %w", plies, err)
	}
	g.Record.White.Clock, g.Record.Black.Clock = clock[White], clock[Black]
	g.Lag = 0
	t.dropPremoves(g)
	t.startClock(g)
	t.TellBoard(g, BoardChange)
	return nil
}

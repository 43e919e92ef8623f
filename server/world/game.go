package world

import (
	"fmt"

	"epicenter/rules"
	"epicenter/storage"
)

// Game is a game on a board. What is stored of it is its Record; the rest
// follows from the record and from who looks on.
type Game struct {
	Record   storage.Game
	Variant  *rules.Variant
	Position rules.Position
	// Hashes are those of all positions so far, the start first.
	Hashes []uint64
	// RunningSince is when the side to move began to think: when the board that
	// shows its turn had left. It is 0 until then and while the clocks stand.
	RunningSince int64
	// FlagSeen is set when the flag of the side to move has fallen and the
	// opponent claims flags himself.
	FlagSeen bool
	// MinMove makes each move cost at least a tenth of a second: both asked
	// for it (docs/protocol.md §11).
	MinMove bool
	// WaitsUntil is set while the game waits for its players after a restart
	// of the server: clocks stand, and at that moment it is adjourned.
	WaitsUntil int64
	// RatedAt is when the game, or going on with it, was agreed on: ratings are
	// aged to that moment when it ends. 0 means its start.
	RatedAt int64
	// Thinking is about the side to move; Lag is what was measured of the last
	// half-move, and LagUsed what each side has not been charged so far, ms.
	Thinking Thinking
	Lag      int64
	LagUsed  [2]int64
	// Observers are the sessions that look on, in the order of coming.
	Observers []SessionID
	// Exam is set when the game is examined, not played.
	Exam *Exam

	lastSAN, lastVerbose string
	lastSmith            string
	recent               recent
	blast                []rules.Square
	fed                  rules.Piece
	stored               []byte // the record as last written
}

func (g *Game) clone() *Game {
	c := *g
	c.Exam = g.Exam.clone()
	return &c
}

// White and Black are indices of the two sides in arrays.
const (
	White = int(rules.White)
	Black = int(rules.Black)
)

// Side gives the record of one side.
func (g *Game) Side(c int) *storage.Side {
	if c == White {
		return &g.Record.White
	}
	return &g.Record.Black
}

// ColourOf is the side that a person plays, -1 when he does not.
func (g *Game) ColourOf(key string) int {
	if g.Exam != nil {
		return -1
	}
	switch key {
	case storage.Key(g.Record.White.Handle):
		return White
	case storage.Key(g.Record.Black.Handle):
		return Black
	}
	return -1
}

// KeyOf is the key of the player of one side.
func (g *Game) KeyOf(c int) string { return storage.Key(g.Side(c).Handle) }

// ToMove is the side whose turn it is.
func (g *Game) ToMove() int { return int(g.Position.Turn()) }

// Plies is the number of half-moves played.
func (g *Game) Plies() int { return len(g.Record.Moves) }

// Untimed tells whether the game has no clocks.
func (g *Game) Untimed() bool {
	w, b := &g.Record.White, &g.Record.Black
	return w.Base == 0 && w.Inc == 0 && b.Base == 0 && b.Inc == 0
}

// Underway tells whether both sides have moved (docs/protocol.md §3.2, abort).
func (g *Game) Underway() bool { return g.Plies() >= 2 }

// counting tells whether somebody's time passes, be it on his clock or the
// time for his free first move.
func (g *Game) counting() bool {
	return g.Exam == nil && !g.Untimed() && !g.Record.Paused && g.WaitsUntil == 0 && g.Record.Result == ""
}

// Ticking tells whether a clock runs: both first moves are free
// (docs/protocol.md §11).
func (g *Game) Ticking() bool { return g.Underway() && g.counting() }

// Clock is what a side has left at a moment, ms; negative once its flag is
// down.
func (g *Game) Clock(c int, at int64) int64 {
	left := g.Side(c).Clock
	if g.RunningSince > 0 && g.Ticking() && c == g.ToMove() && at > g.RunningSince {
		left -= at - g.RunningSince
	}
	return left
}

// leastFirstTime is how long everybody may think about his free first move,
// ms; who has more on his clock may take all of that.
const leastFirstTime = 60_000

// deadline is when the game must be looked at: it has waited long enough for
// its players or for a first move, or a flag falls. A flag is down when there
// is less than no time left, which clients that see the board can tell from
// its negative clock.
func (g *Game) deadline() int64 {
	switch {
	case g.WaitsUntil > 0:
		return g.WaitsUntil
	case g.RunningSince == 0 || !g.counting():
		return 0
	case !g.Underway():
		return g.RunningSince + max(leastFirstTime, g.Side(g.ToMove()).Clock)
	case g.Thinking.Until > 0:
		return g.Thinking.Until
	case g.FlagSeen:
		return 0
	}
	return max(1, g.RunningSince+g.Side(g.ToMove()).Clock+1)
}

// stopClock charges the side to move for its time until now.
func (g *Game) stopClock(at int64) {
	c := g.ToMove()
	g.Side(c).Clock = g.Clock(c, at)
	g.RunningSince = 0
	g.Thinking.Until, g.Thinking.Claimed = 0, false
}

// startClock lets the clock of the side to move run once the turn's boards have
// left; what is typed before costs no time.
func (t *Turn) startClock(g *Game) {
	g.FlagSeen, g.RunningSince = false, 0
	g.Thinking = Thinking{Run: g.Thinking.Run + 1}
	if g.counting() {
		t.left = append(t.left, g.Record.Number)
		t.pingBoard(g)
	}
}

// clocksAfter is what both sides had when the position after the given number
// of half-moves arose.
func (g *Game) clocksAfter(plies int) (clock [2]int64) {
	clock = [2]int64{startClock(&g.Record.White), startClock(&g.Record.Black)}
	first := g.startColour()
	for i, m := range g.Record.Moves[:plies] {
		clock[(first+i)%2] = m.Clock
	}
	return clock
}

// startColour is the side that had the first move.
func (g *Game) startColour() int { return (g.ToMove() + g.Plies()) % 2 }

// startClock is the time that a side begins with: ten seconds where it has an
// increment only (docs/protocol.md §10.1).
func startClock(s *storage.Side) int64 {
	if s.Base == 0 && s.Inc > 0 {
		return 10_000
	}
	return s.Base
}

// start is the position that the game began from.
func (g *Game) start() (rules.Position, error) {
	if g.Record.StartFEN == "" {
		return g.Variant.Start(rules.StandardStart), nil
	}
	return rules.ParseFEN(g.Variant, g.Record.StartFEN)
}

// replay brings position, hashes and the last move in step with the record. It
// fails when the record holds a move that is not legal.
func (g *Game) replay() error {
	p, err := g.start()
	if err != nil {
		return fmt.Errorf("start position of game %d: %w", g.Record.ID, err)
	}
	g.Hashes = make([]uint64, 0, len(g.Record.Moves)+1)
	g.Hashes = append(g.Hashes, p.Hash())
	g.lastSAN, g.lastVerbose, g.lastSmith, g.blast, g.recent = "none", "none", "", nil, recent{}
	g.fed = rules.NoPiece
	for i, m := range g.Record.Moves {
		mv := rules.MoveFromUint16(m.Move)
		if !p.IsLegal(mv) {
			return fmt.Errorf("game %d: half-move %d, %v, is not legal", g.Record.ID, i+1, mv)
		}
		if left := len(g.Record.Moves) - i; left <= len(g.recent) {
			g.noteMove(&p, mv, m.Spent)
		}
		p = p.Play(mv)
		g.Hashes = append(g.Hashes, p.Hash())
	}
	g.Position = p
	return nil
}

// Board takes a picture of the game.
func (t *Turn) Board(g *Game, cause BoardCause) *Board {
	r := &g.Record
	b := &Board{
		Number: r.Number, White: r.White.Handle, Black: r.Black.Handle,
		Type: r.Type, Rated: r.Rated, Private: r.Private,
		Position: g.Position,
		Base:     r.White.Base, Inc: r.White.Inc,
		OddsBase: r.Black.Base, OddsInc: r.Black.Inc,
		Untimed: g.Untimed(),
		Clock:   [2]int64{g.Clock(White, t.At), g.Clock(Black, t.At)},
		Ticking: g.Ticking(),
		LastSAN: g.lastSAN, LastVerbose: g.lastVerbose,
		Lag: g.Lag, Plies: g.Plies(), Blast: g.blast, Cause: cause,
		Recent: g.recent.list(g.Plies()), Smith: g.lastSmith, Fed: g.fed, Examined: g.Exam != nil,
	}
	if n := len(r.Moves); n > 0 {
		b.LastSpent = r.Moves[n-1].Spent
	}
	return b
}

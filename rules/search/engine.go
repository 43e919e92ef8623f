package search

import (
	"context"

	"epicenter/rules"
)

// Options say what an Engine is made of.
type Options struct {
	// HashMB is the size of the transposition table in mebibytes, at least 1; 16
	// when it is 0.
	HashMB int
}

// Engine searches. It may be used again and again, for games of any variant, but
// not by two goroutines at once. What it has learnt of one position helps with the
// next.
type Engine struct {
	table   table
	order   ordering
	stack   [maxPly + 2]frame
	hashes  []uint64 // of the game and of the line being searched
	style   style
	variant *rules.Variant

	limits  Limits
	ctx     context.Context // of the running Search
	nodes   int64
	asked   int64 // nodes when ctx was last asked
	stopped bool
	seldep  int
	// rootScore belongs to the line in the root's frame.
	rootScore int
	rootDepth int
}

// New returns an Engine. It allocates all that a search will need.
func New(o Options) *Engine {
	if o.HashMB == 0 {
		o.HashMB = 16
	}
	e := &Engine{hashes: make([]uint64, 0, 2048)}
	e.table.resize(o.HashMB)
	return e
}

// Resize gives the transposition table another size in mebibytes, at least 1, and
// empties it.
func (e *Engine) Resize(mb int) { e.table.resize(mb) }

// Reset forgets everything learnt, so that the next search depends on its
// arguments alone.
func (e *Engine) Reset() {
	e.table.clear()
	e.order = ordering{}
	for i := range e.stack {
		e.stack[i].killers = [2]rules.Move{}
	}
}

// Limits say when a search ends: at the first that is reached. Without any it
// goes on until its context is done or nothing is left to find.
type Limits struct {
	// Depth is the number of half-moves looked ahead before captures are played
	// out; 0 for no limit.
	Depth int
	// Nodes is how many positions may be looked at; 0 for no limit. With it the
	// result is the same on every machine.
	Nodes int64
	// Only are the moves to choose from; all legal ones when it is empty.
	Only []rules.Move
	// Progress, if set, is called with what is known after each finished depth;
	// when it returns false the search ends there.
	Progress func(Result) bool
}

// Scores are in hundredths of a pawn as the side to move sees them. A mate or an
// explosion in n half-moves counts MateScore - n.
const (
	MateScore = 32000
	infinite  = MateScore + 1
	// mateBound is the least score that stands for a forced end.
	mateBound = MateScore - maxPly
)

// maxPly is how deep a line can become, extensions and captures included.
const maxPly = 100

// Result is what a search found.
type Result struct {
	// Move is the best move found; rules.NoMove if the game is over.
	Move rules.Move
	// Score is what it is worth to the side to move: hundredths of a pawn, or
	// ±(MateScore - n) for a win or loss forced in n half-moves.
	Score int
	// PV is the line of best play that begins with Move.
	PV []rules.Move
	// Nodes is how many positions were looked at.
	Nodes int64
	// Depth is the last finished depth in half-moves, and SelDepth the longest line
	// that was looked at.
	Depth, SelDepth int
	// HashFull is how much of the transposition table is in use, in thousandths.
	HashFull int
}

// MateIn returns the half-moves to a forced end of the game, positive when the
// side to move wins it, and 0 when none is known.
func (r *Result) MateIn() int {
	switch {
	case r.Score >= mateBound:
		return MateScore - r.Score
	case r.Score <= -mateBound:
		return -MateScore - r.Score
	}
	return 0
}

// Search looks for the best move in the last position of a game. The others are
// those that came before it, in order, so that repetitions are seen; a game with
// one position is a position without a past. It ends when a limit is reached or
// ctx is done, and has a legal move to give even then. It panics without any
// position.
func (e *Engine) Search(ctx context.Context, game []rules.Position, lim Limits) Result {
	e.prepare(ctx, game, lim)
	return e.deepen()
}

// prepare sets the engine on a position.
func (e *Engine) prepare(ctx context.Context, game []rules.Position, lim Limits) {
	p := &game[len(game)-1]
	if v := p.Variant(); v != e.variant {
		e.Reset() // the same men on other rules mean something else
		e.variant, e.style = v, styleOf(v)
	}
	e.ctx, e.limits = ctx, lim
	e.nodes, e.asked, e.stopped, e.seldep = 0, 0, false, 0
	e.table.age()
	e.order.fade()
	e.hashes = e.hashes[:0]
	// Nothing before the last capture or pawn move can come again.
	for i := max(0, len(game)-1-p.HalfmoveClock()); i < len(game)-1; i++ {
		e.hashes = append(e.hashes, game[i].Hash())
	}
	e.stack[0].pos = *p
}

package search

import (
	"context"
	"math/rand/v2"

	"epicenter/rules"
)

// Levels is the number of levels of Play: 1 is the weakest, Levels the strongest.
const Levels = 9

// level is how one of them plays.
type level struct {
	nodes    int64
	depth    int // 0 for no limit
	overlook int // chance in a hundred that a move is not seen at all
}

// levels are held apart by what they look at and by what they overlook.
var levels = [Levels + 1]level{
	1: {nodes: 200, depth: 1, overlook: 88},
	2: {nodes: 300, depth: 1, overlook: 72},
	3: {nodes: 600, depth: 2, overlook: 52},
	4: {nodes: 1500, depth: 3, overlook: 34},
	5: {nodes: 4000, overlook: 20},
	6: {nodes: 12000, overlook: 10},
	7: {nodes: 35000, overlook: 4},
	8: {nodes: 100000},
	9: {nodes: 300000},
}

// LevelNodes returns how many nodes a level may look at for one move; levels out of
// range are those nearest to them.
func LevelNodes(n int) int64 { return levels[max(1, min(n, Levels))].nodes }

// Play chooses a move as a player of a level from 1 to Levels would (others are
// taken as the nearest). Weak levels look at little and overlook moves at random,
// by rnd. The same engine after Reset, the same game and the same dice give the
// same move on every machine unless ctx is done before. The Score and PV are what the
// level believes.
func (e *Engine) Play(ctx context.Context, game []rules.Position, n int, rnd *rand.Rand) Result {
	l := &levels[max(1, min(n, Levels))]
	lim := Limits{Nodes: l.nodes, Depth: l.depth}
	if l.overlook > 0 {
		for _, m := range game[len(game)-1].AppendMoves(nil) {
			if rnd.IntN(100) >= l.overlook {
				lim.Only = append(lim.Only, m)
			}
		}
	}
	return e.Search(ctx, game, lim)
}

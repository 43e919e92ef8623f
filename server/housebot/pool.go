package housebot

import (
	"context"
	"math/rand/v2"

	"epicenter/rules"
	"epicenter/rules/search"
)

// pool is where all boards have their moves thought about. Each board has one job
// here at most, so there is room for all of them.
type pool struct{ jobs chan job }

// job is one question.
type job struct {
	ctx    context.Context // ends when nobody wants the answer any more
	game   []rules.Position
	level  int
	seed   uint64
	answer chan<- thought // has room
}

// thought is the answer.
type thought struct {
	game   []rules.Position // that was asked about
	result search.Result
}

// work answers questions until the context ends.
func (p *pool) work(ctx context.Context, t Thinker) {
	for {
		select {
		case <-ctx.Done():
			return
		case j := <-p.jobs:
			a := thought{game: j.game}
			if j.ctx.Err() == nil {
				a.result = t.Play(j.ctx, j.game, j.level, rand.New(rand.NewPCG(j.seed, j.seed>>1)))
			}
			j.answer <- a
		}
	}
}

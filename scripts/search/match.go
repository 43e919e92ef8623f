package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"time"

	"epicenter/rules"
)

// match is a number of games of one variant. Each opening, four half-moves drawn at
// random, is played twice with colours changed.
type match struct {
	variant *rules.Variant
	games   int
	seed    uint64
	skill   int // Skill Level of a foreign engine, -1 for its own
	out     io.Writer
}

// tally counts the games as the first player sees them.
type tally struct {
	won, drawn, lost int
	plies            int
	used, slowest    [2]time.Duration // by player
	moves            [2]int
}

func (t *tally) score() float64 {
	return (float64(t.won) + float64(t.drawn)/2) / float64(max(1, t.won+t.drawn+t.lost))
}

func (t *tally) String() string {
	n := t.won + t.drawn + t.lost
	s := t.score()
	elo := -400 * math.Log10(1/min(max(s, 0.001), 0.999)-1)
	each := func(i int) time.Duration {
		return (t.used[i] / time.Duration(max(1, t.moves[i]))).Round(10 * time.Microsecond)
	}
	return fmt.Sprintf("+%d =%d -%d of %d, %.1f %% (Elo %+.0f), %d half-moves a game, %v and %v a move, slowest %v and %v",
		t.won, t.drawn, t.lost, n, 100*s, elo, t.plies/max(1, n), each(0), each(1), t.slowest[0].Round(time.Millisecond), t.slowest[1].Round(time.Millisecond))
}

// errIllegal is a move that must not be played.
var errIllegal = errors.New("illegal move")

// play plays the match between two players and prints its result.
func (m *match) play(ctx context.Context, first, second string) (*tally, error) {
	rnd := rand.New(rand.NewPCG(m.seed, 0))
	var pair [2]player
	for i, spec := range []string{first, second} {
		p, err := m.newPlayer(spec, rnd)
		if err != nil {
			return nil, err
		}
		defer p.close()
		pair[i] = p
	}
	t := &tally{}
	var opening []rules.Position
	for g := range m.games {
		if g%2 == 0 {
			opening = m.opening(rnd)
		}
		if err := m.game(ctx, pair, g%2, opening, t); err != nil {
			return t, fmt.Errorf("game %d: %w", g+1, err)
		}
	}
	fmt.Fprintf(m.out, "%s: %s against %s: %v\n", m.variant, first, second, t)
	return t, nil
}

// opening draws half-moves after which nobody can end the game at once.
func (m *match) opening(rnd *rand.Rand) []rules.Position {
	for {
		game := []rules.Position{m.variant.StartFrom(rnd)}
		for range 4 {
			moves := game[len(game)-1].AppendMoves(nil)
			if len(moves) == 0 {
				break
			}
			game = append(game, game[len(game)-1].Play(moves[rnd.IntN(len(moves))]))
		}
		if last := &game[len(game)-1]; len(game) == 5 && !last.Outcome().Over() && !endsAtOnce(last) {
			return game
		}
	}
}

// endsAtOnce says whether one half-move can end the game.
func endsAtOnce(p *rules.Position) bool {
	for _, m := range p.AppendMoves(nil) {
		if q := p.Play(m); q.Outcome().Over() {
			return true
		}
	}
	return false
}

// maxPlies ends games that lead nowhere as draws.
const maxPlies = 400

// game plays one; white is the player with the white men.
func (m *match) game(ctx context.Context, pair [2]player, white int, opening []rules.Position, t *tally) error {
	pair[0].newGame()
	pair[1].newGame()
	game := append([]rules.Position(nil), opening...)
	var last time.Duration
	result := rules.Draw
	for len(game) < maxPlies {
		p := &game[len(game)-1]
		if o := p.Outcome(); o.Over() {
			result = o.Result
			break
		}
		if p.ClaimFifty() || repeated(game) {
			break
		}
		i := white ^ int(p.Turn())
		began := time.Now()
		move, err := pair[i].move(ctx, game, last)
		last = time.Since(began)
		if err == nil && !p.IsLegal(move) {
			err = fmt.Errorf("%w %v", errIllegal, move)
		}
		if err = errors.Join(err, ctx.Err()); err != nil {
			return fmt.Errorf("%s: %w", p.FEN(), err)
		}
		t.used[i] += last
		t.moves[i]++
		t.slowest[i] = max(t.slowest[i], last)
		game = append(game, p.Play(move))
	}
	t.plies += len(game)
	switch winner, won := result.Winner(); {
	case !won:
		t.drawn++
	case int(winner) == white:
		t.won++
	default:
		t.lost++
	}
	return nil
}

func repeated(game []rules.Position) bool {
	hashes := make([]uint64, len(game))
	for i := range game {
		hashes[i] = game[i].Hash()
	}
	return rules.ClaimRepetition(hashes)
}

// ladder plays each level against the one below.
func (m *match) ladder(ctx context.Context, from, to int) error {
	for l := max(2, from+1); l <= to; l++ {
		if _, err := m.play(ctx, fmt.Sprintf("level:%d", l), fmt.Sprintf("level:%d", l-1)); err != nil {
			return err
		}
	}
	return nil
}

// everyVariant plays a level against itself in each variant, to see that no move is
// illegal; only names a single one.
func (m *match) everyVariant(ctx context.Context, level int, only string) error {
	for _, v := range rules.Variants() {
		if only != "" && only != v.Name {
			continue
		}
		m.variant = v
		spec := fmt.Sprintf("level:%d", level)
		if _, err := m.play(ctx, spec, spec); err != nil {
			return fmt.Errorf("%s: %w", v, err)
		}
	}
	return nil
}

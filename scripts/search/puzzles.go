package main

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"

	"epicenter/rules"
)

// theme is a kind of puzzle: the side to move forces an end within so many moves of
// its own and not faster.
type theme struct {
	id, variant string
	moves       int
	end         rules.Reason
}

// themes are the kinds in the set that rules/search is tested with.
var themes = []theme{
	{"explosion in 1", "atomic", 1, rules.KingExploded},
	{"explosion in 2", "atomic", 2, rules.KingExploded},
	{"explosion in 3", "atomic", 3, rules.KingExploded},
	{"mate in 2", "chess", 2, rules.Checkmate},
}

// writePuzzles finds puzzles of each theme in random games and writes them as EPD: the
// first four fields of a FEN, the half-moves to the end (dm, as moves), every move that
// keeps to that (bm), the theme (id) and the variant (c0).
func writePuzzles(ctx context.Context, seed uint64, each int, out io.Writer) error {
	rnd := rand.New(rand.NewPCG(seed, 0))
	for _, th := range themes {
		seen := map[uint64]bool{}
		for n := 0; n < each; {
			if err := ctx.Err(); err != nil {
				return err
			}
			p := somewhere(rules.Lookup(th.variant), rnd)
			if p.Outcome().Over() || seen[p.Hash()] {
				continue
			}
			best := solve(&p, th)
			if len(best) == 0 || len(best) > 2 {
				continue
			}
			seen[p.Hash()] = true
			n++
			fmt.Fprintf(out, "%s bm", epd(&p))
			for _, m := range best {
				fmt.Fprintf(out, " %s", p.UCI(m))
			}
			fmt.Fprintf(out, "; dm %d; id \"%s %d\"; c0 \"%s\";\n", th.moves, th.id, n, th.variant)
		}
	}
	return nil
}

// epd returns the first four fields of a FEN.
func epd(p *rules.Position) string {
	fen, spaces := p.FEN(), 0
	for i, r := range fen {
		if r == ' ' {
			if spaces++; spaces == 4 {
				return fen[:i]
			}
		}
	}
	return fen
}

// somewhere returns a position from a random game.
func somewhere(v *rules.Variant, rnd *rand.Rand) rules.Position {
	p := v.Start(rules.StandardStart)
	for range 6 + rnd.IntN(54) {
		moves := p.AppendMoves(nil)
		if len(moves) == 0 {
			break
		}
		p = p.Play(moves[rnd.IntN(len(moves))])
	}
	return p
}

// solve returns the moves that force a win in exactly the theme's number of moves,
// none if there is a faster one, or if the theme's own end cannot be forced.
func solve(p *rules.Position, th theme) []rules.Move {
	for n := 1; n < th.moves; n++ {
		if len(forcing(p, n, "")) > 0 {
			return nil
		}
	}
	if len(forcing(p, th.moves, th.end)) == 0 {
		return nil
	}
	return forcing(p, th.moves, "")
}

// forcing tries every move and every answer: an exhaustive search over the rules
// alone. No reason is any that wins.
func forcing(p *rules.Position, moves int, end rules.Reason) (out []rules.Move) {
	for _, m := range p.AppendMoves(nil) {
		if q := p.Play(m); lost(&q, moves, end) {
			out = append(out, m)
		}
	}
	return out
}

// lost says whether the side to move cannot keep the game from ending so after that
// many moves of the opponent, the last of which has just been made or is to come.
func lost(p *rules.Position, moves int, end rules.Reason) bool {
	answers := p.AppendMoves(make([]rules.Move, 0, 64))
	if len(answers) == 0 {
		o := p.Outcome()
		winner, won := o.Result.Winner()
		return o.Reason == end || end == "" && won && winner != p.Turn()
	}
	if moves == 1 {
		return false
	}
	for _, m := range answers {
		if q := p.Play(m); !wins(&q, moves-1, end) {
			return false
		}
	}
	return true
}

// wins says whether the side to move can force that end in so many moves.
func wins(p *rules.Position, moves int, end rules.Reason) bool {
	for _, m := range p.AppendMoves(make([]rules.Move, 0, 64)) {
		if q := p.Play(m); lost(&q, moves, end) {
			return true
		}
	}
	return false
}

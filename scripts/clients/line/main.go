// Command line finds or follows the moves of a test game for the scripts beside
// it, so that they know every board before a client draws it:
//
//	line VARIANT FEN            a game in which White castles short and Black long
//	line VARIANT FEN MOVE ...   the game of these moves
//
// An empty FEN is the usual start. For each half-move it prints the SAN and, as
// style 12 shows them, the rows of the board and the side to move.
package main

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"strings"

	"epicenter/rules"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "line:", err)
		os.Exit(1)
	}
}

func run(args []string, out io.Writer) error {
	if len(args) < 2 {
		return errors.New("usage: line VARIANT FEN [MOVE ...]")
	}
	p, err := start(args[0], args[1])
	if err != nil {
		return err
	}
	moves := args[2:]
	if len(moves) == 0 {
		if moves = castling(p); moves == nil {
			return fmt.Errorf("no game found in which both sides castle from %s", p.FEN())
		}
	}
	for _, text := range moves {
		m, err := p.ParseMove(text, rules.MoveText{})
		if err != nil {
			return fmt.Errorf("%s: %w", text, err)
		}
		san := p.SAN(m)
		p = p.Play(m)
		rows := p.Rows()
		fmt.Fprintln(out, san, strings.Join(rows[:], " "), p.Turn().String()[:1])
	}
	return nil
}

func start(variant, fen string) (rules.Position, error) {
	v := rules.Lookup(variant)
	if v == nil {
		return rules.Position{}, fmt.Errorf("there is no variant %q", variant)
	}
	if fen == "" {
		return v.Start(rules.StandardStart), nil
	}
	return rules.ParseFEN(v, fen)
}

const (
	attempts = 20_000 // random games, a fraction of a millisecond each
	longest  = 60     // half-moves of one of them
)

// castling looks for a game in which White castles short and Black long, the
// shortest of the first few that random play finds. The dice always fall alike,
// so a start position has one such game.
func castling(p rules.Position) (best []string) {
	dice, found := rand.New(rand.NewPCG(1, 2)), 0
	for range attempts {
		moves := playout(p, dice)
		if moves == nil {
			continue
		}
		if best == nil || len(moves) < len(best) {
			best = moves
		}
		if found++; found == 5 {
			break
		}
	}
	return best
}

// playout plays at random, without captures and castling as soon as may be; nil
// when a side has not castled in time, or castled to the other side.
func playout(p rules.Position, dice *rand.Rand) (moves []string) {
	wants := map[rules.Color]string{rules.White: "O-O", rules.Black: "O-O-O"}
	var room [rules.MaxMoves]rules.Move
	for range longest {
		side := p.Turn()
		want := wants[side]
		if want != "" && !p.CanCastle(side, want == "O-O") {
			return nil
		}
		quiet := slices.DeleteFunc(p.AppendMoves(room[:0]), func(m rules.Move) bool { return p.Captured(m) != 0 })
		if len(quiet) == 0 {
			return nil
		}
		m := quiet[dice.IntN(len(quiet))]
		for _, c := range quiet {
			if want != "" && strings.TrimRight(p.SAN(c), "+#") == want {
				m = c
				delete(wants, side)
			}
		}
		moves = append(moves, p.SAN(m))
		p = p.Play(m)
		if len(wants) == 0 {
			return moves
		}
	}
	return nil
}

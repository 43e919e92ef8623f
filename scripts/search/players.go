package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"epicenter/rules"
	"epicenter/rules/search"
)

// player chooses moves. last is how long the opponent took for his move, for those
// who play with equal time.
type player interface {
	move(ctx context.Context, game []rules.Position, last time.Duration) (rules.Move, error)
	newGame()
	close() error
}

// newPlayer makes one from its word on the command line.
func (m *match) newPlayer(spec string, rnd *rand.Rand) (player, error) {
	kind, arg, _ := strings.Cut(spec, ":")
	switch kind {
	case "random":
		return &simple{rnd: rnd}, nil
	case "material":
		return &simple{rnd: rnd, greedy: true}, nil
	case "level", "nodes":
		n, err := strconv.ParseInt(arg, 10, 64)
		if err != nil || n < 1 || kind == "level" && n > search.Levels {
			return nil, fmt.Errorf("%q lacks a number that makes sense", spec)
		}
		own := &ours{engine: search.New(search.Options{}), rnd: rnd, nodes: n}
		if kind == "level" {
			own.level, own.nodes = int(n), 0
		}
		return own, nil
	case "uci":
		return startForeign(arg, m.variant, m.skill)
	}
	return nil, fmt.Errorf("%q is no player", spec)
}

// ours is our own search.
type ours struct {
	engine *search.Engine
	rnd    *rand.Rand
	level  int
	nodes  int64
}

func (o *ours) move(ctx context.Context, game []rules.Position, _ time.Duration) (rules.Move, error) {
	if o.level > 0 {
		return o.engine.Play(ctx, game, o.level, o.rnd).Move, nil
	}
	return o.engine.Search(ctx, game, search.Limits{Nodes: o.nodes}).Move, nil
}

func (o *ours) newGame()     { o.engine.Reset() }
func (o *ours) close() error { return nil }

// simple plays at random, or takes what leaves it the most material after one
// half-move; equal moves are drawn.
type simple struct {
	rnd    *rand.Rand
	greedy bool
}

func (s *simple) move(_ context.Context, game []rules.Position, _ time.Duration) (rules.Move, error) {
	p := &game[len(game)-1]
	moves := p.AppendMoves(nil)
	if !s.greedy {
		return moves[s.rnd.IntN(len(moves))], nil
	}
	best, worth, equal := rules.NoMove, 0, 0
	for _, m := range moves {
		q := p.Play(m)
		w := q.Material(p.Turn()) - q.Material(q.Turn())
		if winner, won := q.Outcome().Result.Winner(); won {
			w = 1000
			if winner != p.Turn() {
				w = -1000
			}
		}
		if best == rules.NoMove || w > worth {
			best, worth, equal = m, w, 0
		}
		if w == worth {
			if equal++; s.rnd.IntN(equal) == 0 {
				best = m
			}
		}
	}
	return best, nil
}

func (s *simple) newGame()     {}
func (s *simple) close() error { return nil }

// foreign is an engine that speaks UCI.
type foreign struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Scanner
}

func startForeign(command string, v *rules.Variant, skill int) (player, error) {
	words := strings.Fields(command)
	if len(words) == 0 {
		return nil, fmt.Errorf("uci: lacks its command")
	}
	f := &foreign{cmd: exec.Command(words[0], words[1:]...)}
	var err error
	if f.in, err = f.cmd.StdinPipe(); err != nil {
		return nil, fmt.Errorf("starting %s: %w", command, err)
	}
	out, err := f.cmd.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("starting %s: %w", command, err)
	}
	f.out = bufio.NewScanner(out)
	if err := f.cmd.Start(); err != nil {
		return nil, fmt.Errorf("starting %s: %w", command, err)
	}
	fmt.Fprintf(f.in, "uci\nsetoption name UCI_Chess960 value %v\n", v.Random960)
	if v.Name != "chess" && v.Name != "chess960" {
		fmt.Fprintf(f.in, "setoption name UCI_Variant value %s\n", strings.TrimSuffix(v.Name, "960"))
	}
	if skill >= 0 {
		fmt.Fprintf(f.in, "setoption name Skill Level value %d\n", skill)
	}
	fmt.Fprintln(f.in, "isready")
	_, err = f.await("readyok")
	return f, err
}

func (f *foreign) await(word string) (string, error) {
	for f.out.Scan() {
		if strings.HasPrefix(f.out.Text(), word) {
			return f.out.Text(), nil
		}
	}
	return "", fmt.Errorf("the engine has stopped: %v", f.out.Err())
}

// move gives the engine as long as its opponent has just taken, a tenth of a second
// at its first move.
func (f *foreign) move(_ context.Context, game []rules.Position, last time.Duration) (rules.Move, error) {
	p := &game[len(game)-1]
	if last == 0 {
		last = 100 * time.Millisecond
	}
	fmt.Fprintf(f.in, "position fen %s\ngo movetime %d\n", p.FEN(), max(1, last.Milliseconds()))
	line, err := f.await("bestmove")
	if err != nil {
		return rules.NoMove, err
	}
	return p.ParseUCI(strings.Fields(line + " ?")[1])
}

func (f *foreign) newGame() { fmt.Fprintln(f.in, "ucinewgame") }

func (f *foreign) close() error {
	fmt.Fprintln(f.in, "quit")
	f.in.Close()
	return f.cmd.Wait()
}

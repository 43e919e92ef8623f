// Command oracle compares the rules of this repository with independent programs
// on positions of random games: legal moves, check, the end of the game, and the
// positions after moves. See the script run beside it.
package main

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"time"

	"epicenter/rules"
)

// question is a position, with moves of which it is asked what they lead to.
type question struct {
	p    rules.Position
	play []rules.Move
}

// answer is what a program says. Moves are in its coordinates, sorted.
type answer struct {
	moves  []string
	check  bool
	result string // "?" if the program does not say
	fens   []string
}

// oracle is a program that knows the rules.
type oracle interface {
	name() string
	knows(v *rules.Variant) bool
	ask(q *question) (*answer, error)
	close()
}

// all are the variants that are compared; the odds games are chess.
const all = "chess,chess960,atomic,atomic960,crazyhouse,bughouse,suicide,losers,wild/0,wild/1,wild/2,wild/3,wild/4,wild/5,wild/8,wild/8a"

func main() {
	n := flag.Int("n", 500, "positions of each variant")
	seed := flag.Uint64("seed", 1, "seed of the random games")
	names := flag.String("variants", all, "what to compare")
	script := flag.String("answer", "answer.js", "the script that asks ffish")
	modules := flag.String("modules", ".", "the folder with node_modules")
	engine := flag.String("engine", "/usr/games/stockfish", "the stockfish to ask about chess and fr; empty for none")
	flag.Parse()
	unexplained, err := compareAll(strings.Split(*names, ","), *n, *seed, *script, *modules, *engine)
	if err != nil {
		fmt.Fprintln(os.Stderr, "oracle:", err)
		os.Exit(2)
	}
	if unexplained > 0 {
		os.Exit(1)
	}
}

func compareAll(names []string, n int, seed uint64, script, modules, engine string) (unexplained int, err error) {
	ffish, err := startFFish(script, modules)
	if err != nil {
		return 0, err
	}
	defer ffish.close()
	oracles := []oracle{ffish}
	if engine != "" {
		fish, err := startStockfish(engine)
		if err != nil {
			return 0, err
		}
		defer fish.close()
		oracles = append(oracles, fish)
	}
	for _, name := range names {
		v := rules.Lookup(name)
		if v == nil {
			return unexplained, fmt.Errorf("there is no variant %q", name)
		}
		for _, o := range oracles {
			if !o.knows(v) {
				continue
			}
			t, err := compare(v, o, n, seed)
			if err != nil {
				return unexplained, fmt.Errorf("%s, asked about %s: %w", o.name(), v, err)
			}
			unexplained += t.unexplained
		}
	}
	return unexplained, nil
}

// tally counts what a comparison finds.
type tally struct {
	positions, moves int
	known            map[string]int
	unexplained      int
}

// compare walks through random games until enough positions were asked about.
func compare(v *rules.Variant, o oracle, n int, seed uint64) (*tally, error) {
	t := &tally{known: map[string]int{}}
	rng := rand.New(rand.NewPCG(seed, 0x6f7261636c65))
	began := time.Now()
	for t.positions < n {
		p := v.StartFrom(rng)
		for plies := 0; plies < 300 && t.positions < n; plies++ {
			moves := p.AppendMoves(nil)
			q := &question{p: p, play: pick(rng, moves, 3)}
			a, err := o.ask(q)
			if err != nil {
				return nil, err
			}
			t.positions++
			t.moves += len(moves)
			t.judge(o, q, a, moves)
			if p.Outcome().Over() || len(moves) == 0 { // in bughouse one may have to wait
				break
			}
			p = p.Play(choose(rng, &p, moves))
			if v.Name == "bughouse" && rng.IntN(3) == 0 { // somebody's partner has taken a man
				p = p.Give(rules.PieceOf(rules.Color(rng.IntN(2)), rules.Pawn+rules.PieceType(rng.IntN(5))))
			}
		}
	}
	fmt.Printf("%-10s %-12s %7d positions, %9d moves, %d differences unexplained, known %v, %.1f s\n",
		v, o.name(), t.positions, t.moves, t.unexplained, t.known, time.Since(began).Seconds())
	return t, nil
}

// choose prefers captures half of the time, so that games come to an end.
func choose(rng *rand.Rand, p *rules.Position, moves []rules.Move) rules.Move {
	if rng.IntN(2) == 0 {
		captures := slices.DeleteFunc(slices.Clone(moves), func(m rules.Move) bool { return p.Captured(m) == rules.NoPiece })
		if len(captures) > 0 {
			return captures[rng.IntN(len(captures))]
		}
	}
	return moves[rng.IntN(len(moves))]
}

func pick(rng *rand.Rand, moves []rules.Move, n int) []rules.Move {
	out := slices.Clone(moves)
	rng.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out[:min(n, len(out))]
}

// judge compares one answer with what our rules say and prints what nobody can
// explain.
func (t *tally) judge(o oracle, q *question, a *answer, legal []rules.Move) {
	report := func(what, ours, theirs string) {
		if why := explain(o, q, what, ours, theirs); why != "" {
			t.known[why]++
			return
		}
		t.unexplained++
		if t.unexplained <= 20 {
			fmt.Printf("%s, %s %s: %s\n  ours   %s\n  theirs %s\n", o.name(), q.p.Variant(), q.p.FEN(), what, ours, theirs)
		}
	}
	var moves []string
	for _, m := range legal {
		moves = append(moves, q.p.UCI(m))
	}
	slices.Sort(moves)
	if !slices.Equal(moves, a.moves) {
		report("moves", strings.Join(missing(moves, a.moves), " "), strings.Join(missing(a.moves, moves), " "))
	}
	if q.p.InCheck() != a.check && len(legal) > 0 {
		report("check", fmt.Sprint(q.p.InCheck()), fmt.Sprint(a.check))
	}
	if end := q.p.Outcome(); a.result != "?" && end.Result.String() != a.result {
		report("result", end.Result.String()+" "+string(end.Reason), a.result)
	}
	for i, m := range q.play {
		next := q.p.Play(m)
		if i < len(a.fens) && next.FEN() != a.fens[i] {
			report("position after "+q.p.UCI(m), next.FEN(), a.fens[i])
		}
	}
}

// missing lists what the first has and the second has not.
func missing(a, b []string) []string {
	return slices.DeleteFunc(slices.Clone(a), func(s string) bool { return slices.Contains(b, s) })
}

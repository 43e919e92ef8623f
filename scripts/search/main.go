// Command search measures package rules/search: matches between its levels and
// against simple and foreign players, and puzzles that are found in random games and
// proved by an exhaustive search. See README.md beside it.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"time"

	"epicenter/rules"
	"epicenter/rules/search"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintf(os.Stderr, "search: %v\n", err)
		os.Exit(1)
	}
}

const usage = `usage: search match   [-variant V] [-games N] [-seed S] PLAYER PLAYER
       search levels  [-variant V] [-games N] [-seed S] [-from L] [-to L]
       search legal   [-games N] [-level L] [-seed S] [-only V]
       search puzzles [-seed S] [-each N]
       search speed   [-nodes N]
PLAYER is level:1 … level:9, nodes:N, random, material, or uci:COMMAND`

// run does one subcommand.
func run(ctx context.Context, args []string, out io.Writer) error {
	if len(args) == 0 {
		return fmt.Errorf("what shall be measured?\n%s", usage)
	}
	flags := flag.NewFlagSet(args[0], flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	variant := flags.String("variant", "atomic", "")
	games := flags.Int("games", 100, "")
	seed := flags.Uint64("seed", 1, "")
	lv := flags.Int("level", 2, "")
	from, to := flags.Int("from", 1, ""), flags.Int("to", search.Levels, "")
	each, nodes := flags.Int("each", 50, ""), flags.Int64("nodes", 1_000_000, "")
	only := flags.String("only", "", "")
	skill := flags.Int("skill", -1, "")
	if err := flags.Parse(args[1:]); err != nil {
		return fmt.Errorf("%w\n%s", err, usage)
	}
	v := rules.Lookup(*variant)
	if v == nil {
		return fmt.Errorf("unknown variant %q", *variant)
	}
	m := match{variant: v, games: *games, seed: *seed, out: out, skill: *skill}
	switch {
	case args[0] == "match" && flags.NArg() == 2:
		_, err := m.play(ctx, flags.Arg(0), flags.Arg(1))
		return err
	case args[0] == "levels":
		return m.ladder(ctx, *from, *to)
	case args[0] == "legal":
		return m.everyVariant(ctx, *lv, *only)
	case args[0] == "puzzles":
		return writePuzzles(ctx, *seed, *each, out)
	case args[0] == "speed":
		return speed(ctx, *nodes, out)
	}
	return fmt.Errorf("%q cannot be run like this\n%s", args[0], usage)
}

// speed prints nodes a second from the start position of each family of variants.
func speed(ctx context.Context, nodes int64, out io.Writer) error {
	for _, name := range []string{"chess", "atomic", "crazyhouse", "suicide", "losers"} {
		e := search.New(search.Options{})
		game := []rules.Position{rules.Lookup(name).Start(rules.StandardStart)}
		began := time.Now()
		r := e.Search(ctx, game, search.Limits{Nodes: nodes})
		took := time.Since(began)
		fmt.Fprintf(out, "%-11s depth %2d, %d nodes in %.2f s, %.0f nodes/s\n", name, r.Depth, r.Nodes, took.Seconds(), float64(r.Nodes)/took.Seconds())
	}
	return ctx.Err()
}

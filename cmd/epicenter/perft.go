package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"epicenter/rules"
)

// boardFlags is what the commands about positions have in common: a variant and a
// place to begin.
type boardFlags struct{ variant, fen string }

func (b *boardFlags) addFlags(flags *pflag.FlagSet) {
	flags.StringVar(&b.variant, "variant", "chess", "the rules: "+variantNames()+"; wild is wild/0")
	flags.StringVar(&b.fen, "fen", "", "the position to begin with; the start of the variant when missing")
}

func variantNames() string {
	var names []string
	for _, v := range rules.Variants() {
		names = append(names, v.Name)
	}
	return strings.Join(append(names, "bughouse"), ", ")
}

func (b *boardFlags) position() (rules.Position, error) {
	v := rules.Lookup(b.variant)
	if v == nil {
		return rules.Position{}, fmt.Errorf("unknown variant %q; choose one of %s", b.variant, variantNames())
	}
	if b.fen == "" {
		return v.Start(rules.StandardStart), nil
	}
	return rules.ParseFEN(v, b.fen)
}

// parseToolFlags reads the arguments of a command that takes none but flags. done
// means that there is nothing more to do and status is the exit status.
func parseToolFlags(flags *pflag.FlagSet, args []string, stdout, stderr io.Writer) (status int, done bool) {
	flags.SetOutput(io.Discard)
	flags.SortFlags = false
	err := flags.Parse(args)
	switch {
	case errors.Is(err, pflag.ErrHelp):
		fmt.Fprintf(stdout, "Usage: epicenter %s [flags]\n%s", flags.Name(), flags.FlagUsages())
		return 0, true
	case err == nil && flags.NArg() > 0:
		return toolError(stderr, flags.Name(), fmt.Errorf("unexpected argument %q; a value with spaces needs quotes", flags.Arg(0))), true
	}
	if err != nil {
		return flagError(stderr, flags.Name(), err), true
	}
	return 0, false
}

// flagError is toolError for a flag that cannot be read; it names where to look.
func flagError(stderr io.Writer, command string, err error) int {
	return toolError(stderr, command, fmt.Errorf("%w; \"epicenter %s --help\" lists the flags", err, command))
}

// toolError prints one line and returns the exit status of bad input.
func toolError(stderr io.Writer, command string, err error) int {
	fmt.Fprintf(stderr, "epicenter %s: %v\n", command, err)
	return 2
}

// maxPerftDepth keeps a slip of the finger from asking for eternity.
const maxPerftDepth = 30

// runPerft counts move sequences: epicenter perft --variant V [--fen F] --depth N
// [--divide] [--bulk=false]. The last line is "nodes N".
func runPerft(args []string, stdout, stderr io.Writer) int {
	var b boardFlags
	flags := pflag.NewFlagSet("perft", pflag.ContinueOnError)
	b.addFlags(flags)
	depth := flags.Int("depth", 0, "length of the sequences in half-moves")
	divide := flags.Bool("divide", false, "print the count behind each first move")
	bulk := flags.Bool("bulk", true, "add the number of moves of the last half-move instead of playing each")
	if status, done := parseToolFlags(flags, args, stdout, stderr); done {
		return status
	}
	if !flags.Changed("depth") || *depth < 0 || *depth > maxPerftDepth {
		return toolError(stderr, "perft", fmt.Errorf("give --depth a number from 0 to %d", maxPerftDepth))
	}
	p, err := b.position()
	if err != nil {
		return toolError(stderr, "perft", err)
	}
	began := time.Now()
	nodes := countMoves(&p, *depth, *divide, *bulk, stdout)
	took := time.Since(began)
	fmt.Fprintf(stdout, "time %.3f s, %.0f nodes/s\nnodes %d\n", took.Seconds(), float64(nodes)/max(took.Seconds(), 1e-9), nodes)
	return 0
}

func countMoves(p *rules.Position, depth int, divide, bulk bool, stdout io.Writer) uint64 {
	if !divide || depth == 0 {
		return rules.Perft(p, depth, bulk)
	}
	branches := rules.Divide(p, depth, bulk)
	slices.SortFunc(branches, func(a, b rules.Branch) int { return strings.Compare(p.UCI(a.Move), p.UCI(b.Move)) })
	var nodes uint64
	for _, branch := range branches {
		fmt.Fprintf(stdout, "%s %d\n", p.UCI(branch.Move), branch.Nodes)
		nodes += branch.Nodes
	}
	return nodes
}

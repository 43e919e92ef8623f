package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/pflag"

	"epicenter/rules"
)

const pgnUsage = `Usage: epicenter pgn check FILE   name the broken games of a PGN file, by number and line
       epicenter pgn replay FILE  print its games move by move, with the position after each
FILE is - for the standard input. The exit status is 1 if a game is broken.
`

// runPGN reads the games of a file: epicenter pgn check|replay FILE.
func runPGN(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	flags := pflag.NewFlagSet("pgn", pflag.ContinueOnError)
	flags.SetOutput(io.Discard)
	err := flags.Parse(args)
	switch {
	case errors.Is(err, pflag.ErrHelp):
		fmt.Fprint(stdout, pgnUsage)
		return 0
	case err != nil:
		return toolError(stderr, "pgn", err)
	case flags.NArg() != 2 || flags.Arg(0) != "check" && flags.Arg(0) != "replay":
		return toolError(stderr, "pgn", errors.New("type \"pgn check FILE\" or \"pgn replay FILE\""))
	}
	name := flags.Arg(1)
	in := stdin
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return toolError(stderr, "pgn", err)
		}
		defer f.Close()
		in = f
	}
	out := bufio.NewWriter(stdout)
	status := readGames(in, name, flags.Arg(0) == "replay", out)
	if err := out.Flush(); err != nil {
		return toolError(stderr, "pgn", err)
	}
	return status
}

// readGames goes through all games and ends with a line that counts them.
func readGames(in io.Reader, name string, replay bool, out *bufio.Writer) int {
	games, broken := 0, 0
	for r := rules.NewPGNReader(in); ; {
		g, err := r.Next()
		var wrong *rules.PGNError
		switch {
		case errors.Is(err, io.EOF):
			fmt.Fprintf(out, "%s read, %d broken\n", count(games+broken, "game"), broken)
			return min(broken, 1)
		case errors.As(err, &wrong):
			broken++
			fmt.Fprintf(out, "%s:%d: game %d: %v\n", name, wrong.Line, wrong.Game, wrong.Err)
		case err != nil:
			fmt.Fprintf(out, "%s cannot be read further: %v\n", name, err)
			return 1
		default:
			games++
			if replay {
				replayGame(out, g, games+broken)
			}
		}
	}
}

func count(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}

// replayGame prints a game: who plays, a line a half-move with the position after
// it, and how it ends, by itself or as the file says.
func replayGame(out io.Writer, g *rules.Game, number int) {
	v := g.Start.Variant()
	fmt.Fprintf(out, "game %d: %s - %s, %s\n", number, known(g.Tag("White")), known(g.Tag("Black")), v)
	p := g.Start
	fmt.Fprintf(out, "%-14s %s\n", "start", p.FEN())
	for _, m := range g.Moves {
		dots := "."
		if p.Turn() == rules.Black {
			dots = "..."
		}
		text := fmt.Sprintf("%d%s %s", p.FullMove(), dots, p.SAN(m.Move))
		p = p.Play(m.Move)
		fmt.Fprintf(out, "%-14s %s\n", text, p.FEN())
	}
	reason := "as the file says"
	if end := p.Outcome(); end.Over() {
		reason = string(end.Reason)
		if end.Result != g.Result {
			reason += ", which gives " + end.Result.String()
		}
	}
	fmt.Fprintf(out, "%-14s %s\n\n", g.Result, reason)
}

// known is the name of a player, or a question mark.
func known(name string) string {
	if name == "" {
		return "?"
	}
	return name
}

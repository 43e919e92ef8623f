// Command bench-rules measures the move generator in one run beside Debian's
// stockfish and Go's corentings/chess, as ratios to stockfish's bulk perft from the
// usual array of chess. It is a module of its own, so that the product depends on
// neither. All times are CPU time of one thread, so that other work on the machine
// disturbs little.
//
// Bulk means that the whole list of the last ply is generated and its length
// added; made, that every leaf is played.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	coren "github.com/corentings/chess/v2"

	"epicenter/rules"
)

func main() {
	corpus := flag.String("corpus", "../../rules/testdata/perft", "the folder of perft counts")
	engine := flag.String("engine", "/usr/games/stockfish", "the stockfish to compare with")
	depth := flag.Int("depth", 7, "depth of its perft")
	rounds := flag.Int("rounds", 3, "how often everything is measured; the middle counts")
	flag.Parse()
	missed, err := run(*corpus, *engine, *depth, *rounds)
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench-rules:", err)
		os.Exit(2)
	}
	if missed > 0 {
		os.Exit(1)
	}
}

// row is a line of the table: speeds in nodes a second, one a round.
type row struct {
	name   string
	aim    float64 // ratio to stockfish
	lines  []perftLine
	bulk   bool
	speeds []float64
}

// perftLine is a position with a depth and the count that must come out.
type perftLine struct {
	variant, fen string
	depth        int
	nodes        uint64
}

func run(corpus, engine string, depth, rounds int) (missed int, err error) {
	rows, err := table(corpus)
	if err != nil {
		return 0, err
	}
	var fish, theirs, ours []float64
	for range rounds {
		speed, err := stockfish(engine, depth)
		if err != nil {
			return 0, err
		}
		fish = append(fish, speed)
		for i := range rows {
			speed, err := rows[i].measure()
			if err != nil {
				return 0, err
			}
			rows[i].speeds = append(rows[i].speeds, speed)
		}
		theirs = append(theirs, repeat(func() uint64 { return corenPerft(coren.StartingPosition(), 4) }))
		p := rules.Lookup("chess").Start(rules.StandardStart)
		ours = append(ours, repeat(func() uint64 { return rules.Perft(&p, 4, true) }))
	}
	return report(rows, middle(fish), middle(ours)/middle(theirs)), nil
}

func report(rows []row, fish, times float64) (missed int) {
	fmt.Printf("%-58s %9s %7s %6s\n", "", "Mnodes/s", "ratio", "aim")
	fmt.Printf("%-58s %9.1f %7.2f\n", "stockfish, chess start, bulk", fish/1e6, 1.0)
	for _, r := range rows {
		ratio := middle(r.speeds) / fish
		fmt.Printf("%-58s %9.1f %7.2f %6.2f%s\n", r.name, middle(r.speeds)/1e6, ratio, r.aim, miss(ratio < r.aim, &missed))
	}
	const aim = 20
	fmt.Printf("%-58s %9s %6.0fx %5dx%s\n", "corentings/chess v2, chess start d4, bulk: we are faster", "", times, aim, miss(times < aim, &missed))
	return missed
}

func miss(yes bool, missed *int) string {
	if yes {
		*missed++
		return "  MISSED"
	}
	return ""
}

// table is what is measured.
func table(corpus string) ([]row, error) {
	start := func(variant string, nodes uint64) []perftLine {
		p := rules.Lookup(variant).Start(rules.StandardStart)
		return []perftLine{{variant, p.FEN(), 6, nodes}}
	}
	rows := []row{
		{name: "chess start d6, bulk", aim: 0.40, lines: start("chess", 119_060_324), bulk: true},
		{name: "atomic start d6, bulk", aim: 0.32, lines: start("atomic", 118_926_425), bulk: true},
		{name: "atomic start d6, every leaf made", aim: 0.11, lines: start("atomic", 118_926_425)},
	}
	for _, c := range []struct {
		name  string
		files []string
		men   int
		aim   float64
	}{
		{"atomic, atomic960: lines over 1 million, 20 men or more", []string{"atomic", "atomic960"}, 20, 0.30},
		{"fr: lines over 1 million", []string{"chess960"}, 0, 0.25},
		{"crazyhouse: lines over 1 million", []string{"crazyhouse"}, 0, 0.25},
		{"suicide: lines over 1 million", []string{"suicide"}, 0, 0.25},
		{"losers: lines over 1 million", []string{"losers"}, 0, 0.25},
	} {
		r := row{name: c.name, aim: c.aim, bulk: true}
		for _, file := range c.files {
			lines, err := readLines(corpus, file, c.men)
			if err != nil {
				return nil, err
			}
			r.lines = append(r.lines, lines...)
		}
		r.name += fmt.Sprintf(" (%d)", len(r.lines))
		rows = append(rows, r)
	}
	return rows, nil
}

// readLines returns the counts over a million of one file of the corpus.
func readLines(corpus, variant string, men int) ([]perftLine, error) {
	f, err := os.Open(filepath.Join(corpus, variant+".epd"))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var out []perftLine
	sc := bufio.NewScanner(f)
	for sc.Scan() {
		fen, rest, found := strings.Cut(sc.Text(), ";")
		if !found || strings.HasPrefix(fen, "#") {
			continue
		}
		board := strings.Fields(fen)[0]
		if len(strings.Map(onlyLetters, board)) < men {
			continue
		}
		for field := range strings.SplitSeq(rest, ";") {
			var depth int
			var nodes uint64
			if n, _ := fmt.Sscanf(strings.TrimSpace(field), "D%d %d", &depth, &nodes); n == 2 && nodes > 1_000_000 {
				out = append(out, perftLine{variant, strings.TrimSpace(fen), depth, nodes})
			}
		}
	}
	if len(out) == 0 && sc.Err() == nil {
		return nil, fmt.Errorf("%s has no count over a million", f.Name())
	}
	return out, sc.Err()
}

func onlyLetters(r rune) rune {
	if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
		return r
	}
	return -1
}

// measure returns the middle of the speeds of its lines.
func (r *row) measure() (float64, error) {
	var speeds []float64
	for _, l := range r.lines {
		p, err := rules.ParseFEN(rules.Lookup(l.variant), l.fen)
		if err != nil {
			return 0, err
		}
		var nodes uint64
		speeds = append(speeds, repeat(func() uint64 {
			nodes = rules.Perft(&p, l.depth, r.bulk)
			return nodes
		}))
		if nodes != l.nodes {
			return 0, fmt.Errorf("%s %s depth %d: %d nodes, want %d", l.variant, l.fen, l.depth, nodes, l.nodes)
		}
	}
	return middle(speeds), nil
}

// leastTime is how long something short is repeated.
const leastTime = 100 * time.Millisecond

// repeat returns the nodes a second of a function that counts nodes.
func repeat(count func() uint64) float64 {
	var nodes uint64
	began := cpuTime()
	for {
		nodes += count()
		if took := cpuTime() - began; took >= leastTime {
			return float64(nodes) / took.Seconds()
		}
	}
}

// cpuTime is what this process has used so far.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func middle(list []float64) float64 {
	sorted := slices.Sorted(slices.Values(list))
	return (sorted[len(sorted)/2] + sorted[(len(sorted)-1)/2]) / 2
}

// stockfish returns the speed of its bulk perft, start-up subtracted.
func stockfish(engine string, depth int) (float64, error) {
	_, idle, err := fishPerft(engine, 1)
	if err != nil {
		return 0, err
	}
	nodes, took, err := fishPerft(engine, depth)
	if err != nil {
		return 0, err
	}
	return float64(nodes) / (took - idle).Seconds(), nil
}

// corenPerft is perft with what corentings/chess offers: the list of valid moves
// and the position after one.
func corenPerft(p *coren.Position, depth int) uint64 {
	moves := p.ValidMoves()
	if depth == 1 {
		return uint64(len(moves))
	}
	var nodes uint64
	for i := range moves {
		nodes += corenPerft(p.Update(&moves[i]), depth-1)
	}
	return nodes
}

// searched is how stockfish begins the line with its count.
const searched = "Nodes searched: "

func parseNodes(output string) (uint64, error) {
	_, rest, found := strings.Cut(output, searched)
	if !found {
		return 0, fmt.Errorf("stockfish does not say how many nodes it has searched: %q", output)
	}
	return strconv.ParseUint(strings.Fields(rest)[0], 10, 64)
}

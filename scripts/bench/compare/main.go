// Command compare measures Epicenter beside the rule-less stand-in server
// (icsload nullserver) in one run, in turn, and prints the ratios. What the
// stand-in reaches is what sockets and scheduling cost on this machine, so the
// ratio says what the server itself costs, whatever the machine. See ../run.
package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"
)

// options are what ../run hands over.
type options struct {
	product, icsload, phys, config, fill string // programs and the server's configuration
	dir                                  string // folder for data and logs
	rounds                               int
	seconds                              time.Duration
	only                                 string
	accounts, games                      int
}

func main() {
	var o options
	flag.StringVar(&o.product, "product", "", "the server's binary")
	flag.StringVar(&o.icsload, "icsload", "", "the load generator's binary")
	flag.StringVar(&o.phys, "phys", "", "the binary that measures bare commits")
	flag.StringVar(&o.fill, "fill", "", "the binary that fills a data file")
	flag.StringVar(&o.config, "config", "", "configuration of the server under test")
	flag.IntVar(&o.rounds, "rounds", 3, "runs of each row; the median counts")
	flag.DurationVar(&o.seconds, "t", 5*time.Second, "measured time of one run")
	flag.StringVar(&o.only, "only", "", "rows to run, comma separated (default: all)")
	flag.IntVar(&o.accounts, "accounts", 100000, "accounts of the full data file in the start row")
	flag.IntVar(&o.games, "games", 200000, "games of the full data file in the start row")
	flag.Parse()
	if err := run(&o); err != nil {
		fmt.Fprintln(os.Stderr, "compare:", err)
		os.Exit(1)
	}
}

// row is one line of the report: a load, the figure that counts, its aim.
type row struct {
	name   string
	load   string   // arguments of icsload
	metric string   // the figure that is compared
	also   []string // further figures of the product, printed beside it
	aim    string
	meets  func(product, null float64) bool
	alone  bool // only the product is measured
	commit bool // beside it a bare commit of the store's engine
}

func atLeast(ratio float64) func(p, n float64) bool {
	return func(p, n float64) bool { return p >= ratio*n }
}

func rows(seconds time.Duration) []row {
	t := " --t " + seconds.String()
	near := func(p, n float64) bool { return p <= n+2 && p <= 1.6*n }
	return []row{
		{name: "commands-50", load: "commands --m 50" + t, metric: "commands_per_s", also: []string{"latency_p99"}, aim: "≥ 0.6", meets: atLeast(0.6)},
		{name: "commands-400", load: "commands --m 400" + t, metric: "commands_per_s", also: []string{"latency_p99"}, aim: "≥ 0.6", meets: atLeast(0.6)},
		{name: "play-200", load: "play --g 200" + t, metric: "moves_per_s", also: []string{"opponent_board_p99"}, aim: "≥ 0.35", meets: atLeast(0.35)},
		{name: "fanout-100", load: "fanout --k 100", metric: "last_observer_p50", also: []string{"last_observer_p99"}, aim: "≤ +2 ms, ≤ 1.6×", meets: near},
		{name: "fanout-1000", load: "fanout --k 1000", metric: "last_observer_p50", also: []string{"last_observer_p99"}, aim: "≤ +2 ms, ≤ 1.6×", meets: near},
		{name: "connect-5000", load: "connect --n 5000 --login guest --idle 3s", metric: "server_rss_per_session", also: []string{"logins_per_s", "server_cpu_idle"}, aim: "≤ 12 KiB", meets: func(p, _ float64) bool { return p <= 12 }},
		{name: "think-50-p50", load: "play --think 200ms --g 50" + t, metric: "opponent_board_p50", also: []string{"own_board_p50"}, aim: "≤ 3 ms", alone: true, commit: true, meets: func(p, _ float64) bool { return p <= 3 }},
		{name: "think-50-p99", load: "play --think 200ms --g 50" + t, metric: "opponent_board_p99", also: []string{"own_board_p99"}, aim: "≤ 20 ms", alone: true, commit: true, meets: func(p, _ float64) bool { return p <= 20 }},
	}
}

func run(o *options) (err error) {
	if o.dir, err = os.MkdirTemp("", "epicenter-bench"); err != nil {
		return err
	}
	defer os.RemoveAll(o.dir)
	wanted := func(name string) bool {
		return o.only == "" || slices.ContainsFunc(strings.Split(o.only, ","), func(w string) bool { return strings.HasPrefix(name, w) })
	}
	fmt.Printf("%-14s %12s %12s %7s  %-16s\n", "row", "epicenter", "nullserver", "ratio", "aim")
	missed := 0
	for _, r := range rows(o.seconds) {
		if !wanted(r.name) {
			continue
		}
		met, err := measure(o, r)
		if err != nil {
			return fmt.Errorf("%s: %w", r.name, err)
		}
		if !met {
			missed++
		}
	}
	for _, s := range []start{{"start-empty", 0, 0, 500 * time.Millisecond}, {"start-full", o.accounts, o.games, 2 * time.Second}} {
		if !wanted(s.name) {
			continue
		}
		met, err := s.measure(o)
		if err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		if !met {
			missed++
		}
	}
	if missed > 0 {
		return fmt.Errorf("%d rows missed their aim", missed)
	}
	return nil
}

// measure runs one row in rounds, stand-in and product in turn, each on a
// fresh process, and prints its line.
func measure(o *options, r row) (met bool, err error) {
	var product, null, p50, p99 []float64
	also := map[string][]float64{}
	for range o.rounds {
		if !r.alone {
			m, err := load(o, r.load, startNull)
			if err != nil {
				return false, fmt.Errorf("nullserver: %w", err)
			}
			null = append(null, m[r.metric])
		}
		m, err := load(o, r.load, startProduct)
		if err != nil {
			return false, err
		}
		product = append(product, m[r.metric])
		for _, a := range r.also {
			also[a] = append(also[a], m[a])
		}
		if r.commit {
			a, b, err := bareCommit(o)
			if err != nil {
				return false, err
			}
			p50, p99 = append(p50, a), append(p99, b)
		}
	}
	p, n := median(product), median(null)
	met = r.meets(p, n)
	line := fmt.Sprintf("%-14s %12.2f", r.name, p)
	if r.alone {
		line += fmt.Sprintf(" %12s %7s", "", "")
	} else {
		line += fmt.Sprintf(" %12.2f %7.2f", n, p/n)
	}
	line += fmt.Sprintf("  %-16s %-7s %s", r.aim, verdict(met), r.metric)
	for _, a := range r.also {
		line += fmt.Sprintf(", %s %.2f", a, median(also[a]))
	}
	if r.commit {
		line += fmt.Sprintf(", bare commit p50 %.2f p99 %.2f ms", median(p50), median(p99))
	}
	fmt.Println(line)
	return met, nil
}

func verdict(met bool) string {
	if met {
		return "met"
	}
	return "MISSED"
}

func median(v []float64) float64 {
	if len(v) == 0 {
		return 0
	}
	v = slices.Sorted(slices.Values(v))
	return v[len(v)/2]
}

// start is a row that measures the time from starting the server to the first
// login prompt.
type start struct {
	name            string
	accounts, games int
	limit           time.Duration
}

func (s start) measure(o *options) (met bool, err error) {
	if s.accounts > 0 && o.fill == "" {
		return false, errors.New("no program to fill a data file was given")
	}
	var took []time.Duration
	for range o.rounds {
		d, err := os.MkdirTemp(o.dir, s.name)
		if err != nil {
			return false, err
		}
		if s.accounts > 0 {
			if err := fill(o, d, s.accounts, s.games); err != nil {
				return false, err
			}
		}
		began := time.Now()
		p, err := product(o, d)
		if err != nil {
			return false, err
		}
		took = append(took, time.Since(began))
		if err := cmp.Or(p.stop(), os.RemoveAll(d)); err != nil {
			return false, err
		}
	}
	slices.Sort(took)
	t := took[len(took)/2]
	met = t <= s.limit
	fmt.Printf("%-14s %12.3f %12s %7s  ≤ %-14v %-7s seconds to the login prompt, %d accounts, %d games\n", s.name, t.Seconds(), "", "", s.limit, verdict(met), s.accounts, s.games)
	return met, nil
}

// Command budget measures the Go files of the repository against its budgets:
// lines of a file, lines of a function, files of a package, lines of test
// against lines of code, documentation of exported names. It prints a table
// and each breach, and exits 1 when there is one.
//
//	budget [-tables FILE] ROOT
//
// Tables of data are no code: a composite literal of more than ten lines does
// not count into its function, and a file named in the tables file, one path a
// line with the reason behind it, may be as long as it likes.
package main

import (
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// The budgets. CONTRIBUTING.md states them for people.
const (
	maxFile     = 600 // lines of a file
	maxFunc     = 60  // lines of a function, tables aside
	p90Func     = 40  // nine of ten functions of a part are no longer
	maxFiles    = 40  // files of a package, tests aside
	tableLines  = 10  // a longer composite literal is a table
	defaultTest = 0.8 // lines of test for each line of code
)

// worldFiles is what the one package may have that cannot be divided: the world
// is one state with one owner, and each of its verbs has a small file.
const (
	worldPackage = "server/world"
	worldFiles   = 80
)

// part is a folder with its own line in the table; one inside another is not
// counted with it.
type part struct {
	name string
	// with is a part whose lines count too: what it tests is this one as well.
	with        string
	testRatio   float64
	files       int
	code, test  int // lines
	comment     int // lines of comment in code
	exported    int
	undocument  int
	funcLengths []int
}

func parts() []*part {
	return []*part{
		{name: "rules", testRatio: 1},
		{name: "rules/search", testRatio: defaultTest}, // an engine, which is right when it plays well
		{name: "storage", testRatio: 1},
		{name: "server", with: "commands", testRatio: defaultTest}, // transcripts test both
		{name: "commands", testRatio: defaultTest},
		{name: "cmd", testRatio: defaultTest},
	}
}

// audit gathers what is found.
type audit struct {
	root     string
	parts    []*part
	tables   map[string]bool // path → seen
	packages map[string]int  // folder → files that are not tests
	breaches []string
}

func (a *audit) breach(format string, v ...any) {
	a.breaches = append(a.breaches, fmt.Sprintf(format, v...))
}

func main() {
	tables := flag.String("tables", "", "file that names the files which are tables of data")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: budget [-tables FILE] ROOT")
		os.Exit(2)
	}
	a := &audit{root: flag.Arg(0), parts: parts(), packages: map[string]int{}}
	err := a.readTables(*tables)
	if err == nil {
		err = a.walk()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "budget:", err)
		os.Exit(2)
	}
	a.judge()
	a.print(os.Stdout)
	if len(a.breaches) > 0 {
		os.Exit(1)
	}
}

func (a *audit) readTables(name string) error {
	a.tables = map[string]bool{}
	if name == "" {
		return nil
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	for line := range strings.Lines(string(text)) {
		path, reason, _ := strings.Cut(strings.TrimSpace(line), " ")
		if path == "" || strings.HasPrefix(path, "#") {
			continue
		}
		if strings.TrimSpace(reason) == "" {
			a.breach("%s: %s has no reason behind it", name, path)
		}
		a.tables[path] = false
	}
	return nil
}

// walk measures every Go file and transcript of the parts.
func (a *audit) walk() error {
	for _, p := range a.parts {
		err := filepath.WalkDir(filepath.Join(a.root, p.name), func(path string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			rel, err := filepath.Rel(a.root, path)
			if err != nil {
				return err
			}
			if d.IsDir() {
				own := func(o *part) bool { return o != p && o.name == filepath.ToSlash(rel) }
				if slices.ContainsFunc(a.parts, own) {
					return filepath.SkipDir
				}
				return nil
			}
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			switch {
			case strings.HasSuffix(path, ".go"):
				return a.goFile(p, rel, text)
			case strings.HasSuffix(path, ".txtar"), strings.HasSuffix(path, ".txt") && strings.Contains(rel, "testdata"):
				p.test += strings.Count(string(text), "\n") // a transcript is a test
			}
			return nil
		})
		if err != nil && !os.IsNotExist(err) {
			return err
		}
	}
	return nil
}

// judge compares the sums with the budgets.
func (a *audit) judge() {
	for dir, n := range a.packages {
		most := maxFiles
		if dir == worldPackage {
			most = worldFiles
		}
		if n > most {
			a.breach("%s: %d files in one package; at most %d", dir, n, most)
		}
	}
	for path, seen := range a.tables {
		if !seen {
			a.breach("%s is listed as a table and is not longer than %d lines, or not there", path, maxFile)
		}
	}
	for _, p := range a.parts {
		if p.code == 0 {
			continue
		}
		if r := a.ratio(p); r < p.testRatio {
			a.breach("%s: %.2f lines of test for a line of code; at least %.1f", p.name, r, p.testRatio)
		}
		if n := p.quantile(0.9); n > p90Func {
			a.breach("%s: one function in ten is longer than %d lines; at most %d", p.name, n, p90Func)
		}
	}
	slices.Sort(a.breaches)
}

// ratio is lines of test for a line of code, those of the part that tests it
// too taken in.
func (a *audit) ratio(p *part) float64 {
	code, test := p.code, p.test
	for _, o := range a.parts {
		if o.name == p.with {
			code, test = code+o.code, test+o.test
		}
	}
	return float64(test) / float64(max(1, code))
}

func (p *part) quantile(q float64) int {
	if len(p.funcLengths) == 0 {
		return 0
	}
	slices.Sort(p.funcLengths)
	return p.funcLengths[int(q*float64(len(p.funcLengths)-1))]
}

func (a *audit) print(w io.Writer) {
	fmt.Fprintf(w, "%-12s %6s %7s %7s %6s %9s %6s %5s %5s\n", "part", "files", "code", "test", "ratio", "comments", "median", "p90", "max")
	for _, p := range a.parts {
		fmt.Fprintf(w, "%-12s %6d %7d %7d %6.2f %8.0f%% %6d %5d %5d\n", p.name, p.files, p.code, p.test, a.ratio(p),
			100*float64(p.comment)/float64(max(1, p.code)), p.quantile(0.5), p.quantile(0.9), p.quantile(1))
	}
	for _, b := range a.breaches {
		fmt.Fprintln(w, b)
	}
	if len(a.breaches) == 0 {
		fmt.Fprintln(w, "all within budget")
	}
}

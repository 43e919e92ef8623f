package commands_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// linePattern is what a client that does not run without a screen demands of the
// lines that begin alike.
type linePattern struct {
	client string // who demands it
	begins *regexp.Regexp
	whole  *regexp.Regexp // what such a line must match
}

// linePatterns are the grammars of Jin, Raptor, freechess.club and icsdrone.
var linePatterns = []linePattern{
	// docs/clients.md §3.2: eight rows, single spaces, three numbers behind the SAN.
	{
		"Jin, Raptor, freechess.club", regexp.MustCompile(`^<12> `),
		regexp.MustCompile(`^<12> (?:[-pnbrqkPNBRQK]{8} ){8}[WB] (?:-1|[0-7])(?: [01]){4} \d+ \d+ [A-Za-z]{1,17} [A-Za-z]{1,17} -?[0-4] \d+ \d+ \d+ \d+ -?\d+ -?\d+ [1-9]\d* \S+ \(\d+:\d\d(?:\.\d{3})?\) \S+ [01] [01] \d+$`),
	},
	// docs/clients.md §3.2: Jin reads the squares of the verbose move at fixed offsets.
	{
		"Jin", regexp.MustCompile(`^<12> `),
		regexp.MustCompile(` (?:none|o-o(?:-o)?|[PNBRQK]/(?:[a-h][1-8]|@@)-[a-h][1-8](?:=[NBRQK])?) \(\d+:`),
	},
	// docs/clients.md §3.1: no E or P behind a rating.
	{
		"freechess.club, icsdrone", regexp.MustCompile(`^Creating: `),
		regexp.MustCompile(`^Creating: \w+ \([\d+\-\s]+\) \w+ \([\d+\-\s]+\) (?:un)?rated \S+ \d+ \d+(?: \(adjourned\))?$`),
	},
	// docs/clients.md §3.1 and §3.6: a start, or a reason of two words and more and a result with nothing behind it.
	{
		"Jin, Raptor, freechess.club, icsdrone", regexp.MustCompile(`^\{Game \d+ \(`),
		regexp.MustCompile(`^\{Game \d+ \(\w+ vs\. \w+\) (?:(?:Creating|Continuing) (?:un)?rated \S+ match\.\}|[A-Za-z][^ }]*( [^}]+)+\} (?:1-0|0-1|1/2-1/2|\*))$`),
	},
	// docs/clients.md §3.1: pairs of a word and a value.
	{
		"Jin, Raptor", regexp.MustCompile(`^<g1> `),
		regexp.MustCompile(`^<g1> \d+ p=\d t=\S+ r=[01] u=[01],[01] it=\d+,\d+ i=\d+,\d+ pt=\d+ rt=\S+ ts=[01],[01] m=\d+ n=[01]$`),
	},
	{
		"Jin, Raptor, freechess.club", regexp.MustCompile(`^<sn?> \d`),
		regexp.MustCompile(`^<sn?> \d+ w=\w+ ti=[0-9a-f]{2} rt=\d+[ PE]? ?t=\d+ i=\d+ r=[ru] tp=\S+ c=[?WB] rr=\d+-\d+ a=[tf] f=[tf](?: cp=[tf] ab=[tf])?$`),
	},
	// docs/clients.md §3.7: the final period.
	{
		"Jin", regexp.MustCompile(`^Removing game `),
		regexp.MustCompile(`^Removing game \d+ from observation list\.$`),
	},
	// docs/clients.md §3.11: the move as it was typed, in parentheses.
	{
		"Jin, Raptor", regexp.MustCompile(`^Illegal move `),
		regexp.MustCompile(`^Illegal move \(.*\)\.`),
	},
	// docs/clients.md §0: the line that icsdrone's states are built on.
	{
		"icsdrone", regexp.MustCompile(`: Command not found`),
		regexp.MustCompile(`^\S+: Command not found\.$`),
	},
	// docs/clients.md §2: how Jin knows that it is logged in.
	{
		"Jin", regexp.MustCompile(`^\*\*\*\* Starting FICS session as `),
		regexp.MustCompile(`^\*\*\*\* Starting FICS session as [A-Za-z]{1,17}(?:\([A-Z*]+\))* \*\*\*\*$`),
	},
	// docs/clients.md §3.9: a kibitz has the game in brackets and the rating in parentheses.
	{
		"Jin, freechess.club", regexp.MustCompile(`^\w+(?:\([^)]*\))*\[\d+\] (?:kibitzes|whispers): `),
		regexp.MustCompile(`^\w+(?:\([A-Z*]+\))*\( {0,3}[\-+0-9]+\)\[\d+\] (?:kibitzes|whispers): .`),
	},
}

// TestClientPatterns holds every line of every transcript against what the
// clients demand of it.
func TestClientPatterns(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	said := regexp.MustCompile(`^\w+\| (.*)$`)
	seen := make([]int, len(linePatterns))
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for n, text := range strings.Split(string(raw), "\n") {
			m := said.FindStringSubmatch(text)
			if m == nil {
				continue
			}
			line := strings.TrimLeft(strings.ReplaceAll(m[1], "^G", ""), "\a")
			for i, p := range linePatterns {
				if !p.begins.MatchString(line) {
					continue
				}
				seen[i]++
				if !p.whole.MatchString(line) {
					t.Errorf("%s:%d: %s cannot read %q", file, n+1, p.client, line)
				}
			}
		}
	}
	for i, n := range seen {
		if n == 0 {
			t.Errorf("no transcript has a line that begins with %s", linePatterns[i].begins)
		}
	}
}

package ics

import (
	"regexp"
	"strconv"
	"strings"

	"epicenter/rules"
)

// Offer is a line of pendinfo (docs/protocol.md §7.6).
type Offer struct {
	Number int
	To     bool   // made by us, "<pt>"
	With   string // whom
	Kind   string // "match", "draw", "abort", "adjourn", "takeback", "pause", …
	Terms  string // the rest of the line; "#" for none
}

var offerLine = regexp.MustCompile(`^<p([ft])> (\d+) w=([A-Za-z]+) t=(\w+) p=(.*)$`)

// ParseOffer reads "<pf> 59 w=Bob t=match p=…" and "<pt> …".
func ParseOffer(line string) (o Offer, ok bool) {
	m := offerLine.FindStringSubmatch(line)
	if m == nil {
		return o, false
	}
	o = Offer{To: m[1] == "t", With: m[3], Kind: m[4], Terms: strings.TrimSpace(m[5])}
	n, err := strconv.Atoi(m[2])
	o.Number = n
	return o, err == nil
}

// Value is what stands behind a key of a machine line, as "t=" of "<s>" or "<g1>"
// (docs/protocol.md §7.5 and §7.7), up to the next blank.
func Value(line, key string) string {
	for w := range strings.FieldsSeq(line) {
		if v, ok := strings.CutPrefix(w, key); ok {
			return v
		}
	}
	return ""
}

// ParseGone reads "<pr> 59", an offer that is no more.
func ParseGone(line string) (number int, ok bool) {
	rest, ok := strings.CutPrefix(line, "<pr> ")
	if !ok {
		return 0, false
	}
	n, err := strconv.Atoi(strings.TrimSpace(rest))
	return n, err == nil
}

// Match are the terms of a challenge.
type Match struct {
	Names   [2]string // the challenger first
	Ratings [2]int    // 0 for none
	Colour  string    // "white", "black" or "", of the challenger
	Rated   bool
	Type    string // as in docs/protocol.md §7.1
	Loaded  string // "wild/4" and the like, usually empty
	// Minutes and Seconds are the clocks; both are 0 in an untimed game.
	Minutes, Seconds int
	// Odds says that the two have different times, and which the opponent has.
	Odds                     bool
	OddsMinutes, OddsSeconds int
	Adjourned                bool
}

var matchTerms = regexp.MustCompile(`^([A-Za-z]+) \(([^)]*)\) (?:\[(white|black)\] )?([A-Za-z]+) \(([^)]*)\) (?:\[(?:white|black)\] )?(rated|unrated) ([^ ]+)(?: (\d+) (\d+))?(?:(?: :)? (\d+) (\d+))?(?: Loaded from ([^ ]+))?( \(adjourned\))?\.?$`)

// ParseMatch reads the terms of an offer of the kind "match", as
// "Alice (1523) [white] Bob (1611) rated blitz 5 0".
func ParseMatch(terms string) (m Match, ok bool) {
	f := matchTerms.FindStringSubmatch(terms)
	if f == nil {
		return m, false
	}
	m = Match{
		Names: [2]string{f[1], f[4]}, Ratings: [2]int{Rating(f[2]), Rating(f[5])}, Colour: f[3],
		Rated: f[6] == "rated", Type: f[7], Odds: f[10] != "", Loaded: f[12], Adjourned: f[13] != "",
	}
	m.Minutes, _ = strconv.Atoi(f[8]) // digits, or empty when untimed
	m.Seconds, _ = strconv.Atoi(f[9])
	m.OddsMinutes, _ = strconv.Atoi(f[10])
	m.OddsSeconds, _ = strconv.Atoi(f[11])
	return m, true
}

// Rating reads a rating as it is shown, with marks for provisional and estimated
// ones; 0 for none ("----", "++++").
func Rating(s string) int {
	n, err := strconv.Atoi(strings.TrimRight(strings.TrimSpace(s), "EP"))
	if err != nil || n < 0 {
		return 0
	}
	return n
}

// Variant returns the rules that a type word and the board it was loaded from
// stand for; nil for those that are not known here.
func Variant(word, loaded string) *rules.Variant {
	if loaded != "" {
		word = loaded
	}
	switch word {
	case "blitz", "standard", "lightning", "untimed", "nonstandard", "non-standard":
		return rules.Lookup("chess")
	case "wild/fr", "fr":
		return rules.Lookup("chess960")
	}
	for _, v := range rules.Variants() {
		if v.Name == word || v.Type == word && v.Type != "nonstandard" {
			return v
		}
	}
	return nil
}

// Header is what stands above the board that `refresh` shows (docs/protocol.md
// §3.3): "Game 1: Alice (1523) Bob (1611) rated blitz 5 0".
type Header struct {
	Game  int
	Rated bool
	Type  string
}

var headerLine = regexp.MustCompile(`^Game (\d+): \S+ \([^)]*\) \S+ \([^)]*\) (rated|unrated) (\S+) `)

// ParseHeader reads the line.
func ParseHeader(line string) (h Header, ok bool) {
	m := headerLine.FindStringSubmatch(line)
	if m == nil {
		return h, false
	}
	n, err := strconv.Atoi(m[1])
	return Header{n, m[2] == "rated", m[3]}, err == nil
}

// Begun is the start of a game: "{Game 55 (Alice vs. Bob) Creating rated blitz
// match.}", or of its second part ("Continuing").
type Begun struct {
	Game      int
	Players   [2]string // White first
	Continued bool
	Rated     bool
	Type      string
}

var begunLine = regexp.MustCompile(`^\{Game (\d+) \(([A-Za-z]+) vs\. ([A-Za-z]+)\) (Creating|Continuing) (rated|unrated) ([^ ]+) match\.\}`)

// ParseBegun reads the line.
func ParseBegun(line string) (g Begun, ok bool) {
	m := begunLine.FindStringSubmatch(line)
	if m == nil {
		return g, false
	}
	n, err := strconv.Atoi(m[1])
	return Begun{n, [2]string{m[2], m[3]}, m[4] == "Continuing", m[5] == "rated", m[6]}, err == nil
}

// Ended is the end of a game (docs/protocol.md §5.7).
type Ended struct {
	Game    int
	Players [2]string
	Reason  string // "Bob resigns"
	Score   string // "1-0", "0-1", "1/2-1/2", "*"
}

var endedLine = regexp.MustCompile(`^\{Game (\d+) \(([A-Za-z]+) vs\. ([A-Za-z]+)\) (.*)\} (1-0|0-1|1/2-1/2|\*)`)

// ParseEnded reads the line.
func ParseEnded(line string) (e Ended, ok bool) {
	m := endedLine.FindStringSubmatch(line)
	if m == nil {
		return e, false
	}
	n, err := strconv.Atoi(m[1])
	return Ended{n, [2]string{m[2], m[3]}, m[4], m[5]}, err == nil
}

// Announced is "Creating: Alice (1523) Bob (1611) rated blitz 5 0".
type Announced struct {
	Players [2]string
	Ratings [2]int
}

var announcedLine = regexp.MustCompile(`^Creating: ([A-Za-z]+) \(([^)]*)\) ([A-Za-z]+) \(([^)]*)\) (?:rated|unrated) `)

// ParseAnnounced reads the line.
func ParseAnnounced(line string) (a Announced, ok bool) {
	m := announcedLine.FindStringSubmatch(line)
	if m == nil {
		return a, false
	}
	return Announced{[2]string{m[1], m[3]}, [2]int{Rating(m[2]), Rating(m[4])}}, true
}

// Fingered is the head of `finger`: "Finger of Bob(C)(TD):", with (U) for guests.
type Fingered struct {
	Name            string
	Computer, Guest bool
}

var fingeredLine = regexp.MustCompile(`^Finger of ([A-Za-z]+)(\([^ ]*\))?:`)

// ParseFingered reads the line.
func ParseFingered(line string) (f Fingered, ok bool) {
	m := fingeredLine.FindStringSubmatch(line)
	if m == nil {
		return f, false
	}
	return Fingered{m[1], strings.Contains(m[2], "(C)"), strings.Contains(m[2], "(U)")}, true
}

// Stored is a row of `stored` (docs/protocol.md §5.3).
type Stored struct {
	Opponent string
	Here     bool // the opponent is online
}

var storedLine = regexp.MustCompile(`^ *\d+: [WB] ([A-Za-z]+) +([YN]) \[`)

// ParseStored reads a row.
func ParseStored(line string) (s Stored, ok bool) {
	m := storedLine.FindStringSubmatch(line)
	if m == nil {
		return s, false
	}
	return Stored{m[1], m[2] == "Y"}, true
}

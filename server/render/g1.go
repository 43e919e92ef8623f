package render

import (
	"strconv"
	"strings"

	"epicenter/rules"
)

// G1 is what a session with `iset gameinfo` is told about a game before its
// first board. Arrays are White's and Black's.
type G1 struct {
	Game    int
	Private bool
	Type    string // word of docs/protocol.md §7.1
	Rated   bool
	// Guest are the unregistered sides; their ratings are shown as 0P.
	Guest     [2]bool
	Base, Inc [2]int64 // ms
	Partner   int      // number of the other bughouse game, 0 for none
	Rating    [2]Rating
	Timeseal  [2]bool
	// MinMoveTime and NoEscape are the sides' variables of these names; the
	// line says how many have them set.
	MinMoveTime, NoEscape [2]bool
}

// G1Line is the <g1> line with its line end. Clients read it= as White's
// seconds and increment and i= as Black's, and u=1 as unregistered, whatever
// the help of FICS says (docs/clients.md §3.3). An established rating has
// nothing behind it there, unlike in <s>.
func G1Line(g G1) string {
	pair := func(a, b int64) string { return strconv.FormatInt(a, 10) + "," + strconv.FormatInt(b, 10) }
	both := func(on [2]bool) string { return pair(digit(on[0]), digit(on[1])) }
	sum := func(on [2]bool) string { return strconv.FormatInt(digit(on[0])+digit(on[1]), 10) }
	time := func(c rules.Color) string { return pair(g.Base[c]/1000, g.Inc[c]/1000) }
	return strings.Join([]string{
		"<g1>",
		strconv.Itoa(g.Game),
		"p=" + strconv.FormatInt(digit(g.Private), 10),
		"t=" + g.Type,
		"r=" + strconv.FormatInt(digit(g.Rated), 10),
		"u=" + both(g.Guest),
		"it=" + time(rules.White),
		"i=" + time(rules.Black),
		"pt=" + strconv.Itoa(g.Partner),
		"rt=" + strings.TrimRight(g.Rating[rules.White].Seek(), " ") + "," + strings.TrimRight(g.Rating[rules.Black].Seek(), " "),
		"ts=" + both(g.Timeseal),
		"m=" + sum(g.MinMoveTime),
		"n=" + sum(g.NoEscape),
	}, " ") + "\n"
}

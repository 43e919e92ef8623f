package commands

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"epicenter/server/render"
	"epicenter/server/world"
	"epicenter/storage"
)

// gameLetters are the letters of types in filters (docs/protocol.md §3.3): of
// games in play, e for examined ones, and of who plays: H people only, C with
// a computer, D demonstrations and relays.
const gameLetters = "blueswxzBLSnHCD"

// gameFilter chooses among the games in progress. Numbers and beginnings of
// names are alternatives; types must hold besides.
type gameFilter struct {
	numbers  []int
	prefixes []string
	with     string // letters of which one must hold; empty: all
	without  string // letters of which none may hold
}

// parseGameFilter reads what stands behind games; a complaint is for the
// person who typed it.
func parseGameFilter(text string) (f gameFilter, complaint string) {
	for _, word := range strings.Fields(text) {
		if complaint = f.add(word); complaint != "" {
			return f, complaint
		}
	}
	return f, ""
}

// add takes one word in.
func (f *gameFilter) add(word string) (complaint string) {
	if n, err := strconv.Atoi(word); err == nil && n >= 0 {
		f.numbers = append(f.numbers, n)
		return ""
	}
	if word[0] != '/' && word[0] != '-' {
		if !isHandle(word) || len(word) > world.MaxName {
			return fmt.Sprintf("'%s' is not a valid handle.", clean(word))
		}
		f.prefixes = append(f.prefixes, storage.Key(word))
		return ""
	}
	letters := strings.ReplaceAll(word[1:], "/", "")
	if letters == "" {
		return fmt.Sprintf("Which types of games? Put letters behind the %c: %s (see \"help games\").", word[0], gameLetters)
	}
	for _, l := range letters {
		if !strings.ContainsRune(gameLetters, l) {
			return fmt.Sprintf("There is no type of game with the letter %q. The letters are %s (see \"help games\").", l, gameLetters)
		}
	}
	if word[0] == '/' {
		f.with += letters
	} else {
		f.without += letters
	}
	return ""
}

// empty tells whether everything matches.
func (f *gameFilter) empty() bool {
	return len(f.numbers) == 0 && len(f.prefixes) == 0 && f.with == "" && f.without == ""
}

// matches tells whether a game is meant; computers says whether one of its
// players is one.
func (f *gameFilter) matches(g *world.Game, computers bool) bool {
	if len(f.numbers)+len(f.prefixes) > 0 && !f.named(g) {
		return false
	}
	is := func(l rune) bool {
		switch l {
		case 'H':
			return !computers
		case 'C':
			return computers
		case 'e':
			return g.Exam != nil
		case 'D':
			return false // nobody relays games here yet
		}
		return g.Exam == nil && rune(world.TypeLetter(g.Record.Type)) == l
	}
	return (f.with == "" || strings.ContainsFunc(f.with, is)) && !strings.ContainsFunc(f.without, is)
}

func (f *gameFilter) named(g *world.Game) bool {
	if slices.Contains(f.numbers, g.Record.Number) {
		return true
	}
	for _, p := range f.prefixes {
		if strings.HasPrefix(g.KeyOf(world.White), p) || strings.HasPrefix(g.KeyOf(world.Black), p) {
			return true
		}
	}
	return false
}

// games lists the games in progress (docs/protocol.md §3.3).
func games(c *call) {
	f, complaint := parseGameFilter(c.word(0))
	if complaint != "" {
		c.printf("%s", complaint)
		return
	}
	list := c.gamesMatching(&f)
	out := make([]byte, 0, 96*len(list)+64)
	for _, g := range list {
		out = render.AppendGameRow(out, g, c.t.At)
	}
	c.table(string(out) + render.GamesFooter(len(list), c.t.CountGames(), !f.empty(), c.session().Look))
}

// gamesMatching are the chosen games: those examined, then by the sum of their ratings, then by
// number.
func (c *call) gamesMatching(f *gameFilter) []*world.Game {
	list := make([]*world.Game, 0, c.t.CountGames())
	for _, g := range c.t.Games() {
		if f.empty() || f.matches(g, c.computerAt(g)) {
			list = append(list, g)
		}
	}
	sum := func(g *world.Game) int {
		if g.Exam != nil {
			return -1
		}
		return g.Record.White.Rating + g.Record.Black.Rating
	}
	slices.SortFunc(list, func(a, b *world.Game) int {
		return cmp.Or(cmp.Compare(sum(a), sum(b)), cmp.Compare(a.Record.Number, b.Record.Number))
	})
	return list
}

// computerAt tells whether one of a game's players is a computer.
func (c *call) computerAt(g *world.Game) bool {
	for side := range 2 {
		if p := c.t.SeePlayer(g.KeyOf(side)); p != nil && isComputer(p) {
			return true
		}
	}
	return false
}

// isComputer tells whether a person is on the list of computers.
func isComputer(p *world.Player) bool { return strings.Contains(p.Titles, "(C)") }

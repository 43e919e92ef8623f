package commands

import (
	"fmt"
	"strings"

	"epicenter/server/render"
)

// sought lists ads: those that the typist may answer and his own, or all, or
// those of some types of game.
func sought(c *call) {
	words := strings.Fields(strings.ToLower(c.word(0)))
	all := len(words) > 0 && words[0] == "all"
	if all {
		words = words[1:]
	}
	types, complaint := typesOf(words)
	if complaint != "" {
		c.complain(complaint)
		return
	}
	var b strings.Builder
	n := 0
	for _, s := range c.t.Seeks() { // by number
		if len(types) > 0 && !types[s.Terms.Type()] || !all && s.Key != c.me().Key && !c.t.Shown(c.me().Key, s) {
			continue
		}
		b.WriteString(render.SoughtRow(c.t.AdOf(s), c.session().Look.ProvShow))
		n++
	}
	plural := "s"
	if n == 1 {
		plural = ""
	}
	fmt.Fprintf(&b, "%d ad%s displayed.\n", n, plural)
	c.table(b.String())
}

// chessTypes are the type words that time controls make (docs/protocol.md §7.1).
var chessTypes = [...]string{"lightning", "blitz", "standard", "untimed"}

// typesOf reads words of types of game: those of variants, and those that time
// controls make, which may be shortened.
func typesOf(words []string) (types map[string]bool, complaint string) {
	types = map[string]bool{}
	for len(words) > 0 {
		if v, n := variantOf(words); v != nil && v.Type != "" {
			types[v.Type] = true
			words = words[n:]
			continue
		}
		found := false
		for _, t := range chessTypes {
			if strings.HasPrefix(t, words[0]) {
				types[t], found = true, true
			}
		}
		if !found {
			return nil, fmt.Sprintf("There is no type of game %q. Type \"help sought\" for the types.", clean(words[0]))
		}
		words = words[1:]
	}
	return types, ""
}

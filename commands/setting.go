package commands

import (
	"fmt"
	"strconv"
	"strings"

	"epicenter/server/world"
)

func settingCommands() []command {
	return []command{
		{name: "set", params: "wt", code: 109, cost: 1, stores: true, run: set},
		{name: "style", params: "w", code: 128, cost: 1, stores: true, run: style},
		{name: "variables", params: "o", code: 143, cost: 1, run: variables},
		{name: "iset", params: "wo", code: 56, cost: 1, run: iset},
		{name: "ivariables", params: "o", code: 58, cost: 1, run: ivariables},
		{name: "alias", params: "ot", code: 159, cost: 1, stores: true, run: alias},
		{name: "unalias", params: "w", code: 136, cost: 1, stores: true, run: unalias},
	}
}

// set changes a variable (docs/protocol.md §6.1). Every variable is one row of
// world.Settings or of textSettings; finger notes go by number.
func set(c *call) {
	word, value := strings.ToLower(c.word(0)), c.word(1)
	if n, err := strconv.Atoi(word); err == nil {
		setNote(c, n, value)
		return
	}
	vars, texts := world.FindVar(word), findText(word)
	switch {
	case len(texts) == 1 && (len(vars) == 0 || texts[0].name == word):
		texts[0].set(c, texts[0], value)
	case len(vars) == 1 && len(texts) == 0 || len(vars) == 1 && world.Settings[vars[0]].Name == word:
		c.setVar(vars[0], value)
	case len(vars)+len(texts) > 0:
		var names []string
		for _, v := range vars {
			names = append(names, world.Settings[v].Name)
		}
		for _, t := range texts {
			names = append(names, t.name)
		}
		c.printf("Ambiguous variable %q. Matches: %s", c.word(0), strings.Join(names, " "))
	default:
		c.printf("No such variable %q.", clean(c.word(0)))
		c.printf("Type \"help variables\" for all there are.")
	}
}

// style is `set style`.
func style(c *call) { c.setVar(world.VarStyle, c.word(0)) }

// setVar sets a switch or a number; a switch without a value is turned over.
func (c *call) setVar(v world.Var, value string) {
	s, now := world.Settings[v], int(c.me().Vars[v])
	n, ok := readValue(v, value, now)
	if !ok {
		c.printf("Bad value given for variable %q.", s.Name)
		c.printf("%s", expected(v, now))
		return
	}
	c.t.SetVar(c.me().Key, v, n)
	c.printf("%s", c.confirmed(v, n))
}

// readValue reads what a variable is to be set to.
func readValue(v world.Var, value string, now int) (n int, ok bool) {
	s, value := world.Settings[v], strings.ToLower(value)
	switch {
	case v == world.VarPromote && value != "":
		if i, ok := promotionPiece(value); ok {
			return i, true
		}
	case s.Switch() || v == world.VarHighlight:
		if value == "" {
			return 1 - min(now, 1), true
		}
		if on, ok := readSwitch(value); ok && (s.Switch() || on == 0) {
			return on, true
		}
	}
	n, err := strconv.Atoi(value)
	return n, err == nil && n >= s.Min && n <= s.Max
}

// readSwitch reads the forms of on and off (docs/protocol.md §6.1).
func readSwitch(value string) (n int, ok bool) {
	switch value {
	case "1", "on", "true", "yes":
		return 1, true
	case "0", "off", "false", "no":
		return 0, true
	}
	return 0, false
}

// promotionPiece reads a piece to which pawns are promoted, by its name or the
// letter that moves are written with.
func promotionPiece(value string) (n int, ok bool) {
	if value == "n" {
		return 3, true
	}
	for i, name := range world.PromotionPieces {
		if strings.HasPrefix(name, value) {
			return i, true
		}
	}
	return 0, false
}

// expected says what a variable can be set to.
func expected(v world.Var, now int) string {
	s := world.Settings[v]
	switch {
	case v == world.VarPromote:
		return "It is queen, rook, bishop or knight, and " + world.PromotionPieces[now] + " now."
	case s.Switch():
		return fmt.Sprintf("It is switched on with 1 and off with 0, and is %d now.", now)
	}
	return fmt.Sprintf("It takes a number from %d to %d, and is %d now.", s.Min, s.Max, now)
}

// autoUnobserve are the values of unobserve: when the games that one observes
// are left.
var autoUnobserve = [...]string{
	"You will auto unobserve when you start to play or examine a game.",
	"You will auto unobserve when you start to play a game.",
	"You will auto unobserve when you start to examine a game.",
	"You will not auto unobserve.",
}

// confirmed is the answer to a variable that has been set; clients look for
// some of them, such as `Style 12 set.` (docs/clients.md §2.2).
func (c *call) confirmed(v world.Var, n int) string {
	s := world.Settings[v]
	switch {
	case v == world.VarPromote:
		return "Promotion piece set to " + strings.ToUpper(world.PromotionPieces[n]) + "."
	case v == world.VarUnobserve:
		return autoUnobserve[n]
	case v == world.VarAvailMin || v == world.VarAvailMax:
		vars := c.me().Vars
		return fmt.Sprintf("You will be notified of availability with blitz ratings %d - %d.",
			vars[world.VarAvailMin], vars[world.VarAvailMax])
	case n == 0 && s.Off != "":
		return s.Off
	case strings.Contains(s.On, "%d"):
		return fmt.Sprintf(s.On, n)
	}
	return s.On
}

// switchCommands turn a switch over by its own name, as FICS has them beside
// `set` (docs/protocol.md §8.3).
func switchCommands() []command {
	turn := func(v world.Var) func(*call) { return func(c *call) { c.setVar(v, c.word(0)) } }
	return []command{
		{name: "bell", params: "o", code: 17, cost: 1, stores: true, run: turn(world.VarBell)},
		{name: "flip", params: "o", code: 39, cost: 1, stores: true, run: turn(world.VarFlip)},
		{name: "open", params: "o", code: 83, cost: 1, stores: true, run: turn(world.VarOpen)},
	}
}

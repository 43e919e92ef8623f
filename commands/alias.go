package commands

import (
	"fmt"
	"slices"
	"strings"

	"epicenter/rules"
	"epicenter/server/world"
	"epicenter/storage"
)

// Limits of a person's aliases (docs/protocol.md §2.5) and of what one can
// become: no longer than a line that could have been typed.
const (
	maxAliases   = 30
	maxAliasName = 20
	maxExpanded  = 1023
)

// systemAliases are those that everybody has and that are more than another
// word for a command (docs/protocol.md §2.4).
var systemAliases = map[string]string{
	"answer":  "tell 1 (answering $1): $2-",
	"answer4": "tell 4 (answering $1): $2-",
}

// alias lists, shows or sets aliases (docs/protocol.md §2.5).
func alias(c *call) {
	name, text := strings.ToLower(c.word(0)), c.word(1)
	mine := c.account().Aliases
	i := slices.IndexFunc(mine, func(a storage.Alias) bool { return a.Name == name })
	switch {
	case name == "" && len(mine) == 0:
		c.printf("You have no aliases.")
	case name == "":
		for _, a := range mine {
			c.printf("%s -> %s", a.Name, a.Text)
		}
	case text == "" && i < 0:
		c.printf("You have no alias named %q.", clean(name))
	case text == "":
		c.printf("%s -> %s", name, mine[i].Text)
	case i >= 0:
		c.myAccount().Aliases[i].Text = text
		c.printf("Alias %q changed.", name)
	default:
		newAlias(c, name, text)
	}
}

func newAlias(c *call, name, text string) {
	a := c.account()
	switch {
	case name == "alias" || name == "unalias" || name == "quit":
		c.printf("You can't alias this command.")
	case rules.LooksLikeMove(name):
		c.printf("%q is a move, so it cannot be an alias.", name)
	case len(name) > maxAliasName:
		c.printf("An alias may have at most %d letters.", maxAliasName)
	case len(name) > 1 && punctuation[name[0]] != "":
		c.printf("A name that begins with %q cannot be an alias: the sign alone is a command.", name[:1])
	case len(a.Aliases) >= maxAliases:
		c.printf("You have %d aliases, which is the most; \"unalias\" one first.", maxAliases)
	default:
		a = c.myAccount()
		a.Aliases = append(a.Aliases, storage.Alias{Name: name, Text: text})
		c.printf("Alias %q set.", name)
	}
}

// unalias takes an alias away.
func unalias(c *call) {
	name := strings.ToLower(c.word(0))
	named := func(a storage.Alias) bool { return a.Name == name }
	if !slices.ContainsFunc(c.account().Aliases, named) {
		c.printf("You have no alias named %q.", clean(name))
		return
	}
	a := c.myAccount()
	a.Aliases = slices.DeleteFunc(a.Aliases, named)
	c.printf("Alias %q unset.", name)
}

// expandAliases replaces the first word of a line by the alias of that name:
// the typist's own, which may stand for one of the system's. Each kind is
// expanded once. problem says why it cannot be, empty when all is well.
func expandAliases(t *world.Turn, text string) (expanded, problem string) {
	name, rest := firstWord(text)
	for _, a := range t.SeeAccount(t.Me().Key).Aliases {
		if a.Name == name {
			if text, problem = expand(t, a, rest); problem != "" {
				return "", problem
			}
			break
		}
	}
	if text == "" {
		return "", ""
	}
	name, rest = firstWord(text)
	if full, ok := systemAliases[name]; ok {
		return expand(t, storage.Alias{Name: name, Text: full}, rest)
	}
	return text, ""
}

// firstWord cuts the first word off, in small letters; a leading sign that is
// a command is a word of its own (docs/protocol.md §2.1 item 4).
func firstWord(text string) (word, rest string) {
	if punctuation[text[0]] != "" {
		return text[:1], strings.TrimSpace(text[1:])
	}
	word, rest, _ = strings.Cut(text, " ")
	return strings.ToLower(word), strings.TrimSpace(rest)
}

// expand puts the parameters into an alias's text; where it names none they
// are appended.
func expand(t *world.Turn, a storage.Alias, params string) (text, problem string) {
	x := expansion{t: t, params: params, words: strings.Fields(params)}
	for i := 0; i < len(a.Text) && x.problem == ""; {
		i += x.step(a.Text, i)
		if x.out.Len() > maxExpanded {
			break
		}
	}
	switch {
	case x.problem != "":
		return "", fmt.Sprintf("The alias %q cannot be used now: %s", a.Name, x.problem)
	case !x.used && params != "":
		x.out.WriteString(" " + params)
	}
	if x.out.Len() > maxExpanded {
		return "", fmt.Sprintf("The alias %q has become longer than a line may be.", a.Name)
	}
	return strings.TrimSpace(x.out.String()), ""
}

// expansion is an alias's text on its way to a line.
type expansion struct {
	t       *world.Turn
	params  string
	words   []string
	out     strings.Builder
	used    bool // a parameter has been put in
	problem string
}

// step handles what stands at i and returns how many bytes that was.
func (x *expansion) step(text string, i int) int {
	switch {
	case text[i] == '@' && !insideWord(text, i):
		x.put(x.params)
		return 1
	case text[i] == '$' && i+1 < len(text):
		return 1 + x.meta(text[i+1:])
	}
	x.out.WriteByte(text[i])
	return 1
}

// insideWord tells whether the sign at i stands between letters or digits, as
// in an address for mail.
func insideWord(text string, i int) bool {
	return i > 0 && i+1 < len(text) && isWordByte(text[i-1]) && isWordByte(text[i+1])
}

func isWordByte(c byte) bool {
	return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
}

func (x *expansion) put(param string) {
	x.used = true
	x.out.WriteString(param)
}

// meta handles what follows a dollar (docs/protocol.md §2.5) and returns how
// many bytes of it.
func (x *expansion) meta(rest string) int {
	digit := func(i int) int {
		if i < len(rest) && rest[i] >= '1' && rest[i] <= '9' {
			return int(rest[i] - '0')
		}
		return 0
	}
	switch n := digit(0); {
	case n > 0 && len(rest) > 1 && rest[1] == '-':
		x.put(strings.Join(x.words[min(n-1, len(x.words)):], " "))
		return 2
	case n > 0:
		if n <= len(x.words) {
			x.put(x.words[n-1])
		}
		x.used = true
		return 1
	case rest[0] == '-' && digit(1) > 0:
		x.put(strings.Join(x.words[:min(digit(1), len(x.words))], " "))
		return 2
	case rest[0] == '@':
		x.put(x.params)
		return 1
	case rest[0] == '$':
		x.out.WriteByte('$')
		return 1
	}
	return x.person(rest[0])
}

// person handles the letters that stand for somebody or some channel.
func (x *expansion) person(letter byte) int {
	me, s := x.t.Me(), x.t.Typist()
	who, missing := "", ""
	switch letter {
	case 'm':
		who = me.Handle
	case 'o':
		who, missing = opponent(x.t, me), "you have no opponent for $o."
	case 'p':
		who, missing = handleOf(x.t, me.Partner), "you have no partner for $p."
	case '.':
		who, missing = handleOf(x.t, s.LastTold), "you have told nobody anything yet, for $."
	case ',':
		who, missing = s.LastChannel, "you have told no channel anything yet, for $,"
	default:
		x.out.WriteByte('$')
		return 0
	}
	if who == "" {
		x.problem = missing
	}
	x.out.WriteString(who)
	return 1
}

// opponent is the handle of a player's opponent, else of his last one.
func opponent(t *world.Turn, p *world.Player) string {
	if g := t.SeeGame(p.Game); g != nil {
		return g.Side(1 - g.ColourOf(p.Key)).Handle
	}
	return t.SeeAccount(p.Key).LastOpponent
}

// handleOf is the spelling of the handle of somebody known, or empty.
func handleOf(t *world.Turn, key string) string {
	if key == "" {
		return ""
	}
	if a := t.SeeAccount(key); a != nil {
		return a.Handle
	}
	return ""
}

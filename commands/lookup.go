package commands

import (
	"strings"

	"epicenter/server/world"
)

// shortcuts are the abbreviations that do not follow from unique prefixes, or
// that players expect to win over them, so that nothing dangerous is guessed
// (docs/protocol.md §2.4).
var shortcuts = map[string]string{
	"a": "accept", "b": "backward", "ex": "examine", "exit": "quit", "logout": "quit", "bye": "quit",
	"ch": "showlist channel",
	"f":  "finger", "g": "games", "hi": "history", "i": "it", "m": "match",
	"ma": "match", "n": "next", "more": "next", "o": "observe",
	"p": "who a", "pl": "who a", "player": "who a", "players": "who a",
	"r": "refresh", "re": "refresh", "sh": "shout", "t": "tell",
	"vars": "variables", "w": "who", "unob": "unobserve", "u": "unobserve",
	"s": "seek", "d": "decline", "h": "help", "?": "help", "k": "kibitz",
	"st": "style", "in": "inchannel", "znotl": "znotify", "mo": "moves", "fl": "flag", "q": "quit",
}

// punctuation are the commands that a leading sign stands for
// (docs/protocol.md §2.4); no blank is needed behind it.
var punctuation = map[byte]string{
	'+': "addlist", '-': "sublist", '=': "showlist", '.': "tell .", '`': "tell .",
	',': "tell ,", '!': "shout", ':': "it", '^': "cshout", '*': "kibitz", '#': "whisper",
}

// find looks a command word up among those that somebody may see: an exact
// name, a shortcut, else a unique prefix. matches are the candidates when it
// is ambiguous.
func (cs *Commands) find(word string, p *world.Player) (cmd *command, matches []string) {
	word = strings.ToLower(word)
	for i := range cs.table {
		c := &cs.table[i]
		if !c.mayUse(p) || !strings.HasPrefix(c.name, word) {
			continue
		}
		if c.name == word {
			return c, nil
		}
		cmd = c
		matches = append(matches, c.name)
	}
	if len(matches) == 1 {
		return cmd, nil
	}
	return nil, matches
}

// unabbreviate replaces the first word of a line by what it is short for, a
// sign or a word that is reserved.
func unabbreviate(line string) string {
	if full, ok := punctuation[line[0]]; ok {
		if rest := strings.TrimLeft(line[1:], " "); rest != "" {
			return full + " " + rest
		}
		return full
	}
	word, rest, _ := strings.Cut(line, " ")
	full, ok := shortcuts[strings.ToLower(word)]
	if !ok {
		return line
	}
	if rest = strings.TrimLeft(rest, " "); rest != "" {
		return full + " " + rest
	}
	return full
}

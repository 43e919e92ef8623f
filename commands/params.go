package commands

import (
	"strconv"
	"strings"
)

// parseArgs reads the rest of a line by the letters of a command's parameters;
// it fails when one is missing, is no number where a number must stand, or
// when words are left over.
func parseArgs(letters, rest string) (args []arg, ok bool) {
	for _, l := range letters {
		rest = strings.TrimLeft(rest, " ")
		switch l {
		case 's', 't':
			if rest == "" && l == 's' {
				return nil, false
			}
			args = append(args, arg{word: rest, set: rest != ""})
			rest = ""
			continue
		}
		word, after, _ := strings.Cut(rest, " ")
		optional := l == 'o' || l == 'p' || l == 'n'
		if word == "" && !optional {
			return nil, false
		}
		a := arg{word: word, set: word != ""}
		if n, err := strconv.Atoi(word); err == nil {
			a.num, a.isNum = n, true
		}
		if (l == 'd' || l == 'p') && a.set && !a.isNum {
			return nil, false
		}
		args = append(args, a)
		rest = after
	}
	return args, strings.TrimSpace(rest) == ""
}

package uci

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"epicenter/rules"
	"epicenter/rules/search"
)

// options are what "setoption" has set.
type options struct {
	hash  int // MiB
	level int // 0 for full strength
	rules string
	fr    bool // UCI_Chess960
}

const (
	defaultHash = 16
	maxHash     = 4096
)

func defaults() options { return options{hash: defaultHash, rules: "chess"} }

// names are the values of UCI_Variant: the words of GUIs, which are our own names
// too. 960 is an option of its own there.
func names() []string {
	var out []string
	for _, v := range rules.Variants() {
		if !v.Random960 {
			out = append(out, v.Name)
		}
	}
	return out
}

// variant returns the rules that are set.
func (o *options) variant() *rules.Variant {
	if o.fr {
		if v := rules.Lookup(o.rules + "960"); v != nil {
			return v
		}
	}
	return rules.Lookup(o.rules)
}

// list returns the lines that offer the options.
func (o *options) list() []string {
	return []string{
		fmt.Sprintf("option name Hash type spin default %d min 1 max %d", defaultHash, maxHash),
		"option name Clear Hash type button",
		fmt.Sprintf("option name Level type spin default 0 min 0 max %d", search.Levels),
		"option name UCI_Chess960 type check default false",
		"option name UCI_Variant type combo default chess var " + strings.Join(names(), " var "),
	}
}

// readOption takes "name N… [value V…]" apart.
func readOption(args []string) (name, value string, err error) {
	if len(args) < 2 || args[0] != "name" {
		return "", "", errors.New("setoption: the form is setoption name NAME value VALUE")
	}
	args = args[1:]
	if at := slices.Index(args, "value"); at >= 0 {
		return strings.ToLower(strings.Join(args[:at], " ")), strings.Join(args[at+1:], " "), nil
	}
	return strings.ToLower(strings.Join(args, " ")), "", nil
}

// set changes one option; resize and clear say what is to be done with the table.
// Options of other engines are passed over.
func (o *options) set(name, value string) (resize, clear bool, err error) {
	spin := func(least, most int) (n int) {
		n, bad := strconv.Atoi(value)
		if bad != nil || n < least || n > most {
			err = fmt.Errorf("setoption: %s takes a number from %d to %d, not %q", name, least, most, value)
		}
		return n
	}
	next := *o
	switch name {
	case "hash":
		next.hash, resize = spin(1, maxHash), true
	case "clear hash":
		clear = true
	case "level":
		next.level = spin(0, search.Levels)
	case "uci_chess960":
		switch strings.ToLower(value) {
		case "true":
			next.fr = true
		case "false":
			next.fr = false
		default:
			err = fmt.Errorf("setoption: UCI_Chess960 takes true or false, not %q", value)
		}
	case "uci_variant":
		if next.rules = strings.ToLower(value); !slices.Contains(names(), next.rules) {
			err = fmt.Errorf("setoption: unknown variant %q; choose one of %s", value, strings.Join(names(), ", "))
		}
	}
	if err != nil {
		return false, false, err
	}
	*o = next
	return resize, clear, nil
}

// setOption does "setoption". A change of the variant sets up its usual array.
func (s *Session) setOption(args []string) error {
	name, value, err := readOption(args)
	if err != nil {
		return err
	}
	before := s.opts.variant()
	resize, clear, err := s.opts.set(name, value)
	switch {
	case err != nil:
		return err
	case resize:
		s.engine.Resize(s.opts.hash)
	case clear:
		s.engine.Reset()
	}
	v := s.opts.variant()
	if v != before {
		s.newGame()
	}
	if s.opts.fr && !v.Random960 && name != "hash" {
		return fmt.Errorf("setoption: %s is not played as 960 here; its castling stays e1g1", v)
	}
	return nil
}

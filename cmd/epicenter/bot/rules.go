package bot

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"epicenter/rules"
	"epicenter/server/ics"
)

// Range is a range of numbers with both ends.
type Range struct{ Low, High int }

func (r Range) has(n int) bool { return n >= r.Low && n <= r.High }

// String is "1-15".
func (r Range) String() string { return fmt.Sprintf("%d-%d", r.Low, r.High) }

// Accept says whose challenges a bot takes. The zero value of a field that is
// not a range sets no condition; DefaultAccept sets none at all.
type Accept struct {
	Variants  []*rules.Variant // none means all that the engine plays
	Minutes   Range
	Seconds   Range  // increment
	Rated     string // "any", "rated", "unrated"
	Opponents string // "any", "humans", "computers"
	Guests    bool
	Rating    Range // of registered opponents; none counts as 0
	InARow    int   // games with one opponent, 0 for any number
	Greeting  string
}

// DefaultAccept takes everybody who plays with a clock.
func DefaultAccept() Accept {
	return Accept{
		Minutes: Range{0, 999}, Seconds: Range{0, 999}, Rated: "any", Opponents: "any", Guests: true, Rating: Range{0, 9999},
	}
}

// ParseAccept reads a file of rules. Unknown keys and values are errors that name
// their line.
func ParseAccept(r io.Reader) (Accept, error) {
	a := DefaultAccept()
	var doc yaml.Node
	switch err := yaml.NewDecoder(r).Decode(&doc); {
	case errors.Is(err, io.EOF):
		return a, nil // nothing but comments
	case err != nil:
		return a, errors.New(strings.TrimPrefix(err.Error(), "yaml: "))
	}
	top := doc.Content[0]
	if top.Kind == yaml.ScalarNode && top.Tag == "!!null" {
		return a, nil
	}
	if top.Kind != yaml.MappingNode {
		return a, fmt.Errorf("line %d: lines of the form \"key: value\" are wanted", top.Line)
	}
	seen := map[string]bool{}
	for i := 0; i+1 < len(top.Content); i += 2 {
		key, value := top.Content[i], top.Content[i+1]
		if seen[key.Value] {
			return a, fmt.Errorf("line %d: %s is there twice", key.Line, key.Value)
		}
		seen[key.Value] = true
		if err := a.set(key.Value, value); err != nil {
			return a, fmt.Errorf("line %d: %s: %w", key.Line, key.Value, err)
		}
	}
	return a, nil
}

// acceptKeys are the keys of the file, in the order of docs/bots.md.
var acceptKeys = []string{"variants", "minutes", "seconds", "rated", "opponents", "guests", "rating", "in_a_row", "greeting"}

func (a *Accept) set(key string, v *yaml.Node) (err error) {
	if key == "variants" {
		a.Variants, err = variantList(v)
		return err
	}
	if slices.Contains(acceptKeys, key) && v.Kind != yaml.ScalarNode {
		return errors.New("one value is wanted")
	}
	switch key {
	case "minutes":
		a.Minutes, err = parseRange(v.Value, 999)
	case "seconds":
		a.Seconds, err = parseRange(v.Value, 999)
	case "rating":
		a.Rating, err = parseRange(v.Value, 9999)
	case "rated":
		a.Rated, err = oneOf(v.Value, "any", "rated", "unrated")
	case "opponents":
		a.Opponents, err = oneOf(v.Value, "any", "humans", "computers")
	case "guests":
		if err = v.Decode(&a.Guests); err != nil {
			err = errors.New("true or false is wanted")
		}
	case "in_a_row":
		r, e := parseRange(v.Value, 9999)
		if a.InARow, err = r.High, e; e == nil && r.Low != r.High {
			err = errors.New("one number is wanted")
		}
	case "greeting":
		a.Greeting = strings.TrimSpace(v.Value)
		if strings.ContainsFunc(a.Greeting, func(r rune) bool { return r < ' ' || r > '~' }) || len(a.Greeting) > 200 {
			err = errors.New("one line of plain ASCII of at most 200 characters is wanted")
		}
	default:
		err = fmt.Errorf("there is no such key; there are %s", strings.Join(acceptKeys, ", "))
	}
	return err
}

func variantList(v *yaml.Node) ([]*rules.Variant, error) {
	nodes := v.Content
	if v.Kind == yaml.ScalarNode {
		nodes = []*yaml.Node{v}
	}
	var out []*rules.Variant
	for _, n := range nodes {
		found := ics.Variant(n.Value, "")
		if found == nil || n.Kind != yaml.ScalarNode {
			return nil, fmt.Errorf("%q is no variant; say for example [atomic, atomic960, chess, fr, crazyhouse]", n.Value)
		}
		out = append(out, found)
	}
	if len(out) == 0 {
		return nil, errors.New("the list is empty; leave the key away for all variants")
	}
	return out, nil
}

func oneOf(s string, words ...string) (string, error) {
	if !slices.Contains(words, s) {
		return s, fmt.Errorf("%q is none of %s", s, strings.Join(words, ", "))
	}
	return s, nil
}

func parseRange(s string, most int) (Range, error) {
	low, high, both := strings.Cut(s, "-")
	if !both {
		high = low
	}
	l, errLow := strconv.Atoi(strings.TrimSpace(low))
	h, errHigh := strconv.Atoi(strings.TrimSpace(high))
	if errLow != nil || errHigh != nil || l < 0 || h > most || l > h {
		return Range{}, fmt.Errorf("%q is no range; say for example 1-15, within 0-%d", s, most)
	}
	return Range{l, h}, nil
}

// opponent is what is known of a challenger.
type opponent struct {
	guest, computer bool
	rating          int
	inARow          int // games with him without anybody else in between
}

// needsTitles tells whether it matters who is a computer or a guest, which a
// challenge does not say.
func (a *Accept) needsTitles() bool { return a.Opponents != "any" || !a.Guests }

// picky tells whether the server cannot check everything for an open seek.
func (a *Accept) picky() bool { return a.needsTitles() || a.InARow > 0 }

// refuse says why a challenge is not taken, in words for the challenger; empty
// if it is.
func (a *Accept) refuse(m *ics.Match, o opponent, plays []*rules.Variant) string {
	v := ics.Variant(m.Type, m.Loaded)
	if len(a.Variants) > 0 {
		plays = slices.DeleteFunc(slices.Clone(plays), func(v *rules.Variant) bool { return !slices.Contains(a.Variants, v) })
	}
	switch {
	case v == nil || !slices.Contains(plays, v):
		return "I play " + names(plays) + " only"
	case m.Odds:
		return "I play with equal clocks only"
	case m.Type == "untimed":
		return "I play with clocks only"
	case !a.Minutes.has(m.Minutes) || !a.Seconds.has(m.Seconds):
		return fmt.Sprintf("I play with %v minutes and an increment of %v seconds", a.Minutes, a.Seconds)
	case a.Rated != "any" && m.Rated != (a.Rated == "rated"):
		return "I play " + a.Rated + " games only"
	case o.guest && !a.Guests:
		return "I play registered players only"
	case !o.guest && !a.Rating.has(o.rating):
		return fmt.Sprintf("I play opponents rated %v only", a.Rating)
	case a.Opponents != "any" && o.computer != (a.Opponents == "computers"):
		return "I play " + a.Opponents + " only"
	case a.InARow > 0 && o.inARow >= a.InARow:
		return fmt.Sprintf("I play %d games in a row with the same opponent; come back after somebody else", a.InARow)
	}
	return ""
}

func names(vs []*rules.Variant) string {
	if len(vs) == 0 {
		return "nothing"
	}
	var out []string
	for _, v := range vs {
		name := v.Type
		if name == "" || name == "nonstandard" {
			name = v.Name
		}
		out = append(out, name)
	}
	if len(out) > 8 {
		out = append(out[:8], "others")
	}
	return strings.Join(out, ", ")
}

// Describe says in a few lines what is accepted.
func (a *Accept) Describe(plays []*rules.Variant) []string {
	if len(a.Variants) > 0 {
		plays = a.Variants
	}
	who := map[string]string{"any": "people and computers", "humans": "people", "computers": "computers"}[a.Opponents]
	if !a.Guests {
		who = "registered " + who
	}
	out := []string{
		"variants: " + names(plays),
		fmt.Sprintf("clocks: %v minutes, increment %v seconds", a.Minutes, a.Seconds),
		"games: " + a.Rated,
		fmt.Sprintf("opponents: %s, rated %v", who, a.Rating),
	}
	if a.InARow > 0 {
		out = append(out, fmt.Sprintf("games in a row with one opponent: %d at most", a.InARow))
	}
	if a.Greeting != "" {
		out = append(out, fmt.Sprintf("greeting: %q", a.Greeting))
	}
	return out
}

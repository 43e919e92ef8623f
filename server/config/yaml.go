package config

import (
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// yaml takes the values of a file. It walks the nodes and not a decoded map,
// because only nodes know their lines; an error in one key does not hide the
// next.
func (l *loader) yaml(name string, text []byte) error {
	var doc yaml.Node
	if err := yaml.Unmarshal(text, &doc); err != nil {
		return fmt.Errorf("%s: this is not YAML: %s", name, strings.TrimPrefix(err.Error(), "yaml: "))
	}
	if len(doc.Content) == 0 {
		return nil // an empty file sets nothing
	}
	l.mapping(name, "", doc.Content[0])
	return nil
}

// mapping takes the keys below prefix, which is empty or ends in a dot.
func (l *loader) mapping(file, prefix string, n *yaml.Node) {
	at := func(n *yaml.Node) string { return fmt.Sprintf("%s:%d", file, n.Line) }
	if n.Kind != yaml.MappingNode {
		if n.Tag != "!!null" { // "play:" with nothing below it sets nothing
			l.fail(at(n), "keys with values belong here, as name: value")
		}
		return
	}
	for i := 0; i < len(n.Content); i += 2 {
		word, value := n.Content[i], n.Content[i+1]
		name := prefix + word.Value
		k, isKey := l.keys[name]
		switch {
		case isKey:
			v, err := k.fromNode(value)
			if err == nil && l.source[name] != "" {
				err = fmt.Errorf("it was set before, at %s", l.source[name])
			}
			if err != nil {
				l.fail(at(value), "%s: %v", name, err)
				continue
			}
			l.v.Set(name, v)
			l.source[name] = at(value)
		case l.section(name):
			l.mapping(file, name+".", value)
		default:
			l.fail(at(word), "there is no key %q%s", name, didYouMean(name, l.keys))
		}
	}
}

// section reports whether name is one of the groups of keys.
func (l *loader) section(name string) bool {
	for k := range l.keys { // order does not matter: any hit will do
		if strings.HasPrefix(k, name+".") {
			return true
		}
	}
	return false
}

// didYouMean offers the known word nearest to one that is unknown, when it is
// near enough to be a slip of the fingers.
func didYouMean[V any](word string, known map[string]V) string {
	words := make([]string, 0, len(known))
	for k := range known { // order does not matter: sorted below
		words = append(words, k)
	}
	slices.Sort(words)
	best, least := "", 4
	for _, k := range words {
		if d := distance(strings.ToLower(word), strings.ToLower(k)); d < least {
			best, least = k, d
		}
	}
	if best == "" {
		return "; config.yaml lists them all"
	}
	return fmt.Sprintf("; did you mean %s?", best)
}

// distance is Levenshtein's: how many letters to insert, drop or change.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diag := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := diag
			if a[i] != b[j] {
				change++
			}
			diag = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}

package config

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"
)

// key is one setting: its dotted name and the place of its value in a Config.
type key struct {
	name  string // as play.grace
	value reflect.Value
}

// keys lists every setting of c in the order of the struct.
func keys(c *Config) []key {
	var out []key
	var walk func(prefix string, v reflect.Value)
	walk = func(prefix string, v reflect.Value) {
		for i := range v.NumField() {
			name := prefix + v.Type().Field(i).Tag.Get("mapstructure")
			if f := v.Field(i); f.Kind() == reflect.Struct {
				walk(name+".", f)
			} else {
				out = append(out, key{name, f})
			}
		}
	}
	walk("", reflect.ValueOf(c).Elem())
	return out
}

// Keys lists the dotted name of every setting, in the order of config.yaml.
func Keys() []string {
	var c Config
	var out []string
	for _, k := range keys(&c) {
		out = append(out, k.name)
	}
	return out
}

// EnvName returns the environment variable that sets a key: EPICENTER_ and
// the key in capitals with _ for each dot.
func EnvName(name string) string {
	return envPrefix + strings.ToUpper(strings.ReplaceAll(name, ".", "_"))
}

const envPrefix = "EPICENTER_"

// parse reads a value for k from text typed by a person: an environment
// variable or --set. Lists are written with commas, or as [a, b].
func (k key) parse(text string) (any, error) {
	switch k.value.Interface().(type) {
	case string, Registration:
		return text, nil
	case []string:
		return parseList(text)
	case []HouseBot:
		return parseHouse(text)
	}
	return k.scalar(strings.TrimSpace(text))
}

// fromNode reads a value for k from a YAML node.
func (k key) fromNode(n *yaml.Node) (any, error) {
	switch k.value.Interface().(type) {
	case []string:
		return listNode(n)
	case []HouseBot:
		return houseNode(n)
	}
	if n.Kind != yaml.ScalarNode || n.Tag == "!!null" {
		return nil, fmt.Errorf("%s belongs here", k.wants())
	}
	switch k.value.Kind() {
	case reflect.String:
		return n.Value, nil
	default:
		return k.scalar(n.Value)
	}
}

// scalar reads a number, a switch, a duration or a size.
func (k key) scalar(s string) (any, error) {
	switch k.value.Interface().(type) {
	case bool:
		switch s {
		case "true", "false":
			return s == "true", nil
		}
	case int:
		if n, err := strconv.Atoi(s); err == nil {
			return n, nil
		}
	case time.Duration:
		if d, err := time.ParseDuration(s); err == nil {
			return d, nil
		}
	case Size:
		return ParseSize(s)
	}
	return nil, fmt.Errorf("%q does not fit: %s belongs here", s, k.wants())
}

// wants says what kind of value the key takes.
func (k key) wants() string {
	switch k.value.Interface().(type) {
	case bool:
		return "true or false"
	case int:
		return "a whole number"
	case time.Duration:
		return "a duration with its unit, as 500ms, 60s or 10m,"
	case Size:
		return "a size with its unit, as 256KiB,"
	case []string:
		return "a list, as [a, b],"
	}
	return "a text"
}

func parseList(text string) (any, error) {
	text = strings.TrimSpace(text)
	if strings.HasPrefix(text, "[") {
		var doc yaml.Node
		if err := yaml.Unmarshal([]byte(text), &doc); err != nil || len(doc.Content) != 1 {
			return nil, fmt.Errorf("%q is not a list; write it as a,b or [a, b]", text)
		}
		return listNode(doc.Content[0])
	}
	out := []string{}
	for f := range strings.SplitSeq(text, ",") {
		if f = strings.TrimSpace(f); f != "" {
			out = append(out, f)
		}
	}
	return out, nil
}

func listNode(n *yaml.Node) (any, error) {
	if n.Kind != yaml.SequenceNode {
		return nil, fmt.Errorf("a list, as [a, b], belongs here")
	}
	out := []string{}
	for _, e := range n.Content {
		if e.Kind != yaml.ScalarNode {
			return nil, fmt.Errorf("the list may hold only plain words")
		}
		out = append(out, e.Value)
	}
	return out, nil
}

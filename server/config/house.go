package config

import (
	"fmt"
	"strconv"

	"go.yaml.in/yaml/v3"
)

// defaultBoards is how many games a house bot plays at once unless it is said.
const defaultBoards = 4

// parseHouse reads bots.house from one line, in YAML's short form.
func parseHouse(text string) (any, error) {
	var doc yaml.Node
	if err := yaml.Unmarshal([]byte(text), &doc); err != nil || len(doc.Content) != 1 {
		return nil, fmt.Errorf("%q is not a list; write it as [{name: Boom, variants: [atomic], level: 3}], or [] for none", text)
	}
	return houseNode(doc.Content[0])
}

// houseNode reads the list of house bots.
func houseNode(n *yaml.Node) (any, error) {
	if n.Kind != yaml.SequenceNode {
		return nil, fmt.Errorf("a list, as [{name: Boom, variants: [atomic], level: 3}], belongs here")
	}
	out := []HouseBot{}
	for _, e := range n.Content {
		h, err := botNode(e)
		if err != nil {
			return nil, err
		}
		out = append(out, h)
	}
	return out, nil
}

// botNode reads one house bot.
func botNode(n *yaml.Node) (HouseBot, error) {
	h := HouseBot{Level: 3, Boards: defaultBoards}
	if n.Kind != yaml.MappingNode {
		return h, fmt.Errorf("each bot is written as {name: Boom, variants: [atomic], level: 3}")
	}
	for i := 0; i < len(n.Content); i += 2 {
		word, value := n.Content[i].Value, n.Content[i+1]
		var err error
		switch word {
		case "name":
			h.Name = value.Value
		case "variants":
			var list any
			if list, err = listNode(value); err == nil {
				h.Variants = list.([]string)
			}
		case "level":
			h.Level, err = strconv.Atoi(value.Value)
		case "boards":
			h.Boards, err = strconv.Atoi(value.Value)
		default:
			return h, fmt.Errorf("a bot has no %q; it has name, variants, level and boards", word)
		}
		if err != nil {
			return h, fmt.Errorf("%s: %q does not fit", word, value.Value)
		}
	}
	return h, nil
}

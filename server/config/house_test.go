package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestHouseBots(t *testing.T) {
	tests := []struct {
		text string
		want []HouseBot
		err  string
	}{
		{"[]", []HouseBot{}, ""},
		{"[{name: Boom, variants: [atomic]}]", []HouseBot{{"Boom", []string{"atomic"}, 3, defaultBoards}}, ""},
		{
			"[{name: Ada, variants: [chess, fr], level: 9, boards: 1}, {name: Bob, variants: [atomic]}]",
			[]HouseBot{{"Ada", []string{"chess", "fr"}, 9, 1}, {"Bob", []string{"atomic"}, 3, defaultBoards}},
			"",
		},
		{"Boom", nil, "--set bots.house: bots.house: a list"},
		{"{", nil, "is not a list"},
		{"[Boom]", nil, "each bot is written as"},
		{"[{name: Boom, variant: [atomic]}]", nil, "a bot has no \"variant\""},
		{"[{name: Boom, variants: atomic}]", nil, "variants: \"atomic\" does not fit"},
		{"[{name: Boom, variants: [atomic], level: high}]", nil, "level: \"high\" does not fit"},
		{"[{name: Boom, variants: [atomic], level: 10}]", nil, "bots.house: level is 10"},
		{"[{name: Boom, variants: [atomic], boards: 0}]", nil, "bots.house: boards is 0"},
		{"[{name: Boom}]", nil, "must say which variants Boom plays"},
		{"[{name: B0, variants: [atomic]}]", nil, "holds the name \"B0\""},
		{"[{name: Boom, variants: [atomic]}, {name: boom, variants: [fr]}]", nil, "holds the name \"boom\" twice"},
	}
	for _, tt := range tests {
		c, err := Load(Options{Set: []string{"bots.house=" + tt.text}})
		switch {
		case tt.err == "" && err != nil, tt.err != "" && (err == nil || !strings.Contains(err.Error(), tt.err)):
			t.Errorf("%s: %v, want %q", tt.text, err, tt.err)
		case err == nil:
			if d := cmp.Diff(tt.want, c.Bots.House); d != "" {
				t.Errorf("%s (-want +got):\n%s", tt.text, d)
			}
		}
	}
}

// A mistake in a file is named with its line.
func TestHouseBotsInAFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "config.yaml")
	text := "bots:\n  house:\n    - {name: Ada, variants: [chess], level: 2}\n    - {nam: Bob}\n"
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Load(Options{File: name}); err == nil || !strings.Contains(err.Error(), "config.yaml:3: bots.house: a bot has no \"nam\"") {
		t.Error(err)
	}
}

package bot

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"epicenter/rules"
	"epicenter/server/ics"
)

const wholeFile = `# all keys
variants: [atomic, fr, wild/4]
minutes: 1-15
seconds: 0
rated: unrated
opponents: humans
guests: false
rating: 1200-9999
in_a_row: 3
greeting: Hello there.
`

func TestParseAccept(t *testing.T) {
	a, err := ParseAccept(strings.NewReader(wholeFile))
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"variants: atomic, wild/fr, wild/4", "clocks: 1-15 minutes, increment 0-0 seconds", "games: unrated",
		"opponents: registered people, rated 1200-9999", "games in a row with one opponent: 3 at most", `greeting: "Hello there."`,
	}
	if diff := cmp.Diff(want, a.Describe(nil)); diff != "" {
		t.Error(diff)
	}
	for _, empty := range []string{"", "# nothing\n", "---\n"} {
		a, err := ParseAccept(strings.NewReader(empty))
		if err != nil || a.Rated != "any" || !a.Guests {
			t.Errorf("%q: %+v, %v", empty, a, err)
		}
	}
}

func TestParseAcceptErrors(t *testing.T) {
	tests := []struct{ text, want string }{
		{"minutes: 1-15\nminute: 3", "line 2: minute: there is no such key; there are variants, minutes"},
		{"minutes: 1\nminutes: 2", "line 2: minutes is there twice"},
		{"minutes: 15-1", `line 1: minutes: "15-1" is no range`},
		{"minutes: [1]", "line 1: minutes: one value is wanted"},
		{"minutes: 5000", "within 0-999"},
		{"\nrated: yes", "line 2: rated: \"yes\" is none of any, rated, unrated"},
		{"opponents: dogs", "none of any, humans, computers"},
		{"guests: maybe", "true or false is wanted"},
		{"variants: [atomc]", `"atomc" is no variant`},
		{"variants: []", "the list is empty"},
		{"in_a_row: 1-2", "one number is wanted"},
		{"greeting: \"a\\nb\"", "plain ASCII"},
		{"- 5", `"key: value"`},
		{"a: [", "line 1"},
	}
	for _, tt := range tests {
		if _, err := ParseAccept(strings.NewReader(tt.text)); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q: error %v, want %q", tt.text, err, tt.want)
		}
	}
}

func FuzzParseAccept(f *testing.F) {
	f.Add(wholeFile)
	f.Add("variants: atomic\n? [x]\n: y")
	f.Add("*a: &a b")
	f.Fuzz(func(t *testing.T, text string) {
		a, err := ParseAccept(strings.NewReader(text))
		if err == nil && (a.Minutes.Low > a.Minutes.High || strings.ContainsAny(a.Greeting, "\r\n")) {
			t.Errorf("%q: %+v", text, a)
		}
	})
}

func TestRefuse(t *testing.T) {
	a, err := ParseAccept(strings.NewReader(wholeFile))
	if err != nil {
		t.Fatal(err)
	}
	plays := []*rules.Variant{rules.Lookup("chess"), rules.Lookup("atomic")}
	tests := []struct {
		terms string
		who   opponent
		want  string
	}{
		{"Ann (1500) Boom (1600) unrated atomic 5 0", opponent{rating: 1500}, ""},
		{"Ann (1500) Boom (1600) unrated atomic 5 0", opponent{rating: 1500, inARow: 2}, ""},
		{"Ann (1500) Boom (1600) unrated atomic 5 0", opponent{rating: 1500, inARow: 3}, "I play 3 games in a row"},
		{"Ann (1500) Boom (1600) unrated blitz 5 0", opponent{rating: 1500}, "I play atomic only"},
		{"Ann (1500) Boom (1600) unrated wild 5 0 Loaded from wild/fr", opponent{rating: 1500}, "I play atomic only"},
		{"Ann (1500) Boom (1600) unrated atomic 5 0 3 0", opponent{rating: 1500}, "equal clocks"},
		{"Ann (1500) Boom (1600) unrated atomic 50 0", opponent{rating: 1500}, "1-15 minutes"},
		{"Ann (1500) Boom (1600) unrated atomic 5 1", opponent{rating: 1500}, "0-0 seconds"},
		{"Ann (1500) Boom (1600) rated atomic 5 0", opponent{rating: 1500}, "I play unrated games only"},
		{"Ann (1100) Boom (1600) unrated atomic 5 0", opponent{rating: 1100}, "rated 1200-9999"},
		{"Ann (----) Boom (1600) unrated atomic 5 0", opponent{guest: true}, "registered players only"},
		{"Ann (1500) Boom (1600) unrated atomic 5 0", opponent{rating: 1500, computer: true}, "I play humans only"},
		{"Ann (1500) Boom (1600) unrated shogi 5 0", opponent{rating: 1500}, "I play atomic only"},
	}
	for _, tt := range tests {
		m, ok := ics.ParseMatch(tt.terms)
		if !ok {
			t.Errorf("%q cannot be read", tt.terms)
		}
		if got := a.refuse(&m, tt.who, plays); (got == "") != (tt.want == "") || !strings.Contains(got, tt.want) {
			t.Errorf("%q by %+v: %q, want %q", tt.terms, tt.who, got, tt.want)
		}
	}
	untimed, _ := ics.ParseMatch("Ann (1500) Boom (1600) unrated untimed")
	if got := new(DefaultAccept()).refuse(&untimed, opponent{}, plays); !strings.Contains(got, "clocks only") {
		t.Errorf("untimed: %q", got)
	}
}

func TestSeekLine(t *testing.T) {
	a := DefaultAccept()
	if got := seekLine("5 0 atomic", &a); got != "$seek 5 0 atomic" {
		t.Error(got)
	}
	a.Rating, a.InARow = Range{1200, 1800}, 2
	if got := seekLine("5 0 atomic", &a); got != "$seek 5 0 atomic manual 1200-1800" {
		t.Error(got)
	}
	if got := seekLine("5 0 1000-1100", &a); got != "$seek 5 0 1000-1100 manual" {
		t.Error(got)
	}
}

package commands_test

import (
	"fmt"
	"strings"
	"testing"

	"epicenter/server/world"
)

// together posts lines of several people so that one batch holds them all, and
// returns what each of them saw.
func (h *house) together(lines ...[2]string) map[string]string {
	h.seen()
	for _, l := range lines {
		p := h.person(l[0])
		p.open = false
		h.loop.Post(world.Line{Session: p.id, Text: l[1]})
	}
	h.settle()
	saw := map[string]string{}
	for _, p := range h.people {
		p.gather()
		saw[p.name] = strings.Join(p.lines, "\n")
		p.lines = nil
	}
	return saw
}

// TestFiftyPlayOneSeek lets fifty people answer one ad in the same moment
// (docs/cases.md 28): there is one game, the others stay free, and everything
// else that the owner had open is gone.
func TestFiftyPlayOneSeek(t *testing.T) {
	h := newHouse(t)
	h.connect("Alice", nil)
	h.connect("Zoe", nil)
	lines := [][2]string{{"Alice", "seek 3 0"}, {"Alice", "seek 5 0"}, {"Alice", "match Zoe 1 0"}}
	h.together(lines...)
	lines = nil
	const crowd = 50
	for i := range crowd {
		name := fmt.Sprintf("P%c%c", 'a'+i/26, 'a'+i%26)
		h.connect(name, nil)
		lines = append(lines, [2]string{name, "play 1"})
	}
	saw := h.together(lines...)
	if n := strings.Count(saw["Alice"], "Creating:"); n != 1 {
		t.Errorf("Alice saw %d games begin:\n%s", n, saw["Alice"])
	}
	if want := "Alice, who was challenging you, has joined a match with Paa."; !strings.Contains(saw["Zoe"], want) {
		t.Errorf("Zoe was not told %q:\n%s", want, saw["Zoe"])
	}
	playing := 0
	for _, l := range lines {
		switch s := saw[l[0]]; {
		case strings.Contains(s, "Creating:"):
			playing++
		case !strings.Contains(s, "That seek is not available."):
			t.Errorf("%s saw:\n%s", l[0], s)
		}
	}
	if playing != 1 {
		t.Errorf("%d of the crowd play", playing)
	}
	saw = h.together([2]string{"Zoe", "sought all"}, [2]string{"Zoe", "pending"}, [2]string{"Pab", "seek 9 9"}, [2]string{"Pac", "play Pab"})
	if s := saw["Zoe"]; !strings.Contains(s, "0 ads displayed.") || !strings.Contains(s, "no offers pending from") {
		t.Errorf("something of Alice's is left:\n%s", s)
	}
	if !strings.Contains(saw["Pac"], "Creating:") {
		t.Errorf("the others are not free:\n%s", saw["Pac"])
	}
}

// TestAcceptTwice types accept from both sides of a take-over and twice in one
// moment: one game (docs/cases.md 28).
func TestAcceptTwice(t *testing.T) {
	h := newHouse(t)
	h.connect("Alice", nil)
	h.connect("Bob", nil)
	h.together([2]string{"Alice", "match bob 3 0 atomic"})
	saw := h.together([2]string{"Bob", "accept"}, [2]string{"Bob", "accept"}, [2]string{"Alice", "withdraw"})
	for _, name := range []string{"Alice", "Bob"} {
		if n := strings.Count(saw[name], "Creating:"); n != 1 {
			t.Errorf("%s saw %d games begin:\n%s", name, n, saw[name])
		}
	}
	if !strings.Contains(saw["Bob"], "There are no offers to accept.") || !strings.Contains(saw["Alice"], "There are no offers to withdraw.") {
		t.Errorf("the second answers:\n%s\n%s", saw["Bob"], saw["Alice"])
	}
}

// TestRematchTogether lets both press rematch, or one match, in the same moment
// many times (docs/cases.md 30): one new game each time, colours swapped.
func TestRematchTogether(t *testing.T) {
	h := newHouse(t)
	h.connect("Alice", nil)
	h.connect("Bob", nil)
	h.together([2]string{"Alice", "match bob 3 0 atomic white"}, [2]string{"Bob", "accept"})
	white, black := "Alice", "Bob"
	ways := [][2]string{
		{"rematch", "rematch"},
		{"rematch", "match %s 3 0 atomic"},
		{"rematch", "accept"},
		{"match %s 3 0 atomic black", "rematch"},
	}
	for i := range 1000 {
		h.together([2]string{white, "abort"})
		way := ways[i%len(ways)]
		type typed = [2]string
		first, second := typed{white, way[0]}, typed{black, way[1]}
		if strings.Contains(first[1], "%") {
			first[1] = fmt.Sprintf(first[1], second[0])
		}
		if strings.Contains(second[1], "%") {
			second[1] = fmt.Sprintf(second[1], first[0])
		}
		saw := h.together(first, second)
		want := fmt.Sprintf("(%s vs. %s) Creating unrated atomic match.}", black, white)
		for _, name := range []string{white, black} {
			if strings.Count(saw[name], "Creating:") != 1 || !strings.Contains(saw[name], want) {
				t.Fatalf("round %d, %v: %s does not see %q once:\n%s", i, way, name, want, saw[name])
			}
		}
		white, black = black, white
		h.now += 100
	}
}

// TestCrossingMatches makes the same request from both sides in one moment.
func TestCrossingMatches(t *testing.T) {
	h := newHouse(t)
	h.connect("Alice", nil)
	h.connect("Bob", nil)
	for _, words := range [][2]string{
		{"5 0", "5 0"}, {"5 0 w", "5 0 b"}, {"5 0 white atomic", "atomic 5 0"}, {"2 12 fr", "wild/fr 2 12"},
	} {
		saw := h.together([2]string{"Alice", "match bob " + words[0]}, [2]string{"Bob", "match alice " + words[1]})
		if strings.Count(saw["Alice"], "Creating:") != 1 || strings.Count(saw["Bob"], "Creating:") != 1 {
			t.Errorf("%v:\n%s\n%s", words, saw["Alice"], saw["Bob"])
		}
		h.together([2]string{"Alice", "abort"})
	}
	for _, words := range [][2]string{{"5 0 w", "5 0 w"}, {"5 0", "5 0 w"}, {"5 0", "5 1"}, {"5 0", "5 0 atomic"}} {
		saw := h.together([2]string{"Alice", "match bob " + words[0]}, [2]string{"Bob", "match alice " + words[1]})
		if strings.Contains(saw["Alice"], "Creating:") || !strings.Contains(saw["Bob"], "Declining offer from Alice") {
			t.Errorf("%v:\n%s\n%s", words, saw["Alice"], saw["Bob"])
		}
		h.together([2]string{"Bob", "withdraw"})
	}
}

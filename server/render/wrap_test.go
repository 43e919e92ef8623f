package render

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

func TestWrap(t *testing.T) {
	const c = "\n" + Continuation
	tests := []struct {
		name, text string
		width      int
		want       string
	}{
		{"short", "one two\n", 20, "one two\n"},
		{"exact", "12345678901234567890\n", 20, "12345678901234567890\n"},
		{"behind a blank", "Alice tells you: good evening\n", 20, "Alice tells you: " + c + "good evening\n"},
		{"three lines", "aaaa bbbb cccc dddd eeee ffff gggg hhhh\n", 20, "aaaa bbbb cccc dddd " + c + "eeee ffff gggg " + c + "hhhh\n"},
		{"the blank must fit", "aaaa bbbb cccc ddddd eeee\n", 20, "aaaa bbbb cccc " + c + "ddddd eeee\n"},
		{"long word", strings.Repeat("x", 45) + "\n", 20, strings.Repeat("x", 20) + c + strings.Repeat("x", 16) + c + strings.Repeat("x", 9) + "\n"},
		{"long word after short", "Bob: " + strings.Repeat("x", 20) + "\n", 20, "Bob: " + c + strings.Repeat("x", 16) + c + "xxxx\n"},
		{"no line end", "aaaa bbbb cccc dddd eeee", 20, "aaaa bbbb cccc dddd " + c + "eeee"},
		{"each line for itself", "aaaa bbbb\ncccc dddd eeee ffff gggg\n\n", 20, "aaaa bbbb\ncccc dddd eeee ffff " + c + "gggg\n\n"},
		{"never", "aaaa bbbb cccc dddd eeee\n", 0, "aaaa bbbb cccc dddd eeee\n"},
		{"less than never", "aaaa bbbb cccc dddd eeee\n", -1, "aaaa bbbb cccc dddd eeee\n"},
		{"absurdly narrow", "aaaa bbbb cccc dddd\n", 1, "aaaa bbbb cccc " + c + "dddd\n"},
		{"wide", strings.Repeat("棋", 12), 20, strings.Repeat("棋", 10) + c + "棋棋"},
		{"wide, odd", "x" + strings.Repeat("棋", 12), 20, "x" + strings.Repeat("棋", 9) + c + "棋棋棋"},
		{"combining", strings.Repeat("e\u0301", 21), 20, strings.Repeat("e\u0301", 20) + c + "e\u0301"},
		{"emoji family", strings.Repeat("x", 17) + "👩\u200d👩\u200d👧👍\U0001F3FD", 20, strings.Repeat("x", 17) + "👩\u200d👩\u200d👧" + c + "👍\U0001F3FD"},
		{"entity", strings.Repeat("x", 15) + "&#x265A;", 20, strings.Repeat("x", 15) + c + "&#x265A;"},
		{"not quite an entity", strings.Repeat("x", 15) + "&#xZZZZ;", 20, strings.Repeat("x", 15) + "&#xZZ" + c + "ZZ;"},
		{"escapes take no room", strings.Repeat("\x1b[7mx\x1b[0m", 20) + "\n", 20, strings.Repeat("\x1b[7mx\x1b[0m", 20) + "\n"},
		{"tab", "a\tb\tc\td", 20, "a\tb\tc" + c + "\td"},
		{"broken UTF-8", strings.Repeat("\xff", 21), 20, strings.Repeat("\xff", 20) + c + "\xff"},
	}
	for _, tt := range tests {
		if d := cmp.Diff(tt.want, Wrap(tt.text, tt.width)); d != "" {
			t.Errorf("%s: %s", tt.name, d)
		}
	}
}

// TestWrapMachineLines: what programs read stays whole (docs/cases.md 59).
func TestWrapMachineLines(t *testing.T) {
	rest := " " + strings.Repeat("word ", 20) + "\n"
	for _, start := range []string{"<12>", "<g1>", "<s>", "<sn>", "<sr>", "<pf>", "<b1>", "\a<12>", "{Game 1 (A vs. B)", "Creating: A", "#@#012Alice"} {
		if got := Wrap(start+rest, 40); got != start+rest {
			t.Errorf("%s was broken: %q", start, got)
		}
	}
	for _, start := range []string{"<Alice>", "<>", "<", "< 12>", "<12345>", "{Gamer", "Alice says:"} {
		if got := Wrap(start+rest, 40); got == start+rest {
			t.Errorf("%s was not broken", start)
		}
	}
}

func FuzzWrap(f *testing.F) {
	f.Add("Alice tells you: 棋 e\u0301 &#x265A; \x1b[7mBob\x1b[0m\tgood evening\n", 20)
	f.Add("<12> rnbqkbnr\n{Game 3 (\n\xff\xc3", 17)
	f.Add("👩\u200d👩\u200d👧\u0301\u200d", -1)
	f.Fuzz(func(t *testing.T, text string, width int) {
		if strings.Contains(text, "\n"+Continuation) {
			return
		}
		width = max(width, -1) % 300
		got := Wrap(text, width)
		if back := strings.ReplaceAll(got, "\n"+Continuation, ""); back != text {
			t.Fatalf("joined %q, was %q", back, text)
		}
		if utf8.ValidString(text) {
			for _, line := range strings.Split(got, "\n") {
				if !utf8.ValidString(line) {
					t.Fatalf("split inside a character: %q", line)
				}
			}
		}
		if width <= 0 || strings.ContainsAny(text, "\t\x1b") {
			return // a tab's width and a sequence's end depend on what is before them
		}
		for _, line := range strings.Split(got, "\n") {
			if n := textColumns(line); n > max(width, minWidth) && !machineLine(line) {
				t.Fatalf("%d columns in %d: %q", n, width, line)
			}
		}
	})
}

func TestColumns(t *testing.T) {
	tests := []struct {
		cells []string
		width int
		want  string
	}{
		{nil, 79, ""},
		{[]string{"Alice"}, 79, "Alice\n"},
		{[]string{"a", "b", "c", "d", "e"}, 7, "a  c  e\nb  d\n"},
		{[]string{"Alice", "Bob", "Carol", "Dave"}, 12, "Alice  Carol\nBob    Dave\n"},
		{[]string{"Alice", "Bob"}, 3, "Alice\nBob\n"},
		{[]string{"棋手", "Bob", "x"}, 10, "棋手  x\nBob\n"},
	}
	for _, tt := range tests {
		if got := Columns(tt.cells, tt.width); got != tt.want {
			t.Errorf("%q in %d:\n%s\nwant\n%s", tt.cells, tt.width, got, tt.want)
		}
	}
	names := make([]string, 30)
	for i := range names {
		names[i] = fmt.Sprintf("GuestNumber%02d", i)
	}
	if got := Columns(names, 0); strings.Count(got, "\n") != 6 || textColumns(strings.SplitN(got, "\n", 2)[0]) > 79 {
		t.Errorf("thirty names:\n%s", got)
	}
}

func TestPage(t *testing.T) {
	text := func(n int) string { return strings.Repeat("line\n", n) }
	tests := []struct {
		lines, height int
		page, rest    int
	}{
		{0, 24, 0, 0},
		{23, 24, 23, 0}, // the prompt is the last line of the screen
		{24, 24, 22, 2}, // with NextPage and the prompt
		{50, 24, 22, 28},
		{4, 5, 4, 0},
		{5, 5, 3, 2},
		{3, 0, 1, 2},
	}
	for _, tt := range tests {
		page, rest := Page(text(tt.lines), tt.height)
		if page != text(tt.page) || rest != text(tt.rest) {
			t.Errorf("%d lines on %d: %d and %d, want %d and %d", tt.lines, tt.height, lines(page), lines(rest), tt.page, tt.rest)
		}
	}
	if page, rest := Page("a\nb\nc\nd", 4); page != "a\nb\n" || rest != "c\nd" {
		t.Errorf("without a line end at the end: %q, %q", page, rest)
	}
}

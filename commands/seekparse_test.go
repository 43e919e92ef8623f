package commands

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"epicenter/rules"
	"epicenter/server/world"
)

// sameVariant compares variants by their pointers, as they may be.
var sameVariant = cmp.Comparer(func(a, b *rules.Variant) bool { return a == b })

// TestParseWish reads what clients and people really send (docs/clients.md
// §3.13, docs/cases.md 36).
func TestParseWish(t *testing.T) {
	atomic, fr := rules.Lookup("atomic"), rules.Lookup("chess960")
	all := wish{high: maxRating}
	with := func(change func(*wish)) wish { w := all; change(&w); return w }
	tests := []struct {
		command, text string
		want          wish
	}{
		{"seek", "", all},
		{"seek", "3", with(func(w *wish) { w.numbers = []int{3} })},
		{"seek", "0-1300", with(func(w *wish) { w.high, w.ranged = 1300, true })},
		{"seek", "atomic 3 0 f", with(func(w *wish) { w.numbers, w.variant, w.formula = []int{3, 0}, atomic, true })},
		{"seek", "3 0 r m white 0-9999", with(func(w *wish) {
			w.numbers, w.rated, w.manual, w.colour, w.ranged = []int{3, 0}, yes, yes, world.WantsWhite, true
		})},
		// Jin.
		{"seek", "5 0 unrated black atomic manual formula 0-9999", with(func(w *wish) {
			w.numbers, w.rated, w.colour, w.variant = []int{5, 0}, no, world.WantsBlack, atomic
			w.manual, w.formula, w.ranged = yes, true, true
		})},
		// PyChess leaves blanks where a word is missing.
		{"seek", "5 0 u   atomic 0-9999", with(func(w *wish) {
			w.numbers, w.rated, w.variant, w.ranged = []int{5, 0}, no, atomic, true
		})},
		{"seek", "5 0 u  m wild fr 1000-2000", with(func(w *wish) {
			w.numbers, w.rated, w.variant, w.manual = []int{5, 0}, no, fr, yes
			w.low, w.high, w.ranged = 1000, 2000, true
		})},
		{"seek", "10 0 unrated auto", with(func(w *wish) { w.numbers, w.rated, w.manual = []int{10, 0}, no, no })},
		{"seek", "WHITE Ra", with(func(w *wish) { w.colour, w.rated = world.WantsWhite, yes })},
		{"seek", "chess 1 1", with(func(w *wish) { w.variant, w.numbers = rules.Lookup("chess"), []int{1, 1} })},
		// A word for the speed names plain chess and changes nothing else.
		{"seek", "5 0 blitz", with(func(w *wish) { w.variant, w.numbers = rules.Lookup("chess"), []int{5, 0} })},
		{"match", "15 5 Standard u", with(func(w *wish) {
			w.variant, w.numbers, w.rated = rules.Lookup("chess"), []int{15, 5}, no
		})},
		{"match", "5 0 u w atomic", with(func(w *wish) {
			w.numbers, w.rated, w.colour, w.variant = []int{5, 0}, no, world.WantsWhite, atomic
		})},
		{"match", "5 0 3 2 b", with(func(w *wish) { w.numbers, w.colour = []int{5, 0, 3, 2}, world.WantsBlack })},
		{"match", "99999999999999999999", with(func(w *wish) { w.numbers = []int{tooLarge} })},
	}
	for _, tt := range tests {
		got, complaint := parseWish(tt.command, tt.text)
		if complaint != "" {
			t.Errorf("%s %s: %s", tt.command, tt.text, complaint)
			continue
		}
		if d := cmp.Diff(tt.want, got, cmp.AllowUnexported(wish{}), sameVariant); d != "" {
			t.Errorf("%s %s (-want +got):\n%s", tt.command, tt.text, d)
		}
	}
}

// TestVariantWords types every word of every variant, in seek and in match, so
// that a variant that is added to the registry can be played.
func TestVariantWords(t *testing.T) {
	for _, v := range rules.Variants() {
		for _, word := range append([]string{v.Name}, v.Words...) {
			for _, command := range []string{"seek", "match"} {
				for _, text := range []string{word, "5 0 " + word + " u", strings.ToUpper(word)} {
					got, complaint := parseWish(command, text)
					if complaint != "" || got.variant != v {
						t.Errorf("%s %s is %v (%s), want %v", command, text, got.variant, complaint, v)
					}
				}
			}
		}
	}
}

// TestParseWishComplains wants one sentence that names what is wrong.
func TestParseWishComplains(t *testing.T) {
	tests := []struct{ command, text, names string }{
		{"seek", "5 0 1600-1500", "1500-1600"},
		{"seek", "-1 -1", "-1"},
		{"seek", ",", `","`},
		{"seek", "3 0 3 0", "4 numbers"},
		{"seek", "0-99999999999999999999", "9999"},
		{"seek", "1-2 3-4", "two"},
		{"seek", "r u", "rated and unrated"},
		{"seek", "a manual", "auto and manual"},
		{"seek", "w b", "white and black"},
		{"seek", "atomic fr fr", "two"}, // "atomic fr" is one variant, "fr" another
		{"seek", "5 0 checkers", `"checkers"`},
		{"seek", "1500-", `"1500-"`},
		{"seek", "--1", `"--1"`},
		{"seek", "rated5", `"rated5"`},
		{"match", "5 0 3", "3 numbers"},
		{"match", "1 2 3 4 5", "5 numbers"},
		{"match", "m", `"m"`},
		{"match", "5 0 1500-1600", `"1500-1600"`},
	}
	for _, tt := range tests {
		got, complaint := parseWish(tt.command, tt.text)
		if !strings.Contains(complaint, tt.names) {
			t.Errorf("%s %s: %+v, complaint %q does not name %s", tt.command, tt.text, got, complaint, tt.names)
		}
	}
}

func FuzzParseSeek(f *testing.F) {
	for _, s := range []string{"5 0 atomic", "3 0 r m white 0-9999", "-1 -1", ",", "0-99999999999999999999", "wild fr 1-2", "a960 f"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) { checkWish(t, "seek", text) })
}

func FuzzParseMatch(f *testing.F) {
	for _, s := range []string{"5 0 3 0 u w", "atomic fr", "99999999999999999999", "5 0 m", "wild 8a"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) { checkWish(t, "match", text) })
}

// checkWish wants of any text a wish that can be played or one short sentence.
func checkWish(t *testing.T, command, text string) {
	w, complaint := parseWish(command, text)
	if complaint != "" {
		if strings.ContainsAny(complaint, "\n\r") || utf8.ValidString(text) && !utf8.ValidString(complaint) {
			t.Fatalf("%q: complaint %q", text, complaint)
		}
		return
	}
	if w.low < 0 || w.high > maxRating || w.low > w.high || len(w.numbers) > matchTimes {
		t.Fatalf("%q gives %+v", text, w)
	}
	for _, n := range w.numbers {
		if n < 0 || n > tooLarge {
			t.Fatalf("%q gives the number %d", text, n)
		}
	}
	again, complaint := parseWish(command, "  "+strings.ToUpper(strings.Join(strings.Fields(text), "   "))+" ")
	if isASCII(text) && (complaint != "" || !cmp.Equal(w, again, cmp.AllowUnexported(wish{}), sameVariant)) {
		t.Fatalf("%q depends on blanks or case: %+v, %+v (%s)", text, w, again, complaint)
	}
}

func isASCII(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r >= utf8.RuneSelf }) < 0
}

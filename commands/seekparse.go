package commands

import (
	"fmt"
	"slices"
	"strings"

	"epicenter/rules"
	"epicenter/server/world"
)

// wish is what the words behind seek and match ask for; what was not said is
// left to the variables of the typist.
type wish struct {
	numbers []int // time, increment, and for match also those of Black
	rated   choice
	colour  world.Colour
	variant *rules.Variant
	// Of seek alone.
	manual    choice
	passive   bool
	formula   bool
	low, high int
	ranged    bool
}

// choice is a yes, a no, or nothing said.
type choice int8

const (
	unsaid choice = iota
	yes
	no
)

// Limits of what is read; the configuration may allow less.
const (
	maxRating  = 9999
	tooLarge   = 1_000_000 // any number above is as good as this one
	seekTimes  = 2
	matchTimes = 4
)

// wishReader reads the words of seek or match, in any order
// (docs/protocol.md §3.1, docs/clients.md §3.13).
type wishReader struct {
	command string
	words   []string
	wish    wish
}

// parseWish reads what stands behind seek. A complaint is a sentence that says
// what is wrong with which word; it is empty when all is well.
func parseWish(command, text string) (w wish, complaint string) {
	r := wishReader{command: command, words: strings.Fields(strings.ToLower(text))}
	r.wish.high = maxRating
	for len(r.words) > 0 {
		n, complaint := r.next()
		if complaint != "" {
			return wish{}, complaint
		}
		r.words = r.words[n:]
	}
	return r.wish, r.checkTimes()
}

// seeking tells whether the words of seek alone are understood.
func (r *wishReader) seeking() bool { return r.command == "seek" }

// next reads one word, or two that name a variant, and tells how many.
func (r *wishReader) next() (n int, complaint string) {
	if v, n := variantOf(r.words); v != nil {
		if r.wish.variant != nil && r.wish.variant != v {
			return 0, fmt.Sprintf("A game has one variant; you named two: %s and %s.", r.wish.variant, v)
		}
		r.wish.variant = v
		return n, ""
	}
	word := r.words[0]
	switch {
	case slices.Contains(chessWords[:], word):
		r.words[0] = "chess" // how fast it is, the numbers say
		return r.next()
	case isDigits(word):
		r.wish.numbers = append(r.wish.numbers, number(word))
		return 1, ""
	case word[0] == '-' && isDigits(word[1:]):
		return 0, "Time and increment cannot be negative: " + clean(word) + "."
	}
	if low, high, ok := strings.Cut(word, "-"); ok && r.seeking() && isDigits(low) && isDigits(high) {
		return 1, r.ratingRange(number(low), number(high))
	}
	return 1, r.keyword(word)
}

func (r *wishReader) ratingRange(low, high int) string {
	w := &r.wish
	switch {
	case w.ranged && (low != w.low || high != w.high):
		return "An ad has one rating range; you gave two."
	case low > maxRating || high > maxRating:
		return fmt.Sprintf("Ratings go from 0 to %d.", maxRating)
	case low > high:
		return fmt.Sprintf("The rating range begins with its lower end: %d-%d.", high, low)
	}
	w.low, w.high, w.ranged = low, high, true
	return ""
}

// wishWords are the words that may be shortened to any beginning, with how
// they are understood; those of seek alone come last.
var wishWords = [...]string{"rated", "unrated", "white", "black", "auto", "manual", "formula", "passive"}

const matchWords = 4 // of them are words of match too

// chessWords name plain chess by how fast it is played, as clients and players
// of other servers write it (docs/protocol.md §7.1). The category of the game
// still follows from its numbers.
var chessWords = [...]string{"blitz", "standard", "lightning", "untimed"}

// keyword reads a word that is no number and names no variant.
func (r *wishReader) keyword(word string) string {
	known := wishWords[:]
	if !r.seeking() {
		known = known[:matchWords]
	}
	i := slices.IndexFunc(known, func(k string) bool { return strings.HasPrefix(k, word) })
	w := &r.wish
	switch i {
	case 0:
		return r.choose(&w.rated, yes, "rated", "unrated")
	case 1:
		return r.choose(&w.rated, no, "rated", "unrated")
	case 2, 3:
		colour := [...]world.Colour{2: world.WantsWhite, 3: world.WantsBlack}[i]
		if w.colour != world.AnyColour && w.colour != colour {
			return "You asked for both white and black."
		}
		w.colour = colour
	case 4:
		return r.choose(&w.manual, no, "auto", "manual")
	case 5:
		return r.choose(&w.manual, yes, "auto", "manual")
	case 6:
		w.formula = true
	case 7:
		w.passive = true
	default:
		if kinds := kindsOf(word); len(kinds) > 0 {
			return fmt.Sprintf("Which %s? There are: %s.", clean(word), strings.Join(kinds, ", "))
		}
		if isDigits(word[:1]) && !strings.Contains(word, "-") {
			return fmt.Sprintf("%q is no time: minutes and seconds are two whole numbers, as in \"5 3\".", clean(word))
		}
		return fmt.Sprintf("%s does not know the word %q. Variants: %s. Other words: %s. Type \"help %s\" for what they do.",
			r.command, clean(word), strings.Join(variantKinds(), ", "), strings.Join(known, ", "), r.command)
	}
	return ""
}

func (r *wishReader) choose(c *choice, to choice, a, b string) string {
	if *c != unsaid && *c != to {
		return fmt.Sprintf("You asked for both %s and %s.", a, b)
	}
	*c = to
	return ""
}

// checkTimes tells whether there are as many numbers as a time control has.
func (r *wishReader) checkTimes() string {
	n := len(r.wish.numbers)
	switch {
	case n <= seekTimes || n == matchTimes && !r.seeking():
		return ""
	case r.seeking():
		return fmt.Sprintf("%d numbers are too many: seek takes minutes and seconds, as in \"seek 5 0\", and a rating range as 1500-1700.", n)
	}
	return fmt.Sprintf("match does not take %d numbers: give minutes and seconds, as in \"5 0\", or those of White and of Black, as in \"5 0 3 0\".", n)
}

// variantOf returns the variant that the first words name and how many words
// that takes, the longest name first.
func variantOf(words []string) (v *rules.Variant, n int) {
	for n := min(2, len(words)); n > 0; n-- {
		name := strings.Join(words[:n], " ")
		for _, v := range rules.Variants() {
			if v.Name == name || slices.Contains(v.Words, name) {
				return v, n
			}
		}
	}
	return nil, 0
}

// kindsOf are the names of variants that begin with a word which is none by
// itself, as wild and odds are, also where it is written as wild/7 or w7.
func kindsOf(word string) (names []string) {
	word, _, _ = strings.Cut(word, "/")
	if len(word) > 1 && word[0] == 'w' && isDigits(word[1:2]) {
		word = "wild"
	}
	for _, v := range rules.Variants() {
		for _, name := range v.Words {
			if strings.HasPrefix(name, word+" ") {
				names = append(names, name)
			}
		}
	}
	return names
}

// variantKinds are the words that a game's variant may begin with, chess first;
// those of one kind, as wild 0 and wild 5, share one.
func variantKinds() []string {
	kinds := []string{"chess"}
	for _, v := range rules.Variants() {
		if len(v.Words) == 0 {
			continue
		}
		if kind, _, _ := strings.Cut(v.Words[0], " "); !slices.Contains(kinds, kind) {
			kinds = append(kinds, kind)
		}
	}
	return kinds
}

func isDigits(word string) bool {
	for _, c := range []byte(word) {
		if c < '0' || c > '9' {
			return false
		}
	}
	return word != ""
}

// number is the value of digits, however many.
func number(digits string) int {
	n := 0
	for _, c := range []byte(digits) {
		n = min(10*n+int(c-'0'), tooLarge)
	}
	return n
}

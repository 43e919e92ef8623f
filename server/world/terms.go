package world

import "epicenter/rules"

// Terms are what two players agree to play: the parameters of a seek, a match
// request or a game.
type Terms struct {
	Variant *rules.Variant
	// Minutes and Seconds are the time control of White, or of both.
	Minutes, Seconds int
	// OddsMinutes and OddsSeconds are Black's when Odds is set.
	Odds                     bool
	OddsMinutes, OddsSeconds int
	Rated                    bool
	// Colour is what the person who made the offer wants to play.
	Colour Colour
}

// Colour is a wish for a colour.
type Colour uint8

// The wishes.
const (
	AnyColour Colour = iota
	WantsWhite
	WantsBlack
)

func (c Colour) String() string { return [...]string{"", "white", "black"}[c] }

// Untimed tells whether the game has no clocks: 0 0 (docs/protocol.md §10.1).
func (m Terms) Untimed() bool {
	return m.Minutes == 0 && m.Seconds == 0 && (!m.Odds || m.OddsMinutes == 0 && m.OddsSeconds == 0)
}

// Type is the type word shown everywhere (docs/protocol.md §7.1): the
// variant's own, or for chess what the time control makes of it. Untimed and
// odds games keep the variant's word unless it is chess.
func (m Terms) Type() string {
	switch {
	case m.Variant.Type != "":
		return m.Variant.Type
	case m.Untimed():
		return "untimed"
	case m.Odds:
		return "nonstandard"
	}
	return speed(m.Minutes, m.Seconds)
}

// Category is the rating category, empty for games that are never rated.
func (m Terms) Category() string {
	switch {
	case m.Untimed() || m.Odds || m.Variant.Unrated:
		return ""
	case m.Variant.Category != "":
		return m.Variant.Category
	}
	return speed(m.Minutes, m.Seconds)
}

// speed sorts a time control by the length of a game of 40 moves
// (docs/protocol.md §10.1): under 3 minutes lightning, from 15 standard.
func speed(minutes, seconds int) string {
	switch total := 60*minutes + 40*seconds; {
	case total < 180:
		return "lightning"
	case total < 900:
		return "blitz"
	}
	return "standard"
}

// TypeLetter is the letter of a type word in tables (docs/protocol.md §7.1).
func TypeLetter(word string) byte {
	switch word {
	case "untimed", "blitz", "standard", "lightning", "nonstandard":
		return word[0]
	}
	for _, v := range rules.Variants() {
		if v.Type == word {
			return v.Letter
		}
	}
	return 'n'
}

// clocks returns the base time and increment of each side, ms. No time with an
// increment starts at ten seconds (docs/protocol.md §10.1).
func (m Terms) clocks() (base, inc [2]int64) {
	base[0], inc[0] = int64(m.Minutes)*60_000, int64(m.Seconds)*1000
	base[1], inc[1] = base[0], inc[0]
	if m.Odds {
		base[1], inc[1] = int64(m.OddsMinutes)*60_000, int64(m.OddsSeconds)*1000
	}
	return base, inc
}

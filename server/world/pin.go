package world

import (
	"fmt"
	"strings"

	"epicenter/storage"
)

// pinCategories are the ratings of a `<wa>` line in their order
// (docs/protocol.md §7.9); a category that is not played here is 0.
var pinCategories = [...]string{
	"blitz", "standard", "lightning", "wild", "bughouse", "crazyhouse", "suicide", "losers", "atomic",
}

// pinRecord is what follows `<wa> ` for a person: handle, state, titles and
// ratings (docs/protocol.md §7.9). It is made only where somebody wants it.
func (t *Turn) pinRecord(p *Player) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s%c%02X", p.Handle, t.StateChar(p), TitleBits(p))
	for _, c := range pinCategories {
		rating, state := t.RatingState(p.Key, c)
		if state == '-' || state == '+' {
			rating, state = 0, 'P'
		}
		fmt.Fprintf(&b, "%d%c", rating, state)
	}
	return b.String()
}

// StateChar is the character before a handle in `who` (docs/protocol.md §3.5).
func (t *Turn) StateChar(p *Player) byte {
	switch {
	case p.Game != 0:
		return '^'
	case p.Examining != 0:
		return '#'
	case !p.Vars.On(VarOpen):
		return ':'
	case p.Vars.On(VarTourney):
		return '&'
	}
	if s := t.SeeSession(p.Session); s != nil && t.At-s.LastInput > awhile {
		return '.'
	}
	return ' '
}

// TitleBits are the two hex digits for titles in `<wa>` and `<s>` lines
// (docs/protocol.md §7.5).
func TitleBits(p *Player) int {
	bits := 0
	for _, t := range [...]struct {
		letters string
		bit     int
	}{
		{"(U)", 0x1},
		{"(C)", 0x2},
		{"(GM)", 0x4},
		{"(IM)", 0x8},
		{"(FM)", 0x10},
		{"(WGM)", 0x20},
		{"(WIM)", 0x40},
		{"(WFM)", 0x80},
	} {
		if strings.Contains(p.Titles, t.letters) {
			bits |= t.bit
		}
	}
	return bits
}

// hasWaiting tells whether one of the adjourned games is against a handle.
func hasWaiting(games []storage.Waiting, handle string) bool {
	for _, g := range games {
		if equalFold(g.Opponent, handle) {
			return true
		}
	}
	return false
}

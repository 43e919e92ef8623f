package world

import (
	"testing"

	"epicenter/rules"
	"epicenter/server/formula"
)

// What a formula can ask about a game (docs/protocol.md §6.2).
func TestSituationOfTheGame(t *testing.T) {
	game := func(variant string, minutes, seconds int) Terms {
		return Terms{Variant: rules.Lookup(variant), Minutes: minutes, Seconds: seconds}
	}
	odds := game("chess", 5, 0)
	odds.Odds, odds.OddsMinutes, odds.OddsSeconds, odds.Colour = true, 3, 2, WantsBlack
	rated := game("atomic", 3, 2)
	rated.Rated = true
	tests := []struct {
		terms Terms
		text  string
		want  bool
	}{
		{game("chess", 5, 0), "blitz & time = 5 & inc = 0 & !rated", true},
		{game("chess", 1, 0), "lightning", true},
		{game("chess", 15, 0), "standard & !blitz", true},
		{game("chess", 0, 0), "untimed & !blitz", true},
		{game("chess", 2, 12), "etime = 10", true},
		{rated, "atomic & rated & !blitz & !wild", true},
		{game("atomic960", 3, 0), "atomic960 & !atomic", true},
		{game("chess960", 3, 0), "wild & fr & !blitz", true},
		{game("suicide", 3, 0), "suicide", true},
		{game("crazyhouse", 3, 0), "crazyhouse | losers | bughouse", true},
		{odds, "nonstandard & mymaxtime(10) = 200 & maxtimedif(10) = -100", true},
		{game("chess", 3, 0), "nonstandard", false},
		{game("chess", 0, 12), "mymaxtime(10) = 120", true},
	}
	nobody := New(Config{}, 0, 1)
	turn := nobody.Begin(Input{At: 1}, nil)
	for _, tt := range tests {
		f := formula.Compile(tt.text, nil)
		if f == nil {
			t.Fatalf("%s cannot be read", tt.text)
		}
		if got := f.Fits(turn.Situation("a", "b", tt.terms)); got != tt.want {
			t.Errorf("%+v: %s is %v", tt.terms, tt.text, got)
		}
	}
}

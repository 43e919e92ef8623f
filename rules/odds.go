package rules

// Odds (rules/RULES.md §2.8): chess, unrated, in which one side begins without a
// man. The giver plays White; with the move he is Black, and White moves first as
// always.

// without is the usual array with one square empty.
func without(name string) func(int) array {
	s, err := ParseSquare(name)
	if err != nil {
		panic(err)
	}
	return func(int) array {
		a := usualArray(StandardStart)
		a.missing = bit(s)
		return a
	}
}

// oddsWords are what may be typed for one of them.
func oddsWords(name string) []string { return []string{"odds " + name, "odds/" + name} }

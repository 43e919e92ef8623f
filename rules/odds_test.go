package rules

import "testing"

// The arrays of rules/RULES.md §2.8.
func TestOdds(t *testing.T) {
	for name, want := range map[string]string{
		"pawn":            "rnbqkbnr/pppppppp/8/8/8/8/PPPPP1PP/RNBQKBNR w KQkq - 0 1",
		"knight":          "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR w KQkq - 0 1",
		"rook":            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR w Kkq - 0 1",
		"queen":           "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1",
		"pawn-and-move":   "rnbqkbnr/ppppp1pp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
		"knight-and-move": "r1bqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
		"rook-and-move":   "1nbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQk - 0 1",
		"queen-and-move":  "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
	} {
		v := Lookup("odds/" + name)
		p := v.Start(StandardStart)
		if p.FEN() != want {
			t.Errorf("%s: %s, want %s", v, p.FEN(), want)
		}
		if !v.Unrated || v.Type != "nonstandard" || v.Letter != 'n' || v.Category != "" || v.Random {
			t.Errorf("%+v", v)
		}
		invariants(t, &p)
	}
	if Lookup("chess").Unrated {
		t.Error("chess is unrated")
	}
}

func TestOddsOnlyTakesSquares(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("odds of a square that does not exist")
		}
	}()
	without("z9")
}

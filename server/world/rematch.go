package world

import "epicenter/storage"

// LastGame is what a rematch goes by.
type LastGame struct {
	Opponent string // key; empty when no game has ended
	Terms    Terms  // with the colour that the player had
}

// lastGame is a game as side c remembers it.
func lastGame(g *Game, c int) LastGame {
	l := LastGame{Opponent: g.KeyOf(1 - c), Terms: TermsOf(&g.Record)}
	l.Terms.Colour = [2]Colour{WantsWhite, WantsBlack}[c]
	return l
}

// RematchTerms are the terms of the last game of somebody with his opponent,
// colours changed. What he has not played since he came is looked up in his
// history; it fails when there is nothing to go by.
func (t *Turn) RematchTerms(key, opponent string) (Terms, bool) {
	if p := t.SeePlayer(key); p != nil && p.Last.Opponent == opponent {
		return p.Last.Terms.Swapped(), true
	}
	a := t.SeeAccount(key)
	if a == nil || len(a.History) == 0 {
		return Terms{}, false
	}
	last := a.History[len(a.History)-1]
	raw := t.Read(storage.Games, storage.GameKey(last.Game))
	if raw == nil || storage.Key(last.Opponent) != opponent {
		return Terms{}, false
	}
	g, err := storage.DecodeGame(raw)
	if err != nil {
		return Terms{}, false
	}
	m := TermsOf(g)
	m.Colour = WantsWhite
	if last.White {
		m.Colour = WantsBlack
	}
	return m, m.Variant != nil
}

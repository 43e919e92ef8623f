package world

import (
	"strings"

	"epicenter/rules"
	"epicenter/storage"
)

// Match is what a match request says of the two players and their game.
type Match struct {
	Terms Terms
	// Rating and State are those of who asks and who is asked, in the category
	// of the game; Forecast what the game will do to them, when it is rated.
	Rating   [2]int
	State    [2]byte
	Forecast [2]Forecast
	Computer [2]bool
	// Adjourned tells that a game would be gone on with.
	Adjourned bool
}

// Forecast is what a rated game will do to a player's rating: whole points,
// and the RD after it in hundredths (docs/protocol.md §10.2).
type Forecast struct{ Win, Draw, Loss, RD int }

// Forecast computes what a game in a category against somebody would do to a
// player's rating, with the very figures that its end will apply.
func (t *Turn) Forecast(key, opponent, category string) Forecast {
	own, opp := t.ratingOf(key, category), t.ratingOf(opponent, category)
	now, _ := standing(own, t.At)
	change := func(score float64) int { return whole(Rated(own, opp, score, t.At).Rating) - whole(now) }
	return Forecast{Win: change(1), Draw: change(0.5), Loss: change(0), RD: Rated(own, opp, 0.5, t.At).RD}
}

// ratingOf is a person's record in a category, empty for none.
func (t *Turn) ratingOf(key, category string) storage.Rating {
	if a := t.SeeAccount(key); a != nil {
		return a.Ratings[category]
	}
	return storage.Rating{}
}

func (t *Turn) matchOf(o *Offer) Match {
	m := Match{Terms: o.Terms, Adjourned: o.Resumes != 0}
	category := o.Terms.Category()
	for i, key := range [2]string{o.From, o.To} {
		m.Rating[i], m.State[i] = t.RatingState(key, category)
		m.Computer[i] = t.isComputer(key)
		if o.Terms.Rated {
			m.Forecast[i] = t.Forecast(key, [2]string{o.To, o.From}[i], category)
		}
	}
	return m
}

// isComputer tells whether a person is on the list of computers.
func (t *Turn) isComputer(key string) bool {
	p := t.players.See(key)
	return p != nil && strings.Contains(p.Titles, "(C)")
}

// Swapped are the terms seen from the other player.
func (m Terms) Swapped() Terms {
	switch m.Colour {
	case WantsWhite:
		m.Colour = WantsBlack
	case WantsBlack:
		m.Colour = WantsWhite
	}
	return m
}

// SameGame tells whether two terms name the same game, whatever the colours.
func (m Terms) SameGame(o Terms) bool {
	m.Colour, o.Colour = AnyColour, AnyColour
	return m == o
}

// MeetsOffer tells whether terms that a person states say yes to an offer made
// to him: the same game, and no wish for a colour that the offer does not give
// (docs/protocol.md §3.1, "intercepts").
func (m Terms) MeetsOffer(o Terms) bool {
	return m.SameGame(o) && (m.Colour == AnyColour || m.Colour == o.Swapped().Colour)
}

// StartMatch begins the game of two people who agree on terms; the colour that
// the terms wish for is the first one's.
func (t *Turn) StartMatch(terms Terms, who, other string) *Game {
	white, black := who, other
	switch terms.Colour {
	case WantsBlack:
		white, black = other, who
	case AnyColour:
		white, black = t.ColoursByBalance(who, other, terms.Category())
	}
	return t.StartGame(terms, white, black)
}

// AdjournedWith returns the stored game of two people that waits to be gone on
// with, nil when there is none. It is not to be changed.
func (t *Turn) AdjournedWith(key, other string) *storage.Game {
	a := t.SeeAccount(key)
	if a == nil || IsGuest(a) {
		return nil
	}
	for _, w := range a.Adjourned {
		if storage.Key(w.Opponent) != other {
			continue
		}
		raw := t.Read(storage.Adjourned, storage.GameKey(w.Game))
		if raw == nil {
			continue
		}
		if g, err := storage.DecodeGame(raw); err == nil && rules.Lookup(g.Variant) != nil {
			return g
		}
	}
	return nil
}

// TermsOf are the terms under which a stored game is played.
func TermsOf(g *storage.Game) Terms {
	m := Terms{Variant: rules.Lookup(g.Variant), Rated: g.Rated}
	m.Minutes, m.Seconds = int(g.White.Base/60_000), int(g.White.Inc/1000)
	if g.White.Base != g.Black.Base || g.White.Inc != g.Black.Inc {
		m.Odds = true
		m.OddsMinutes, m.OddsSeconds = int(g.Black.Base/60_000), int(g.Black.Inc/1000)
	}
	return m
}

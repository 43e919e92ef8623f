package world

import (
	"slices"

	"epicenter/server/formula"
	"epicenter/storage"
)

// MatchIgnored tells somebody of a match request that his formula has kept from
// him (docs/protocol.md §3.1).
type MatchIgnored struct{ Proposal }

func (MatchIgnored) fact()      {}
func (MatchIgnored) offerFact() {}

// SetFormula stores a person's formula, with number 0, or one of his f1 to f9,
// which must have been checked; the empty text unsets it. It reports whether what
// he wants to see may have changed.
func (t *Turn) SetFormula(key string, number int, text string) (changed bool) {
	p, a := t.Player(key), t.Account(key)
	if p == nil || a == nil {
		return false
	}
	if number == 0 {
		a.Formula = text
	} else {
		for len(a.F) < number {
			a.F = append(a.F, "")
		}
		a.F[number-1] = text
		for len(a.F) > 0 && a.F[len(a.F)-1] == "" {
			a.F = a.F[:len(a.F)-1]
		}
	}
	before := p.Formula
	compileFormula(p, a)
	return before != nil || p.Formula != nil
}

// FormulaOf is the formula of somebody who is online, nil when he has none.
func (t *Turn) FormulaOf(key string) *formula.Formula {
	if p := t.players.See(key); p != nil {
		return p.Formula
	}
	return nil
}

// FitsFormula tells whether a game with somebody fits a person's formula. The
// terms are as the person himself would state them.
func (t *Turn) FitsFormula(key, opponent string, m Terms) bool {
	f := t.FormulaOf(key)
	return f == nil || f.Fits(t.Situation(key, opponent, m))
}

// Situation gives a formula what it asks about a proposed game and about the
// opponent in it (docs/protocol.md §6.2). Odds are White's and Black's times: who
// has no colour yet is asked about White's.
func (t *Turn) Situation(key, opponent string, m Terms) formula.Values {
	return func(n formula.Name) float64 {
		switch {
		case n >= formula.MyBase:
			return float64(clockName(m, n))
		case slices.Contains(gameNames[:], n):
			return gameValue(m, n)
		}
		return t.opponentValue(key, opponent, m, n)
	}
}

// clockName is one of the figures with which maxtime computes, in seconds.
func clockName(m Terms, n formula.Name) int64 {
	base, inc := m.clocks()
	mine := 0
	if m.Colour == WantsBlack {
		mine = 1
	}
	switch n {
	case formula.MyBase:
		return base[mine] / 1000
	case formula.MyInc:
		return inc[mine] / 1000
	case formula.HisBase:
		return base[1-mine] / 1000
	}
	return inc[1-mine] / 1000
}

// gameNames ask about the game alone.
var gameNames = [...]formula.Name{
	formula.Atomic, formula.Atomic960, formula.Blitz, formula.Bughouse, formula.Crazyhouse, formula.ETime,
	formula.FR, formula.Inc, formula.Lightning, formula.Losers, formula.Nonstandard, formula.Rated,
	formula.Standard, formula.Suicide, formula.Time, formula.Untimed, formula.Wild,
}

func gameValue(m Terms, n formula.Name) float64 {
	switch n {
	case formula.ETime:
		return float64(m.Minutes) + float64(m.Seconds)*2/3
	case formula.Inc:
		return float64(m.Seconds)
	case formula.Time:
		return float64(m.Minutes)
	case formula.Rated:
		return number(m.Rated)
	case formula.Untimed:
		return number(m.Untimed())
	case formula.Wild:
		return number(m.Variant.Category == "wild")
	case formula.FR:
		return number(m.Variant.Type == "wild/fr")
	case formula.Nonstandard:
		return number(m.Odds || m.Variant.Unrated)
	}
	return number(m.Type() == formula.Words()[n])
}

// opponentValue answers about the opponent, or about both.
func (t *Turn) opponentValue(key, opponent string, m Terms, n formula.Name) float64 {
	p, category := t.players.See(opponent), m.Category()
	rating, state := t.RatingState(opponent, category)
	mine, _ := t.RatingState(key, category)
	switch n {
	case formula.Rating:
		return float64(rating)
	case formula.MyRating:
		return float64(mine)
	case formula.RatingDiff:
		return float64(rating - mine)
	case formula.RD:
		return float64(whole(AgedRD(t.ratingOf(opponent, category), t.At)))
	case formula.Active:
		return number(state == ' ')
	case formula.Estimated:
		return number(state == 'E')
	case formula.Provisional:
		return number(state == 'P')
	case formula.AssessWin, formula.AssessDraw, formula.AssessLoss:
		return t.assess(key, opponent, m, n)
	case formula.Computer:
		return number(t.isComputer(opponent))
	case formula.Timeseal:
		return number(t.Timeseal(opponent) > 0)
	case formula.Abuser:
		a := t.SeeAccount(opponent)
		return number(a != nil && slices.Contains(a.Titles, "abuser"))
	}
	switch {
	case p == nil:
		return 0
	case n == formula.Registered:
		return number(!p.Guest)
	case n == formula.Private:
		return number(p.Vars.On(VarPrivate))
	}
	return number(n == formula.NoEscape && p.Vars.On(VarNoEscape))
}

// assess is what the game would do to the person's own rating; nothing when it is
// not rated.
func (t *Turn) assess(key, opponent string, m Terms, n formula.Name) float64 {
	if !m.Rated || m.Category() == "" {
		return 0
	}
	f := t.Forecast(key, opponent, m.Category())
	switch n {
	case formula.AssessWin:
		return float64(f.Win)
	case formula.AssessDraw:
		return float64(f.Draw)
	}
	return float64(f.Loss)
}

func number(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// compileFormula brings a person's formula in step with his account.
func compileFormula(p *Player, a *storage.Account) { p.Formula = formula.Compile(a.Formula, a.F) }

package world

import (
	"fmt"
	"math"

	"epicenter/rules"
	"epicenter/storage"
)

// Glicko as docs/protocol.md §10.2: one update a game. Stored figures are
// hundredths of a point, rounded once.
const (
	startRating   = 1720_00
	maxRD         = 350_00
	minRD         = 30_00
	activeRD      = 80_00 // below it a rating is established (with enough games)
	establishedBy = 20    // games
	ageing        = 4.9   // RD'² = RD² + ageing²·days
	msPerDay      = 86_400_000
)

// Categories are the rating categories in the order of finger
// (docs/protocol.md §5.5), then our own.
var Categories = [...]string{
	"blitz", "standard", "lightning", "wild", "bughouse", "crazyhouse",
	"suicide", "losers", "atomic", "atomic960",
}

// whole rounds hundredths to points, halves away from zero.
func whole(hundredths int) int {
	if hundredths < 0 {
		return -whole(-hundredths)
	}
	return (hundredths + 50) / 100
}

// AgedRD is a rating's RD at a moment, hundredths.
func AgedRD(r storage.Rating, at int64) int {
	if r.RD == 0 {
		return maxRD
	}
	days := float64(max(0, at-r.Last)) / msPerDay
	rd := float64(r.RD) / 100
	return clampRD(math.Sqrt(rd*rd + ageing*ageing*days))
}

func clampRD(points float64) int {
	return min(maxRD, max(minRD, int(math.Round(points*100))))
}

// update is the rating of a player after one game with the given score (1, ½,
// 0), both ratings and RDs in points as they were before it.
func update(r, rd, oppR, oppRD, score float64) (newR, newRD float64) {
	q := math.Ln10 / 400
	p := 3 * q * q / (math.Pi * math.Pi)
	f := 1 / math.Sqrt(1+p*oppRD*oppRD)
	e := 1 / (1 + math.Pow(10, -(r-oppR)*f/400))
	d := 1/(rd*rd) + q*q*f*f*e*(1-e)
	return r + q*f/d*(score-e), 1 / math.Sqrt(d)
}

// standing is a player's rating and aged RD in hundredths before a game.
func standing(r storage.Rating, at int64) (rating, rd int) {
	if r.RD == 0 {
		return startRating, maxRD
	}
	return r.Rating, AgedRD(r, at)
}

// Rated is a rating after a game with the given score against another, as of
// now.
func Rated(own, opp storage.Rating, score float64, at int64) storage.Rating {
	return rated(own, opp, score, at, at)
}

// rated is Rated with RDs aged to the moment at which the game was agreed on:
// what was announced then is what its end applies, however long it took
// (docs/cases.md 93).
func rated(own, opp storage.Rating, score float64, agreed, at int64) storage.Rating {
	r, rd := standing(own, agreed)
	or, ord := standing(opp, agreed)
	nr, nrd := update(float64(r)/100, float64(rd)/100, float64(or)/100, float64(ord)/100, score)
	own.Rating, own.RD, own.Last = int(math.Round(nr*100)), clampRD(nrd), at
	switch score {
	case 1:
		own.Win++
	case 0:
		own.Loss++
	default:
		own.Draw++
	}
	own.Active = own.Active || own.RD < activeRD
	if Established(own, at) && own.Rating > own.Best {
		own.Best, own.BestAt = own.Rating, at
	}
	return own
}

// Established tells whether a rating counts: RD below 80 and 20 games
// (docs/protocol.md §10.2).
func Established(r storage.Rating, at int64) bool {
	return AgedRD(r, at) < activeRD && r.Win+r.Loss+r.Draw >= establishedBy
}

// RatingState is a player's rating in whole points and its state: ' '
// established, 'E' estimated, 'P' provisional, '-' none, '+' guest.
func (t *Turn) RatingState(key, category string) (int, byte) {
	if p := t.players.See(key); p != nil {
		return t.RatingStateOf(p, category)
	}
	return t.accountRating(key, category)
}

// RatingStateOf is RatingState of somebody who is known already.
func (t *Turn) RatingStateOf(p *Player, category string) (int, byte) {
	if p.Guest {
		return 0, '+'
	}
	return t.accountRating(p.Key, category)
}

func (t *Turn) accountRating(key, category string) (int, byte) {
	a := t.SeeAccount(key)
	if a == nil {
		return 0, '+'
	}
	return StateOf(a.Ratings[category], t.At)
}

// StateOf is RatingState of a registered player's record.
func StateOf(r storage.Rating, at int64) (int, byte) {
	switch {
	case r.RD == 0 || category0(r):
		return 0, '-'
	case Established(r, at):
		return whole(r.Rating), ' '
	case r.Active:
		return whole(r.Rating), 'E'
	}
	return whole(r.Rating), 'P'
}

// category0 tells whether no rated game has been played.
func category0(r storage.Rating) bool { return r.Win+r.Loss+r.Draw == 0 }

// RatingField is a rating four wide as `Creating:` and tables print it.
func RatingField(rating int, state byte) string {
	switch state {
	case '+':
		return "++++"
	case '-':
		return "----"
	}
	return fmt.Sprintf("%4d", rating)
}

// scoreOf is the score of one side.
func scoreOf(r rules.Result, c int) float64 {
	switch winner(r) {
	case c:
		return 1
	case 1 - c:
		return 0
	}
	return 0.5
}

// adjustRatings changes both ratings at the end of a rated game; what was
// announced at its start is what is applied (docs/cases.md 93).
func (t *Turn) adjustRatings(g *Game, e Ending, f *GameEnded) {
	w, b := t.Account(g.KeyOf(White)), t.Account(g.KeyOf(Black))
	if w == nil || b == nil || g.Record.Category == "" {
		return
	}
	cat := g.Record.Category
	wr, br := w.Ratings[cat], b.Ratings[cat]
	agreed := g.RatedAt
	if agreed == 0 {
		agreed = g.Record.Started
	}
	nw := rated(wr, br, scoreOf(e.Result, White), agreed, t.At)
	nb := rated(br, wr, scoreOf(e.Result, Black), agreed, t.At)
	for _, x := range []struct {
		a *storage.Account
		r storage.Rating
	}{{w, nw}, {b, nb}} {
		if x.a.Ratings == nil {
			x.a.Ratings = map[string]storage.Rating{}
		}
		x.a.Ratings[cat] = x.r
	}
	t.countRated(g)
	f.Adjusted = true
	f.Before = [2]int{shown(wr), shown(br)}
	f.After = [2]int{whole(nw.Rating), whole(nb.Rating)}
}

// shown is a rating as it is printed before a game: 0 for none.
func shown(r storage.Rating) int {
	if category0(r) {
		return 0
	}
	return whole(r.Rating)
}

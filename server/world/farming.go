package world

import (
	"maps"

	"epicenter/storage"
)

// day is the day of a moment, UTC.
func day(at int64) int64 { return at / msPerDay }

// RatedEnough tells whether two people, one of them a computer, have played as
// many rated games with each other today as they may. A rating that is won from
// one tireless program, over and over in the one way that beats it, says nothing;
// games that are not rated they may always play.
func (t *Turn) RatedEnough(key, other string) bool {
	most := t.cfg.RatedPerDay
	return most > 0 && (t.ratedToday(key, other) >= most || t.ratedToday(other, key) >= most)
}

// ratedToday is how many rated games with a computer a person has finished today.
func (t *Turn) ratedToday(key, computer string) int {
	if a := t.SeeAccount(key); a != nil && t.isComputer(computer) {
		if d := a.Computers[computer]; d.Day == day(t.At) {
			return d.Count
		}
	}
	return 0
}

// countRated notes the end of a rated game for both players.
func (t *Turn) countRated(g *Game) {
	for c := range 2 {
		a, other := t.Account(g.KeyOf(c)), g.KeyOf(1-c)
		if a == nil || !t.isComputer(other) {
			continue
		}
		today := day(t.At)
		maps.DeleteFunc(a.Computers, func(_ string, d storage.Day) bool { return d.Day != today })
		if a.Computers == nil {
			a.Computers = map[string]storage.Day{}
		}
		a.Computers[other] = storage.Day{Day: today, Count: a.Computers[other].Count + 1}
	}
}

package commands

import (
	"fmt"
	"strings"

	"epicenter/server/render"
	"epicenter/server/world"
	"epicenter/storage"
)

// assess tells what a rated game between two people would do to their ratings
// (docs/protocol.md §3.1): USER1 USER2 /TYPE, of which any may be missing.
func assess(c *call) {
	people, category, ok := c.assessed()
	if !ok {
		return
	}
	shown := []string{category}
	if category == "" {
		shown = rankedIn(people)
	}
	for _, cat := range shown {
		c.table(render.Assessment(c.assessIn(people, cat), cat))
	}
}

// assessed reads whom and what the typist asks about; the category is empty for
// all. Without a word it is his own game.
func (c *call) assessed() (people [2]*storage.Account, category string, ok bool) {
	var names []string
	for _, word := range strings.Fields(c.word(0)) {
		if typ, isType := strings.CutPrefix(word, "/"); isType {
			if category = categoryOf(typ); category == "" {
				c.complain(fmt.Sprintf("There is no type of game %q with a rating. Type \"help ratings\" for those there are.", clean(typ)))
				return people, "", false
			}
			continue
		}
		names = append(names, word)
	}
	switch len(names) {
	case 0:
		g := c.t.SeeGame(c.me().Game)
		if g == nil {
			c.printf("You are not playing a game.")
			return people, "", false
		}
		names = []string{g.Record.White.Handle, g.Record.Black.Handle}
		if category == "" {
			category = g.Record.Category
		}
	case 1:
		names = []string{c.me().Handle, names[0]}
	case 2:
	default:
		c.usage()
		return people, "", false
	}
	for i, name := range names {
		if people[i] = c.ratedPerson(name); people[i] == nil {
			return people, "", false
		}
	}
	return people, category, true
}

// ratedPerson is somebody who can have a rating; when there is none of that name it
// says so.
func (c *call) ratedPerson(name string) *storage.Account {
	_, a := c.known(name)
	if a != nil && world.IsGuest(a) {
		c.printf("%s is not registered and has no ratings.", a.Handle)
		return nil
	}
	return a
}

// rankedIn are the categories in which one of two people has a rating, blitz when
// neither has any.
func rankedIn(people [2]*storage.Account) (list []string) {
	for _, cat := range world.Categories {
		if people[0].Ratings[cat].RD != 0 || people[1].Ratings[cat].RD != 0 {
			list = append(list, cat)
		}
	}
	if list == nil {
		list = []string{"blitz"}
	}
	return list
}

func (c *call) assessIn(people [2]*storage.Account, category string) (sides [2]render.Assessed) {
	for i, a := range people {
		key, other := storage.Key(a.Handle), storage.Key(people[1-i].Handle)
		rating, state := c.t.RatingState(key, category)
		sides[i] = render.Assessed{
			Handle: a.Handle, Rating: world.RatingField(rating, state),
			RD: world.AgedRD(a.Ratings[category], c.t.At), Forecast: c.t.Forecast(key, other, category),
		}
	}
	return sides
}

// categoryOf is a rating category by its letter or by the beginning of its name;
// empty when there is none.
func categoryOf(word string) string {
	for _, cat := range world.Categories {
		if len(word) == 1 && world.TypeLetter(cat) == word[0] || cat == strings.ToLower(word) {
			return cat
		}
	}
	if len(word) == 1 && word[0] == 'w' {
		return "wild"
	}
	for _, cat := range world.Categories {
		if len(word) > 1 && strings.HasPrefix(cat, strings.ToLower(word)) {
			return cat
		}
	}
	return ""
}

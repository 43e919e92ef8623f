package commands

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"epicenter/server/render"
	"epicenter/server/world"
	"epicenter/storage"
)

func journalCommands() []command {
	return []command{
		{name: "journal", params: "o", code: 60, cost: 3, run: journal},
		{name: "jsave", params: "doo", who: registered, code: 61, cost: 1, stores: true, run: journalSave},
		{name: "jkill", params: "w", who: registered, code: 59, cost: 1, stores: true, run: journalKill},
	}
}

// mostNoted is the number of the last place in a journal (docs/protocol.md §5.4).
const mostNoted = 99

// journal lists the games that somebody keeps (docs/protocol.md §5.4).
func journal(c *call) {
	handle, a := c.someone(0)
	switch {
	case a == nil:
	case world.IsGuest(a) && handle == c.me().Handle:
		c.printf("Only registered players may keep a journal.")
	case c.closedJournal(a):
		c.printf("That journal is private.")
	case len(a.Journal) == 0:
		c.printf("%s has no journal entries.", handle)
	default:
		out := fmt.Appendf(nil, "\nJournal for %s:\n%s", handle, render.JournalHead)
		for _, n := range a.Journal {
			out = c.appendNoted(out, n)
		}
		c.table(string(out))
	}
}

// closedJournal tells whether the typist may not look into somebody's journal.
func (c *call) closedJournal(a *storage.Account) bool {
	vars := world.VarsOf(a)
	return vars.On(world.VarJPrivate) && storage.Key(a.Handle) != c.me().Key && c.me().Level < world.AdminLevel
}

func (c *call) appendNoted(dst []byte, n storage.Noted) []byte {
	r, err := storage.DecodeGame(c.t.Read(storage.Games, storage.GameKey(n.Game)))
	if err != nil {
		return fmt.Appendf(dst, "%%%02d: (the record of this game cannot be read)\n", n.Place)
	}
	return render.AppendJournalRow(dst, n.Place, r, (&world.Game{Record: *r}).Bracket())
}

// journalSave keeps a game of somebody's history, the typist's last one when no
// other is named.
func journalSave(c *call) {
	place := c.num(0)
	if place < 1 || place > mostNoted {
		c.printf("Journal entries are numbered from 1 to %d.", mostNoted)
		return
	}
	handle, a := c.someone(1)
	if a == nil {
		return
	}
	which := "-1"
	if c.has(2) {
		which = c.word(2)
	}
	id, ok := c.gameOfHistory(handle, a, which)
	if !ok {
		return
	}
	mine := c.t.Account(c.me().Key)
	i, found := slices.BinarySearchFunc(mine.Journal, place, func(n storage.Noted, p int) int { return n.Place - p })
	if found {
		mine.Journal[i].Game = id
		c.printf("Journal entry %%%02d has been replaced.", place)
		return
	}
	mine.Journal = slices.Insert(mine.Journal, i, storage.Noted{Place: place, Game: id})
	c.printf("Journal entry %%%02d has been saved.", place)
}

// gameOfHistory is the id of a game of a history by its number there; when there
// is none it says so.
func (c *call) gameOfHistory(handle string, a *storage.Account, which string) (id uint64, ok bool) {
	n, _ := strconv.Atoi(which)
	i, ok := historyIndex(a, which, n)
	switch {
	case len(a.History) == 0:
		c.printf("%s has no history games.", handle)
		return 0, false
	case !ok:
		c.printf("There is no history game %s for %s.", clean(which), handle)
		return 0, false
	}
	return a.History[i].Game, true
}

// journalKill takes an entry out of the typist's journal.
func journalKill(c *call) {
	id, i := c.noted(c.me().Handle, c.account(), c.word(0))
	if id == 0 {
		return
	}
	mine := c.t.Account(c.me().Key)
	place := mine.Journal[i].Place
	mine.Journal = slices.Delete(mine.Journal, i, i+1)
	c.printf("Journal entry %%%02d has been removed.", place)
}

// noted finds a game by its number in a journal, with or without the % before
// it: its id and where it stands. When there is none it says so and the id is 0.
func (c *call) noted(handle string, a *storage.Account, word string) (id uint64, i int) {
	if c.closedJournal(a) {
		c.printf("That journal is private.")
		return 0, 0
	}
	n, err := strconv.Atoi(strings.TrimPrefix(word, "%"))
	for i := range a.Journal {
		if err == nil && a.Journal[i].Place == n {
			return a.Journal[i].Game, i
		}
	}
	if len(a.Journal) == 0 {
		c.printf("%s has no journal entries.", handle)
	} else {
		c.printf("Journal entry %s is not available for %s.", clean(word), handle)
	}
	return 0, 0
}

package commands

import (
	"fmt"
	"strings"

	"epicenter/server/render"
	"epicenter/storage"
)

func recordCommands() []command {
	return []command{
		{name: "moves", params: "t", code: 77, cost: 2, run: moves},
		{name: "oldmoves", params: "o", code: 81, cost: 2, run: oldMoves},
		{name: "smoves", params: "wo", code: 123, cost: 2, run: storedMoves},
		{name: "history", params: "o", code: 51, cost: 1, run: history},
	}
}

// moves lists the moves of a game in progress (docs/protocol.md §5.1). The
// letter l asks for coordinates, as icsdrone does (docs/clients.md §3.8).
func moves(c *call) {
	m := render.MoveList{Live: true}
	name := ""
	for _, word := range strings.Fields(c.word(0)) {
		switch {
		case word == "l" || word == "L":
			m.Coordinates = true
		case name == "":
			name = word
		default:
			c.usage()
			return
		}
	}
	g := c.gameNamed(name)
	if g == nil || c.private(g) {
		return
	}
	m.Game = &g.Record
	c.moveList(m)
}

// moveList answers with the moves of a game.
func (c *call) moveList(m render.MoveList) {
	m.Date = c.date(m.Game.Started)
	text, err := m.Text(c.session().Look)
	if err != nil {
		c.printf("The record of that game is damaged: its moves cannot be shown. Please tell an administrator (game %d).", m.Game.ID)
		return
	}
	c.table(text)
}

// oldMoves lists the moves of the last finished game of a player.
func oldMoves(c *call) {
	if p, a := c.someone(0); a != nil {
		c.playedMoves(p, a, len(a.History)-1)
	}
}

// someone is the person that an optional parameter means, the typist without
// one: the handle as it is written, and the account. When there is none it
// says so.
func (c *call) someone(i int) (handle string, a *storage.Account) {
	if !c.has(i) {
		return c.me().Handle, c.account()
	}
	if _, a = c.known(c.word(i)); a == nil {
		return "", nil
	}
	return a.Handle, a
}

// playedMoves lists the moves of a game of a history.
func (c *call) playedMoves(handle string, a *storage.Account, i int) {
	if len(a.History) == 0 {
		c.printf("%s has no history games.", handle)
		return
	}
	c.movesFrom(storage.Games, a.History[i].Game)
}

// movesFrom lists the moves of a game that has left the board.
func (c *call) movesFrom(b storage.Bucket, id uint64) {
	raw := c.t.Read(b, storage.GameKey(id))
	if raw == nil {
		c.printf("The record of that game is gone.")
		return
	}
	r, err := storage.DecodeGame(raw)
	if err != nil {
		c.printf("The record of that game is damaged: its moves cannot be shown. Please tell an administrator (game %d).", id)
		return
	}
	c.moveList(render.MoveList{Game: r})
}

// storedMoves lists the moves of a game of a history, or of an adjourned game
// of two players (docs/protocol.md §3.3).
func storedMoves(c *call) {
	handle, a := c.someone(0)
	if a == nil {
		return
	}
	which := c.word(1)
	if c.isNum(1) {
		if id, ok := c.gameOfHistory(handle, a, which); ok {
			c.movesFrom(storage.Games, id)
		}
		return
	}
	if strings.HasPrefix(which, "%") {
		if id, _ := c.noted(handle, a, which); id != 0 {
			c.movesFrom(storage.Games, id)
		}
		return
	}
	other := c.me().Handle
	if which != "" {
		_, o := c.known(which)
		if o == nil {
			return
		}
		other = o.Handle
	}
	c.adjournedMoves(handle, a, other)
}

func (c *call) adjournedMoves(handle string, a *storage.Account, other string) {
	for i := len(a.Adjourned) - 1; i >= 0; i-- {
		if w := a.Adjourned[i]; strings.EqualFold(w.Opponent, other) {
			c.movesFrom(storage.Adjourned, w.Game)
			return
		}
	}
	c.printf("No stored game between %q and %q.", handle, other)
}

// historyIndex finds a game of a history by its number in the table, or by how
// many games ago it was: -1 is the last.
func historyIndex(a *storage.Account, word string, n int) (i int, ok bool) {
	if strings.HasPrefix(word, "-") {
		i = len(a.History) + n
		return i, n < 0 && i >= 0
	}
	for i := range a.History {
		if a.History[i].Index == n {
			return i, true
		}
	}
	return 0, false
}

// history lists the last games of a player (docs/protocol.md §5.2).
func history(c *call) {
	handle, a := c.someone(0)
	if a == nil {
		return
	}
	if len(a.History) == 0 {
		c.printf("%s has no history games.", handle)
		return
	}
	out := fmt.Appendf(nil, "\nHistory for %s:\n%s", handle, render.HistoryHead)
	loc, letters := c.zone()
	for i := range a.History {
		p := &a.History[i]
		out = render.AppendHistoryRow(out, p, render.Date(p.Date, loc, letters))
	}
	c.table(string(out))
}

package housebot

import (
	"context"
	"strconv"
	"strings"
	"time"

	"epicenter/server/ics"
)

// hear takes one line of the server in (docs/protocol.md §7, docs/clients.md §3).
func (b *board) hear(ctx context.Context, line string) {
	words := strings.Fields(line)
	switch words[0] {
	case "****":
		if strings.HasPrefix(line, "**** Starting FICS session as ") {
			b.hello()
		}
	case "<g1>":
		if n, err := strconv.Atoi(words[1]); err == nil {
			b.kinds[n] = kind{ics.Value(line, "t="), ics.Value(line, "r=") == "1"}
		}
	case "<12>":
		b.seen(ctx, line)
	case "<pf>":
		b.asked(line)
	case "<sc>":
		clear(b.seeks)
		b.attend()
	case "<s>", "<sn>":
		b.advert(line, words)
	case "<sr>":
		for _, n := range words[1:] {
			delete(b.seeks, n)
		}
	case "Your":
		b.seeking = b.seeking || strings.HasPrefix(line, "Your seek has been posted with index ")
	case "Game":
		if h, ok := ics.ParseHeader(line); ok {
			b.kinds[h.Game] = kind{h.Type, h.Rated}
		}
	case "Illegal", "Ambiguous":
		b.refused(line)
	default:
		if words[0] == "{Game" {
			b.ended(line)
		}
	}
}

// computerBit of `ti=` marks the ad of a program (docs/protocol.md §7.5).
const computerBit = 2

// advert notes the ad of a person for a game that the bot plays.
func (b *board) advert(line string, words []string) {
	if len(words) < 2 || ics.Value(line, "w=") == b.handle {
		return
	}
	titles, err := strconv.ParseUint(ics.Value(line, "ti="), 16, 32)
	minutes, _ := strconv.Atoi(ics.Value(line, "t="))
	seconds, _ := strconv.Atoi(ics.Value(line, "i="))
	if err != nil || titles&computerBit != 0 || !b.bot.plays(ics.Variant(ics.Value(line, "tp="), "")) || !fair(minutes, seconds) {
		return
	}
	if _, known := b.seeks[words[1]]; !known {
		b.seeks[words[1]] = time.Now().Add(b.bot.opt.AnswerSeeks)
	}
}

// longest is the longest game that a bot sits down to, in seconds for 40 moves. A
// game without clocks would hold a board for ever.
const longest = 3 * 60 * 60

func fair(minutes, seconds int) bool {
	total := 60*minutes + 40*seconds
	return total > 0 && total <= longest
}

// asked answers an offer of another player.
func (b *board) asked(line string) {
	o, ok := ics.ParseOffer(line)
	if !ok {
		return
	}
	yes := false
	switch o.Kind {
	case "match":
		m, ok := ics.ParseMatch(o.Terms)
		yes = ok && b.accepts(&m)
	case "draw":
		yes = b.game != nil && b.game.drawn()
	case "abort":
		yes = b.game != nil && (!b.game.rated || b.game.moves() < abortable)
	case "takeback":
		yes = b.game != nil && !b.game.rated
	case "adjourn", "unpause":
		yes = true
	}
	if yes {
		b.say("accept %d", o.Number)
	} else {
		b.say("decline %d", o.Number)
	}
}

// abortable is the half-move from which on a rated game is not aborted any more.
const abortable = 6

// accepts tells whether the bot plays what a match request asks for.
func (b *board) accepts(m *ics.Match) bool {
	switch {
	case b.game != nil || b.gone:
		return false
	case m.Adjourned:
		return true // a game that was begun is played to its end
	case m.Odds && !fair(m.OddsMinutes, m.OddsSeconds):
		return false
	}
	return fair(m.Minutes, m.Seconds) && b.bot.plays(ics.Variant(m.Type, m.Loaded))
}

// ended takes the end of a game in.
func (b *board) ended(line string) {
	e, ok := ics.ParseEnded(line)
	if !ok || b.game == nil || e.Game != b.game.number {
		return
	}
	b.drop()
	delete(b.kinds, e.Game)
	if e.Score != "*" {
		b.say("say Good game!")
	}
	b.bot.setPlaying(b.index, false)
	b.checked = time.Time{} // the staff may have sent it away meanwhile
	b.sought = time.Time{}
	b.attend()
}

// drop forgets the game and what is thought about it.
func (b *board) drop() {
	if b.forget != nil {
		b.forget()
		b.forget = nil
	}
	b.game, b.refreshed = nil, 0
}

// refused asks for the board again when the server does not take a move: the bot
// has lost the thread. One that cannot find it is no opponent.
func (b *board) refused(line string) {
	if b.game == nil {
		return
	}
	b.bot.opt.Log.Error("a move of a house bot was refused", "name", b.handle, "game", b.game.number, "line", line, "fen", b.game.fen())
	if b.refreshed++; b.refreshed > 3 {
		b.say("resign")
		return
	}
	b.game.history = nil
	b.say("refresh")
}

package housebot

import (
	"context"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"epicenter/rules"
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
		b.kinds[words[1]] = kind{valueOf(words, "t="), valueOf(words, "r=") == "1"}
	case "<12>":
		b.seen(ctx, line)
	case "<pf>":
		b.asked(line, words)
	case "<sc>":
		clear(b.seeks)
		b.attend()
	case "<s>", "<sn>":
		b.advert(words)
	case "<sr>":
		for _, n := range words[1:] {
			delete(b.seeks, n)
		}
	case "Your":
		b.seeking = b.seeking || strings.HasPrefix(line, "Your seek has been posted with index ")
	case "Game":
		if m := gameHeader.FindStringSubmatch(line); m != nil {
			b.kinds[m[1]] = kind{m[3], m[2] == ""}
		}
	case "Illegal", "Ambiguous":
		b.refused(line)
	default:
		if words[0] == "{Game" {
			b.ended(line)
		}
	}
}

// valueOf is what stands behind a key of a machine line.
func valueOf(words []string, key string) string {
	for _, w := range words {
		if v, ok := strings.CutPrefix(w, key); ok {
			return v
		}
	}
	return ""
}

// computerBit of `ti=` marks the ad of a program (docs/protocol.md §7.5).
const computerBit = 2

// advert notes the ad of a person for a game that the bot plays.
func (b *board) advert(words []string) {
	if len(words) < 2 || valueOf(words, "w=") == b.handle {
		return
	}
	titles, err := strconv.ParseUint(valueOf(words, "ti="), 16, 32)
	minutes, _ := strconv.Atoi(valueOf(words, "t="))
	seconds, _ := strconv.Atoi(valueOf(words, "i="))
	if err != nil || titles&computerBit != 0 || !b.bot.plays(typed(valueOf(words, "tp="))) || !fair(minutes, seconds) {
		return
	}
	if _, known := b.seeks[words[1]]; !known {
		b.seeks[words[1]] = time.Now().Add(b.bot.opt.AnswerSeeks)
	}
}

// typed is the variant of a type word (docs/protocol.md §7.1); games that are
// called by their speed are chess.
func typed(word string) *rules.Variant {
	if slices.Contains([]string{"blitz", "lightning", "standard", "untimed", "nonstandard"}, word) {
		return rules.Lookup("chess")
	}
	for _, v := range rules.Variants() {
		if v.Type == word {
			return v
		}
	}
	return nil
}

// longest is the longest game that a bot sits down to, in seconds for 40 moves. A
// game without clocks would hold a board for ever.
const longest = 3 * 60 * 60

func fair(minutes, seconds int) bool {
	total := 60*minutes + 40*seconds
	return total > 0 && total <= longest
}

// challenge is the text of a match request (docs/protocol.md §7.6): both names,
// and behind them rated or not, family, times, and the start if it is loaded.
var challenge = regexp.MustCompile(`^\S+ \([^)]*\)(?: \[\w+\])? \S+ \([^)]*\) (?:un)?rated (\S+)(?: (\d+) (\d+))?(?: : (\d+) (\d+))?(?: Loaded from (\S+))?( \(adjourned\))?$`)

// asked answers an offer of another player.
func (b *board) asked(line string, words []string) {
	if len(words) < 2 {
		return
	}
	yes := false
	switch valueOf(words, "t=") {
	case "match":
		_, text, _ := strings.Cut(line, " p=")
		yes = b.accepts(text)
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
		b.say("accept %s", words[1])
	} else {
		b.say("decline %s", words[1])
	}
}

// abortable is the half-move from which on a rated game is not aborted any more.
const abortable = 6

// accepts tells whether the bot plays what a match request asks for.
func (b *board) accepts(text string) bool {
	m := challenge.FindStringSubmatch(text)
	if m == nil || b.game != nil || b.gone {
		return false
	}
	if m[7] != "" {
		return true // a game that was begun is played to its end
	}
	word := m[1]
	if m[6] != "" {
		word = m[6]
	}
	for _, times := range [][]string{m[2:4], m[4:6]} {
		minutes, _ := strconv.Atoi(times[0])
		seconds, _ := strconv.Atoi(times[1])
		if times[0] != "" && !fair(minutes, seconds) {
			return false
		}
	}
	return m[2] != "" && b.bot.plays(typed(word))
}

// gameLine is the beginning or the end of a game.
var gameLine = regexp.MustCompile(`^\{Game (\d+) \((\w+) vs\. (\w+)\) .*\} (1-0|0-1|1/2-1/2|\*)$`)

// gameHeader stands above the board that refresh shows (docs/protocol.md §3.3).
var gameHeader = regexp.MustCompile(`^Game (\d+): \S+ \([^)]*\) \S+ \([^)]*\) (un)?rated (\S+) `)

// ended takes the end of a game in.
func (b *board) ended(line string) {
	m := gameLine.FindStringSubmatch(line)
	if m == nil || b.game == nil || m[1] != b.game.number {
		return
	}
	b.drop()
	delete(b.kinds, m[1])
	if m[4] != "*" {
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

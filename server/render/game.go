package render

import (
	"fmt"
	"strings"

	"epicenter/server/outbox"
	"epicenter/server/world"
)

// gameFact renders what happens at boards.
func gameFact(f world.GameFact, e Eye) Rendered {
	switch f := f.(type) {
	case world.BoardShown:
		return boardShown(f.Board, e)
	case world.GameStarted:
		return gameStarted(f, e)
	case world.GameShown:
		return gameShown(f, e)
	case world.GameEnded:
		return gameEnded(f, e)
	case world.ObserverRemoved:
		return Rendered{Text: fmt.Sprintf("Removing game %d from observation list.\n", f.Number)}
	case world.LostContact:
		return Rendered{Text: fmt.Sprintf("Game %d: %s lost contact and has %d seconds to return.\n", f.Game, f.Handle, f.Seconds)}
	case world.Regained:
		return Rendered{Text: fmt.Sprintf("Game %d: %s is back at the board.\n", f.Game, f.Handle)}
	case world.NoFirstMove:
		return Rendered{Text: fmt.Sprintf("Game %d: %s has not made a first move in time.\n", f.Game, f.Handle)}
	case world.AutoFlagged:
		return Rendered{Text: "Auto-flagging.\n"}
	case world.LagChecked:
		return Rendered{Text: "Checking if really out of time.\n"}
	case world.TimeAdded:
		return Rendered{Text: fmt.Sprintf("Your opponent has added %d seconds to your clock.\n", f.Seconds)}
	case world.ClockStopped:
		return clockStopped(f, e)
	case world.StoredResigned:
		return storedResigned(f, e)
	}
	return examFact(f, e)
}

// clockStopped is the line that PyChess and xboard know (docs/clients.md §3.11).
func clockStopped(f world.ClockStopped, e Eye) Rendered {
	text := "Game clock paused.\n"
	if f.Resumed {
		text = "Game clock resumed.\n"
	}
	if !e.Player {
		text = fmt.Sprintf("Game %d: %s", f.Game, text)
	}
	return Rendered{Text: text}
}

// storedResigned is the end of an adjourned game: it has no number that anybody
// could mistake for that of a game on a board.
func storedResigned(f world.StoredResigned, e Eye) Rendered {
	me := f.Ended.Black
	if e.Own {
		me = f.Ended.White
	}
	text := f.By + " has resigned the adjourned game with you.\n"
	if f.By == me {
		text = "You have resigned the game.\n"
	}
	return Rendered{Text: text + adjustment(f.Ended, e)}
}

func boardShown(b *world.Board, e Eye) Rendered {
	r := Rendered{Text: Board(b, e.Look, e.View), Board: true, Gap: true, Bell: e.Look.Bell}
	if !e.Player && !e.Examiner {
		r.Class, r.Game = outbox.Board, b.Number
	}
	if d := DeltaLine(b, e.Look); d != "" {
		r.Full, r.Text = r.Text, d
	}
	if fed := received(b, e.Look); fed != "" {
		r.Text = fed + r.lead() + r.Text
		r.Bell = false // it rings before the board
	}
	return r
}

// gameStarted is the start of a game as its players see it, in the order that
// clients insist on (docs/clients.md §3.1); others hear the middle line alone.
func gameStarted(f world.GameStarted, e Eye) Rendered {
	b := f.Board
	rated := ratedWord(b.Rated)
	typ := typeWord(b.Type, e.Look)
	verb := "Creating"
	if f.Resumed {
		verb = "Continuing"
	}
	line := fmt.Sprintf("{Game %d (%s vs. %s) %s %s %s match.}\n", b.Number, b.White, b.Black, verb, rated, typ)
	if !e.Player {
		return Rendered{Text: line, Gap: true}
	}
	var s strings.Builder
	fmt.Fprintf(&s, "Creating: %s (%s) %s (%s) %s %s %s", b.White, f.WhiteRating, b.Black, f.BlackRating, rated, typ, timeWords(f))
	if f.Resumed {
		s.WriteString(" (adjourned)")
	}
	s.WriteByte('\n')
	s.WriteString(line)
	if e.Look.GameInfo {
		s.WriteString(G1Line(g1OfStart(f, e.Look)))
	}
	s.WriteString(Lead(e.Look))
	s.WriteString(Board(b, e.Look, e.View))
	if f.NoEscape {
		fmt.Fprintf(&s, "\nGame %d: A disconnection will be considered a forfeit.\n", b.Number)
	}
	return Rendered{Text: s.String(), Gap: true, Board: !f.NoEscape}
}

// g1OfStart is the <g1> record of a game that begins.
func g1OfStart(f world.GameStarted, l world.Look) G1 {
	b := f.Board
	return G1{
		Game: b.Number, Private: b.Private, Type: typeWord(b.Type, l), Rated: b.Rated,
		Guest: [2]bool{!f.Registered[0], !f.Registered[1]},
		Base:  [2]int64{b.Base, b.OddsBase}, Inc: [2]int64{b.Inc, b.OddsInc},
		Rating:      [2]Rating{RatingOf(f.Ratings[0], f.States[0]), RatingOf(f.Ratings[1], f.States[1])},
		MinMoveTime: [2]bool{f.MinMove, f.MinMove},
		NoEscape:    [2]bool{f.NoEscape, f.NoEscape},
		Timeseal:    f.Timeseal,
	}
}

func timeWords(f world.GameStarted) string {
	if f.Odds {
		return fmt.Sprintf("%d %d : %d %d", f.Minutes, f.Seconds, f.OddsMinutes, f.OddsSeconds)
	}
	return fmt.Sprintf("%d %d", f.Minutes, f.Seconds)
}

func ratedWord(rated bool) string {
	if rated {
		return "rated"
	}
	return "unrated"
}

// gameEnded is the end line, for players with what it did to their ratings
// (docs/protocol.md §5.7).
func gameEnded(f world.GameEnded, e Eye) Rendered {
	text := fmt.Sprintf("{Game %d (%s vs. %s) %s} %s\n", f.Number, f.White, f.Black,
		f.Ending.Names(f.White, f.Black), f.Ending.Result)
	if e.Player {
		text += adjustment(f, e)
	}
	return Rendered{Text: text, Gap: true}
}

// adjustment is what the end of a game did to a player's rating, after an empty
// line; nothing for a game that does not count.
func adjustment(f world.GameEnded, e Eye) string {
	switch {
	case f.Ending.Code == "":
		return ""
	case !f.Adjusted:
		return "\nNo ratings adjustment done.\n"
	}
	c := world.Black
	if e.Own { // it is set for White
		c = world.White
	}
	before := "----"
	if f.Before[c] != 0 {
		before = fmt.Sprint(f.Before[c])
	}
	return fmt.Sprintf("\n%s rating adjustment: %s --> %d\n", Title(f.Category), before, f.After[c])
}

// Title writes a category with a capital, as rating lines and finger do.
func Title(word string) string {
	if word == "" {
		return ""
	}
	return strings.ToUpper(word[:1]) + word[1:]
}

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
	case world.GameEnded:
		return gameEnded(f, e)
	case world.ObserverRemoved:
		return Rendered{Text: fmt.Sprintf("Removing game %d from observation list.\n", f.Number)}
	case world.LostContact:
		return Rendered{Text: fmt.Sprintf("Game %d: %s lost contact and has %d seconds to return.\n", f.Game, f.Handle, f.Seconds)}
	case world.Regained:
		return Rendered{Text: fmt.Sprintf("Game %d: %s is back at the board.\n", f.Game, f.Handle)}
	}
	return Rendered{}
}

func boardShown(b *world.Board, e Eye) Rendered {
	r := Rendered{Text: Board(b, e.Look, e.View), Board: true, Gap: true, Bell: e.Look.Bell}
	if !e.Player {
		r.Class, r.Game = outbox.Board, b.Number
	}
	return r
}

// gameStarted is the start of a game as its players see it, in the order that
// clients insist on (docs/clients.md §3.1); others hear the middle line alone.
func gameStarted(f world.GameStarted, e Eye) Rendered {
	b := f.Board
	rated := ratedWord(b.Rated)
	verb := "Creating"
	if f.Resumed {
		verb = "Continuing"
	}
	line := fmt.Sprintf("{Game %d (%s vs. %s) %s %s %s match.}\n", b.Number, b.White, b.Black, verb, rated, b.Type)
	if !e.Player {
		return Rendered{Text: line, Gap: true}
	}
	var s strings.Builder
	fmt.Fprintf(&s, "Creating: %s (%s) %s (%s) %s %s %s", b.White, f.WhiteRating, b.Black, f.BlackRating, rated, b.Type, timeWords(f))
	if f.Resumed {
		s.WriteString(" (adjourned)")
	}
	s.WriteByte('\n')
	s.WriteString(line)
	if e.Look.GameInfo {
		s.WriteString(G1Line(g1OfStart(f)))
	}
	s.WriteString(Lead(e.Look))
	s.WriteString(Board(b, e.Look, e.View))
	if f.NoEscape {
		fmt.Fprintf(&s, "\nGame %d: A disconnection will be considered a forfeit.\n", b.Number)
	}
	return Rendered{Text: s.String(), Gap: true, Board: !f.NoEscape}
}

// g1OfStart is the <g1> record of a game that begins.
func g1OfStart(f world.GameStarted) G1 {
	b := f.Board
	return G1{
		Game: b.Number, Private: b.Private, Type: b.Type, Rated: b.Rated,
		Guest: [2]bool{!f.Registered[0], !f.Registered[1]},
		Base:  [2]int64{b.Base, b.OddsBase}, Inc: [2]int64{b.Inc, b.OddsInc},
		Rating:   [2]Rating{RatingOf(f.Ratings[0], f.States[0]), RatingOf(f.Ratings[1], f.States[1])},
		NoEscape: [2]bool{f.NoEscape, f.NoEscape},
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
	if !e.Player || f.Ending.Code == "" {
		return Rendered{Text: text, Gap: true}
	}
	if !f.Adjusted {
		return Rendered{Text: text + "\nNo ratings adjustment done.\n", Gap: true}
	}
	// An ended game leaves the relation of the side to move behind: the sides
	// are told apart by Own, which is set for White.
	c := world.Black
	if e.Own {
		c = world.White
	}
	before := "----"
	if f.Before[c] != 0 {
		before = fmt.Sprint(f.Before[c])
	}
	return Rendered{Text: fmt.Sprintf("%s\n%s rating adjustment: %s --> %d\n",
		text, Title(f.Category), before, f.After[c]), Gap: true}
}

// Title writes a category with a capital, as rating lines and finger do.
func Title(word string) string {
	if word == "" {
		return ""
	}
	return strings.ToUpper(word[:1]) + word[1:]
}

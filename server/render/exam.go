package render

import (
	"fmt"
	"strings"

	"epicenter/server/world"
)

// examFact renders what happens at examined boards; clients know the lines
// (docs/protocol.md §3.4).
func examFact(f world.GameFact, e Eye) Rendered {
	line := func(format string, a ...any) Rendered { return Rendered{Text: fmt.Sprintf(format+"\n", a...)} }
	switch f := f.(type) {
	case world.ExamStarted:
		return examStarted(f, e)
	case world.ExamStep:
		return line("Game %d: %s %s", f.Number, f.By, examWords(f))
	case world.ExamAtEnd:
		return line("Game %d: %s", f.Number, f.Text)
	case world.ExamJoined:
		if f.Made != "" {
			return line("%s has made you an examiner of game %d.", f.Made, f.Number)
		}
		return line("%s is now an examiner of game %d.", f.Handle, f.Number)
	case world.ExamLeft:
		if f.You {
			return line("You are no longer examining game %d.", f.Number)
		}
		return line("%s stopped examining game %d.", f.Handle, f.Number)
	case world.ExamOver:
		return line("Game %d (which you were observing) has no examiners.", f.Number)
	}
	return Rendered{}
}

func examWords(f world.ExamStep) string {
	moves := "moves"
	if f.Moves == 1 {
		moves = "move"
	}
	switch f.How {
	case world.ExamForward:
		return fmt.Sprintf("goes forward %d %s.", f.Moves, moves)
	case world.ExamBackward:
		return fmt.Sprintf("backs up %d %s.", f.Moves, moves)
	case world.ExamReverted:
		return fmt.Sprintf("reverts to main line move %d.", f.Moves)
	}
	return "moves: " + f.SAN
}

// examStarted is the game as its examiner first sees it. PyChess wants nothing
// between the line about scratch mode, the empty one and the board; those who ask
// for <g1> need it here too, or would play by the rules of chess (docs/clients.md
// §3.3, §3.11).
func examStarted(f world.ExamStarted, e Eye) Rendered {
	var s strings.Builder
	if f.Scratch {
		s.WriteString("Starting a game in examine (scratch) mode.\n")
	} else {
		s.WriteString(gameHeader(f.Game, e.Look))
	}
	if e.Look.GameInfo {
		s.WriteString(G1Line(g1OfStart(f.Game, e.Look)))
	}
	s.WriteString(Lead(e.Look))
	s.WriteString(Board(f.Game.Board, e.Look, e.View))
	return Rendered{Text: s.String(), Board: true}
}

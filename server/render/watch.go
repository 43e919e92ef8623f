package render

import (
	"fmt"
	"strings"

	"epicenter/server/world"
)

// gameShown is a game as observe, follow and refresh show it. PyChess wants
// the four lines of observing exactly so, with <g1> among them only for those
// who have asked for it (docs/clients.md §3.7).
func gameShown(f world.GameShown, e Eye) Rendered {
	b := f.Game.Board
	isolated := !e.Player && !e.Observer && !e.Examiner
	if isolated {
		e.View.Relation = world.RelIsolated
	}
	var s strings.Builder
	if f.Why == world.ShowFollow {
		fmt.Fprintf(&s, "%s, whom you are following, has started a game with %s.\n", f.Followed, f.Opponent)
	}
	if f.Why != world.ShowRefresh {
		fmt.Fprintf(&s, "You are now observing game %d.\n", b.Number)
	}
	s.WriteString(gameHeader(f.Game, e.Look))
	// Jin would play by the rules of chess without it (docs/clients.md §3.3).
	if e.Look.GameInfo && (f.Why != world.ShowRefresh || isolated) {
		s.WriteString(G1Line(g1OfStart(f.Game, e.Look)))
	}
	s.WriteString(Lead(e.Look))
	s.WriteString(Board(b, e.Look, e.View))
	return Rendered{Text: s.String(), Board: true}
}

// gameHeader is the line `Game 92: Adela (1857) Bertil (1907) rated standard
// 15 10` (docs/protocol.md §3.3).
func gameHeader(f world.GameStarted, l world.Look) string {
	b := f.Board
	return fmt.Sprintf("Game %d: %s (%s) %s (%s) %s %s %s\n",
		b.Number, b.White, f.WhiteRating, b.Black, f.BlackRating, ratedWord(b.Rated), typeWord(b.Type, l), timeWords(f))
}

package render

import (
	"fmt"

	"epicenter/rules"
	"epicenter/server/world"
)

// DeltaLine is a board as the half-move that led to it, for sessions with style 12
// and `iset compressmove 1`; empty where they need the whole board
// (docs/protocol.md §7.4): after anything but a half-move, in examined games and
// in all games whose moves cannot be written so, as an explosion cannot.
func DeltaLine(b *world.Board, l world.Look) string {
	if !l.CompressMove || l.Style != 12 || b.Cause != world.BoardMove || b.Smith == "" || b.Examined {
		return ""
	}
	mover := rules.White
	if b.Position.Turn() == rules.White {
		mover = rules.Black
	}
	return fmt.Sprintf("<d1> %d %d %s %s %d %d 0\n", b.Number, b.Plies, b.LastSAN, b.Smith, b.LastSpent, b.Clock[mover])
}

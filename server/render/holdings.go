package render

import (
	"fmt"

	"epicenter/rules"
	"epicenter/server/world"
)

// What the players hold, in games whose men come back (docs/protocol.md §7.3,
// rules/RULES.md §2.4): a <b1> line behind the styles that programs read, words
// above and below the boards that people see.

// forPrograms tells the styles whose boards are lines for programs.
func forPrograms(style int8) bool {
	return style == 8 || style == 10 || style == 11 || style == 12
}

// appendHoldings appends the <b1> line of a board with hands.
func appendHoldings(dst []byte, b *world.Board) []byte {
	if !b.Position.Variant().HasHands() {
		return dst
	}
	return append(appendBoth(dst, b), '\n')
}

func appendBoth(dst []byte, b *world.Board) []byte {
	return fmt.Appendf(dst, "<b1> game %d white [%s] black [%s]", b.Number,
		b.Position.Holding(rules.White), b.Position.Holding(rules.Black))
}

// appendHand appends what one side holds, in words.
func appendHand(dst []byte, b *world.Board, c rules.Color) []byte {
	if !b.Position.Variant().HasHands() {
		return dst
	}
	return fmt.Appendf(dst, "%s holding: [%s]\n", c, b.Position.Holding(c))
}

// received tells of the man that the last half-move has put into a hand; it comes
// before the board (docs/protocol.md §8.4a). Empty when there is none.
func received(b *world.Board, l world.Look) string {
	if b.Fed == rules.NoPiece || b.Cause != world.BoardMove {
		return ""
	}
	c, man := b.Fed.Color(), b.Fed.Type()
	if forPrograms(l.Style) {
		return fmt.Sprintf("%s <- %c%s\n", appendBoth(nil, b), c.String()[0], man)
	}
	return fmt.Sprintf("Game %d %s received: %s -> [%s]\n", b.Number,
		[2]string{b.White, b.Black}[c], man, b.Position.Holding(c))
}

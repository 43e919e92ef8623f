package commands

import (
	"errors"
	"fmt"
	"strings"

	"epicenter/rules"
	"epicenter/server/world"
)

// isMove tells whether a line that looks like a move is to be taken as one:
// coordinates always, the rest when the typist plays or examines, or no command has that
// name (docs/protocol.md §2.1 item 5).
func (cs *Commands) isMove(t *world.Turn, text string) bool {
	if me := t.Me(); me.Game != 0 || me.Examining != 0 || isCoordinates(text) {
		return true
	}
	cmd, matches := cs.find(text, t.Me())
	return cmd == nil && len(matches) == 0
}

// isCoordinates tells moves such as e2e4, e2-e4 and e7e8=q from other forms.
func isCoordinates(text string) bool {
	if len(text) < 4 || !isSquare(text[:2]) {
		return false
	}
	rest := strings.TrimPrefix(text[2:], "-")
	return len(rest) >= 2 && isSquare(rest[:2])
}

// isMoveOf tells whether a held-up session may still play this line: a move in
// its game.
func isMoveOf(t *world.Turn, s *world.Session, text string) bool {
	p := t.SeePlayer(s.Key)
	if s.IVars.Has(world.IBlock) { // its number stands before it
		_, text, _ = strings.Cut(text, " ")
	}
	return s.Question == nil && p != nil && (p.Game != 0 || p.Examining != 0) && rules.LooksLikeMove(text)
}

// move plays a move in the typist's game, or on the board that he examines
// (docs/protocol.md §3.2, §3.4).
func move(t *world.Turn, text string) {
	t.SetCode(codeMove)
	me := t.Me()
	g := t.SeeGame(me.Game)
	if g == nil {
		examMove(t, text)
		return
	}
	if why := refusal(g, me); why != "" {
		if why == notYourMove && t.Typist().IVars.Has(world.IPremove) {
			keepPremove(t, g, text)
			return
		}
		t.Print(why + "\n")
		t.Tell(world.BoardShown{Board: t.Board(g, world.BoardRefused)}, me.Session)
		return
	}
	m, err := readMove(&g.Position, me, t.Typist().IVars, text)
	if err != nil {
		t.Cost(1)
		refuse(t, g, text, err)
		return
	}
	t.Move(t.Game(me.Game), m)
	playPremove(t, me.Game)
}

// examMove plays a move for whichever side is to move on an examined board.
func examMove(t *world.Turn, text string) {
	t.Cost(1)
	me := t.Me()
	g := t.ExaminedBy(me)
	if g == nil {
		t.SetCode(codeNotPlaying)
		t.Print("You are not playing or examining a game.\n")
		return
	}
	m, err := readMove(&g.Position, me, t.Typist().IVars, text)
	if err == nil {
		err = t.ExamMove(t.Game(me.Examining), m)
	}
	if err != nil {
		refuse(t, g, text, err)
	}
}

const notYourMove = "It is not your move."

// refusal says why no move of this player can be taken now.
func refusal(g *world.Game, me *world.Player) string {
	switch {
	case g.WaitsUntil > 0:
		return "Your opponent is not back yet. The clocks stand until then."
	case g.Record.Paused:
		return `The clock is paused, use "unpause" to resume.`
	case g.ColourOf(me.Key) != g.ToMove():
		return notYourMove
	}
	return ""
}

// refuse answers a move that cannot be played, with the board as it is.
func refuse(t *world.Turn, g *world.Game, text string, err error) {
	t.PrintRaw(badMove(&g.Position, text, err) + "\n")
	t.Tell(world.BoardShown{Board: t.Board(g, world.BoardRefused)}, t.Me().Session)
}

// badMove names a move as it was typed, which clients compare (docs/clients.md
// §3.11), and says so where a capture is compulsory (rules/RULES.md §6).
func badMove(p *rules.Position, text string, err error) string {
	switch {
	case errors.Is(err, rules.ErrAmbiguousMove):
		return fmt.Sprintf("Ambiguous move (%s).", text)
	case p.MustCapture():
		return fmt.Sprintf("Illegal move (%s). You must capture.", text)
	}
	return fmt.Sprintf("Illegal move (%s).", text)
}

// promotionOf is the piece that a player's pawns become when he does not say.
func promotionOf(p *world.Player) rules.PieceType {
	return [...]rules.PieceType{rules.Queen, rules.Rook, rules.Bishop, rules.Knight}[p.Vars[world.VarPromote]&3]
}

package commands

import (
	"errors"
	"fmt"
	"strings"

	"epicenter/rules"
	"epicenter/server/world"
)

// isMove tells whether a line that looks like a move is to be taken as one:
// coordinates always, the rest when the typist plays or no command has that
// name (docs/protocol.md §2.1 item 5).
func (cs *Commands) isMove(t *world.Turn, text string) bool {
	if t.Me().Game != 0 || isCoordinates(text) {
		return true
	}
	cmd, matches := cs.find(text, t.Me())
	return cmd == nil && len(matches) == 0
}

// isCoordinates tells moves such as e2e4, e2-e4 and e7e8=q from other forms.
func isCoordinates(text string) bool {
	isSquare := func(s string) bool {
		return len(s) >= 2 && s[0] >= 'a' && s[0] <= 'h' && s[1] >= '1' && s[1] <= '8'
	}
	if !isSquare(text) {
		return false
	}
	return isSquare(strings.TrimPrefix(text[2:], "-"))
}

// isMoveOf tells whether a held-up session may still play this line: a move in
// its game.
func isMoveOf(t *world.Turn, s *world.Session, text string) bool {
	p := t.SeePlayer(s.Key)
	return s.Question == nil && p != nil && p.Game != 0 && rules.LooksLikeMove(text)
}

// move plays a move in the typist's game (docs/protocol.md §3.2).
func move(t *world.Turn, text string) {
	t.SetCode(codeMove)
	me := t.Me()
	g := t.SeeGame(me.Game)
	if g == nil {
		t.SetCode(codeNotPlaying)
		t.Cost(1)
		t.Print("You are not playing or examining a game.\n")
		return
	}
	if why := refusal(g, me); why != "" {
		t.Print(why + "\n")
		t.Tell(world.BoardShown{Board: t.Board(g, world.BoardRefused)}, me.Session)
		return
	}
	m, err := g.Position.ParseMove(text, rules.MoveText{
		CaseMatters: t.Typist().IVars.Has(world.IMoveCase),
		Promotion:   promotionOf(me),
	})
	if err != nil {
		t.Cost(1)
		refuse(t, g, me, text, err)
		return
	}
	t.Move(t.Game(me.Game), m)
}

// refusal says why no move of this player can be taken now.
func refusal(g *world.Game, me *world.Player) string {
	switch {
	case g.WaitsUntil > 0:
		return "Your opponent is not back yet. The clocks stand until then."
	case g.Record.Paused:
		return `The clock is paused, use "unpause" to resume.`
	case g.ColourOf(me.Key) != g.ToMove():
		return "It is not your move."
	}
	return ""
}

// refuse answers a move that cannot be played, with the board as it is.
func refuse(t *world.Turn, g *world.Game, me *world.Player, text string, err error) {
	if errors.Is(err, rules.ErrAmbiguousMove) {
		t.PrintRaw(fmt.Sprintf("Ambiguous move (%s).\n", text))
	} else {
		t.PrintRaw(fmt.Sprintf("Illegal move (%s).\n", text))
	}
	t.Tell(world.BoardShown{Board: t.Board(g, world.BoardRefused)}, me.Session)
}

// promotionOf is the piece that a player's pawns become when he does not say.
func promotionOf(p *world.Player) rules.PieceType {
	return [...]rules.PieceType{rules.Queen, rules.Rook, rules.Bishop, rules.Knight}[p.Vars[world.VarPromote]&3]
}

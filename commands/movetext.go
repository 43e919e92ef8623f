package commands

import (
	"errors"
	"strings"

	"epicenter/rules"
	"epicenter/server/world"
)

// readMove reads what a person has typed as a move in a position, under his
// settings; smartmove lets one square be enough (docs/protocol.md §6.3).
func readMove(p *rules.Position, me *world.Player, ivars world.IVars, text string) (rules.Move, error) {
	o := rules.MoveText{CaseMatters: ivars.Has(world.IMoveCase), Promotion: promotionOf(me)}
	m, err := p.ParseMove(text, o)
	if err == nil || !ivars.Has(world.ISmartMove) || !isSquare(text) || errors.Is(err, rules.ErrAmbiguousMove) {
		return m, err
	}
	to := oneSquareMoves(p, text, o.Promotion, rules.Move.To)
	if len(to) == 0 {
		to = oneSquareMoves(p, text, o.Promotion, rules.Move.From)
	}
	switch len(to) {
	case 0:
		return m, err
	case 1:
		return to[0], nil
	}
	ambiguous := &rules.MoveError{Text: text, Err: rules.ErrAmbiguousMove}
	for _, m := range to {
		ambiguous.Readings = append(ambiguous.Readings, p.SAN(m))
	}
	return rules.NoMove, ambiguous
}

// isSquare tells whether a text is a square and nothing else.
func isSquare(text string) bool {
	return len(text) == 2 && text[0]|0x20 >= 'a' && text[0]|0x20 <= 'h' && text[1] >= '1' && text[1] <= '8'
}

// oneSquareMoves are the legal moves to, or from, a square, promotions to one kind
// of piece alone.
func oneSquareMoves(p *rules.Position, square string, promotion rules.PieceType, end func(rules.Move) rules.Square) (found []rules.Move) {
	square = strings.ToLower(square)
	for _, m := range p.AppendMoves(nil) {
		if !m.IsDrop() && end(m).String() == square && (m.Promotion() == rules.NoPieceType || m.Promotion() == promotion) {
			found = append(found, m)
		}
	}
	return found
}

// keepPremove keeps a move that came out of turn until the opponent has moved
// (iset premove, docs/protocol.md §6.3); a later one takes its place.
func keepPremove(t *world.Turn, g *world.Game, text string) {
	t.Player(t.Me().Key).Premove = world.Premove{Game: g.Record.ID, Plies: g.Plies(), Text: text}
	t.PrintRaw("Premove " + text + " kept.\n")
}

// playPremove plays the move that the side now to move has sent ahead, if it is
// legal after what the opponent has played; if not, its sender is told as if he
// had typed it now.
func playPremove(t *world.Turn, number int) {
	for g := t.SeeGame(number); g != nil; g = t.SeeGame(number) {
		p := t.SeePlayer(g.KeyOf(g.ToMove()))
		if !p.Online() || p.Premove.Game != g.Record.ID || p.Premove.Plies+1 != g.Plies() {
			return
		}
		text := p.Premove.Text
		t.Player(p.Key).Premove = world.Premove{}
		ivars := t.SeeSession(p.Session).IVars
		if !ivars.Has(world.IPremove) {
			return
		}
		m, err := readMove(&g.Position, p, ivars, text)
		if err != nil {
			t.TellPlayer(p.Key, world.Note{Text: badMove(&g.Position, text, err)})
			return
		}
		t.Move(t.Game(number), m)
	}
}

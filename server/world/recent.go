package world

import "epicenter/rules"

// HalfMove is a half-move as tables of moves show it.
type HalfMove struct {
	SAN   string
	Spent int64 // ms charged for it
}

// recent are the last half-moves of a game, the newest last; style 9 shows four
// (docs/protocol.md §9).
type recent [4]HalfMove

// list are those that there are, if so many have been played.
func (r recent) list(plies int) []HalfMove {
	n := min(plies, len(r))
	return append(make([]HalfMove, 0, n), r[len(r)-n:]...)
}

// noteMove notes what is shown of a half-move, before it changes the position.
func (g *Game) noteMove(p *rules.Position, m rules.Move, spent int64) {
	g.lastSAN, g.lastVerbose, g.blast = p.SAN(m), p.Verbose(m), p.Blasted(m)
	g.fed = p.Fed(m)
	g.lastSmith = smith(g.Variant, p, m)
	copy(g.recent[:], g.recent[1:])
	g.recent[len(g.recent)-1] = HalfMove{g.lastSAN, spent}
}

// smith writes a half-move as <d1> does: from, to, then the man taken in small
// and the man promoted to in large letters, or E for a capture in passing, c or C
// for castling short or long (docs/protocol.md §7.4). Only games of plain chess
// are told in differences; whatever else the men may do is shown by whole boards.
func smith(v *rules.Variant, p *rules.Position, m rules.Move) string {
	if v.Type != "" {
		return ""
	}
	if m.IsCastle() {
		if p.Verbose(m) == "o-o" {
			return [2]string{"e1g1c", "e8g8c"}[p.Turn()]
		}
		return [2]string{"e1c1C", "e8c8C"}[p.Turn()]
	}
	s := m.From().String() + m.To().String()
	if m.IsEnPassant() {
		return s + "E"
	}
	if t := p.Captured(m).Type(); t != rules.NoPieceType {
		s += string("?pnbrqk"[t])
	}
	if t := m.Promotion(); t != rules.NoPieceType {
		s += t.String()
	}
	return s
}

package rules

import "strings"

// SAN returns the move in standard algebraic notation with its marks: + for
// check, # for mate or an exploded king (rules/RULES.md §6). The move must be legal.
func (p *Position) SAN(m Move) string {
	if m == NoMove {
		return "none"
	}
	next := p.Play(m)
	return p.sanBody(m) + next.mark()
}

// mark is what SAN adds when the opponent is to move here.
func (p *Position) mark() string {
	switch p.Outcome().Reason {
	case KingExploded, Checkmate:
		return "#"
	}
	if p.InCheck() {
		return "+"
	}
	return ""
}

func (p *Position) sanBody(m Move) string {
	if m.IsDrop() {
		return m.String()
	}
	if m.IsCastle() {
		if p.castlesShort(m) {
			return "O-O"
		}
		return "O-O-O"
	}
	t := p.At(m.From()).Type()
	s := ""
	if t != Pawn {
		s = t.String() + p.origin(m, t)
	} else if p.captures(m) {
		s = string(rune('a' + m.From().File()))
	}
	if p.captures(m) {
		s += "x"
	}
	s += m.To().String()
	if promotion := m.Promotion(); promotion != NoPieceType {
		s += "=" + promotion.String()
	}
	return s
}

// origin returns what tells a piece from its twins that can legally make the
// same move: the file if that is enough, else the rank, else both.
func (p *Position) origin(m Move, t PieceType) string {
	from := m.From()
	twin, sameFile, sameRank := false, false, false
	for _, other := range p.AppendMoves(make([]Move, 0, MaxMoves)) {
		s := other.From()
		if other.To() != m.To() || s == from || p.At(s).Type() != t {
			continue
		}
		twin = true
		sameFile = sameFile || s.File() == from.File()
		sameRank = sameRank || s.Rank() == from.Rank()
	}
	name := from.String()
	switch {
	case !twin:
		return ""
	case !sameFile:
		return name[:1]
	case !sameRank:
		return name[1:]
	}
	return name
}

// UCI returns the move in coordinates as files and engines write it: "e2e4",
// "a7a8q", a drop "N@f3"; a castling is the king's move of two squares, and in the
// 960 variants the king taking its own rook.
func (p *Position) UCI(m Move) string {
	if !m.IsCastle() || p.traits.has(freeCastles) {
		return m.String()
	}
	kingTo, _ := p.castlingSquares(m.From(), m.To())
	return m.From().String() + kingTo.String()
}

// ParseUCI reads what UCI writes and nothing else. The error is a *MoveError
// around ErrNotAMove or ErrIllegalMove.
func (p *Position) ParseUCI(s string) (Move, error) {
	for _, m := range p.AppendMoves(make([]Move, 0, MaxMoves)) {
		if p.UCI(m) == s {
			return m, nil
		}
	}
	if !isCoordinates(s) {
		return NoMove, &MoveError{Text: s, Err: ErrNotAMove}
	}
	return NoMove, &MoveError{Text: s, Err: ErrIllegalMove}
}

func isCoordinates(s string) bool {
	if len(s) == 4 && s[1] == '@' {
		_, err := ParseSquare(s[2:])
		return err == nil && strings.IndexByte("PNBRQ", s[0]) >= 0
	}
	if len(s) == 5 && ParsePieceType(s[4]) > Pawn && s[4] >= 'a' {
		s = s[:4]
	}
	return len(s) == 4 && isFile(s[0]) && isRank(s[1]) && isFile(s[2]) && isRank(s[3])
}

// Verbose returns the move as field 27 of style 12 has it (docs/protocol.md
// §7.2): "P/e2-e4", "P/e7-e8=Q", "N/@@-f3", "o-o", "o-o-o"; "none" for NoMove.
func (p *Position) Verbose(m Move) string {
	switch {
	case m == NoMove:
		return "none"
	case m.IsDrop():
		return m.Dropped().String() + "/@@-" + m.To().String()
	case m.IsCastle() && p.castlesShort(m):
		return "o-o"
	case m.IsCastle():
		return "o-o-o"
	}
	s := p.At(m.From()).Type().String() + "/" + m.From().String() + "-" + m.To().String()
	if t := m.Promotion(); t != NoPieceType {
		s += "=" + t.String()
	}
	return s
}

package rules

// Losers (rules/RULES.md §2.7): chess with compulsory captures, in which a bare
// king, mate and stalemate win for whoever suffers them.

var losersHooks = hooks{losersMoves, chessInCheck, chessEnPassant, losersEnd, alwaysWins}

// losersMoves lists the legal captures and, only if there is none, the other legal
// moves; nothing once a side has been reduced to its king.
func losersMoves(p *Position, dst []Move) []Move {
	if _, over := losersBare(p); over {
		return dst
	}
	return losersAnyMoves(p, dst)
}

func losersAnyMoves(p *Position, dst []Move) []Move {
	var g chessGen
	if !g.look(p) {
		return dst
	}
	none := len(dst)
	dst = g.appendOnto(dst, g.prey)
	dst = g.appendEnPassant(dst)
	if len(dst) > none {
		return dst
	}
	dst = g.appendOnto(dst, ^g.occupied)
	return g.appendCastles(dst)
}

// losersBare returns the side that has nothing but its king. Both are bare in no
// game; in a FEN the side that has just moved comes first.
func losersBare(p *Position) (Color, bool) {
	for _, c := range [...]Color{p.turn.Other(), p.turn} {
		if p.men(c)&^p.kings() == 0 {
			return c, true
		}
	}
	return 0, false
}

func losersEnd(p *Position) Outcome {
	if c, over := losersBare(p); over {
		return Outcome{WinFor(c), LostAllMaterial}
	}
	var buf [MaxMoves]Move
	switch {
	case len(losersAnyMoves(p, buf[:0])) > 0:
		return Outcome{}
	case chessInCheck(p):
		return Outcome{WinFor(p.turn), Checkmate}
	}
	return Outcome{WinFor(p.turn), Stalemate}
}

package rules

// Crazyhouse (rules/RULES.md §2.4): chess in which a taken man changes sides and may
// be dropped on an empty square instead of a move. hand.go keeps what is held.

var crazyhouseHooks = hooks{crazyhouseMoves, chessInCheck, chessEnPassant, crazyhouseEnd, alwaysWins}

func crazyhouseMoves(p *Position, dst []Move) []Move {
	var g chessGen
	if !g.look(p) {
		return dst
	}
	dst = g.appendAll(dst)
	if p.hands[p.turn&1] == 0 {
		return dst
	}
	return p.appendDrops(dst, g.evasions&^g.occupied)
}

// crazyhouseEnd knows mate and stalemate with the hands as they are; material
// never decides, since nothing that is taken is lost.
func crazyhouseEnd(p *Position) Outcome {
	var buf [MaxMoves]Move
	switch {
	case len(crazyhouseMoves(p, buf[:0])) > 0:
		return Outcome{}
	case chessInCheck(p):
		return Outcome{WinFor(p.turn.Other()), Checkmate}
	}
	return Outcome{Draw, Stalemate}
}

// alwaysWins is the flag rule of the variants in which any man may still win
// (rules/RULES.md §3).
func alwaysWins(*Position, Color) bool { return true }

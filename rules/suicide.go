package rules

// Suicide (rules/RULES.md §2.6): captures are compulsory, kings are men like others,
// and who has nothing left, or cannot move and has less, wins.

var suicideHooks = hooks{suicideMoves, suicideInCheck, suicideEnPassant, suicideEnd, alwaysWins}

// suicideMoves lists the captures and, only if there is none, the other moves.
// Nothing can be illegal beyond that.
func suicideMoves(p *Position, dst []Move) []Move {
	occupied := p.occupied()
	us := p.men(p.turn)
	them := occupied ^ us
	if them == 0 {
		return dst // the game is over
	}
	none := len(dst)
	dst = p.appendFreely(dst, us, them, occupied)
	dst = p.appendPawnCaptures(dst, us, them)
	if len(dst) > none {
		return dst
	}
	dst = p.appendFreely(dst, us, ^occupied, occupied)
	pawns := p.pawns() & us
	dst = appendPushes(dst, pawns, p.turn, occupied, ^bitboard(0))
	ahead := pawnSteps[p.turn&1].ahead
	return appendKingPromotions(dst, pawns.step(ahead)&^occupied, ahead)
}

// appendFreely appends the moves of all but the pawns onto the targets; there is
// no king to be minded, so nothing is pinned.
func (p *Position) appendFreely(dst []Move, us, targets, occupied bitboard) []Move {
	for b := p.kings() & us; b != 0; b &= b - 1 {
		from := b.first()
		dst = appendTo(dst, from, tables.king[from&63]&targets)
	}
	return p.appendPieceMoves(dst, 0, us, 0, targets, occupied)
}

// appendPawnCaptures appends captures of pawns, en passant too.
func (p *Position) appendPawnCaptures(dst []Move, us, them bitboard) []Move {
	steps := &pawnSteps[p.turn&1]
	left, right := pawnCaptures(p.pawns()&us, p.turn, them)
	dst = appendCaptures(dst, left, steps.left)
	dst = appendCaptures(dst, right, steps.right)
	dst = appendKingPromotions(dst, left, steps.left)
	dst = appendKingPromotions(dst, right, steps.right)
	for b := p.enPassantPawns(); b != 0; b &= b - 1 {
		dst = append(dst, newMove(b.first(), p.passed, kindEnPassant))
	}
	return dst
}

// appendKingPromotions appends the fifth choice of pawns that arrive on a last
// rank.
func appendKingPromotions(dst []Move, onto bitboard, step int) []Move {
	for b := onto & lastRanks; b != 0; b &= b - 1 {
		to := b.first()
		dst = append(dst, newMove(to-Square(step), to, uint16(King)))
	}
	return dst
}

func suicideInCheck(*Position) bool { return false }

func suicideEnPassant(*Position) bool { return true }

// suicideEnd asks first who has lost all, then who cannot move, then for the two
// bishops that can never meet.
func suicideEnd(p *Position) Outcome {
	for c := range [...]Color{White, Black} {
		if p.men(Color(c)) == 0 {
			return Outcome{WinFor(Color(c)), LostAllMaterial}
		}
	}
	var buf [MaxMoves]Move
	if len(suicideMoves(p, buf[:0])) == 0 {
		return fewerMen(p)
	}
	if p.bishopsApart() {
		return Outcome{Draw, InsufficientMaterial}
	}
	return Outcome{}
}

// fewerMen decides a stalemate.
func fewerMen(p *Position) Outcome {
	white, black := p.men(White).count(), p.men(Black).count()
	switch {
	case white < black:
		return Outcome{WhiteWins, StalemateFewerPieces}
	case black < white:
		return Outcome{BlackWins, StalemateFewerPieces}
	}
	return Outcome{Draw, StalemateEqualPieces}
}

// bishopsApart says whether each side has a bishop and nothing else, on squares of
// different colours.
func (p *Position) bishopsApart() bool {
	all, bishops := p.occupied(), p.of(Bishop)
	return all == bishops && p.men(White).count() == 1 && p.men(Black).count() == 1 && (all&darkSquares).count() == 1
}

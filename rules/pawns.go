package rules

// pawnSteps are one step ahead and the two capturing steps of each side.
var pawnSteps = [2]struct{ ahead, left, right int }{
	White: {8, 7, 9},
	Black: {-8, -9, -7},
}

// jumpedRank is where a pawn stands after the first of two steps.
var jumpedRank = [2]bitboard{White: rank3, Black: rank6}

// appendPushes appends the quiet moves of pawns that end on allowed squares.
func appendPushes(dst []Move, pawns bitboard, side Color, occupied, allowed bitboard) []Move {
	ahead := pawnSteps[side&1].ahead
	once := pawns.step(ahead) &^ occupied
	twice := (once & jumpedRank[side&1]).step(ahead) &^ occupied & allowed
	once &= allowed
	for b := once &^ lastRanks; b != 0; b &= b - 1 {
		to := b.first()
		dst = append(dst, newMove(to-Square(ahead), to, kindPlain))
	}
	for ; twice != 0; twice &= twice - 1 {
		to := twice.first()
		dst = append(dst, newMove(to-Square(2*ahead), to, kindDoublePush))
	}
	for b := once & lastRanks; b != 0; b &= b - 1 {
		to := b.first()
		dst = appendPromotions(dst, to-Square(ahead), to)
	}
	return dst
}

// pawnCaptures returns where the pawns can take towards the a-file and towards
// the h-file.
func pawnCaptures(pawns bitboard, side Color, targets bitboard) (left, right bitboard) {
	steps := &pawnSteps[side&1]
	return (pawns &^ fileA).step(steps.left) & targets, (pawns &^ fileH).step(steps.right) & targets
}

// appendCaptures appends captures onto a set of squares, each by the pawn that
// stands back from it by step.
func appendCaptures(dst []Move, onto bitboard, step int) []Move {
	for b := onto &^ lastRanks; b != 0; b &= b - 1 {
		to := b.first()
		dst = append(dst, newMove(to-Square(step), to, kindPlain))
	}
	for b := onto & lastRanks; b != 0; b &= b - 1 {
		to := b.first()
		dst = appendPromotions(dst, to-Square(step), to)
	}
	return dst
}

func appendPromotions(dst []Move, from, to Square) []Move {
	return append(dst,
		newMove(from, to, uint16(Queen)), newMove(from, to, uint16(Rook)),
		newMove(from, to, uint16(Bishop)), newMove(from, to, uint16(Knight)))
}

// appendTo appends plain moves of the man on from to each target.
func appendTo(dst []Move, from Square, targets bitboard) []Move {
	for ; targets != 0; targets &= targets - 1 {
		dst = append(dst, newMove(from, targets.first(), kindPlain))
	}
	return dst
}

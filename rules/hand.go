package rules

import "strings"

// Men in hand (rules/RULES.md §2.4), for the variants that drop them.

// hand counts the men that a side holds, six bits a kind.
type hand uint32

// maxHeld is how many men of one kind a hand has room for. Two boards of
// bughouse cannot bring more than 32 pawns together.
const maxHeld = 63

func (h hand) count(t PieceType) int { return int(h >> (6 * (t - Pawn)) & maxHeld) }

// one is a single man of a kind, to be added or subtracted.
func one(t PieceType) hand { return 1 << (6 * (t - Pawn)) }

// Hand returns how many men of a kind a side may drop; 0 for kings and in
// variants without drops.
func (p *Position) Hand(c Color, t PieceType) int {
	if t < Pawn || t > Queen {
		return 0
	}
	return p.hands[c&1].count(t)
}

// Holding returns what a side may drop as <b1> lists it: capital letters in the
// order P N B R Q, as many as there are (docs/protocol.md §7.3).
func (p *Position) Holding(c Color) string {
	var b strings.Builder
	for t := Pawn; t <= Queen; t++ {
		for range p.Hand(c, t) {
			b.WriteByte(t.Byte())
		}
	}
	return b.String()
}

// Fed returns the man that a hand receives when m is played here, in the colour
// of whoever may drop it; NoPiece if none does. In crazyhouse that is the mover,
// in bughouse his partner, who has the other colour on the other board. What came
// from a promotion is a pawn again.
func (p *Position) Fed(m Move) Piece {
	taken := p.Captured(m)
	if taken == NoPiece || !p.traits.has(drops) || m.IsDrop() {
		return NoPiece
	}
	t, to := taken.Type(), p.turn
	if !m.IsEnPassant() && p.promoted.has(m.To()) {
		t = Pawn
	}
	if p.traits.has(partners) {
		to = p.turn.Other()
	}
	return PieceOf(to, t)
}

// Give returns the position after a side has received a man in hand, as partners
// in bughouse do. It changes nothing if that man is no man that can be held.
func (p *Position) Give(man Piece) Position {
	q := *p
	if t := man.Type(); t >= Pawn && t <= Queen && p.traits.has(drops) {
		q.hold(man.Color(), t)
	}
	return q
}

// hold puts a man into a hand that has room for it.
func (p *Position) hold(c Color, t PieceType) {
	if n := p.hands[c&1].count(t); n < maxHeld {
		p.hands[c&1] += one(t)
		p.key ^= keys.hand[c&1][t][n] ^ keys.hand[c&1][t][n+1]
	}
}

// take takes one out of it.
func (p *Position) take(c Color, t PieceType) {
	n := p.hands[c&1].count(t)
	p.hands[c&1] -= one(t)
	p.key ^= keys.hand[c&1][t&7][n] ^ keys.hand[c&1][t&7][(n-1)&maxHeld]
}

// moveOrDrop sets q to p after m where taken men come back.
func (q *Position) moveOrDrop(p *Position, m Move) {
	if m.IsDrop() {
		q.drop(p, m.Dropped(), m.To())
		return
	}
	q.move(p, m)
	if m.IsCastle() {
		return
	}
	if fed := p.Fed(m); fed != NoPiece && !p.traits.has(partners) {
		q.hold(fed.Color(), fed.Type())
	}
	// The mark goes where the man goes; a captured one's is gone.
	marked := p.promoted.has(m.From()) || m.Promotion() != NoPieceType
	q.promoted &^= bit(m.From()) | bit(m.To())
	if marked {
		q.promoted |= bit(m.To())
	}
}

// drop puts a man from the hand on the board. It cannot be taken back by moves, so
// the half-move clock starts again (rules/RULES.md §5).
func (q *Position) drop(p *Position, t PieceType, to Square) {
	*q = *p
	q.pass()
	q.half = 0
	q.take(p.turn, t)
	code := codeOf[t&7] | uint(p.turn)<<3
	q.put(to, code)
	q.key ^= keys.man[code&15][to&63]
}

// appendDrops appends the drops of the side to move onto the targets, which must
// be empty; pawns not onto the first and last rank.
func (p *Position) appendDrops(dst []Move, targets bitboard) []Move {
	for t, held := Pawn, p.hands[p.turn&1]; t <= Queen && held != 0; t, held = t+1, held>>6 {
		if held&maxHeld == 0 {
			continue
		}
		onto := targets
		if t == Pawn {
			onto &^= lastRanks
		}
		for ; onto != 0; onto &= onto - 1 {
			dst = append(dst, newDrop(t, onto.first()))
		}
	}
	return dst
}

// cutHand takes what is held off the board field of a FEN: "…RNBQKBNR[Pn]", or
// "…RNBQKBNR/Pn" as some programs write it.
func (p *Position) cutHand(field string) (board, held string, err error) {
	board, held, found := strings.Cut(field, "[")
	if found {
		held, found = strings.CutSuffix(held, "]")
		switch {
		case !p.traits.has(drops):
			return "", "", fenError("hand", "%s has no men in hand; leave %q out", p.Variant().Name, field[len(board):])
		case !found:
			return "", "", fenError("hand", "%q does not end with ]", field[len(board):])
		}
		return board, held, nil
	}
	if at := strings.LastIndexByte(field, '/'); p.traits.has(drops) && strings.Count(field, "/") == 8 {
		return field[:at], field[at+1:], nil
	}
	return field, "", nil
}

func (p *Position) readHand(held string) error {
	for _, r := range held {
		t := NoPieceType
		if r < 0x80 {
			t = ParsePieceType(byte(r))
		}
		if t == NoPieceType || t == King {
			return fenError("hand", "%q cannot be held; men in hand are P N B R Q for White, p n b r q for Black", r)
		}
		c := White
		if r >= 'a' {
			c = Black
		}
		if p.hands[c].count(t) == maxHeld {
			return fenError("hand", "more than %d times %q", maxHeld, r)
		}
		p.hands[c] += one(t)
	}
	return nil
}

// markPromoted notes a ~ behind a man of a FEN.
func (p *Position) markPromoted(rank, file int) error {
	if !p.traits.has(drops) {
		return fenError("board", "'~' in rank %d: %s does not tell promoted men apart; leave it out", rank+1, p.Variant().Name)
	}
	if file < 0 || file > 7 {
		return fenError("board", "'~' in rank %d stands behind no man", rank+1)
	}
	s := SquareAt(file, rank)
	if t := p.At(s).Type(); t < Knight || t > Queen || p.promoted.has(s) {
		return fenError("board", "'~' in rank %d stands behind no knight, bishop, rook or queen", rank+1)
	}
	p.promoted |= bit(s)
	return nil
}

// writeHands writes the hands as FENs have them: Q R B N P, White's first.
func (p *Position) writeHands(b *strings.Builder) {
	if !p.traits.has(drops) {
		return
	}
	b.WriteByte('[')
	for c, h := range p.hands {
		for t := Queen; t >= Pawn; t-- {
			for range h.count(t) {
				b.WriteByte(PieceOf(Color(c), t).Byte())
			}
		}
	}
	b.WriteByte(']')
}

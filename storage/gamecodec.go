package storage

import (
	"encoding/binary"
	"fmt"
	"slices"
)

// gameVersion is the first byte of every game record. A record is
//
//	version, flags                        one byte each
//	id                                    uvarint
//	number, started, ended                varint
//	variant, start FEN, type, category,
//	result, reason, end                   length as uvarint, bytes
//	White, Black: handle, rating, state,
//	base, inc, clock                      string, varint, byte, varints
//	count of moves                        uvarint
//	each move: move, spent, clock         2 bytes little-endian, varint, varint
//
// A move's clock is stored as its difference from what base, spent and
// increment make one expect, which is nearly always 0: a half-move takes 4 to 6
// bytes. All differences wrap, so that every value survives.
const gameVersion = 1

const (
	flagRated = 1 << iota
	flagPrivate
	flagNoEscape
	flagPaused
	flagWhiteRegistered
	flagBlackRegistered
	flagsKnown = 1<<iota - 1
)

// minMove is the fewest bytes that a move can take; it bounds what a damaged
// count of moves can make DecodeGame allocate.
const minMove = 4

// EncodeGame appends the record of a game to dst. It is called at every
// half-move of every game, so it neither reflects nor allocates beyond dst.
func EncodeGame(dst []byte, g *Game) []byte {
	dst = slices.Grow(dst, 256+6*len(g.Moves))
	dst = append(dst, gameVersion, gameFlags(g))
	dst = binary.AppendUvarint(dst, g.ID)
	dst = binary.AppendVarint(dst, int64(g.Number))
	dst = binary.AppendVarint(dst, g.Started)
	dst = binary.AppendVarint(dst, g.Ended)
	dst = appendString(dst, g.Variant)
	dst = appendString(dst, g.StartFEN)
	dst = appendString(dst, g.Type)
	dst = appendString(dst, g.Category)
	dst = appendString(dst, g.Result)
	dst = appendString(dst, g.Reason)
	dst = appendString(dst, g.End)
	dst = appendSide(dst, &g.White)
	dst = appendSide(dst, &g.Black)
	dst = binary.AppendUvarint(dst, uint64(len(g.Moves)))
	clocks := expectClocks(g)
	for i := range g.Moves {
		m := &g.Moves[i]
		dst = binary.LittleEndian.AppendUint16(dst, m.Move)
		dst = binary.AppendVarint(dst, m.Spent)
		dst = binary.AppendVarint(dst, m.Clock-clocks.next(i, m.Spent))
		clocks.left[i&1] = m.Clock
	}
	return dst
}

// expected follows the two clocks through the moves; index 0 belongs to whoever
// moved first, which from some start positions is Black. A wrong guess costs a
// few bytes at the first move and nothing after it.
type expected struct{ left, inc [2]int64 }

func expectClocks(g *Game) expected {
	return expected{
		left: [2]int64{g.White.Base, g.Black.Base},
		inc:  [2]int64{g.White.Inc, g.Black.Inc},
	}
}

func (e *expected) next(ply int, spent int64) int64 {
	return e.left[ply&1] - spent + e.inc[ply&1]
}

func gameFlags(g *Game) byte {
	var f byte
	for _, s := range [...]struct {
		set bool
		bit byte
	}{
		{g.Rated, flagRated},
		{g.Private, flagPrivate},
		{g.NoEscape, flagNoEscape},
		{g.Paused, flagPaused},
		{g.White.Registered, flagWhiteRegistered},
		{g.Black.Registered, flagBlackRegistered},
	} {
		if s.set {
			f |= s.bit
		}
	}
	return f
}

func appendString(dst []byte, s string) []byte {
	return append(binary.AppendUvarint(dst, uint64(len(s))), s...)
}

func appendSide(dst []byte, s *Side) []byte {
	dst = appendString(dst, s.Handle)
	dst = binary.AppendVarint(dst, int64(s.Rating))
	dst = append(dst, s.State)
	dst = binary.AppendVarint(dst, s.Base)
	dst = binary.AppendVarint(dst, s.Inc)
	return binary.AppendVarint(dst, s.Clock)
}

// DecodeGame reads a record of EncodeGame. Whatever is not one, or is one with
// bytes left over, is ErrBadRecord; a later version of the record says so. It
// keeps no reference to b.
func DecodeGame(b []byte) (*Game, error) {
	r := unpacker{b: b}
	if v := r.byte(); v != gameVersion {
		if v > gameVersion {
			return nil, fmt.Errorf("game record of version %d, newest known is %d: %w", v, gameVersion, ErrBadRecord)
		}
		return nil, fmt.Errorf("game record of %d bytes without a version: %w", len(b), ErrBadRecord)
	}
	g := new(Game)
	r.flags(g)
	g.ID = r.uvarint()
	g.Number = r.int()
	g.Started = r.varint()
	g.Ended = r.varint()
	for _, s := range []*string{&g.Variant, &g.StartFEN, &g.Type, &g.Category, &g.Result, &g.Reason, &g.End} {
		*s = r.string()
	}
	r.side(&g.White)
	r.side(&g.Black)
	r.moves(g)
	if len(r.b) > 0 {
		r.fail("bytes after the last move")
	}
	if r.problem != "" {
		return nil, fmt.Errorf("game %d: %s at byte %d: %w", g.ID, r.problem, len(b)-len(r.b), ErrBadRecord)
	}
	return g, nil
}

// unpacker takes values from the front of b. After the first problem it gives
// zeros and stays where it was.
type unpacker struct {
	b       []byte
	problem string
}

func (r *unpacker) fail(problem string) {
	if r.problem == "" {
		r.problem = problem
	}
}

// take returns the next n bytes, or nil when there are fewer.
func (r *unpacker) take(n uint64) []byte {
	if r.problem == "" && n > uint64(len(r.b)) {
		r.fail("record ends early")
	}
	if r.problem != "" {
		return nil
	}
	head := r.b[:n]
	r.b = r.b[n:]
	return head
}

func (r *unpacker) byte() byte {
	if b := r.take(1); b != nil {
		return b[0]
	}
	return 0
}

func (r *unpacker) uvarint() uint64 {
	v, n := binary.Uvarint(r.b)
	if n <= 0 {
		r.fail("number cut off or too long")
	}
	if r.problem != "" {
		return 0
	}
	r.b = r.b[n:]
	return v
}

func (r *unpacker) varint() int64 {
	u := r.uvarint()
	return int64(u>>1) ^ -int64(u&1)
}

func (r *unpacker) int() int {
	v := r.varint()
	if int64(int(v)) != v {
		r.fail("number too large for this machine")
		return 0
	}
	return int(v)
}

func (r *unpacker) string() string { return string(r.take(r.uvarint())) }

func (r *unpacker) flags(g *Game) {
	f := r.byte()
	if f&^flagsKnown != 0 {
		r.fail("unknown flags")
	}
	g.Rated = f&flagRated != 0
	g.Private = f&flagPrivate != 0
	g.NoEscape = f&flagNoEscape != 0
	g.Paused = f&flagPaused != 0
	g.White.Registered = f&flagWhiteRegistered != 0
	g.Black.Registered = f&flagBlackRegistered != 0
}

func (r *unpacker) side(s *Side) {
	s.Handle = r.string()
	s.Rating = r.int()
	s.State = r.byte()
	s.Base = r.varint()
	s.Inc = r.varint()
	s.Clock = r.varint()
}

func (r *unpacker) moves(g *Game) {
	n := r.uvarint()
	if n > uint64(len(r.b)/minMove) {
		r.fail("more moves than bytes for them")
	}
	if n == 0 || r.problem != "" {
		return
	}
	g.Moves = make([]Move, n)
	clocks := expectClocks(g)
	for i := range g.Moves {
		m := &g.Moves[i]
		if b := r.take(2); b != nil {
			m.Move = binary.LittleEndian.Uint16(b)
		}
		m.Spent = r.varint()
		m.Clock = clocks.next(i, m.Spent) + r.varint()
		clocks.left[i&1] = m.Clock
	}
}

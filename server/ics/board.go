// Package ics reads what a server that speaks the language of FICS says to a
// program: boards, offers, challenges, the beginnings and ends of games, lists of
// moves (docs/protocol.md, docs/clients.md §3). Whoever plays through lines reads
// them here: the house bots, engines that are joined to a server, and tests.
package ics

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"time"

	"epicenter/rules"
)

// Relation is what a board has to do with us (docs/protocol.md §7.2 field 19).
type Relation int

// The relations that matter to a player.
const (
	StartOfList Relation = -4 // the first position of a list of moves
	TheirMove   Relation = -1
	Watching    Relation = 0
	MyMove      Relation = 1
)

// Board is a line of style 12 (docs/protocol.md §7.2).
type Board struct {
	Rows         [8]string // the eighth first
	Turn         rules.Color
	DoublePush   int     // file, -1 for none
	Castle       [4]bool // White short, White long, Black short, Black long
	Irreversible int     // half-moves since the last irreversible one
	Game         int
	Players      [2]string // by rules.Color
	Relation     Relation
	Minutes      int
	Increment    int              // seconds
	Clock        [2]time.Duration // may be negative
	MoveNumber   int
	Verbose, SAN string // "none" before the first move
	Ticking      bool
}

// ParseBoard reads a "<12>" line. Clocks are milliseconds if the time of the last
// move is (docs/clients.md §0 no. 4).
func ParseBoard(line string) (b Board, ok bool) {
	f := strings.Fields(line)
	if len(f) < 31 || f[0] != "<12>" {
		return b, false
	}
	f = f[1:]
	for i := range b.Rows {
		if b.Rows[i] = f[i]; len(f[i]) != 8 {
			return b, false
		}
	}
	var n [30]int
	for _, i := range []int{9, 10, 11, 12, 13, 14, 15, 18, 19, 20, 23, 24, 25} {
		v, err := strconv.Atoi(f[i])
		if err != nil {
			return b, false
		}
		n[i] = v
	}
	if f[8] != "W" && f[8] != "B" || n[9] < -1 || n[9] > 7 || n[25] < 1 || n[25] > 9999 || n[14] < 0 {
		return b, false
	}
	if f[8] == "B" {
		b.Turn = rules.Black
	}
	unit := time.Second
	if strings.Contains(f[27], ".") {
		unit = time.Millisecond
	}
	for i := range b.Castle {
		b.Castle[i] = n[10+i] == 1
	}
	b.DoublePush, b.Irreversible, b.Game = n[9], n[14], n[15]
	b.Players = [2]string{f[16], f[17]}
	b.Relation, b.Minutes, b.Increment = Relation(n[18]), n[19], n[20]
	b.Clock = [2]time.Duration{time.Duration(n[23]) * unit, time.Duration(n[24]) * unit}
	b.MoveNumber, b.Verbose, b.SAN = n[25], f[26], f[28]
	b.Ticking = len(f) > 30 && f[30] == "1"
	return b, true
}

// Ply is the number of half-moves before the board.
func (b *Board) Ply() int {
	n := 2 * (b.MoveNumber - 1)
	if b.Turn == rules.Black {
		n++
	}
	return n
}

// Shows tells whether a position is the one on the board.
func (b *Board) Shows(p *rules.Position) bool {
	return p.Turn() == b.Turn && p.Ply() == b.Ply() && p.Rows() == b.Rows
}

// Next finds the move that leads from a position to the board; rules.NoMove if
// there is none.
func (b *Board) Next(p *rules.Position) rules.Move {
	leads := func(m rules.Move) bool {
		next := p.Play(m)
		return b.Shows(&next)
	}
	if m, err := p.ParseMove(b.SAN, rules.MoveText{CaseMatters: true}); err == nil && leads(m) {
		return m
	}
	for _, m := range p.AppendMoves(nil) {
		if leads(m) {
			return m
		}
	}
	return rules.NoMove
}

// Position reads the board as a position of a variant. In the 960 variants the
// right to castle is taken to be with the outermost rook, as the line does not
// say which. Men in hand are not on it. What the line says and cannot be, an en
// passant or a right, is left out rather than the board.
func (b *Board) Position(v *rules.Variant) (p rules.Position, err error) {
	placement, side := b.placement(), "w"
	if b.Turn == rules.Black {
		side = "b"
	}
	rights, passed := b.rights(), b.passed()
	for _, try := range [][2]string{{rights, passed}, {rights, "-"}, {"-", "-"}} {
		fen := fmt.Sprintf("%s %s %s %s %d %d", placement, side, try[0], try[1], b.Irreversible, b.MoveNumber)
		if p, err = rules.ParseFEN(v, fen); err == nil {
			return p, nil
		}
	}
	return p, err
}

// placement is the first field of the board's FEN.
func (b *Board) placement() string {
	var fen strings.Builder
	for i, row := range b.Rows {
		if i > 0 {
			fen.WriteByte('/')
		}
		for row != "" {
			men := strings.TrimLeft(row, "-")
			if n := len(row) - len(men); n > 0 {
				fen.WriteString(strconv.Itoa(n))
				row = men
				continue
			}
			fen.WriteByte(row[0])
			row = row[1:]
		}
	}
	return fen.String()
}

func (b *Board) rights() string {
	rights := ""
	for i, c := range "KQkq" {
		if b.Castle[i] {
			rights += string(c)
		}
	}
	return cmp.Or(rights, "-")
}

// passed is the square behind a pawn that has just gone two squares.
func (b *Board) passed() string {
	switch {
	case b.DoublePush < 0:
		return "-"
	case b.Turn == rules.Black:
		return rules.SquareAt(b.DoublePush, 2).String()
	}
	return rules.SquareAt(b.DoublePush, 5).String()
}

// MoveText is a move as it is typed: coordinates, which no server mistakes for
// anything else, and castling by its sign, which no start position makes ambiguous
// (docs/protocol.md §13.2, rules/RULES.md §2.2.1).
func MoveText(p *rules.Position, m rules.Move) string {
	switch {
	case m.IsCastle():
		return strings.TrimRight(p.SAN(m), "+#")
	case m.IsDrop():
		return m.Dropped().String() + "@" + m.To().String()
	case m.Promotion() != rules.NoPieceType:
		return m.From().String() + m.To().String() + "=" + m.Promotion().String()
	}
	return p.UCI(m)
}

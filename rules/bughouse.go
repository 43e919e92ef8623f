package rules

import (
	"fmt"
	"strings"
)

// Bughouse (rules/RULES.md §2.5): crazyhouse on two boards, where what is taken on
// one may be dropped on the other. One board of it is a Position whose own hands
// are only filled by Give.

var bughouseHooks = hooks{crazyhouseMoves, chessInCheck, chessEnPassant, bughouseEnd, alwaysWins}

// bughouseEnd knows mate alone, and only where no man of any kind could ever be put
// between: the partner may still send one. A player who cannot move and is not in
// check waits (decision D6).
func bughouseEnd(p *Position) Outcome {
	var g chessGen
	var buf [MaxMoves]Move
	if !g.look(p) || g.danger.checkers == 0 || g.evasions&^g.occupied != 0 {
		return Outcome{}
	}
	if len(crazyhouseMoves(p, buf[:0])) > 0 {
		return Outcome{}
	}
	return Outcome{WinFor(p.turn.Other()), Checkmate}
}

// Bughouse is a match of two pairs on two boards. The partner of a player has the
// other colour on the other board. It is a value like Position.
type Bughouse struct {
	Boards [2]Position
}

// NewBughouse returns the beginning of a match.
func NewBughouse() Bughouse {
	p := Lookup("bughouse").Start(StandardStart)
	return Bughouse{[2]Position{p, p}}
}

// ParseBughouse reads what String writes: the FENs of both boards with a bar
// between. Errors are of type *FENError behind the number of the board.
func ParseBughouse(s string) (Bughouse, error) {
	var m Bughouse
	fens := strings.Split(s, "|")
	if len(fens) != 2 {
		return Bughouse{}, fmt.Errorf("bughouse: %d boards found; give two FENs with a | between", len(fens))
	}
	for i, fen := range fens {
		p, err := ParseFEN(Lookup("bughouse"), fen)
		if err != nil {
			return Bughouse{}, fmt.Errorf("bughouse, board %d: %w", i+1, err)
		}
		m.Boards[i] = p
	}
	return m, nil
}

// String returns the FENs of both boards with a bar between.
func (m *Bughouse) String() string { return m.Boards[0].FEN() + " | " + m.Boards[1].FEN() }

// Play returns the match after a legal move on board 0 or 1: what it takes goes to
// the partner's hand on the other one. Each board has its own turn.
func (m *Bughouse) Play(board int, move Move) Bughouse {
	next := *m
	here, there := &next.Boards[board&1], &next.Boards[board&1^1]
	fed := here.Fed(move)
	*here = here.Play(move)
	*there = there.Give(fed)
	return next
}

// Outcome returns the end of the match, which the first finished board decides for
// all four. The result is that of board 0: White there and Black on board 1 are
// partners. Board is the one that ended it, -1 while both go on.
func (m *Bughouse) Outcome() (o Outcome, board int) {
	for i := range m.Boards {
		o := m.Boards[i].Outcome()
		if !o.Over() {
			continue
		}
		if c, won := o.Result.Winner(); won && i == 1 {
			o.Result = WinFor(c.Other())
		}
		return o, i
	}
	return Outcome{}, -1
}

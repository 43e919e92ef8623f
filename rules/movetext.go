package rules

import (
	"errors"
	"fmt"
	"strings"
)

// The three ways in which a text can fail to be a move here (rules/RULES.md §6). Use
// errors.Is; the error itself is a *MoveError.
var (
	ErrNotAMove      = errors.New("not a move")
	ErrIllegalMove   = errors.New("illegal move")
	ErrAmbiguousMove = errors.New("ambiguous move")
)

// MoveError is a text that is not a legal move, with the reason.
type MoveError struct {
	Text     string
	Err      error    // ErrNotAMove, ErrIllegalMove or ErrAmbiguousMove
	Readings []string // of an ambiguous move: every SAN it could mean
}

// Error says what is wrong and, for an ambiguous move, what it could mean.
func (e *MoveError) Error() string {
	if len(e.Readings) > 0 {
		return fmt.Sprintf("%v: %q can be %s", e.Err, e.Text, strings.Join(e.Readings, " or "))
	}
	return fmt.Sprintf("%v: %q", e.Err, e.Text)
}

// Unwrap returns the reason.
func (e *MoveError) Unwrap() error { return e.Err }

// MoveText are a player's settings for the moves he types.
type MoveText struct {
	// CaseMatters makes b only the pawn and B only the bishop (iset movecase,
	// docs/protocol.md §6.3).
	CaseMatters bool
	// Promotion is what a pawn becomes when the text does not say it; a queen
	// when NoPieceType.
	Promotion PieceType
}

// ParseMove reads a move as players type it: coordinates, algebraic notation of
// every length, castling, with the rules of rules/RULES.md §6 for what is left out.
func (p *Position) ParseMove(text string, o MoveText) (Move, error) {
	if o.Promotion == NoPieceType {
		o.Promotion = Queen
	}
	readings, n := readMove(text, o.CaseMatters)
	if n == 0 {
		return NoMove, &MoveError{Text: text, Err: ErrNotAMove}
	}
	legal := p.AppendMoves(make([]Move, 0, MaxMoves))
	for i := range readings[:n] {
		switch found := p.choose(&readings[i], legal, o.Promotion); len(found) {
		case 0:
			continue // the other reading of the letter b may be legal
		case 1:
			return found[0], nil
		default:
			e := &MoveError{Text: text, Err: ErrAmbiguousMove}
			for _, m := range found {
				e.Readings = append(e.Readings, p.SAN(m))
			}
			return NoMove, e
		}
	}
	return NoMove, &MoveError{Text: text, Err: ErrIllegalMove}
}

// LooksLikeMove says whether a text has the form of a move, legal or not, so that
// a server can tell moves from commands before it looks anything up
// (docs/protocol.md §2.1 item 5). Two files alone are a pawn's capture only when
// they are neighbours: "ed" is a move, "ch" and "exa" are not.
func LooksLikeMove(text string) bool {
	_, n := readMove(text, false)
	return n > 0
}

// choose returns the legal moves that a reading means. A bare square is a push or
// a capture of a pawn and never both: a push needs it empty, and where a pawn
// takes in passing the taken one stands in the way of a push.
func (p *Position) choose(r *reading, legal []Move, promotion PieceType) []Move {
	var found []Move
	for _, m := range legal {
		if p.means(r, m, promotion) {
			found = append(found, m)
		}
	}
	return found
}

// means says whether a legal move fits a reading.
func (p *Position) means(r *reading, m Move, promotion PieceType) bool {
	if r.drop || m.IsDrop() {
		return r.drop && m.Dropped() == r.piece && r.to.fits(m.To())
	}
	if m.IsCastle() {
		return p.meansCastle(r, m)
	}
	if r.castle != noCastle || r.piece != NoPieceType && p.At(m.From()).Type() != r.piece {
		return false
	}
	if !r.from.fits(m.From()) || !r.to.fits(m.To()) {
		return false
	}
	if r.capture && !p.captures(m) || r.victim != NoPieceType && p.victim(m) != r.victim {
		return false
	}
	want := r.promotion
	if want == NoPieceType && m.Promotion() != NoPieceType {
		want = promotion
	}
	return m.Promotion() == want
}

// meansCastle accepts the signs, a king's move of two squares or more onto its
// castling square (D9), and in the 960 variants the king taking its own rook.
func (p *Position) meansCastle(r *reading, m Move) bool {
	if r.castle != noCastle {
		return r.castle == shortCastle == p.castlesShort(m)
	}
	if r.capture || r.promotion != NoPieceType || r.piece != NoPieceType && r.piece != King {
		return false
	}
	if !r.from.whole() || !r.from.fits(m.From()) {
		return false
	}
	kingTo, _ := p.castlingSquares(m.From(), m.To())
	steps := kingTo.File() - m.From().File()
	return r.to.fits(kingTo) && (steps > 1 || steps < -1) ||
		r.to.fits(m.To()) && p.traits.has(freeCastles)
}

// victim returns the kind of man a capture takes.
func (p *Position) victim(m Move) PieceType { return p.Captured(m).Type() }

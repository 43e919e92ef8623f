package rules

import "strings"

// place is a square of which file or rank may be unknown.
type place struct{ file, rank int8 }

var anywhere = place{-1, -1}

func (q place) whole() bool { return q.file >= 0 && q.rank >= 0 }

func (q place) fits(s Square) bool {
	return (q.file < 0 || int(q.file) == s.File()) && (q.rank < 0 || int(q.rank) == s.Rank())
}

type castleSign uint8

const (
	noCastle castleSign = iota
	shortCastle
	longCastle
)

// reading is what the text of a move says, before anybody looks at a board.
type reading struct {
	piece     PieceType // NoPieceType: whatever stands there (coordinates)
	from, to  place
	capture   bool      // it must capture, as an x says
	victim    PieceType // named captured man
	promotion PieceType
	castle    castleSign
	drop      bool
}

// readMove returns the one or two readings of a text, the preferred one first.
// Only a leading b or B has two: the pawn of the b-file and the bishop. With
// caseMatters the case decides; without it, it only prefers (rules/RULES.md §6, D8).
func readMove(text string, caseMatters bool) (out [2]reading, n int) {
	s := trimMarks(text)
	if sign := readCastle(s); sign != noCastle {
		out[0] = reading{castle: sign}
		return out, 1
	}
	if len(s) < 2 {
		return out, 0
	}
	if !caseMatters {
		s = unshout(s)
	}
	add := func(r reading, ok bool) {
		if ok {
			out[n] = r
			n++
		}
	}
	switch {
	case s[1] == '@':
		add(readDrop(s))
	case s[0] == 'b':
		pawn, ok := readFiled(s)
		add(pawn, ok)
		if !caseMatters && !(ok && pawn.from.whole()) { // coordinates are never a bishop's
			add(readPiece(Bishop, s[1:]))
		}
	case s[0] == 'B':
		add(readPiece(Bishop, s[1:]))
		if !caseMatters {
			add(readFiled("b" + s[1:]))
		}
	case isFile(s[0]):
		add(readFiled(s))
	case ParsePieceType(s[0]) != NoPieceType:
		add(readPiece(ParsePieceType(s[0]), s[1:]))
	}
	return out, n
}

// unshout writes the files of a move typed in capitals as files: E2E4, NF3, EXD5.
// The first letter stays when it can be a piece, unless coordinates follow it:
// those are exact (docs/cases.md 75).
func unshout(s string) string {
	for i := 1; i+1 < len(s); i++ {
		if 'A' <= s[i] && s[i] <= 'H' && '1' <= s[i+1] && s[i+1] <= '8' {
			if s[0] == 'B' && !('1' <= s[1] && s[1] <= '8') || ParsePieceType(s[0]) != NoPieceType && s[0] != 'B' {
				return s[:1] + strings.ToLower(s[1:])
			}
			return strings.ToLower(s)
		}
	}
	if isFile(s[0]+'a'-'A') && s[0] != 'B' && '1' <= s[1] && s[1] <= '8' {
		return strings.ToLower(s)
	}
	return s
}

// trimMarks takes off what may follow a move: + # ! ? and ep, e.p.
func trimMarks(s string) string {
	s = strings.TrimSpace(s)
	for {
		t := strings.TrimRight(s, "+#!?")
		for _, suffix := range []string{"e.p.", "ep"} {
			if cut := strings.TrimRight(strings.TrimSuffix(t, suffix), " "); cut != t && cut != "" {
				t = cut
			}
		}
		if t == s {
			return s
		}
		s = t
	}
}

func readCastle(s string) castleSign {
	if strings.Trim(s, "Oo0-") != "" {
		return noCastle
	}
	switch strings.ReplaceAll(strings.ToLower(s), "0", "o") {
	case "o-o", "oo":
		return shortCastle
	case "o-o-o", "ooo":
		return longCastle
	}
	return noCastle
}

// readFiled reads what begins with a file letter: coordinates, a pawn's push or
// a pawn's capture.
func readFiled(s string) (reading, bool) {
	first, rest := readPlace(s)
	if first.rank < 0 {
		return readPawnCapture(first.file, rest)
	}
	if rest == "" || rest[0] == '=' || first.rank == 0 || first.rank == 7 {
		r := reading{piece: Pawn, from: anywhere, to: first}
		if r.readPromotion(rest) {
			return r, true
		}
	}
	r := reading{from: first}
	if !r.readTarget(strings.TrimPrefix(rest, "-")) {
		return reading{}, false
	}
	return r, true
}

// readPawnCapture reads what follows the file of a capturing pawn: "xd5", "d5",
// "xd", "d". Without a rank the files must be neighbours.
func readPawnCapture(file int8, rest string) (reading, bool) {
	r := reading{piece: Pawn, from: place{file, -1}}
	whole := r.readTarget(rest)
	r.capture = true // a pawn that pushes needs no file of origin
	if whole {
		return r, true
	}
	r.to, rest = readPlace(strings.TrimPrefix(rest, "x"))
	if r.to.file < 0 || r.to.rank >= 0 || r.to.file-file != 1 && file-r.to.file != 1 {
		return reading{}, false
	}
	// A bare letter after two files would make moves of too many words.
	if rest != "" && rest[0] != '=' {
		return reading{}, false
	}
	return r, r.readPromotion(rest)
}

// readPiece reads what follows a piece's letter: a square, before it where the
// piece comes from, and an x.
func readPiece(t PieceType, s string) (reading, bool) {
	r := reading{piece: t, from: anywhere}
	if r.readTarget(s) {
		return r, r.promotion == NoPieceType || t == Pawn
	}
	from, rest := readPlace(s)
	if from == anywhere {
		return reading{}, false
	}
	r = reading{piece: t, from: from}
	ok := r.readTarget(strings.TrimPrefix(rest, "-"))
	return r, ok && (r.promotion == NoPieceType || t == Pawn)
}

// readDrop reads "N@f3" and "n@@f3". No pawn has such a text, so that b is always
// the bishop.
func readDrop(s string) (reading, bool) {
	r := reading{piece: ParsePieceType(s[0]), from: anywhere, drop: true}
	square, err := ParseSquare(strings.TrimPrefix(s[2:], "@"))
	if err != nil || r.piece == NoPieceType {
		return reading{}, false
	}
	r.to = place{int8(square.File()), int8(square.Rank())}
	return r, true
}

// readTarget reads the rest of a move from its x on: "xd5", "xPd5", "d8=Q".
func (r *reading) readTarget(s string) bool {
	s, r.capture = strings.CutPrefix(s, "x")
	if r.capture && len(s) >= 3 && isFile(s[1]) && isRank(s[2]) {
		if r.victim = ParsePieceType(s[0]); r.victim == NoPieceType {
			return false
		}
		s = s[1:]
	}
	r.to, s = readPlace(s)
	return r.to.whole() && r.readPromotion(s)
}

// readPromotion reads "", "q", "=Q" and the like, to the end of the text.
func (r *reading) readPromotion(s string) bool {
	if s == "" {
		return true
	}
	s = strings.TrimPrefix(s, "=")
	if len(s) != 1 {
		return false
	}
	r.promotion = ParsePieceType(s[0])
	return r.promotion > Pawn
}

// readPlace reads a file letter and a rank digit, either of which may be missing.
func readPlace(s string) (place, string) {
	q := anywhere
	if s != "" && isFile(s[0]) {
		q.file = int8(s[0] - 'a')
		s = s[1:]
	}
	if s != "" && isRank(s[0]) {
		q.rank = int8(s[0] - '1')
		s = s[1:]
	}
	return q, s
}

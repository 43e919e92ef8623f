package rules

import (
	"fmt"
	"sort"
	"strconv"
	"strings"
)

// reference is a slow and obvious referee of all variants, written from
// rules/RULES.md on a plain array of letters and sharing nothing with the
// package but the text of a FEN. What it says is compared with the fast code.
type reference struct {
	men              [64]byte // FEN letters, 0 = empty
	white            bool     // side to move
	rights           [2][2]int
	passed           int // square jumped over, -1 = none
	half, full       int
	atomic, freeform bool
	wild             bool
	hands, feeds     bool
	suicide, losers  bool
	promoted         [64]bool
	held             string // FEN letters
}

// Indices of rights: side (0 = White) and wing (0 = a-side).
const noRook = -1

type refMove struct {
	from, to int
	promo    byte // lower case, 0 = none
	castle   bool // to is the own rook
	passing  bool
	drop     byte // FEN letter, 0 = none
}

func isWhite(man byte) bool     { return man >= 'A' && man <= 'Z' }
func lower(man byte) byte       { return man | 0x20 }
func refName(square int) string { return string([]byte{'a' + byte(square%8), '1' + byte(square/8)}) }

func newReference(v *Variant, fen string) *reference {
	r := &reference{
		passed: -1, atomic: strings.HasPrefix(v.Name, "atomic"), freeform: strings.HasSuffix(v.Name, "960"),
		wild: strings.HasPrefix(v.Name, "wild"), hands: v.HasHands(), feeds: v.Name == "crazyhouse",
		suicide: v.Name == "suicide", losers: v.Name == "losers",
	}
	r.rights = [2][2]int{{noRook, noRook}, {noRook, noRook}}
	fields := strings.Fields(fen)
	board, held, _ := strings.Cut(fields[0], "[")
	r.held = strings.TrimSuffix(held, "]")
	for i, row := range strings.Split(board, "/") {
		square := (7 - i) * 8
		for _, c := range []byte(row) {
			if c >= '1' && c <= '8' {
				square += int(c - '0')
				continue
			}
			if c == '~' {
				r.promoted[square-1] = true
				continue
			}
			r.men[square] = c
			square++
		}
	}
	r.white = fields[1] == "w"
	for _, c := range []byte(fields[2]) {
		if c != '-' {
			r.addRight(c)
		}
	}
	if fields[3] != "-" {
		r.passed = int(fields[3][0]-'a') + 8*int(fields[3][1]-'1')
	}
	r.half, _ = strconv.Atoi(fields[4])
	r.full, _ = strconv.Atoi(fields[5])
	return r
}

func (r *reference) addRight(c byte) {
	side, row, king, rook := 0, 0, byte('K'), byte('R')
	if !isWhite(c) {
		side, row, king, rook = 1, 56, 'k', 'r'
	}
	at := r.find(king)
	chosen := noRook
	for square := row; square < row+8; square++ {
		if r.men[square] != rook {
			continue
		}
		switch lower(c) {
		case 'k':
			if square > at {
				chosen = square
			}
		case 'q':
			if square < at && chosen == noRook {
				chosen = square
			}
		default:
			if square%8 == int(lower(c)-'a') {
				chosen = square
			}
		}
	}
	wing := 0
	if chosen > at {
		wing = 1
	}
	r.rights[side][wing] = chosen
}

func (r *reference) find(man byte) int {
	for square, m := range r.men {
		if m == man {
			return square
		}
	}
	return -1
}

func (r *reference) king(white bool) int {
	if white {
		return r.find('K')
	}
	return r.find('k')
}

func near(a, b int) bool {
	df, dr := a%8-b%8, a/8-b/8
	return a != b && df >= -1 && df <= 1 && dr >= -1 && dr <= 1
}

var (
	refRook   = [][2]int{{0, 1}, {1, 0}, {0, -1}, {-1, 0}}
	refBishop = [][2]int{{1, 1}, {1, -1}, {-1, -1}, {-1, 1}}
	refKnight = [][2]int{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}
	refRoyal  = append(append([][2]int{}, refRook...), refBishop...)
)

// reach lists the squares a piece (no pawn) on from attacks.
func (r *reference) reach(from int) []int {
	steps, far := refRoyal, true
	switch lower(r.men[from]) {
	case 'r':
		steps = refRook
	case 'b':
		steps = refBishop
	case 'n':
		steps, far = refKnight, false
	case 'k':
		far = false
	case 'p':
		steps, far = [][2]int{{-1, 1}, {1, 1}}, false
		if !isWhite(r.men[from]) {
			steps = [][2]int{{-1, -1}, {1, -1}}
		}
	}
	var out []int
	for _, d := range steps {
		for f, k := from%8+d[0], from/8+d[1]; f >= 0 && f < 8 && k >= 0 && k < 8; f, k = f+d[0], k+d[1] {
			out = append(out, k*8+f)
			if r.men[k*8+f] != 0 || !far {
				break
			}
		}
	}
	return out
}

// checked says whether the king of a side, standing on square, is in check.
func (r *reference) checked(white bool, square int) bool {
	if r.suicide {
		return false
	}
	if enemy := r.king(!white); r.atomic && (enemy < 0 || near(square, enemy)) {
		return false
	}
	for from, man := range r.men {
		if man == 0 || isWhite(man) == white || r.atomic && lower(man) == 'k' {
			continue
		}
		for _, to := range r.reach(from) {
			if to == square {
				return true
			}
		}
	}
	return false
}

// pseudo lists what the men can do, whatever becomes of the king.
func (r *reference) pseudo() []refMove {
	var out []refMove
	for from, man := range r.men {
		if man == 0 || isWhite(man) != r.white {
			continue
		}
		if lower(man) == 'p' {
			out = append(out, r.pawnMoves(from)...)
			continue
		}
		for _, to := range r.reach(from) {
			if r.men[to] == 0 || isWhite(r.men[to]) != r.white {
				out = append(out, refMove{from: from, to: to})
			}
		}
	}
	return out
}

func (r *reference) pawnMoves(from int) []refMove {
	var out []refMove
	add := func(m refMove) {
		if m.to/8 != 0 && m.to/8 != 7 {
			out = append(out, m)
			return
		}
		choices := "qrbn"
		if r.suicide {
			choices = "qrbnk"
		}
		for _, promo := range []byte(choices) {
			m.promo = promo
			out = append(out, m)
		}
	}
	ahead, second := 8, 1
	if !r.white {
		ahead, second = -8, 6
	}
	if r.men[from+ahead] == 0 {
		add(refMove{from: from, to: from + ahead})
		if from/8 == second && r.men[from+2*ahead] == 0 {
			add(refMove{from: from, to: from + 2*ahead})
		}
	}
	for _, to := range r.reach(from) {
		if man := r.men[to]; man != 0 && isWhite(man) != r.white {
			add(refMove{from: from, to: to})
		}
		if to == r.passed && r.men[to] == 0 {
			add(refMove{from: from, to: to, passing: true})
		}
	}
	return out
}

// castles lists the possible castlings, rules/RULES.md §1.3 and §2.3.
func (r *reference) castles() []refMove {
	var out []refMove
	king, side := r.king(r.white), 0
	if !r.white {
		side = 1
	}
	for wing, rook := range r.rights[side] {
		if rook != noRook && !r.checked(r.white, king) && r.castleFree(king, rook, wing) {
			out = append(out, refMove{from: king, to: rook, castle: true})
		}
	}
	return out
}

func (r *reference) castleFree(king, rook, wing int) bool {
	kingTo, rookTo := r.castled(king, wing)
	for square := range 64 {
		crossed := square/8 == king/8 && (square >= min(king, kingTo) && square <= max(king, kingTo) ||
			square >= min(rook, rookTo) && square <= max(rook, rookTo))
		if crossed && square != king && square != rook && r.men[square] != 0 {
			return false
		}
	}
	away := *r
	away.men[king] = 0
	for square := min(king, kingTo) + 1; square < max(king, kingTo); square++ {
		passing := away
		passing.men[square] = r.men[king]
		if square == rook { // the king passes its own rook, which still shields it
			passing.men[square] = r.men[rook]
		}
		if passing.checked(r.white, square) {
			return false
		}
	}
	done := r.play(refMove{from: king, to: rook, castle: true})
	return !done.checked(r.white, kingTo)
}

// castled says where king and rook go, rules/RULES.md §2.3 and §2.2.1.
func (r *reference) castled(king, wing int) (kingTo, rookTo int) {
	row := king / 8 * 8
	switch {
	case r.wild && king%8 == 3 && wing == 0:
		return row + 1, row + 2
	case r.wild && king%8 == 3:
		return row + 5, row + 4
	case wing == 0:
		return row + 2, row + 3
	}
	return row + 6, row + 5
}

// play makes a move, explosion included.
func (r *reference) play(m refMove) *reference {
	next := *r
	if m.drop != 0 {
		next.men[m.to] = m.drop
		next.held = strings.Replace(r.held, string(rune(m.drop)), "", 1)
		next.passed, next.half, next.white = -1, 0, !r.white
		next.full += map[bool]int{false: 1}[r.white]
		return &next
	}
	man, taken := r.men[m.from], r.men[m.to]
	next.men[m.from] = 0
	next.passed = -1
	next.half++
	if !r.white {
		next.full++
	}
	next.white = !r.white
	if lower(man) == 'k' {
		side := 0
		if !r.white {
			side = 1
		}
		next.rights[side] = [2]int{noRook, noRook}
	}
	if m.castle {
		wing := 0
		if m.to > m.from {
			wing = 1
		}
		next.men[m.to] = 0
		kingTo, rookTo := r.castled(m.from, wing)
		next.men[kingTo], next.men[rookTo] = man, taken
	} else {
		next.land(r, m, man, taken != 0 || m.passing)
		next.feed(r, m)
	}
	next.dropRights()
	return &next
}

// feed gives what was taken to the mover, rules/RULES.md §2.4.
func (next *reference) feed(r *reference, m refMove) {
	if !r.hands {
		return
	}
	taken := lower(r.men[m.to])
	if m.passing || r.men[m.to] != 0 && r.promoted[m.to] {
		taken = 'p'
	}
	if r.feeds && (r.men[m.to] != 0 || m.passing) {
		if r.white {
			taken &^= 0x20
		}
		next.held += string(rune(taken))
	}
	next.promoted[m.to] = r.promoted[m.from] || m.promo != 0
	next.promoted[m.from] = false
}

func (next *reference) land(r *reference, m refMove, man byte, capture bool) {
	if m.promo != 0 {
		man = m.promo
		if r.white {
			man = m.promo &^ 0x20
		}
	}
	next.men[m.to] = man
	if m.passing {
		next.men[m.from/8*8+m.to%8] = 0
	}
	if pawn := lower(r.men[m.from]) == 'p'; pawn || capture {
		next.half = 0
		if d := m.to - m.from; pawn && (d == 16 || d == -16) {
			next.passed = (m.from + m.to) / 2
		}
	}
	if r.atomic && capture {
		next.men[m.to] = 0
		for square := range 64 {
			if near(square, m.to) && lower(next.men[square]) != 'p' {
				next.men[square] = 0
			}
		}
	}
	for side := range next.rights {
		for wing, rook := range next.rights[side] {
			if rook == m.to || rook == m.from {
				next.rights[side][wing] = noRook
			}
		}
	}
}

// dropRights takes the rights of rooks and kings that are gone.
func (next *reference) dropRights() {
	for side, rookMan := range []byte("Rr") {
		for wing, rook := range next.rights[side] {
			if rook != noRook && (next.men[rook] != rookMan || next.king(side == 0) < 0) {
				next.rights[side][wing] = noRook
			}
		}
	}
}

// legal lists the legal moves, rules/RULES.md §1.2 and §2.1.
func (r *reference) legal() []refMove {
	if r.suicide && (r.lostAll(true) || r.lostAll(false)) {
		return nil
	}
	if r.suicide {
		return r.forced(r.pseudo())
	}
	var out []refMove
	if r.king(r.white) < 0 || r.king(!r.white) < 0 || r.losers && (r.bare(true) || r.bare(false)) {
		return nil
	}
	for _, m := range r.pseudo() {
		next := r.play(m)
		king, enemy := next.king(r.white), next.king(!r.white)
		switch {
		case !r.atomic && enemy < 0: // chess knows no capture of a king
		case king < 0:
		case enemy < 0 || !next.checked(r.white, king):
			out = append(out, m)
		}
	}
	out = append(out, r.castles()...)
	if r.losers {
		return r.forced(out)
	}
	for _, m := range r.drops() {
		next := r.play(m)
		if !next.checked(r.white, next.king(r.white)) {
			out = append(out, m)
		}
	}
	return out
}

// forced keeps the captures if there are any.
func (r *reference) forced(all []refMove) []refMove {
	var out []refMove
	for _, m := range all {
		if r.men[m.to] != 0 && !m.castle || m.passing {
			out = append(out, m)
		}
	}
	if len(out) > 0 {
		return out
	}
	return all
}

func (r *reference) lostAll(white bool) bool {
	for _, man := range r.men {
		if man != 0 && isWhite(man) == white {
			return false
		}
	}
	return true
}

// bare says whether a side has nothing but its king.
func (r *reference) bare(white bool) bool {
	for _, man := range r.men {
		if man != 0 && isWhite(man) == white && lower(man) != 'k' {
			return false
		}
	}
	return true
}

func (r *reference) drops() []refMove {
	var out []refMove
	seen := map[byte]bool{}
	for _, man := range []byte(r.held) {
		if isWhite(man) != r.white || seen[man] {
			continue
		}
		seen[man] = true
		for square, there := range r.men {
			if there == 0 && (lower(man) != 'p' || square/8 != 0 && square/8 != 7) {
				out = append(out, refMove{from: -1, to: square, drop: man})
			}
		}
	}
	return out
}

func (r *reference) uci(m refMove) string {
	if m.drop != 0 {
		return string(rune(m.drop&^0x20)) + "@" + refName(m.to)
	}
	to := m.to
	if m.castle && !r.freeform {
		wing := 0
		if m.to > m.from {
			wing = 1
		}
		to, _ = r.castled(m.from, wing)
	}
	s := refName(m.from) + refName(to)
	if m.promo != 0 {
		s += string(rune(m.promo))
	}
	return s
}

// moves returns the legal moves by their sorted coordinates.
func (r *reference) moves() ([]string, map[string]refMove) {
	byName := map[string]refMove{}
	var names []string
	for _, m := range r.legal() {
		byName[r.uci(m)] = m
		names = append(names, r.uci(m))
	}
	sort.Strings(names)
	return names, byName
}

func (r *reference) fen() string {
	var rows []string
	for rank := 7; rank >= 0; rank-- {
		row := ""
		for file := range 8 {
			if man := r.men[rank*8+file]; man != 0 {
				row += string(rune(man))
				if r.promoted[rank*8+file] {
					row += "~"
				}
			} else {
				row += "1"
			}
		}
		for n := 8; n > 1; n-- {
			row = strings.ReplaceAll(row, strings.Repeat("1", n), strconv.Itoa(n))
		}
		rows = append(rows, row)
	}
	if r.hands {
		rows[7] += "["
		for _, man := range "QRBNPqrbnp" {
			rows[7] += strings.Repeat(string(man), strings.Count(r.held, string(man)))
		}
		rows[7] += "]"
	}
	side, passed := "b", "-"
	if r.white {
		side = "w"
	}
	if r.passed >= 0 && r.besidePassed() {
		passed = refName(r.passed)
	}
	return fmt.Sprintf("%s %s %s %s %d %d", strings.Join(rows, "/"), side, r.rightsField(), passed, r.half, r.full)
}

func (r *reference) besidePassed() bool {
	for from, man := range r.men {
		if lower(man) == 'p' && isWhite(man) == r.white {
			for _, to := range r.reach(from) {
				if to == r.passed {
					return true
				}
			}
		}
	}
	return false
}

// rightsField writes X-FEN: a letter of the file when another rook is further out.
func (r *reference) rightsField() string {
	out := ""
	for side := range 2 {
		for _, wing := range []int{1, 0} {
			rook := r.rights[side][wing]
			if rook == noRook {
				continue
			}
			letter := "QK"[wing]
			for square := rook/8*8 + 7*wing; square != rook; square += 1 - 2*wing {
				if r.men[square] == r.men[rook] {
					letter = 'A' + byte(rook%8)
				}
			}
			out += string(rune(letter | byte(side)<<5))
		}
	}
	if out == "" {
		return "-"
	}
	return out
}

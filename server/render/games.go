package render

import (
	"strconv"

	"epicenter/rules"
	"epicenter/server/world"
)

// AppendGameRow appends a game's line in the table of games, with its line end:
//
//	204 1534 NoSteadyHan 1513 EverSunday [ sr165   0] 2:14:11 -2:37:11 (33-31) B: 21
//
// Clocks are shown without milliseconds whatever `iset ms` says: PyChess and
// eboard read none here (docs/protocol.md §3.3, docs/clients.md §3.10). At is
// now, Unix ms.
func AppendGameRow(dst []byte, g *world.Game, at int64) []byte {
	r := &g.Record
	dst = appendInt(dst, r.Number, 3)
	if g.Exam != nil {
		return appendExamRow(dst, g)
	}
	dst = append(dst, ' ')
	dst = appendRating(dst, r.White.Rating, r.White.State)
	dst = append(dst, ' ')
	dst = appendCut(dst, r.White.Handle, 11)
	dst = append(dst, ' ')
	dst = appendRating(dst, r.Black.Rating, r.Black.State)
	dst = append(dst, ' ')
	dst = appendCut(dst, r.Black.Handle, 10)
	dst = append(dst, " ["...)
	dst = append(dst, g.Bracket()...)
	dst = append(dst, "] "...)
	dst = appendTableClock(dst, g.Clock(world.White, at))
	dst = append(dst, " -"...)
	dst = appendTableClock(dst, g.Clock(world.Black, at))
	dst = append(dst, " ("...)
	dst = appendInt(dst, g.Position.Material(rules.White), 2)
	dst = append(dst, '-')
	dst = appendInt(dst, g.Position.Material(rules.Black), 2)
	dst = append(dst, ") "...)
	dst = append(dst, g.Position.Turn().String()[0], ':', ' ')
	return append(appendInt(dst, g.Position.FullMove(), 2), '\n')
}

// appendExamRow appends what follows the number of an examined game:
//
//	2 (Exam.    0 LectureBot     0 LectureBot) [ uu  0   0] W:  1
func appendExamRow(dst []byte, g *world.Game) []byte {
	r := &g.Record
	dst = append(dst, " (Exam. "...)
	dst = append(appendInt(dst, r.White.Rating, 4), ' ')
	dst = append(appendCut(dst, r.White.Handle, 11), ' ')
	dst = append(appendInt(dst, r.Black.Rating, 4), ' ')
	dst = append(appendCut(dst, r.Black.Handle, 10), ") ["...)
	dst = append(append(dst, g.Bracket()...), "] "...)
	dst = append(dst, g.Position.Turn().String()[0], ':', ' ')
	return append(appendInt(dst, g.Position.FullMove(), 2), '\n')
}

// GamesFooter is the line under the table of games; matching of all games in
// progress are in it, and filtered tells that they were chosen (docs/protocol.md
// §3.3). It begins with an empty line where there is a table. Clients always
// read "games": PyChess waits for that word with all that follows when there is
// one game only (docs/clients.md §3.10).
func GamesFooter(matching, all int, filtered bool, l world.Look) string {
	switch {
	case all == 0:
		return "There are no games in progress.\n"
	case matching == 0:
		return "No matching games were found (of " + strconv.Itoa(all) + " in progress).\n"
	}
	s := "\n  " + strconv.Itoa(matching) + " games displayed"
	if matching == 1 && !l.Classic {
		s = "\n  1 game displayed"
	}
	if filtered {
		s += " (of " + strconv.Itoa(all) + " in progress)"
	}
	return s + ".\n"
}

// appendTableClock appends a clock, right-aligned in six columns.
func appendTableClock(dst []byte, ms int64) []byte {
	var room [16]byte
	return appendRight(dst, string(AppendClock(room[:0], ms, false)), 6)
}

// appendRating appends a rating in four columns.
func appendRating(dst []byte, points int, state byte) []byte {
	switch state {
	case '+':
		return append(dst, "++++"...)
	case '-', 0:
		return append(dst, "----"...)
	}
	return appendInt(dst, points, 4)
}

// appendInt appends a number, right-aligned in n columns.
func appendInt(dst []byte, v, n int) []byte {
	var room [20]byte
	digits := strconv.AppendInt(room[:0], int64(v), 10)
	for i := len(digits); i < n; i++ {
		dst = append(dst, ' ')
	}
	return append(dst, digits...)
}

// appendCut appends the first n bytes of a handle, filled up with blanks.
func appendCut(dst []byte, s string, n int) []byte {
	return appendPadded(dst, s[:min(len(s), n)], n)
}

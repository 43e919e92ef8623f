package render

import (
	"fmt"
	"slices"
	"strconv"
)

// WhoRow is one person in the tables of who. Points and State are the rating
// that the table is about.
type WhoRow struct {
	Handle, Titles string
	Points         int
	State          byte // ' ', 'E', 'P', '-' or '+'
	Mark           byte // see world.StateChar
	// The rest is filled in for the tables that show it.
	Game          int // being played, 0 for none
	Bits, More    int // two bytes of titles and offices, see AppendWhoRecords
	Ratings       []WhoRating
	Online, Idle  int64 // ms
	Win, Loss, Dr int
}

// WhoRating is a rating in a row of its own order.
type WhoRating struct {
	Points int
	State  byte
}

// AppendWho appends the terse table of who: rating, mark, handle and titles of
// each, in columns that fill width, 79 if that is 0 (docs/protocol.md §3.5).
// Handles are ASCII, so that a byte is a column.
func AppendWho(dst []byte, rows []WhoRow, width int) []byte {
	const apart, before = 2, 5 // blanks between columns; rating and mark
	if width <= 0 {
		width = 79
	}
	widest := 0
	for i := range rows {
		widest = max(widest, before+len(rows[i].Handle)+len(rows[i].Titles))
	}
	across := max(1, (width+apart)/(widest+apart))
	down := (len(rows) + across - 1) / across
	dst = slices.Grow(dst, len(rows)*(widest+apart)+down)
	for line := range down {
		for i := line; i < len(rows); i += down {
			r := &rows[i]
			begin := len(dst)
			dst = append(appendRating(dst, r.Points, r.State), r.Mark)
			dst = append(append(dst, r.Handle...), r.Titles...)
			if i+down >= len(rows) {
				break
			}
			for len(dst) < begin+widest+apart {
				dst = append(dst, ' ')
			}
		}
		dst = append(dst, '\n')
	}
	return dst
}

// WhoFooter is the line under the terse table, after an empty one
// (docs/clients.md §3.10).
func WhoFooter(shown, all int) string {
	return "\n " + players(shown) + " displayed (of " + strconv.Itoa(all) + "). (*) indicates system administrator.\n"
}

const whoRule = " +---------------------------------------------------------------+\n"

// AppendWhoVerbose appends the boxed table, with a line for each person: the
// number of the game that he plays, his mark, handle, standard and blitz
// rating, in Ratings in this order, and how long he has been on and idle.
func AppendWhoVerbose(dst []byte, rows []WhoRow) []byte {
	dst = append(dst, whoRule+" |      User              Standard    Blitz        On for   Idle |\n"+whoRule...)
	for i := range rows {
		r := &rows[i]
		dst = append(dst, " |"...)
		if r.Game != 0 {
			dst = appendInt(dst, r.Game, 3)
		} else {
			dst = append(dst, "   "...)
		}
		dst = append(dst, ' ', r.Mark, ' ')
		dst = appendCut(dst, r.Handle+r.Titles, 17)
		dst = appendRating(append(dst, ' '), r.Ratings[0].Points, r.Ratings[0].State)
		dst = appendRating(append(dst, "        "...), r.Ratings[1].Points, r.Ratings[1].State)
		dst = appendRight(append(dst, "        "...), hoursMinutes(r.Online), 5)
		dst = appendRight(append(dst, "  "...), hoursMinutes(r.Idle), 5)
		dst = append(dst, "   |\n"...)
	}
	return appendWhoEnd(dst, len(rows))
}

// AppendWhoScores appends the boxed table of games won, lost and drawn.
func AppendWhoScores(dst []byte, rows []WhoRow, category string) []byte {
	dst = append(dst, whoRule...)
	dst = fmt.Appendf(dst, " |      User              %-10s  Win   Loss   Draw  Total   |\n", Title(category))
	dst = append(dst, whoRule...)
	for i := range rows {
		r := &rows[i]
		dst = append(dst, " |    "...)
		dst = append(dst, r.Mark, ' ')
		dst = appendCut(dst, r.Handle+r.Titles, 17)
		dst = appendRating(append(dst, ' '), r.Points, r.State)
		dst = appendInt(append(dst, "    "...), r.Win, 7)
		dst = appendInt(dst, r.Loss, 7)
		dst = appendInt(dst, r.Dr, 7)
		dst = appendInt(dst, r.Win+r.Loss+r.Dr, 7)
		dst = append(dst, "   |\n"...)
	}
	return appendWhoEnd(dst, len(rows))
}

func appendWhoEnd(dst []byte, n int) []byte {
	dst = append(dst, whoRule...)
	dst = append(appendInt(append(dst, " |    "...), n, 3), " Players Displayed"...)
	for i := 0; i < len(whoRule)-32; i++ {
		dst = append(dst, ' ')
	}
	return append(dst, "   |\n"+whoRule...)
}

// AppendWhoRecords appends a record for each person as programs read them:
// handle, mark, titles as two hex digits, the asked ratings, a comma, and two
// more digits for offices: 1 administrator, 2 SR, 4 TM, 8 TD, 10 CA
// (docs/protocol.md §7.9).
func AppendWhoRecords(dst []byte, rows []WhoRow) []byte {
	for i := range rows {
		r := &rows[i]
		dst = append(append(dst, r.Handle...), r.Mark)
		dst = appendHex(dst, r.Bits)
		for _, x := range r.Ratings {
			if x.State == '+' || x.State == '-' {
				x = WhoRating{0, 'P'}
			}
			dst = append(strconv.AppendInt(dst, int64(x.Points), 10), x.State)
		}
		dst = append(appendHex(append(dst, ','), r.More), '\n')
	}
	return fmt.Appendf(dst, "%d Players Displayed.\n", len(rows))
}

func appendHex(dst []byte, n int) []byte {
	const digits = "0123456789ABCDEF"
	return append(dst, digits[n>>4&15], digits[n&15])
}

// hoursMinutes is a span of time in five columns: 1:05, from 100 hours on in
// days; nothing for less than a minute.
func hoursMinutes(ms int64) string {
	minutes := ms / 60_000
	switch {
	case minutes < 1:
		return ""
	case minutes < 100*60:
		return string(appendTwo(append(strconv.AppendInt(nil, minutes/60, 10), ':'), uint64(minutes%60)))
	}
	return strconv.FormatInt(minutes/(24*60), 10) + "d"
}

package render

import (
	"strconv"
	"time"

	"epicenter/server/world"
	"epicenter/storage"
)

// FingerHead stands over the ratings of a person (docs/protocol.md §5.5).
const FingerHead = "          rating     RD      win    loss    draw   total   best\n"

// AppendFingerRow appends the line of one category with its line end; the RD is
// as of now (at), the best rating and its day are there once one was
// established:
//
//	Blitz      1343     51.5     937     781      58    1776   1729 (20-Feb-2000)
func AppendFingerRow(dst []byte, category string, r storage.Rating, at int64, loc *time.Location) []byte {
	dst = appendPadded(dst, Title(category), 11)
	dst = appendInt(dst, hundredths(r.Rating), 4)
	var room [16]byte
	tenths := (world.AgedRD(r, at) + 5) / 10
	rd := strconv.AppendInt(room[:0], int64(tenths/10), 10)
	rd = append(rd, '.', byte('0'+tenths%10))
	dst = appendRight(dst, string(rd), 9)
	for _, n := range [...]int{r.Win, r.Loss, r.Draw, r.Win + r.Loss + r.Draw} {
		dst = appendInt(dst, n, 8)
	}
	if r.Best > 0 {
		dst = appendInt(append(dst, "   "...), hundredths(r.Best), 4)
		dst = append(append(dst, " ("...), Day(r.BestAt, loc)...)
		dst = append(dst, ')')
	}
	return append(dst, '\n')
}

// hundredths rounds hundredths of a point to points.
func hundredths(n int) int { return (n + 50) / 100 }

package render

import (
	"fmt"

	"epicenter/server/world"
	"epicenter/storage"
)

// JournalHead stands over the rows of a journal (docs/clients.md §3.10).
const JournalHead = "    White         Rating  Black         Rating  Type         ECO End Result\n"

// AppendJournalRow appends a line of a journal with its line end, under
// JournalHead: the number of its place, the players as they were before the
// game, and how it ended (docs/protocol.md §5.4).
func AppendJournalRow(dst []byte, place int, r *storage.Game, bracket string) []byte {
	return fmt.Appendf(dst, "%%%02d: %-13s %4s    %-13s %4s    [%s] %-3s %-3s %s\n", place,
		r.White.Handle, world.RatingField(r.White.Rating, r.White.State),
		r.Black.Handle, world.RatingField(r.Black.Rating, r.Black.State),
		bracket, "---", r.End, r.Result)
}

package render

import (
	"fmt"
	"strconv"
	"strings"

	"epicenter/rules"
	"epicenter/server/world"
	"epicenter/storage"
)

// MoveList is a game's moves as moves, oldmoves and smoves print them
// (docs/protocol.md §5.1, docs/clients.md §3.8).
type MoveList struct {
	Game *storage.Game
	// Live is set for a game on a board: the list is named after its number.
	Live bool
	// Coordinates writes half-moves as e2e4, e7e8=Q and o-o, as icsdrone asks
	// for with `moves l`, instead of SAN.
	Coordinates bool
	// Date is when the game began, as Date writes it.
	Date string
}

// Text is the list for a look: times with milliseconds or without, the start
// position for those with `iset startpos 1` where it is not the usual one. An
// error says that the record of the game cannot be replayed.
func (m MoveList) Text(l world.Look) (string, error) {
	start, err := world.StartBoard(m.Game)
	if err != nil {
		return "", fmt.Errorf("start of game %d: %w", m.Game.ID, err)
	}
	dst := append(make([]byte, 0, 512+40*len(m.Game.Moves)), '\n')
	if m.Live {
		dst = fmt.Appendf(dst, "Movelist for game %d:\n\n", m.Game.Number)
	}
	dst = m.appendHead(dst, l)
	if l.StartPos && m.Game.StartFEN != "" {
		dst = AppendTwelve(dst, start, l, View{Relation: world.RelStart})
		dst = append(dst, "\n\n"...)
	}
	column := 16
	if l.MS {
		column = 21
	}
	dst = appendPadded(append(dst, "Move  "...), m.Game.White.Handle, column+3)
	dst = append(append(dst, m.Game.Black.Handle...), '\n')
	dashes := strings.Repeat("-", column)
	dst = append(dst, "----  "+dashes+"   "+dashes+"\n"...)
	if dst, err = m.appendMoves(dst, start.Position, column+3, l.MS); err != nil {
		return "", err
	}
	reason, result := m.Game.Reason, m.Game.Result
	if m.Live {
		reason, result = "Still in progress", "*"
	}
	return string(fmt.Appendf(dst, "      {%s} %s\n", reason, result)), nil
}

// appendHead appends the two lines that say who played what, and when.
func (m MoveList) appendHead(dst []byte, l world.Look) []byte {
	g := m.Game
	rated := "Unrated"
	if g.Rated {
		rated = "Rated"
	}
	dst = fmt.Appendf(dst, "%s (%s) vs. %s (%s) --- %s\n", g.White.Handle, listRating(&g.White),
		g.Black.Handle, listRating(&g.Black), m.Date)
	dst = fmt.Appendf(dst, "%s %s match, initial time: %s", rated, typeWord(g.Type, l), timeControl(&g.White))
	if g.White.Base != g.Black.Base || g.White.Inc != g.Black.Inc {
		dst = append(dst, " AND "+timeControl(&g.Black)...)
	}
	return append(dst, ".\n\n"...)
}

// listRating is UNR for who has no rating, also for guests (docs/clients.md
// §3.8).
func listRating(s *storage.Side) string {
	if s.State == '+' || s.State == '-' || s.State == 0 {
		return "UNR"
	}
	return RatingOf(s.Rating, s.State).Field()
}

func timeControl(s *storage.Side) string {
	return fmt.Sprintf("%d minutes, increment: %d seconds", s.Base/60_000, s.Inc/1000)
}

// appendMoves appends a row for each move; the left half takes width columns.
func (m MoveList) appendMoves(dst []byte, p rules.Position, width int, ms bool) ([]byte, error) {
	left := 0 // where the left half of the open row begins
	number := 1
	for i, rec := range m.Game.Moves {
		mv := rules.Move(rec.Move)
		if !p.IsLegal(mv) {
			return nil, fmt.Errorf("half-move %d of game %d: %w", i+1, m.Game.ID, storage.ErrBadRecord)
		}
		switch {
		case p.Turn() == rules.White:
			dst = appendNumbered(dst, number)
			left = len(dst)
		case i == 0:
			dst = appendPadded(appendNumbered(dst, number), "...", width)
		default:
			for len(dst) < left+width {
				dst = append(dst, ' ')
			}
		}
		dst = append(appendPadded(dst, m.written(&p, mv), 7), ' ')
		dst = AppendMoveTime(dst, rec.Spent, ms)
		if p.Turn() == rules.Black {
			dst = append(dst, '\n')
			number++
		}
		p = p.Play(mv)
	}
	if n := len(dst); dst[n-1] != '\n' {
		dst = append(dst, '\n')
	}
	return dst, nil
}

func appendNumbered(dst []byte, number int) []byte {
	return append(appendInt(dst, number, 3), ".  "...)
}

// written is a half-move as the list writes it.
func (m MoveList) written(p *rules.Position, mv rules.Move) string {
	if !m.Coordinates {
		return p.SAN(mv)
	}
	s := p.Verbose(mv) // P/e7-e8=Q or o-o
	if _, squares, ok := strings.Cut(s, "/"); ok {
		return strings.Replace(squares, "-", "", 1)
	}
	return s
}

// HistoryHead stands over the rows of a history (docs/protocol.md §5.2).
const HistoryHead = "                  Opponent      Type         ECO End Date\n"

// AppendHistoryRow appends a line of a history with its line end; date is as
// Date writes it.
func AppendHistoryRow(dst []byte, p *storage.Played, date string) []byte {
	colour := byte('B')
	if p.White {
		colour = 'W'
	}
	dst = appendInt(dst, p.Index, 2)
	dst = append(append(append(dst, ": "...), p.Score...), ' ')
	dst = append(appendInt(dst, p.Rating, 4), ' ', colour, ' ')
	dst = append(appendInt(dst, p.OppRating, 4), ' ')
	dst = append(appendPadded(dst, p.Opponent, 13), " ["...)
	dst = append(append(dst, p.Bracket...), "] "...)
	dst = append(appendPadded(dst, p.ECO, 3), ' ')
	dst = append(appendPadded(dst, p.End, 3), ' ')
	return append(append(dst, date...), '\n')
}

// players counts people in words, as tables and answers do.
func players(n int) string {
	if n == 1 {
		return "1 player"
	}
	return strconv.Itoa(n) + " players"
}

package rules

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Game is a game as PGN files have it: tags, a start, a line of moves with their
// comments and variations, a result. Moves are legal moves of their positions;
// writing trusts that as Play does.
type Game struct {
	Tags  []Tag
	Start Position
	Line
	Result Result
}

// Tag is a pair of a PGN header, as White "Alice".
type Tag struct{ Name, Value string }

// Line is a sequence of moves, the main one or a variation.
type Line struct {
	// Comments stand before the first move.
	Comments []string
	Moves    []Played
}

// Played is a move in a line with what is said of it.
type Played struct {
	Move Move
	// NAGs are numeric annotations, 0…255: 1 is !, 2 is ?, 3 !!, 4 ??, 5 !?, 6 ?!.
	NAGs     []int
	Comments []string
	// Variations are lines that could have been played instead of this move.
	Variations []Line
}

// roster are the tags that every game has, in the order of the PGN standard, with
// what stands for an unknown value.
var roster = [7]Tag{
	{"Event", "?"}, {"Site", "?"}, {"Date", "????.??.??"}, {"Round", "?"}, {"White", "?"}, {"Black", "?"}, {"Result", "*"},
}

// NewGame returns a game without moves.
func NewGame(start Position) *Game { return &Game{Start: start} }

// Tag returns the value of a tag, empty if there is none.
func (g *Game) Tag(name string) string {
	for _, t := range g.Tags {
		if t.Name == name {
			return t.Value
		}
	}
	return ""
}

// SetTag gives a tag a value. The tags Result, Variant, SetUp and FEN follow from
// the game when it is written.
func (g *Game) SetTag(name, value string) {
	for i := range g.Tags {
		if g.Tags[i].Name == name {
			g.Tags[i].Value = value
			return
		}
	}
	g.Tags = append(g.Tags, Tag{name, value})
}

// Add appends a move to the line and returns it for comments.
func (l *Line) Add(m Move) *Played {
	l.Moves = append(l.Moves, Played{Move: m})
	return &l.Moves[len(l.Moves)-1]
}

// End returns the position after the last move of the main line.
func (g *Game) End() Position {
	p := g.Start
	for _, m := range g.Moves {
		p = p.Play(m.Move)
	}
	return p
}

// TimeControl returns the value of the tag of that name: base and increment in
// seconds ("180+2"), "-" for a game without clocks.
func TimeControl(base, inc time.Duration) string {
	if base == 0 && inc == 0 {
		return "-"
	}
	return fmt.Sprintf("%d+%d", int64(base/time.Second), int64(inc/time.Second))
}

const clockMark = "[%clk "

// Clock returns what the mover had left on his clock after the move, as a comment
// "[%clk 0:02:58]" says it; false if none does.
func (m *Played) Clock() (time.Duration, bool) {
	for _, c := range m.Comments {
		_, rest, found := strings.Cut(c, clockMark)
		if text, _, closed := strings.Cut(rest, "]"); found && closed {
			if d, ok := parseClock(strings.TrimSpace(text)); ok {
				return d, true
			}
		}
	}
	return 0, false
}

// SetClock notes it, in place of what was noted before.
func (m *Played) SetClock(left time.Duration) {
	mark := clockMark + formatClock(left) + "]"
	for i, c := range m.Comments {
		before, rest, found := strings.Cut(c, clockMark)
		if _, after, closed := strings.Cut(rest, "]"); found && closed {
			m.Comments[i] = before + mark + after
			return
		}
	}
	m.Comments = append([]string{mark}, m.Comments...)
}

// maxClockHours keeps a clock inside a time.Duration; longer ones are no clocks.
const maxClockHours = 100_000

// parseClock reads "1:02:03", "2:03", "45" and any of them with a fraction.
func parseClock(s string) (time.Duration, bool) {
	parts := strings.Split(s, ":")
	if len(parts) > 3 {
		return 0, false
	}
	seconds := 0.0
	for i, part := range parts {
		n, err := strconv.ParseFloat(part, 64)
		if err != nil || n < 0 || n > maxClockHours || strings.Trim(part, "0123456789.") != "" || i < len(parts)-1 && strings.Contains(part, ".") {
			return 0, false
		}
		seconds = seconds*60 + n
	}
	return time.Duration(seconds*1000+0.5) * time.Millisecond, true
}

// formatClock writes hours, minutes and seconds, with milliseconds if there are
// some. A clock that has run out says zero.
func formatClock(d time.Duration) string {
	ms := max(0, d.Milliseconds())
	s := fmt.Sprintf("%d:%02d:%02d", ms/3_600_000, ms/60_000%60, ms/1000%60)
	if ms%1000 != 0 {
		s += fmt.Sprintf(".%03d", ms%1000)
	}
	return s
}

// variantsOfTag returns what a value of the tag Variant may mean, the likeliest
// first; the start position decides. Values are compared without regard to case,
// spaces and hyphens.
func variantsOfTag(value string) []*Variant {
	plain := strings.NewReplacer(" ", "", "-", "", "_", "").Replace(strings.ToLower(value))
	switch plain {
	case "", "?", "chess", "standard", "normal", "fromposition":
		return []*Variant{Lookup("chess"), Lookup("chess960"), Lookup("wild")}
	case "atomic":
		return []*Variant{Lookup("atomic"), Lookup("atomic960")}
	case "fischerandom", "fischerrandom", "fischerrandomchess":
		return []*Variant{Lookup("chess960")}
	case "wildcastle", "nocastle":
		return []*Variant{Lookup("wild")}
	}
	if v := Lookup(strings.ToLower(value)); v != nil {
		return []*Variant{v}
	}
	for _, v := range Variants() {
		for _, word := range v.Words {
			if strings.ReplaceAll(word, " ", "") == plain {
				return []*Variant{v}
			}
		}
	}
	return nil
}

// setStart finds variant and start position by the tags of a game.
func (g *Game) setStart() error {
	list := variantsOfTag(g.Tag("Variant"))
	if list == nil {
		return fmt.Errorf("the variant %q is not known", g.Tag("Variant"))
	}
	fen := g.Tag("FEN")
	if fen == "" {
		if v := list[0]; v.Random && !v.Random960 {
			return fmt.Errorf("the tag FEN is missing: games of %s begin from many positions", v.Name)
		}
		g.Start = list[0].Start(StandardStart)
		return nil
	}
	var first error
	for _, v := range list {
		p, err := ParseFEN(v, fen)
		if err == nil {
			g.Start = p
			return nil
		}
		if first == nil {
			first = err
		}
	}
	return first
}

package render

import (
	"fmt"
	"strings"

	"epicenter/server/world"
)

// Assessed is one of the two people whom a game would give other ratings.
type Assessed struct {
	Handle   string
	Rating   string // four columns
	RD       int    // hundredths
	Forecast world.Forecast
}

// assessColumn is the width of one person's column, and of what stands before the
// first.
const (
	assessColumn = 19
	assessLabel  = 8
)

// Assessment is the table of what a game of a category would do to two ratings:
// an empty line and the seven lines that PyChess reads (docs/protocol.md §3.1).
func Assessment(sides [2]Assessed, category string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "\n%s\n", strings.TrimRight(strings.Repeat(" ", assessLabel)+centred(Title(category), 2*assessColumn), " "))
	row := func(label string, cell func(a Assessed) string) {
		line := fmt.Sprintf("%-*s", assessLabel, label)
		for _, a := range sides {
			line += centred(cell(a), assessColumn)
		}
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	row("", func(a Assessed) string { return a.Handle })
	row("", func(a Assessed) string { return fmt.Sprintf("(%s, RD: %s)", a.Rating, decimal(a.RD)) })
	row("Win:", func(a Assessed) string { return fmt.Sprintf("%+d", a.Forecast.Win) })
	row("Draw:", func(a Assessed) string { return fmt.Sprintf("%+d", a.Forecast.Draw) })
	row("Loss:", func(a Assessed) string { return fmt.Sprintf("%+d", a.Forecast.Loss) })
	row("New RD:", func(a Assessed) string { return decimal(a.Forecast.RD) })
	return b.String()
}

// decimal writes hundredths with one digit behind the point.
func decimal(n int) string { return fmt.Sprintf("%.1f", float64(n)/100) }

// centred puts a text into the middle of a column.
func centred(s string, width int) string {
	left := max(0, width-len(s)) / 2
	return fmt.Sprintf("%*s%-*s", left, "", width-left, s)
}

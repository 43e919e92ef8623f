package rules

import "strings"

const (
	diagramFrame = "   +------------------------+\n"
	diagramFiles = "     a  b  c  d  e  f  g  h\n"
)

// Diagram draws the board in plain text, White below, as the help texts of
// atomic chess do (docs/diagrams.md): " P " for a white man, " *P" for a black one.
func Diagram(p *Position) string {
	var b strings.Builder
	b.WriteString(diagramFrame)
	for rank := 7; rank >= 0; rank-- {
		b.WriteString(" " + string(rune('1'+rank)) + " |")
		for file := range 8 {
			switch man := p.At(SquareAt(file, rank)); {
			case man == NoPiece:
				b.WriteString("   ")
			case man.Color() == White:
				b.WriteString(" " + man.Type().String() + " ")
			default:
				b.WriteString(" *" + man.Type().String())
			}
		}
		b.WriteString("|\n")
	}
	b.WriteString(diagramFrame)
	b.WriteString(diagramFiles)
	return b.String()
}

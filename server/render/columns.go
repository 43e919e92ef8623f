package render

import "strings"

// Columns sets cells in as many columns of equal width as fit into width
// screen columns, two blanks apart and running down one column after another,
// as lists of names are shown. Every line ends with "\n" and has no blanks at
// its end; no cells give no line. A width of zero or less counts as 79, and a
// cell that is wider than all of it stands alone on its line.
func Columns(cells []string, width int) string {
	if width <= 0 {
		width = 79
	}
	widest := 0
	for _, c := range cells {
		widest = max(widest, textColumns(c))
	}
	const apart = 2
	across := max(1, (width+apart)/(widest+apart))
	down := (len(cells) + across - 1) / across
	var out strings.Builder
	for row := range down {
		for i := row; i < len(cells); i += down {
			out.WriteString(cells[i])
			if i+down < len(cells) {
				out.WriteString(strings.Repeat(" ", widest+apart-textColumns(cells[i])))
			}
		}
		out.WriteByte('\n')
	}
	return out.String()
}

// textColumns is how many screen columns a text without line ends takes.
func textColumns(s string) int {
	column := 0
	for s != "" {
		size, columns := cluster(s, column)
		column += columns
		s = s[size:]
	}
	return column
}

// NextPage is the line under a page that is not the last (docs/protocol.md
// §1.10).
const NextPage = "Type [next] to see next page.\n"

// Page cuts text, wrapped before, after as many lines as leave room on a screen
// of height lines for NextPage and the prompt; rest is what did not fit. A text
// that fits with only the prompt under it is left whole. Height counts as 3 at
// least.
func Page(text string, height int) (page, rest string) {
	height = max(height, 3)
	if lines(text) < height {
		return text, ""
	}
	end := 0
	for range height - 2 {
		end += strings.IndexByte(text[end:], '\n') + 1
	}
	return text[:end], text[end:]
}

// lines counts lines, a last one without line end too.
func lines(text string) int {
	n := strings.Count(text, "\n")
	if text != "" && !strings.HasSuffix(text, "\n") {
		n++
	}
	return n
}

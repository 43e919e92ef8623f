package rules

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// pgnColumns is how wide the movetext of a written game is.
const pgnColumns = 79

// PGN writes the game in the export style of the PGN standard: the seven tags of
// the roster first, the others in their order, Variant, SetUp and FEN as the start
// position wants them, then the moves in lines of up to 79 characters and an
// empty line.
func (g *Game) PGN() string {
	var b strings.Builder
	for _, t := range g.fullTags() {
		fmt.Fprintf(&b, "[%s \"%s\"]\n", t.Name, strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(oneLine(t.Value)))
	}
	b.WriteByte('\n')
	w := pgnWriter{b: &b}
	w.line(&g.Line, g.Start)
	w.word(g.Result.String())
	b.WriteString("\n\n")
	return b.String()
}

// fullTags returns the tags to be written.
func (g *Game) fullTags() []Tag {
	out := make([]Tag, 0, len(roster)+len(g.Tags)+3)
	for _, t := range roster {
		if value := g.Tag(t.Name); value != "" {
			t.Value = value
		}
		out = append(out, t)
	}
	out[len(out)-1].Value = g.Result.String()
	for _, t := range g.Tags {
		known := func(r Tag) bool { return r.Name == t.Name }
		if tagName(t.Name) && !slices.ContainsFunc(out, known) {
			out = append(out, t)
		}
	}
	return g.startTags(out)
}

// startTags makes Variant, SetUp and FEN agree with the start position. Tags that
// already do keep their wording.
func (g *Game) startTags(tags []Tag) []Tag {
	v := g.Start.Variant()
	same := Game{Tags: tags}
	if same.setStart() == nil && same.Start == g.Start && (same.Tag("FEN") == "" || same.Tag("SetUp") == "1") {
		if v == Lookup("chess") || same.Tag("Variant") != "" {
			return tags
		}
	}
	tags = slices.DeleteFunc(tags, func(t Tag) bool {
		return t.Name == "Variant" || t.Name == "SetUp" || t.Name == "FEN"
	})
	n := len(tags)
	if v.PGN != "" {
		tags = append(tags, Tag{"Variant", v.PGN})
	}
	if g.Start != v.Start(StandardStart) || v.Random || v.Unrated || v.traits.has(wildCastles) {
		tags = append(tags, Tag{"SetUp", "1"}, Tag{"FEN", g.Start.FEN()})
	}
	// "Atomic" with an array that suits it does not say atomic960.
	if same = (Game{Tags: tags}); v.PGN != "" && (same.setStart() != nil || same.Start.Variant() != v) {
		tags[n].Value = v.Name
	}
	return tags
}

// tagName says whether a tag can be written: letters, digits and underscores.
func tagName(s string) bool {
	for _, c := range []byte(s) {
		if !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_') {
			return false
		}
	}
	return s != ""
}

// oneLine turns whatever separates words into single spaces.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// pgnWriter breaks lines between words.
type pgnWriter struct {
	b      *strings.Builder
	column int
	glued  bool // the next word follows without a space
}

func (w *pgnWriter) word(s string) {
	switch {
	case w.column == 0 || w.glued:
	case w.column+1+len(s) > pgnColumns && s[0] != '[': // which would begin a line as a tag does
		w.b.WriteByte('\n')
		w.column = 0
	default:
		w.b.WriteByte(' ')
		w.column++
	}
	w.b.WriteString(s)
	w.column += len(s)
	w.glued = false
}

// comments writes each in braces. A closing brace cannot stand inside.
func (w *pgnWriter) comments(list []string) (wrote bool) {
	for _, c := range list {
		words := strings.Fields(strings.ReplaceAll(c, "}", ")"))
		if len(words) == 0 {
			continue
		}
		words[0] = "{" + words[0]
		words[len(words)-1] += "}"
		for _, word := range words {
			w.word(word)
		}
		wrote = true
	}
	return wrote
}

// line writes moves with their numbers: before each of White's, and before one of
// Black's that does not follow White's directly.
func (w *pgnWriter) line(l *Line, p Position) {
	w.comments(l.Comments)
	number := true
	for i := range l.Moves {
		m := &l.Moves[i]
		switch {
		case p.Turn() == White:
			w.word(strconv.Itoa(p.FullMove()) + ".")
		case number:
			w.word(strconv.Itoa(p.FullMove()) + "...")
		}
		w.word(p.SAN(m.Move))
		for _, nag := range m.NAGs {
			w.word("$" + strconv.Itoa(nag))
		}
		number = w.comments(m.Comments)
		for j := range m.Variations {
			w.word("(")
			w.glued = true
			w.line(&m.Variations[j], p)
			w.glued = true
			w.word(")")
			number = true
		}
		p = p.Play(m.Move)
	}
}

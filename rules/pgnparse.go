package rules

import (
	"errors"
	"fmt"
	"strings"
)

// pgnParser reads one game.
type pgnParser struct {
	text string
	at   int
	line int // at that place
}

func (p *pgnParser) game() (*Game, error) {
	g := new(Game)
	for p.space(); p.at < len(p.text) && p.text[p.at] == '['; p.space() {
		t, err := p.tag()
		if err != nil {
			return nil, err
		}
		g.Tags = append(g.Tags, t)
	}
	if err := g.setStart(); err != nil {
		return nil, err
	}
	end, err := p.moves(&g.Line, g.Start, 0)
	if err != nil {
		return nil, err
	}
	if tag := g.Tag("Result"); tag != "" && tag != "?" && tag != end {
		return nil, fmt.Errorf("the tag Result says %q, the moves end with %s", tag, end)
	}
	g.Result, _ = parseResult(end)
	return g, p.afterwards(g)
}

// afterwards adds comments behind the result to the last move's.
func (p *pgnParser) afterwards(g *Game) error {
	for p.space(); p.at < len(p.text) && (p.text[p.at] == '{' || p.text[p.at] == ';'); p.space() {
		if err := p.comment(&g.Line); err != nil {
			return err
		}
	}
	return nil
}

// space goes to the next character that is none.
func (p *pgnParser) space() {
	for ; p.at < len(p.text); p.at++ {
		switch p.text[p.at] {
		case '\n':
			p.line++
		case ' ', '\t', '\r', '\v', '\f':
		default:
			return
		}
	}
}

// until returns the text up to one of the stops, which is passed over.
func (p *pgnParser) until(stop byte) (string, bool) {
	n := strings.IndexByte(p.text[p.at:], stop)
	if n < 0 {
		return "", false
	}
	s := p.text[p.at : p.at+n]
	p.at += n + 1
	p.line += strings.Count(s, "\n")
	if stop == '\n' {
		p.line++
	}
	return s, true
}

// tag reads [Name "value"], in whose value \" and \\ stand for " and \.
func (p *pgnParser) tag() (Tag, error) {
	row := p.text[p.at:]
	if n := strings.IndexByte(row, '\n'); n >= 0 {
		row = row[:n]
	}
	broken := fmt.Errorf("%q is no tag; write [Name \"value\"]", clip(row))
	name, rest, found := strings.Cut(row[1:], `"`)
	if name = strings.TrimSpace(name); !found || !tagName(name) {
		return Tag{}, broken
	}
	var value strings.Builder
	for i := 0; i < len(rest); i++ {
		switch {
		case rest[i] == '\\' && i+1 < len(rest) && (rest[i+1] == '"' || rest[i+1] == '\\'):
			i++
			value.WriteByte(rest[i])
		case rest[i] == '"':
			after := strings.TrimLeft(rest[i+1:], " \t")
			if !strings.HasPrefix(after, "]") {
				return Tag{}, broken
			}
			p.at += len(row) - len(after) + 1
			return Tag{name, oneLine(value.String())}, nil
		default:
			value.WriteByte(rest[i])
		}
	}
	return Tag{}, broken
}

// clip shortens what is quoted in an error.
func clip(s string) string {
	if len(s) > 60 {
		return s[:60] + "…"
	}
	return s
}

func parseResult(s string) (Result, bool) {
	for r := Ongoing; r <= Draw; r++ {
		if r.String() == s {
			return r, true
		}
	}
	return Ongoing, false
}

// maxDepth is how deep variations may stand in each other.
const maxDepth = 64

var errNoResult = errors.New("the moves end without a result; write 1-0, 0-1, 1/2-1/2 or *")

// moves reads a line up to the result, which it returns, or up to the ) of a
// variation.
func (p *pgnParser) moves(l *Line, now Position, depth int) (end string, err error) {
	before := now
	for {
		line := p.line
		if p.space(); p.at == len(p.text) {
			p.line = line // where the last word stands
			if depth > 0 {
				return "", errors.New("a variation is not closed; ) is missing")
			}
			return "", errNoResult
		}
		switch c := p.text[p.at]; c {
		case '{', ';':
			err = p.comment(l)
		case '$':
			err = p.nag(l)
		case '(':
			err = p.variation(l, before, depth)
		case ')':
			if depth == 0 {
				return "", errors.New(") closes no variation")
			}
			p.at++
			return "", nil
		case '}', '[', ']':
			return "", fmt.Errorf("%q among the moves", c)
		default:
			word := p.word()
			if _, isEnd := parseResult(word); isEnd {
				if depth > 0 {
					return "", fmt.Errorf("the result %s inside a variation; ) is missing", word)
				}
				return word, nil
			}
			before, now, err = p.move(l, word, before, now)
		}
		if err != nil {
			return "", err
		}
	}
}

// word returns the text up to a space or a sign of its own.
func (p *pgnParser) word() string {
	n := strings.IndexAny(p.text[p.at:], " \t\r\n\v\f{}()[];$")
	if n < 0 {
		n = len(p.text) - p.at
	}
	s := p.text[p.at : p.at+n]
	p.at += n
	return s
}

// move reads a move with its number before and its marks behind, either of which
// may be missing or stand alone.
func (p *pgnParser) move(l *Line, word string, before, now Position) (Position, Position, error) {
	text := strings.TrimLeft(word, "0123456789")
	if rest := strings.TrimLeft(text, "."); rest != text || text == "" {
		word = rest
	}
	text = strings.TrimRight(word, "!?")
	if text != "" && text != "e.p." && text != "ep" {
		if len(text) > 60 {
			return before, now, &MoveError{Text: clip(text), Err: ErrNotAMove}
		}
		m, err := now.ParseMove(text, MoveText{CaseMatters: true})
		if err != nil {
			return before, now, fmt.Errorf("%w in %s", err, now.FEN())
		}
		l.Add(m)
		before, now = now, now.Play(m)
	}
	if marks := word[len(text):]; marks != "" {
		return before, now, l.mark(marks)
	}
	return before, now, nil
}

// marks are the annotations that may be written with signs, by their numbers.
var marks = [...]string{1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!"}

func (l *Line) mark(sign string) error {
	for n, s := range marks {
		if s == sign {
			return l.addNAG(n)
		}
	}
	return fmt.Errorf("%q is no annotation; signs are !, ?, !!, ??, !? and ?!, no others", sign)
}

func (l *Line) addNAG(n int) error {
	if len(l.Moves) == 0 {
		return errors.New("an annotation stands before the first move")
	}
	last := &l.Moves[len(l.Moves)-1]
	last.NAGs = append(last.NAGs, n)
	return nil
}

func (p *pgnParser) nag(l *Line) error {
	p.at++
	word, n := p.word(), 0
	for _, c := range []byte(word) {
		if c < '0' || c > '9' || n > 255 {
			n = 256
			break
		}
		n = 10*n + int(c-'0')
	}
	if n > 255 || word == "" {
		return fmt.Errorf("$%s is no annotation; numbers go from 0 to 255", word)
	}
	return l.addNAG(n)
}

// comment reads { … } or ; to the end of the line. Line breaks in it are spaces.
func (p *pgnParser) comment(l *Line) error {
	stop := byte('\n')
	if p.text[p.at] == '{' {
		stop = '}'
	}
	p.at++
	text, closed := p.until(stop)
	if !closed {
		return errors.New("a comment is not closed, } is missing")
	}
	// A closing brace behind ; cannot be written again in braces.
	if text = strings.ReplaceAll(oneLine(text), "}", ")"); text == "" {
		return nil
	}
	list := &l.Comments
	if n := len(l.Moves); n > 0 {
		list = &l.Moves[n-1].Comments
	}
	*list = append(*list, text)
	return nil
}

func (p *pgnParser) variation(l *Line, before Position, depth int) error {
	if len(l.Moves) == 0 {
		return errors.New("a variation stands before the first move")
	}
	if depth == maxDepth {
		return fmt.Errorf("variations stand more than %d deep in each other", maxDepth)
	}
	p.at++
	var v Line
	if _, err := p.moves(&v, before, depth+1); err != nil {
		return err
	}
	last := &l.Moves[len(l.Moves)-1]
	last.Variations = append(last.Variations, v)
	return nil
}

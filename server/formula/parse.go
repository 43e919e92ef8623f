package formula

import (
	"fmt"
	"strconv"
	"strings"
)

// Error is what is wrong with an expression.
type Error struct {
	Column int // of the character, from 1
	Text   string
}

func (e *Error) Error() string { return fmt.Sprintf("column %d: %s", e.Column, e.Text) }

// expr is a compiled expression.
type expr struct{ steps []step }

type step struct {
	op     op
	name   Name // of opName; the index of the clause for opClause
	number float64
}

// parse reads an expression that may refer to the first clauses, as many as
// below says. Each clause refers to lower ones alone, so that there are no circles.
func parse(text string, below int) (*expr, error) {
	if len(text) > MaxLength {
		return nil, &Error{MaxLength + 1, fmt.Sprintf("it may be %d characters long", MaxLength)}
	}
	r := reader{text: strings.ToLower(text), below: below}
	if len(r.text) != len(text) { // letters that change their length are wrong anyway
		r.text = text
	}
	r.binary(0)
	if r.skip(); r.err == nil && r.at < len(r.text) {
		r.fail("an operator such as & or > is missing here")
	}
	if r.err != nil {
		return nil, r.err
	}
	return &r.out, nil
}

// reader goes through the text of an expression and writes the steps.
type reader struct {
	text  string
	at    int
	depth int
	below int
	out   expr
	err   *Error
}

// fail notes the first thing that is wrong.
func (r *reader) fail(format string, a ...any) {
	if r.err == nil {
		r.err = &Error{r.at + 1, fmt.Sprintf(format, a...)}
	}
}

func (r *reader) add(s step) { r.out.steps = append(r.out.steps, s) }

// skip passes blanks and the comment at the end.
func (r *reader) skip() {
	for r.at < len(r.text) && r.text[r.at] == ' ' {
		r.at++
	}
	if r.at < len(r.text) && r.text[r.at] == '#' {
		r.at = len(r.text)
	}
}

// binary reads values joined by operators that bind more strongly than least.
func (r *reader) binary(least int) {
	r.value()
	for r.err == nil {
		r.skip()
		o, n := r.operator()
		if n == 0 || o.binding() <= least {
			return
		}
		r.at += n
		r.binary(o.binding())
		r.add(step{op: o})
	}
}

// operator is the one that stands next, and its length; 0 when there is none.
func (r *reader) operator() (op, int) {
	rest := r.text[r.at:]
	for _, s := range symbols {
		if strings.HasPrefix(rest, s.text) {
			return s.op, len(s.text)
		}
	}
	switch word(rest) {
	case "and":
		return opAnd, 3
	case "or":
		return opOr, 2
	}
	return 0, 0
}

// value reads one value with the signs before it.
func (r *reader) value() {
	r.skip()
	if r.depth++; r.depth > MaxDepth {
		r.fail("at most %d brackets and signs fit inside each other", MaxDepth)
	}
	defer func() { r.depth-- }()
	switch {
	case r.err != nil:
	case r.at == len(r.text):
		r.fail("a value is missing at the end")
	case r.text[r.at] == '!', r.text[r.at] == '-':
		o := opNot
		if r.text[r.at] == '-' {
			o = opMinus
		}
		r.at++
		r.value()
		r.add(step{op: o})
	case r.text[r.at] == '(':
		r.brackets()
	case isDigit(r.text[r.at]):
		r.number()
	case isLetter(r.text[r.at]):
		r.word()
	default:
		r.fail("a value belongs here: a number, a name such as rating, or an expression in brackets")
	}
}

// brackets reads an expression in brackets.
func (r *reader) brackets() {
	open := r.at
	r.at++
	r.binary(0)
	r.skip()
	switch {
	case r.err != nil:
	case r.at < len(r.text) && r.text[r.at] == ')':
		r.at++
	case r.at < len(r.text):
		r.fail("an operator such as & or > is missing here")
	default:
		r.at = open
		r.fail("this bracket is not closed")
	}
}

// number reads digits, with a fraction or without, and minutes behind them.
func (r *reader) number() {
	end := r.at
	for end < len(r.text) && (isDigit(r.text[end]) || r.text[end] == '.') {
		end++
	}
	n, err := strconv.ParseFloat(r.text[r.at:end], 64)
	if err != nil && !(n > most) { // a number out of range is a large one
		r.fail("this is no number")
		return
	}
	r.at = end
	r.skip()
	if w := word(r.text[r.at:]); w == "minutes" || w == "minute" {
		r.at += len(w)
		n *= 60
	}
	r.add(step{op: opNumber, number: limited(n)})
}

// word reads a name, one of f1 to f9, or a function with its value.
func (r *reader) word() {
	w := word(r.text[r.at:])
	if f, ok := functions[w]; ok {
		r.at += len(w)
		if r.skip(); r.at == len(r.text) || r.text[r.at] != '(' {
			r.fail("%s takes a number of moves in brackets, as %s(40)", w, w)
			return
		}
		r.brackets()
		r.add(step{op: f})
		return
	}
	if len(w) == 2 && w[0] == 'f' && w[1] >= '1' && w[1] <= '9' {
		r.clause(w)
		return
	}
	n, ok := nameOf(w)
	if !ok {
		r.fail("there is no name %q", w)
		return
	}
	r.at += len(w)
	r.add(step{op: opName, name: n})
}

func (r *reader) clause(w string) {
	switch i := int(w[1] - '1'); {
	case i < r.below:
		r.at += len(w)
		r.add(step{op: opClause, name: Name(i)})
	default:
		r.fail("f%d cannot refer to %s: each of f1 to f9 refers to lower ones alone", r.below+1, w)
	}
}

// word is the word at the start of a text.
func word(s string) string {
	n := 0
	for n < len(s) && (isLetter(s[n]) || n > 0 && isDigit(s[n])) {
		n++
	}
	return s[:n]
}

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' }
func isDigit(c byte) bool  { return c >= '0' && c <= '9' }

// Package formula reads and evaluates the expressions with which players choose
// whom and what they play: the variables formula and f1 to f9 (docs/protocol.md
// §6.2).
//
// An expression is compiled when it is set. What is kept is a list of steps for
// a stack, so that evaluating it takes time in proportion to its length whatever
// it says, and every expression has a value: a division by zero divides by 0.001
// and sums stay within ±1e15 (docs/cases.md 38).
package formula

import "strconv"

// Limits of what may be set.
const (
	MaxLength = 1023 // bytes of one expression
	MaxDepth  = 32   // brackets and signs inside each other
	Clauses   = 9    // f1 to f9
)

// Formula is a player's formula with the clauses that it refers to. It does not
// change; nil is the formula of somebody who has set none.
type Formula struct {
	main    *expr
	text    string
	clauses [Clauses]*expr // nil: unset, or never used
	texts   [Clauses]string
}

// Compile reads a formula and f1, f2 … as they are stored. An expression that
// cannot be read counts as one that is not set, which is true: what is stored was
// checked when it was set.
func Compile(text string, clauses []string) *Formula {
	f := &Formula{text: text}
	var err error
	if f.main, err = parse(text, Clauses); err != nil || text == "" {
		return nil
	}
	for i, c := range clauses[:min(len(clauses), Clauses)] {
		f.texts[i] = c
		if f.clauses[i], err = parse(c, i); err != nil {
			f.clauses[i] = nil
		}
	}
	return f
}

// Text is the formula as it was set.
func (f *Formula) Text() string { return f.text }

// Check tells what is wrong with an expression for a variable: number 1 to 9 for
// f1 to f9, 0 for the formula itself. The error is an *Error.
func Check(text string, number int) error {
	below := number - 1
	if number == 0 {
		below = Clauses
	}
	_, err := parse(text, below)
	return err
}

// Values give the value of a name in one situation.
type Values func(Name) float64

// Fits tells whether a situation fits: the value is not zero. Without a formula
// everything does.
func (f *Formula) Fits(v Values) bool {
	if f == nil {
		return true
	}
	e := evaluation{f: f, values: v}
	return e.value(f.main) != 0
}

// Failing are the clauses to which a formula refers, directly or through others,
// and that are zero in a situation, as "f1=0: !computer".
func (f *Formula) Failing(v Values) (lines []string) {
	if f == nil {
		return nil
	}
	e := evaluation{f: f, values: v}
	e.value(f.main)
	for i := range e.known {
		if e.known[i] && e.clauses[i] == 0 {
			n := strconv.Itoa(i + 1)
			lines = append(lines, "f"+n+"=0: "+f.texts[i])
		}
	}
	return lines
}

// evaluation is one go through a formula. Each clause is computed once, however
// often it is referred to.
type evaluation struct {
	f       *Formula
	values  Values
	clauses [Clauses]float64
	known   [Clauses]bool
}

// clause is the value of f1 to f9 by index; one that is not set asks for nothing
// and is true. It refers to lower ones alone, so this ends.
func (e *evaluation) clause(i int) float64 {
	if !e.known[i] {
		e.known[i], e.clauses[i] = true, 1
		if x := e.f.clauses[i]; x != nil {
			e.clauses[i] = e.value(x)
		}
	}
	return e.clauses[i]
}

func (e *evaluation) value(x *expr) float64 {
	stack := make([]float64, 0, 16)
	for _, s := range x.steps {
		switch s.op {
		case opNumber:
			stack = append(stack, s.number)
			continue
		case opName:
			stack = append(stack, limited(e.values(s.name)))
			continue
		case opClause:
			stack = append(stack, e.clause(int(s.name)))
			continue
		}
		top := len(stack) - 1
		if s.op.unary() {
			stack[top] = limited(s.op.of(stack[top], e.values))
			continue
		}
		stack[top-1] = limited(s.op.join(stack[top-1], stack[top]))
		stack = stack[:top]
	}
	return stack[0]
}

// most is where numbers end.
const most = 1e15

func limited(v float64) float64 { return max(-most, min(v, most)) }

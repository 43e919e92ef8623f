package formula

// op is what one step does with the stack.
type op uint8

const (
	opNumber op = iota
	opName
	opClause
	opNot
	opMinus
	opMaxTime    // maxtime(n): seconds of both players for n moves
	opMyMaxTime  // mymaxtime(n): one's own
	opMaxTimeDif // maxtimedif(n): one's own less the opponent's
	opTimes
	opOver
	opPlus
	opLess
	opSmaller
	opSmallerEqual
	opGreater
	opGreaterEqual
	opEqual
	opUnequal
	opAnd
	opOr
)

// unary tells whether the step takes one value off the stack.
func (o op) unary() bool { return o >= opNot && o <= opMaxTimeDif }

// binding is how strongly an operator between two values binds
// (docs/protocol.md §6.2); 0 for the others.
func (o op) binding() int {
	switch {
	case o == opOr:
		return 1
	case o == opAnd:
		return 2
	case o == opUnequal:
		return 3
	case o == opEqual:
		return 4
	case o >= opSmaller && o <= opGreaterEqual:
		return 5
	case o == opPlus || o == opLess:
		return 6
	case o == opTimes || o == opOver:
		return 7
	}
	return 0
}

// symbols are the operators between two values, longer ones before those that
// they begin with.
var symbols = [...]struct {
	text string
	op   op
}{
	{"&&", opAnd},
	{"||", opOr},
	{"<=", opSmallerEqual},
	{"=<", opSmallerEqual},
	{">=", opGreaterEqual},
	{"=>", opGreaterEqual},
	{"<>", opUnequal},
	{"!=", opUnequal},
	{"==", opEqual},
	{"&", opAnd},
	{"|", opOr},
	{"<", opSmaller},
	{">", opGreater},
	{"=", opEqual},
	{"+", opPlus},
	{"-", opLess},
	{"*", opTimes},
	{"/", opOver},
}

// functions take one value in brackets.
var functions = map[string]op{"maxtime": opMaxTime, "mymaxtime": opMyMaxTime, "maxtimedif": opMaxTimeDif}

func truth(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// of is the value of a step with one value.
func (o op) of(a float64, v Values) float64 {
	mine := func() float64 { return limited(v(MyBase)) + limited(v(MyInc))*a }
	his := func() float64 { return limited(v(HisBase)) + limited(v(HisInc))*a }
	switch o {
	case opNot:
		return truth(a == 0)
	case opMaxTime:
		return mine() + his()
	case opMyMaxTime:
		return mine()
	case opMaxTimeDif:
		return mine() - his()
	}
	return -a
}

// nearZero is what a zero divides by.
const nearZero = 0.001

// join is the value of an operator between two.
func (o op) join(a, b float64) float64 {
	switch o {
	case opTimes:
		return a * b
	case opOver:
		if b == 0 {
			b = nearZero
		}
		return a / b
	case opPlus:
		return a + b
	case opLess:
		return a - b
	case opSmaller:
		return truth(a < b)
	case opSmallerEqual:
		return truth(a <= b)
	case opGreater:
		return truth(a > b)
	case opGreaterEqual:
		return truth(a >= b)
	case opEqual:
		return truth(a == b)
	case opUnequal:
		return truth(a != b)
	case opAnd:
		return truth(a != 0 && b != 0)
	}
	return truth(a != 0 || b != 0)
}

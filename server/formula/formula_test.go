package formula

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// situation has values for some names; all others are 0.
func situation(v map[Name]float64) Values { return func(n Name) float64 { return v[n] } }

func TestValues(t *testing.T) {
	here := situation(map[Name]float64{
		Rating: 1600, MyRating: 1500, Blitz: 1, Rated: 1, Time: 5, Inc: 3, MyBase: 300, MyInc: 3, HisBase: 180, HisInc: 2,
	})
	tests := []struct {
		text string
		want float64
	}{
		{"1", 1},
		{"!computer", 1},
		{"!rated", 0},
		{"RATING > 1500", 1},
		{"1 + 2 * 3", 7},
		{"(1 + 2) * 3", 9},
		{"10 - 3 - 2", 5},
		{"12 / 3 / 2", 2},
		{"-2 * 3", -6},
		{"--2", 2},
		{"!0 + 1", 2},
		{"5 minutes", 300},
		{"2.5 minutes", 150},
		{"1 < 2 = 1", 1},       // (1<2) = 1
		{"2 = 2 != 0", 1},      // (2=2) != 0
		{"0 & 0 | 1", 1},       // (0&0) | 1
		{"1 | 0 & 0", 1},       // 1 | (0&0)
		{"0 and 0 or 1", 1},    // words
		{"1 && 1 || 0", 1},     // doubled signs
		{"3 =< 3 & 4 => 4", 1}, // as <= and >=
		{"3 <= 3 & 4 >= 5", 0}, //
		{"3 <> 3", 0},          // as !=
		{"3 == 3", 1},          // as =
		{"1 / 0", 1000},        // as 1/0.001
		{"1 # & 0", 1},         // a comment
		{"rating-myrating", 100},
		{"maxtime(10)", 300 + 30 + 180 + 20},
		{"mymaxtime(10)", 330},
		{"maxtimedif(10)", 130},
		{"maxtime(2*5)>5 minutes", 1},
		{"9999999999*9999999999", most},
		{"-9999999999*9999999999*9999999999", -most},
		{strings.Repeat("9", 400), most},
	}
	for _, tt := range tests {
		t.Run(tt.text, func(t *testing.T) {
			if err := Check(tt.text, 0); err != nil {
				t.Fatal(err)
			}
			f := Compile(tt.text, nil)
			e := evaluation{f: f, values: here}
			if got := e.value(f.main); got != tt.want {
				t.Errorf("%v, want %v", got, tt.want)
			}
			if f.Fits(here) != (tt.want != 0) {
				t.Errorf("Fits is %v", f.Fits(here))
			}
		})
	}
}

// What cannot be read is refused, with the place (docs/cases.md 38).
func TestErrors(t *testing.T) {
	tests := []struct {
		text   string
		number int
		column int
	}{
		{"", 0, 1},
		{"   ", 0, 4},
		{"# nothing but words", 0, 20},
		{"1 +", 0, 4},
		{"rating >", 0, 9},
		{"rating 1500", 0, 8},
		{"(1", 0, 1},
		{"1)", 0, 2},
		{"(1 2)", 0, 4},
		{"colour = 1", 0, 1},
		{"maxtime > 3", 0, 9},
		{"maxtime", 0, 8},
		{"1.2.3", 0, 1},
		{"%", 0, 1},
		{"rating > é", 0, 10},
		{"f1", 1, 1},
		{"f2", 1, 1},
		{"1 & f3", 2, 5},
		{"f0", 0, 1},
		{"f10", 0, 1},
		{strings.Repeat("(", 1000), 0, MaxDepth + 1},
		{strings.Repeat("!", 1000) + "1", 0, MaxDepth + 1},
		{strings.Repeat("1", 1024), 0, 1024},
	}
	for _, tt := range tests {
		var e *Error
		if err := Check(tt.text, tt.number); !errors.As(err, &e) || e.Column != tt.column || e.Text == "" {
			t.Errorf("Check(%.40q, %d) = %v, want column %d", tt.text, tt.number, err, tt.column)
		}
	}
	if err := Check("f9 & f1", 0); err != nil {
		t.Error(err)
	}
	if err := Check("f8", 9); err != nil {
		t.Error(err)
	}
}

func TestClauses(t *testing.T) {
	here := situation(map[Name]float64{Rating: 1400, Computer: 1})
	f := Compile("f1 & f3 | f9", []string{"!computer", "rating > 1500", "f2 & 1", "", "", "", "", "", "0"})
	if f.Fits(here) {
		t.Error("fits")
	}
	want := []string{"f1=0: !computer", "f2=0: rating > 1500", "f3=0: f2 & 1", "f9=0: 0"}
	if d := cmp.Diff(want, f.Failing(here)); d != "" {
		t.Error(d)
	}
	if f.Text() != "f1 & f3 | f9" {
		t.Error(f.Text())
	}
	for _, unset := range [][]string{nil, {""}, {"this is broken"}} {
		if !Compile("f1", unset).Fits(here) {
			t.Errorf("a clause %q asks for something", unset)
		}
	}
	for _, none := range []string{"", "(", "1 +"} {
		f := Compile(none, nil)
		if f != nil || !f.Fits(here) || f.Failing(here) != nil {
			t.Errorf("Compile(%q) = %v", none, f)
		}
	}
}

// Clauses that refer to each other many times are computed once each: without
// that this test would not end.
func TestClausesAreComputedOnce(t *testing.T) {
	sum := func(name string) string { return strings.Repeat(name+"+", 300) + name }
	clauses := []string{"rating"}
	for i := range 8 {
		clauses = append(clauses, sum("f"+string(rune('1'+i))))
	}
	asked := 0
	f := Compile(sum("f9"), clauses)
	if !f.Fits(func(Name) float64 { asked++; return 1 }) || asked != 1 {
		t.Errorf("asked %d times", asked)
	}
}

func TestWordsAreSorted(t *testing.T) {
	if !slices.IsSorted(Words()) {
		t.Error(Words())
	}
	for i, w := range Words() {
		if n, ok := nameOf(w); !ok || n != Name(i) {
			t.Errorf("%s is %d", w, n)
		}
	}
}

// Whatever is typed is refused with a place inside it, or has a finite value.
func FuzzFormula(f *testing.F) {
	for _, s := range []string{"!computer", "f1 & (rating > 1500 or maxtime(40) < 20 minutes)", "1/0", "((((1", "!!!-1", "9e9", "f2#x", "1..", "a<b", "\x80", "İ"} {
		f.Add(s, 3)
	}
	f.Fuzz(func(t *testing.T, text string, number int) {
		number = max(0, number) % (Clauses + 1)
		err := Check(text, number)
		var e *Error
		if err != nil && (!errors.As(err, &e) || e.Column < 1 || e.Column > len(text)+1 || e.Text == "") {
			t.Fatalf("%q: %v", text, err)
		}
		c := Compile(text, []string{text, text, text})
		if c == nil {
			return
		}
		v := evaluation{f: c, values: func(n Name) float64 { return float64(n) - 3 }}
		if got := v.value(c.main); math.IsNaN(got) || math.Abs(got) > most {
			t.Fatalf("%q is %v", text, got)
		}
	})
}

func BenchmarkFits(b *testing.B) {
	f := Compile(strings.Repeat("!computer&", 100)+"f1", []string{"rating>1500"})
	here := situation(map[Name]float64{Rating: 1600})
	for b.Loop() {
		f.Fits(here)
	}
}

package rules

import (
	"strings"
	"testing"
)

// The six diagrams of docs/diagrams.md, to the character.
func TestDiagrams(t *testing.T) {
	list := strings.Split(strings.TrimSpace(diagrams), "\n\n")
	if len(list) != 6 {
		t.Fatalf("%d diagrams", len(list))
	}
	for _, d := range list {
		fen, want, _ := strings.Cut(d, "\n")
		p := parse(t, "atomic", fen)
		if got := strings.TrimSuffix(Diagram(&p), "\n"); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", fen, got, want)
		}
	}
}

const diagrams = `
r1bqkb1r/ppp1pp1p/2n2np1/3pN3/3P4/2N5/PPP1PPPP/R1BQKB1R w KQkq - 0 5
   +------------------------+
 8 | *R    *B *Q *K *B    *R|
 7 | *P *P *P    *P *P    *P|
 6 |       *N       *N *P   |
 5 |          *P N          |
 4 |          P             |
 3 |       N                |
 2 | P  P  P     P  P  P  P |
 1 | R     B  Q  K  B     R |
   +------------------------+
     a  b  c  d  e  f  g  h

r1bqkb1r/ppp1pp1p/5np1/8/3P4/8/PPP1PPPP/R1BQKB1R b KQkq - 0 5
   +------------------------+
 8 | *R    *B *Q *K *B    *R|
 7 | *P *P *P    *P *P    *P|
 6 |                *N *P   |
 5 |                        |
 4 |          P             |
 3 |                        |
 2 | P  P  P     P  P  P  P |
 1 | R     B  Q  K  B     R |
   +------------------------+
     a  b  c  d  e  f  g  h

rnb1kbnr/pppp1ppp/4p3/8/5P1q/2N5/PPPPP1PP/R1BQKBNR w KQkq - 2 3
   +------------------------+
 8 | *R *N *B    *K *B *N *R|
 7 | *P *P *P *P    *P *P *P|
 6 |             *P         |
 5 |                        |
 4 |                P     *Q|
 3 |       N                |
 2 | P  P  P  P  P     P  P |
 1 | R     B  Q  K  B  N  R |
   +------------------------+
     a  b  c  d  e  f  g  h

r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3
   +------------------------+
 8 | *R    *B *Q *K *B *N *R|
 7 | *P *P *P *P    *P *P *P|
 6 |       *N               |
 5 |             *P         |
 4 |       B     P          |
 3 |                N       |
 2 | P  P  P  P     P  P  P |
 1 | R  N  B  Q  K        R |
   +------------------------+
     a  b  c  d  e  f  g  h

8/8/6Qk/8/8/8/8/K7 b - - 0 1
   +------------------------+
 8 |                        |
 7 |                        |
 6 |                   Q  *K|
 5 |                        |
 4 |                        |
 3 |                        |
 2 |                        |
 1 | K                      |
   +------------------------+
     a  b  c  d  e  f  g  h

8/8/6Qk/8/2b5/8/P7/K7 b - - 0 1
   +------------------------+
 8 |                        |
 7 |                        |
 6 |                   Q  *K|
 5 |                        |
 4 |       *B               |
 3 |                        |
 2 | P                      |
 1 | K                      |
   +------------------------+
     a  b  c  d  e  f  g  h
`

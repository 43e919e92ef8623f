package rules

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// The arrays that do not depend on dice, rules/RULES.md §2.2.
func TestWildArrays(t *testing.T) {
	for name, want := range map[string]string{
		"wild/0":  "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
		"wild/5":  "RNBKQBNR/PPPPPPPP/8/8/8/8/pppppppp/rnbkqbnr w - - 0 1",
		"wild/8":  "rnbqkbnr/8/8/pppppppp/PPPPPPPP/8/8/RNBQKBNR w KQkq - 0 1",
		"wild/8a": "rnbqkbnr/8/8/PPPPPPPP/pppppppp/8/8/RNBQKBNR w KQkq - 0 1",
	} {
		v := Lookup(name)
		for _, p := range []Position{v.Start(0), v.Start(StandardStart), v.StartFrom(nil)} {
			if p.FEN() != want {
				t.Errorf("%s starts at %s, want %s", name, p.FEN(), want)
			}
			invariants(t, &p)
		}
		if v.Random {
			t.Errorf("%s is drawn", name)
		}
	}
}

// wildRules says of each drawn array what RULES.md §2.2 says of it.
var wildRules = map[string]func(white, black string) bool{
	"wild/1": func(white, black string) bool { return wild1(white) && wild1(black) },
	"wild/2": func(white, black string) bool { return white == black && sorted(white) == "BBKNNQRR" },
	"wild/3": func(white, black string) bool { return white == black && oneKing(white) },
	"wild/4": func(white, black string) bool {
		return white != black && oneKing(white) && sorted(white) == sorted(black) && bishops(white) == bishops(black)
	},
}

func wild1(row string) bool {
	n := bishops(row)
	return row[0] == 'R' && row[7] == 'R' && sorted(row) == "BBKNNQRR" && n[0] == n[1] &&
		(row[3:5] == "KQ" || row[3:5] == "QK")
}

func oneKing(row string) bool {
	return strings.Count(row, "K") == 1 && len(row) == 8 && strings.Trim(row, "KQRBN") == ""
}

// bishops counts those on files of either parity.
func bishops(row string) (n [2]int) {
	for file, c := range row {
		if c == 'B' {
			n[file%2]++
		}
	}
	return n
}

func sorted(s string) string {
	b := []byte(s)
	slices.Sort(b)
	return string(b)
}

func TestWildDraws(t *testing.T) {
	for name, ok := range wildRules {
		v := Lookup(name)
		seen := map[string]bool{}
		r := rand.New(rand.NewPCG(7, 7))
		for range 500 {
			p := v.StartFrom(r)
			rows := p.Rows()
			white, black := rows[7], strings.ToUpper(rows[0])
			if !ok(white, black) || rows[6] != "PPPPPPPP" || rows[1] != "pppppppp" {
				t.Fatalf("%s starts at %s", name, p.FEN())
			}
			if castles := name == "wild/1"; p.CanCastle(White, true) != castles || p.CanCastle(Black, false) != castles {
				t.Fatalf("%s: rights of %s", name, p.FEN())
			}
			invariants(t, &p)
			seen[white+black] = true
		}
		if len(seen) < 64 { // as many as wild/1 has
			t.Errorf("%s: only %d arrays in 500 draws", name, len(seen))
		}
		if p, q := v.Start(3), v.Start(3); p != q || p == v.Start(4) || !v.Random {
			t.Errorf("%s: the number does not choose the array", name)
		}
	}
}

// What wild/1 can draw is all that its sentence allows: two places of
// the king and four of the bishops a side.
func TestWild1DrawsEverything(t *testing.T) {
	rows := map[string]int{}
	for n := range 1000 {
		p := Lookup("wild/1").Start(n)
		rows[p.Rows()[7]]++
	}
	if len(rows) != 8 {
		t.Errorf("%d different first ranks, want 8: %v", len(rows), rows)
	}
}

// Castling from the d-file goes to b and f, that from the e-file to g and c, for
// each side by itself (rules/RULES.md §2.2.1).
func TestWildCastling(t *testing.T) {
	for _, c := range []struct{ fen, text, uci, after string }{
		{"r3k2r/8/8/8/8/8/8/R2K3R w KQkq - 0 1", "o-o", "d1b1", "r3k2r/8/8/8/8/8/8/1KR4R b kq - 1 1"},
		{"r3k2r/8/8/8/8/8/8/R2K3R w KQkq - 0 1", "O-O-O", "d1f1", "r3k2r/8/8/8/8/8/8/R3RK2 b kq - 1 1"},
		{"r3k2r/8/8/8/8/8/8/R2K3R w KQkq - 0 1", "Kb1", "", ""},
		{"r3k2r/8/8/8/8/8/8/R2K3R b KQkq - 0 1", "o-o", "e8g8", "r4rk1/8/8/8/8/8/8/R2K3R w KQ - 1 2"},
		{"r2k3r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "o-o", "d8b8", "1kr4r/8/8/8/8/8/8/R3K2R w KQ - 1 2"},
		{"r2k3r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "o-o-o", "e1c1", "r2k3r/8/8/8/8/8/8/2KR3R b kq - 1 1"},
		{"r2k3r/8/8/8/8/8/8/RN2K2R w KQkq - 0 1", "o-o-o", "", ""},
		{"4k3/8/8/8/8/8/8/RN1K3R w KQ - 0 1", "o-o", "", ""},      // b1 is where the king goes
		{"4k3/8/8/8/8/8/8/R2K2NR w KQ - 0 1", "o-o-o", "", ""},    // the rook passes g1
		{"1r2k3/8/8/8/8/8/8/R2K3R w KQ - 0 1", "o-o", "", ""},     // into check
		{"2r1k3/8/8/8/8/8/8/R2K3R w KQ - 0 1", "o-o", "", ""},     // through check
		{"6rk/8/8/8/8/8/8/R2K3R w KQ - 0 1", "o-o-o", "d1f1", ""}, // g1 may be attacked
	} {
		p := parse(t, "wild", c.fen)
		m, err := p.ParseMove(c.text, MoveText{})
		if (err == nil) != (c.uci != "") || err == nil && p.UCI(m) != c.uci {
			t.Errorf("%s: %s is %s (%v), want %q", c.fen, c.text, p.UCI(m), err, c.uci)
			continue
		}
		if next := p.Play(m); c.after != "" && next.FEN() != c.after {
			t.Errorf("%s: after %s %s, want %s", c.fen, c.text, next.FEN(), c.after)
		}
	}
	if _, err := ParseFEN(Lookup("wild"), "4k3/8/8/8/8/8/8/R1K4R w KQ - 0 1"); err == nil || !strings.Contains(err.Error(), "from the d- or e-file") {
		t.Errorf("castling from the c-file: %v", err)
	}
}

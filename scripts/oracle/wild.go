package main

import (
	"slices"
	"strings"

	"epicenter/rules"
)

// Wild chess to a program that knows chess alone (rules/RULES.md §2.2.1): a king on
// the d-file sees the board mirrored, so it is asked about the mirrored board; the
// rights of the side that is not to move are left out, since its king may stand
// on the other file and they make no difference to what can be played now. What a
// move leads to is not asked.

func isWild(v *rules.Variant) bool { return strings.HasPrefix(v.Name, "wild/") }

func (f *ffish) askWild(q *question) (*answer, error) {
	fields := strings.Fields(q.p.FEN())
	keep := "KQ"
	if q.p.Turn() == rules.Black {
		keep = "kq"
	}
	fields[2] = strings.Map(func(r rune) rune {
		if strings.ContainsRune(keep, r) {
			return r
		}
		return -1
	}, fields[2])
	mirror := fields[2] != "" && kingFile(&q.p) == 3
	if fields[2] == "" {
		fields[2] = "-"
	}
	if mirror {
		fields = mirrored(fields)
	}
	got, err := f.exchange(ffishQuestion{Variant: "chess", FEN: strings.Join(fields, " "), Play: []string{}})
	if err != nil {
		return nil, err
	}
	a := &answer{moves: got.Moves, check: got.Check, result: got.Result}
	if mirror {
		for i, m := range a.moves {
			a.moves[i] = mirrorFiles(m[:4]) + m[4:]
		}
	}
	slices.Sort(a.moves)
	return a, nil
}

func kingFile(p *rules.Position) int {
	for s := range rules.NoSquare {
		if p.At(s) == rules.PieceOf(p.Turn(), rules.King) {
			return s.File()
		}
	}
	return -1
}

// mirrored exchanges left and right in the fields of a FEN.
func mirrored(fields []string) []string {
	rows := strings.Split(fields[0], "/")
	for i, row := range rows {
		b := []byte(row)
		slices.Reverse(b)
		rows[i] = string(b)
	}
	out := slices.Clone(fields)
	out[0] = strings.Join(rows, "/")
	out[2] = strings.NewReplacer("K", "Q", "Q", "K", "k", "q", "q", "k").Replace(fields[2])
	out[3] = mirrorFiles(fields[3])
	return out
}

func mirrorFiles(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'h' {
			return 'a' + 'h' - r
		}
		return r
	}, s)
}

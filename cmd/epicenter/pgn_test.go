package main

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"
)

func runPGNTool(t *testing.T, stdin string, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	status = runPGN(args, strings.NewReader(stdin), &out, &errs)
	return status, out.String(), errs.String()
}

const twoGames = `[White "Alice"]
[Variant "Atomic"]

1. Nf3 f6 2. Nd4 Nh6 3. Ne6 Nf7 4. Nxd8# 1-0

[White "Carol"]

1. e4
e5 2. Ke3 *
`

func TestPGNCheck(t *testing.T) {
	status, out, errs := runPGNTool(t, "", "check", "../../rules/testdata/games.pgn")
	if status != 0 || out != "85 games read, 0 broken\n" || errs != "" {
		t.Errorf("status %d, %q, %q", status, out, errs)
	}
	status, out, _ = runPGNTool(t, twoGames, "check", "-")
	want := "-:9: game 2: illegal move: \"Ke3\" in rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\n2 games read, 1 broken\n"
	if status != 1 || out != want {
		t.Errorf("status %d, %q, want %q", status, out, want)
	}
	if _, out, _ := runPGNTool(t, "*", "check", "-"); out != "1 game read, 0 broken\n" {
		t.Errorf("%q", out)
	}
}

func TestPGNReplay(t *testing.T) {
	status, out, _ := runPGNTool(t, twoGames, "replay", "-")
	for _, want := range []string{
		"game 1: Alice - ?, atomic\nstart          rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n",
		"\n1... f6        rnbqkbnr/ppppp1pp/5p2/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 0 2\n",
		"\n4. Nxd8#       rn3b1r/pppppnpp/5p2/8/8/8/PPPPPPPP/RNBQKB1R b KQ - 0 4\n1-0            king_exploded\n\n",
		"-:9: game 2: illegal move",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is not in\n%s", want, out)
		}
	}
	if status != 1 {
		t.Errorf("status %d", status)
	}
	_, out, _ = runPGNTool(t, "1. e4 1-0\n\n[Variant \"suicide\"]\n[FEN \"8/8/8/8/8/8/1k6/K7 w - - 0 1\"]\n\n1. Kxb2 1-0\n", "replay", "-")
	if !strings.Contains(out, "1-0            as the file says") || !strings.Contains(out, "lost_all_material, which gives 0-1") {
		t.Errorf("ends are not told:\n%s", out)
	}
}

func TestPGNMisuse(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"", `type "pgn check FILE" or "pgn replay FILE"`},
		{"check", `type "pgn check FILE"`},
		{"mend x", `type "pgn check FILE"`},
		{"check --fast x", "unknown flag"},
		{"check " + filepath.Join(t.TempDir(), "missing"), "no such file"},
	} {
		status, out, errs := runPGNTool(t, "", strings.Fields(c.args)...)
		if status != 2 || out != "" || !strings.Contains(errs, c.want) {
			t.Errorf("%s: status %d, %q, %q", c.args, status, out, errs)
		}
	}
	if status, out, _ := runPGNTool(t, "", "--help"); status != 0 || out != pgnUsage {
		t.Errorf("help: %d, %q", status, out)
	}
	if status, out, _ := runPGNTool(t, "", "check", "."); status != 1 || !strings.Contains(out, "cannot be read further") {
		t.Errorf("a folder: %d, %q", status, out)
	}
}

package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// runTool runs one of the commands about positions.
func runTool(t *testing.T, command string, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	switch command {
	case "perft":
		status = runPerft(args, &out, &errs)
	case "position":
		status = runPosition(args, &out, &errs)
	default:
		t.Fatalf("no command %q", command)
	}
	return status, out.String(), errs.String()
}

func TestPerftCommand(t *testing.T) {
	for _, args := range []string{
		"--variant atomic --depth 4", "--variant atomic --depth 4 --bulk=false", "--variant=atomic960 --depth=4 --divide",
	} {
		status, out, errs := runTool(t, "perft", strings.Fields(args)...)
		if status != 0 || errs != "" || !strings.HasSuffix(out, "\nnodes 197326\n") {
			t.Errorf("%s: status %d, %q, %q", args, status, out, errs)
		}
		if !regexp.MustCompile(`(?m)^time [\d.]+ s, \d+ nodes/s$`).MatchString(out) {
			t.Errorf("%s: no line of time and speed in %q", args, out)
		}
	}
}

func TestPerftDivide(t *testing.T) {
	_, out, _ := runTool(t, "perft", "--variant", "chess960", "--fen", "4k3/8/8/8/8/8/8/4KR2 w F - 0 1", "--depth", "1", "--divide")
	lines := strings.Split(strings.TrimSpace(out), "\n")
	want := "e1d1 1|e1d2 1|e1e2 1|e1f1 1|e1f2 1|f1f2 1|f1f3 1|f1f4 1|f1f5 1|f1f6 1|f1f7 1|f1f8 1|f1g1 1|f1h1 1"
	if got := strings.Join(lines[:len(lines)-2], "|"); got != want {
		t.Errorf("divide: %s\nwant    %s", got, want)
	}
	if _, out, _ := runTool(t, "perft", "--depth", "0", "--divide"); !strings.HasSuffix(out, "nodes 1\n") {
		t.Errorf("depth 0: %q", out)
	}
}

func TestToolErrors(t *testing.T) {
	for _, c := range []struct{ command, args, want string }{
		{"perft", "", "epicenter perft: give --depth a number from 0 to 30"},
		{"perft", "--depth -1", "give --depth"},
		{"perft", "--depth three", "invalid argument"},
		{"perft", "--depth 1 --variant atomik", `unknown variant "atomik"; choose one of chess, chess960, atomic, atomic960`},
		{"perft", "--depth 1 --fen 8/8", "FEN, fields: 1 found"},
		{"perft", "--depth 1 extra", `unexpected argument "extra"`},
		{"perft", "--nonsense", `unknown flag: --nonsense; "epicenter perft --help" lists the flags`},
		{"position", "--flag white", `--flag takes w or b, not "white"`},
		{"position", "--flag=", "--flag takes w or b"},
		{"position", "--claim threefold", "--claim takes repetition or 50"},
		{"position", "--variant x", "unknown variant"},
		{"position", "--moves e2e5", `move 1 of --moves: illegal move: "e2e5" in rnbqkbnr/`},
		{"position", "--moves e4", `not a move: "e4"`},
		{"position", "--moves e4", "moves are written as e2e4, e7e8q or N@f3"},
	} {
		status, out, errs := runTool(t, c.command, strings.Fields(c.args)...)
		if status != 2 || out != "" || !strings.Contains(errs, c.want) || strings.Count(errs, "\n") != 1 {
			t.Errorf("%s %s: status %d, out %q, errors %q; want status 2 and one line with %q", c.command, c.args, status, out, errs, c.want)
		}
	}
}

func TestToolHelp(t *testing.T) {
	for _, command := range []string{"perft", "position"} {
		status, out, errs := runTool(t, command, "--help")
		if status != 0 || errs != "" || !strings.Contains(out, "Usage: epicenter "+command) || !strings.Contains(out, "--variant") {
			t.Errorf("%s --help: status %d, %q, %q", command, status, out, errs)
		}
	}
}

// TestPerftOfEveryVariant counts the first positions of every file of the corpus,
// whose names are the variants' words for the command line.
func TestPerftOfEveryVariant(t *testing.T) {
	files, err := filepath.Glob("../../rules/testdata/perft/*.epd")
	if err != nil || len(files) != 8 {
		t.Fatalf("%d files of counts: %v", len(files), err)
	}
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		variant, ran := strings.TrimSuffix(filepath.Base(file), ".epd"), 0
		for line := range strings.Lines(string(raw)) {
			fields := strings.Split(line, ";")
			var nodes uint64
			if len(fields) < 2 || ran == 5 {
				continue
			}
			if n, _ := fmt.Sscanf(fields[1], "D1 %d", &nodes); n != 1 {
				continue
			}
			ran++
			_, out, errs := runTool(t, "perft", "--variant", variant, "--fen", strings.TrimSpace(fields[0]), "--depth", "1")
			if !strings.HasSuffix(out, fmt.Sprintf("\nnodes %d\n", nodes)) {
				t.Errorf("%s %s: %q, %q; want %d nodes", variant, fields[0], out, errs, nodes)
			}
		}
		if ran == 0 {
			t.Errorf("%s: nothing was counted", file)
		}
	}
}

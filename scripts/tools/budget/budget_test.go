package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// tree writes files into a folder of the test's own and measures them.
func tree(t *testing.T, tables string, files map[string]string) *audit {
	t.Helper()
	root := t.TempDir()
	for name, text := range files {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	list := filepath.Join(root, "tables")
	if err := os.WriteFile(list, []byte(tables), 0o600); err != nil {
		t.Fatal(err)
	}
	a := &audit{root: root, parts: parts(), packages: map[string]int{}}
	if err := a.readTables(list); err != nil {
		t.Fatal(err)
	}
	if err := a.walk(); err != nil {
		t.Fatal(err)
	}
	a.judge()
	return a
}

func lines(n int, text string) string { return strings.Repeat(text+"\n", n) }

const tests = "package p\n"

func TestBudget(t *testing.T) {
	long := "package p\n\nfunc f() {\n" + lines(59, "\t_ = 1") + "}\n"
	table := "package p\n\nfunc f() {\n\t_ = []int{\n" + lines(100, "\t\t1,") + "\t}\n}\n"
	for _, tt := range []struct {
		name, tables string
		files        map[string]string
		want         string
	}{
		{"clean", "", map[string]string{"cmd/a.go": "package p\n", "cmd/a_test.go": tests}, ""},
		{"long function", "", map[string]string{"cmd/a.go": long, "cmd/a_test.go": tests + lines(60, "//")}, "cmd/a.go:3:1: f has 61 lines; at most 60"},
		{"table in a function", "", map[string]string{"cmd/a.go": table, "cmd/a_test.go": tests + lines(100, "//")}, ""},
		{"long file", "", map[string]string{"cmd/a.go": "package p\n" + lines(600, "//"), "cmd/a_test.go": tests + lines(590, "//")}, "cmd/a.go: 601 lines; at most 600"},
		{"long table", "cmd/a.go openings", map[string]string{"cmd/a.go": "package p\n" + lines(600, "//"), "cmd/a_test.go": tests + lines(590, "//")}, ""},
		{"no reason", "cmd/a.go", map[string]string{"cmd/a.go": "package p\n" + lines(600, "//"), "cmd/a_test.go": tests + lines(590, "//")}, "cmd/a.go has no reason behind it"},
		{"stale table", "cmd/b.go gone", map[string]string{"cmd/a.go": "package p\n", "cmd/a_test.go": tests}, "cmd/b.go is listed as a table"},
		{"few tests", "", map[string]string{"rules/a.go": "package p\n" + lines(99, "//"), "rules/a_test.go": tests + lines(89, "//")}, "rules: 0.90 lines of test for a line of code; at least 1.0"},
		{"undocumented", "", map[string]string{"rules/a.go": "package p\n\ntype T int\n", "rules/a_test.go": tests + "//\n//\n"}, "T is exported and has no comment"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := strings.Join(tree(t, tt.tables, tt.files).breaches, "\n")
			if (tt.want == "") != (got == "") || !strings.Contains(got, tt.want) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestManyFiles(t *testing.T) {
	files := map[string]string{"server/a_test.go": tests + lines(50, "//")}
	for i := range maxFiles + 1 {
		files[fmt.Sprintf("server/f%d.go", i)] = "package p\n"
	}
	got := tree(t, "", files).breaches
	if len(got) != 1 || !strings.Contains(got[0], "server: 41 files in one package") {
		t.Error(got)
	}
}

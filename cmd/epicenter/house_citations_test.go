package main_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	// docs/protocol.md §6.3, §7 — a page and the sections named behind it.
	pageCite = regexp.MustCompile(`((?:docs|rules)/[A-Za-z]+\.md)((?:[\s,;]*(?:and|to|–|-)?\s*§+\s*[A-Z0-9][0-9.a-z]*)*)`)
	sections = regexp.MustCompile(`§+\s*([A-Z]?[0-9]*(?:\.[0-9]+)*[a-z]?)`)
	// docs/cases.md 16, 17 and 19 — cases by their numbers.
	caseCite = regexp.MustCompile(`docs/cases\.md((?:[\s,]*(?:and|to|–|-)?\s*[0-9]+\b)+)`)
	// rules/RULES.md D8 — a decision.
	ruleCite = regexp.MustCompile(`rules/RULES\.md(?: §7)? (D[0-9]+)`)
	helpCite = regexp.MustCompile(`\bhelp/([a-z0-9_]+)\.txt`)
	number   = regexp.MustCompile(`[0-9]+`)

	heading  = regexp.MustCompile(`^#+\s+([0-9]+(?:\.[0-9]+)*[a-z]?|[A-Z])\.?\s`)
	item     = regexp.MustCompile(`^([0-9]+)\. `)
	decision = regexp.MustCompile(`^- \*\*(D[0-9]+)\*\*`)
)

// page holds what can be cited in one page.
type page map[string]bool

func readPage(path string) (page, error) {
	text, err := os.ReadFile(filepath.Join(top, path))
	if err != nil {
		return nil, err
	}
	p, section := page{}, ""
	for line := range strings.Lines(string(text)) {
		if m := heading.FindStringSubmatch(line); m != nil {
			section = m[1]
			p[section] = true
		} else if m := item.FindStringSubmatch(line); m != nil {
			// A numbered point: §0.10 is point 10 of section 0, and on a page without numbered headings simply §10.
			p[strings.TrimPrefix(section+"."+m[1], ".")] = true
		} else if m := decision.FindStringSubmatch(line); m != nil {
			p[m[1]] = true
		}
	}
	return p, nil
}

// cites returns what is cited in a comment and does not exist.
func cites(pages map[string]page, comment string) (dangling []string) {
	comment = strings.Join(strings.Fields(strings.ReplaceAll(comment, "//", " ")), " ")
	has := func(path, what string) {
		p, known := pages[path]
		if !known {
			p, _ = readPage(path)
			pages[path] = p
		}
		if p == nil || what != "" && !p[strings.TrimSuffix(what, ".")] {
			dangling = append(dangling, strings.TrimSpace(path+" §"+what))
		}
	}
	for _, m := range pageCite.FindAllStringSubmatch(comment, -1) {
		has(m[1], "")
		for _, s := range sections.FindAllStringSubmatch(m[2], -1) {
			has(m[1], s[1])
		}
	}
	for _, m := range caseCite.FindAllStringSubmatch(comment, -1) {
		for _, n := range number.FindAllString(m[1], -1) {
			has("docs/cases.md", n)
		}
	}
	for _, m := range ruleCite.FindAllStringSubmatch(comment, -1) {
		has("rules/RULES.md", m[1])
	}
	for _, m := range helpCite.FindAllStringSubmatch(comment, -1) {
		if _, err := os.Stat(filepath.Join(top, "commands/help", m[1]+".txt")); err != nil {
			dangling = append(dangling, "commands/help/"+m[1]+".txt")
		}
	}
	return dangling
}

// A comment that cites a page, a section, a case or a help file cites one that
// exists, so that a reader can always follow it.
func TestCitationsPointAtSomething(t *testing.T) {
	pages, seen := map[string]page{}, 0
	walkGo(t, func(path string) {
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, path, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Error(err)
			return
		}
		for _, group := range f.Comments {
			text := ""
			for _, c := range group.List {
				text += c.Text + "\n"
			}
			seen += len(pageCite.FindAllString(text, -1))
			for _, d := range cites(pages, text) {
				t.Errorf("%s: cites %s, which does not exist", fset.Position(group.Pos()), d)
			}
		}
	})
	if seen == 0 {
		t.Error("no citation found; is the pattern still right?")
	}
}

func walkGo(t *testing.T, visit func(path string)) {
	t.Helper()
	err := filepath.WalkDir(top, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == ".cache" || d.Name() == ".git" || d.Name() == "data") {
			return filepath.SkipDir
		}
		if !d.IsDir() && strings.HasSuffix(path, ".go") {
			visit(path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// The checker itself tells the good from the bad.
func TestCiteChecker(t *testing.T) {
	pages := map[string]page{}
	for _, good := range []string{
		"docs/protocol.md §6.3", "docs/protocol.md §6.3, §7 and §8.4a", "docs/clients.md §0.10", "docs/cases.md 16, 85 and 87.",
		"rules/RULES.md §1.3.", "rules/RULES.md D8", "(docs/models.md §4)", "docs/diagrams.md", "docs/protocol.md §1.4: names", "docs/cases.md §16",
		"docs/protocol.md\n// §6.3", "docs/design.md §2",
	} {
		if d := cites(pages, good); d != nil {
			t.Errorf("%q: %v", good, d)
		}
	}
	for _, bad := range []string{
		"docs/protocol.md §66", "docs/protocol.md §6.3, §77", "docs/cases.md 2", "docs/cases.md 16 and 18", "docs/nothing.md",
		"rules/RULES.md §9", "rules/RULES.md D99", "help/nosuchtopic.txt", "docs/clients.md §0.99",
	} {
		if d := cites(pages, bad); d == nil {
			t.Errorf("%q passed", bad)
		}
	}
}

// Links between the pages of the repository lead somewhere.
func TestLinksLeadSomewhere(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^)#:]+)(?:#[^)]*)?\)`)
	for _, glob := range []string{"*.md", "docs/*.md", "rules/*.md", "scripts/*/*.md"} {
		files, _ := filepath.Glob(filepath.Join(top, glob))
		for _, f := range files {
			text, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range link.FindAllStringSubmatch(string(text), -1) {
				if _, err := os.Stat(filepath.Join(filepath.Dir(f), m[1])); err != nil {
					t.Errorf("%s links to %s, which does not exist", f, m[1])
				}
			}
		}
	}
}

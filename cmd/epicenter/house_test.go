package main_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"epicenter/server/config"
)

// The tests in the house_*_test.go files look at the repository itself: which
// package may import which, whether citations point at something, whether the
// deterministic floors stay deterministic (docs/design.md, "The one idea" 2).

const (
	module = "epicenter"
	top    = "../.."
)

// listed is what `go list` says of one package, ours or a dependency.
type listed struct {
	ImportPath, Dir, Export string
	GoFiles, Imports        []string
	Standard                bool
}

// house lists all packages of the module and what they depend on, with export
// data for the type checker. It is asked once.
var house = sync.OnceValues(func() (map[string]listed, error) {
	cmd := exec.Command("go", "list", "-e", "-export", "-deps", "-json=ImportPath,Dir,Export,GoFiles,Imports,Standard", "./...")
	cmd.Dir = top
	var errs bytes.Buffer
	cmd.Stderr = &errs
	text, err := cmd.Output()
	if err != nil {
		return nil, errors.New(errs.String())
	}
	out := map[string]listed{}
	for d := json.NewDecoder(bytes.NewReader(text)); ; {
		var p listed
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return out, nil
		} else if err != nil {
			return nil, err
		}
		out[p.ImportPath] = p
	}
})

// ours returns the module's own packages by their path inside it, sorted.
func ours(t *testing.T) []listed {
	t.Helper()
	all, err := house()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var out []listed
	for path, p := range all {
		if strings.HasPrefix(path, module+"/") {
			out = append(out, p)
		}
	}
	slices.SortFunc(out, func(a, b listed) int { return strings.Compare(a.ImportPath, b.ImportPath) })
	if len(out) == 0 {
		t.Fatal("go list found no package of this module")
	}
	return out
}

// floor says what the packages below one folder may import: of ours, and
// whether anything beyond the standard library.
type floor struct {
	folder   string
	may      []string // folders of ours, themselves always allowed
	external bool
}

// floors are the directions of docs/design.md, "The floors"; the longest
// folder that fits a package decides.
var floors = []floor{
	{"rules", nil, false},
	{"storage", []string{"rules"}, true},
	{"server/formula", nil, false},
	{"server/world", []string{"rules", "storage", "server/formula"}, false},
	{"server/text", nil, false},
	{"server/ics", []string{"rules"}, false},
	{"server/render", []string{"rules", "storage", "server/world", "server/text", "server/outbox"}, true},
	{"commands", []string{"rules", "storage", "server/formula", "server/world", "server/render", "server/text"}, false},
	{"server/config", nil, true},
	{"server/outbox", nil, true},
	{"server/transport", []string{"server/outbox", "server/text"}, true},
	{"server/telnet", []string{"server/transport", "server/outbox", "server/text"}, true},
	{"server/sshd", []string{"server/transport", "server/outbox", "server/text"}, true},
	{"server/timeseal", []string{"server/transport", "server/outbox", "server/text"}, true},
	{"server/ws", []string{"server/transport", "server/outbox", "server/text"}, true},
	{"server", []string{"rules", "storage"}, true},
	{"cmd/epicenter/bot", []string{"rules", "server/ics", "server/timeseal"}, true},
	{"cmd", []string{"rules", "storage", "server", "commands"}, true},
	{"scripts", []string{"rules"}, false},
}

func within(path, folder string) bool {
	return path == folder || strings.HasPrefix(path, folder+"/")
}

func TestImportsGoDown(t *testing.T) {
	all, _ := house()
	for _, p := range ours(t) {
		path := strings.TrimPrefix(p.ImportPath, module+"/")
		var f *floor
		for i := range floors {
			if within(path, floors[i].folder) && (f == nil || len(floors[i].folder) > len(f.folder)) {
				f = &floors[i]
			}
		}
		if f == nil {
			t.Errorf("%s stands on no floor of docs/design.md", path)
			continue
		}
		for _, imp := range p.Imports {
			own, isOurs := strings.CutPrefix(imp, module+"/")
			switch {
			case isOurs:
				if !within(own, f.folder) && !slices.ContainsFunc(f.may, func(m string) bool { return within(own, m) }) {
					t.Errorf("%s imports %s; %s may import only %v", path, own, f.folder, f.may)
				}
			case !all[imp].Standard && !f.external:
				t.Errorf("%s imports %s; %s uses the standard library only", path, imp, f.folder)
			}
		}
	}
}

// The top level of the repository is a page that a newcomer reads first.
func TestTopLevel(t *testing.T) {
	allowed := map[string]bool{}
	for _, n := range strings.Fields(`cmd server rules commands storage scripts docs .ci .git .gitignore go.mod go.sum
		config.yaml README.md CHANGELOG.md CONTRIBUTING.md LICENSE data epicenter`) {
		allowed[n] = true // data and the built binary are ignored by git
	}
	entries, err := os.ReadDir(top)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if !allowed[e.Name()] {
			t.Errorf("%s has no place on the top level (docs/design.md, The floors)", e.Name())
		}
	}
	for _, must := range []string{"README.md", "CHANGELOG.md", "CONTRIBUTING.md", "config.yaml", ".ci/run", "scripts/check"} {
		if _, err := os.Stat(filepath.Join(top, must)); err != nil {
			t.Errorf("%s is missing", must)
		}
	}
}

// A key that nothing reads would be a promise that nobody keeps. The field of
// every key is mentioned in some file, tests aside, that imports the
// configuration.
func TestEveryKeyIsUsed(t *testing.T) {
	used := map[string]bool{}
	walkGo(t, func(path string) {
		if strings.HasSuffix(path, "_test.go") || strings.Contains(path, "server/config/") || strings.Contains(path, "scripts/") {
			return
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Error(err)
			return
		}
		if !slices.ContainsFunc(f.Imports, func(s *ast.ImportSpec) bool { return s.Path.Value == `"epicenter/server/config"` }) {
			return
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if s, ok := n.(*ast.SelectorExpr); ok {
				used[s.Sel.Name] = true
			}
			return true
		})
	})
	typ := reflect.TypeFor[config.Config]()
	for i := range typ.NumField() {
		section := typ.Field(i)
		for j := range section.Type.NumField() {
			name := section.Type.Field(j).Name
			if name == "Exempt" {
				name = "ExemptNetworks" // the list as networks
			}
			if name == "TrustedProxies" {
				name = "ProxyNetworks"
			}
			if !used[name] {
				t.Errorf("nothing reads %s.%s", section.Name, name)
			}
		}
	}
}

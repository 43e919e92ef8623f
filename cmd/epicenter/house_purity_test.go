package main_test

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The world and the commands are a function of their inputs (docs/design.md,
// "The one idea" 2): no goroutine, no lock, no clock, no dice but seeded ones,
// no I/O, no state outside the world, no dependence on the order of a map.

// forbiddenImports reach out of the function.
var forbiddenImports = []string{"os", "net", "sync", "syscall", "runtime", "crypto/rand", "log", "io/ioutil", "unsafe"}

// forbiddenTime are the functions of package time that read the clock or wait.
var forbiddenTime = map[string]bool{
	"Now": true, "Since": true, "Until": true, "Sleep": true, "After": true, "AfterFunc": true, "Tick": true, "NewTimer": true, "NewTicker": true,
}

// pure is one package under examination.
type pure struct {
	fset   *token.FileSet
	info   *types.Info
	pkg    *types.Package
	why    map[string]map[int]bool // file → lines that say "order does not matter: …"
	report func(pos token.Pos, format string, a ...any)
}

func TestWorldAndCommandsArePure(t *testing.T) {
	all, err := house()
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, p := range ours(t) {
		path := strings.TrimPrefix(p.ImportPath, module+"/")
		if !within(path, "server/world") && !within(path, "commands") {
			continue
		}
		seen++
		var files []string
		for _, f := range p.GoFiles {
			files = append(files, filepath.Join(p.Dir, f))
		}
		for _, fault := range impurities(t, p.ImportPath, files, all) {
			t.Error(fault)
		}
	}
	if seen < 2 {
		t.Errorf("%d packages examined; server/world and commands should be among them", seen)
	}
}

// impurities type-checks one package and returns what in it is not pure.
func impurities(t *testing.T, path string, files []string, all map[string]listed) (faults []string) {
	t.Helper()
	fset := token.NewFileSet()
	c := pure{fset: fset, why: map[string]map[int]bool{}, info: &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{},
		Defs: map[*ast.Ident]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{},
	}}
	c.report = func(pos token.Pos, format string, a ...any) {
		faults = append(faults, fmt.Sprintf("%s: %s", fset.Position(pos), fmt.Sprintf(format, a...)))
	}
	var parsed []*ast.File
	for _, name := range files {
		f, err := parser.ParseFile(fset, name, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		parsed = append(parsed, f)
		c.excuses(f)
	}
	exports := func(path string) (io.ReadCloser, error) { return os.Open(all[path].Export) }
	conf := types.Config{Importer: importer.ForCompiler(fset, "gc", exports)}
	var err error
	if c.pkg, err = conf.Check(path, fset, parsed, c.info); err != nil {
		t.Fatalf("type-checking %s: %v", path, err)
	}
	for _, f := range parsed {
		c.imports(f)
		ast.Inspect(f, c.node)
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Body != nil {
				c.mapOrder(fn.Body)
			}
		}
	}
	return faults
}

// excuses notes the lines whose comment says why the order of a map does not
// matter there; such a comment covers its own line and the next.
func (c *pure) excuses(f *ast.File) {
	for _, g := range f.Comments {
		for _, com := range g.List {
			if _, reason, ok := strings.Cut(com.Text, "order does not matter:"); ok && strings.TrimSpace(reason) != "" {
				at := c.fset.Position(com.End())
				if c.why[at.Filename] == nil {
					c.why[at.Filename] = map[int]bool{}
				}
				c.why[at.Filename][at.Line] = true
				c.why[at.Filename][c.fset.Position(g.End()).Line+1] = true
			}
		}
	}
}

func (c *pure) imports(f *ast.File) {
	for _, s := range f.Imports {
		path := strings.Trim(s.Path.Value, `"`)
		for _, bad := range forbiddenImports {
			if within(path, bad) && path != "net/netip" {
				c.report(s.Pos(), "imports %s", path)
			}
		}
	}
}

// node looks at one node of the syntax tree.
func (c *pure) node(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.GoStmt:
		c.report(n.Pos(), "starts a goroutine")
	case *ast.SelectStmt, *ast.SendStmt, *ast.ChanType:
		c.report(n.Pos(), "uses a channel")
	case *ast.SelectorExpr:
		c.selector(n)
	case *ast.AssignStmt:
		for _, l := range n.Lhs {
			c.written(l, n.Tok == token.DEFINE)
		}
	case *ast.IncDecStmt:
		c.written(n.X, false)
	case *ast.UnaryExpr:
		if n.Op == token.AND {
			c.written(n.X, false)
		}
	case *ast.CallExpr:
		if id, ok := n.Fun.(*ast.Ident); ok && len(n.Args) > 0 {
			if _, isBuiltin := c.info.Uses[id].(*types.Builtin); isBuiltin && (id.Name == "delete" || id.Name == "clear" || id.Name == "copy") {
				c.written(n.Args[0], false)
			}
		}
	}
	return true
}

// selector looks at package.Name and at method calls on package variables.
func (c *pure) selector(s *ast.SelectorExpr) {
	if sel, ok := c.info.Selections[s]; ok {
		fn, isMethod := sel.Obj().(*types.Func)
		if !isMethod {
			return
		}
		_, wantsPointer := fn.Signature().Recv().Type().(*types.Pointer)
		_, hasPointer := sel.Recv().Underlying().(*types.Pointer)
		if wantsPointer && !hasPointer {
			c.written(s.X, false)
		}
		return
	}
	obj := c.info.Uses[s.Sel]
	if obj == nil || obj.Pkg() == nil {
		return
	}
	_, isFunc := obj.(*types.Func)
	switch obj.Pkg().Path() {
	case "time":
		if isFunc && forbiddenTime[obj.Name()] {
			c.report(s.Pos(), "calls time.%s; the time of the input is passed in", obj.Name())
		}
	case "math/rand", "math/rand/v2":
		if isFunc && !strings.HasPrefix(obj.Name(), "New") {
			c.report(s.Pos(), "calls rand.%s; only dice seeded by the input may roll", obj.Name())
		}
	}
}

// written reports a write to a variable of a package.
func (c *pure) written(e ast.Expr, defines bool) {
	for {
		switch x := e.(type) {
		case *ast.ParenExpr:
			e = x.X
			continue
		case *ast.IndexExpr:
			e = x.X
			continue
		case *ast.SliceExpr:
			e = x.X
			continue
		case *ast.SelectorExpr:
			if v, ok := c.info.Uses[x.Sel].(*types.Var); ok && !v.IsField() && v.Pkg() != c.pkg {
				c.report(x.Pos(), "writes to %s of another package", v.Name())
				return
			}
			e = x.X
			continue
		case *ast.Ident:
			v, ok := c.info.Uses[x].(*types.Var)
			if ok && !defines && v.Parent() == c.pkg.Scope() {
				c.report(x.Pos(), "writes to the package variable %s; all state lives in the world", v.Name())
			}
		}
		return
	}
}

// mapOrder reports ranges over maps in one function that nothing sorts later.
func (c *pure) mapOrder(body *ast.BlockStmt) {
	var sorts []token.Pos
	ast.Inspect(body, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok && sorting(call, "Sort") {
			sorts = append(sorts, call.Pos())
		}
		return true
	})
	sortedAfter := func(pos token.Pos) bool {
		for _, s := range sorts {
			if s > pos {
				return true
			}
		}
		return false
	}
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.RangeStmt:
			if _, isMap := c.info.TypeOf(n.X).Underlying().(*types.Map); isMap && !sortedAfter(n.Pos()) {
				c.order(n.Pos(), "ranges over a map")
			}
		case *ast.CallExpr:
			if sorting(n, "Sorted") {
				return false // slices.Sorted(maps.Keys(m)) is in order
			}
			if s, ok := n.Fun.(*ast.SelectorExpr); ok {
				if f, ok := c.info.Uses[s.Sel].(*types.Func); ok && f.Pkg() != nil && f.Pkg().Path() == "maps" && strings.Contains("Keys Values All", f.Name()) && !sortedAfter(n.Pos()) {
					c.order(n.Pos(), "walks maps."+f.Name())
				}
			}
		}
		return true
	})
}

func (c *pure) order(pos token.Pos, what string) {
	at := c.fset.Position(pos)
	if !c.why[at.Filename][at.Line] {
		c.report(pos, "%s without sorting; sort, or say on the line: // order does not matter: why", what)
	}
}

// sorting reports whether a call puts something in order: in place ("Sort",
// with package sort too) or by returning it in order ("Sorted").
func sorting(call *ast.CallExpr, how string) bool {
	s, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	x, ok := s.X.(*ast.Ident)
	if !ok || x.Name != "slices" {
		return ok && x.Name == "sort" && how == "Sort"
	}
	return strings.HasPrefix(s.Sel.Name, "Sorted") == (how == "Sorted") && strings.HasPrefix(s.Sel.Name, how)
}

// The examiner itself tells the good from the bad: each line of the bad file
// that ends in "// bad" is reported, and no other.
func TestPurityExaminer(t *testing.T) {
	all, err := house()
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]bool{}
	for _, f := range impurities(t, "impure", []string{"testdata/house/impure.go.txt"}, all) {
		line := strings.SplitN(strings.TrimPrefix(f, "testdata/house/impure.go.txt:"), ":", 2)[0]
		got[line] = true
	}
	text, err := os.ReadFile("testdata/house/impure.go.txt")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for line := range strings.Lines(string(text)) {
		n++
		want := strings.HasSuffix(strings.TrimSpace(line), "// bad")
		if got[fmt.Sprint(n)] != want {
			t.Errorf("line %d: reported %v, want %v: %s", n, got[fmt.Sprint(n)], want, strings.TrimSpace(line))
		}
	}
}

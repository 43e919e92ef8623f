package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
)

// goFile measures one Go file of a part.
func (a *audit) goFile(p *part, rel string, text []byte) error {
	lines := strings.Count(string(text), "\n")
	// A package of tests, as storagetest, is test code throughout.
	isTest := strings.HasSuffix(rel, "_test.go") || strings.HasSuffix(filepath.Dir(rel), "test")
	if _, listed := a.tables[rel]; listed && lines > maxFile {
		a.tables[rel] = true
	} else if !listed && lines > maxFile {
		a.breach("%s: %d lines; at most %d", rel, lines, maxFile)
	}
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, rel, text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	p.files++
	if isTest {
		p.test += lines
	} else {
		p.code += lines
		a.packages[filepath.Dir(rel)]++
		for _, g := range f.Comments {
			p.comment += span(fset, g)
		}
		a.documented(p, fset, f)
	}
	for _, d := range f.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || fn.Body == nil {
			continue
		}
		n := span(fset, fn) - tableSpan(fset, fn.Body)
		p.funcLengths = append(p.funcLengths, n)
		if n > maxFunc {
			a.breach("%s: %s has %d lines; at most %d", fset.Position(fn.Pos()), fn.Name.Name, n, maxFunc)
		}
	}
	return nil
}

func span(fset *token.FileSet, n ast.Node) int {
	return fset.Position(n.End()).Line - fset.Position(n.Pos()).Line + 1
}

// tableSpan is the lines that tables of data take in a function. Literals with
// functions in them are code.
func tableSpan(fset *token.FileSet, body ast.Node) (lines int) {
	ast.Inspect(body, func(n ast.Node) bool {
		lit, ok := n.(*ast.CompositeLit)
		if !ok {
			return true
		}
		if s := span(fset, lit); s > tableLines {
			lines += s - 1
		}
		return false
	})
	return lines
}

// documented counts exported names of a file and reports those without a
// comment. A group of constants or variables is documented by its own comment.
func (a *audit) documented(p *part, fset *token.FileSet, f *ast.File) {
	name := func(id *ast.Ident, docs ...*ast.CommentGroup) {
		if !id.IsExported() || f.Name.Name == "main" {
			return
		}
		p.exported++
		for _, d := range docs {
			if d != nil {
				return
			}
		}
		p.undocument++
		a.breach("%s: %s is exported and has no comment", fset.Position(id.Pos()), id.Name)
	}
	var shared *ast.CommentGroup // of a run of functions of one line each, without a blank line between them
	last := 0
	for _, d := range f.Decls {
		start, end := fset.Position(d.Pos()).Line, fset.Position(d.End()).Line
		if start != last+1 || end != start {
			shared = nil
		}
		last = end
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Doc != nil {
				shared = d.Doc
			}
			if !interfaceMethod(d) && (d.Recv == nil || exportedReceiver(d)) {
				name(d.Name, d.Doc, shared)
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.TypeSpec:
					name(s.Name, s.Doc, d.Doc, s.Comment)
				case *ast.ValueSpec:
					for _, id := range s.Names {
						name(id, s.Doc, d.Doc, s.Comment)
					}
				}
			}
		}
	}
}

func exportedReceiver(d *ast.FuncDecl) bool {
	t := d.Recv.List[0].Type
	if s, ok := t.(*ast.StarExpr); ok {
		t = s.X
	}
	if i, ok := t.(*ast.IndexExpr); ok {
		t = i.X
	}
	id, ok := t.(*ast.Ident)
	return ok && id.IsExported()
}

// interfaceMethod reports methods whose meaning the standard library gives.
func interfaceMethod(d *ast.FuncDecl) bool {
	switch d.Name.Name {
	case "String", "Error", "Unwrap", "Len", "Less", "Swap", "MarshalText", "UnmarshalText", "MarshalJSON", "UnmarshalJSON":
		return d.Recv != nil
	}
	return false
}

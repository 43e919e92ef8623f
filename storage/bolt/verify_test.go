package bolt

import (
	"bytes"
	"encoding/binary"
	"errors"
	"os"
	"strings"
	"testing"

	"epicenter/storage"
)

// atlas is a good file and where its pages are.
type atlas struct {
	b        []byte
	h        header
	branch   uint64 // a branch page
	leaf     uint64 // the first leaf below it
	freelist uint64
}

func survey(t *testing.T) atlas {
	t.Helper()
	path := filled(t)
	h, err := inspectAt(t, path)
	must(t, err)
	a := atlas{b: contents(t, path), h: h, freelist: h.freelist}
	rec := a.page(h.root) // the leaf that names the buckets
	for i := range count(rec) {
		e, err := element(rec, i)
		must(t, err)
		value := e[binary.NativeEndian.Uint32(e[4:])+binary.NativeEndian.Uint32(e[8:]):]
		root := binary.NativeEndian.Uint64(value)
		if root != 0 && kind(a.page(root)) == branchPage {
			a.branch = root
			a.leaf = binary.NativeEndian.Uint64(a.page(root)[pageHeader+8:])
		}
	}
	if a.branch == 0 || kind(a.page(a.leaf)) != leafPage {
		t.Fatal("the store of the test has no branch page with a leaf")
	}
	return a
}

func (a atlas) page(id uint64) []byte { return a.b[id*uint64(a.h.pageSize):][:a.h.pageSize] }

// TestVerify spoils one number of a good file at a time: each is what bbolt
// would walk into.
func TestVerify(t *testing.T) {
	put16 := func(b []byte, at int, v uint16) { binary.NativeEndian.PutUint16(b[at:], v) }
	put32 := func(b []byte, at int, v uint32) { binary.NativeEndian.PutUint32(b[at:], v) }
	put64 := func(b []byte, at int, v uint64) { binary.NativeEndian.PutUint64(b[at:], v) }
	for _, c := range []struct {
		name  string
		spoil func(a atlas)
		want  string
	}{
		{"a page that is its own child", func(a atlas) { put64(a.page(a.branch), pageHeader+8, a.branch) }, "used twice"},
		{"two children that are one", func(a atlas) { put64(a.page(a.branch), pageHeader+elementSize+8, a.leaf) }, "used twice"},
		{"a child that is free", func(a atlas) { put64(a.page(a.freelist), pageHeader, a.leaf) }, "used twice"},
		{"a child that is a header", func(a atlas) { put64(a.page(a.branch), pageHeader+8, 1) }, "outside of the file"},
		{"a child beyond the end", func(a atlas) { put64(a.page(a.branch), pageHeader+8, a.h.pages) }, "outside of the file"},
		{"a page of another number", func(a atlas) { put64(a.page(a.leaf), 0, a.leaf+1) }, "says that it is page"},
		{"four billion pages of overflow", func(a atlas) { put32(a.page(a.leaf), 12, 1<<32-1) }, "outside of the file"},
		{"an overflow onto the next page", func(a atlas) { put32(a.page(a.branch), 12, uint32(a.h.pages-a.branch-1)) }, "used twice"},
		{"an unknown kind", func(a atlas) { put16(a.page(a.leaf), 8, 0x77) }, "unknown kind"},
		{"a free page list that is a leaf", func(a atlas) { put16(a.page(a.freelist), 8, leafPage) }, "no list of free pages"},
		{"a long list of free pages", func(a atlas) { put16(a.page(a.freelist), 10, 0xfffe) }, "too small for it"},
		{"a longer list of free pages", func(a atlas) { put16(a.page(a.freelist), 10, 0xffff); put64(a.page(a.freelist), pageHeader, 1<<62) }, "too small for it"},
		{"a branch without children", func(a atlas) { put16(a.page(a.branch), 10, 0) }, "without children"},
		{"more children than fit", func(a atlas) { put16(a.page(a.branch), 10, 0xffff) }, ""},
		{"more records than fit", func(a atlas) { put16(a.page(a.leaf), 10, 0xffff) }, ""},
		{"a key beyond its page", func(a atlas) { put32(a.page(a.leaf), pageHeader+8, 1<<31) }, "beyond its page"},
		{"a value beyond its page", func(a atlas) { put32(a.page(a.leaf), pageHeader+12, 1<<32-1) }, "beyond its page"},
		{"a record beyond its page", func(a atlas) { put32(a.page(a.leaf), pageHeader+4, 1<<32-1) }, "beyond its page"},
		{"a branch key beyond its page", func(a atlas) { put32(a.page(a.branch), pageHeader+4, 1<<32-1) }, "beyond its page"},
		{"records out of order", func(a atlas) {
			p := a.page(a.leaf)
			p[pageHeader+elementSize+int(binary.NativeEndian.Uint32(p[pageHeader+elementSize+4:]))+7] = 0
		}, "out of order"},
		{"children out of order", func(a atlas) {
			p := a.page(a.branch)
			p[pageHeader+elementSize+int(binary.NativeEndian.Uint32(p[pageHeader+elementSize:]))+7] = 0
		}, "out of order"},
		{"a record that calls itself a bucket", func(a atlas) { put32(a.page(a.leaf), pageHeader, bucketEntry); put32(a.page(a.leaf), pageHeader+12, 3) }, "no root"},
		{"a bucket that is no page", func(a atlas) {
			p := a.page(a.leaf)
			put32(p, pageHeader, bucketEntry)
			value := pageHeader + binary.NativeEndian.Uint32(p[pageHeader+4:]) + binary.NativeEndian.Uint32(p[pageHeader+8:])
			clear(p[value : value+64])
		}, "neither root nor page"},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := survey(t)
			must(t, verify(bytes.NewReader(a.b), a.h))
			c.spoil(a)
			err := verify(bytes.NewReader(a.b), a.h)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Fatalf("found %v, want %q", err, c.want)
			}
			path := fileIn(t.TempDir())
			must(t, os.WriteFile(path, a.b, 0o600))
			if _, err := Open(path, Options{}); !errors.Is(err, storage.ErrDamaged) {
				t.Errorf("opened: %v", err)
			}
		})
	}
}

// TestVerifyDepth: a chain of pages that never ends in a leaf.
func TestVerifyDepth(t *testing.T) {
	const pages = 100
	b := make([]byte, pages*4096)
	for id := uint64(2); id < pages; id++ {
		p := b[id*4096:]
		binary.NativeEndian.PutUint64(p, id)
		binary.NativeEndian.PutUint16(p[8:], branchPage)
		binary.NativeEndian.PutUint16(p[10:], 1)
		binary.NativeEndian.PutUint64(p[pageHeader+8:], id+1)
	}
	h := header{size: int64(len(b)), pageSize: 4096, pages: pages, root: 2, freelist: noFreelist}
	if err := verify(bytes.NewReader(b), h); err == nil || !strings.Contains(err.Error(), "too deep") {
		t.Error(err)
	}
}

// FuzzVerify spoils any byte; what passes, bbolt must be able to walk.
func FuzzVerify(f *testing.F) {
	path := filled(f)
	good := contents(f, path)
	f.Add(uint32(5000), byte(1))
	f.Add(uint32(8200), byte(0x80))
	f.Fuzz(func(t *testing.T, at uint32, change byte) {
		b := bytes.Clone(good)
		b[int(at)%len(b)] ^= change
		path := fileIn(t.TempDir())
		must(t, os.WriteFile(path, b, 0o600))
		if _, err := examine(path); err != nil {
			return
		}
		if err := Check(path); err != nil && !errors.Is(err, storage.ErrDamaged) {
			t.Error(err)
		}
	})
}

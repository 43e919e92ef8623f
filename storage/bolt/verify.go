package bolt

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// A verifier reads the pages of a file before bbolt does. bbolt trusts them: a
// page that refers to itself overflows its stack, which no recover catches, and
// a count of four billion overflow pages is a list of four billion numbers.
//
// What it finds in order, bbolt can walk without harm: every page that is
// referred to lies in the file, is what it says it is, and is referred to once;
// every key and value lies within its page; keys ascend within a page. (That
// they ascend from page to page, and that no page is lost, is tx.Check's.)
type verifier struct {
	file     io.ReaderAt
	pageSize uint64
	pages    uint64   // high-water mark
	seen     []uint64 // a bit a page
	buffers  [maxDepth + 1][]byte
}

// Kinds of pages and of leaf elements (bbolt, internal/common/page.go).
const (
	branchPage   = 0x01
	leafPage     = 0x02
	freelistPage = 0x10
	bucketEntry  = 0x01
	elementSize  = 16
	bucketHeader = 16
	noFreelist   = ^uint64(0)
	// maxDepth is far beyond any tree: with two keys a page, 2^40 pages.
	maxDepth = 40
)

// verify examines the file that a header was read from: all of it that is in
// use, once. 300 MB that the machine still has in memory take 0.1 s.
func verify(file io.ReaderAt, h header) error {
	v := &verifier{
		file: file, pageSize: uint64(h.pageSize), pages: h.pages,
		seen: make([]uint64, h.pages/64+1),
	}
	if h.freelist != noFreelist {
		if err := v.freelist(h.freelist); err != nil {
			return err
		}
	}
	return v.tree(h.root, 0)
}

// take marks a page and its overflow as used.
func (v *verifier) take(id, overflow uint64) error {
	if id < 2 || id >= v.pages || overflow >= v.pages-id {
		return fmt.Errorf("page %d with %d more lies outside of the file", id, overflow)
	}
	for i := id; i <= id+overflow; i++ {
		if v.seen[i/64]&(1<<(i%64)) != 0 {
			return fmt.Errorf("page %d is used twice", i)
		}
		v.seen[i/64] |= 1 << (i % 64)
	}
	return nil
}

// page reads a page with its overflow and takes it. The bytes are good until
// the next page of the same depth.
func (v *verifier) page(id uint64, depth int) ([]byte, error) {
	if id < 2 || id >= v.pages {
		return nil, fmt.Errorf("page %d lies outside of the file", id)
	}
	if v.buffers[depth] == nil {
		v.buffers[depth] = make([]byte, v.pageSize)
	}
	b := v.buffers[depth]
	if _, err := v.file.ReadAt(b, int64(id*v.pageSize)); err != nil {
		return nil, fmt.Errorf("page %d: %w", id, err)
	}
	overflow := uint64(binary.NativeEndian.Uint32(b[12:]))
	if got := binary.NativeEndian.Uint64(b); got != id {
		return nil, fmt.Errorf("page %d says that it is page %d", id, got)
	}
	if err := v.take(id, overflow); err != nil || overflow == 0 {
		return b, err
	}
	b = make([]byte, (1+overflow)*v.pageSize)
	if _, err := v.file.ReadAt(b, int64(id*v.pageSize)); err != nil {
		return nil, fmt.Errorf("page %d: %w", id, err)
	}
	return b, nil
}

func kind(page []byte) uint16 { return binary.NativeEndian.Uint16(page[8:]) }

func count(page []byte) uint64 { return uint64(binary.NativeEndian.Uint16(page[10:])) }

func (v *verifier) freelist(id uint64) error {
	b, err := v.page(id, 0)
	if err != nil {
		return fmt.Errorf("list of free pages: %w", err)
	}
	ids, n := b[pageHeader:], count(b)
	if kind(b) != freelistPage {
		return fmt.Errorf("page %d is no list of free pages", id)
	}
	if n == 0xffff { // too many for the header: the first number is the count
		n, ids = binary.NativeEndian.Uint64(ids), ids[8:]
	}
	if n > uint64(len(ids)/8) {
		return fmt.Errorf("list of %d free pages on a page too small for it", n)
	}
	for i := range n {
		if err := v.take(binary.NativeEndian.Uint64(ids[8*i:]), 0); err != nil {
			return fmt.Errorf("list of free pages: %w", err)
		}
	}
	return nil
}

// tree examines a page and what is below it.
func (v *verifier) tree(id uint64, depth int) error {
	if depth > maxDepth {
		return fmt.Errorf("page %d lies too deep", id)
	}
	b, err := v.page(id, depth)
	if err != nil {
		return err
	}
	switch kind(b) {
	case branchPage:
		return v.branch(b, depth)
	case leafPage:
		return v.leaf(b, depth)
	default:
		return fmt.Errorf("page %d is of unknown kind %#x", id, kind(b))
	}
}

func (v *verifier) branch(b []byte, depth int) error {
	if count(b) == 0 {
		return errors.New("branch without children")
	}
	var last []byte
	for i := range count(b) {
		e, err := element(b, i)
		if err != nil {
			return err
		}
		key, err := slice(e, binary.NativeEndian.Uint32(e), binary.NativeEndian.Uint32(e[4:]))
		if err != nil {
			return err
		}
		if i > 0 && bytes.Compare(last, key) >= 0 {
			return errors.New("keys out of order")
		}
		last = key
		if err := v.tree(binary.NativeEndian.Uint64(e[8:]), depth+1); err != nil {
			return err
		}
	}
	return nil
}

func (v *verifier) leaf(b []byte, depth int) error {
	var last []byte
	for i := range count(b) {
		e, err := element(b, i)
		if err != nil {
			return err
		}
		pos, ksize, vsize := binary.NativeEndian.Uint32(e[4:]), binary.NativeEndian.Uint32(e[8:]), binary.NativeEndian.Uint32(e[12:])
		key, err := slice(e, pos, ksize)
		if err != nil {
			return err
		}
		value, err := slice(e[ksize:], pos, vsize) // it follows its key
		if err != nil {
			return err
		}
		if i > 0 && bytes.Compare(last, key) >= 0 {
			return errors.New("keys out of order")
		}
		last = key
		if binary.NativeEndian.Uint32(e)&bucketEntry != 0 {
			if err := v.bucket(value, depth); err != nil {
				return fmt.Errorf("bucket %q: %w", key, err)
			}
		}
	}
	return nil
}

// bucket examines a bucket: the root of its tree, or a small one's only page.
func (v *verifier) bucket(value []byte, depth int) error {
	if len(value) < bucketHeader {
		return errors.New("no root")
	}
	if root := binary.NativeEndian.Uint64(value); root != 0 {
		return v.tree(root, depth+1)
	}
	inline := value[bucketHeader:]
	if len(inline) < pageHeader || kind(inline) != leafPage {
		return errors.New("neither root nor page")
	}
	return v.leaf(inline, depth+1)
}

// element returns a page from its i-th element on; positions count from there.
func element(page []byte, i uint64) ([]byte, error) {
	at := pageHeader + elementSize*i
	if at+elementSize > uint64(len(page)) {
		return nil, errors.New("more elements than fit")
	}
	return page[at:], nil
}

func slice(b []byte, pos, size uint32) ([]byte, error) {
	end := uint64(pos) + uint64(size)
	if end > uint64(len(b)) {
		return nil, errors.New("element reaches beyond its page")
	}
	return b[pos:end], nil
}

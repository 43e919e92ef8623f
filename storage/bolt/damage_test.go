package bolt

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"epicenter/storage"
)

// TestDamageNeverPanics spoils pages at random: whatever is then done with the
// store, it is an answer or an error, and Check finds what was spoilt unless
// nothing refers to it.
func TestDamageNeverPanics(t *testing.T) {
	good := contents(t, filled(t))
	dir := t.TempDir()
	path := fileIn(dir)
	rapid.Check(t, func(rt *rapid.T) {
		b := append([]byte(nil), good...)
		for range rapid.IntRange(1, 3).Draw(rt, "edits") {
			page := rapid.IntRange(0, len(b)/4096-1).Draw(rt, "page")
			at := page*4096 + rapid.SampledFrom([]int{0, 8, 10, 12, 16, 24, 32, 200, 4000}).Draw(rt, "at")
			fill := rapid.SliceOfN(rapid.SampledFrom([]byte{0, 1, 0x7f, 0xff}), 1, 96).Draw(rt, "fill")
			copy(b[at:], fill)
		}
		write(t, path, b)
		must(t, os.RemoveAll(filepath.Join(dir, "copy")))
		bad := Check(path)
		if bad != nil && !strings.Contains(bad.Error(), path) {
			rt.Fatalf("check does not name the file: %v", bad)
		}
		s, err := Open(path, Options{MapSize: 1 << 20})
		if err != nil {
			if !strings.Contains(err.Error(), path) || strings.Contains(err.Error(), "\n") {
				rt.Fatalf("refused with %q", err)
			}
			return
		}
		use(s, filepath.Join(dir, "copy"))
	})
}

// use does everything that a server does with a store and looks at no result.
func use(s *Store, copyTo string) {
	all := func(r storage.Reader) error {
		var errs []error
		for _, b := range storage.Buckets() {
			n := 0
			count := func(k, v []byte) bool { n += len(k) + len(v); return true }
			errs = append(errs, r.Range(b, nil, 1000, count), r.RangeBack(b, nil, 1000, count))
			_, err := r.Get(b, storage.GameKey(7))
			errs = append(errs, err)
		}
		return errors.Join(errs...)
	}
	_ = s.View(all)
	_ = s.Backup(copyTo)
	if batch, err := s.Begin(); err == nil {
		_ = all(batch)
		_ = batch.Apply([]storage.Change{{Bucket: storage.Games, Key: storage.GameKey(7), Value: make([]byte, 9000)}})
		_ = batch.Commit(s.Number() + 1)
	}
	_ = s.Reopen()
	_ = s.Close()
}

// TestPanicOfReaderIsItsOwn: only bbolt's panics become errors; one of the
// function that is called with the records goes on to whoever catches it.
func TestPanicOfReaderIsItsOwn(t *testing.T) {
	s, err := Open(filled(t), Options{})
	must(t, err)
	defer s.Close()
	defer func() {
		if p := recover(); p != "mine" {
			t.Errorf("recovered %v", p)
		}
		must(t, s.View(func(storage.Reader) error { return nil }))
	}()
	_ = s.View(func(r storage.Reader) error {
		return r.Range(storage.Games, nil, 10, func(_, _ []byte) bool { panic("mine") })
	})
}

// TestTruncatedWhileOpen: the file is cut under a running server; reads beyond
// its end fault, and the fault is an error.
func TestTruncatedWhileOpen(t *testing.T) {
	path := filled(t)
	s, err := Open(path, Options{})
	must(t, err)
	must(t, os.Truncate(path, 3*4096))
	err = s.View(func(r storage.Reader) error {
		return r.Range(storage.Games, nil, 1000, func(_, _ []byte) bool { return true })
	})
	if !errors.Is(err, storage.ErrDamaged) {
		t.Errorf("reading beyond the end: %v", err)
	}
	if err := s.Reopen(); !errors.Is(err, storage.ErrTruncated) {
		t.Errorf("reopening: %v", err)
	}
	must(t, s.Close())
}

package bolt

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"epicenter/storage"
)

func TestSlowCommitsAreReported(t *testing.T) {
	now, step := time.UnixMilli(0), time.Duration(0)
	var slow []uint64
	s, err := Open(fileIn(t.TempDir()), Options{
		SlowCommit: 20 * time.Millisecond,
		OnSlow: func(number uint64, took time.Duration) {
			if took != step {
				t.Errorf("batch %d took %v, want %v", number, took, step)
			}
			slow = append(slow, number)
		},
		Now: func() time.Time { now = now.Add(step); return now },
	})
	must(t, err)
	defer s.Close()
	for _, step = range []time.Duration{19 * time.Millisecond, 20 * time.Millisecond, 0, time.Second} {
		commitOne(t, s)
	}
	if len(slow) != 2 || slow[0] != 2 || slow[1] != 4 {
		t.Errorf("slow batches %d, want 2 and 4", slow)
	}
}

// TestReopenCanBeRepeated: a Reopen that fails leaves the store readable while
// it can, and the next one works.
func TestReopenCanBeRepeated(t *testing.T) {
	path := filled(t)
	s, err := Open(path, Options{})
	must(t, err)
	must(t, os.Rename(path, path+".away"))
	if err := s.Reopen(); !errors.Is(err, fs.ErrNotExist) {
		t.Fatalf("reopened a file that is not there: %v", err)
	}
	must(t, s.View(func(r storage.Reader) error {
		v, err := r.Get(storage.Accounts, []byte("alice"))
		if v == nil {
			t.Error("the open file is no longer read")
		}
		return err
	}))
	must(t, os.Rename(path+".away", path))
	must(t, s.Reopen())
	commitOne(t, s)
	must(t, s.Close())
	must(t, os.Rename(path, path+".away"))
	if err := s.Reopen(); !errors.Is(err, fs.ErrNotExist) {
		t.Fatalf("reopened a file that is not there: %v", err)
	}
	if _, err := s.Begin(); !errors.Is(err, storage.ErrClosed) {
		t.Errorf("begin: %v", err)
	}
	must(t, os.Rename(path+".away", path))
	must(t, s.Reopen())
	if s.Number() != 4 {
		t.Errorf("number %d", s.Number())
	}
	must(t, s.Close())
	must(t, Check(path))
}

func TestSettleChangesNothing(t *testing.T) {
	path := filled(t)
	before := contents(t, path)
	must(t, settle(path))
	if !bytes.Equal(before, contents(t, path)) {
		t.Error("settling changed the file")
	}
	if err := settle(path + ".none"); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}

// TestBackupGivesWay: a backup in the middle of which the store is closed ends
// with an error and without a trace.
func TestBackupGivesWay(t *testing.T) {
	s, err := Open(filled(t), Options{})
	must(t, err)
	defer s.Close()
	dir := t.TempDir()
	s.leaving.Store(true)
	if err := s.Backup(filepath.Join(dir, "copy")); !errors.Is(err, errLeaving) {
		t.Errorf("backup: %v", err)
	}
	if err := s.Compact(filepath.Join(dir, "copy")); !errors.Is(err, errLeaving) {
		t.Errorf("compact: %v", err)
	}
	s.leaving.Store(false)
	if err := s.Backup(filepath.Join(dir, "no", "copy")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("backup into a folder that does not exist: %v", err)
	}
	left, err := os.ReadDir(dir)
	must(t, err)
	if len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
}

// TestBackupOfDamage: a copy that does not check is thrown away.
func TestBackupOfDamage(t *testing.T) {
	path := filled(t)
	s, err := Open(path, Options{})
	must(t, err)
	defer s.Close()
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	must(t, err)
	h, err := examine(path)
	must(t, err)
	for page := int64(2); page < int64(h.pages); page++ {
		_, err = f.WriteAt([]byte{0xff, 0xff}, page*h.pageSize+8)
		must(t, err)
	}
	must(t, f.Close())
	dir := t.TempDir()
	if err := s.Backup(filepath.Join(dir, "copy")); !errors.Is(err, storage.ErrDamaged) {
		t.Errorf("backup: %v", err)
	}
	left, err := os.ReadDir(dir)
	must(t, err)
	if len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
}

func TestCompact(t *testing.T) {
	path := filled(t)
	s, err := Open(path, Options{})
	must(t, err)
	defer s.Close()
	var gone []storage.Change
	for i := range 3 {
		for j := range 39 {
			gone = append(gone, storage.Change{Bucket: storage.Games, Key: storage.GameKey(uint64(100*i + j))})
		}
	}
	commitOne(t, s, gone...)
	commitOne(t, s)
	dir := t.TempDir()
	whole, small := filepath.Join(dir, "whole"), filepath.Join(dir, "small")
	must(t, s.Backup(whole))
	must(t, s.Compact(small))
	if err := s.Compact(small); !errors.Is(err, fs.ErrExist) {
		t.Errorf("a compact copy replaced a file: %v", err)
	}
	a, b := len(contents(t, whole)), len(contents(t, small))
	if b >= a {
		t.Errorf("compact copy of %d bytes, whole one of %d", b, a)
	}
	back, err := Open(small, Options{})
	must(t, err)
	defer back.Close()
	if back.Number() != s.Number() {
		t.Errorf("number %d, want %d", back.Number(), s.Number())
	}
	n := 0
	must(t, back.View(func(r storage.Reader) error {
		return r.Range(storage.Games, nil, 1000, func(_, _ []byte) bool { n++; return true })
	}))
	if n != 3 {
		t.Errorf("%d games in the compact copy, want 3", n)
	}
}

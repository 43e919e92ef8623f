package storagetest_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"epicenter/storage"
	"epicenter/storage/storagetest"
)

func TestMemory(t *testing.T) {
	stores := map[string]*storagetest.Memory{}
	storagetest.Run(t, storagetest.Engine{
		Open: func(dir string) (storage.Store, error) {
			if stores[dir] == nil {
				stores[dir] = storagetest.NewMemory()
			}
			return stores[dir], stores[dir].Reopen()
		},
		Restore: func(backup, dir string) (err error) {
			stores[dir], err = storagetest.LoadMemory(backup)
			return err
		},
		Check: func(string) error { return nil },
		Fail: func(dir string, lost bool) {
			m := stores[dir]
			once := func() error {
				m.FailCommit, m.LoseCommit = nil, nil
				return storagetest.ErrInjected
			}
			if lost {
				m.LoseCommit = once
			} else {
				m.FailCommit = once
			}
		},
	})
}

func TestMemoryReopenMayFail(t *testing.T) {
	m := storagetest.NewMemory()
	m.FailReopen = func() error { return storagetest.ErrInjected }
	if err := m.Reopen(); !errors.Is(err, storagetest.ErrInjected) {
		t.Fatal(err)
	}
	m.FailReopen = nil
	if err := m.Reopen(); err != nil {
		t.Fatal(err)
	}
}

func TestLoadMemoryRefuses(t *testing.T) {
	path := filepath.Join(t.TempDir(), "dump")
	if _, err := storagetest.LoadMemory(path); err == nil {
		t.Error("a missing dump was loaded")
	}
	if err := os.WriteFile(path, []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := storagetest.LoadMemory(path); err == nil {
		t.Error("half a dump was loaded")
	}
}

// BenchmarkMemoryCommit is one change to a live game among 10,000 records.
func BenchmarkMemoryCommit(b *testing.B) {
	m := storagetest.NewMemory()
	put := func(c ...storage.Change) {
		batch, err := m.Begin()
		if err == nil {
			err = batch.Apply(c)
		}
		if err == nil {
			err = batch.Commit(m.Number() + 1)
		}
		if err != nil {
			b.Fatal(err)
		}
	}
	for i := range 10_000 {
		put(storage.Change{Bucket: storage.Accounts, Key: fmt.Appendf(nil, "name%d", i), Value: []byte("x")})
	}
	value := make([]byte, 500)
	for b.Loop() {
		put(storage.Change{Bucket: storage.Live, Key: storage.GameKey(7), Value: value})
	}
}

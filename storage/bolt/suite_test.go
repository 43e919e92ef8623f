package bolt

import (
	"os"
	"path/filepath"
	"testing"

	"epicenter/storage"
	"epicenter/storage/storagetest"
)

// fileIn is the store of a folder in these tests.
func fileIn(dir string) string { return filepath.Join(dir, "epicenter.db") }

func TestSuite(t *testing.T) {
	fail, lose := map[string]bool{}, map[string]bool{}
	once := func(m map[string]bool, dir string) func() error {
		return func() error {
			if m[dir] {
				delete(m, dir)
				return storagetest.ErrInjected
			}
			return nil
		}
	}
	storagetest.Run(t, storagetest.Engine{
		Open: func(dir string) (storage.Store, error) {
			return Open(fileIn(dir), Options{FailCommit: once(fail, dir), LoseCommit: once(lose, dir)})
		},
		Restore: func(backup, dir string) error { return os.Link(backup, fileIn(dir)) },
		Check:   func(dir string) error { return Check(fileIn(dir)) },
		Fail: func(dir string, lost bool) {
			if lost {
				lose[dir] = true
			} else {
				fail[dir] = true
			}
		},
	})
}

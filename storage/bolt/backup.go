package bolt

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"

	"go.etcd.io/bbolt"

	"epicenter/storage"
)

// errLeaving ends a backup whose store is being closed.
var errLeaving = errors.New("the store is being closed")

// Backup writes the last committed state to a new file at path: to a temporary
// name beside it, synced, opened again and checked, and only then linked to its
// own. It refuses to replace a file, and commits never wait for it. When the
// store is closed or reopened meanwhile, it gives up with an error.
func (s *Store) Backup(path string) error {
	if err := copyTo(path, s.writePages); err != nil {
		return fmt.Errorf("back up %s: %w", s.path, err)
	}
	return nil
}

// Compact is Backup without the free pages: slower, smaller. (The file of a
// store never shrinks by itself.)
func (s *Store) Compact(path string) error {
	err := copyTo(path, func(f *os.File) error {
		whole, err := tempName(path)
		if err != nil {
			return err
		}
		defer os.Remove(whole)
		w, err := os.OpenFile(whole, os.O_RDWR, 0)
		if err != nil {
			return err
		}
		if err := errors.Join(s.writePages(w), w.Close()); err != nil {
			return err
		}
		return compact(f.Name(), whole)
	})
	if err != nil {
		return fmt.Errorf("back up %s: %w", s.path, err)
	}
	return nil
}

// writePages copies the last committed state to f.
func (s *Store) writePages(f *os.File) error {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if s.db == nil {
		return s.closed()
	}
	return writeAll(s.db, f, s.leaving.Load)
}

// copyTo has write fill a temporary file beside path, checks it and gives it
// its name.
func copyTo(path string, write func(*os.File) error) error {
	if there, err := exists(path); err != nil {
		return err
	} else if there {
		return fmt.Errorf("%s is already there: choose another name (%w)", path, fs.ErrExist)
	}
	tmp, err := tempName(path)
	if err != nil {
		return err
	}
	defer os.Remove(tmp)
	f, err := os.OpenFile(tmp, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	if err := errors.Join(write(f), f.Sync(), f.Close()); err != nil {
		return err
	}
	if err := Check(tmp); err != nil {
		return fmt.Errorf("the copy is not good, so it was thrown away: %w", err)
	}
	return publish(tmp, path)
}

// writeAll copies every page. It looks at leaving between writes.
func writeAll(db *bbolt.DB, f io.Writer, leaving func() bool) error {
	left := false
	err := guard(func() error {
		return db.View(func(tx *bbolt.Tx) error {
			_, err := tx.WriteTo(writerFunc(func(p []byte) (int, error) {
				if left = leaving(); left {
					return 0, errLeaving
				}
				return f.Write(p)
			}))
			return err
		})
	})
	if left {
		return errLeaving // which bbolt does not always wrap
	}
	return err
}

type writerFunc func([]byte) (int, error)

func (w writerFunc) Write(p []byte) (int, error) { return w(p) }

// compactBatch bounds the memory of a compacting copy.
const compactBatch = 1 << 22

// compact copies every record of a file into another one, which the caller
// syncs, once.
func compact(to, from string) error {
	src, err := openGuarded(from, &bbolt.Options{ReadOnly: true})
	if err != nil {
		return err
	}
	defer closeQuietly(src)
	return guard(func() error {
		dst, err := bbolt.Open(to, 0o600, &bbolt.Options{FreelistType: bbolt.FreelistMapType, NoSync: true})
		if err != nil {
			return err
		}
		return errors.Join(bbolt.Compact(dst, src, compactBatch), dst.Close())
	})
}

// Check opens a store that nobody uses, reads every record and checks every
// page. It changes nothing. Problems are ErrDamaged, ErrTruncated or ErrLocked.
func Check(path string) error {
	if _, err := examine(path); err != nil {
		return err
	}
	db, err := openGuarded(path, &bbolt.Options{ReadOnly: true, PreLoadFreelist: true, Timeout: time.Second})
	if err != nil {
		return err
	}
	defer closeQuietly(db)
	err = guard(func() error { return db.View(checkAll) })
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

// checkAll reads everything first, under the caller's guard: bbolt's own check
// runs in a goroutine of its own, where a fault could not be caught.
func checkAll(tx *bbolt.Tx) error {
	err := tx.ForEach(func(_ []byte, b *bbolt.Bucket) error {
		return b.ForEach(func(k, v []byte) error {
			sound(k)
			sound(v)
			return nil
		})
	})
	if err != nil {
		return err
	}
	var first error
	more := -1
	for problem := range tx.Check() {
		if first == nil {
			first = problem
		}
		more++
	}
	if first != nil {
		return fmt.Errorf("%w: %w (and %d more)", storage.ErrDamaged, first, more)
	}
	return nil
}

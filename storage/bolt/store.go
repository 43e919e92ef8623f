// Package bolt is the storage engine in use: one bbolt file, one transaction a
// batch, opened with distrust (docs/design.md, "Edges"; docs/cases.md 85, 87).
//
// What it adds to bbolt: a file that is locked, damaged, cut short, empty or
// newer than the program is refused in one line instead of a wait, a panic or a
// fresh store; a panic inside bbolt becomes an error; a store is migrated after
// a backup; backups are verified before they get their name.
package bolt

import (
	"crypto/rand"
	"fmt"
	"io"
	"math/bits"
	"sync"
	"sync/atomic"
	"time"

	"go.etcd.io/bbolt"

	"epicenter/storage"
)

// Options of Open. The zero value is what a server wants.
type Options struct {
	// Init allows a new store where the marker says that there was one.
	Init bool
	// MustExist refuses to make a new store at all.
	MustExist bool
	// LockTimeout is how long to wait for a file in use; 0 is one second.
	LockTimeout time.Duration
	// MapSize is the address space to map at least, in bytes; 0 is 16 GiB, or
	// 256 MiB on 32-bit machines. It costs no memory. While the file is smaller,
	// a long read such as a backup never makes a commit wait for a new mapping.
	MapSize int

	// SlowCommit is the duration from which OnSlow is told of a commit; 0 is
	// 50 ms. OnSlow runs on the committing goroutine.
	SlowCommit time.Duration
	OnSlow     func(number uint64, took time.Duration)
	// Report gets a line for the operator when a store was made or migrated.
	Report func(line string)

	// Now and Random are where times and installation ids come from; nil is
	// the machine's clock and crypto/rand.
	Now    func() time.Time
	Random io.Reader

	// FailCommit and LoseCommit are failpoints for tests. An error of FailCommit
	// fails the commit before anything is written. One of LoseCommit is returned
	// although the batch was written, as when only the last fsync failed.
	FailCommit func() error
	LoseCommit func() error

	// migrations replaces the list of the schema in tests.
	migrations []migration
}

func (o Options) withDefaults() Options {
	if o.LockTimeout == 0 {
		o.LockTimeout = time.Second
	}
	if o.MapSize == 0 {
		o.MapSize = 1 << min(34, bits.UintSize-4)
	}
	if o.SlowCommit == 0 {
		o.SlowCommit = 50 * time.Millisecond
	}
	if o.OnSlow == nil {
		o.OnSlow = func(uint64, time.Duration) {}
	}
	if o.Report == nil {
		o.Report = func(string) {}
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Random == nil {
		o.Random = rand.Reader
	}
	if o.FailCommit == nil {
		o.FailCommit = func() error { return nil }
	}
	if o.LoseCommit == nil {
		o.LoseCommit = func() error { return nil }
	}
	if o.migrations == nil {
		o.migrations = migrations()
	}
	return o
}

// Store is a bbolt file. Begin, its batch, Reopen and Close belong to one
// goroutine; View, Number and the backups to any.
type Store struct {
	path   string
	opts   Options
	number atomic.Uint64
	// leaving asks a running backup to give up, so that Reopen and Close need
	// not wait for its end.
	leaving atomic.Bool

	// mu is held for reading by whoever uses db and for writing by whoever
	// replaces it. A nil db is closed.
	mu sync.RWMutex
	db *bbolt.DB

	batch *batch // the one that is open
	// failed is why the last commit failed; no batch begins before Reopen.
	failed error
}

var _ storage.Store = (*Store)(nil)

// Open opens the store at path, or makes one where there never was any. Errors
// name the file and say what to do; they are ErrLocked, ErrDamaged,
// ErrTruncated, ErrEmpty, ErrMissing or ErrNewer of package storage, or what the
// file system said.
func Open(path string, opts Options) (*Store, error) {
	s := &Store{path: path, opts: opts.withDefaults()}
	made, err := prepare(path, s.opts)
	if err != nil {
		return nil, err
	}
	db, err := openFile(path, s.opts)
	if err != nil {
		return nil, err
	}
	if err := s.adopt(db); err != nil {
		closeQuietly(db)
		return nil, err
	}
	if made {
		s.opts.Report("made a new store at " + path)
	}
	return s, nil
}

// adopt brings the schema of a freshly opened file up to date, makes sure of
// the marker and starts to use the file.
func (s *Store) adopt(db *bbolt.DB) error {
	if err := migrate(db, s.path, s.opts); err != nil {
		return err
	}
	c, err := counters(db)
	if err != nil {
		return fmt.Errorf("%s %w: %w: %s", s.path, storage.ErrDamaged, err, adviceRestore)
	}
	if err := writeMarker(s.path, c.Install); err != nil {
		return err
	}
	s.number.Store(c.Number)
	s.db = db
	return nil
}

// counters reads the Meta bucket of an open file.
func counters(db *bbolt.DB) (c storage.Counters, err error) {
	err = db.View(func(tx *bbolt.Tx) error {
		c, err = storage.ReadCounters(reader{tx})
		return err
	})
	return c, err
}

// Number is the number of the last committed batch.
func (s *Store) Number() uint64 { return s.number.Load() }

// View runs fn on the last committed state. The bytes that fn gets are valid
// until it returns.
func (s *Store) View(fn func(storage.Reader) error) error {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if s.db == nil {
		return s.closed()
	}
	tx, err := s.db.Begin(false)
	if err != nil {
		return fmt.Errorf("read %s: %w", s.path, err)
	}
	defer tx.Rollback() //nolint:errcheck // a read transaction has nothing to lose
	return fn(reader{tx})
}

// Begin opens the batch. It costs nothing until the batch is read or written.
func (s *Store) Begin() (storage.Batch, error) {
	switch {
	case s.batch != nil:
		return nil, fmt.Errorf("%s: the previous batch has not ended", s.path)
	case s.failed != nil:
		return nil, fmt.Errorf("%s must be opened again after: %w", s.path, s.failed)
	case s.db == nil:
		return nil, s.closed()
	}
	s.batch = &batch{store: s}
	return s.batch, nil
}

// Reopen closes and opens the file again. When that fails the store stays
// closed, or as it was, and Reopen may be called again. Number may then be that
// of the batch whose commit failed: it had reached the disk after all.
func (s *Store) Reopen() error {
	s.endBatch()
	if s.db != nil {
		if err := settle(s.path); err != nil {
			return err
		}
		if err := s.shut(); err != nil {
			return err
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	db, err := openFile(s.path, s.opts)
	if err != nil {
		return err
	}
	if err := s.adopt(db); err != nil {
		closeQuietly(db)
		return err
	}
	s.failed = nil
	return nil
}

// Close ends an open batch without a trace, waits for readers and closes the
// file. It is harmless on a closed store.
func (s *Store) Close() error {
	s.endBatch()
	return s.shut()
}

func (s *Store) endBatch() {
	if s.batch != nil {
		s.batch.Discard()
	}
}

func (s *Store) shut() error {
	s.leaving.Store(true)
	defer s.leaving.Store(false)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.db == nil {
		return nil
	}
	db := s.db
	s.db = nil
	if err := guard(db.Close); err != nil {
		return fmt.Errorf("close %s: %w", s.path, err)
	}
	return nil
}

func (s *Store) closed() error { return fmt.Errorf("%s %w", s.path, storage.ErrClosed) }

// closeQuietly closes a file that is given up for another reason.
func closeQuietly(db *bbolt.DB) { _ = guard(db.Close) }

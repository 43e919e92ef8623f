package bolt

import (
	"fmt"
	"os"

	"go.etcd.io/bbolt"

	"epicenter/storage"
)

// A migration takes a store from one schema version to the next, in one
// transaction. It may be run on a store of any size, so it must not delete in
// bulk: free pages make commits dear (docs/design.md, "Edges").
type migration func(*bbolt.Tx) error

// migrations lists them in order: the first takes version 1 to version 2. The
// newest version, storage.SchemaVersion, is one more than their count; each
// released version has a store in testdata that a test opens.
func migrations() []migration { return []migration{} }

// migrate brings a store to the newest version after a backup beside it.
func migrate(db *bbolt.DB, path string, opts Options) error {
	c, err := counters(db)
	if err != nil || c.Schema == 0 {
		return fmt.Errorf("%s %w: it is not a store of Epicenter: %s", path, storage.ErrDamaged, adviceRestore)
	}
	newest := 1 + len(opts.migrations)
	if c.Schema > newest {
		return fmt.Errorf("%s %w (schema %d, newest known %d): %s", path, storage.ErrNewer, c.Schema, newest, adviceNewer)
	}
	if c.Schema == newest {
		return nil
	}
	kept, err := keepBefore(db, path, c.Schema)
	if err != nil {
		return fmt.Errorf("back up %s before its migration: %w", path, err)
	}
	for v := c.Schema; v < newest; v++ {
		if err := step(db, opts.migrations[v-1], v+1); err != nil {
			return fmt.Errorf("migrate %s from schema %d to %d (its state before is in %s): %w", path, v, v+1, kept, err)
		}
	}
	opts.Report(fmt.Sprintf("migrated %s from schema %d to %d; its state before is in %s", path, c.Schema, newest, kept))
	return nil
}

// step runs one migration and writes the version that it leads to.
func step(db *bbolt.DB, m migration, to int) error {
	return guard(func() error {
		return db.Update(func(tx *bbolt.Tx) error {
			if err := m(tx); err != nil {
				return err
			}
			return reader{tx}.put(&storage.Change{
				Bucket: storage.Meta, Key: []byte(storage.KeySchema), Value: storage.AppendUint(nil, uint64(to)),
			})
		})
	})
}

// keepBefore backs a store up under the first free name such as
// epicenter.db.schema1 or epicenter.db.schema1.2.
func keepBefore(db *bbolt.DB, path string, version int) (string, error) {
	name := fmt.Sprintf("%s.schema%d", path, version)
	for i := 2; ; i++ {
		if there, err := exists(name); err != nil {
			return "", err
		} else if !there {
			break
		}
		name = fmt.Sprintf("%s.schema%d.%d", path, version, i)
	}
	return name, copyTo(name, func(f *os.File) error { return writeAll(db, f, func() bool { return false }) })
}

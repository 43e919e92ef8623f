package bolt

import (
	"fmt"

	"go.etcd.io/bbolt"

	"epicenter/storage"
)

// reader reads within a bbolt transaction.
type reader struct{ tx *bbolt.Tx }

func (r reader) bucket(b storage.Bucket) (*bbolt.Bucket, error) {
	if bk := r.tx.Bucket([]byte(b)); bk != nil {
		return bk, nil
	}
	return nil, fmt.Errorf("there is no bucket %q", b)
}

// Get implements storage.Reader.
func (r reader) Get(b storage.Bucket, key []byte) (value []byte, err error) {
	err = guard(func() error {
		bk, err := r.bucket(b)
		if err == nil {
			value = sound(bk.Get(key))
		}
		return err
	})
	return value, err
}

// Range implements storage.Reader.
func (r reader) Range(b storage.Bucket, from []byte, limit int, fn func(key, value []byte) bool) error {
	return r.walk(b, limit, fn, func(c *bbolt.Cursor) (k, v []byte) {
		if from == nil {
			return c.First()
		}
		return c.Seek(from)
	}, (*bbolt.Cursor).Next)
}

// RangeBack implements storage.Reader.
func (r reader) RangeBack(b storage.Bucket, before []byte, limit int, fn func(key, value []byte) bool) error {
	return r.walk(b, limit, fn, func(c *bbolt.Cursor) (k, v []byte) {
		if before == nil {
			return c.Last()
		}
		if k, _ := c.Seek(before); k == nil {
			return c.Last()
		}
		return c.Prev()
	}, (*bbolt.Cursor).Prev)
}

// walk takes each step under guard but calls fn outside of it: a panic of fn
// is the caller's own.
func (r reader) walk(b storage.Bucket, limit int, fn func(k, v []byte) bool, first, next func(*bbolt.Cursor) (k, v []byte)) error {
	var c *bbolt.Cursor
	var k, v []byte
	step := func(move func(*bbolt.Cursor) (k, v []byte)) error {
		return guard(func() error {
			if c == nil {
				bk, err := r.bucket(b)
				if err != nil {
					return err
				}
				c = bk.Cursor()
			}
			k, v = move(c)
			sound(k)
			sound(v)
			return nil
		})
	}
	move := first
	for range limit {
		if err := step(move); err != nil {
			return err
		}
		if k == nil || !fn(k, v) {
			return nil
		}
		move = next
	}
	return nil
}

// batch is the open write transaction. The transaction of bbolt begins with the
// first use, so that a batch without reads and changes costs nothing.
type batch struct {
	store *Store
	tx    *bbolt.Tx
	ended bool
}

func (b *batch) begin() (reader, error) {
	if b.ended {
		return reader{}, fmt.Errorf("batch %w", storage.ErrClosed)
	}
	if b.tx == nil {
		err := guard(func() (err error) {
			b.tx, err = b.store.db.Begin(true)
			return err
		})
		if err != nil {
			return reader{}, fmt.Errorf("begin batch in %s: %w", b.store.path, err)
		}
	}
	return reader{b.tx}, nil
}

// Get implements storage.Reader; it sees what was applied.
func (b *batch) Get(bucket storage.Bucket, key []byte) ([]byte, error) {
	r, err := b.begin()
	if err != nil {
		return nil, err
	}
	return r.Get(bucket, key)
}

// Range implements storage.Reader; it sees what was applied.
func (b *batch) Range(bucket storage.Bucket, from []byte, limit int, fn func(key, value []byte) bool) error {
	r, err := b.begin()
	if err != nil {
		return err
	}
	return r.Range(bucket, from, limit, fn)
}

// RangeBack implements storage.Reader; it sees what was applied.
func (b *batch) RangeBack(bucket storage.Bucket, before []byte, limit int, fn func(key, value []byte) bool) error {
	r, err := b.begin()
	if err != nil {
		return err
	}
	return r.RangeBack(bucket, before, limit, fn)
}

// Apply implements storage.Batch. After an error the batch can only be
// discarded: some of the changes may have been put.
func (b *batch) Apply(changes []storage.Change) error {
	r, err := b.begin()
	if err != nil {
		return err
	}
	for i := range changes {
		if err := r.put(&changes[i]); err != nil {
			return fmt.Errorf("change %s %q: %w", changes[i].Bucket, changes[i].Key, err)
		}
	}
	return nil
}

func (r reader) put(c *storage.Change) error {
	return guard(func() error {
		bk, err := r.bucket(c.Bucket)
		if err != nil {
			return err
		}
		if c.Value == nil {
			return bk.Delete(c.Key)
		}
		return bk.Put(c.Key, c.Value)
	})
}

// Commit implements storage.Batch.
func (b *batch) Commit(number uint64) error {
	s := b.store
	if next := s.Number() + 1; number != next {
		b.Discard()
		return fmt.Errorf("%w: %d instead of %d", storage.ErrBatchNumber, number, next)
	}
	r, err := b.begin()
	if err != nil {
		b.Discard()
		return err
	}
	defer b.Discard()
	began := s.opts.Now()
	if err := s.commit(r, number); err != nil {
		s.failed = fmt.Errorf("commit batch %d to %s: %w", number, s.path, err)
		return s.failed
	}
	s.number.Store(number)
	if took := s.opts.Now().Sub(began); took >= s.opts.SlowCommit {
		s.opts.OnSlow(number, took)
	}
	return nil
}

func (s *Store) commit(r reader, number uint64) error {
	if err := s.opts.FailCommit(); err != nil {
		return err
	}
	err := r.put(&storage.Change{
		Bucket: storage.Meta, Key: []byte(storage.KeyNumber), Value: storage.AppendUint(nil, number),
	})
	if err != nil {
		return err
	}
	if err := guard(r.tx.Commit); err != nil {
		return err
	}
	return s.opts.LoseCommit()
}

// Discard implements storage.Batch.
func (b *batch) Discard() {
	if b.ended {
		return
	}
	b.ended = true
	b.store.batch = nil
	if b.tx != nil {
		// An error says that it has ended already; bbolt has nothing else to say.
		_ = guard(b.tx.Rollback)
	}
}

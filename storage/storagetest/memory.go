package storagetest

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"sync"

	"epicenter/storage"
)

// Memory is an engine that keeps everything in memory: it has the promises of
// storage.Store but for surviving the process, and passes the same suite. Tests
// of the world, the loop and the commands run on it.
//
// The failpoints may be set between commits by the goroutine that commits.
type Memory struct {
	// FailCommit fails a commit before anything is written when it returns an
	// error; LoseCommit is asked after the batch was written, and its error is
	// returned all the same, as when only the last fsync failed.
	FailCommit func() error
	LoseCommit func() error
	// FailReopen fails Reopen when it returns an error.
	FailReopen func() error

	mu     sync.Mutex
	now    state
	shut   bool
	failed error
	batch  *memoryBatch
}

// state is never changed once it is committed.
type state struct {
	buckets map[storage.Bucket]*treap
	number  uint64
}

var _ storage.Store = (*Memory)(nil)

// NewMemory makes an empty store of the newest schema, as of Unix ms 0.
func NewMemory() *Memory {
	m := &Memory{now: state{buckets: map[storage.Bucket]*treap{}}}
	for _, b := range storage.Buckets() {
		m.now.buckets[b] = nil
	}
	meta := (*treap)(nil).
		put([]byte(storage.KeySchema), storage.AppendUint(nil, storage.SchemaVersion)).
		put([]byte(storage.KeyNumber), storage.AppendUint(nil, 0)).
		put([]byte(storage.KeyCreated), storage.AppendUint(nil, 0)).
		put([]byte(storage.KeyInstall), []byte("memory"))
	for _, c := range []storage.Change{storage.NextGameChange(1), storage.ClockChange(0)} {
		meta = meta.put(c.Key, c.Value)
	}
	m.now.buckets[storage.Meta] = meta
	return m
}

// Number is the number of the last committed batch.
func (m *Memory) Number() uint64 {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.now.number
}

func (m *Memory) state() (state, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.shut {
		return state{}, fmt.Errorf("memory store %w", storage.ErrClosed)
	}
	return m.now, nil
}

// View runs fn on the last committed state.
func (m *Memory) View(fn func(storage.Reader) error) error {
	s, err := m.state()
	if err != nil {
		return err
	}
	return fn(memoryReader{s.buckets})
}

// Begin opens the batch. As with the real engine, none begins between a failed
// commit and Reopen.
func (m *Memory) Begin() (storage.Batch, error) {
	s, err := m.state()
	switch {
	case err != nil:
		return nil, err
	case m.batch != nil:
		return nil, errors.New("memory store: the previous batch has not ended")
	case m.failed != nil:
		return nil, fmt.Errorf("memory store must be opened again after: %w", m.failed)
	}
	m.batch = &memoryBatch{store: m, memoryReader: memoryReader{s.buckets}}
	return m.batch, nil
}

// Reopen ends an open batch without a trace and makes a closed or failed store
// usable again, with what was committed.
func (m *Memory) Reopen() error {
	m.endBatch()
	if m.FailReopen != nil {
		if err := m.FailReopen(); err != nil {
			return fmt.Errorf("reopen memory store: %w", err)
		}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.shut, m.failed = false, nil
	m.now.number = m.now.stored()
	return nil
}

// stored is the number that the Meta bucket holds; after a lost commit it is
// ahead of the one known.
func (s state) stored() uint64 {
	n, err := storage.Uint(s.buckets[storage.Meta].get([]byte(storage.KeyNumber)))
	if err != nil {
		panic(err) // the key is written by put below alone
	}
	return n
}

// Close ends an open batch without a trace. Reopen makes the store usable again.
func (m *Memory) Close() error {
	m.endBatch()
	m.mu.Lock()
	defer m.mu.Unlock()
	m.shut = true
	return nil
}

func (m *Memory) endBatch() {
	if m.batch != nil {
		m.batch.Discard()
	}
}

// memoryReader reads one state.
type memoryReader struct {
	buckets map[storage.Bucket]*treap
}

func (r memoryReader) bucket(b storage.Bucket) (*treap, error) {
	t, ok := r.buckets[b]
	if !ok {
		return nil, fmt.Errorf("there is no bucket %q", b)
	}
	return t, nil
}

// Get implements storage.Reader.
func (r memoryReader) Get(b storage.Bucket, key []byte) ([]byte, error) {
	t, err := r.bucket(b)
	return t.get(key), err
}

// Range implements storage.Reader.
func (r memoryReader) Range(b storage.Bucket, from []byte, limit int, fn func(key, value []byte) bool) error {
	t, err := r.bucket(b)
	if limit > 0 {
		t.ascend(from, limited(limit, fn))
	}
	return err
}

// RangeBack implements storage.Reader.
func (r memoryReader) RangeBack(b storage.Bucket, before []byte, limit int, fn func(key, value []byte) bool) error {
	t, err := r.bucket(b)
	if limit > 0 {
		t.descend(before, limited(limit, fn))
	}
	return err
}

func limited(limit int, fn func(k, v []byte) bool) func(k, v []byte) bool {
	return func(k, v []byte) bool {
		limit--
		return fn(k, v) && limit > 0
	}
}

type memoryBatch struct {
	memoryReader
	store *Memory
	own   bool // buckets is a copy of the batch's own
	ended bool
}

func (b *memoryBatch) alive() error {
	if b.ended {
		return fmt.Errorf("batch %w", storage.ErrClosed)
	}
	return nil
}

// Get implements storage.Reader.
func (b *memoryBatch) Get(bucket storage.Bucket, key []byte) ([]byte, error) {
	if err := b.alive(); err != nil {
		return nil, err
	}
	return b.memoryReader.Get(bucket, key)
}

// Range implements storage.Reader.
func (b *memoryBatch) Range(bucket storage.Bucket, from []byte, limit int, fn func(key, value []byte) bool) error {
	if err := b.alive(); err != nil {
		return err
	}
	return b.memoryReader.Range(bucket, from, limit, fn)
}

// RangeBack implements storage.Reader.
func (b *memoryBatch) RangeBack(bucket storage.Bucket, before []byte, limit int, fn func(key, value []byte) bool) error {
	if err := b.alive(); err != nil {
		return err
	}
	return b.memoryReader.RangeBack(bucket, before, limit, fn)
}

// Apply implements storage.Batch.
func (b *memoryBatch) Apply(changes []storage.Change) error {
	if err := b.alive(); err != nil {
		return err
	}
	for i := range changes {
		if err := b.put(&changes[i]); err != nil {
			return fmt.Errorf("change %s %q: %w", changes[i].Bucket, changes[i].Key, err)
		}
	}
	return nil
}

func (b *memoryBatch) put(c *storage.Change) error {
	t, err := b.bucket(c.Bucket)
	if err != nil {
		return err
	}
	if !b.own {
		b.buckets, b.own = maps.Clone(b.buckets), true
	}
	switch {
	case c.Value == nil:
		b.buckets[c.Bucket] = t.remove(c.Key)
	case len(c.Key) == 0:
		return errors.New("key required")
	default:
		b.buckets[c.Bucket] = t.put(bytes.Clone(c.Key), bytes.Clone(c.Value))
	}
	return nil
}

// Commit implements storage.Batch.
func (b *memoryBatch) Commit(number uint64) error {
	if err := b.alive(); err != nil {
		return err
	}
	defer b.Discard()
	m := b.store
	if next := m.Number() + 1; number != next {
		return fmt.Errorf("%w: %d instead of %d", storage.ErrBatchNumber, number, next)
	}
	if m.FailCommit != nil {
		if err := m.FailCommit(); err != nil {
			m.failed = fmt.Errorf("commit batch %d to memory: %w", number, err)
			return m.failed
		}
	}
	err := b.put(&storage.Change{
		Bucket: storage.Meta, Key: []byte(storage.KeyNumber), Value: storage.AppendUint(nil, number),
	})
	if err != nil {
		return err
	}
	m.mu.Lock()
	m.now.buckets = b.buckets
	m.mu.Unlock()
	if m.LoseCommit != nil {
		if err := m.LoseCommit(); err != nil {
			m.failed = fmt.Errorf("commit batch %d to memory: %w", number, err)
			return m.failed
		}
	}
	m.mu.Lock()
	m.now.number = number
	m.mu.Unlock()
	return nil
}

// Discard implements storage.Batch.
func (b *memoryBatch) Discard() {
	if !b.ended {
		b.ended = true
		b.store.batch = nil
	}
}

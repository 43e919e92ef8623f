package bolt

import (
	"fmt"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"epicenter/storage"
)

// percentiles runs fn b.N times and reports p50 and p99 in microseconds.
func percentiles(b *testing.B, fn func(i int)) {
	took := make([]time.Duration, 0, 1<<16)
	for i := 0; b.Loop(); i++ {
		began := time.Now()
		fn(i)
		took = append(took, time.Since(began))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds()), "p50-µs")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds()), "p99-µs")
}

// benchGame is a game of n half-moves.
func benchGame(id uint64, n int) *storage.Game {
	g := &storage.Game{ID: id, Variant: "atomic", Type: "atomic", Category: "atomic", Started: 1_700_000_000_000, Result: "*"}
	g.White = storage.Side{Handle: "Alice", Registered: true, Rating: 1800, State: 'E', Base: 180_000, Inc: 2000, Clock: 100_000}
	g.Black = g.White
	for i := range n {
		g.Moves = append(g.Moves, storage.Move{Move: uint16(i), Spent: 2000, Clock: 180_000})
	}
	return g
}

// BenchmarkBareCommit is bbolt alone: one 600-byte value, one fsynced commit.
func BenchmarkBareCommit(b *testing.B) {
	db, err := bbolt.Open(filepath.Join(b.TempDir(), "bare.db"), 0o600, &bbolt.Options{FreelistType: bbolt.FreelistMapType})
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	value := make([]byte, 600)
	percentiles(b, func(i int) {
		err := db.Update(func(tx *bbolt.Tx) error {
			bk, err := tx.CreateBucketIfNotExists([]byte("b"))
			if err != nil {
				return err
			}
			return bk.Put(storage.GameKey(uint64(i%50)), value)
		})
		if err != nil {
			b.Fatal(err)
		}
	})
}

func benchStore(b *testing.B) *Store {
	s, err := Open(fileIn(b.TempDir()), Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { s.Close() })
	return s
}

// BenchmarkCommitMove is a batch of the server: one live game of 50, encoded
// and rewritten, with its number.
func BenchmarkCommitMove(b *testing.B) {
	s := benchStore(b)
	g := benchGame(0, 80)
	percentiles(b, func(i int) {
		g.ID = uint64(i % 50)
		commitOne(b, s, storage.Change{Bucket: storage.Live, Key: storage.GameKey(g.ID), Value: storage.EncodeGame(nil, g)})
	})
}

func commitOne(tb testing.TB, s *Store, changes ...storage.Change) {
	tb.Helper()
	batch, err := s.Begin()
	if err == nil {
		err = batch.Apply(changes)
	}
	if err == nil {
		err = batch.Commit(s.Number() + 1)
	}
	if err != nil {
		tb.Fatal(err)
	}
}

// BenchmarkEmptyBatch is a batch of commands that neither read nor write.
func BenchmarkEmptyBatch(b *testing.B) {
	s := benchStore(b)
	b.ReportAllocs()
	for b.Loop() {
		batch, err := s.Begin()
		if err != nil {
			b.Fatal(err)
		}
		batch.Discard()
	}
}

func fillAccounts(b *testing.B, s *Store) {
	var changes []storage.Change
	for i := range 1000 {
		changes = append(changes, storage.Change{Bucket: storage.Accounts, Key: fmt.Appendf(nil, "name%d", i), Value: make([]byte, 600)})
	}
	commitOne(b, s, changes...)
}

// BenchmarkReadInBatch is a batch that reads one account and is discarded.
func BenchmarkReadInBatch(b *testing.B) {
	s := benchStore(b)
	fillAccounts(b, s)
	b.ReportAllocs()
	for b.Loop() {
		batch, err := s.Begin()
		if err == nil {
			_, err = batch.Get(storage.Accounts, []byte("name500"))
		}
		if err != nil {
			b.Fatal(err)
		}
		batch.Discard()
	}
}

// BenchmarkReadInView is one account read by another goroutine than the loop.
func BenchmarkReadInView(b *testing.B) {
	s := benchStore(b)
	fillAccounts(b, s)
	b.ReportAllocs()
	for b.Loop() {
		err := s.View(func(r storage.Reader) error {
			_, err := r.Get(storage.Accounts, []byte("name500"))
			return err
		})
		if err != nil {
			b.Fatal(err)
		}
	}
}

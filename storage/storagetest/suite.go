// Package storagetest is the suite that every storage engine must pass, and an
// engine in memory for the tests of everything that stands on storage.
package storagetest

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"epicenter/storage"
)

// Engine is what the suite needs to know of an engine. A store lives in a
// folder; the suite gives each of its tests an empty one.
type Engine struct {
	// Open opens the store of a folder and makes it where there is none.
	Open func(dir string) (storage.Store, error)
	// Restore makes a backup the store of an empty folder.
	Restore func(backup, dir string) error
	// Check examines the closed store of a folder.
	Check func(dir string) error
	// Fail makes the next commit to the store of a folder fail: before it has
	// written anything or, when lost, after it has written everything.
	Fail func(dir string, lost bool)
}

// ErrInjected is for Engine.Fail to make commits fail with.
var ErrInjected = errors.New("injected failure")

// Run puts an engine through the suite.
func Run(t *testing.T, e Engine) {
	for _, c := range []struct {
		name string
		test func(*testing.T, *bench)
	}{
		{"a new store is empty", testNew},
		{"a committed batch survives", testDurable},
		{"a discarded batch leaves nothing", testDiscard},
		{"a batch sees itself and nobody else does", testIsolation},
		{"numbers have no gaps", testNumbers},
		{"one batch at a time, used until its end", testOneBatch},
		{"ranges", testRanges},
		{"changes set and remove", testChanges},
		{"bad changes", testBadChanges},
		{"bytes belong to the caller again", testCallerBytes},
		{"a view keeps its state", testViewKeeps},
		{"views run beside batches", testConcurrent},
		{"a failed commit", testFailed},
		{"a lost commit", testLost},
		{"a closed store", testClosed},
		{"a backup", testBackup},
		{"a backup beside commits", testBackupBeside},
		{"counters", testCounters},
		{"model", testModel},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(t, e)
			c.test(t, b)
			b.finish()
		})
	}
}

// fataler is the part of *testing.T and *rapid.T that the suite uses.
type fataler interface {
	Helper()
	Fatal(...any)
	Fatalf(string, ...any)
}

// bench is a store under test.
type bench struct {
	fataler
	engine Engine
	dir    string
	store  storage.Store
}

func newBench(t *testing.T, e Engine) *bench {
	b := &bench{fataler: t, engine: e, dir: t.TempDir()}
	b.open()
	return b
}

func (b *bench) must(err error) {
	b.Helper()
	if err != nil {
		b.Fatal(err)
	}
}

func (b *bench) open() {
	b.Helper()
	s, err := b.engine.Open(b.dir)
	b.must(err)
	b.store = s
}

// finish closes the store and checks what is left.
func (b *bench) finish() {
	b.Helper()
	b.must(b.store.Close())
	b.must(b.engine.Check(b.dir))
}

func (b *bench) begin() storage.Batch {
	b.Helper()
	batch, err := b.store.Begin()
	b.must(err)
	return batch
}

// commit commits changes with the next number.
func (b *bench) commit(changes ...storage.Change) {
	b.Helper()
	batch := b.begin()
	b.must(batch.Apply(changes))
	b.must(batch.Commit(b.store.Number() + 1))
}

func set(b storage.Bucket, key, value string) storage.Change {
	return storage.Change{Bucket: b, Key: []byte(key), Value: []byte(value)}
}

func unset(b storage.Bucket, key string) storage.Change {
	return storage.Change{Bucket: b, Key: []byte(key)}
}

// contents is everything outside of Meta, as "bucket/key" → value.
type contents map[string]string

func read(r storage.Reader) (contents, error) {
	all := contents{}
	for _, b := range storage.Buckets() {
		if b == storage.Meta {
			continue
		}
		err := r.Range(b, nil, 1<<30, func(k, v []byte) bool {
			all[string(b)+"/"+string(k)] = string(v)
			return true
		})
		if err != nil {
			return nil, err
		}
	}
	return all, nil
}

func (b *bench) want(want contents) {
	b.Helper()
	b.must(b.store.View(func(r storage.Reader) error {
		got, err := read(r)
		if d := cmp.Diff(want, got); d != "" {
			return errors.New("contents (-want +got): " + d)
		}
		return err
	}))
}

func (b *bench) wantNumber(want uint64) {
	b.Helper()
	if got := b.store.Number(); got != want {
		b.Fatalf("number %d, want %d", got, want)
	}
}

func (b *bench) wantErr(err, want error) {
	b.Helper()
	if !errors.Is(err, want) {
		b.Fatalf("error %v, want %v", err, want)
	}
}

func testNew(_ *testing.T, b *bench) {
	b.wantNumber(0)
	b.want(contents{})
}

func testDurable(_ *testing.T, b *bench) {
	b.commit(set(storage.Accounts, "bob", "1"), set(storage.Live, "g", "2"))
	b.commit(set(storage.Accounts, "ann", "3"))
	for range 2 {
		b.wantNumber(2)
		b.want(contents{"accounts/bob": "1", "live/g": "2", "accounts/ann": "3"})
		b.must(b.store.Close())
		b.open()
	}
	b.must(b.store.Reopen())
	b.wantNumber(2)
	b.commit(unset(storage.Live, "g"))
	b.want(contents{"accounts/bob": "1", "accounts/ann": "3"})
}

func testDiscard(_ *testing.T, b *bench) {
	b.begin().Discard()
	batch := b.begin()
	b.must(batch.Apply([]storage.Change{set(storage.Accounts, "bob", "1")}))
	batch.Discard()
	batch.Discard()
	b.wantNumber(0)
	b.want(contents{})
	b.commit()
	b.wantNumber(1)
}

func testIsolation(_ *testing.T, b *bench) {
	b.commit(set(storage.Accounts, "bob", "old"))
	batch := b.begin()
	b.must(batch.Apply([]storage.Change{set(storage.Accounts, "bob", "new"), set(storage.Games, "g", "1")}))
	got, err := read(batch)
	b.must(err)
	if d := cmp.Diff(contents{"accounts/bob": "new", "games/g": "1"}, got); d != "" {
		b.Fatal("the batch does not see itself:", d)
	}
	b.want(contents{"accounts/bob": "old"})
	b.must(batch.Commit(2))
	b.want(contents{"accounts/bob": "new", "games/g": "1"})
}

func testNumbers(_ *testing.T, b *bench) {
	b.commit()
	b.commit()
	for _, bad := range []uint64{0, 1, 2, 4, 1 << 63} {
		batch := b.begin()
		b.must(batch.Apply([]storage.Change{set(storage.Accounts, "bob", "1")}))
		b.wantErr(batch.Commit(bad), storage.ErrBatchNumber)
		b.wantNumber(2)
		b.want(contents{})
	}
	b.commit()
	b.wantNumber(3)
}

func testOneBatch(_ *testing.T, b *bench) {
	batch := b.begin()
	if _, err := b.store.Begin(); err == nil {
		b.Fatal("a second batch began while the first was open")
	}
	b.must(batch.Commit(1))
	batch.Discard()
	b.wantErr(batch.Apply(nil), storage.ErrClosed)
	b.wantErr(batch.Range(storage.Accounts, nil, 1, nil), storage.ErrClosed)
	b.wantErr(batch.RangeBack(storage.Accounts, nil, 1, nil), storage.ErrClosed)
	_, err := batch.Get(storage.Accounts, []byte("bob"))
	b.wantErr(err, storage.ErrClosed)
	if batch.Commit(2) == nil {
		b.Fatal("a batch was committed twice")
	}
	b.wantNumber(1)
	next := b.begin()
	batch.Discard() // must not end the next one
	b.must(next.Commit(2))
}

func testRanges(t *testing.T, b *bench) {
	b.commit(set(storage.Games, "b", "1"), set(storage.Games, "d", "2"), set(storage.Games, "f", "3"), set(storage.Live, "a", "x"), set(storage.Live, "z", "x"))
	batch := b.begin()
	b.must(batch.Apply([]storage.Change{set(storage.Games, "e", "4"), unset(storage.Games, "f"), set(storage.Games, "g", "5")}))
	for _, c := range []struct {
		bound string // "" is nil
		back  bool
		limit int
		want  string
	}{
		{"", false, 9, "bdeg"},
		{"a", false, 9, "bdeg"},
		{"b", false, 9, "bdeg"},
		{"c", false, 2, "de"},
		{"d", false, 1, "d"},
		{"f", false, 9, "g"},
		{"g\x00", false, 9, ""},
		{"", false, 0, ""},
		{"", false, -1, ""},
		{"", true, 9, "gedb"},
		{"z", true, 9, "gedb"},
		{"g", true, 9, "edb"},
		{"f", true, 1, "e"},
		{"c", true, 9, "b"},
		{"b", true, 9, ""},
		{"a", true, 9, ""},
		{"", true, 0, ""},
	} {
		scan := batch.Range
		if c.back {
			scan = batch.RangeBack
		}
		var bound []byte
		if c.bound != "" {
			bound = []byte(c.bound)
		}
		got := ""
		err := scan(storage.Games, bound, c.limit, func(k, _ []byte) bool { got += string(k); return true })
		if err != nil || got != c.want {
			t.Errorf("from %q back %v limit %d: %q, %v; want %q", c.bound, c.back, c.limit, got, err, c.want)
		}
		calls := 0
		b.must(scan(storage.Games, bound, c.limit, func(_, _ []byte) bool { calls++; return false }))
		if calls != min(1, len(c.want)) {
			t.Errorf("from %q back %v limit %d: %d calls after the first said stop", c.bound, c.back, c.limit, calls)
		}
	}
	batch.Discard()
}

func testChanges(_ *testing.T, b *bench) {
	b.commit(
		set(storage.Accounts, "twice", "1"), set(storage.Accounts, "twice", "2"),
		set(storage.Accounts, "gone", "1"), unset(storage.Accounts, "gone"),
		unset(storage.Accounts, "back"), set(storage.Accounts, "back", "1"),
		unset(storage.Accounts, "never"), set(storage.Accounts, "empty", ""),
		set(storage.Adjourned, "\x00\xff", string(make([]byte, 100_000))),
	)
	want := contents{
		"accounts/twice": "2", "accounts/back": "1", "accounts/empty": "",
		"adjourned/\x00\xff": string(make([]byte, 100_000)),
	}
	b.want(want)
	b.must(b.store.View(func(r storage.Reader) error {
		for key, there := range map[string]bool{"empty": true, "gone": false, "never": false, "": false} {
			v, err := r.Get(storage.Accounts, []byte(key))
			if err != nil || (v != nil) != there || len(v) != 0 {
				return fmt.Errorf("%q: %v, %v", key, v, err)
			}
		}
		return nil
	}))
	for range 2 { // applying twice is applying once
		b.commit(set(storage.Accounts, "twice", "3"), unset(storage.Accounts, "empty"))
		want["accounts/twice"] = "3"
		delete(want, "accounts/empty")
		b.want(want)
	}
}

func testBadChanges(_ *testing.T, b *bench) {
	for _, c := range []storage.Change{set("nowhere", "k", "v"), unset("nowhere", "k"), set(storage.Accounts, "", "v")} {
		batch := b.begin()
		if err := batch.Apply([]storage.Change{set(storage.Accounts, "bob", "1"), c}); err == nil {
			b.Fatalf("%+v was applied", c)
		}
		batch.Discard()
	}
	b.want(contents{})
	b.must(b.store.View(func(r storage.Reader) error {
		none := func(_, _ []byte) bool { return true }
		_, err := r.Get("nowhere", []byte("k"))
		if err == nil || r.Range("nowhere", nil, 1, none) == nil || r.RangeBack("nowhere", nil, 1, none) == nil {
			return errors.New("a bucket that does not exist was read")
		}
		return nil
	}))
}

func testCallerBytes(_ *testing.T, b *bench) {
	c := set(storage.Accounts, "bob", "value")
	b.commit(c)
	clear(c.Key)
	clear(c.Value)
	b.want(contents{"accounts/bob": "value"})
}

func testViewKeeps(_ *testing.T, b *bench) {
	b.commit(set(storage.Accounts, "bob", "1"))
	b.must(b.store.View(func(r storage.Reader) error {
		for i := range 20 {
			b.commit(set(storage.Accounts, "bob", fmt.Sprint(i)), set(storage.Games, fmt.Sprint(i), string(make([]byte, 5000))))
		}
		got, err := read(r)
		if d := cmp.Diff(contents{"accounts/bob": "1"}, got); d != "" {
			return errors.New("a view changed under its reader: " + d)
		}
		return err
	}))
}

// testConcurrent writes pairs that must always agree while readers look.
func testConcurrent(_ *testing.T, b *bench) {
	b.commit(set(storage.Accounts, "a", "0"), set(storage.Games, "b", "0"))
	var wg sync.WaitGroup
	done := make(chan struct{})
	problems := make(chan error, 4)
	for range 4 {
		wg.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
				}
				if err := b.store.View(pairAgrees); err != nil {
					problems <- err
					return
				}
			}
		})
	}
	for i := range 100 {
		b.commit(set(storage.Accounts, "a", fmt.Sprint(i)), set(storage.Games, "b", fmt.Sprint(i)))
	}
	close(done)
	wg.Wait()
	close(problems)
	for err := range problems {
		b.Fatal(err)
	}
}

func pairAgrees(r storage.Reader) error {
	a, err := r.Get(storage.Accounts, []byte("a"))
	if err != nil {
		return err
	}
	g, err := r.Get(storage.Games, []byte("b"))
	if err == nil && !slices.Equal(a, g) {
		err = fmt.Errorf("half of a batch: %s and %s", a, g)
	}
	return err
}

func testFailed(_ *testing.T, b *bench) {
	b.commit(set(storage.Accounts, "bob", "1"))
	changes := []storage.Change{set(storage.Accounts, "bob", "2"), set(storage.Live, "g", "3")}
	batch := b.begin()
	b.must(batch.Apply(changes))
	b.engine.Fail(b.dir, false)
	b.wantErr(batch.Commit(2), ErrInjected)
	batch.Discard()
	b.wantNumber(1)
	b.want(contents{"accounts/bob": "1"})
	if _, err := b.store.Begin(); !errors.Is(err, ErrInjected) {
		b.Fatalf("a batch began after a failed commit, before Reopen: %v", err)
	}
	b.must(b.store.Reopen())
	b.wantNumber(1)
	b.want(contents{"accounts/bob": "1"})
	b.commit(changes...)
	b.wantNumber(2)
	b.want(contents{"accounts/bob": "2", "live/g": "3"})
}

func testLost(_ *testing.T, b *bench) {
	changes := []storage.Change{set(storage.Accounts, "bob", "1")}
	batch := b.begin()
	b.must(batch.Apply(changes))
	b.engine.Fail(b.dir, true)
	b.wantErr(batch.Commit(1), ErrInjected)
	b.must(b.store.Reopen())
	b.wantNumber(1) // it was written after all, whole
	b.want(contents{"accounts/bob": "1"})
	b.commit(changes...)
	b.wantNumber(2)
	b.want(contents{"accounts/bob": "1"})
}

func testClosed(t *testing.T, b *bench) {
	b.commit(set(storage.Accounts, "bob", "1"))
	batch := b.begin()
	b.must(batch.Apply([]storage.Change{set(storage.Accounts, "bob", "2")}))
	b.must(b.store.Close())
	b.must(b.store.Close())
	b.wantErr(b.store.View(func(storage.Reader) error { return nil }), storage.ErrClosed)
	_, err := b.store.Begin()
	b.wantErr(err, storage.ErrClosed)
	b.wantErr(batch.Apply(nil), storage.ErrClosed)
	if b.store.Backup(filepath.Join(t.TempDir(), "copy")) == nil {
		b.Fatal("a closed store was backed up")
	}
	b.must(b.store.Reopen())
	b.want(contents{"accounts/bob": "1"})
}

func testBackup(t *testing.T, b *bench) {
	b.commit(set(storage.Accounts, "bob", "1"))
	b.commit(set(storage.Games, "g", "2"))
	batch := b.begin()
	b.must(batch.Apply([]storage.Change{set(storage.Accounts, "bob", "uncommitted")}))
	path := filepath.Join(t.TempDir(), "copy")
	b.must(b.store.Backup(path))
	if b.store.Backup(path) == nil {
		b.Fatal("a backup replaced a file")
	}
	b.must(batch.Commit(3))
	restored := &bench{fataler: t, engine: b.engine, dir: t.TempDir()}
	b.must(b.engine.Restore(path, restored.dir))
	restored.open()
	restored.wantNumber(2)
	restored.want(contents{"accounts/bob": "1", "games/g": "2"})
	restored.commit(set(storage.Accounts, "ann", "3"))
	restored.finish()
	b.want(contents{"accounts/bob": "uncommitted", "games/g": "2"})
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(path), "*")); len(left) != 1 {
		b.Fatalf("beside the backup there is %q", left)
	}
}

// testBackupBeside commits while a backup is made: it holds one whole batch.
func testBackupBeside(t *testing.T, b *bench) {
	big := string(make([]byte, 50_000))
	for i := range 20 {
		b.commit(set(storage.Games, fmt.Sprint("filler", i), big))
	}
	path := filepath.Join(t.TempDir(), "copy")
	done := make(chan error, 1)
	from := b.store.Number()
	go func() { done <- b.store.Backup(path) }()
	for i := range 50 {
		b.commit(set(storage.Accounts, "a", fmt.Sprint(i)), set(storage.Games, "b", fmt.Sprint(i)))
	}
	b.must(<-done)
	restored := &bench{fataler: t, engine: b.engine, dir: t.TempDir()}
	b.must(b.engine.Restore(path, restored.dir))
	restored.open()
	if n := restored.store.Number(); n < from || n > from+50 {
		b.Fatalf("backup of batch %d, made between %d and %d", n, from, from+50)
	}
	b.must(restored.store.View(pairAgrees))
	restored.finish()
}

func testCounters(_ *testing.T, b *bench) {
	counters := func() (c storage.Counters) {
		b.must(b.store.View(func(r storage.Reader) (err error) {
			c, err = storage.ReadCounters(r)
			return err
		}))
		return c
	}
	was := counters()
	if was.Schema != storage.SchemaVersion || was.Number != 0 || was.NextGame != 1 || was.Install == "" {
		b.Fatalf("a new store counts %+v", was)
	}
	b.commit(storage.NextGameChange(42), storage.ClockChange(1_700_000_000_000))
	b.must(b.store.Reopen())
	want := was
	want.Number, want.NextGame, want.Clock = 1, 42, 1_700_000_000_000
	if got := counters(); got != want {
		b.Fatalf("counters %+v, want %+v", got, want)
	}
}

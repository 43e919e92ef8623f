package bolt

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/fnv"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"epicenter/storage"
)

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// filled makes a store with some records in a new folder and closes it.
func filled(t testing.TB) (path string) {
	t.Helper()
	path = fileIn(t.TempDir())
	s, err := Open(path, Options{})
	must(t, err)
	for i := range 3 {
		var changes []storage.Change
		for j := range 40 {
			id := uint64(100*i + j)
			changes = append(changes, storage.Change{
				Bucket: storage.Games, Key: storage.GameKey(id), Value: storage.EncodeGame(nil, benchGame(id, 60)),
			})
		}
		changes = append(changes, storage.Change{
			Bucket: storage.Accounts, Key: storage.AccountKey("Alice"), Value: storage.EncodeAccount(&storage.Account{Handle: "Alice"}),
		})
		commitOne(t, s, changes...)
	}
	must(t, s.Close())
	return path
}

func write(t *testing.T, path string, b []byte) {
	t.Helper()
	must(t, os.WriteFile(path, b, 0o600))
}

func contents(t testing.TB, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	must(t, err)
	return b
}

// resize cuts a file, or fills it up with zeros.
func resize(size int64) func(*testing.T, string) {
	return func(t *testing.T, path string) { must(t, os.Truncate(path, size)) }
}

// TestRefusals: each unusable file is one clear line that names the file and
// says what to do, and the file is left as it was (docs/cases.md 85, 87).
func TestRefusals(t *testing.T) {
	for _, c := range []struct {
		name   string
		spoil  func(t *testing.T, path string)
		want   error
		advice string
	}{
		{"empty", resize(0), storage.ErrEmpty, "--init"},
		{"missing", func(t *testing.T, path string) { must(t, os.Remove(path)) }, storage.ErrMissing, "--init"},
		{"one byte", resize(1), storage.ErrDamaged, "backup"},
		{"half a header", resize(60), storage.ErrDamaged, "backup"},
		{"one page", resize(4096), storage.ErrTruncated, "backup"},
		{"header only", resize(8192), storage.ErrTruncated, "backup"},
		{"last page gone", func(t *testing.T, path string) {
			h, err := examine(path)
			must(t, err)
			resize(int64(h.pages)*h.pageSize-1)(t, path)
		}, storage.ErrTruncated, "bytes instead of"},
		{"zeros", func(t *testing.T, path string) { resize(0)(t, path); resize(1<<16)(t, path) }, storage.ErrDamaged, "backup"},
		{"text", func(t *testing.T, path string) { write(t, path, bytes.Repeat([]byte("hello\n"), 9999)) }, storage.ErrDamaged, "header"},
		{"no intact header", func(t *testing.T, path string) {
			b := contents(t, path)
			b[20]++
			b[4096+20]++
			write(t, path, b)
		}, storage.ErrDamaged, "header"},
		{"all pages but the headers zero", func(t *testing.T, path string) {
			b := contents(t, path)
			clear(b[8192:])
			write(t, path, b)
		}, storage.ErrDamaged, "backup"},
		{"freelist is garbage", func(t *testing.T, path string) {
			b := contents(t, path)
			page := binary.NativeEndian.Uint64(b[16+32:]) // of the first meta
			other := binary.NativeEndian.Uint64(b[4096+16+32:])
			for _, p := range []uint64{page, other} {
				copy(b[p*4096+8:], bytes.Repeat([]byte{0xee}, 64))
			}
			write(t, path, b)
		}, storage.ErrDamaged, "backup"},
		{"another program's bbolt file", func(t *testing.T, path string) {
			must(t, os.Remove(path))
			db, err := bbolt.Open(path, 0o600, nil)
			must(t, err)
			must(t, db.Close())
		}, storage.ErrDamaged, "not a store of Epicenter"},
		{"newer schema", func(t *testing.T, path string) { setSchema(t, path, storage.SchemaVersion+1) }, storage.ErrNewer, "newer version"},
		{"counter of a wrong length", func(t *testing.T, path string) { putMeta(t, path, storage.KeyNumber, []byte("x")) }, storage.ErrDamaged, "backup"},
		{"schema of a wrong length", func(t *testing.T, path string) { putMeta(t, path, storage.KeySchema, []byte("x")) }, storage.ErrDamaged, "backup"},
		{"locked", func(t *testing.T, path string) {
			s, err := Open(path, Options{})
			must(t, err)
			t.Cleanup(func() { s.Close() })
		}, storage.ErrLocked, "stop the other server"},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := filled(t)
			c.spoil(t, path)
			before, _ := os.ReadFile(path)
			s, err := Open(path, Options{LockTimeout: time.Millisecond})
			if err == nil {
				s.Close()
			}
			if !errors.Is(err, c.want) {
				t.Fatalf("error %v, want %v", err, c.want)
			}
			text := err.Error()
			if !strings.Contains(text, path) || !strings.Contains(text, c.advice) || strings.Contains(text, "\n") {
				t.Errorf("%q does not name the file and say %q in one line", text, c.advice)
			}
			if after, _ := os.ReadFile(path); !bytes.Equal(before, after) {
				t.Error("the refused file was changed")
			}
		})
	}
}

func setSchema(t *testing.T, path string, version int) {
	t.Helper()
	putMeta(t, path, storage.KeySchema, storage.AppendUint(nil, uint64(version)))
}

func putMeta(t *testing.T, path, key string, value []byte) {
	t.Helper()
	db, err := bbolt.Open(path, 0o600, nil)
	must(t, err)
	must(t, db.Update(func(tx *bbolt.Tx) error {
		return tx.Bucket([]byte(storage.Meta)).Put([]byte(key), value)
	}))
	must(t, db.Close())
}

func TestNotAFile(t *testing.T) {
	path := fileIn(t.TempDir())
	must(t, os.Mkdir(path, 0o700))
	if _, err := Open(path, Options{}); err == nil || !strings.Contains(err.Error(), path) {
		t.Error(err)
	}
	under := filepath.Join(t.TempDir(), "file")
	write(t, under, nil)
	if _, err := Open(filepath.Join(under, "epicenter.db"), Options{}); err == nil || !strings.Contains(err.Error(), under) {
		t.Error(err)
	}
}

// TestInit: --init begins anew where a store has gone, and only there.
func TestInit(t *testing.T) {
	for _, spoil := range []func(string) error{os.Remove, func(path string) error { return os.Truncate(path, 0) }} {
		path := filled(t)
		must(t, spoil(path))
		s, err := Open(path, Options{Init: true})
		must(t, err)
		if s.Number() != 0 {
			t.Errorf("number %d in a store begun anew", s.Number())
		}
		must(t, s.Close())
	}
	path := filled(t)
	s, err := Open(path, Options{Init: true})
	must(t, err)
	if s.Number() != 3 {
		t.Error("--init threw a good store away")
	}
	must(t, s.Close())
	resize(5)(t, path)
	if _, err := Open(path, Options{Init: true}); !errors.Is(err, storage.ErrDamaged) {
		t.Errorf("--init over a damaged store: %v", err)
	}
}

// TestFirstStart: an empty file without a marker is what a crash of something
// else left; there were no accounts to lose.
func TestFirstStart(t *testing.T) {
	path := fileIn(filepath.Join(t.TempDir(), "not", "yet"))
	if _, err := Open(path, Options{MustExist: true}); !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), path) {
		t.Fatalf("a store was made although it had to exist: %v", err)
	}
	must(t, os.MkdirAll(filepath.Dir(path), 0o700))
	write(t, path, nil)
	var report []string
	s, err := Open(path, Options{
		Report: func(line string) { report = append(report, line) },
		Now:    func() time.Time { return time.UnixMilli(1_700_000_000_000) },
		Random: strings.NewReader("\x01\x02\x03\x04\x05\x06\x07\xff"),
	})
	must(t, err)
	c, err := counters(s.db)
	want := storage.Counters{Schema: storage.SchemaVersion, Created: 1_700_000_000_000, Clock: 1_700_000_000_000, Install: "01020304050607ff", NextGame: 1}
	if err != nil || c != want {
		t.Errorf("counters %+v, %v; want %+v", c, err, want)
	}
	if len(report) != 1 || !strings.Contains(report[0], path) {
		t.Errorf("report %q", report)
	}
	if !strings.Contains(string(contents(t, MarkerPath(path))), "01020304050607ff") {
		t.Error("the marker does not name the installation")
	}
	info, err := os.Stat(path)
	must(t, err)
	if info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v: others may read password hashes", info.Mode())
	}
	must(t, s.Close())
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(path), "*")); len(left) != 2 {
		t.Errorf("left in the folder: %q", left)
	}
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(path), ".*")); len(left) != 0 {
		t.Errorf("left in the folder: %q", left)
	}
}

func TestNoRandomness(t *testing.T) {
	path := fileIn(t.TempDir())
	if _, err := Open(path, Options{Random: strings.NewReader("short")}); err == nil {
		t.Fatal("a store was made without an installation id")
	}
	if there, _ := exists(path); there {
		t.Error("half a store was left")
	}
}

// TestMarkerComesBack: a store without its marker, say a backup put into an
// empty folder, gets one.
func TestMarkerComesBack(t *testing.T) {
	path := filled(t)
	must(t, os.Remove(MarkerPath(path)))
	s, err := Open(path, Options{})
	must(t, err)
	must(t, s.Close())
	if there, _ := exists(MarkerPath(path)); !there {
		t.Error("no marker beside an opened store")
	}
}

// TestTwoFirstStarts: of two servers started at once on an empty folder one
// gets the store and the other is told so.
func TestTwoFirstStarts(t *testing.T) {
	for range 20 {
		path := fileIn(t.TempDir())
		stores := make(chan *Store, 2)
		for range 2 {
			go func() {
				s, err := Open(path, Options{LockTimeout: time.Millisecond})
				if err != nil && !errors.Is(err, storage.ErrLocked) {
					t.Error(err)
				}
				stores <- s
			}()
		}
		a, b := <-stores, <-stores
		if (a == nil) == (b == nil) {
			t.Fatalf("stores %v and %v", a, b)
		}
		if a == nil {
			a = b
		}
		must(t, a.Close())
	}
}

// TestTornHeader: a crash in the middle of the last write leaves one header
// torn; bbolt goes on from the other one, and so do we.
func TestTornHeader(t *testing.T) {
	for page := range int64(2) {
		path := filled(t)
		f, err := os.OpenFile(path, os.O_RDWR, 0)
		must(t, err)
		_, err = f.WriteAt(make([]byte, 32), page*4096+16)
		must(t, err)
		must(t, f.Close())
		s, err := Open(path, Options{})
		must(t, err)
		if n := s.Number(); n != 2 && n != 3 {
			t.Errorf("page %d torn: number %d", page, n)
		}
		must(t, s.Close())
		must(t, Check(path))
	}
}

// TestSecondMetaAtOtherPageSizes: the first page being damaged, the second is
// found wherever the page size puts it.
func TestSecondMetaAtOtherPageSizes(t *testing.T) {
	for _, size := range []int64{1 << 10, 1 << 12, 1 << 14, 1 << 16} {
		b := make([]byte, 8*size)
		m := b[size+pageHeader:]
		binary.NativeEndian.PutUint32(m, metaMagic)
		binary.NativeEndian.PutUint32(m[4:], metaVersion)
		binary.NativeEndian.PutUint32(m[8:], uint32(size))
		binary.NativeEndian.PutUint64(m[40:], 8)
		binary.NativeEndian.PutUint64(m[48:], 77)
		sum := fnv.New64a()
		sum.Write(m[:56])
		binary.NativeEndian.PutUint64(m[56:], sum.Sum64())
		path := fileIn(t.TempDir())
		write(t, path, b)
		h, err := inspectAt(t, path)
		want := header{size: 8 * size, pageSize: size, pages: 8, txid: 77}
		if err != nil || h != want {
			t.Errorf("page size %d: %+v, %v; want %+v", size, h, err, want)
		}
	}
}

func inspectAt(t *testing.T, path string) (header, error) {
	t.Helper()
	f, err := os.Open(path)
	must(t, err)
	defer f.Close()
	return inspect(f, path)
}

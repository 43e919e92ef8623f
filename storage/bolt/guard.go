package bolt

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"math"
	"os"
	"runtime/debug"
	"syscall"

	"go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"

	"epicenter/storage"
)

// What to do about a file that cannot be used.
const (
	adviceRestore = "move it away and put a backup in its place"
	adviceEmpty   = "put a backup in its place, or start with --init to begin with no accounts at all"
	adviceLocked  = "stop the other server, or give this one its own --data folder"
	adviceNewer   = "start the newer version again, or restore the backup that it made before it migrated"
)

// guard runs fn and turns a panic of bbolt, or a fault in its mapping, into
// ErrDamaged: that is how bbolt meets pages that it did not write.
func guard(fn func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%w: %v", storage.ErrDamaged, p)
		}
	}()
	return fn()
}

// sound touches every page under b, so that a fault happens here, under guard,
// and not where the bytes are used.
func sound(b []byte) []byte {
	var sum byte
	for i := 0; i < len(b); i += 1 << 12 {
		sum ^= b[i]
	}
	if len(b) > 0 {
		sum ^= b[len(b)-1]
	}
	_ = sum
	return b
}

// openFile opens a file that must exist, after a look at its size and header.
func openFile(path string, opts Options) (*bbolt.DB, error) {
	h, err := examine(path)
	if err != nil {
		return nil, err
	}
	bo := &bbolt.Options{
		Timeout:         opts.LockTimeout,
		FreelistType:    bbolt.FreelistMapType,
		InitialMmapSize: int(max(int64(opts.MapSize), min(4*h.size, math.MaxInt/2))),
		NoStatistics:    true,
	}
	db, err := openGuarded(path, bo)
	if errors.Is(err, syscall.ENOMEM) {
		bo.InitialMmapSize = 0 // a limit on address space: commits may wait for long reads
		db, err = openGuarded(path, bo)
	}
	return db, err
}

// openGuarded is bbolt.Open whose every failure names the file and a remedy.
func openGuarded(path string, bo *bbolt.Options) (db *bbolt.DB, err error) {
	var file *os.File
	bo.OpenFile = func(name string, flag int, mode os.FileMode) (*os.File, error) {
		f, err := os.OpenFile(name, flag&^os.O_CREATE, mode)
		file = f
		return f, err
	}
	err = guard(func() error {
		db, err = bbolt.Open(path, 0o600, bo)
		return err
	})
	switch {
	case err == nil:
		return db, nil
	case errors.Is(err, berrors.ErrTimeout):
		return nil, fmt.Errorf("%s %w: %s", path, storage.ErrLocked, adviceLocked)
	case errors.Is(err, storage.ErrDamaged):
		_ = file.Close() // and with it the lock, which bbolt held as it panicked
		return nil, fmt.Errorf("%s %w: %s", path, err, adviceRestore)
	case errors.Is(err, berrors.ErrInvalid), errors.Is(err, berrors.ErrChecksum), errors.Is(err, berrors.ErrVersionMismatch):
		return nil, fmt.Errorf("%s %w: %w: %s", path, storage.ErrDamaged, err, adviceRestore)
	default:
		return nil, fmt.Errorf("open store: %w", err)
	}
}

// header is what the newest intact meta page of a file says.
type header struct {
	size     int64 // of the file
	pageSize int64
	root     uint64 // page of the tree of buckets
	freelist uint64 // page of the list of free pages
	pages    uint64 // high-water mark
	txid     uint64
}

// Layout of a bbolt page and meta (bbolt, internal/common/page.go and meta.go);
// numbers are in the byte order of the machine.
const (
	pageHeader   = 16
	metaSize     = 64
	metaMagic    = 0xED0CDAED
	metaVersion  = 2
	maxPageShift = 24
)

// examine inspects a file and verifies its pages, see verify. While the file is
// in use its pages change: then only the header is looked at, and the lock has
// the last word.
func examine(path string) (header, error) {
	f, err := os.Open(path)
	if err != nil {
		return header{}, fmt.Errorf("open store: %w", err)
	}
	defer f.Close()
	h, err := inspect(f, path)
	if err != nil {
		return header{}, err
	}
	if bad := verify(f, h); bad != nil {
		if now, err := inspect(f, path); err == nil && now.txid != h.txid {
			return now, nil
		}
		return header{}, fmt.Errorf("%s %w: %w: %s", path, storage.ErrDamaged, bad, adviceRestore)
	}
	return h, nil
}

// inspect reads the meta pages and compares the size of the file with them.
// The file may be in use: each commit writes only one of the two pages, and
// after the file has grown.
func inspect(f *os.File, path string) (header, error) {
	info, err := f.Stat()
	if err != nil {
		return header{}, fmt.Errorf("open store: %w", err)
	}
	if !info.Mode().IsRegular() {
		return header{}, fmt.Errorf("open store: %s is not a file", path)
	}
	newest := header{}
	for _, h := range metas(f, info.Size()) {
		if newest.pageSize == 0 || h.txid > newest.txid {
			newest = h
		}
	}
	newest.size = info.Size()
	if newest.pageSize == 0 {
		return header{}, fmt.Errorf("%s %w: it has no intact header: %s", path, storage.ErrDamaged, adviceRestore)
	}
	if newest.pages > uint64(newest.size/newest.pageSize) {
		return header{}, fmt.Errorf("%s %w (%d bytes instead of %d): %s", path, storage.ErrTruncated,
			newest.size, newest.pages*uint64(newest.pageSize), adviceRestore)
	}
	return newest, nil
}

// metas returns the intact meta pages. The second lies at the page size, which
// is unknown when the first is not intact: then every power of two is tried.
func metas(f io.ReaderAt, size int64) []header {
	if h, ok := readMeta(f, 0); ok {
		found := []header{h}
		if h, ok := readMeta(f, h.pageSize); ok {
			found = append(found, h)
		}
		return found
	}
	for at := int64(1 << 10); at < size && at <= 1<<maxPageShift; at <<= 1 {
		if h, ok := readMeta(f, at); ok && h.pageSize == at {
			return []header{h}
		}
	}
	return nil
}

func readMeta(f io.ReaderAt, at int64) (header, bool) {
	var b [pageHeader + metaSize]byte
	if _, err := f.ReadAt(b[:], at); err != nil {
		return header{}, false
	}
	m, order := b[pageHeader:], binary.NativeEndian
	sum := fnv.New64a()
	sum.Write(m[:metaSize-8])
	h := header{
		pageSize: int64(order.Uint32(m[8:])),
		root:     order.Uint64(m[16:]),
		freelist: order.Uint64(m[32:]),
		pages:    order.Uint64(m[40:]),
		txid:     order.Uint64(m[48:]),
	}
	ok := order.Uint32(m) == metaMagic && order.Uint32(m[4:]) == metaVersion &&
		order.Uint64(m[56:]) == sum.Sum64() && h.pageSize >= 1<<10 && h.pageSize <= 1<<maxPageShift
	return h, ok
}

// settle writes the meta pages of an open file once more, as they are, and
// syncs. After a failed fsync the kernel may hold a meta page that it will
// never write again, while the next commit already reuses pages of the state
// that is on disk; this makes both agree before anything else is written.
func settle(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return fmt.Errorf("settle store: %w", err)
	}
	defer f.Close()
	h, err := inspect(f, path)
	if err != nil {
		return err
	}
	head := make([]byte, 2*h.pageSize)
	if _, err := f.ReadAt(head, 0); err != nil {
		return fmt.Errorf("settle store: %w", err)
	}
	if _, err := f.WriteAt(head, 0); err != nil {
		return fmt.Errorf("settle store: %w", err)
	}
	if err := f.Sync(); err != nil {
		return fmt.Errorf("settle store: %w", err)
	}
	return nil
}

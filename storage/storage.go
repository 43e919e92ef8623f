// Package storage says what Epicenter keeps on disk: the record types, their
// codecs and the small Store interface that an engine must offer. It knows
// nothing of the running server; storage/bolt is the engine in use and
// storage/storagetest the suite that every engine must pass.
package storage

import "errors"

// Bucket names an ordered set of keys.
type Bucket string

// The buckets of schema version 1.
const (
	Meta      Bucket = "meta"      // schema version, batch number, counters, wall clock
	Accounts  Bucket = "accounts"  // lower-case handle → Account
	Live      Bucket = "live"      // game id, 8 bytes big-endian → Game being played
	Adjourned Bucket = "adjourned" // game id → Game waiting to be resumed
	Games     Bucket = "games"     // game id → finished Game
	Names     Bucket = "names"     // a handle folded with its look-alikes → handle
)

// Buckets lists every bucket of the schema in order.
func Buckets() []Bucket { return []Bucket{Meta, Accounts, Live, Adjourned, Games, Names} }

// SchemaVersion is the version that this program writes and the newest that it
// reads.
const SchemaVersion = 1

// Change sets a key to an absolute value, or removes it when Value is nil.
// Applying a change twice is the same as applying it once, so that batches can
// be written again after a failed commit and sent to another machine
// (docs/design.md, "A second machine").
type Change struct {
	Bucket Bucket
	Key    []byte
	Value  []byte
}

// Reader reads a consistent state of the store. The bytes that it hands out
// are valid only until the end of its transaction and must not be changed.
type Reader interface {
	// Get returns the value of a key, or nil when there is none.
	Get(b Bucket, key []byte) ([]byte, error)
	// Range calls fn for at most limit keys ≥ from in ascending order, until
	// fn returns false. A nil from starts at the first key.
	Range(b Bucket, from []byte, limit int, fn func(key, value []byte) bool) error
	// RangeBack calls fn for at most limit keys < before in descending order,
	// until fn returns false. A nil before starts at the last key.
	RangeBack(b Bucket, before []byte, limit int, fn func(key, value []byte) bool) error
}

// Batch is the one write transaction that may be open at a time. What has been
// applied to it is seen by its own reads at once and by others after Commit.
type Batch interface {
	Reader
	// Apply puts the changes in order. Their bytes must not be changed before
	// the batch has ended. After an error it can only be discarded.
	Apply(changes []Change) error
	// Commit makes the batch durable as number, which must be one more than
	// the store's last number, and ends it whether or not it succeeds. Any other
	// number is ErrBatchNumber and changes nothing; after any other error no
	// batch begins before Reopen.
	Commit(number uint64) error
	// Discard ends the batch without a trace. It is harmless after Commit.
	Discard()
}

// Store is an engine. Its promises:
//
//  1. What Commit reported as done survives the end of the process and of the
//     machine.
//  2. A batch is there whole or not at all.
//  3. Numbers of committed batches have no gaps.
//  4. A View sees a state between two batches, and never waits for a batch nor
//     makes one wait.
//
// Begin, the batch, Reopen and Close belong to one goroutine; View, Number and
// Backup to any.
type Store interface {
	// Begin opens the batch; the previous one must have ended.
	Begin() (Batch, error)
	// View runs fn on the last committed state; safe for use from any goroutine.
	View(fn func(Reader) error) error
	// Number is the number of the last committed batch, 0 for a new store.
	Number() uint64
	// Reopen closes and opens the file again, after a failed commit; an open
	// batch is discarded. When it fails it may be called again. Afterwards Number
	// may be that of the failed batch, whole: it had reached the disk after all.
	// Putting its changes again under the next number does no harm.
	Reopen() error
	// Backup writes a verified copy to a new file at path.
	Backup(path string) error
	Close() error
}

// Errors of Open and of codecs, to be tested with errors.Is. Each is wrapped
// with the file or key that it is about.
var (
	ErrLocked      = errors.New("is already in use by another process")
	ErrDamaged     = errors.New("is damaged")
	ErrTruncated   = errors.New("is shorter than its own header says")
	ErrEmpty       = errors.New("is empty although this installation had accounts")
	ErrMissing     = errors.New("is missing although this installation had accounts")
	ErrNewer       = errors.New("was written by a newer version of Epicenter")
	ErrBadRecord   = errors.New("record cannot be read")
	ErrBatchNumber = errors.New("batch number out of order")
	ErrClosed      = errors.New("is closed")
)

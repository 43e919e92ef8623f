package storage

import (
	"encoding/binary"
	"fmt"
)

// Keys of the Meta bucket. The first four belong to the engine, which writes
// them at creation and at each commit; the others are the world's and change
// like any record. Numbers are eight bytes, big end first.
const (
	KeySchema   = "schema"    // schema version
	KeyNumber   = "number"    // number of the last committed batch
	KeyCreated  = "created"   // Unix ms at which the store was made
	KeyInstall  = "install"   // id of this installation, text
	KeyNextGame = "next_game" // id that the next game gets
	KeyClock    = "clock"     // latest wall clock that was seen, Unix ms
)

// Counters are what the Meta bucket says.
type Counters struct {
	Schema   int
	Number   uint64
	Created  int64  // Unix ms
	Install  string // random, made once; a backup has its original's
	NextGame uint64 // at least 1
	// Clock is the latest wall clock that was stored, Unix ms; the clock of a
	// running server is never below it (docs/design.md, "The one idea").
	Clock int64
}

// ReadCounters reads the Meta bucket. A value of the wrong length is
// ErrBadRecord; one that was never set is its zero, NextGame 1.
func ReadCounters(r Reader) (Counters, error) {
	var c Counters
	var schema, created, clock uint64
	for key, to := range map[string]*uint64{
		KeySchema: &schema, KeyNumber: &c.Number, KeyCreated: &created,
		KeyNextGame: &c.NextGame, KeyClock: &clock,
	} {
		b, err := r.Get(Meta, []byte(key))
		if err != nil {
			return Counters{}, fmt.Errorf("read counter %s: %w", key, err)
		}
		if *to, err = Uint(b); err != nil {
			return Counters{}, fmt.Errorf("counter %s: %w", key, err)
		}
	}
	install, err := r.Get(Meta, []byte(KeyInstall))
	if err != nil {
		return Counters{}, fmt.Errorf("read installation id: %w", err)
	}
	c.Schema, c.Created, c.Clock, c.Install = int(schema), int64(created), int64(clock), string(install)
	c.NextGame = max(c.NextGame, 1)
	return c, nil
}

// NextGameChange sets the id that the next game gets.
func NextGameChange(id uint64) Change {
	return Change{Bucket: Meta, Key: []byte(KeyNextGame), Value: AppendUint(nil, id)}
}

// ClockChange sets the latest wall clock, Unix ms.
func ClockChange(ms int64) Change {
	return Change{Bucket: Meta, Key: []byte(KeyClock), Value: AppendUint(nil, uint64(ms))}
}

// AppendUint appends a number of the Meta bucket.
func AppendUint(dst []byte, v uint64) []byte { return binary.BigEndian.AppendUint64(dst, v) }

// Uint reads a number of the Meta bucket; nil is 0.
func Uint(b []byte) (uint64, error) {
	switch len(b) {
	case 0:
		return 0, nil
	case 8:
		return binary.BigEndian.Uint64(b), nil
	default:
		return 0, fmt.Errorf("number of %d bytes instead of 8: %w", len(b), ErrBadRecord)
	}
}

package storage

import (
	"encoding/binary"
	"fmt"
)

// AccountKey is the key of a handle in the Accounts bucket.
func AccountKey(handle string) []byte { return []byte(Key(handle)) }

// GameKey is the key of a game in Live, Adjourned and Games: eight bytes, big
// end first, so that the order of keys is the order of ids.
func GameKey(id uint64) []byte {
	return binary.BigEndian.AppendUint64(make([]byte, 0, 8), id)
}

// GameID is the inverse of GameKey. A key of another length is ErrBadRecord.
func GameID(key []byte) (uint64, error) {
	if len(key) != 8 {
		return 0, fmt.Errorf("game key of %d bytes instead of 8: %w", len(key), ErrBadRecord)
	}
	return binary.BigEndian.Uint64(key), nil
}

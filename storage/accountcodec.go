package storage

import (
	"encoding/json"
	"fmt"
)

// EncodeAccount gives the record of an account: JSON, so that it can be read
// with any tool and fields can be added without a migration (docs/models.md §3).
// The same account always gives the same bytes; text that is not UTF-8 is
// repaired with U+FFFD.
func EncodeAccount(a *Account) []byte {
	b, err := json.Marshal(a)
	if err != nil {
		// Strings, integers, booleans and maps of them cannot fail to encode.
		panic(fmt.Sprintf("storage: account %q: %v", a.Handle, err))
	}
	return b
}

// DecodeAccount reads a record of EncodeAccount. Fields that it does not know
// are ignored. Anything else that is not an account is ErrBadRecord.
func DecodeAccount(b []byte) (*Account, error) {
	a := new(Account)
	if err := json.Unmarshal(b, a); err != nil {
		return nil, fmt.Errorf("account: %w: %w", ErrBadRecord, err)
	}
	if a.Handle == "" {
		return nil, fmt.Errorf("account without a handle: %w", ErrBadRecord)
	}
	return a, nil
}

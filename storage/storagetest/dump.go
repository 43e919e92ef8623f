package storagetest

import (
	"encoding/json"
	"fmt"
	"os"

	"epicenter/storage"
)

// dumped is a record of a memory store's backup, which is a file of JSON lines.
type dumped struct {
	Bucket storage.Bucket
	Key    []byte
	Value  []byte
}

// Backup writes the last committed state to a new file, for LoadMemory.
func (m *Memory) Backup(path string) error {
	s, err := m.state()
	if err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return fmt.Errorf("back up memory store: %w", err)
	}
	enc := json.NewEncoder(f)
	for _, b := range storage.Buckets() {
		s.buckets[b].ascend(nil, func(k, v []byte) bool {
			err = enc.Encode(dumped{b, k, v})
			return err == nil
		})
		if err != nil {
			break
		}
	}
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return fmt.Errorf("back up memory store: %w", err)
	}
	return nil
}

// LoadMemory makes a memory store from a backup of one.
func LoadMemory(path string) (*Memory, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("load memory store: %w", err)
	}
	defer f.Close()
	m := NewMemory()
	for dec := json.NewDecoder(f); dec.More(); {
		var d dumped
		if err := dec.Decode(&d); err != nil {
			return nil, fmt.Errorf("load memory store: %w", err)
		}
		m.now.buckets[d.Bucket] = m.now.buckets[d.Bucket].put(d.Key, d.Value)
	}
	m.now.number = m.now.stored()
	return m, nil
}

package main

import (
	"path/filepath"
	"testing"

	"epicenter/storage"
	"epicenter/storage/bolt"
)

// What fill writes is what a server reads: every record decodes, the numbers
// are right and no two names are alike.
func TestFill(t *testing.T) {
	path := filepath.Join(t.TempDir(), "epicenter.db")
	const accounts, games = 1200, 700
	if err := fill(path, accounts, games, 1); err != nil {
		t.Fatal(err)
	}
	s, err := bolt.Open(path, bolt.Options{MustExist: true})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	count := map[storage.Bucket]int{}
	err = s.View(func(r storage.Reader) error {
		for _, b := range []storage.Bucket{storage.Accounts, storage.Names, storage.Games} {
			if err := r.Range(b, nil, 1<<30, func(_, v []byte) bool {
				count[b]++
				var err error
				switch b {
				case storage.Accounts:
					_, err = storage.DecodeAccount(v)
				case storage.Games:
					_, err = storage.DecodeGame(v)
				}
				if err != nil {
					t.Error(err)
				}
				return err == nil
			}); err != nil {
				return err
			}
		}
		c, err := storage.ReadCounters(r)
		if c.NextGame != games+1 {
			t.Errorf("next game %d", c.NextGame)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if count[storage.Accounts] != accounts || count[storage.Names] != accounts || count[storage.Games] != games {
		t.Errorf("%v", count)
	}
}

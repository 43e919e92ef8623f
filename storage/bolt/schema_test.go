package bolt

import (
	"compress/gzip"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"epicenter/storage"
)

var update = flag.Bool("update", false, "write the store of the newest schema into testdata")

func fixture(version int) string {
	return filepath.Join("testdata", fmt.Sprintf("schema%d.db.gz", version))
}

func TestVersionIsCounted(t *testing.T) {
	if got := 1 + len(migrations()); got != storage.SchemaVersion {
		t.Errorf("%d migrations lead to schema %d, storage.SchemaVersion is %d", len(migrations()), got, storage.SchemaVersion)
	}
}

// TestEveryPastSchema opens a store of each schema that was ever released.
func TestEveryPastSchema(t *testing.T) {
	if *update {
		writeFixture(t, storage.SchemaVersion)
	}
	for v := 1; v <= storage.SchemaVersion; v++ {
		t.Run(fmt.Sprint(v), func(t *testing.T) {
			path := unpackFixture(t, v)
			s, err := Open(path, Options{})
			must(t, err)
			defer s.Close()
			must(t, s.View(func(r storage.Reader) error { return checkFixture(t, r) }))
			if n := s.Number(); n != 3 {
				t.Errorf("number %d, want 3", n)
			}
		})
	}
}

func checkFixture(t *testing.T, r storage.Reader) error {
	c, err := storage.ReadCounters(r)
	if err != nil || c.Schema != storage.SchemaVersion || c.Install != "3132333435363738" || c.NextGame != 1 {
		t.Errorf("counters %+v, %v", c, err)
	}
	rec, err := r.Get(storage.Accounts, []byte("alice"))
	if err != nil {
		return err
	}
	a, err := storage.DecodeAccount(rec)
	if err != nil || a.Handle != "Alice" {
		t.Errorf("account %+v, %v", a, err)
	}
	games := 0
	err = r.Range(storage.Games, nil, 1000, func(k, v []byte) bool {
		g, err := storage.DecodeGame(v)
		if err != nil || len(g.Moves) != 60 || string(storage.GameKey(g.ID)) != string(k) {
			t.Errorf("game %x: %+v, %v", k, g, err)
		}
		games++
		return true
	})
	if games != 120 {
		t.Errorf("%d games, want 120", games)
	}
	return err
}

func writeFixture(t *testing.T, version int) {
	src := filled(t)
	must(t, os.Chmod(src, 0o600))
	putMeta(t, src, storage.KeyInstall, []byte("3132333435363738"))
	putMeta(t, src, storage.KeyCreated, storage.AppendUint(nil, 1_700_000_000_000))
	putMeta(t, src, storage.KeyClock, storage.AppendUint(nil, 1_700_000_000_000))
	must(t, os.MkdirAll("testdata", 0o755))
	f, err := os.Create(fixture(version))
	must(t, err)
	z := gzip.NewWriter(f)
	_, err = z.Write(contents(t, src))
	must(t, errors.Join(err, z.Close(), f.Close()))
}

func unpackFixture(t *testing.T, version int) (path string) {
	t.Helper()
	f, err := os.Open(fixture(version))
	must(t, err)
	defer f.Close()
	z, err := gzip.NewReader(f)
	must(t, err)
	b, err := io.ReadAll(z)
	must(t, err)
	path = fileIn(t.TempDir())
	write(t, path, b)
	return path
}

// renameAlice is a migration: it moves an account to another key.
func renameAlice(to string) migration {
	return func(tx *bbolt.Tx) error {
		bk := tx.Bucket([]byte(storage.Accounts))
		_, v := bk.Cursor().First()
		v = append([]byte(nil), v...)
		k, _ := bk.Cursor().First()
		if err := bk.Delete(append([]byte(nil), k...)); err != nil {
			return err
		}
		return bk.Put([]byte(to), v)
	}
}

func firstAccount(t *testing.T, path string, opts Options) string {
	t.Helper()
	s, err := Open(path, opts)
	must(t, err)
	defer s.Close()
	key := ""
	must(t, s.View(func(r storage.Reader) error {
		return r.Range(storage.Accounts, nil, 1, func(k, _ []byte) bool { key = string(k); return true })
	}))
	return key
}

// TestMigration runs two migrations over a store, after a backup beside it, and
// only once.
func TestMigration(t *testing.T) {
	path := filled(t)
	var report []string
	list := []migration{renameAlice("second"), renameAlice("third")}
	opts := Options{migrations: list, Report: func(line string) { report = append(report, line) }}
	for range 2 {
		if got := firstAccount(t, path, opts); got != "third" {
			t.Fatalf("account %q after the migrations", got)
		}
	}
	kept := path + ".schema1"
	if len(report) != 1 || !strings.Contains(report[0], "from schema 1 to 3") || !strings.Contains(report[0], kept) {
		t.Errorf("report %q", report)
	}
	if got := firstAccount(t, kept, Options{}); got != "alice" {
		t.Errorf("account %q in the backup", got)
	}
	if _, err := Open(path, Options{}); !errors.Is(err, storage.ErrNewer) {
		t.Errorf("the older program opened it: %v", err)
	}
}

// TestFailedMigration: nothing of the failed step stays, an earlier step and
// the backup do, and the next start goes on from there.
func TestFailedMigration(t *testing.T) {
	for name, bad := range map[string]migration{
		"error": func(tx *bbolt.Tx) error {
			return errors.Join(renameAlice("half")(tx), errors.New("no good"))
		},
		"panic": func(tx *bbolt.Tx) error {
			if err := renameAlice("half")(tx); err != nil {
				return err
			}
			panic("no good")
		},
	} {
		t.Run(name, func(t *testing.T) {
			path := filled(t)
			_, err := Open(path, Options{migrations: []migration{renameAlice("second"), bad}})
			if err == nil || !strings.Contains(err.Error(), "from schema 2 to 3") || !strings.Contains(err.Error(), path+".schema1") || !strings.Contains(err.Error(), "no good") {
				t.Fatal(err)
			}
			good := Options{LockTimeout: time.Millisecond, migrations: []migration{renameAlice("never"), renameAlice("third")}}
			if got := firstAccount(t, path, good); got != "third" {
				t.Errorf("account %q", got)
			}
			for file, want := range map[string]string{path + ".schema1": "alice", path + ".schema2": "second"} {
				if got := firstAccount(t, file, Options{migrations: good.migrations[:strings.Count(want, "second")]}); got != want {
					t.Errorf("%s: account %q, want %q", file, got, want)
				}
			}
		})
	}
}

func TestKeepBeforeFindsAName(t *testing.T) {
	path := filled(t)
	write(t, path+".schema1", []byte("of an earlier try"))
	if got := firstAccount(t, path, Options{migrations: []migration{renameAlice("second")}}); got != "second" {
		t.Errorf("account %q", got)
	}
	if string(contents(t, path+".schema1")) != "of an earlier try" {
		t.Error("an earlier backup was replaced")
	}
	must(t, Check(path+".schema1.2"))
}

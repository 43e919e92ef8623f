package bolt

import (
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"go.etcd.io/bbolt"

	"epicenter/storage"
)

// MarkerPath is the file beside a store that says that there is one, so that a
// store that went missing is not taken for a first start (docs/cases.md 87):
// for data/epicenter.db it is data/epicenter.installed.
func MarkerPath(path string) string {
	return strings.TrimSuffix(path, filepath.Ext(path)) + ".installed"
}

// prepare makes sure that there is a file to open: it makes a store where there
// never was one and refuses where one has gone. It reports whether it made one.
func prepare(path string, opts Options) (made bool, err error) {
	info, err := os.Stat(path)
	switch {
	case err == nil && info.Size() > 0:
		return false, nil
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return false, fmt.Errorf("open store: %w", err)
	}
	gone := storage.ErrEmpty
	if err != nil {
		gone = storage.ErrMissing
	}
	marked, err := exists(MarkerPath(path))
	switch {
	case err != nil:
		return false, fmt.Errorf("look for the marker of the store: %w", err)
	case marked && !opts.Init:
		return false, fmt.Errorf("%s %w: %s", path, gone, adviceEmpty)
	case opts.MustExist:
		return false, fmt.Errorf("there is no store at %s: start the server there once, or give the right --data folder: %w", path, fs.ErrNotExist)
	}
	if gone == storage.ErrEmpty {
		if err := os.Remove(path); err != nil {
			return false, fmt.Errorf("replace empty store: %w", err)
		}
	}
	if err := create(path, opts); err != nil {
		return false, fmt.Errorf("make store %s: %w", path, err)
	}
	return true, nil
}

func exists(path string) (bool, error) {
	_, err := os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, err
}

// create makes a new store under another name and links it to path when it is
// whole, so that a crash leaves no half of one. Whoever comes second to do so
// finds the first one's store.
func create(path string, opts Options) error {
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	tmp, err := tempName(path)
	if err != nil {
		return err
	}
	defer os.Remove(tmp)
	db, err := bbolt.Open(tmp, 0o600, &bbolt.Options{FreelistType: bbolt.FreelistMapType})
	if err != nil {
		return err
	}
	if err := db.Update(func(tx *bbolt.Tx) error { return lay(tx, opts) }); err != nil {
		closeQuietly(db)
		return err
	}
	if err := db.Close(); err != nil {
		return err
	}
	if err := publish(tmp, path); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return nil
}

// lay writes the buckets and counters of an empty store.
func lay(tx *bbolt.Tx, opts Options) error {
	for _, b := range storage.Buckets() {
		if _, err := tx.CreateBucket([]byte(b)); err != nil {
			return fmt.Errorf("bucket %s: %w", b, err)
		}
	}
	var id [8]byte
	if _, err := io.ReadFull(opts.Random, id[:]); err != nil {
		return fmt.Errorf("draw an installation id: %w", err)
	}
	now := uint64(opts.Now().UnixMilli())
	for _, c := range []storage.Change{
		{Key: []byte(storage.KeySchema), Value: storage.AppendUint(nil, uint64(1+len(opts.migrations)))},
		{Key: []byte(storage.KeyNumber), Value: storage.AppendUint(nil, 0)},
		{Key: []byte(storage.KeyCreated), Value: storage.AppendUint(nil, now)},
		{Key: []byte(storage.KeyInstall), Value: hex.AppendEncode(nil, id[:])},
		storage.NextGameChange(1),
		storage.ClockChange(int64(now)),
	} {
		c.Bucket = storage.Meta
		if err := (reader{tx}).put(&c); err != nil {
			return fmt.Errorf("counter %s: %w", c.Key, err)
		}
	}
	return nil
}

// writeMarker makes sure that the marker is there.
func writeMarker(path, install string) error {
	marker := MarkerPath(path)
	if there, err := exists(marker); there || err != nil {
		return err
	}
	text := fmt.Sprintf("Installation %s keeps its accounts and games in %s.\n"+
		"While this file is here, the server does not start without that one\n"+
		"unless it is told --init.\n", install, filepath.Base(path))
	tmp, err := tempName(marker)
	if err != nil {
		return fmt.Errorf("mark store: %w", err)
	}
	defer os.Remove(tmp)
	if err := writeSynced(tmp, text); err != nil {
		return fmt.Errorf("mark store: %w", err)
	}
	if err := publish(tmp, marker); err != nil && !errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("mark store: %w", err)
	}
	return nil
}

func writeSynced(path, text string) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	return errors.Join(err, f.Sync(), f.Close())
}

// tempName makes an empty file in the folder of path and returns its name.
func tempName(path string) (string, error) {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*.tmp")
	if err != nil {
		return "", err
	}
	return f.Name(), f.Close()
}

// publish gives a whole, synced file its name and makes the name durable. It
// never replaces a file: that is fs.ErrExist. The old name goes away.
func publish(tmp, path string) error {
	if err := os.Link(tmp, path); errors.Is(err, fs.ErrExist) {
		return err
	} else if err != nil {
		// A file system without hard links.
		if there, err := exists(path); there || err != nil {
			return errors.Join(err, &fs.PathError{Op: "create", Path: path, Err: fs.ErrExist})
		}
		if err := os.Rename(tmp, path); err != nil {
			return err
		}
	}
	if err := os.Remove(tmp); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return syncDir(filepath.Dir(path))
}

func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

package sshd

import (
	"crypto/ed25519"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	gossh "golang.org/x/crypto/ssh"
)

// HostKey reads the server's private key from a file, which it makes, with a
// new ed25519 key of random's bytes and for its owner's eyes only, if there is
// none. A file that others can read is refused, as a key that others may know
// proves nothing.
func HostKey(path string, random io.Reader) (gossh.Signer, error) {
	signer, err := readKey(path)
	if errors.Is(err, fs.ErrNotExist) {
		if err := makeKey(path, random); err != nil {
			return nil, fmt.Errorf("making the SSH host key: %w", err)
		}
		signer, err = readKey(path)
	}
	return signer, err
}

// Fingerprint is how people compare a key: SHA256 and base64, as ssh prints it.
func Fingerprint(key gossh.PublicKey) string { return gossh.FingerprintSHA256(key) }

func readKey(path string) (gossh.Signer, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("reading the SSH host key: %w", err)
	}
	if mode := info.Mode().Perm(); mode&0o077 != 0 {
		return nil, fmt.Errorf("SSH host key %s can be read by others (mode %#o): chmod 600 it, or delete it to get a new one", path, mode)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("reading the SSH host key: %w", err)
	}
	signer, err := gossh.ParsePrivateKey(data)
	if err != nil {
		return nil, fmt.Errorf("SSH host key %s is damaged (%w): restore it, or delete it to get a new one", path, err)
	}
	return signer, nil
}

// makeKey writes the key beside its place and links it there, so that nobody
// ever reads half a key and a key that appeared meanwhile is kept.
func makeKey(path string, random io.Reader) (err error) {
	_, private, err := ed25519.GenerateKey(random)
	if err != nil {
		return err
	}
	block, err := gossh.MarshalPrivateKey(private, "")
	if err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".hostkey-*") // mode 0600
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.Remove(f.Name())) }()
	_, err = f.Write(pem.EncodeToMemory(block))
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	if err = os.Link(f.Name(), path); errors.Is(err, fs.ErrExist) {
		return nil
	}
	return err
}

package client

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"errors"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/crypto/ssh"
	"golang.org/x/crypto/ssh/knownhosts"
)

// sshServer takes one connection, lets anybody with the password "secret" in and
// echoes what he types. It returns its address and its key.
func sshServer(t *testing.T, seed byte) (Address, ssh.PublicKey) {
	t.Helper()
	signer, err := ssh.NewSignerFromKey(ed25519.NewKeyFromSeed(bytes.Repeat([]byte{seed}, ed25519.SeedSize)))
	if err != nil {
		t.Fatal(err)
	}
	config := &ssh.ServerConfig{PasswordCallback: func(_ ssh.ConnMetadata, p []byte) (*ssh.Permissions, error) {
		if string(p) != "secret" {
			return nil, errors.New("wrong")
		}
		return nil, nil
	}}
	config.AddHostKey(signer)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		conn, err := listener.Accept()
		if err == nil {
			echo(conn, config)
		}
	}()
	t.Cleanup(func() { listener.Close(); <-done })
	a := listener.Addr().(*net.TCPAddr)
	return Address{Host: "127.0.0.1", Port: a.Port, SSH: &SSH{}}, signer.PublicKey()
}

func echo(conn net.Conn, config *ssh.ServerConfig) {
	defer conn.Close()
	_, channels, requests, err := ssh.NewServerConn(conn, config)
	if err != nil {
		return
	}
	go ssh.DiscardRequests(requests)
	for c := range channels {
		ch, reqs, err := c.Accept()
		if err != nil {
			return
		}
		go func() {
			for r := range reqs {
				_ = r.Reply(r.Type == "shell", nil)
			}
		}()
		_, _ = io.Copy(ch, ch)
		ch.Close()
	}
}

func TestDialSSH(t *testing.T) {
	file := filepath.Join(t.TempDir(), "known_hosts")
	who := Account{"Boom", "secret"}
	a, key := sshServer(t, 1)
	line := knownhosts.Line([]string{knownhosts.Normalize(a.String())}, key)
	tests := []struct {
		name, known, print, password, want string
	}{
		{name: "no file", want: "give --fingerprint " + ssh.FingerprintSHA256(key)},
		{name: "in the file", known: line, password: "secret"},
		{name: "the fingerprint", print: ssh.FingerprintSHA256(key), password: "secret"},
		{name: "another fingerprint", print: "SHA256:abc", want: "is " + ssh.FingerprintSHA256(key) + ", not SHA256:abc"},
		{name: "wrong password", print: ssh.FingerprintSHA256(key), password: "x", want: "refuses the password of Boom; correct the file"},
		{name: "no password", print: ssh.FingerprintSHA256(key), want: "Boom needs a password here"},
		{name: "bad file", known: "nonsense nonsense nonsense\n", want: "cannot be read"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			a, _ := sshServer(t, 1)
			known := strings.ReplaceAll(tt.known, knownhosts.Normalize(portOf(line)), knownhosts.Normalize(a.String()))
			os.Remove(file)
			if tt.known != "" {
				if err := os.WriteFile(file, []byte(known), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			a.SSH.KnownHosts, a.SSH.Fingerprint = file, tt.print
			who.Password = tt.password
			rw, err := Dial(t.Context(), a, who)
			var r *Refusal
			if tt.want != "" {
				if !errors.As(err, &r) || !r.Final || !strings.Contains(err.Error(), tt.want) {
					t.Errorf("error %v, want %q", err, tt.want)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			defer rw.Close()
			var b [3]byte
			if _, err := io.WriteString(rw, "hi\n"); err != nil {
				t.Error(err)
			}
			if _, err := io.ReadFull(rw, b[:]); err != nil || string(b[:]) != "hi\n" {
				t.Errorf("%q, %v", b, err)
			}
		})
	}
}

// portOf is the address in a line of known hosts, as host:port.
func portOf(line string) string {
	host, _, _ := strings.Cut(line, " ")
	return strings.NewReplacer("[", "", "]", "").Replace(host)
}

func TestSSHChangedKey(t *testing.T) {
	a, _ := sshServer(t, 1)
	_, other := sshServer(t, 2)
	file := filepath.Join(t.TempDir(), "known_hosts")
	line := knownhosts.Line([]string{knownhosts.Normalize(a.String())}, other)
	if err := os.WriteFile(file, []byte(line+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	a.SSH.KnownHosts = file
	if _, err := Dial(t.Context(), a, Account{"Boom", "secret"}); err == nil || !strings.Contains(err.Error(), "somebody may sit in between") {
		t.Errorf("error %v", err)
	}
}

func TestDialNobody(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Dial(ctx, Address{Host: "127.0.0.1", Port: 1}, Account{}); err == nil || !strings.Contains(err.Error(), "connect to 127.0.0.1:1") {
		t.Errorf("error %v", err)
	}
}

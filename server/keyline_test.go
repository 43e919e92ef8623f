package server

import (
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"math/big"
	"strings"
	"testing"

	gossh "golang.org/x/crypto/ssh"
)

// keyText is the authorized_keys line of a public key, without a line end.
func keyText(t *testing.T, public any) string {
	t.Helper()
	key, err := gossh.NewPublicKey(public)
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(gossh.MarshalAuthorizedKey(key)))
}

// TestReadKey reads keys of every kind as people paste them.
func TestReadKey(t *testing.T) {
	ed, _, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	ec, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	long, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	short := long.PublicKey
	short.N = new(big.Int).Rsh(long.N, 1024) // half as long
	edLine := keyText(t, ed)
	for _, c := range []struct{ name, line, want, problem string }{
		{"ed25519", edLine, edLine, ""},
		{"with a comment", edLine + " me@home", edLine + " me@home", ""},
		{"blanks around", "  " + edLine + "  me@home  ", edLine + " me@home", ""},
		{"a comment that reorders", edLine + " a\u202eb", edLine + " ab", ""},
		{"a long comment", edLine + " " + strings.Repeat("x", 200), edLine + " " + strings.Repeat("x", maxComment), ""},
		{"a comment cut in a letter", edLine + " " + strings.Repeat("ü", 50), edLine + " " + strings.Repeat("ü", maxComment/2), ""},
		{"ecdsa", keyText(t, &ec.PublicKey), keyText(t, &ec.PublicKey), ""},
		{"rsa", keyText(t, &long.PublicKey), keyText(t, &long.PublicKey), ""},
		{"short rsa", keyText(t, &short), "", "too short"},
		{"options", `command="sh" ` + edLine, "", "Options"},
		{"empty", "", "", "not an SSH key"},
		{"words", "my key please", "", "not an SSH key"},
		{"type alone", "ssh-ed25519", "", "not an SSH key"},
		{"cut", edLine[:len(edLine)-8], "", "not an SSH key"},
		{"private", "-----BEGIN OPENSSH PRIVATE KEY-----", "", "private key"},
	} {
		got := readKey(c.line)
		if got.Line != c.want || (c.problem == "") != (got.Problem == "") || !strings.Contains(got.Problem, c.problem) {
			t.Errorf("%s: got %+v, want %q or a problem with %q", c.name, got, c.want, c.problem)
		}
	}
}

// FuzzReadKey wants a stored line to be one that is read as itself.
func FuzzReadKey(f *testing.F) {
	f.Add("ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ3qkqBbqz2hkq2vqT0v3S7Q9wWg4Ck7cC0K9Zp7mVfN me")
	f.Add("ssh-rsa AAAAB3NzaC1yc2E=")
	f.Add("a\x00b")
	f.Fuzz(func(t *testing.T, line string) {
		got := readKey(line)
		if (got.Line == "") == (got.Problem == "") {
			t.Fatalf("%q: line %q and problem %q", line, got.Line, got.Problem)
		}
		if strings.ContainsAny(got.Line, "\n\r\x00") {
			t.Fatalf("%q is stored as %q", line, got.Line)
		}
		if got.Line != "" {
			if again := readKey(got.Line); again.Line != got.Line {
				t.Fatalf("%q is read again as %+v", got.Line, again)
			}
		}
	})
}

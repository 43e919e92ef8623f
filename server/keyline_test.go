package server

import (
	"crypto/ed25519"
	"crypto/rand"
	"crypto/rsa"
	"strings"
	"testing"

	gossh "golang.org/x/crypto/ssh"
)

func authorized(t *testing.T, key any) string {
	t.Helper()
	k, err := gossh.NewPublicKey(key)
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(gossh.MarshalAuthorizedKey(k)))
}

// A line is taken as ssh-keygen writes it; everything else is explained.
func TestReadKey(t *testing.T) {
	key := authorized(t, ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize)).Public())
	long := authorized(t, &mustRSA(t, 2048).PublicKey)
	for name, tt := range map[string]struct{ line, want, problem string }{
		"bare":         {key, key, ""},
		"comment":      {"  " + key + "  bob@home  ", key + " bob@home", ""},
		"RSA":          {long, long, ""},
		"long comment": {key + " " + strings.Repeat("x", 200), key + " " + strings.Repeat("x", maxComment), ""},
		"cut":          {key[:40], "", "not an SSH key"},
		"nothing":      {"", "", "not an SSH key"},
		"options":      {"no-pty " + key, "", "Options before the key"},
		"private":      {"-----BEGIN OPENSSH PRIVATE KEY-----", "", "never show it"},
	} {
		got := readKey(tt.line)
		if got.Line != tt.want || !strings.Contains(got.Problem, tt.problem) || (got.Problem == "") != (tt.problem == "") {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

func mustRSA(t *testing.T, bits int) *rsa.PrivateKey {
	t.Helper()
	k, err := rsa.GenerateKey(rand.Reader, bits)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

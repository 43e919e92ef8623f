package password

import (
	"crypto/rand"
	"errors"
	"io"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// cheap keeps tests fast.
func cheap() Params { return Params{Memory: 64, Time: 1, Threads: 1} }

func TestDefault(t *testing.T) {
	h, err := Hash("correct horse", Default(), strings.NewReader("saltsaltsaltsalt"))
	if err != nil {
		t.Fatal(err)
	}
	if want := "$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHRzYWx0c2FsdA$"; !strings.HasPrefix(h, want) {
		t.Errorf("%s does not begin with %s", h, want)
	}
	if ok, err := Verify(h, "correct horse"); !ok || err != nil {
		t.Errorf("own password: %v, %v", ok, err)
	}
	if NeedsRehash(h, Default()) {
		t.Error("a fresh hash needs another one")
	}
	if !NeedsRehash(h, Params{Memory: 19 * 1024, Time: 3, Threads: 1}) {
		t.Error("higher costs do not ask for a new hash")
	}
}

// TestKnownHash is a string of the reference implementation's command line tool
// (argon2 somesalt -id -t 2 -k 65536 -p 1 -l 32, password "password").
func TestKnownHash(t *testing.T) {
	const phc = "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc"
	if ok, err := Verify(phc, "password"); !ok || err != nil {
		t.Errorf("%v, %v", ok, err)
	}
	if ok, err := Verify(phc, "Password"); ok || err != nil {
		t.Errorf("other password: %v, %v", ok, err)
	}
	if !NeedsRehash(phc, Default()) {
		t.Error("other costs do not ask for a new hash")
	}
}

func TestVerifyProperty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := rapid.String().Draw(t, "a"), rapid.String().Draw(t, "b")
		h, err := Hash(a, cheap(), rand.Reader)
		if err != nil {
			t.Fatal(err)
		}
		for _, pw := range []string{a, b} {
			if ok, err := Verify(h, pw); err != nil || ok != (pw == a) {
				t.Fatalf("%q against %q: %v, %v", pw, a, ok, err)
			}
		}
	})
}

func TestMalformed(t *testing.T) {
	good, err := Hash("x", cheap(), strings.NewReader("saltsaltsaltsalt"))
	if err != nil {
		t.Fatal(err)
	}
	swap := func(from, to string) string {
		t.Helper()
		if !strings.Contains(good, from) {
			t.Fatalf("%s has no %s", good, from)
		}
		return strings.Replace(good, from, to, 1)
	}
	for _, phc := range []string{
		"", "x", "$", "$$$$$", "$2a$10$abcdefghijklmnopqrstuu", good[1:], good + "$", good + "=", good + "\n", " " + good,
		swap("argon2id", "argon2i"), swap("v=19", "v=16"), swap("v=19", "v=019"),
		swap("m=64", "m=+64"), swap("m=64", "m=064"), swap("m=64", "m=7"), swap("m=64", "m=4294967295"), swap("m=64", "m=99999999999"), swap("m=64", "m="),
		swap("t=1", "t=0"), swap("t=1", "t=17"), swap("t=1", "t=4000000000"), swap("p=1", "p=0"), swap("p=1", "p=17"), swap("p=1", "p=256"), swap(",p=1", ""),
		swap("m=64,t=1", "t=1,m=64"), swap("c2FsdHNhbHRzYWx0c2FsdA", "c2FsdA"), swap("c2FsdHNhbHRzYWx0c2FsdA", "!!!!"),
		swap("c2FsdHNhbHRzYWx0c2FsdA", strings.Repeat("A", 200)), good[:len(good)-30], strings.Repeat("A", 1<<20),
	} {
		if _, err := Verify(phc, "x"); !errors.Is(err, ErrMalformed) {
			t.Errorf("%.80q: %v", phc, err)
		}
		if !NeedsRehash(phc, cheap()) {
			t.Errorf("%.80q needs no new hash", phc)
		}
	}
}

func TestHashRefuses(t *testing.T) {
	if _, err := Hash("x", Params{Memory: 1 << 30, Time: 1, Threads: 1}, rand.Reader); !errors.Is(err, ErrMalformed) {
		t.Errorf("a tebibyte: %v", err)
	}
	if _, err := Hash("x", cheap(), strings.NewReader("short")); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("no salt: %v", err)
	}
}

func TestCheck(t *testing.T) {
	for _, c := range []struct{ password, handle, want string }{
		{"brown-fox-42", "Bob", ""},
		{"ÄpfelBirnen", "Bob", ""},
		{"日本語のパスワード", "Bob", ""},
		{"Bobby-tables-9", "Bob", ""},
		{strings.Repeat("aBc4", 32), "Bob", ""},
		{"", "Bob", "empty"},
		{"seven77", "Bob", "at least 8 characters; this one has 7"},
		{"日本語", "Bob", "this one has 3"},
		{strings.Repeat("aBc4", 32) + "x", "Bob", "at most 128 characters; this one has 129"},
		{"brown fox 42", "Bob", "spaces"},
		{"brown\u00a0fox42", "Bob", "spaces"},
		{"brown\u200bfox42", "Bob", "do not print"},
		{"brown\tfox42", "Bob", "do not print"},
		{"brown\xfffox42", "Bob", "do not print"},
		{"pawnstorm", "PawnStorm", "handle"},
		{"PAWNSTORM12", "PawnStorm", "handle"},
		{"aaaaaaaaa", "Bob", "guess"},
		{"abababababab", "Bob", "guess"},
		{"12345678", "Bob", "guess"},
		{"Password1!", "Bob", "guess"},
		{"AtomicChess", "Bob", "guess"},
		{"qwertyui", "Bob", "guess"},
	} {
		err := Check(c.password, c.handle, 8)
		if c.want == "" {
			if err != nil {
				t.Errorf("%q: %v", c.password, err)
			}
			continue
		}
		if !errors.As(err, new(Refusal)) || !strings.Contains(err.Error(), c.want) || !strings.HasSuffix(err.Error(), ".") {
			t.Errorf("%q of %s: %v, want a sentence with %q", c.password, c.handle, err, c.want)
		}
		if err != nil && c.password != "" && strings.Contains(err.Error(), c.password) {
			t.Errorf("%q is repeated in %q", c.password, err)
		}
	}
}

func TestLeastLength(t *testing.T) {
	if err := Check("aBc-12", "Bob", 6); err != nil {
		t.Error(err)
	}
	if err := Check("aBc-1", "Bob", 6); err == nil || !strings.Contains(err.Error(), "at least 6 characters; this one has 5") {
		t.Error(err)
	}
}

func TestGenerate(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		// Bytes of one kind first: what they make is too poor and drawn again.
		poor := strings.Repeat(string(rapid.Byte().Draw(t, "byte")), rapid.IntRange(0, 40).Draw(t, "times"))
		pw, err := Generate(io.MultiReader(strings.NewReader(poor), rand.Reader))
		if err != nil {
			t.Fatal(err)
		}
		if len(pw) != generated || strings.Trim(pw, alphabet) != "" {
			t.Fatalf("made up %q", pw)
		}
		if err := Check(pw, "", 8); err != nil {
			t.Fatalf("%q: %v", pw, err)
		}
	})
	if _, err := Generate(strings.NewReader("too few")); err == nil {
		t.Error("a password was made up from nothing")
	}
	a, _ := Generate(rand.Reader)
	b, _ := Generate(rand.Reader)
	if a == b {
		t.Errorf("%q twice", a)
	}
}

func FuzzVerify(f *testing.F) {
	h, err := Hash("x", cheap(), rand.Reader)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(h)
	f.Add("$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHRzYWx0c2FsdA$AAAA")
	f.Fuzz(func(t *testing.T, phc string) {
		p, err := parse(phc)
		if err != nil {
			if !errors.Is(err, ErrMalformed) {
				t.Fatal(err)
			}
			return
		}
		if p.String() != phc {
			t.Fatalf("%q was read as %q", phc, p)
		}
	})
}

func BenchmarkHash(b *testing.B) {
	for b.Loop() {
		if _, err := Hash("correct horse", Default(), rand.Reader); err != nil {
			b.Fatal(err)
		}
	}
}

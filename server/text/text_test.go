package text

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"
)

// docs/cases.md 55, 57, 61.
func TestDecode(t *testing.T) {
	tests := []struct {
		name, in, want string
		utf8           bool
	}{
		{"ascii", "tell bob hi", "tell bob hi", false},
		{"empty", "", "", false},
		{"utf-8", "gr\xC3\xBC\xC3\x9F \xE2\x99\x9E \xF0\x9F\x92\xA3", "grüß ♞ 💣", true},
		{"latin-1 is invalid, replaced once", "gr\xFC\xDF", "gr\uFFFD", false},
		{"overlong", "a\xC0\xAFb", "a\uFFFDb", false},
		{"surrogate", "a\xED\xA0\x80b", "a\uFFFDb", false},
		{"cut", "a\xE2\x99", "a\uFFFD", false},
		{"literal FF", "a\xFFb", "a\uFFFDb", false},
		{"half valid is not a UTF-8 session", "ü\xFF", "ü\uFFFD", false},
		{"entity", "gr&#x00fc;&#xDF; &#x265e; &#x1f4a3;", "grüß ♞ 💣", false},
		{"entity of ASCII stays", "&#x41; &#x0a; &#x3b;", "&#x41; &#x0a; &#x3b;", false},
		{"entity of C1 stays", "&#x85;", "&#x85;", false},
		{"entity of a surrogate stays", "&#xd800;", "&#xd800;", false},
		{"entity out of range stays", "&#x110000; &#xfffffff;", "&#x110000; &#xfffffff;", false},
		{"not entities", "&#x; &#xfc &#xzz; &#x+fc; & &#", "&#x; &#xfc &#xzz; &#x+fc; & &#", false},
		{"nested", "&#x&#xfc;", "&#xü", false},
		{"entity of a bidi mark is cleaned", "a&#x202e;b", "ab", false},
		{"entity of a line end is cleaned", "a&#x2028;b", "a b", false},
		{"controls", "a\x00b\x1b[31mc\x07\x15", "ab[31mc", false},
		{"tab and vertical tab", "a\tb\x0bc", "a b c", false},
		{"bidi", "abc \u202E fed \u2066 x", "abc  fed  x", true},
		{"NEL, LS, PS", "a\u0085b\u2028c\u2029d", "a b c d", true},
		{"zero width", "a" + strings.Repeat("\u200B", 500) + "b\uFEFF\u00AD", "ab", true},
		{"marks", "e" + strings.Repeat("\u0301", 300) + "x", "e\u0301\u0301\u0301\u0301x", true},
		{"marks divided by what is removed", "e" + strings.Repeat("\u0301\u200b", 9), "e\u0301\u0301\u0301\u0301", true},
		{"blank letters", "\u3164\u115F\u2800", "", true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, seen := Decode([]byte(tt.in))
			if got != tt.want || seen != tt.utf8 {
				t.Errorf("Decode(%q) = %q, %v, want %q, %v", tt.in, got, seen, tt.want, tt.utf8)
			}
		})
	}
}

func TestToASCII(t *testing.T) {
	tests := []struct{ in, want string }{
		{"plain\n\r", "plain\n\r"},
		{"ü", "&#x00fc;"},
		{"a♞b", "a&#x265e;b"},
		{"💣", "&#x1f4a3;"},
		{"\u0abc", "&#x0abc;"},
		{"a\xFF\xFEb", "a&#xfffd;&#xfffd;b"},
	}
	for _, tt := range tests {
		if got := string(ToASCII([]byte(tt.in))); got != tt.want {
			t.Errorf("ToASCII(%q) = %q, want %q", tt.in, got, tt.want)
		}
	}
	shared := []byte("nothing to do")
	if got := ToASCII(shared); &got[0] != &shared[0] {
		t.Error("ASCII text was copied")
	}
}

func TestCleanReplacesInvalidBytes(t *testing.T) {
	if got := Clean("a\xFF\xFEb"); got != "a\uFFFDb" {
		t.Errorf("got %q", got)
	}
}

// FuzzDecode: clean text is valid, one line, stable, and survives the way to an
// ASCII session and back.
func FuzzDecode(f *testing.F) {
	for _, s := range []string{"", "a&#xfc;", "&#x&#x00e4;;", "e\u0301\u0301\u0301\u0301\u0301", "\xC0\xAF", "\u202e"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		s, _ := Decode(raw)
		if !utf8.ValidString(s) {
			t.Fatalf("%q is not valid", s)
		}
		for _, r := range s {
			if cleanRune(r) != r {
				t.Fatalf("%q holds %U", s, r)
			}
		}
		if again := Clean(s); again != s {
			t.Fatalf("Clean(%q) = %q", s, again)
		}
		ascii := ToASCII([]byte(s))
		if bytes.ContainsFunc(ascii, func(r rune) bool { return r >= utf8.RuneSelf }) {
			t.Fatalf("%q is not ASCII", ascii)
		}
		if strings.Contains(s, "&#x") {
			return // what looks like an entity cannot be told from one
		}
		if back, _ := Decode(ascii); back != s {
			t.Fatalf("%q came back as %q", s, back)
		}
	})
}

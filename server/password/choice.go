package password

import (
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"
)

// MaxLength of a password in characters keeps a login from feeding megabytes to
// the hash. The least length is configured.
const MaxLength = 128

// Refusal is a sentence for the person whose choice is refused.
type Refusal string

func (r Refusal) Error() string { return string(r) }

// Check tells why a password cannot be the one of an account; nil when it can.
// The error is a Refusal and contains nothing of the password. least is the
// least length in characters. Spaces are refused because the command line splits
// at them.
func Check(password, handle string, least int) error {
	n := utf8.RuneCountInString(password)
	switch {
	case n == 0:
		return Refusal("A password cannot be empty.")
	case !utf8.ValidString(password) || strings.ContainsFunc(password, func(r rune) bool { return !unicode.IsGraphic(r) || unicode.IsSpace(r) }):
		return Refusal("A password cannot contain spaces or characters that do not print.")
	case n < least:
		return Refusal(fmt.Sprintf("A password must have at least %d characters; this one has %d.", least, n))
	case n > MaxLength:
		return Refusal(fmt.Sprintf("A password can have at most %d characters; this one has %d.", MaxLength, n))
	case handle != "" && strings.Contains(strings.ToLower(password), strings.ToLower(handle)) && n < len(handle)+4:
		return Refusal("A password cannot be your handle; choose one that others do not guess.")
	case fewDifferent(password) || common(strings.ToLower(password)):
		return Refusal("That password is among the first that anyone would guess; choose another one.")
	}
	return nil
}

// fewDifferent tells whether a password has no more than two characters.
func fewDifferent(s string) bool {
	seen := map[rune]bool{}
	for _, r := range s {
		seen[r] = true
	}
	return len(seen) < 3
}

// common tells whether a password, in lower case, is a word or a run of keys
// that every guesser tries first.
func common(s string) bool {
	const runs = "01234567890 9876543210 abcdefghijklmnopqrstuvwxyz qwertyuiop asdfghjkl 1q2w3e4r5t6y 1qaz2wsx3edc"
	if strings.Contains(runs, s) {
		return true
	}
	switch strings.TrimRight(s, "0123456789!.") {
	case "password", "passw0rd", "passwort", "letmein", "monkey", "dragon", "master", "secret", "welcome", "iloveyou", "qwerty", "qwertz", "admin", "administrator",
		"chess", "chessmaster", "checkmate", "atomic", "atomicchess", "epicenter", "computer", "baseball", "football", "superman", "sunshine", "princess", "trustno":
		return true
	}
	return false
}

// alphabet leaves out what is misread: 0 O, 1 l I.
const alphabet = "23456789abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ"

// generated is the length of a made-up password: 16 of 57 characters are 93 bits.
const generated = 16

// Generate makes up a password, from random, that Check accepts and that can be
// read off a screen.
func Generate(random io.Reader) (string, error) {
	var out []byte
	var b [1]byte
	// A byte beyond the last whole multiple would favour the first letters.
	const limit = 256 / len(alphabet) * len(alphabet)
	for len(out) < generated {
		if _, err := io.ReadFull(random, b[:]); err != nil {
			return "", fmt.Errorf("draw a password: %w", err)
		}
		if int(b[0]) < limit {
			out = append(out, alphabet[int(b[0])%len(alphabet)])
		}
	}
	if s := string(out); Check(s, "", generated) == nil {
		return s, nil
	}
	return Generate(random) // sixteen characters of two kinds: draw again
}

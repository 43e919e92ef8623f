package sshd

import (
	"bytes"
	"io"
	"sync/atomic"
	"unicode/utf8"
)

// keyEvent is what ends a run of keys.
type keyEvent uint8

const (
	keyNone keyEvent = iota
	keyEnter
	keyInterrupt
)

// maxEscape is the longest escape sequence that is looked at.
const maxEscape = 12

// escapes are the sequences that the editor knows, and those of other terminals
// that mean the same. All others are dropped, and with them two traps of
// x/term: it waits without end for the end of a sequence it does not know, and
// has no limit for pasted text.
var escapes = map[string]string{
	"[A": "\x1b[A", "[B": "\x1b[B", "[C": "\x1b[C", "[D": "\x1b[D",
	"[H": "\x1b[H", "[F": "\x1b[F", "[1~": "\x1b[H", "[4~": "\x1b[F", "[7~": "\x1b[H", "[8~": "\x1b[F",
	"OA": "\x1b[A", "OB": "\x1b[B", "OC": "\x1b[C", "OD": "\x1b[D", "OH": "\x1b[H", "OF": "\x1b[F",
	"[3~": "\x1b[3~", "[1;3C": "\x1b[1;3C", "[1;3D": "\x1b[1;3D", "[1;5C": "\x1b[1;3C", "[1;5D": "\x1b[1;3D",
	"f": "\x1b[1;3C", "b": "\x1b[1;3D",
}

// controls are the control characters that the editor knows: ^A ^B ^D ^E ^F ^H
// ^K ^L ^N ^P ^T ^U ^W.
const controls = "\x01\x02\x04\x05\x06\x08\x0b\x0c\x0e\x10\x14\x15\x17"

// keys turns what a terminal sends into what the line editor understands, whole
// characters and known sequences only, one line at a time. While typing is
// hidden the keys bypass the editor, so that a password is neither painted
// anew nor remembered by it.
type keys struct {
	in   [256]byte
	r, n int // in[r:n] is to be looked at

	max    int    // bytes of a secret
	esc    []byte // of a sequence, without ESC
	inEsc  bool
	part   []byte // of a UTF-8 character
	bad    bool   // the last character was invalid and has been shown as "?"
	afterC bool   // the last byte was a CR
	intr   bool   // an interrupt is to be reported

	secret  []byte
	secrets bool // secret is a line, to be taken
}

// empty tells that all that was read has been looked at.
func (k *keys) empty() bool { return k.r == k.n }

// fill reads from the terminal.
func (k *keys) fill(r io.Reader) error {
	n, err := r.Read(k.in[:])
	k.r, k.n = 0, n
	if n > 0 {
		return nil
	}
	return err
}

// next writes keys to p, at least 16 bytes long, until p is full, nothing is
// left, or a line end or interrupt has come; an interrupt is reported by a call
// of its own, after the keys that erase the line.
func (k *keys) next(p []byte, hidden bool) (n int, ev keyEvent) {
	if k.intr {
		k.intr = false
		return 0, keyInterrupt
	}
	out := p[:0]
	for k.r < k.n && len(out)+maxEscape < len(p) {
		c := k.in[k.r]
		k.r++
		if hidden {
			out, ev = k.hide(out, c)
		} else {
			out, ev = k.key(out, c)
		}
		if ev != keyNone {
			return len(out), ev
		}
	}
	return len(out), keyNone
}

// lineEnd reports whether c ends a line; an LF or NUL after CR does not.
func (k *keys) lineEnd(c byte) bool {
	after := k.afterC
	k.afterC = c == '\r'
	return c == '\r' || (c == '\n' && !after)
}

// key takes one byte outside of secrets.
func (k *keys) key(out []byte, c byte) ([]byte, keyEvent) {
	if k.inEsc {
		if c >= ' ' && c < 0x7F {
			return k.escape(out, c), keyNone
		}
		k.inEsc = false // a control or foreign byte breaks it off
	}
	switch {
	case len(k.part) > 0 || c >= utf8.RuneSelf:
		return k.rune(out, c)
	case k.lineEnd(c):
		return append(out, '\r'), keyEnter
	case c == 0x03: // ^C: end of line, erase, and tell
		k.intr = true
		return append(out, "\x05\x15"...), keyInterrupt
	case c == 0x1b:
		k.inEsc, k.esc = true, k.esc[:0]
	case c == '\t':
		out = append(out, ' ')
	case c >= ' ' || bytes.IndexByte([]byte(controls), c) >= 0:
		out = append(out, c)
	}
	k.bad = false
	return out, keyNone
}

// escape takes a byte of a sequence.
func (k *keys) escape(out []byte, c byte) []byte {
	if len(k.esc) < maxEscape {
		k.esc = append(k.esc, c)
	}
	introducer := len(k.esc) == 1 && (c == '[' || c == 'O')
	if introducer || (len(k.esc) > 1 && k.esc[0] == '[' && c < '@') {
		return out
	}
	k.inEsc = false
	return append(out, escapes[string(k.esc)]...)
}

// rune collects a UTF-8 character. What is none shows as one "?", as the editor
// takes U+FFFD for "wait for more".
func (k *keys) rune(out []byte, c byte) ([]byte, keyEvent) {
	k.part = append(k.part, c)
	if !utf8.FullRune(k.part) {
		return out, keyNone
	}
	r, n := utf8.DecodeRune(k.part)
	if r != utf8.RuneError {
		out = append(out, k.part[:n]...)
		k.part, k.bad = k.part[:0], false
		return out, keyNone
	}
	if !k.bad {
		out = append(out, '?')
	}
	k.bad = true
	again := k.part[len(k.part)-1]
	broken := len(k.part) > 1 && again < utf8.RuneSelf
	k.part = k.part[:0]
	if broken {
		return k.key(out, again) // an ASCII byte cut the character short
	}
	return out, keyNone
}

// hide takes one byte of a secret.
func (k *keys) hide(out []byte, c byte) ([]byte, keyEvent) {
	switch {
	case k.lineEnd(c):
		k.secrets = true
		return append(out, '\r'), keyEnter
	case c == 0x03:
		k.secret = k.secret[:0]
		k.intr = true
		return append(out, "\x05\x15"...), keyInterrupt
	case c == 0x15:
		k.secret = k.secret[:0]
	case c == 0x08 || c == 0x7F:
		_, n := utf8.DecodeLastRune(k.secret)
		k.secret = k.secret[:len(k.secret)-n]
	case c >= ' ' && len(k.secret) <= k.max:
		k.secret = append(k.secret, c)
	}
	return out, keyNone
}

// hasSecret tells that the line just entered was hidden.
func (k *keys) hasSecret() bool { return k.secrets }

// takeSecret returns the hidden part of the line just entered.
func (k *keys) takeSecret() (secret string, hidden bool) {
	if !k.secrets {
		return "", false
	}
	secret = string(k.secret)
	clear(k.secret)
	k.secret, k.secrets = k.secret[:0], false
	return secret, true
}

// Limits of the history.
const (
	maxHistory     = 50
	maxHistoryLine = 256 // bytes: moves and messages, not pasted novels
)

// history remembers lines for the arrow keys, and never a hidden one.
type history struct {
	hidden *atomic.Bool
	lines  []string // the oldest first
}

// Add remembers a line unless it is empty, long, hidden or the same again.
func (h *history) Add(line string) {
	if line == "" || len(line) > maxHistoryLine || h.hidden.Load() {
		return
	}
	if n := len(h.lines); n > 0 && h.lines[n-1] == line {
		return
	}
	if len(h.lines) == maxHistory {
		copy(h.lines, h.lines[1:])
		h.lines = h.lines[:maxHistory-1]
	}
	h.lines = append(h.lines, line)
}

// Len is the number of lines.
func (h *history) Len() int { return len(h.lines) }

// At returns a line, 0 being the newest.
func (h *history) At(i int) string { return h.lines[len(h.lines)-1-i] }

package commands_test

import (
	"fmt"
	"strings"
	"testing"

	"epicenter/storage"
)

// answerTo is what somebody is sent on account of a line.
func (h *house) answerTo(name, line string) string {
	p := h.person(name)
	p.raw.Reset()
	h.say(name, line)
	return strings.ReplaceAll(p.raw.String(), "\n\r", "\n")
}

// put writes a value into the store behind the server's back.
func (h *house) put(c storage.Change) {
	h.t.Helper()
	b, err := h.store.Begin()
	if err != nil {
		h.t.Fatal(err)
	}
	if err := b.Apply([]storage.Change{c}); err != nil {
		h.t.Fatal(err)
	}
	if err := b.Commit(h.store.Number() + 1); err != nil {
		h.t.Fatal(err)
	}
}

// TestDamagedRecords: a game whose record is damaged, wrong or gone is answered
// with a sentence, and nobody is disturbed.
func TestDamagedRecords(t *testing.T) {
	h := newHouse(t)
	for _, name := range []string{"Alice", "Bob"} {
		if err := h.register([]string{name}); err != nil {
			t.Fatal(err)
		}
		h.connect(name, nil)
	}
	h.say("Alice", "match Bob 3 0 atomic unrated white")
	h.say("Bob", "accept")
	h.say("Alice", "e4")
	h.say("Bob", "resign")
	if got := h.answerTo("Alice", "oldmoves"); !strings.Contains(got, "  1.  e4      (0:00)\n      {Black resigns} 1-0\nfics% ") {
		t.Fatalf("before: %q", got)
	}
	wrong := &storage.Game{ID: 1, Variant: "atomic", Moves: []storage.Move{{Move: 1}}, Result: "1-0", End: "Res"}
	for want, value := range map[string][]byte{
		"damaged":         []byte("\xff\xff nonsense"),
		"damaged: its":    storage.EncodeGame(nil, wrong),
		"of that game is": nil,
	} {
		h.put(storage.Change{Bucket: storage.Games, Key: storage.GameKey(1), Value: value})
		for _, line := range []string{"oldmoves", "smoves Bob -1", "smoves Alice 0"} {
			if got := h.answerTo("Alice", line); !strings.Contains(got, want) || strings.Contains(got, "fault") {
				t.Errorf("%s: %q", line, got)
			}
		}
	}
}

// TestHistoryKeepsTen: the last ten games, their numbers go on.
func TestHistoryKeepsTen(t *testing.T) {
	h := newHouse(t)
	for _, name := range []string{"Alice", "Bob"} {
		if err := h.register([]string{name}); err != nil {
			t.Fatal(err)
		}
		h.connect(name, nil)
	}
	for range 12 {
		h.say("Alice", "match Bob 3 0 atomic unrated white")
		h.say("Bob", "accept")
		h.say("Alice", "resign")
	}
	got := h.answerTo("Bob", "history Alice")
	for n := range 13 {
		row := fmt.Sprintf("\n%2d: -    0 W    0 Bob           [ xu  3   0] --- Res ", n)
		if strings.Contains(got, row) != (n >= 2 && n < 12) {
			t.Errorf("game %d in %s", n, got)
		}
	}
	if got := h.answerTo("Bob", "smoves Alice 1"); !strings.Contains(got, "There is no history game 1 for Alice.") {
		t.Errorf("%q", got)
	}
}

package commands_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"epicenter/server/world"
	"epicenter/storage/storagetest"
)

// everyKindOfTurn is a script in which each kind of input and each verb of play
// occurs at least once.
const everyKindOfTurn = `
Alice connects
Bob connects
carol connects
Alice> style 12
Bob> set bell 0
Alice> seek 5 0 atomic
carol> sought
Alice> seek 3 0
Alice> unseek
Alice> match Bob 3 2 white atomic
carol> match Bob 1 0
Bob> decline carol
carol> match Bob 1 0
Bob> accept Alice
carol> observe 1
carol> kibitz hello
Alice> tell Bob hi
Alice> switch
Bob> decline
Alice> e3
Bob> e6
wait 2s
Alice> Nf3
Bob> takeback 2
Alice> takeback 1
Bob> accept
Alice> Nf3
Bob> pause
Alice> accept
Bob> unpause
Alice> unpause
Alice> moretime 10
Bob> Nf6
Alice> draw
Bob> Nc6
Alice> Ng5
Alice> promote knight
Bob> adjourn
Alice> adjourn
Bob> stored
Bob> resume
Alice> accept
Bob loses contact
Alice> adjourn
Bob connects
Bob> b6
Alice> Nxf7
Alice> history
Bob> rematch
Alice> accept
Bob> f3
Alice> abort
Alice> match Bob 0 1 white
Bob> accept
Alice> e4
Bob> e5
Bob> set autoflag 0
wait 12s
Bob> set autoflag 1
Alice> match Bob 1 0 black
Bob> accept
Bob> e4
Alice> e5
wait 61s
Bob> match carol 3 0 white
carol> accept
Bob> d4
carol loses contact
Alice> match Bob 3 0 white
Bob> accept
Alice> e4
Bob> e5
Alice> Nf3
Bob> Nc6
Alice> Bc4
Bob> Bc5
Bob hangs up
wait 61s
Bob connects
Alice> resign bob
Alice> match Bob 3 0 white
Bob> accept
Alice> d4
restart
Alice connects
Bob connects
Bob> d5
Bob> resign
Bob> alias x who
Bob> set busy at lunch
Alice> finger Bob
`

// steps are the lines of a script.
func steps(script string) []string { return strings.Split(strings.TrimSpace(script), "\n") }

// netted is a house whose loop catches panics, with its people's accounts.
func netted(t *testing.T) *house {
	h := newHouse(t)
	h.nets = true
	for _, s := range []string{"account Alice 1500 blitz 1500 atomic", "account Bob 1480 blitz 1480 atomic", "restart"} {
		if err := h.step(s); err != nil {
			t.Fatal(err)
		}
	}
	return h
}

// digest is everything that is in the world, as text.
func (h *house) digest() string {
	var b strings.Builder
	t := h.world.Begin(world.Input{At: h.now}, nil)
	for k, v := range t.Sessions() {
		fmt.Fprintf(&b, "session %d %+v\n", k, *v)
	}
	for k, v := range t.Players() {
		fmt.Fprintf(&b, "player %s %+v %+v\n", k, *v, *t.SeeAccount(k))
	}
	for k, v := range t.Games() {
		fmt.Fprintf(&b, "game %d %+v\n", k, *v)
	}
	for k, v := range t.Seeks() {
		fmt.Fprintf(&b, "seek %d %+v\n", k, *v)
	}
	for k, v := range t.Offers() {
		fmt.Fprintf(&b, "offer %d %+v\n", k, *v)
	}
	return b.String()
}

// silent tells whether nobody but one was told anything.
func (h *house) silent(but string) error {
	for _, p := range h.people {
		if text := p.raw.String(); text != "" && p.name != but {
			return fmt.Errorf("%s was told %q", p.name, text)
		}
	}
	return nil
}

// TestPanics lets every turn of the script panic at each of its steps in turn:
// the world must be as before, in memory and on disk, nobody else may notice,
// and the same input must do its work when it comes again.
func TestPanics(t *testing.T) {
	h := netted(t)
	panics := 0
	for _, step := range steps(everyKindOfTurn) {
		if !strings.Contains(step, ">") { // what comes by itself has a test of its own
			if err := h.step(step); err != nil {
				t.Fatal(err)
			}
			h.seen()
			continue
		}
		name, _, _ := strings.Cut(step, ">")
		for k := 1; ; k++ {
			before := h.digest()
			if !h.panicAt(t, k, step) {
				break
			}
			panics++
			if after := h.digest(); after != before {
				t.Fatalf("%q, panic at step %d: the world changed: %s", step, k, firstDifference([]byte(before), []byte(after)))
			}
			if err := h.silent(name); err != nil {
				t.Fatalf("%q, panic at step %d: %v", step, k, err)
			}
			if text := h.person(name).raw.String(); strings.Count(text, "went wrong") != 1 {
				t.Fatalf("%q, panic at step %d: %s was told %q", step, k, name, text)
			}
			if err := h.sameAsStored(); err != nil {
				t.Fatalf("%q, panic at step %d: %v", step, k, err)
			}
			h.seen()
		}
		h.seen()
		if err := h.sameAsStored(); err != nil {
			t.Fatalf("%q: %v", step, err)
		}
	}
	if panics < 200 {
		t.Errorf("only %d panics were made", panics)
	}
}

// panicAt carries out a step of the script with a panic at the k-th step of the
// turns that it causes; it reports whether they had so many.
func (h *house) panicAt(t *testing.T, k int, step string) (happened bool) {
	t.Helper()
	n := 0
	h.world.SetFailpoint(func() {
		if n++; n == k {
			happened = true
			panic("failpoint")
		}
	})
	defer func() { h.world.SetFailpoint(nil) }()
	if err := h.step(step); err != nil {
		t.Fatalf("%q: %v", step, err)
	}
	return happened
}

// TestPanicsOfThemselves does the same with what nobody types: connections that
// come and go, deadlines and restarts. Each runs the script anew.
func TestPanicsOfThemselves(t *testing.T) {
	all := steps(everyKindOfTurn)
	for i, step := range all {
		if strings.Contains(step, ">") || step == "restart" {
			continue
		}
		for k := 1; ; k++ {
			h := netted(t)
			for _, s := range all[:i] {
				if err := h.step(s); err != nil {
					t.Fatal(err)
				}
				h.seen()
			}
			if !h.panicAt(t, k, step) {
				break
			}
			h.seen()
			if err := h.sameAsStored(); err != nil {
				t.Fatalf("%q, panic at step %d: %v", step, k, err)
			}
			if err := h.step("restart"); err != nil {
				t.Fatal(err)
			}
			if err := h.sameAsStored(); err != nil {
				t.Fatalf("%q, panic at step %d, then a restart: %v", step, k, err)
			}
		}
	}
}

// TestFailedCommits lets the commit of every turn of the script fail once,
// before or after the bytes have reached the disk: nobody is told anything
// until it has succeeded, and then the store holds what the world holds.
func TestFailedCommits(t *testing.T) {
	for _, lost := range []bool{false, true} {
		t.Run(fmt.Sprint("lost=", lost), func(t *testing.T) {
			h := netted(t)
			for _, step := range steps(everyKindOfTurn) {
				if step == "restart" || strings.HasPrefix(step, "wait") {
					if err := h.step(step); err != nil {
						t.Fatal(err)
					}
					h.seen()
					continue
				}
				h.failOnce(t, step, lost)
			}
		})
	}
}

func (h *house) failOnce(t *testing.T, step string, lost bool) {
	t.Helper()
	failed := 0
	fail := func() error { failed++; return errors.New("the disk is full") }
	set(h.store, lost, fail)
	if err := h.step(step); err != nil {
		t.Fatal(err)
	}
	if err := h.silent(""); failed > 0 && err != nil {
		t.Fatalf("%q with a failed commit: %v", step, err)
	}
	set(h.store, lost, nil)
	h.wait(300)
	h.seen()
	if err := h.sameAsStored(); err != nil {
		t.Fatalf("%q after a failed commit: %v", step, err)
	}
}

func set(m *storagetest.Memory, lost bool, fail func() error) {
	if lost {
		m.LoseCommit = fail
	} else {
		m.FailCommit = fail
	}
}

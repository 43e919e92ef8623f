package commands_test

import (
	"fmt"
	"testing"

	"epicenter/server/world"
)

// letters writes a number as five small letters, for handles.
func letters(n int) string {
	b := []byte("aaaaa")
	for i := len(b) - 1; n > 0; i-- {
		b[i] += byte(n % 26)
		n /= 26
	}
	return string(b)
}

// fullHouse has 400 people online, half of them registered with ratings, and
// 100 games in progress.
func fullHouse(tb testing.TB) *house {
	h := newHouse(tb)
	if err := h.setConfig("MaxMoves", "800"); err != nil {
		tb.Fatal(err)
	}
	for i := range 200 {
		words := []string{"reg" + letters(i), fmt.Sprint(1000 + i*5%900), "atomic", fmt.Sprint(1200 + i*7%800), "blitz", "channel=50"}
		if err := h.register(words); err != nil {
			tb.Fatal(err)
		}
	}
	for i := range 400 {
		name := "guest" + letters(i)
		if i < 200 {
			name = "reg" + letters(i)
		}
		h.connect(name, nil)
	}
	for i := range 100 {
		h.say("reg"+letters(2*i), "match reg"+letters(2*i+1)+" 3 0 atomic")
		h.say("reg"+letters(2*i+1), "accept")
	}
	for _, p := range h.people {
		p.raw.Reset()
	}
	return h
}

// say types a line and waits for what it does.
func (h *house) say(name, line string) {
	h.loop.Post(world.Line{Session: h.person(name).id, Text: line})
	h.settle()
}

// BenchmarkTables asks for each table in a full house, from the line to the
// bytes for its asker: about 1 ms is what 400 of them in a second can cost.
func BenchmarkTables(b *testing.B) {
	for _, line := range []string{
		"who", "who v", "who IbslwBzSLx", "who aA", "games", "games /x", "sought", "finger regaaabc",
		"finger", "history", "moves 1", "allobservers", "inchannel 50", "date", "uptime", "handles re", "tell regaaaaa hi",
	} {
		b.Run(line, func(b *testing.B) {
			h := fullHouse(b)
			p := h.person("guest" + letters(300))
			b.ReportAllocs()
			for b.Loop() {
				h.loop.Post(world.Line{Session: p.id, Text: line})
				h.settle()
				p.raw.Reset()
			}
		})
	}
}

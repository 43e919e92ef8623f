package world

import "testing"

// heard counts what a person was told in each way.
func heard(h *hall, key string) (n map[Speech]int) {
	n = map[Speech]int{}
	for _, s := range told[Said](h, key) {
		n[s.How]++
	}
	return n
}

// TestWhoHears: who hears shouts, channels and comments, by variables and lists
// (docs/protocol.md §4).
func TestWhoHears(t *testing.T) {
	tests := []struct {
		name   string
		change func(h *hall) // of eve, an observer with default settings
		lost   []Speech      // what she does not hear from alice, a registered player of the game
	}{
		{"as she came", func(*hall) {}, nil},
		{"shout 0", func(h *hall) { h.Player("eve").Vars[VarShout] = 0 }, []Speech{Shout, It}},
		{"cshout 0", func(h *hall) { h.Player("eve").Vars[VarCShout] = 0 }, []Speech{CShout}},
		{"chanoff 1", func(h *hall) { h.Player("eve").Vars[VarChanOff] = 1 }, []Speech{ToChannel}},
		{"kibitz 0", func(h *hall) { h.Player("eve").Vars[VarKibitz] = 0 }, []Speech{Kibitz, Whisper}},
		{"kiblevel above her", func(h *hall) { h.Player("eve").Vars[VarKibLevel] = 1501 }, []Speech{Kibitz, Whisper}},
		{"kiblevel as hers", func(h *hall) { h.Player("eve").Vars[VarKibLevel] = 1500 }, nil},
		{"silence alone", func(h *hall) { h.Player("eve").Vars[VarSilence] = 1 }, nil},
		{"silence in a game", func(h *hall) {
			h.Player("eve").Vars[VarSilence], h.Player("eve").Vars[VarUnobserve] = 1, 3
			h.StartGame(terms("chess", 5, 0, AnyColour), "eve", "fred")
		}, []Speech{Shout, It, CShout, ToChannel, Kibitz, Whisper}},
		{"in a game", func(h *hall) {
			h.Player("eve").Vars[VarUnobserve] = 3 // goes on looking on
			h.StartGame(terms("chess", 5, 0, AnyColour), "eve", "fred")
		}, nil},
		{"censor", func(h *hall) {
			h.Account("eve").Lists = map[string][]string{"channel": {"50"}, "censor": {"ALICE"}}
		}, []Speech{Shout, It, CShout, ToChannel, Kibitz, Whisper}},
		{"not in the channel", func(h *hall) { h.Account("eve").Lists = nil }, []Speech{ToChannel}},
	}
	for _, tt := range tests {
		h := newHall("alice", "bob", "eve", "fred")
		h.cfg.MaxObserve = 30
		h.register("alice", 1500, "atomic")
		for _, key := range []string{"alice", "eve"} {
			h.Account(key).Lists = map[string][]string{"channel": {"50"}}
		}
		g := h.StartGame(terms("atomic", 3, 0, AnyColour), "alice", "bob")
		h.Observe(h.session("eve").ID, g.Record.Number)
		tt.change(h)
		h.SetTypist(h.session("alice").ID)
		counts := map[Speech]int{
			Kibitz: h.Comment(g, Kibitz, "hi") - 1, Whisper: h.Comment(g, Whisper, "hi"), // bob hears the kibitz
			ToChannel: h.TellChannel(50, "hi"), Shout: h.ShoutOut(Shout, "hi") - 2,
			It: h.ShoutOut(It, "hi") - 2, CShout: h.ShoutOut(CShout, "hi") - 2,
		}
		want := map[Speech]int{Kibitz: 1, Whisper: 1, ToChannel: 1, Shout: 1, It: 1, CShout: 1}
		for _, how := range tt.lost {
			want[how] = 0
		}
		got := heard(h, "eve")
		for how := range want {
			if got[how] != want[how] || counts[how] != want[how] {
				t.Errorf("%s: way %d: heard %d, counted %d, want %d", tt.name, how, got[how], counts[how], want[how])
			}
		}
		if h.Player("bob").Vars.On(VarKibitz) && heard(h, "bob")[Whisper] != 0 {
			t.Errorf("%s: a player hears whispers", tt.name)
		}
	}
}

// TestSilenceBetweenOpponents: silence keeps the room out, not the opponent.
func TestSilenceBetweenOpponents(t *testing.T) {
	h := newHall("alice", "bob", "eve")
	h.cfg.MaxObserve = 30
	g := h.StartGame(terms("atomic", 3, 0, AnyColour), "alice", "bob")
	h.Player("bob").Vars[VarSilence] = 1
	h.Observe(h.session("eve").ID, g.Record.Number)
	for _, who := range []string{"eve", "alice"} {
		h.SetTypist(h.session(who).ID)
		h.Comment(g, Kibitz, "hi")
	}
	if got := told[Said](h, "bob"); len(got) != 1 || got[0].From != "alice" {
		t.Errorf("bob hears %+v", got)
	}
}

// TestGuestsInChannels: ctell 0 keeps guests' channel tells away.
func TestGuestsInChannels(t *testing.T) {
	h := newHall("alice", "bob", "guesta")
	for _, key := range []string{"alice", "bob"} {
		h.Account(key).Lists = map[string][]string{"channel": {"4"}}
	}
	h.Player("bob").Vars[VarCTell] = 0
	h.SetTypist(h.session("guesta").ID)
	if n := h.TellChannel(4, "hi"); n != 1 || len(told[Said](h, "bob")) != 0 || len(told[Said](h, "alice")) != 1 {
		t.Errorf("%d heard it", n)
	}
}

// TestShoutQuota: two at once, then one each time the quota's time has passed
// since the last but one; administrators are free of it.
func TestShoutQuota(t *testing.T) {
	h := newHall("alice", "root")
	h.cfg.ShoutEvery = 60_000
	h.Player("root").Level = AdminLevel
	h.SetTypist(h.session("alice").ID)
	at := func(after, want int64) {
		t.Helper()
		h.At = 1_000_000 + after
		if got := max(0, h.NextShout()-h.At); got != want {
			t.Errorf("after %d ms: %d to wait, want %d", after, got, want)
		}
	}
	at(0, 0)
	h.CountShout()
	at(10_000, 0)
	h.CountShout()
	at(10_000, 50_000)
	at(59_999, 1)
	at(60_000, 0)
	h.CountShout()
	at(60_000, 10_000)
	at(70_000, 0)
	h.SetTypist(h.session("root").ID)
	for range 5 {
		h.CountShout()
	}
	at(70_000, 0)
}

// TestLastTold: a dot means the person that one has told something last, not
// the one who has told one something.
func TestLastTold(t *testing.T) {
	h := newHall("alice", "bob")
	h.SetTypist(h.session("alice").ID)
	h.TellPerson(h.SeePlayer("bob"), "hi")
	if a, b := h.session("alice").LastTold, h.session("bob").LastTold; a != "bob" || b != "" {
		t.Errorf("alice told %q, bob %q", a, b)
	}
}

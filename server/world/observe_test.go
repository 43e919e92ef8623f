package world

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"epicenter/storage"
)

// session is the session of a person.
func (h *hall) session(key string) *Session { return h.SeeSession(h.SeePlayer(key).Session) }

// TestRefusesObserver: who may look on at what.
func TestRefusesObserver(t *testing.T) {
	h := newHall("alice", "bob", "carl", "dora", "eve", "fred", "root")
	h.cfg.MaxObserve = 1
	h.Player("root").Level = AdminLevel
	open := h.StartGame(terms("atomic", 3, 0, AnyColour), "alice", "bob")
	h.Player("carl").Vars[VarPrivate] = 1
	private := h.StartGame(terms("atomic", 3, 0, AnyColour), "carl", "dora")
	refusal := func(key string, g *Game) ObserveRefusal {
		return h.RefusesObserver(h.SeePlayer(key).Session, g)
	}
	for _, tt := range []struct {
		key  string
		g    *Game
		want ObserveRefusal
	}{
		{"eve", open, MayObserve},
		{"eve", private, IsPrivate},
		{"root", private, MayObserve},
		{"alice", open, PlaysIt},
		{"dora", private, PlaysIt},
		{"alice", private, IsPrivate},
	} {
		if got := refusal(tt.key, tt.g); got != tt.want {
			t.Errorf("%s at game %d: %d, want %d", tt.key, tt.g.Record.Number, got, tt.want)
		}
	}
	h.Observe(h.session("eve").ID, open.Record.Number)
	h.Observe(h.session("root").ID, private.Record.Number)
	if got := refusal("eve", open); got != ObservesIt {
		t.Errorf("a second time: %d", got)
	}
	if got := refusal("root", open); got != ObservesTooMany {
		t.Errorf("one too many: %d", got)
	}
}

// TestObserveAndLeave: the newest game is the primary one until it goes, then
// the one before it.
func TestObserveAndLeave(t *testing.T) {
	h := newHall("alice", "bob", "carl", "dora", "eve")
	h.cfg.MaxObserve = 30
	one := h.StartGame(terms("atomic", 3, 0, AnyColour), "alice", "bob")
	two := h.StartGame(terms("atomic", 3, 0, AnyColour), "carl", "dora")
	id := h.session("eve").ID
	h.Observe(id, one.Record.Number)
	h.Observe(id, two.Record.Number)
	if s := h.session("eve"); s.Primary != 2 || !slices.Equal(s.Observing, []int{1, 2}) {
		t.Fatalf("observing %v, primary %d", s.Observing, s.Primary)
	}
	h.SetPrimary(id, 1)
	h.play(h.Game(1), "e4")
	h.End(h.Game(1), Ending{Result: Win(White), Text: "{Black} resigns", Code: "Res"})
	if s := h.session("eve"); s.Primary != 2 || !slices.Equal(s.Observing, []int{2}) {
		t.Errorf("after the end observing %v, primary %d", s.Observing, s.Primary)
	}
	h.Unobserve(id, 2)
	if s := h.session("eve"); s.Primary != 0 || len(s.Observing) != 0 || len(h.SeeGame(2).Observers) != 0 {
		t.Errorf("observing %v, primary %d, observers %v", s.Observing, s.Primary, h.SeeGame(2).Observers)
	}
	if got := told[ObserverRemoved](h, "eve"); !slices.Equal(got, []ObserverRemoved{{1}, {2}}) {
		t.Errorf("told %v", got)
	}
	if boards := told[BoardShown](h, "eve"); len(boards) != 1 {
		t.Errorf("%d boards, want that of the move", len(boards))
	}
	if shown := told[GameShown](h, "eve"); len(shown) != 2 || shown[0].Why != ShowObserve {
		t.Errorf("shown %v", shown)
	}
}

// TestFollow: a follower is put at every game that begins, and told when the
// followed leaves.
func TestFollow(t *testing.T) {
	h := newHall("alice", "bob", "carl", "dora", "eve")
	h.cfg.MaxObserve = 30
	follow := func(who, whom string) {
		h.SetTypist(h.session(who).ID)
		h.Follow(whom)
	}
	follow("eve", "alice")
	follow("carl", "alice")
	follow("dora", "bob")
	h.StartGame(terms("atomic", 3, 0, AnyColour), "carl", "dora") // they play themselves
	g := h.StartGame(terms("atomic", 3, 0, AnyColour), "alice", "bob")
	if got := told[GameShown](h, "eve"); len(got) != 1 || got[0].Why != ShowFollow || got[0].Followed != "alice" || got[0].Opponent != "bob" {
		t.Errorf("eve is shown %+v", got)
	}
	for _, key := range []string{"carl", "dora"} {
		if got := told[GameShown](h, key); len(got) != 0 {
			t.Errorf("%s, who plays, is shown %+v", key, got)
		}
	}
	h.End(g, Ending{Text: "Game aborted on move 1"})
	follow("eve", "carl")
	if s := h.session("eve"); !slices.Equal(s.Observing, []int{1}) {
		t.Errorf("following somebody who plays: observing %v", s.Observing)
	}
	follow("eve", "")
	follow("eve", "bob")
	h.Hangup(h.session("bob").ID)
	if s := h.session("eve"); s.Following != "" {
		t.Errorf("follows %q, who has left", s.Following)
	}
	want := Note{"bob, whose games you were following, has logged out."}
	if got := told[Note](h, "eve"); !slices.Contains(got, want) {
		t.Errorf("told %v", got)
	}
}

// TestWatchersAgree: whatever people do, a session's list of games and the
// games' lists of sessions say the same, and the primary game is one of them.
func TestWatchersAgree(t *testing.T) {
	names := []string{"alice", "bob", "carl", "dora", "eve", "fred"}
	rapid.Check(t, func(rt *rapid.T) {
		h := newHall(names...)
		h.cfg.MaxObserve = 2
		for step := range rapid.IntRange(1, 40).Draw(rt, "steps") {
			who := rapid.SampledFrom(names).Draw(rt, "who")
			other := rapid.SampledFrom(names).Draw(rt, "other")
			act(h, rapid.IntRange(0, 5).Draw(rt, "deed"), who, other)
			h.Settle()
			h.Turn = h.w.Begin(Input{At: h.At + 1000, Seed: 1}, nil)
			if err := watchersAgree(h); err != nil {
				rt.Fatalf("step %d: %v", step, err)
			}
		}
	})
}

// act does one of the deeds that concern lookers-on, where it is possible.
func act(h *hall, deed int, who, other string) {
	p, o := h.SeePlayer(who), h.SeePlayer(other)
	if p == nil {
		h.enter(who)
		return
	}
	id := p.Session
	switch deed {
	case 0:
		if who != other && o != nil && p.Game == 0 && o.Game == 0 {
			h.StartGame(terms("atomic", 3, 0, AnyColour), who, other)
		}
	case 1:
		if g := h.Game(p.Game); g != nil {
			h.End(g, Ending{Text: "Game aborted by mutual agreement"})
		}
	case 2:
		if o == nil {
			return
		}
		if g := h.SeeGame(o.Game); g != nil && h.RefusesObserver(id, g) == MayObserve {
			h.Observe(id, g.Record.Number)
		}
	case 3:
		if list := h.SeeSession(id).Observing; len(list) > 0 {
			h.Unobserve(id, list[0])
		}
	case 4:
		if o != nil && who != other {
			h.SetTypist(id)
			h.Follow(other)
		}
	case 5:
		h.Hangup(id)
	}
}

func watchersAgree(h *hall) error {
	for id, s := range h.Sessions() {
		for _, n := range s.Observing {
			g := h.SeeGame(n)
			if g == nil || !slices.Contains(g.Observers, id) || g.ColourOf(s.Key) >= 0 {
				return fmt.Errorf("%s observes game %d, which does not know or is his own", s.Key, n)
			}
		}
		if (s.Primary == 0) != (len(s.Observing) == 0) || s.Primary != 0 && !slices.Contains(s.Observing, s.Primary) {
			return fmt.Errorf("%s: primary %d of %v", s.Key, s.Primary, s.Observing)
		}
		if len(s.Observing) > h.cfg.MaxObserve {
			return fmt.Errorf("%s observes %v", s.Key, s.Observing)
		}
		if s.Following != "" && !h.SeePlayer(s.Following).Online() {
			return fmt.Errorf("%s follows %s, who is not here", s.Key, s.Following)
		}
	}
	for n, g := range h.Games() {
		for i, id := range g.Observers {
			s := h.SeeSession(id)
			if s == nil || !slices.Contains(s.Observing, n) || slices.Contains(g.Observers[:i], id) {
				return fmt.Errorf("game %d: observers %v", n, g.Observers)
			}
		}
	}
	return nil
}

// TestStartBoard: the first position of a record, with what the clocks had.
func TestStartBoard(t *testing.T) {
	r := &storage.Game{Variant: "atomic", White: storage.Side{Inc: 2000, Clock: 5}, Black: storage.Side{Base: 60_000}}
	b, err := StartBoard(r)
	if err != nil || b.Clock != [2]int64{10_000, 60_000} || b.Position.FullMove() != 1 {
		t.Errorf("%+v, %v", b, err)
	}
	for _, spoilt := range []*storage.Game{{Variant: "draughts"}, {Variant: "atomic", StartFEN: "8/8"}} {
		if _, err := StartBoard(spoilt); err == nil {
			t.Errorf("%+v was taken", spoilt)
		}
	}
}

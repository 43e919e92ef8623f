package world

import (
	"fmt"
	"slices"
	"testing"

	"epicenter/rules"
	"epicenter/storage"
)

// hall is a world with people in it, in one long turn.
type hall struct {
	*Turn
	next SessionID
}

func newHall(names ...string) *hall {
	w := New(Config{MaxSeeks: 3, NumberReuse: 60_000, MaxMoves: 800, Grace: 60_000}, 1_000_000, 1)
	h := &hall{Turn: w.Begin(Input{At: 1_000_000, Seed: 1}, nil)}
	for _, n := range names {
		h.enter(n)
	}
	return h
}

// enter lets a guest in.
func (h *hall) enter(name string) *Player {
	h.next++
	if how := h.Connect(Connected{Session: h.next, Handle: name}); how != Admitted {
		panic(fmt.Sprintf("%s: %v", name, how))
	}
	return h.Player(storage.Key(name))
}

// register makes somebody a registered player with a rating in a category.
func (h *hall) register(key string, points int, category string) {
	h.Player(key).Guest, h.Player(key).Titles = false, ""
	a := h.Account(key)
	a.Version = 1
	a.Ratings = map[string]storage.Rating{
		category: {Rating: points * 100, RD: 60_00, Last: h.At, Win: 10, Loss: 10, Draw: 10, Active: true},
	}
}

// told returns the facts of one type that a person has been told so far.
func told[F Fact](h *hall, key string) (facts []F) {
	id := h.SeePlayer(key).Session
	for _, o := range h.Outputs() {
		if f, ok := o.Fact.(F); ok && slices.Contains(o.To, id) {
			facts = append(facts, f)
		}
	}
	return facts
}

func terms(variant string, minutes, seconds int, colour Colour) Terms {
	return Terms{Variant: rules.Lookup(variant), Minutes: minutes, Seconds: seconds, Colour: colour}
}

func ad(key string, m Terms) Seek { return Seek{Key: key, Terms: m, High: 9999} }

func TestWhoSeesAnAd(t *testing.T) {
	h := newHall("alice", "bob", "carl", "dora", "eve", "fred", "gus", "hal")
	for _, key := range []string{"alice", "bob", "carl"} {
		h.register(key, 1500, "blitz")
	}
	h.Player("carl").Vars[VarSeek] = 0                                          // wants no ads
	h.Account("eve").Lists = map[string][]string{"censor": {"alice"}}           // hears nothing of her
	h.Account("alice").Lists = map[string][]string{"noplay": {"Fred"}}          // shall not play
	h.StartGame(terms("chess", 1, 0, AnyColour), "gus", "hal")                  // play
	h.Session(h.Player("carl").Session).IVars = IVars(0).With(ISeekInfo, false) // nothing
	h.Session(h.Player("gus").Session).IVars = IVars(0).With(ISeekInfo, true)   // but plays
	_, saw := h.PostSeek(ad("alice", terms("chess", 5, 0, AnyColour)))          // unrated
	seers := func(s Seek) (names []string) {
		for _, id := range h.seersOf(&s) {
			names = append(names, h.SeeSession(id).Handle)
		}
		return names
	}
	if got, want := seers(ad("alice", terms("chess", 5, 0, AnyColour))), []string{"bob", "dora"}; saw != 2 || !slices.Equal(got, want) {
		t.Errorf("%d saw the ad, %v, want %v", saw, got, want)
	}
	rated := ad("alice", terms("chess", 5, 0, AnyColour))
	rated.Terms.Rated = true
	if got := seers(rated); !slices.Equal(got, []string{"bob"}) {
		t.Errorf("the rated ad is seen by %v, want bob alone: guests cannot answer it", got)
	}
	rated.Low = 1501
	if got := seers(rated); len(got) != 0 {
		t.Errorf("an ad for better players is seen by %v", got)
	}
	// Programs rely on seekinfo alone.
	h.Session(h.Player("carl").Session).IVars = IVars(0).With(ISeekInfo, true)
	if got := seers(ad("alice", terms("chess", 5, 0, AnyColour))); !slices.Contains(got, "carl") {
		t.Errorf("carl has seekinfo but is not among %v", got)
	}
	if got := told[SeekPosted](h, "alice"); len(got) != 0 {
		t.Errorf("alice is told of her own ad: %v", got)
	}
	h.Player("alice").Vars[VarShowOwnSeek] = 1
	h.PostSeek(ad("alice", terms("atomic", 5, 0, AnyColour)))
	if got := told[SeekPosted](h, "alice"); len(got) != 1 || !got[0].Own {
		t.Errorf("alice wants to see her own ads but is told %v", got)
	}
}

func TestMatchingSeeks(t *testing.T) {
	atomic := terms("atomic", 5, 0, AnyColour)
	rated := atomic
	rated.Rated = true
	white, black := atomic, atomic
	white.Colour, black.Colour = WantsWhite, WantsBlack
	tests := []struct {
		name        string
		there, here Seek
		want        bool
	}{
		{"same", ad("bob", atomic), ad("alice", atomic), true},
		{"own", ad("alice", atomic), ad("alice", atomic), false},
		{"other variant", ad("bob", terms("chess", 5, 0, AnyColour)), ad("alice", atomic), false},
		{"other time", ad("bob", terms("atomic", 5, 1, AnyColour)), ad("alice", atomic), false},
		{"rated", ad("bob", rated), ad("alice", atomic), false},
		{"both rated", ad("bob", rated), ad("alice", rated), true},
		{"both white", ad("bob", white), ad("alice", white), false},
		{"white and black", ad("bob", white), ad("alice", black), true},
		{"white and any", ad("bob", white), ad("alice", atomic), true},
		{"his range", Seek{Key: "bob", Terms: atomic, Low: 1451, High: 9999}, ad("alice", atomic), false},
		{"at its edge", Seek{Key: "bob", Terms: atomic, Low: 1450, High: 1450}, ad("alice", atomic), true},
		{"my range", ad("bob", atomic), Seek{Key: "alice", Terms: atomic, High: 1549}, false},
		{"noplay", ad("carl", atomic), ad("alice", atomic), false},
		{"computers", ad("mac", atomic), ad("eve", atomic), false},
		{"a computer", ad("mac", atomic), ad("alice", atomic), true},
	}
	for _, tt := range tests {
		h := newHall("alice", "bob", "carl", "mac", "eve")
		h.register("alice", 1450, "atomic")
		h.register("bob", 1550, "atomic")
		h.Account("carl").Lists = map[string][]string{"noplay": {"alice"}}
		h.Player("mac").Titles, h.Player("eve").Titles = "(C)", "(C)"
		h.PostSeek(tt.there)
		if got := len(h.MatchingSeeks(&tt.here)) == 1; got != tt.want {
			t.Errorf("%s: matches %v, want %v", tt.name, got, tt.want)
		}
	}
}

// TestMatchingSeeksOrder wants those that start a game first, older before
// newer.
func TestMatchingSeeksOrder(t *testing.T) {
	h := newHall("alice", "bob", "carl", "dora", "eve")
	m := terms("atomic960", 3, 0, AnyColour)
	for _, s := range []Seek{
		{Key: "bob", Terms: m, High: 9999, Manual: true},
		{Key: "carl", Terms: m, High: 9999},
		{Key: "dora", Terms: m, High: 9999, Manual: true},
		{Key: "eve", Terms: m, High: 9999},
	} {
		h.PostSeek(s)
	}
	s := ad("alice", m)
	var got []string
	for _, o := range h.MatchingSeeks(&s) {
		got = append(got, o.Key)
	}
	if want := []string{"carl", "eve", "bob", "dora"}; !slices.Equal(got, want) {
		t.Errorf("order %v, want %v", got, want)
	}
}

// TestLeavingTellsOfAds lets the owner of ads go: everybody who saw one of them
// is told once, of all.
func TestLeavingTellsOfAds(t *testing.T) {
	h := newHall("alice", "bob", "carl")
	h.PostSeek(ad("alice", terms("chess", 5, 0, AnyColour)))
	h.PostSeek(ad("alice", terms("atomic", 5, 0, AnyColour)))
	h.PostSeek(ad("bob", terms("atomic", 9, 0, AnyColour)))
	h.Hangup(h.Player("alice").Session)
	for _, key := range []string{"bob", "carl"} {
		got := told[SeeksRemoved](h, key)
		if len(got) != 1 || !slices.Equal(got[0].Numbers, []int{1, 2}) {
			t.Errorf("%s is told %v, want 1 2", key, got)
		}
	}
	if n := h.seeks.Len(); n != 1 {
		t.Errorf("%d ads are left, want bob's", n)
	}
}

// TestListComesAfterTheGame sends the ads anew to a program whose person has
// finished a game, and none while it lasted (docs/protocol.md §7.5).
func TestListComesAfterTheGame(t *testing.T) {
	h := newHall("alice", "bob", "carl")
	h.Session(h.Player("alice").Session).IVars = IVars(0).With(ISeekInfo, true)
	g := h.StartGame(terms("chess", 5, 0, AnyColour), "alice", "bob")
	h.PostSeek(ad("carl", terms("chess", 5, 0, AnyColour)))
	h.ListSeeks(h.Player("alice").Session)
	if got := told[SeekList](h, "alice"); len(got) != 0 || len(told[SeekPosted](h, "alice")) != 0 {
		t.Fatalf("alice is told of ads while she plays: %v", got)
	}
	h.End(g, AbortMoveOne)
	if got := told[SeekList](h, "alice"); len(got) != 1 || len(got[0].Ads) != 1 || got[0].Ads[0].Handle != "carl" {
		t.Errorf("after the game alice is told %v", got)
	}
	if got := told[SeekList](h, "bob"); len(got) != 0 {
		t.Errorf("bob, who has no seekinfo, is told %v", got)
	}
}

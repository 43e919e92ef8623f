package world

import (
	"slices"
	"testing"

	"epicenter/rules"
)

func (h *hall) play(g *Game, text string) {
	m, err := g.Position.ParseMove(text, rules.MoveText{})
	if err != nil {
		panic(text + ": " + err.Error())
	}
	h.Move(g, m)
}

func numbersOf(offers []*Offer) (n []int) {
	for _, o := range offers {
		n = append(n, o.Number)
	}
	return n
}

// TestMovesAnswerOffers lets a move decline what was offered to the mover, and
// void his own wish to take back; his other offers stand until the opponent
// moves (docs/protocol.md §3.2).
func TestMovesAnswerOffers(t *testing.T) {
	h := newHall("alice", "bob", "carl")
	g := h.StartGame(terms("chess", 5, 0, AnyColour), "alice", "bob")
	h.play(g, "e4")
	h.play(g, "e5")
	offer := func(kind OfferKind, from, to string) {
		h.MakeOffer(Offer{Kind: kind, From: from, To: to, Game: g.Record.Number, Plies: 1})
	}
	offer(OfferDraw, "alice", "bob")     // 1
	offer(OfferTakeback, "alice", "bob") // 2
	offer(OfferAbort, "bob", "alice")    // 3
	h.play(g, "Nf3")
	if got := numbersOf(h.FindOffers(OfferFilter{})); !slices.Equal(got, []int{1}) {
		t.Fatalf("after her move %v stand, want her draw offer alone", got)
	}
	ends := func(key string) (ends []OfferEnd) {
		for _, f := range told[OfferAnswered](h, key) {
			ends = append(ends, f.End)
		}
		return ends
	}
	if got := ends("bob"); !slices.Equal(got, []OfferEnd{OfferWithdrawn, OfferDeclined}) {
		t.Errorf("bob is told %v", got)
	}
	if got := ends("alice"); len(got) != 0 {
		t.Errorf("alice, whose board says it, is told %v", got)
	}
	h.play(g, "Nc6")
	if got := h.FindOffers(OfferFilter{}); len(got) != 0 {
		t.Errorf("after the answer %v stand", numbersOf(got))
	}
	gone := 0
	for _, f := range told[OfferGone](h, "alice") {
		gone += f.Number
	}
	if gone != 1+2+3 {
		t.Errorf("alice is told that offers of the sum %d are gone, want 6", gone)
	}
}

func TestOffersEndWithTheirGame(t *testing.T) {
	h := newHall("alice", "bob", "carl", "dora")
	g := h.StartGame(terms("chess", 5, 0, AnyColour), "alice", "bob")
	h.MakeOffer(Offer{Kind: OfferDraw, From: "alice", To: "bob", Game: g.Record.Number})
	h.MakeOffer(Offer{Kind: OfferMatch, From: "carl", To: "dora", Terms: terms("chess", 1, 0, AnyColour)})
	h.End(g, Resignation(White))
	if got := numbersOf(h.FindOffers(OfferFilter{})); !slices.Equal(got, []int{2}) {
		t.Errorf("%v stand, want the match offer of the others", got)
	}
	if got := told[OfferAnswered](h, "bob"); len(got) != 0 {
		t.Errorf("bob is told %v of an offer that lapsed", got)
	}
	if got := h.MakeOffer(Offer{Kind: OfferMatch, From: "carl", To: "alice", Terms: terms("chess", 1, 0, AnyColour)}).Number; got != 3 {
		t.Errorf("number %d is given, want 3: 1 rests for a minute", got)
	}
}

func TestFindOffers(t *testing.T) {
	h := newHall("alice", "bob", "carl")
	m := terms("chess", 1, 0, AnyColour)
	h.MakeOffer(Offer{Kind: OfferMatch, From: "alice", To: "bob", Terms: m})
	h.MakeOffer(Offer{Kind: OfferMatch, From: "carl", To: "bob", Terms: m})
	h.MakeOffer(Offer{Kind: OfferMatch, From: "alice", To: "carl", Terms: m})
	h.MakeOffer(Offer{Kind: OfferDraw, From: "alice", To: "bob", Game: 7})
	tests := []struct {
		filter OfferFilter
		want   []int
	}{
		{OfferFilter{}, []int{1, 2, 3, 4}},
		{OfferFilter{From: "alice"}, []int{1, 3, 4}},
		{OfferFilter{To: "bob"}, []int{1, 2, 4}},
		{OfferFilter{Game: 7}, []int{4}},
		{OfferFilter{To: "bob", Kind: OfferMatch, OfKind: true}, []int{1, 2}},
		{OfferFilter{From: "bob"}, nil},
	}
	for _, tt := range tests {
		if got := numbersOf(h.FindOffers(tt.filter)); !slices.Equal(got, tt.want) {
			t.Errorf("%+v finds %v, want %v", tt.filter, got, tt.want)
		}
	}
	if o := h.FindOffer(OfferMatch, "bob", "alice"); o != nil {
		t.Errorf("found %v", o)
	}
}

// TestStartVoidsWhatIsOpen starts a game between two people who have a lot
// going on: nothing is left of it, and each of the others is told once
// (docs/protocol.md §3.1).
func TestStartVoidsWhatIsOpen(t *testing.T) {
	h := newHall("alice", "bob", "carl", "dora", "eve", "fred")
	m := terms("chess", 1, 0, AnyColour)
	g := h.StartGame(m, "eve", "fred")
	for _, key := range []string{"alice", "bob"} {
		h.PostSeek(ad(key, terms("atomic", 3, 0, AnyColour)))
		s := h.Session(h.Player(key).Session)
		s.Observing, g.Observers = []int{1}, append(g.Observers, s.ID)
	}
	h.Player("bob").Vars[VarUnobserve] = 3 // goes on observing
	h.MakeOffer(Offer{Kind: OfferMatch, From: "alice", To: "carl", Terms: m})
	h.MakeOffer(Offer{Kind: OfferMatch, From: "dora", To: "bob", Terms: m})
	h.MakeOffer(Offer{Kind: OfferMatch, From: "bob", To: "alice", Terms: m})
	h.StartGame(m, "alice", "bob")
	if h.seeks.Len() != 0 || h.offers.Len() != 0 {
		t.Errorf("%d ads and %d offers are left", h.seeks.Len(), h.offers.Len())
	}
	if got := told[ObserverRemoved](h, "alice"); len(got) != 1 {
		t.Errorf("alice is told %v", got)
	}
	if got := told[ObserverRemoved](h, "bob"); len(got) != 0 || !slices.Equal(g.Observers, []SessionID{h.Player("bob").Session}) {
		t.Errorf("bob is told %v; observers are %v", got, g.Observers)
	}
	if got := told[ChallengerGone](h, "carl"); len(got) != 1 || got[0] != (ChallengerGone{Handle: "alice", Joined: "bob"}) {
		t.Errorf("carl is told %v", got)
	}
	if got := told[ChallengerGone](h, "dora"); len(got) != 1 || got[0] != (ChallengerGone{Handle: "bob", Mine: true, Joined: "alice"}) {
		t.Errorf("dora is told %v", got)
	}
	if got := append(told[ChallengeDropped](h, "alice"), told[ChallengeDropped](h, "bob")...); len(got) != 2 ||
		got[0] != (ChallengeDropped{"carl", true}) || got[1] != (ChallengeDropped{"dora", false}) {
		t.Errorf("the two are told %v", got)
	}
}

// TestForecastIsWhatIsApplied plays rated games to every result: the change is
// the one that was announced.
func TestForecastIsWhatIsApplied(t *testing.T) {
	for result, ending := range map[string]Ending{
		"win": Resignation(Black), "loss": Resignation(White), "draw": DrawAgreed,
	} { // order does not matter: each is a world of its own
		h := newHall("alice", "bob")
		h.register("alice", 1523, "blitz")
		h.register("bob", 1611, "blitz")
		m := terms("chess", 5, 0, WantsWhite)
		m.Rated = true
		p := h.Proposal(h.MakeOffer(Offer{Kind: OfferMatch, From: "alice", To: "bob", Terms: m})).Match
		g := h.StartMatch(m, "alice", "bob")
		h.At += 3_600_000
		h.End(g, ending)
		f := told[GameEnded](h, "alice")[0]
		white := map[string]int{"win": p.Forecast[0].Win, "loss": p.Forecast[0].Loss, "draw": p.Forecast[0].Draw}[result]
		black := map[string]int{"win": p.Forecast[1].Loss, "loss": p.Forecast[1].Win, "draw": p.Forecast[1].Draw}[result]
		if f.After[White]-f.Before[White] != white || f.After[Black]-f.Before[Black] != black {
			t.Errorf("%s: %v → %v, announced %+d and %+d", result, f.Before, f.After, white, black)
		}
		if rd := h.Account("alice").Ratings["blitz"].RD; rd != p.Forecast[0].RD {
			t.Errorf("%s: RD %d, announced %d", result, rd, p.Forecast[0].RD)
		}
	}
}

func TestMeetsOffer(t *testing.T) {
	either, white, black := terms("atomic", 5, 0, AnyColour), terms("atomic", 5, 0, WantsWhite), terms("atomic", 5, 0, WantsBlack)
	tests := []struct {
		mine, his Terms
		want      bool
	}{
		{either, either, true},
		{either, white, true},
		{white, black, true},
		{white, either, false}, // he may want to think about that
		{white, white, false},
		{either, terms("atomic", 5, 1, AnyColour), false},
		{either, terms("atomic960", 5, 0, AnyColour), false},
	}
	for _, tt := range tests {
		if got := tt.mine.MeetsOffer(tt.his); got != tt.want {
			t.Errorf("%v meets %v: %v", tt.mine.Colour, tt.his.Colour, got)
		}
	}
}

// TestStartMatchColours gives the colours that the terms wish for.
func TestStartMatchColours(t *testing.T) {
	for colour, white := range map[Colour]string{WantsWhite: "alice", WantsBlack: "bob"} { // order does not matter
		h := newHall("alice", "bob")
		if g := h.StartMatch(terms("chess", 5, 0, colour), "alice", "bob"); g.Record.White.Handle != white {
			t.Errorf("alice wants %v, but White is %s", colour, g.Record.White.Handle)
		}
	}
	h := newHall("alice", "bob")
	h.Account("alice").Colours = map[string]int{"blitz": 1}
	if g := h.StartMatch(terms("chess", 5, 0, AnyColour), "alice", "bob"); g.Record.White.Handle != "bob" {
		t.Error("White is alice, who had it more often")
	}
}

// TestRematchTermsSwap remembers a game with the other colour, also after the
// sides were switched.
func TestRematchTermsSwap(t *testing.T) {
	h := newHall("alice", "bob")
	m := Terms{Variant: rules.Lookup("atomic"), Odds: true, Minutes: 3, Seconds: 2, OddsMinutes: 5}
	g := h.StartGame(m, "alice", "bob")
	h.SwitchSides(g)
	h.End(g, AbortMoveOne)
	m.Colour = WantsWhite
	if got, ok := h.RematchTerms("alice", "bob"); !ok || got != m {
		t.Errorf("alice's rematch is %+v, want %+v", got, m)
	}
	m.Colour = WantsBlack
	if got, ok := h.RematchTerms("bob", "alice"); !ok || got != m {
		t.Errorf("bob's rematch is %+v, want %+v", got, m)
	}
	if _, ok := h.RematchTerms("alice", "carl"); ok {
		t.Error("alice has not played carl")
	}
}

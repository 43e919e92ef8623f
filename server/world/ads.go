package world

// ChallengeDropped tells somebody who starts a game that one of his challenges
// is void.
type ChallengeDropped struct {
	Other string // handle
	Mine  bool   // he had made it
}

// ChallengerGone tells somebody that the other side of a challenge is not to be
// had any more.
type ChallengerGone struct {
	Handle string
	Mine   bool   // the receiver had made the challenge
	Joined string // the handle with whom a game was started; empty: departed
}

func (ChallengeDropped) fact()      {}
func (ChallengeDropped) offerFact() {}
func (ChallengerGone) fact()        {}
func (ChallengerGone) offerFact()   {}

// leaveEverything takes away what two people have open when they start a game
// with each other, in the order in which clients expect to be told: ads,
// observed games, challenges (docs/protocol.md §3.1).
func (t *Turn) leaveEverything(white, black string) {
	pair := [2]string{white, black}
	for _, key := range pair {
		t.RemoveSeeks(t.SeeksOf(key)...)
	}
	for _, key := range pair {
		t.leaveObserved(key, leaveForPlay)
	}
	for i, key := range pair {
		t.dropChallenges(key, pair[1-i])
	}
}

// Values of the variable unobserve that give observed games up, besides 0, which
// does it for any game, when one is played or examined; 3 never does
// (docs/protocol.md §6.1).
const (
	leaveForPlay = 1
	leaveForExam = 2
)

// leaveObserved stops a player from observing games for a reason, unless he wants
// to go on.
func (t *Turn) leaveObserved(key string, why int16) {
	p := t.players.See(key)
	if !p.Online() || p.Vars[VarUnobserve] != 0 && p.Vars[VarUnobserve] != why {
		return
	}
	s := t.SeeSession(p.Session)
	if s == nil {
		return
	}
	for _, n := range append([]int(nil), s.Observing...) {
		t.stopObserving(s.ID, n)
		t.Tell(ObserverRemoved{n}, s.ID)
	}
}

// dropChallenges voids all challenges of somebody who starts a game with
// another: first those that he has made, then those made to him.
func (t *Turn) dropChallenges(key, with string) {
	me, joined := t.handleOf(key), t.handleOf(with)
	for _, mine := range []bool{true, false} {
		for _, o := range t.challenges(key, mine) {
			other := o.To
			if !mine {
				other = o.From
			}
			if other != with {
				t.TellPlayer(key, ChallengeDropped{Other: t.handleOf(other), Mine: mine})
				t.TellPlayer(other, ChallengerGone{Handle: me, Mine: !mine, Joined: joined})
			}
			t.RemoveOffer(o.Number, OfferLapsed)
		}
	}
}

// challenges are the match offers that somebody has made, or has been made.
func (t *Turn) challenges(key string, mine bool) []*Offer {
	f := OfferFilter{Kind: OfferMatch, OfKind: true}
	if mine {
		f.From = key
	} else {
		f.To = key
	}
	return t.FindOffers(f)
}

// leaveAds takes away the ads and challenges of somebody who has left.
func (t *Turn) leaveAds(key string) {
	t.RemoveSeeks(t.SeeksOf(key)...)
	me := t.handleOf(key)
	for _, mine := range []bool{true, false} {
		for _, o := range t.challenges(key, mine) {
			other := o.To
			if !mine {
				other = o.From
			}
			t.TellPlayer(other, ChallengerGone{Handle: me, Mine: !mine})
			t.RemoveOffer(o.Number, OfferLapsed)
		}
	}
}

package world

// Proposal is an offer with the names and, for a match, the figures that its
// texts need.
type Proposal struct {
	Offer    Offer
	From, To string // handles
	Match    Match
}

// Party is one of those who are told of an offer.
type Party uint8

// The parties.
const (
	Maker    Party = iota // who made the offer
	Taker                 // to whom it was made
	Onlooker              // who observes the game that it is about
)

// OfferMade tells a party of a new offer.
type OfferMade struct {
	Proposal
	Party Party
}

// OfferListed is the machine line of an offer, for the maker or the taker
// (docs/protocol.md §7.6, <pt> and <pf>).
type OfferListed struct {
	Proposal
	Party Party
}

// OfferGone is the machine line that takes an offer off the list (<pr>).
type OfferGone struct{ Number int }

// OfferAnswered tells a party that an offer was accepted, declined or
// withdrawn.
type OfferAnswered struct {
	Kind     OfferKind
	From, To string // handles
	Game     int
	End      OfferEnd
	Party    Party
}

func (OfferMade) fact()          {}
func (OfferMade) offerFact()     {}
func (OfferListed) fact()        {}
func (OfferListed) offerFact()   {}
func (OfferGone) fact()          {}
func (OfferGone) offerFact()     {}
func (OfferAnswered) fact()      {}
func (OfferAnswered) offerFact() {}

// MakeOffer numbers an offer, keeps it and tells its maker, its taker and, when
// it is about a game, those who observe it (docs/protocol.md §3.2). Whether it
// may be made is the caller's to know.
func (t *Turn) MakeOffer(o Offer) *Offer {
	o.Number = t.state.offerNos.give(t.At, func(n int) bool { return t.offers.See(n) != nil })
	o.At = t.At
	made := &o
	t.offers.Put(o.Number, made)
	p := t.Proposal(made)
	t.TellPlayer(o.From, OfferMade{p, Maker})
	t.TellPlayer(o.From, OfferListed{p, Maker})
	t.TellPlayer(o.To, OfferMade{p, Taker})
	t.TellPlayer(o.To, OfferListed{p, Taker})
	if g := t.SeeGame(o.Game); g != nil {
		t.TellObservers(g, OfferMade{p, Onlooker})
	}
	return made
}

// RemoveOffer ends an offer and tells all parties how: in words unless it
// lapsed, and those with pendinfo in <pr>.
func (t *Turn) RemoveOffer(number int, end OfferEnd) { t.removeOffer(number, end, "") }

// removeOffer is RemoveOffer that leaves the words away for one person, whose
// board says it all.
func (t *Turn) removeOffer(number int, end OfferEnd, quiet string) {
	o := t.offers.See(number)
	if o == nil {
		return
	}
	t.offers.Remove(number)
	t.state.offerNos.back(number, t.At+t.cfg.NumberReuse)
	if end != OfferLapsed {
		t.tellAnswer(o, end, quiet)
	}
	t.TellPlayer(o.From, OfferGone{number})
	t.TellPlayer(o.To, OfferGone{number})
}

func (t *Turn) tellAnswer(o *Offer, end OfferEnd, quiet string) {
	f := OfferAnswered{Kind: o.Kind, From: t.handleOf(o.From), To: t.handleOf(o.To), Game: o.Game, End: end}
	if quiet != o.From {
		f.Party = Maker
		t.TellPlayer(o.From, f)
	}
	if quiet != o.To {
		f.Party = Taker
		t.TellPlayer(o.To, f)
	}
	if g := t.SeeGame(o.Game); g != nil {
		f.Party = Onlooker
		t.TellObservers(g, f)
	}
}

// handleOf is the spelling of a person's handle.
func (t *Turn) handleOf(key string) string {
	if p := t.players.See(key); p != nil {
		return p.Handle
	}
	if a := t.SeeAccount(key); a != nil {
		return a.Handle
	}
	return key
}

// Proposal is an offer with what its texts need.
func (t *Turn) Proposal(o *Offer) Proposal {
	p := Proposal{Offer: *o, From: t.handleOf(o.From), To: t.handleOf(o.To)}
	if o.Kind == OfferMatch {
		p.Match = t.matchOf(o)
	}
	return p
}

// OfferFilter picks offers; what is left at its zero value picks all.
type OfferFilter struct {
	From, To string // keys
	Game     int
	Kind     OfferKind
	OfKind   bool // Kind counts
}

func (f OfferFilter) fits(o *Offer) bool {
	return (f.From == "" || f.From == o.From) && (f.To == "" || f.To == o.To) &&
		(f.Game == 0 || f.Game == o.Game) && (!f.OfKind || f.Kind == o.Kind)
}

// FindOffers returns the offers that fit, in the order of their numbers. They
// are not to be changed.
func (t *Turn) FindOffers(f OfferFilter) (found []*Offer) {
	for _, o := range t.Offers() {
		if f.fits(o) {
			found = append(found, o)
		}
	}
	return found
}

// FindOffer returns the offer of a kind from one person to another, nil when
// there is none.
func (t *Turn) FindOffer(kind OfferKind, from, to string) *Offer {
	found := t.FindOffers(OfferFilter{From: from, To: to, Kind: kind, OfKind: true})
	if len(found) == 0 {
		return nil
	}
	return found[0]
}

// ListOffers sends a session the machine lines of all offers that stand: what
// `iset pendinfo 1` brings (docs/protocol.md §7.6).
func (t *Turn) ListOffers(id SessionID) {
	s := t.SeeSession(id)
	if s == nil {
		return
	}
	for _, o := range t.Offers() {
		switch s.Key {
		case o.From:
			t.Tell(OfferListed{t.Proposal(o), Maker}, id)
		case o.To:
			t.Tell(OfferListed{t.Proposal(o), Taker}, id)
		}
	}
}

// dropOffersAfterMove takes away the offers that a move answers: those made to
// the mover are declined by it, and his own wish to take back half-moves is
// void, because it counted from another position (docs/protocol.md §3.2). The
// mover is told by the board alone.
func (t *Turn) dropOffersAfterMove(g *Game, mover int) {
	if t.offers.Len() == 0 {
		return
	}
	me := g.KeyOf(mover)
	for _, o := range t.FindOffers(OfferFilter{Game: g.Record.Number}) {
		switch {
		case o.To == me:
			t.removeOffer(o.Number, OfferDeclined, me)
		case o.Kind == OfferTakeback:
			t.removeOffer(o.Number, OfferWithdrawn, me)
		}
	}
}

// dropOffersOfGame takes away all offers about a game that is over.
func (t *Turn) dropOffersOfGame(g *Game) {
	for _, o := range t.FindOffers(OfferFilter{Game: g.Record.Number}) {
		t.RemoveOffer(o.Number, OfferLapsed)
	}
}

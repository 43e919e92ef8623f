package world

// leaveEverything takes away what two people have open when they start a game
// with each other: seeks and offers (docs/protocol.md §3.1).
func (t *Turn) leaveEverything(white, black string) {
	t.leaveAds(white)
	t.leaveAds(black)
}

// leaveAds removes all seeks and match offers of a person.
func (t *Turn) leaveAds(key string) {
	for n, s := range t.Seeks() {
		if s.Key == key {
			t.seeks.Remove(n)
			t.state.seekNos.back(n, t.At+t.cfg.NumberReuse)
		}
	}
	for n, o := range t.Offers() {
		if o.Kind == OfferMatch && (o.From == key || o.To == key) {
			t.offers.Remove(n)
			t.state.offerNos.back(n, t.At+t.cfg.NumberReuse)
		}
	}
}

// dropOffersAfterMove takes away the offers that a move answers: those made to
// the mover are declined by it.
func (t *Turn) dropOffersAfterMove(g *Game, mover int) {
	for n, o := range t.Offers() {
		if o.Game == g.Record.Number && o.To == g.KeyOf(mover) {
			t.offers.Remove(n)
			t.state.offerNos.back(n, t.At+t.cfg.NumberReuse)
		}
	}
}

// dropOffersOfGame takes away all offers about a game that is over.
func (t *Turn) dropOffersOfGame(g *Game) {
	for n, o := range t.Offers() {
		if o.Game == g.Record.Number {
			t.offers.Remove(n)
			t.state.offerNos.back(n, t.At+t.cfg.NumberReuse)
		}
	}
}

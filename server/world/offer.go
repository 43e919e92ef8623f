package world

// Offer is what one player proposes to another.
type Offer struct {
	Number   int
	Kind     OfferKind
	From, To string // keys
	Terms    Terms  // of a match
	// Resumes is the id of the adjourned game that a match request would go
	// on with, 0 for a new game.
	Resumes uint64
	Plies   int // of a takeback
	Game    int // number of the game that it is about, 0 for a match
	At      int64
}

// OfferKind is the kind of an offer.
type OfferKind uint8

// The kinds, in the words of `accept t TYPE` and <pf> (docs/protocol.md §7.6).
const (
	OfferMatch OfferKind = iota
	OfferDraw
	OfferAbort
	OfferAdjourn
	OfferTakeback
	OfferSwitch
	OfferPause
	OfferUnpause
	numOfferKinds
)

var offerWords = [numOfferKinds]string{
	"match", "draw", "abort", "adjourn", "takeback", "switch", "pause", "unpause",
}

func (k OfferKind) String() string { return offerWords[k] }

func (o *Offer) clone() *Offer { c := *o; return &c }

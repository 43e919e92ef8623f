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
	How     OfferHow
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

// OfferKinds are the words of all kinds.
func OfferKinds() []string { return offerWords[:] }

// OfferKindOf returns the kind that a word names.
func OfferKindOf(word string) (OfferKind, bool) {
	for k, w := range offerWords {
		if w == word {
			return OfferKind(k), true
		}
	}
	return 0, false
}

// OfferHow says how an offer stands to those before it.
type OfferHow uint8

// The ways.
const (
	OfferNew     OfferHow = iota
	OfferUpdate           // it replaces an own offer to the same person
	OfferCounter          // it replaces an offer of the other person
)

// OfferEnd says how an offer came to its end.
type OfferEnd uint8

// The ends.
const (
	OfferAccepted OfferEnd = iota
	OfferDeclined
	OfferWithdrawn
	OfferLapsed // its occasion has gone; nobody is told but in <pr>
)

func (o *Offer) clone() *Offer { c := *o; return &c }

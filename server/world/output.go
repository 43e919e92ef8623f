package world

// Output is one thing for people to learn, in the order in which the turn
// brought it forth. Exactly one of Text, Fact and Do is set.
type Output struct {
	// To are the receivers; each appears once.
	To []SessionID
	// Text answers the typist; it ends with a line end and is wrapped at the
	// receiver's width unless Raw.
	Text string
	Raw  bool
	// Fact is rendered for each receiver's look.
	Fact Fact
	// Do is an instruction to the receiver's connection.
	Do Do
}

// Do is an instruction to a connection.
type Do uint8

// The instructions.
const (
	DoNothing Do = iota
	DoHide       // stop showing what is typed: a password follows
	DoShow       // show it again
	DoClose      // close once everything queued has left
	DoPing       // ask a timeseal client for its clock, in front of what follows
	DoFail       // end with a status that tells a script of the refusal; DoClose follows
)

// Fact is something that more than one person can learn. Each family of facts
// is declared beside its verbs and rendered in the file of package render that
// bears the same name.
type Fact interface{ fact() }

// The families of facts; render has one function for each.
type (
	// GameFact concerns a board: starts, moves, ends, observers.
	GameFact interface{ gameFact() }
	// SeekFact concerns seek ads.
	SeekFact interface{ seekFact() }
	// OfferFact concerns offers between two players.
	OfferFact interface{ offerFact() }
	// TalkFact is something that a person said.
	TalkFact interface{ talkFact() }
	// PresenceFact is a coming or going.
	PresenceFact interface{ presenceFact() }
)

// Note is a plain sentence for somebody other than the typist, without a
// machine form. It ends without a line end.
type Note struct{ Text string }

func (Note) fact() {}

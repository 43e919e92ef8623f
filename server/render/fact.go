// Package render turns facts into text for a look: board styles, machine
// lines, tables, wrapping and dates. It changes nothing and asks nobody.
package render

import (
	"slices"

	"epicenter/server/outbox"
	"epicenter/server/world"
	"epicenter/storage"
)

// Eye is all that a rendering of a fact depends on: equal eyes see the same.
type Eye struct {
	Look world.Look
	View View
	// Own is set when the fact is about the receiver's own doing: his seek, his
	// offer, his words.
	Own bool
	// Player is set for the players of a game, as against its observers and
	// those who hear of all games.
	Player bool
	// Observer is set for those who observe the game, Examiner for those who
	// examine it.
	Observer, Examiner bool
}

// Rendered is a fact as text: lines that end with a line end, the first
// without one before it.
type Rendered struct {
	Text string
	// Full is the whole board in place of a Text that gives differences only.
	Full string
	// Board is followed by an empty line (docs/protocol.md §8.4a).
	Board bool
	// Gap is preceded by an empty line within a reply.
	Gap bool
	// Machine keeps a prompt of its own even within a reply (§8.4).
	Machine bool
	Class   outbox.Class
	Game    int
	// Bell is rung before the line end that comes before the text.
	Bell bool
}

// lead is the line end before a fact.
func (r Rendered) lead() string { return Lead(world.Look{Bell: r.Bell}) }

// Owned is a fact that its owner sees differently.
type Owned interface{ OwnerKey() string }

// OfGame is a fact about a game; it names the players and, for those that
// become part of what is drawn, whose move it is.
type OfGame interface {
	Sides() (white, black string, toMove int, number int)
}

// Fact renders a fact for an eye; an empty text is nothing to be sent.
func Fact(f world.Fact, e Eye) Rendered {
	switch f := f.(type) {
	case world.Note:
		return Rendered{Text: f.Text + "\n"}
	case world.GameFact:
		return gameFact(f, e)
	case world.SeekFact:
		return seekFact(f, e)
	case world.OfferFact:
		return offerFact(f, e)
	case world.TalkFact:
		return talkFact(f, e)
	case world.PresenceFact:
		return presenceFact(f, e)
	}
	return Rendered{}
}

// eyeOf says with which eye a session sees a fact.
func eyeOf(t *world.Turn, f world.Fact, id world.SessionID, look world.Look) Eye {
	e := Eye{Look: look}
	s := t.SeeSession(id)
	if s == nil {
		return e
	}
	if o, ok := f.(Owned); ok {
		e.Own = o.OwnerKey() == s.Key
	}
	g, ok := f.(OfGame)
	if !ok {
		return e
	}
	white, black, toMove, number := g.Sides()
	e.View.Flip = look.Flip
	if game := t.SeeGame(number); game != nil && game.Exam != nil {
		return examEye(e, game.Exam, s, number)
	}
	switch s.Key {
	case storage.Key(white):
		e.Player, e.View.Relation = true, relation(toMove == world.White)
	case storage.Key(black):
		e.Player, e.View.Relation = true, relation(toMove == world.Black)
		e.View.Flip = !look.Flip
	default:
		e.View.Relation = world.RelObserving
		for _, n := range s.Observing {
			e.Observer = e.Observer || n == number
		}
	}
	return e
}

// examEye says with which eye a session sees an examined game: the names of its
// players are a part of the picture, whoever bears them.
func examEye(e Eye, exam *world.Exam, s *world.Session, number int) Eye {
	e.Examiner = slices.Contains(exam.Examiners, s.ID)
	e.Observer = slices.Contains(s.Observing, number)
	e.View.Relation = world.RelExaminedO
	if e.Examiner {
		e.View.Relation = world.RelExamining
	}
	return e
}

func relation(toMove bool) world.Relation {
	if toMove {
		return world.RelToMove
	}
	return world.RelWaiting
}

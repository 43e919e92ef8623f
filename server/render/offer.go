package render

import (
	"fmt"
	"strings"

	"epicenter/server/world"
)

// offerFact renders what happens to offers between two people.
func offerFact(f world.OfferFact, e Eye) Rendered {
	switch f := f.(type) {
	case world.OfferMade:
		return offerMade(f, e.Look)
	case world.MatchIgnored:
		return Rendered{Text: "Ignoring (formula): " + MatchLine(f.Proposal, e.Look.ProvShow) + ".\n"}
	case world.OfferListed:
		return machine(e.Look.PendInfo, listed(f, e.Look))
	case world.OfferGone:
		return machine(e.Look.PendInfo, fmt.Sprintf("<pr> %d\n", f.Number))
	case world.OfferAnswered:
		return Rendered{Text: answered(f)}
	case world.ChallengeDropped:
		if f.Mine {
			return Rendered{Text: fmt.Sprintf("Challenge to %s withdrawn.\n", f.Other)}
		}
		return Rendered{Text: fmt.Sprintf("Challenge from %s removed.\n", f.Other)}
	case world.ChallengerGone:
		return Rendered{Text: challengerGone(f)}
	}
	return Rendered{}
}

// machine is a line for programs that asked for it, with a prompt of its own
// (docs/protocol.md §8.4).
func machine(wanted bool, line string) Rendered {
	if !wanted {
		return Rendered{}
	}
	return Rendered{Text: line, Machine: true, Gap: true}
}

// listed is <pt> or <pf> (docs/protocol.md §7.6).
func listed(f world.OfferListed, l world.Look) string {
	tag, name := "<pt>", f.To
	if f.Party == world.Taker {
		tag, name = "<pf>", f.From
	}
	return fmt.Sprintf("%s %d w=%s t=%s p=%s\n", tag, f.Offer.Number, name, f.Offer.Kind, parameters(f.Proposal, l))
}

func parameters(p world.Proposal, l world.Look) string {
	switch p.Offer.Kind {
	case world.OfferMatch:
		return matchLine(p, false, l)
	case world.OfferTakeback:
		return fmt.Sprint(p.Offer.Plies)
	}
	return "#"
}

// MatchLine is a match request as Issuing, Challenge, pending and <pf> show it
// (docs/clients.md §3.5): guests have no rating here, and the colour is that of
// who asks.
func MatchLine(p world.Proposal, provShow bool) string {
	return matchLine(p, provShow, world.Look{})
}

func matchLine(p world.Proposal, provShow bool, l world.Look) string {
	m := p.Match
	colour := ""
	if m.Terms.Colour != world.AnyColour {
		colour = fmt.Sprintf(" [%s]", m.Terms.Colour)
	}
	return fmt.Sprintf("%s (%s)%s %s (%s) %s %s", p.From, matchRating(m, 0, provShow), colour,
		p.To, matchRating(m, 1, provShow), ratedWord(m.Terms.Rated), gameWords(m, l))
}

// OfferPhrase is what is offered, as `pending` words it (docs/protocol.md §3.1).
func OfferPhrase(p world.Proposal, provShow bool) string {
	switch o := p.Offer; o.Kind {
	case world.OfferMatch:
		return "a challenge: " + MatchLine(p, provShow)
	case world.OfferDraw:
		return "a draw"
	case world.OfferTakeback:
		return fmt.Sprintf("to takeback the last %d half move(s)", o.Plies)
	case world.OfferSwitch:
		return "to switch sides"
	default:
		return fmt.Sprintf("to %s the game", o.Kind)
	}
}

func matchRating(m world.Match, i int, provShow bool) string {
	r := RatingOf(m.Rating[i], m.State[i])
	if r.Status == Guest {
		r.Status = Unrated
	}
	return r.Marked(provShow)
}

// gameWords are type and time control: `blitz 5 0`, `untimed`, `wild 6 1 Loaded
// from wild/fr`, each with ` (adjourned)` behind it when it goes on.
func gameWords(m world.Match, l world.Look) string {
	word := m.Terms.Type()
	family, _, loaded := strings.Cut(word, "/")
	from := word
	if m.Terms.Variant.Unrated {
		loaded, from = true, m.Terms.Variant.Name // the word tells nothing of the odds
	}
	if known := typeWord(word, l); known != word {
		family, loaded = known, true // PyChess declines a type that it does not know
	}
	s := family
	if word != "untimed" {
		s += fmt.Sprintf(" %d %d", m.Terms.Minutes, m.Terms.Seconds)
	}
	if m.Terms.Odds {
		s += fmt.Sprintf(" : %d %d", m.Terms.OddsMinutes, m.Terms.OddsSeconds)
	}
	if loaded {
		s += " Loaded from " + from
	}
	if m.Adjourned {
		s += " (adjourned)"
	}
	return s
}

// offerMade is what the three parties are told of a new offer
// (docs/protocol.md §3.1 and §3.2).
func offerMade(f world.OfferMade, l world.Look) Rendered {
	if f.Offer.Kind == world.OfferMatch {
		return Rendered{Text: matchMade(f, l)}
	}
	counter := f.Offer.How == world.OfferCounter && f.Offer.Kind == world.OfferTakeback
	switch {
	case f.Party == world.Maker && counter:
		return Rendered{Text: "You disagree on the number of half-moves to take back.\nAlternate takeback request sent.\n"}
	case f.Party == world.Maker:
		return Rendered{Text: Title(f.Offer.Kind.String()) + " request sent.\n"}
	case counter && f.Party == world.Taker:
		return Rendered{Text: fmt.Sprintf("%s proposes a different number (%d) of half-move(s).\n", f.From, f.Offer.Plies)}
	case counter:
		return Rendered{Text: fmt.Sprintf("Game %d: %s proposes a different number (%d) of half-move(s) to take back.\n",
			f.Offer.Game, f.From, f.Offer.Plies)}
	case f.Party == world.Taker:
		return Rendered{Text: f.From + " " + toTaker(f.Offer)}
	}
	return Rendered{Text: fmt.Sprintf("Game %d: %s %s.\n", f.Offer.Game, f.From, toOnlooker(f.Offer))}
}

func toTaker(o world.Offer) string {
	switch o.Kind {
	case world.OfferDraw:
		return "offers you a draw.\n"
	case world.OfferAbort, world.OfferAdjourn:
		return fmt.Sprintf("would like to %s the game; type %q to accept.\n", o.Kind, o.Kind.String())
	case world.OfferTakeback:
		return fmt.Sprintf("would like to take back %d half move(s).\n", o.Plies)
	case world.OfferSwitch:
		return "would like to switch sides.\nType \"accept\" or \"decline\" to answer.\n"
	}
	return fmt.Sprintf("would like to %s the game; type %q to accept.\n", o.Kind, o.Kind.String())
}

func toOnlooker(o world.Offer) string {
	switch o.Kind {
	case world.OfferDraw:
		return "offers a draw"
	case world.OfferTakeback:
		return fmt.Sprintf("requests to take back %d half move(s)", o.Plies)
	case world.OfferSwitch:
		return "requests to switch sides"
	}
	return fmt.Sprintf("requests to %s the game", o.Kind)
}

// matchMade is `Issuing:` for who asks and `Challenge:` for who is asked.
func matchMade(f world.OfferMade, l world.Look) string {
	var s strings.Builder
	i, other, word, otherName := 0, 1, "Issuing", f.To
	if f.Party == world.Taker {
		i, other, word, otherName = 1, 0, "Challenge", f.From
	}
	s.WriteString(preface(f))
	fmt.Fprintf(&s, "%s: %s.\n", word, MatchLine(f.Proposal, l.ProvShow))
	if f.Match.Computer[other] {
		fmt.Fprintf(&s, "--** %s is a computer **--\n", otherName)
	}
	if f.Match.Terms.Rated {
		c := f.Match.Forecast[i]
		fmt.Fprintf(&s, "Your %s rating will change:  Win: %+d,  Draw: %+d,  Loss: %+d\n",
			f.Match.Terms.Category(), c.Win, c.Draw, c.Loss)
		fmt.Fprintf(&s, "Your new RD will be %d.%d\n", (c.RD+5)/100, (c.RD+5)/10%10)
	}
	if f.Party == world.Taker {
		if l.Bell {
			s.WriteByte('\a')
		}
		s.WriteString("You can \"accept\" or \"decline\", or propose different parameters.\n")
	}
	return s.String()
}

// preface tells how a request stands to those before it.
func preface(f world.OfferMade) string {
	switch {
	case f.Offer.How == world.OfferUpdate && f.Party == world.Maker:
		return fmt.Sprintf("Updating offer already made to %q.\n", f.To)
	case f.Offer.How == world.OfferUpdate:
		return f.From + " updates the match request.\n"
	case f.Offer.How == world.OfferCounter && f.Party == world.Maker:
		return fmt.Sprintf("Declining offer from %s and offering new match parameters.\n", f.To)
	case f.Offer.How == world.OfferCounter:
		return f.From + " declines your match offer and offers a match with these parameters:\n"
	}
	return ""
}

// answered is the end of an offer in words: a match is an offer, all else is a
// request (docs/protocol.md §3.1 and §3.2).
func answered(f world.OfferAnswered) string {
	verb := [...]string{
		world.OfferAccepted: "accept", world.OfferDeclined: "decline", world.OfferWithdrawn: "withdraw", world.OfferLapsed: "",
	}[f.End]
	what := f.Kind.String() + " request"
	if f.Kind == world.OfferMatch {
		what = "match offer"
	}
	doer, doing, other := f.To, world.Taker, "from "+f.From
	if f.End == world.OfferWithdrawn {
		doer, doing, other = f.From, world.Maker, "to "+f.To
	}
	switch f.Party {
	case doing:
		return fmt.Sprintf("You %s the %s %s.\n", verb, what, other)
	case world.Onlooker:
		return fmt.Sprintf("Game %d: %s %ss the %s.\n", f.Game, doer, verb, what)
	}
	return fmt.Sprintf("%s %ss the %s.\n", doer, verb, what)
}

func challengerGone(f world.ChallengerGone) string {
	relation := "who was challenging you"
	if f.Mine {
		relation = "whom you were challenging"
	}
	if f.Joined == "" {
		return fmt.Sprintf("%s, %s, has departed.\n", f.Handle, relation)
	}
	return fmt.Sprintf("%s, %s, has joined a match with %s.\n", f.Handle, relation, f.Joined)
}

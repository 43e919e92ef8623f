package commands

import (
	"fmt"
	"strings"

	"epicenter/server/render"
	"epicenter/server/world"
)

func seekCommands() []command {
	return []command{
		{name: "seek", params: "t", code: 155, cost: 1, stores: true, run: seek},
		{name: "getgame", params: "o", code: 164, cost: 2, stores: true, run: getGame},
		{name: "unseek", params: "p", code: 156, cost: 1, run: unseek},
		{name: "sought", params: "t", code: 157, cost: 2, run: sought},
		{name: "play", params: "i", code: 158, cost: 1, stores: true, run: play},
	}
}

// seek posts an ad for an opponent, or begins the game at once when somebody
// looks for the same (docs/protocol.md §3.1).
func seek(c *call) {
	w, complaint := parseWish("seek", c.word(0))
	if complaint != "" {
		c.complain(complaint)
		return
	}
	if !c.engaged("seek") {
		c.post(w, world.GetNothing)
	}
}

// post makes an ad of a wish.
func (c *call) post(w wish, how world.GetGame) {
	me := c.me()
	terms, ok := c.terms(w, nil)
	if !ok {
		return
	}
	s := world.Seek{
		Key: me.Key, Terms: terms, Manual: w.manual == yes, Passive: w.passive, Formula: w.formula, Low: w.low, High: w.high,
		GetGame: how,
	}
	old, ok := c.placeForSeek(s)
	if !ok {
		return
	}
	if old != nil {
		c.printf("%s", updating(old, s))
	}
	if c.meetSeeks(s) || c.meetGetters(s) {
		return
	}
	number, saw := 0, 0
	if old != nil {
		number, saw = old.Number, c.t.UpdateSeek(old.Number, s)
	} else {
		posted, n := c.t.PostSeek(s)
		number, saw = posted.Number, n
	}
	c.printf("Your seek has been posted with index %d.", number)
	c.printf("(%d player(s) saw the seek.)", saw)
}

// placeForSeek finds the own ad that a new one would change; it fails when the
// new one is no change, or one too many.
func (c *call) placeForSeek(s world.Seek) (old *world.Seek, ok bool) {
	own := c.t.SeeksOf(s.Key)
	for _, o := range own {
		if o.Terms == s.Terms {
			old = o
		}
	}
	most := c.t.Config().MaxSeeks
	switch {
	case old != nil && sameFlags(old, s):
		c.printf("You already have an active seek with the same parameters.")
		return nil, false
	case old == nil && len(own) >= most:
		c.printf("You can only have %d active seeks.", most)
		return nil, false
	}
	return old, true
}

func sameFlags(o *world.Seek, s world.Seek) bool {
	return o.Manual == s.Manual && o.Passive == s.Passive && o.Formula == s.Formula && o.Low == s.Low && o.High == s.High && o.GetGame == s.GetGame
}

// updating says what is new about an ad (docs/clients.md §3.4).
func updating(old *world.Seek, s world.Seek) string {
	text := fmt.Sprintf("Updating seek ad %d", old.Number)
	if old.Manual != s.Manual {
		text += " to " + map[bool]string{true: "manual", false: "automatic"}[s.Manual]
	}
	if old.Passive != s.Passive {
		text += "; " + map[bool]string{true: "no longer meets", false: "now meets"}[s.Passive] + " other seeks"
	}
	if old.Low != s.Low || old.High != s.High {
		text += fmt.Sprintf("; rating range now %d-%d", s.Low, s.High)
	}
	if old.Formula != s.Formula {
		text += "; formula " + map[bool]string{true: "now used", false: "no longer used"}[s.Formula]
	}
	return text + "."
}

// meetSeeks looks for ads that fit a new one. With one that is automatic, as
// the new one must be too, the game begins and it reports true. Where either is
// manual a match request goes to its owner, who decides; the new ad is posted
// all the same (docs/cases.md 34).
func (c *call) meetSeeks(s world.Seek) (began bool) {
	me := c.me()
	for _, o := range c.t.MatchingSeeks(&s) {
		owner := c.t.SeePlayer(o.Key)
		meets := fmt.Sprintf("Your seek matches one posted by %s.", me.Handle)
		terms := s.Terms.MeetingTerms(o.Terms)
		switch {
		case !o.Manual && !s.Manual:
			c.printf("Your seek matches one already posted by %s.", owner.Handle)
			c.t.TellPlayer(o.Key, world.Note{Text: meets})
			c.t.StartMatch(terms, s.Key, o.Key)
			return true
		case c.negotiating(s.Key, o.Key, terms):
		case o.Manual:
			c.printf("Your seek matches one already posted by %s.", owner.Handle)
			c.requestForSeek(o, terms)
		default:
			c.printf("Your seek matches one already posted by %s.", owner.Handle)
			c.t.TellPlayer(o.Key, world.Note{Text: meets + "\n" + issuingForManual})
			c.offerMatch(world.Offer{From: o.Key, To: s.Key, Terms: terms.Swapped()})
		}
	}
	return false
}

// negotiating tells whether a match request for this very game waits between
// two people already.
func (c *call) negotiating(key, other string, terms world.Terms) bool {
	for _, o := range c.t.FindOffers(world.OfferFilter{Kind: world.OfferMatch, OfKind: true}) {
		if (o.From == key && o.To == other || o.From == other && o.To == key) && o.Terms.SameGame(terms) && o.Resumes == 0 {
			return true
		}
	}
	return false
}

const issuingForManual = "Issuing match request since the seek was set to manual."

// requestForSeek makes the match request to the owner of a manual ad.
func (c *call) requestForSeek(s *world.Seek, terms world.Terms) {
	c.printf(issuingForManual)
	c.offerMatch(world.Offer{From: c.me().Key, To: s.Key, Terms: terms})
}

// unseek takes an own ad away, or all of them.
func unseek(c *call) {
	own := c.t.SeeksOf(c.me().Key)
	switch {
	case len(own) == 0:
		c.printf("You have no active seeks.")
	case !c.has(0):
		c.t.RemoveSeeks(own...)
		c.printf("Your seeks have been removed.")
	default:
		n := c.num(0)
		for _, s := range own {
			if s.Number == n {
				c.t.RemoveSeeks(s)
				c.printf("Your seek %d has been removed.", n)
				return
			}
		}
		c.printf("You have no seek %d.", n)
	}
}

// play answers an ad, by its number or by the name of its owner.
func play(c *call) {
	me := c.me()
	if c.engaged("challenge") {
		return
	}
	s := c.wantedSeek()
	if s == nil {
		return
	}
	owner := c.t.SeePlayer(s.Key)
	if s.Key == me.Key {
		c.printf("You cannot accept your own seek.")
		return
	}
	if c.barred(owner, s) {
		return
	}
	if c.resumeWith(owner) {
		return
	}
	terms := s.Terms.Swapped()
	if !s.Manual {
		c.t.TellPlayer(s.Key, world.Note{Text: me.Handle + " accepts your seek."})
		c.t.StartMatch(terms, me.Key, s.Key)
		return
	}
	if his := c.t.FindOffer(world.OfferMatch, s.Key, me.Key); his != nil && his.Resumes == 0 && terms.MeetsOffer(his.Terms) {
		c.intercept(his)
		return
	}
	if mine := c.t.FindOffer(world.OfferMatch, me.Key, s.Key); mine != nil && mine.Resumes == 0 && mine.Terms == terms {
		c.printf("You are already offering an identical match to %s.", owner.Handle)
		return
	}
	c.requestForSeek(s, terms)
}

// barred tells whether the typist may not answer an ad, and says why not.
func (c *call) barred(owner *world.Player, s *world.Seek) bool {
	switch bar := c.t.BarredFrom(c.me().Key, s); bar {
	case world.NoBar:
		return false
	case world.BarFormula:
		c.table(c.unfit(owner, s.Terms.Swapped()))
	case world.BarRated:
		c.printf("%s", c.ratedEnough(owner))
	default:
		c.printf("%s", barText(bar, owner, s))
	}
	return true
}

// wantedSeek finds the ad that was typed; when there is none it says so.
func (c *call) wantedSeek() *world.Seek {
	if c.isNum(0) {
		s := c.t.SeeSeek(c.num(0))
		if s == nil {
			c.printf("That seek is not available.")
		}
		return s
	}
	owner := c.online(c.word(0))
	if owner == nil {
		return nil
	}
	switch own := c.t.SeeksOf(owner.Key); len(own) {
	case 0:
		c.printf("%s is not seeking a game.", owner.Handle)
		return nil
	case 1:
		return own[0]
	default:
		c.printf("%s seeks more than one game. Type \"play\" with the number of the one you want:", owner.Handle)
		for _, s := range own {
			c.table(render.SoughtRow(c.t.AdOf(s), c.session().Look.ProvShow))
		}
		return nil
	}
}

// barText words what keeps somebody from playing with the owner of an ad, or
// with somebody challenged, for whom the ad is nil; empty when nothing does.
func barText(bar world.Bar, other *world.Player, s *world.Seek) string {
	switch bar {
	case world.BarCensors:
		return fmt.Sprintf("You are censoring %q.", other.Handle)
	case world.BarCensored:
		return other.Handle + " is censoring you."
	case world.BarNoPlay:
		return fmt.Sprintf("You have %s on your noplay list.", other.Handle)
	case world.BarNoPlayed:
		return fmt.Sprintf("You are on %s's noplay list.", other.Handle)
	case world.BarGuest:
		return "Only registered players can play rated games."
	case world.BarComputers:
		return fmt.Sprintf("%s is a computer too: computers meet each other by match alone.", other.Handle)
	case world.BarRange:
		return fmt.Sprintf("%s seeks an opponent rated from %d to %d, and you are not.", other.Handle, s.Low, s.High)
	}
	return ""
}

// sought lists ads: those that the typist may answer and his own, or all, or
// those of some types of game.
func sought(c *call) {
	words := strings.Fields(strings.ToLower(c.word(0)))
	all := len(words) > 0 && words[0] == "all"
	if all {
		words = words[1:]
	}
	types, complaint := typesOf(words)
	if complaint != "" {
		c.complain(complaint)
		return
	}
	var b strings.Builder
	n := 0
	for _, s := range c.t.Seeks() { // by number
		if len(types) > 0 && !types[s.Terms.Type()] || !all && s.Key != c.me().Key && !c.t.Shown(c.me().Key, s) {
			continue
		}
		b.WriteString(render.SoughtRow(c.t.AdOf(s), c.session().Look.ProvShow))
		n++
	}
	plural := "s"
	if n == 1 {
		plural = ""
	}
	fmt.Fprintf(&b, "%d ad%s displayed.\n", n, plural)
	c.table(b.String())
}

// chessTypes are the type words that time controls make (docs/protocol.md §7.1).
var chessTypes = [...]string{"lightning", "blitz", "standard", "untimed"}

// typesOf reads words of types of game: those of variants, and those that time
// controls make, which may be shortened.
func typesOf(words []string) (types map[string]bool, complaint string) {
	types = map[string]bool{}
	for len(words) > 0 {
		if v, n := variantOf(words); v != nil && v.Type != "" {
			types[v.Type] = true
			words = words[n:]
			continue
		}
		found := false
		for _, t := range chessTypes {
			if strings.HasPrefix(t, words[0]) {
				types[t], found = true, true
			}
		}
		if !found {
			return nil, fmt.Sprintf("There is no type of game %q. Type \"help sought\" for the types.", clean(words[0]))
		}
		words = words[1:]
	}
	return types, ""
}

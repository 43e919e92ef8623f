package world

import (
	"slices"

	"epicenter/storage"
)

// Speech is the way in which something was said.
type Speech uint8

// The ways (docs/protocol.md §4).
const (
	Tell Speech = iota
	Say
	ToChannel
	Kibitz
	Whisper
	Shout
	It
	CShout
)

// Said is something that a person said to others.
type Said struct {
	How    Speech
	From   string // handle
	Titles string
	Text   string
	// Game is the number that say, kibitz and whisper show, 0 for none;
	// Rating the speaker's, four wide, for the latter two.
	Game    int
	Rating  string
	Channel int
}

func (Said) fact()     {}
func (Said) talkFact() {}

// OwnerKey is the speaker's: his echo stands in his own reply.
func (s Said) OwnerKey() string { return storage.Key(s.From) }

// said is what the typist says in one way.
func (t *Turn) said(how Speech, text string) Said {
	me := t.Me()
	return Said{How: how, From: me.Handle, Titles: me.Titles, Text: text}
}

// TellPerson says something to one person who is online.
func (t *Turn) TellPerson(to *Player, text string) {
	t.Tell(t.said(Tell, text), to.Session)
	t.Session(t.typist).LastTold = to.Key
}

// SayTo says something to an opponent; in a game its number is shown.
func (t *Turn) SayTo(to *Player, text string) {
	s := t.said(Say, text)
	if me := t.Me(); me.Game != 0 && me.Game == to.Game {
		s.Game = me.Game
	}
	t.Tell(s, to.Session)
}

// Comment kibitzes to everybody at a board or whispers to its observers, and
// returns how many heard it.
func (t *Turn) Comment(g *Game, how Speech, text string) int {
	me := t.Me()
	s := t.said(how, text)
	points, state := t.RatingState(me.Key, g.Record.Category)
	s.Game, s.Rating = g.Record.Number, RatingField(points, state)
	var to []SessionID
	switch {
	case g.Exam != nil:
		to = append(to, g.Exam.Examiners...)
	case how == Kibitz:
		white, black := t.playerSessions(g)
		to = append(to, white, black)
	}
	to = slices.DeleteFunc(append(to, g.Observers...), func(id SessionID) bool {
		return id == me.Session || !t.hearsComment(id, g, points)
	})
	t.Tell(s, to...)
	return len(to)
}

// hearsComment tells whether a session hears a kibitz or whisper of the typist
// about a game; who plays in silence hears his opponent alone (docs/protocol.md
// §4).
func (t *Turn) hearsComment(id SessionID, g *Game, points int) bool {
	s := t.SeeSession(id)
	if s == nil {
		return false
	}
	p := t.SeePlayer(s.Key)
	if p == nil || inSilence(p) && (g.ColourOf(p.Key) < 0 || g.ColourOf(t.Me().Key) < 0) {
		return false
	}
	return p.Vars.On(VarKibitz) && points >= int(p.Vars[VarKibLevel]) && !t.deafTo(p)
}

// deafTo tells whether somebody does not want to hear the typist at all.
func (t *Turn) deafTo(p *Player) bool { return t.OnList(p.Key, "censor", t.Me().Handle) }

// inSilence tells whether somebody plays and has asked for silence meanwhile.
func inSilence(p *Player) bool { return p.Game != 0 && p.Vars.On(VarSilence) }

// HearsChannels tells whether a person hears channels now at all.
func HearsChannels(p *Player) bool { return !p.Vars.On(VarChanOff) && !inSilence(p) }

// ShoutOut shouts to everybody who listens, and returns how many heard it; the
// typist's echo is not counted.
func (t *Turn) ShoutOut(how Speech, text string) int {
	me := t.Me()
	listens := VarShout
	if how == CShout {
		listens = VarCShout
	}
	var to []SessionID
	n := 0
	for key, p := range t.Players() {
		switch {
		case !p.Online():
		case key == me.Key:
			if p.Vars.On(VarEcho) {
				to = append(to, p.Session)
			}
		case p.Vars.On(listens) && !t.deafTo(p) && !inSilence(p):
			to = append(to, p.Session)
			n++
		}
	}
	t.Tell(t.said(how, text), to...)
	return n
}

// NextShout is when the typist may shout again, Unix ms: two shouts may follow
// each other, then the quota lets one in at a time (docs/protocol.md §4).
func (t *Turn) NextShout() int64 {
	me := t.Me()
	if me.Level >= AdminLevel || me.Shouts[0] == 0 {
		return 0
	}
	return me.Shouts[0] + t.cfg.ShoutEvery
}

// CountShout notes a shout against the quota.
func (t *Turn) CountShout() {
	p := t.Player(t.Me().Key)
	p.Shouts = [2]int64{p.Shouts[1], t.At}
}

// TellChannel says something to all who listen to a channel, and returns how
// many heard it; the typist's echo is not counted.
func (t *Turn) TellChannel(channel int, text string) int {
	me := t.Me()
	word := itoa(channel)
	s := t.said(ToChannel, text)
	s.Channel = channel
	var to []SessionID
	n := 0
	for key, p := range t.Players() {
		switch {
		case !p.Online() || !t.Listens(key, word):
		case key == me.Key:
			if p.Vars.On(VarEcho) {
				to = append(to, p.Session)
			}
		case !HearsChannels(p), t.deafTo(p), me.Guest && !p.Vars.On(VarCTell):
		default:
			to = append(to, p.Session)
			n++
		}
	}
	t.Tell(s, to...)
	t.Session(t.typist).LastChannel = word
	return n
}

// Listens tells whether a person is in a channel.
func (t *Turn) Listens(key, channel string) bool {
	a := t.SeeAccount(key)
	return a != nil && slices.Contains(a.Lists["channel"], channel)
}

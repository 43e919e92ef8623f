package bot

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"epicenter/cmd/epicenter/bot/client"
	"epicenter/cmd/epicenter/bot/engine"
	"epicenter/server/ics"
)

// How often a free bot looks whether it has something to do, and how often it
// posts its seeks again: a seek may have expired, and a session that types
// nothing for an hour is ended by the server (docs/protocol.md §1.1).
const (
	lookAround = 10 * time.Second
	seekAgain  = 5 * time.Minute
)

// readyMark is no command of any server: the complaint about it tells that all
// lines before it have been obeyed, as icsdrone does it (docs/clients.md §0 no. 6).
const readyMark = "epicenterbotready"

// settings are what a bot types first. A server that does not know one of them
// says so, and nothing else happens (docs/protocol.md §0 item 7).
var settings = []string{
	"$set interface epicenter bot", "$iset ms 1", "$set style 12", "$iset nowrap 1", "$iset defprompt 1", "$iset startpos 1",
	"$iset pendinfo 1", "$iset movecase 1", "$iset atomic 1", "$iset crazyhouse 1", "$iset suicide 1", "$iset losers 1",
	"$iset fr 1", "$iset wildcastle 1", "$set ptime 0", "$set bell 0", "$set height 240", "$set seek 0", "$set shout 0",
	"$set cshout 0", "$set gin 0", "$set pin 0", "$set autoflag 1", "$set open 1", "$set examine 0",
}

// session is the time between a login and the end of its connection.
type session struct {
	*Bot
	conn  *client.Conn
	me    string
	ms    bool // boards come as we want them from now on
	ready bool // all settings are in force
	guest bool
	gone  *client.Refusal // why the server will end this session

	game      *game
	begun     ics.Begun
	announced ics.Announced
	attach    *ics.Board // of a game whose moves we have asked for
	list      ics.MoveList
	refused   refusal

	offers  map[int]ics.Offer
	asked   map[string]int  // challengers whose titles we wait for, to their offers
	told    map[string]bool // whom we have told why not
	resumes map[string]bool // with whom we have asked to resume

	lastSeek time.Time
	thought  *thought
	again    bool // think again when the old thought has ended
	answers  chan answer
}

// thought is a question that the engine works at.
type thought struct {
	cancel context.CancelFunc
	serial int
	ply    int
}

type answer struct {
	engine.Answer
	err error
}

func newSession(b *Bot, conn *client.Conn, me string) *session {
	return &session{
		Bot: b, conn: conn, me: me, guest: b.cfg.Account.Password == "",
		offers: map[int]ics.Offer{}, asked: map[string]int{}, told: map[string]bool{}, resumes: map[string]bool{},
		answers: make(chan answer, 1),
	}
}

func (s *session) run(ctx context.Context) error {
	defer s.forget()
	s.send(settings...)
	s.send("$refresh", readyMark)
	leave := s.cfg.Leave
	timer, stop := s.cfg.Clock.After(lookAround)
	defer func() { stop() }()
	for {
		var err error
		select {
		case l, ok := <-s.conn.Lines:
			if !ok {
				err = s.closed()
			} else if err = s.line(ctx, l.Text); err == nil && s.game == nil && s.attach == nil && s.ready && s.leaving() {
				err = s.quit()
			}
		case a := <-s.answers:
			s.answered(ctx, a)
		case <-timer:
			s.look()
			timer, stop = s.cfg.Clock.After(lookAround)
		case <-leave:
			leave = nil
			if err = s.leave(); err == nil {
				s.logf("leaving when game %d is over", s.game.number)
			}
		case <-ctx.Done():
			err = ctx.Err()
		}
		if err != nil {
			return err
		}
	}
}

// send types lines. A connection that takes none any more ends where it is read.
func (s *session) send(lines ...string) {
	for _, l := range lines {
		_ = s.conn.Send(l)
	}
}

func (s *session) closed() error {
	switch {
	case s.gone != nil:
		return s.gone
	case s.conn.Err() != nil && !errors.Is(s.conn.Err(), io.EOF):
		return fmt.Errorf("the connection is lost: %w", s.conn.Err())
	}
	return errors.New("the server closed the connection")
}

// leave ends the session now, or lets the game go on.
func (s *session) leave() error {
	if s.game == nil {
		return s.quit()
	}
	return nil
}

func (s *session) quit() error {
	s.send("$unseek", "$quit")
	return errLeft
}

// free tells whether a new game may begin.
func (s *session) free() bool { return s.ready && s.game == nil && s.attach == nil && !s.leaving() }

// look does what a free bot does: seek and challenge.
func (s *session) look() {
	if !s.free() {
		return
	}
	for _, m := range s.cfg.Matches {
		s.send("$match " + m)
	}
	if now := s.cfg.Clock.Now(); s.lastSeek.IsZero() || now.Sub(s.lastSeek) >= seekAgain {
		s.lastSeek = now
		for _, seek := range s.cfg.Seeks {
			s.send(seekLine(seek, &s.cfg.Accept))
		}
	}
}

// seekLine is a seek in the server's words. What the server cannot check by
// itself is left to us: the seek is then a manual one, to which answers come as
// challenges.
func seekLine(seek string, a *Accept) string {
	line := "$seek " + seek
	if a.picky() {
		line += " manual"
	}
	if a.Rating != DefaultAccept().Rating && !strings.Contains(seek, "-") {
		line += " " + a.Rating.String()
	}
	return line
}

// settled is called when all settings are in force.
func (s *session) settled() {
	s.ready = true
	if s.game == nil && s.attach == nil {
		if !s.guest {
			s.send("$stored")
		}
		s.look()
	}
}

// line reads one line of the server's.
func (s *session) line(ctx context.Context, text string) error {
	if b, ok := ics.ParseBoard(text); ok && b.Relation != ics.StartOfList {
		if s.ms && (b.Relation == ics.MyMove || b.Relation == ics.TheirMove) {
			s.board(ctx, &b)
		}
		return nil
	}
	if s.attach != nil && s.list.Feed(text) {
		if s.list.Ended {
			s.attached(ctx)
		}
		return nil
	}
	if g, ok := ics.ParseBegun(text); ok {
		s.begun = g
	} else if a, ok := ics.ParseAnnounced(text); ok {
		s.announced = a
	} else if e, ok := ics.ParseEnded(text); ok {
		s.ended(&e)
	} else if o, ok := ics.ParseOffer(text); ok {
		s.offered(&o)
	} else if n, ok := ics.ParseGone(text); ok {
		delete(s.offers, n)
	} else if f, ok := ics.ParseFingered(text); ok {
		s.fingered(&f)
	} else if st, ok := ics.ParseStored(text); ok && st.Here {
		s.resume(st.Opponent)
	} else {
		s.words(ctx, text)
	}
	return nil
}

// words reads what is said in sentences.
func (s *session) words(ctx context.Context, text string) {
	switch {
	case text == "ms set.":
		s.ms = true
	case strings.HasPrefix(text, readyMark+": "):
		s.settled()
	case strings.HasPrefix(text, "Illegal move ("):
		s.refused = illegal
		s.logf("the server refuses our move: %s", text)
	case strings.HasPrefix(text, "The clock is paused") || strings.HasPrefix(text, "Your opponent is not back yet"):
		s.refused = notNow
	case strings.Contains(text, "you can't both be logged in"):
		s.gone = &client.Refusal{
			Why: "somebody else has logged in as " + s.me, Final: true,
			Do: "two programs on one account would throw each other out for ever; stop one of them",
		}
	case strings.HasPrefix(text, "**** ") && strings.HasSuffix(text, " ****"):
		s.logf("the server says: %s", strings.Trim(text, "* "))
	case strings.HasPrefix(text, "Notification: ") && strings.Contains(text, "who has an adjourned game with you, has arrived"):
		name, _, _ := strings.Cut(strings.TrimPrefix(text, "Notification: "), ",")
		delete(s.resumes, strings.ToLower(name))
		s.resume(name)
	case s.attach != nil && strings.HasPrefix(text, "You are not playing"):
		s.attached(ctx)
	case strings.Contains(text, " tells you: ") || strings.Contains(text, " says: "):
		s.logf("%s", text)
	case complains(text):
		s.logf("the server says: %s", text)
	}
}

// complains tells whether a line says that something we typed, as a seek of the
// configuration, cannot be had here.
func complains(text string) bool {
	for _, begin := range []string{
		"You are muted", "You can only have 3 active seeks", "A game has at most ", "You asked for both ",
		"seek does not know the word ", "match does not know the word ",
	} {
		if strings.HasPrefix(text, begin) {
			return true
		}
	}
	return strings.HasPrefix(text, "Which ") && strings.Contains(text, "? There are: ")
}

// resume asks an opponent who is here to go on with an adjourned game.
func (s *session) resume(name string) {
	key := strings.ToLower(name)
	if s.game != nil || s.resumes[key] || s.leaving() {
		return
	}
	s.resumes[key] = true
	s.logf("asking %s to go on with our adjourned game", name)
	s.send("$match " + name)
}

// refusal is why the server did not take a move.
type refusal int

const (
	none refusal = iota
	illegal
	notNow // the clocks stand
)

// Opening is what the bot types when it is free for the first time.
func (c *Config) Opening() []string {
	var out []string
	for _, m := range c.Matches {
		out = append(out, "match "+m)
	}
	for _, seek := range c.Seeks {
		out = append(out, strings.TrimPrefix(seekLine(seek, &c.Accept), "$"))
	}
	return out
}

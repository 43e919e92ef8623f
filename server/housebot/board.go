package housebot

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"epicenter/rules"
	"epicenter/server/transport"
)

// Why a visit ends.
var (
	errStopping = errors.New("the server is stopping")
	errCut      = errors.New("the connection ended")
	errTalk     = errors.New("the server does not take what the bot says")
)

// linger is how long a further board stays that is not needed any more.
const linger = time.Minute

// Bounds of what waits on the way in and out.
const (
	heardLines  = 64
	unsentLines = 64
)

// board is one board of a bot during one connection. Its own goroutine does
// everything but reading and thinking.
type board struct {
	bot    *bot
	index  int
	handle string

	conn   *conn
	unsent []string
	in     bool // logged in
	gone   bool // has said goodbye
	spoke  time.Time

	kinds     map[int]kind // of games, by their number
	seeks     map[string]time.Time
	seeking   bool // an ad of its own stands
	sought    time.Time
	checked   time.Time // when the staff was last asked
	off       bool      // it wants the bot to leave
	wanted    time.Time // when the board was last needed
	game      *game
	thoughts  chan thought
	thinking  bool
	forget    context.CancelFunc // of the thought that is under way
	refreshed int                // boards asked for because a move was refused
}

func newBoard(b *bot, index int, handle string) *board {
	return &board{
		bot: b, index: index, handle: handle, kinds: map[int]kind{}, seeks: map[string]time.Time{},
		thoughts: make(chan thought, 1),
	}
}

// visit is one connection from the login to its end. It fails if that was not the
// bot's own wish.
func (b *board) visit(ctx context.Context, version uint64) error {
	b.conn = newConn(b.handle, version, b.bot.opt.Host)
	b.spoke, b.checked, b.wanted = time.Now(), time.Now(), time.Now()
	lines := make(chan string, heardLines)
	go b.read(lines)
	if !b.bot.opt.Host.Inside(b.conn) {
		_ = b.conn.write.Close() // the server has never seen it
		for range lines {        // until the reader has ended
		}
		return errStopping
	}
	err := b.live(ctx, lines)
	b.drop()
	b.conn.leave()
	for range lines { // until the server has closed its side
	}
	if b.thinking {
		<-b.thoughts // the worker has been told to stop
	}
	b.bot.setPlaying(b.index, false)
	return err
}

// read hands the server's lines on until there are no more. The prompt before a
// line is not part of it.
func (b *board) read(lines chan<- string) {
	defer close(lines)
	s := bufio.NewScanner(b.conn.output)
	for s.Scan() {
		text := s.Text()
		for {
			rest, ok := strings.CutPrefix(text, "fics% ")
			if !ok {
				break
			}
			text = rest
		}
		if text = strings.Trim(text, "\a\r"); text != "" {
			lines <- text
		}
	}
	_ = b.conn.output.Close() // after a line that is too long, so that nobody waits
}

// live hears, thinks and says until the connection ends.
func (b *board) live(ctx context.Context, lines <-chan string) error {
	alarm := time.NewTimer(0)
	defer alarm.Stop()
	for {
		var typed chan<- transport.Event
		var next transport.Event
		if len(b.unsent) > 0 {
			typed, next = b.conn.typed, transport.Line{Text: b.unsent[0]}
		}
		_, changed := b.bot.wanted(b.index)
		alarm.Reset(time.Until(b.due()))
		select {
		case <-ctx.Done():
			return nil
		case line, ok := <-lines:
			if !ok && b.gone {
				return nil
			}
			if !ok {
				return errCut
			}
			b.hear(ctx, line)
		case typed <- next:
			b.unsent = b.unsent[1:]
		case t := <-b.thoughts:
			b.thinking = false
			b.thought(ctx, t)
		case <-changed:
			b.attend()
		case <-alarm.C:
			b.attend()
		}
		if len(b.unsent) > unsentLines {
			return errTalk
		}
	}
}

// say queues a line.
func (b *board) say(format string, a ...any) {
	b.unsent = append(b.unsent, fmt.Sprintf(format, a...))
	b.spoke = time.Now()
}

// settings are what a bot sets when it comes: machine lines, and nothing that
// it does not read.
var settings = [...]string{
	"iset nowrap 1", "iset defprompt 1", "iset atomic 1", "iset fr 1", "iset movecase 1", "iset gameinfo 1",
	"iset pendinfo 1", "iset seekremove 1", "set style 12", "set interface house bot", "set open 1", "set autoflag 1",
	"set seek 0", "set shout 0", "set cshout 0", "set kibitz 0", "set gin 0", "set pin 0", "set bell 0", "set formula",
}

// hello is said to the server after the login.
func (b *board) hello() {
	b.in = true
	for _, s := range settings {
		b.say("%s", s)
	}
	b.say("set 1 A program of this server. I play %s.", strings.Join(b.bot.spec.Variants, ", "))
	b.say("iset seekinfo 1")
	b.say("refresh") // of a game that was going on
}

// due is when attend is to be called next.
func (b *board) due() time.Time {
	t := b.checked.Add(pollEvery)
	for _, at := range b.seeks {
		if b.game == nil && at.Before(t) {
			t = at
		}
	}
	return t
}

// attend does what is due: it leaves when it is not wanted any more, keeps its ad
// in front of the people, takes up ads that have stood long enough, and says
// something now and then so as not to be taken for idle.
func (b *board) attend() {
	if !b.in || b.gone {
		return
	}
	now := time.Now()
	wanted, _ := b.bot.wanted(b.index)
	if now.Sub(b.checked) >= pollEvery {
		b.checked, b.off = now, !b.bot.on()
	}
	if wanted {
		b.wanted = now
	}
	if now.Sub(b.spoke) >= b.bot.opt.KeepAlive {
		b.say("date")
	}
	switch {
	case b.game != nil:
	case b.off || now.Sub(b.wanted) >= linger:
		b.gone = true
		b.say("quit")
	case !wanted:
		b.withdraw()
	default:
		b.advertise(now)
		b.takeUp(now)
	}
}

// withdraw takes the bot's ad away.
func (b *board) withdraw() {
	if b.seeking {
		b.seeking, b.sought = false, time.Time{}
		b.say("unseek")
	}
}

// advertise posts the bot's ad, which no other ad meets by itself.
func (b *board) advertise(now time.Time) {
	if !b.seeking && now.Sub(b.sought) >= pollEvery {
		b.sought = now
		b.say("seek 3 2 unrated %s passive", seekWord(variantOf(b.bot.spec.Variants[0])))
	}
}

// seekWord is how a variant is called in seek.
func seekWord(v *rules.Variant) string {
	if v.Type == "" {
		return ""
	}
	return v.Type
}

// takeUp answers the oldest ad that has stood long enough.
func (b *board) takeUp(now time.Time) {
	first := ""
	for number, at := range b.seeks {
		if !at.After(now) && (first == "" || at.Before(b.seeks[first])) {
			first = number
		}
	}
	if first != "" {
		delete(b.seeks, first) // once: if it was refused, it will be again
		b.say("play %s", first)
	}
}

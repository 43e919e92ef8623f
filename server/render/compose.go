package render

import (
	"fmt"
	"strings"
	"time"

	"epicenter/server/outbox"
	"epicenter/server/text"
	"epicenter/server/world"
)

// Delivery is a unit of bytes, or an instruction, for one session.
type Delivery struct {
	To    world.SessionID
	Bytes []byte
	Class outbox.Class
	Game  int // of an observed board
	// Full takes the place of Bytes, which give differences only, when boards
	// before this one were not sent; nil when Bytes are whole.
	Full []byte
	Do   world.Do
}

// Bytes of block mode (docs/protocol.md §8.2).
const (
	blockStart     = "\x15"
	blockSeparator = "\x16"
	blockEnd       = "\x17"
)

// Turn renders what a turn has brought forth, in order. All that goes to the
// typist becomes one reply, facts included; everything else is a unit of its
// own: line end, text, line end, prompt (docs/clients.md §0 no. 1).
func Turn(t *world.Turn) []Delivery {
	c := composer{t: t}
	if look, ok := t.LookOf(t.TypistID()); ok {
		c.typist, c.look = t.TypistID(), look
	} else if id, look, ok := t.Stranger(); ok {
		c.typist, c.look = id, look
	}
	for _, o := range t.Outputs() {
		c.output(o)
	}
	c.finish()
	return c.out
}

// composer puts a turn's outputs together.
type composer struct {
	t      *world.Turn
	typist world.SessionID
	look   world.Look
	reply  strings.Builder
	state  lineState // where the reply stands
	said   bool      // something has been put out for the typist
	over   bool      // the reply has been closed
	out    []Delivery
	share  share
	// zones are those of prompts with the time: finding one costs more than all
	// else that a prompt takes.
	zones map[string]*time.Location
}

// lineState says what stands before the next character of a reply.
type lineState uint8

const (
	freshLine   lineState = iota // a line end
	afterPrompt                  // a prompt
	afterBoard                   // a board, which wants an empty line behind it
)

func (c *composer) output(o world.Output) {
	switch {
	case o.Do != world.DoNothing:
		for _, id := range o.To {
			switch {
			case id != c.typist, o.Do == world.DoPing, o.Do == world.DoFail: // a ping goes before the reply, a status is none of it
			case o.Do == world.DoClose:
				c.finish() // nothing can follow, so a block ends here
			default:
				c.cut()
			}
			c.out = append(c.out, Delivery{To: id, Do: o.Do})
		}
	case o.Fact != nil:
		c.fact(o)
	default:
		c.text(o)
	}
}

// text adds the command's own words to the reply.
func (c *composer) text(o world.Output) {
	text := o.Text
	if !o.Raw && c.look.Width > 0 {
		text = Wrap(text, int(c.look.Width))
	}
	if c.state == afterPrompt {
		c.reply.WriteByte('\n')
	}
	c.reply.WriteString(text)
	c.state = freshLine
}

// fact renders a fact for each receiver.
func (c *composer) fact(o world.Output) {
	c.share.reset()
	for _, id := range o.To {
		look, ok := c.t.LookOf(id)
		if !ok {
			continue
		}
		e := eyeOf(c.t, o.Fact, id, look)
		if id == c.typist {
			c.reflect(Fact(o.Fact, e), look)
			continue
		}
		unit := c.share.get(e, func() bytesFor { return c.unit(o.Fact, e, look) })
		if len(unit.bytes) > 0 {
			c.out = append(c.out, Delivery{To: id, Bytes: unit.bytes, Full: unit.full, Class: unit.class, Game: unit.game})
		}
	}
}

// reflect puts a fact into the reply of the person who caused it.
func (c *composer) reflect(r Rendered, look world.Look) {
	if r.Text == "" {
		return
	}
	if r.Gap || c.state != freshLine {
		c.reply.WriteString(r.lead())
	}
	c.reply.WriteString(r.Text)
	c.state = freshLine
	switch {
	case r.Machine:
		c.reply.WriteString(c.prompt(look))
		if look.Prompt != "" {
			c.state = afterPrompt
		}
	case r.Board:
		c.state = afterBoard
	}
}

// unit is a fact for somebody else.
func (c *composer) unit(f world.Fact, e Eye, look world.Look) bytesFor {
	r := Fact(f, e)
	if r.Text == "" {
		return bytesFor{}
	}
	tail := c.prompt(look)
	if r.Board {
		tail = "\n" + tail
	}
	b := bytesFor{bytes: encode(r.lead()+r.Text+tail, look), class: r.Class, game: r.Game}
	if r.Full != "" {
		b.full = encode(r.lead()+r.Full+tail, look)
	}
	return b
}

// prompt is what follows a unit: the session's prompt, after the time if it
// likes (docs/protocol.md §1.8).
func (c *composer) prompt(look world.Look) string {
	if look.Prompt == "" || !look.PromptClock {
		return look.Prompt
	}
	loc := c.zones[look.Zone]
	if loc == nil {
		loc, _ = Zone(look.Zone, c.t.Config().Zone)
		if c.zones == nil {
			c.zones = map[string]*time.Location{}
		}
		c.zones[look.Zone] = loc
	}
	return c.t.Time(loc).Format("15:04_") + look.Prompt
}

// cut ends what has been said to the typist so far, without a prompt.
func (c *composer) cut() {
	if c.reply.Len() > 0 {
		c.out = append(c.out, Delivery{To: c.typist, Bytes: encode(c.reply.String(), c.look)})
		c.reply.Reset()
		c.said = true
	}
}

// finish closes the reply: with the prompt, with an open question in its
// place, or with nothing where the session is at its end.
func (c *composer) finish() {
	if c.over {
		return
	}
	s := c.t.SeeSession(c.typist)
	c.over = true
	if c.typist == 0 || !c.t.Answering() {
		c.cut()
		return
	}
	id, code, block := c.t.Block()
	if block {
		text := c.reply.String()
		c.reply.Reset()
		fmt.Fprintf(&c.reply, "%s%d%s%d%s%s%s\n", blockStart, id, blockSeparator, code, blockSeparator, text, blockEnd)
	} else if c.state == afterBoard && s != nil {
		c.reply.WriteByte('\n')
	}
	switch {
	case s == nil || s.Closing:
	case s.Question != nil:
		if c.state == afterPrompt {
			c.reply.WriteByte('\n')
		}
		c.reply.WriteString(s.Question.Question())
	case s.Waiting:
	default:
		if c.state == afterPrompt && !block {
			break
		}
		c.reply.WriteString(c.prompt(s.Look))
		c.look = s.Look
	}
	if c.reply.Len() > 0 {
		c.out = append(c.out, Delivery{To: c.typist, Bytes: encode(c.reply.String(), c.look)})
		c.reply.Reset()
	}
}

// Line is one line as a unit of its own, for texts that do not come from a
// turn.
func Line(line string, look world.Look) []byte {
	return encode("\n"+line+"\n"+look.Prompt, look)
}

// encode makes bytes of a text: the look's line ends and character set.
func encode(s string, look world.Look) []byte {
	var b []byte
	if look.EOL != "\n" && look.EOL != "" {
		b = make([]byte, 0, len(s)+strings.Count(s, "\n")*(len(look.EOL)-1))
		for i := strings.IndexByte(s, '\n'); i >= 0; i = strings.IndexByte(s, '\n') {
			b = append(append(b, s[:i]...), look.EOL...)
			s = s[i+1:]
		}
	}
	b = append(b, s...)
	if look.UTF8 {
		return b
	}
	return text.ToASCII(b)
}

// bytesFor is a rendering with what the outbox must know of it.
type bytesFor struct {
	bytes, full []byte
	class       outbox.Class
	game        int
}

// share keeps the renderings of one fact, so that equal eyes are served the
// same bytes.
type share struct {
	last  Eye
	unit  bytesFor
	fresh bool
	all   map[Eye]bytesFor
}

func (s *share) reset() { s.fresh = false; clear(s.all) }

func (s *share) get(e Eye, draw func() bytesFor) bytesFor {
	if s.fresh && s.last == e {
		return s.unit
	}
	u, ok := s.all[e]
	if !ok {
		u = draw()
		if s.all == nil {
			s.all = map[Eye]bytesFor{}
		}
		s.all[e] = u
	}
	s.last, s.unit, s.fresh = e, u, true
	return u
}

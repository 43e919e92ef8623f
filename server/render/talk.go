package render

import (
	"fmt"
	"strings"

	"epicenter/server/outbox"
	"epicenter/server/world"
)

// talkFact renders what a person said (docs/protocol.md §4, docs/clients.md
// §3.9): always exactly one line before it is wrapped.
func talkFact(f world.TalkFact, e Eye) Rendered {
	s, ok := f.(world.Said)
	if !ok {
		return Rendered{}
	}
	if !e.Own {
		s.From = highlighted(s.From, e.Look)
	}
	r := Rendered{Text: saidLine(s) + "\n"}
	if e.Look.Width > 0 {
		r.Text = Wrap(r.Text, int(e.Look.Width))
	}
	switch s.How {
	case world.Shout, world.It, world.CShout, world.ToChannel:
		r.Class = outbox.Chatter
	}
	return r
}

func saidLine(s world.Said) string {
	who := s.From + s.Titles
	switch s.How {
	case world.Say:
		if s.Game != 0 {
			return fmt.Sprintf("%s[%d] says: %s", who, s.Game, s.Text)
		}
		return fmt.Sprintf("%s says: %s", who, s.Text)
	case world.ToChannel:
		return fmt.Sprintf("%s(%d): %s", who, s.Channel, s.Text)
	case world.Kibitz:
		return fmt.Sprintf("%s(%s)[%d] kibitzes: %s", who, s.Rating, s.Game, s.Text)
	case world.Whisper:
		return fmt.Sprintf("%s(%s)[%d] whispers: %s", who, s.Rating, s.Game, s.Text)
	case world.Shout:
		return fmt.Sprintf("%s shouts: %s", who, s.Text)
	case world.CShout:
		return fmt.Sprintf("%s c-shouts: %s", who, s.Text)
	case world.It:
		if strings.HasPrefix(s.Text, "'") {
			return "--> " + who + s.Text
		}
		return fmt.Sprintf("--> %s %s", who, s.Text)
	}
	return fmt.Sprintf("%s tells you: %s", who, s.Text)
}

// highlighted is another person's name as a look wants it marked, in control
// sequences of VT100: bit 1 of the variable highlight is inverse, 2 bold, 4
// blinking, 8 underlined (docs/protocol.md §4).
func highlighted(name string, l world.Look) string {
	if l.Highlight == 0 || l.NoHighlight {
		return name
	}
	codes := ""
	for i, code := range [...]string{"7", "1", "5", "4"} {
		if l.Highlight&(1<<i) != 0 {
			codes += ";" + code
		}
	}
	return "\x1b[" + codes[1:] + "m" + name + "\x1b[0m"
}

package sshd

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"sync"
	"unicode/utf8"

	"golang.org/x/term"

	"epicenter/server/outbox"
	"epicenter/server/text"
	"epicenter/server/transport"
)

// Limits of the line editor.
const (
	maxEcho   = 64 << 10 // bytes of echo that wait for a client who does not read
	maxPrompt = 1 << 10  // an unfinished line that is longer is text
	maxColumn = 1 << 10  // wider terminals are treated as this wide
	// editorMax is the length, in characters, at which x/term ignores keys.
	editorMax = 4096
)

// blank is the prompt while there is none. It must take a column: x/term
// repaints its line after Write only if its cursor is not at the left edge.
const blank = " "

// terminal is a person's terminal: x/term's line editor between the channel and
// the outbox. The editor writes into out, never to the channel. The outbox's
// writer renders units through it, at which it clears the half-typed line,
// prints, and paints prompt and line anew; the reader feeds it keys.
//
// A unit's text behind its last line end is the prompt. As the editor wipes the
// prompt when more text comes, the line end with which an asynchronous unit
// leaves the prompt's line (docs/clients.md §0 no. 1) is not printed then.
type terminal struct {
	c  *Conn
	t  *term.Terminal
	in keys

	// turn makes rendering a batch and ending a line exclude each other: an
	// entered line takes the prompt with it. The reader takes it when it passes
	// a line end to the editor and gives it back when the editor is done.
	turn    sync.Mutex
	holding bool // the reader has turn; its own

	prompt  string // what stands before the cursor; guarded by turn
	swallow bool   // the next line end has been printed already; guarded by turn

	mu        sync.Mutex // guards the following; taken last
	out       []byte     // what the editor has written
	kicked    bool       // the outbox knows that there is out
	rendering bool       // encode will take out
}

func newTerminal(c *Conn, width, height int) *terminal {
	t := &terminal{c: c}
	t.in.max = c.max
	t.t = term.NewTerminal(t, blank)
	t.t.History = &history{hidden: &c.hidden}
	t.resize(width, height)
	return t
}

// resize tells the editor the terminal's size; 80x24 where it is unknown.
func (t *terminal) resize(width, height int) {
	if width <= 0 {
		width = 80
	}
	if height <= 0 {
		height = 24
	}
	// The only error is that of our own Write, which has none.
	_ = t.t.SetSize(min(width, maxColumn), min(height, maxColumn))
}

// read feeds lines to the session until the end.
func (t *terminal) read() error {
	for {
		s, err := t.t.ReadLine()
		entered := t.release()
		switch {
		case errors.Is(err, errInterrupt):
			if !t.c.send(transport.Interrupt{}) {
				return transport.ErrClosed
			}
		case err != nil && !errors.Is(err, term.ErrPasteIndicator):
			return err
		case entered:
			if !t.c.send(t.line(s)) {
				return transport.ErrClosed
			}
		}
	}
}

// line makes an event of an edited line.
func (t *terminal) line(s string) transport.Line {
	secret, hidden := t.in.takeSecret()
	overlong := utf8.RuneCountInString(s) >= editorMax
	s += secret
	if len(s) > t.c.max {
		s, overlong = strings.ToValidUTF8(s[:t.c.max], ""), true
	}
	clean, seen := text.Decode([]byte(s))
	return transport.Line{Text: clean, Overlong: overlong, UTF8: seen, Hidden: hidden}
}

// release gives turn back after the editor has worked a line end in, and
// reports whether it has.
func (t *terminal) release() bool {
	if !t.holding {
		return false
	}
	t.holding = false
	t.prompt = ""
	t.swallow = t.in.hasSecret()
	t.t.SetPrompt(blank)
	t.turn.Unlock()
	return true
}

// Read gives the editor keys, at most one line's at a time.
func (t *terminal) Read(p []byte) (int, error) {
	if t.holding { // the editor wants more after a line end: not possible, but no reason to hang
		t.holding = false
		t.turn.Unlock()
	}
	for {
		n, ev := t.in.next(p, t.c.hidden.Load())
		switch {
		case ev == keyInterrupt && n == 0:
			return 0, errInterrupt
		case ev == keyEnter:
			t.turn.Lock()
			t.holding = true
			return n, nil
		case n > 0:
			return n, nil
		case !t.in.empty():
			return 0, io.ErrShortBuffer // the editor has no room: it never comes to this
		}
		if err := t.in.fill(t.c.req.ch); err != nil {
			return 0, err
		}
	}
}

// Write takes what the editor shows.
func (t *terminal) Write(p []byte) (int, error) {
	t.mu.Lock()
	if len(t.out)+len(p) <= maxEcho || t.rendering {
		t.out = append(t.out, p...)
	}
	kick := !t.rendering && !t.kicked && len(t.out) > 0
	t.kicked = t.kicked || kick
	t.mu.Unlock()
	if kick {
		t.c.box.Put(outbox.Unit{Raw: true})
		t.c.box.Wake()
	}
	return len(p), nil
}

// encode renders units and appends what the editor has to show for them and
// for the keys since.
func (t *terminal) encode(dst []byte, batch []outbox.Unit) []byte {
	t.turn.Lock()
	defer t.turn.Unlock()
	t.mu.Lock()
	t.rendering = true
	t.mu.Unlock()
	var body []byte
	changed := false
	for _, u := range batch {
		if len(u.Bytes) > 0 && !u.Raw {
			body = t.layOut(body, u.Bytes)
			changed = true
		}
	}
	if changed {
		if t.prompt == "" {
			t.t.SetPrompt(blank)
		} else {
			t.t.SetPrompt(t.prompt)
		}
		// The only error is that of our own Write, which has none.
		_, _ = t.t.Write(body)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	dst = append(dst, t.out...)
	t.out = t.out[:0]
	if cap(t.out) > maxEcho {
		t.out = nil
	}
	t.kicked, t.rendering = false, false
	return dst
}

// layOut appends a unit's whole lines to body and keeps the rest as the prompt.
func (t *terminal) layOut(body, unit []byte) []byte {
	switch {
	case (t.prompt != "" || t.swallow) && unit[0] == '\n':
		unit = unit[1:]
		t.prompt = ""
	case t.prompt != "":
		unit = append([]byte(t.prompt), unit...) // it goes on where the last one stopped
	}
	t.swallow = false
	end := bytes.LastIndexByte(unit, '\n') + 1
	body = append(body, unit[:end]...)
	t.prompt = string(unit[end:])
	if len(t.prompt) > maxPrompt {
		body = append(append(body, t.prompt...), '\n')
		t.prompt = ""
	}
	return body
}

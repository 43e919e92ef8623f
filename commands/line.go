package commands

import (
	"fmt"
	"strings"

	"epicenter/rules"
	"epicenter/server/world"
)

// line carries a typed line out (docs/protocol.md §2.1).
func (cs *Commands) line(t *world.Turn, l world.Line) {
	s := t.Session(l.Session)
	if s == nil || s.Closing {
		return
	}
	t.SetTypist(l.Session)
	if s.Waiting && !isMoveOf(t, s, l.Text) {
		s.Held = append(s.Held, l)
		t.Cost(1)
		return
	}
	t.Answer()
	if q := s.Question; q != nil {
		t.Active(s)
		answer(t, q, l)
		return
	}
	text := strings.TrimSpace(l.Text)
	if s.IVars.Has(world.IBlock) {
		var ok bool
		if text, ok = openBlock(t, text); !ok && !l.Overlong { // of those the number may be lost
			return
		}
	}
	if l.Overlong {
		t.Active(s)
		t.SetCode(codeTooLong)
		t.Print(fmt.Sprintf("Your line was longer than %d bytes and has been ignored.\n", len(l.Text)))
		return
	}
	text, plain, quiet := stripDollars(text)
	if !quiet {
		t.Active(s)
	}
	if p := t.Me(); p.Busy != "" {
		t.Player(p.Key).Busy = ""
	}
	if text == "" {
		t.SetCode(codeNull)
		return
	}
	cs.execute(t, text, plain)
}

// stripDollars takes the prefixes off: $ leaves aliases alone, $$ also the
// idle time (docs/protocol.md §2.1 item 2).
func stripDollars(text string) (rest string, plain, quiet bool) {
	if r, ok := strings.CutPrefix(text, "$$"); ok {
		return strings.TrimSpace(r), true, true
	}
	if r, ok := strings.CutPrefix(text, "$"); ok {
		return strings.TrimSpace(r), true, false
	}
	return text, false, false
}

// openBlock takes the command id off a line in block mode (docs/protocol.md
// §8.1); a line without one runs nothing.
func openBlock(t *world.Turn, text string) (string, bool) {
	if text == "" {
		return text, true
	}
	id, n := 0, 0
	for n < len(text) && n < 9 && text[n] >= '0' && text[n] <= '9' {
		id = 10*id + int(text[n]-'0')
		n++
	}
	if id == 0 || n < len(text) && text[n] != ' ' {
		t.SetBlock(0)
		t.SetCode(codeNoSequence)
		return "", false
	}
	t.SetBlock(id)
	return strings.TrimSpace(text[n:]), true
}

// execute runs a line that is not empty: aliases, then moves, then commands.
func (cs *Commands) execute(t *world.Turn, text string, plain bool) {
	if !plain {
		var problem string
		if text, problem = expandAliases(t, text); text == "" {
			t.SetCode(codeNull)
			if problem != "" {
				t.Print(problem + "\n")
			}
			return
		}
	}
	if rules.LooksLikeMove(text) && cs.isMove(t, text) {
		move(t, text)
		return
	}
	text = unabbreviate(text)
	word, rest, _ := strings.Cut(text, " ")
	rest = strings.TrimSpace(rest)
	cmd, matches := cs.find(word, t.Me())
	switch {
	case cmd != nil:
		cs.run(t, cmd, rest)
	case len(matches) > 1:
		t.SetCode(codeAmbiguous)
		t.Cost(1)
		t.Print(fmt.Sprintf("Ambiguous command %q. Matches: %s\n", word, strings.Join(matches, " ")))
	default:
		t.SetCode(codeUnknown)
		t.Cost(1)
		t.PrintRaw(word + ": Command not found.\n")
	}
}

// runCommand checks what the table says about a command and runs it.
func (cs *Commands) run(t *world.Turn, cmd *command, rest string) {
	c := &call{t: t, all: cs, cmd: cmd, rest: rest}
	t.SetCode(cmd.code)
	t.Cost(cmd.cost)
	if cmd.who == registered && t.Me().Guest {
		c.printf("Only registered players can use the %s command. Type \"help register\" to see how to become one.", cmd.name)
		return
	}
	if cmd.stores && t.StoreIsDown() {
		c.printf("The disk is not taking what we write, so %s cannot be done now. Please try again in a minute.", cmd.name)
		return
	}
	args, ok := parseArgs(cmd.params, rest)
	if !ok {
		c.usage()
		return
	}
	c.args = args
	cmd.run(c)
}

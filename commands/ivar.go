package commands

import (
	"fmt"
	"strings"

	"epicenter/server/world"
)

// iset changes an interface variable of this session (docs/protocol.md §6.3).
// While lock is on they cannot change, but may be set to what they are:
// clients ask for seeks again that way (docs/clients.md §2.1).
func iset(c *call) {
	found := world.FindIVar(c.word(0))
	switch {
	case len(found) == 0:
		c.printf("No such ivariable %q.", clean(c.word(0)))
		return
	case len(found) > 1:
		var names []string
		for _, v := range found {
			names = append(names, v.String())
		}
		c.printf("Ambiguous ivariable %q. Matches: %s", c.word(0), strings.Join(names, " "))
		return
	}
	v, ivars := found[0], c.session().IVars
	on := !ivars.Has(v)
	if c.has(1) {
		n, ok := readSwitch(strings.ToLower(c.word(1)))
		if !ok {
			c.printf("Bad value given for ivariable %q.", v)
			return
		}
		on = n == 1
	}
	if on != ivars.Has(v) && ivars.Has(world.ILock) {
		c.printf("Cannot alter: Interface setting locked.")
		return
	}
	c.t.SetIVar(c.session().ID, v, on)
	if !on {
		c.printf("%s unset.", v)
		return
	}
	c.printf("%s set.", v)
	switch v {
	case world.ISeekInfo:
		c.t.ListSeeks(c.session().ID)
	case world.IPendInfo:
		c.t.ListOffers(c.session().ID)
	}
}

// ivariables shows the interface variables of somebody online
// (docs/protocol.md §5.6).
func ivariables(c *call) {
	p := c.me()
	if c.has(0) {
		if p = c.online(c.word(0)); p == nil {
			return
		}
	}
	const across, column = 4, 18
	ivars := c.t.SeeSession(p.Session).IVars
	var b strings.Builder
	fmt.Fprintf(&b, "Interface variable settings of %s:\n\n", p.Handle)
	line := ""
	for v := range world.NumIVars {
		value := 0
		if ivars.Has(v) {
			value = 1
		}
		line += fmt.Sprintf("%-*s", column, fmt.Sprintf("%s=%d", v, value))
		if int(v)%across == across-1 || v == world.NumIVars-1 {
			b.WriteString(strings.TrimRight(line, " ") + "\n")
			line = ""
		}
	}
	c.table(b.String())
}

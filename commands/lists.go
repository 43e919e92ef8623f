package commands

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"epicenter/server/render"
	"epicenter/server/world"
	"epicenter/storage"
)

// findList finds a list by what was typed; when there is none it says so.
func (c *call) findList(word string) (world.List, bool) {
	found := world.FindList(word)
	switch len(found) {
	case 0:
		c.printf("%q does not match any list name.", clean(word))
		c.printf("Type \"help lists\" for what lists there are.")
	case 1:
		return found[0], true
	default:
		var names []string
		for _, l := range found {
			names = append(names, l.Name)
		}
		c.printf("Ambiguous list %q. Matches: %s", clean(word), strings.Join(names, " "))
	}
	return world.List{}, false
}

// editable is findList for a list that is to be changed by the typist.
func (c *call) editable(word string) (world.List, bool) {
	l, ok := c.findList(word)
	if ok && l.Public && (c.me().Level < world.AdminLevel || !l.Settable()) {
		c.printf("%q is not an appropriate list name or you have insufficient rights.", l.Name)
		return l, false
	}
	return l, ok
}

// addList puts somebody, or a channel, on a list (docs/protocol.md §3.6).
func addList(c *call) {
	l, ok := c.editable(c.word(0))
	if !ok {
		return
	}
	entry, ok := c.entry(l, c.word(1))
	if !ok {
		return
	}
	if l.Public {
		c.title(l, entry, true)
		return
	}
	me := c.me()
	switch {
	case c.t.OnList(me.Key, l.Name, entry):
		c.printf("[%s] is already on your %s list.", entry, l.Name)
	case len(c.account().Lists[l.Name]) >= l.Max:
		c.printf("Sorry, your %s list is full.", l.Name)
	case (l.Name == "censor" || l.Name == "noplay") && storage.Key(entry) == me.Key:
		c.printf("You cannot put yourself on your %s list.", l.Name)
	default:
		c.t.AddToList(me.Key, l.Name, entry)
		c.printf("[%s] added to your %s list.", entry, l.Name)
	}
}

// subList takes somebody, or a channel, off a list.
func subList(c *call) {
	l, ok := c.editable(c.word(0))
	if !ok {
		return
	}
	entry, me := c.listed(l, c.word(1)), c.me()
	switch {
	case l.Public && entry != "":
		c.title(l, entry, false)
	case l.Public:
		c.printf("[%s] is not in the %s list.", clean(c.word(1)), l.Name)
	case entry == "":
		c.printf("[%s] is not in your %s list.", clean(c.word(1)), l.Name)
	default:
		c.t.DropFromList(me.Key, l.Name, entry)
		c.printf("[%s] removed from your %s list.", entry, l.Name)
	}
}

// entry is what a typed word adds to a list: a handle or a channel's number.
// When it is neither, the typist is told.
func (c *call) entry(l world.List, word string) (string, bool) {
	if !l.Numbers {
		_, a := c.known(word)
		if a == nil {
			return "", false
		}
		if l.Public && world.IsGuest(a) {
			c.printf("%s is not registered.", a.Handle)
			return "", false
		}
		return a.Handle, true
	}
	n, err := strconv.Atoi(word)
	switch {
	case err != nil || n < 0:
		c.printf("The channel must be a number between 0 and %d.", maxChannel)
	case n > maxChannel:
		c.printf("The maximum channel number is %d.", maxChannel)
	case n == 0 && c.me().Level < world.AdminLevel:
		c.printf("Only admins may join channel 0.")
	default:
		return strconv.Itoa(n), true
	}
	return "", false
}

// listed is the entry of a list that a typed word means: it, or the only one
// that begins with it; empty when there is none.
func (c *call) listed(l world.List, word string) string {
	entries := c.account().Lists[l.Name]
	if l.Public {
		entries = c.t.Titled(l.Name)
	}
	found := ""
	for _, e := range entries {
		switch {
		case strings.EqualFold(e, word):
			return e
		case l.Numbers || len(word) < 2 || !strings.HasPrefix(storage.Key(e), storage.Key(word)):
		case found != "":
			return ""
		default:
			found = e
		}
	}
	return found
}

// title puts a person on a public list or takes him off; he is told.
func (c *call) title(l world.List, handle string, on bool) {
	key := storage.Key(handle)
	has := slices.Contains(c.t.SeeAccount(key).Titles, l.Name)
	did, toOrFrom := "added", "to"
	if !on {
		did, toOrFrom = "removed", "from"
	}
	switch {
	case on && has:
		c.printf("[%s] is already on the %s list.", handle, l.Name)
		return
	case !on && !has:
		c.printf("[%s] is not in the %s list.", handle, l.Name)
		return
	}
	c.t.SetTitle(key, l.Name, on)
	c.printf("[%s] %s %s the %s list.", handle, did, toOrFrom, l.Name)
	if key != c.me().Key {
		c.t.TellPlayer(key, world.Note{Text: fmt.Sprintf("You have been %s %s the %s list by %s.", did, toOrFrom, l.Name, c.me().Handle)})
	}
}

// showList shows one list, or which lists there are; clients parse both
// (docs/clients.md §3.10).
func showList(c *call) {
	if !c.has(0) {
		var b strings.Builder
		b.WriteString("Lists:\n")
		for _, l := range world.Lists() {
			access := "PERSONAL"
			if l.Public {
				access = "PUBLIC"
			}
			fmt.Fprintf(&b, "%-20s is %s\n", l.Name, access)
		}
		c.table(b.String())
		return
	}
	l, ok := c.findList(c.word(0))
	if !ok {
		return
	}
	entries := slices.Clone(c.account().Lists[l.Name])
	noun := "name"
	switch {
	case l.Public:
		entries = c.t.Titled(l.Name)
	case l.Numbers:
		noun = "channel"
	}
	slices.SortFunc(entries, func(a, b string) int {
		if l.Numbers && len(a) != len(b) {
			return len(a) - len(b)
		}
		return strings.Compare(storage.Key(a), storage.Key(b))
	})
	if len(entries) != 1 {
		noun += "s"
	}
	c.table(fmt.Sprintf("-- %s list: %d %s --\n", l.Name, len(entries), noun) + render.Columns(entries, c.width()))
}

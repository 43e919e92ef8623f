package commands

import (
	"fmt"
	"strconv"
	"strings"

	"epicenter/server/render"
	"epicenter/server/world"
	"epicenter/storage"
)

// fingerFlags are what stands behind finger besides a name.
type fingerFlags struct {
	notes      bool            // the notes alone
	categories map[string]bool // nil: all
}

// parse reads a word such as /n, /s or /bx; ok is false when a
// letter means nothing.
func (f *fingerFlags) parse(word string) (ok bool) {
	letters := strings.ReplaceAll(word, "/", "")
	for _, l := range []byte(letters) {
		category := ratingLetters[l]
		switch {
		case l == 'n':
			f.notes = true
		case category == "":
			return false
		default:
			if f.categories == nil {
				f.categories = map[string]bool{}
			}
			f.categories[category] = true
			f.categories[category+"960"] = true // atomic960 has no letter of its own
		}
	}
	return letters != ""
}

// finger tells about a person (docs/protocol.md §5.5).
func finger(c *call) {
	var f fingerFlags
	name := ""
	for _, word := range strings.Fields(c.word(0)) {
		switch {
		case word[0] == '/' && f.parse(word):
		case word[0] != '/' && name == "":
			name = word
		default:
			c.usage()
			return
		}
	}
	key, a := c.me().Key, c.account()
	if name != "" {
		if key, a = c.known(name); a == nil {
			return
		}
	}
	c.table(c.fingered(key, a, &f))
}

// fingered are all lines about a person, in the order of docs/protocol.md §5.5.
func (c *call) fingered(key string, a *storage.Account, f *fingerFlags) string {
	p := c.t.SeePlayer(key)
	guest := world.IsGuest(a)
	out := append(make([]byte, 0, 1024), "Finger of "+a.Handle+world.TitlesOf(a, guest)+":\n\n"...)
	if !f.notes {
		out = append(c.appendPresence(out, p, a), '\n')
		out = c.appendRatings(out, a, guest, f)
		if !guest {
			out = c.appendAccount(out, p, a)
		}
		if p.Online() {
			out = append(out, "\n"+timesealRow(c.t.Timeseal(key))...)
		}
	}
	return string(appendNotes(out, a.Notes))
}

// timesealRow is the row about timeseal (docs/protocol.md §5.5).
func timesealRow(version int) string {
	if version == 0 {
		return "Timeseal   : Off\n"
	}
	return fmt.Sprintf("Timeseal %d : On\n", version)
}

// appendPresence appends whether somebody is here, and what he is doing.
func (c *call) appendPresence(out []byte, p *world.Player, a *storage.Account) []byte {
	switch {
	case p.Online():
		s := c.t.SeeSession(p.Session)
		out = append(out, "On for: "+render.Duration(c.t.At-s.Since)+"   Idle: "+render.Duration(c.t.At-s.LastInput)+"\n"...)
		if p.Vars.On(world.VarSilence) {
			out = append(out, p.Handle+" is in silence mode.\n"...)
		}
	case p != nil && p.LostAt != 0:
		out = append(out, "Last disconnected: "+c.date(p.LostAt)+"\n"...)
	case a.LastOff == 0 && a.LastLogin == 0:
		return append(out, a.Handle+" has never connected.\n"...)
	default: // after a crash nobody noted when he left
		out = append(out, "Last disconnected: "+c.date(max(a.LastOff, a.LastLogin))+"\n"...)
	}
	if p == nil {
		return out
	}
	if g := c.t.SeeGame(p.Game); g != nil {
		out = fmt.Appendf(out, "(playing game %d: %s vs. %s)\n", g.Record.Number, g.Record.White.Handle, g.Record.Black.Handle)
	}
	if g := c.t.ExaminedBy(p); g != nil {
		out = fmt.Appendf(out, "(examining game %d: %s vs. %s)\n", g.Record.Number, g.Record.White.Handle, g.Record.Black.Handle)
	}
	if s := c.t.SeeSession(p.Session); s != nil && len(s.Observing) > 0 {
		out = append(out, "("+p.Handle+" is observing game(s)"...)
		for _, n := range s.Observing {
			out = strconv.AppendInt(append(out, ' '), int64(n), 10)
		}
		out = append(out, ")\n"...)
	}
	if p.Busy != "" {
		out = append(out, "("+p.Handle+" "+p.Busy+")\n"...)
	}
	return out
}

// appendRatings appends a row for each category with games.
func (c *call) appendRatings(out []byte, a *storage.Account, guest bool, f *fingerFlags) []byte {
	if guest {
		return append(out, a.Handle+" is NOT a registered player.\n"...)
	}
	loc, _ := c.zone()
	begin := len(out)
	for _, category := range world.Categories {
		r := a.Ratings[category]
		if r.Win+r.Loss+r.Draw == 0 || f.categories != nil && !f.categories[category] {
			continue
		}
		if len(out) == begin {
			out = append(out, render.FingerHead...)
		}
		out = render.AppendFingerRow(out, category, r, c.t.At, loc)
	}
	if len(out) == begin {
		out = append(out, a.Handle+" has not played any rated games"...)
		if f.categories != nil {
			out = append(out, " of that type"...)
		}
		return append(out, ".\n"...)
	}
	return out
}

// appendAccount appends what is known of a registered player's account; his
// address is for himself and administrators.
func (c *call) appendAccount(out []byte, p *world.Player, a *storage.Account) []byte {
	me, begin := c.me(), len(out)
	out = append(out, '\n')
	switch {
	case a.Level >= world.HeadLevel:
		out = append(out, "Admin Level: Head Administrator\n"...)
	case a.Level >= world.AdminLevel:
		out = append(out, "Admin Level: Administrator\n"...)
	}
	if a.Email != "" && (me.Level >= world.AdminLevel || storage.Key(a.Handle) == me.Key) {
		out = append(out, "Email      : "+a.Email+"\n"...)
	}
	if a.Banned != "" && me.Level >= world.AdminLevel {
		out = append(out, "Sanctions  : banned ("+a.Banned+")\n"...)
	}
	if len(out) > begin+1 {
		out = append(out, '\n')
	}
	total := a.Online
	if p != nil && p.Since > 0 {
		total += c.t.At - p.Since
	}
	out = append(out, "Total time online: "+render.Duration(total)+"\n"...)
	if life := c.t.At - a.Created; a.Created > 0 && life > 0 {
		out = fmt.Appendf(out, "%% of life online: %4.1f  (since %s)\n", 100*float64(total)/float64(life), c.date(a.Created))
	}
	return out
}

// appendNotes appends the finger notes, an empty line before them.
func appendNotes(out []byte, notes []string) []byte {
	first := true
	for i, text := range notes {
		if text == "" {
			continue
		}
		if first && out[len(out)-2] != '\n' {
			out = append(out, '\n')
		}
		first = false
		out = fmt.Appendf(out, "%2d: %s\n", i+1, text)
	}
	return out
}

package commands

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"epicenter/server/render"
	"epicenter/server/world"
)

func whoCommands() []command {
	return []command{
		{name: "who", params: "t", code: 146, cost: 2, run: who},
		{name: "finger", params: "t", code: 37, cost: 1, run: finger},
		{name: "date", params: "", code: 32, cost: 1, run: date},
		{name: "uptime", params: "", code: 140, cost: 1, run: uptime},
		{name: "ping", params: "o", code: codeNull, cost: 1, run: ping},
		{name: "handles", params: "w", code: 48, cost: 4, run: handles},
		{name: "inchannel", params: "o", code: 53, cost: 3, run: inChannel},
		{name: "znotify", params: "", code: 152, cost: 1, run: notifyPresence},
	}
}

// ratingLetters are the letters of rating categories in who and finger
// (docs/protocol.md §3.5).
var ratingLetters = map[byte]string{
	'b': "blitz", 's': "standard", 'l': "lightning", 'w': "wild", 'B': "bughouse",
	'z': "crazyhouse", 'S': "suicide", 'L': "losers", 'x': "atomic",
}

// whoFlags are what stands behind who, read.
type whoFlags struct {
	open, rated, free, registered, guests bool
	// part i of j, counted from 1, of the sorted list; j = 0 is all of it.
	i, j int
	// order is the category of the ratings that are shown and sorted by, and
	// of a record all that are asked for, in order; names sorts by handle.
	order []string
	names bool
	// format is t terse, v verbose, n scores, I records.
	format byte
}

// parseWhoFlags reads the flags; bad is the first letter that means nothing.
func parseWhoFlags(text string) (f whoFlags, bad rune) {
	f.format = 't'
	var digits []int
	for _, l := range text {
		switch l {
		case ' ', '#':
		case 'o':
			f.open = true
		case 'r':
			f.rated = true
		case 'f':
			f.free = true
		case 'a':
			f.open, f.free = true, true
		case 'R':
			f.registered = true
		case 'U':
			f.guests = true
		case 't', 'v', 'n', 'I':
			f.format = byte(l)
		case 'A':
			f.names = true
		case '1', '2', '3', '4', '5', '6', '7', '8', '9':
			digits = append(digits, int(l-'0'))
		default:
			category := ""
			if l < 0x80 {
				category = ratingLetters[byte(l)]
			}
			if category == "" {
				return f, cmp.Or(l, '\uFFFD')
			}
			f.order = append(f.order, category)
		}
	}
	switch {
	case len(digits) == 1 && digits[0] <= 3:
		f.i, f.j = digits[0], 3
	case len(digits) == 2 && digits[0] <= digits[1]:
		f.i, f.j = digits[0], digits[1]
	case len(digits) > 0:
		return f, rune('0' + digits[0])
	}
	if len(f.order) == 0 {
		f.order = []string{"blitz"}
	}
	return f, 0
}

// who lists the people online (docs/protocol.md §3.5).
func who(c *call) {
	f, bad := parseWhoFlags(c.word(0))
	if bad != 0 {
		c.t.SetCode(codeBadParameters)
		c.printf("%q is not a flag of who here; \"help who\" explains them. To ask about one player, type \"finger NAME\".", bad)
		return
	}
	rows := c.whoRows(&f)
	if len(rows) == 0 {
		c.printf("No logged in players match the flags in your who request.")
		return
	}
	out := make([]byte, 0, 32*len(rows)+128)
	switch f.format {
	case 'I':
		out = render.AppendWhoRecords(out, rows)
	case 'v':
		out = render.AppendWhoVerbose(out, rows)
	case 'n':
		out = render.AppendWhoScores(out, rows, f.order[0])
	default:
		out = render.AppendWho(out, rows, c.width())
		out = append(out, render.WhoFooter(len(rows), c.t.CountSessions())...)
	}
	c.table(string(out))
}

// wanted tells whether a person is among those asked for.
func (f *whoFlags) wanted(p *world.Player) bool {
	switch {
	case !p.Online(),
		f.open && !p.Vars.On(world.VarOpen),
		f.free && p.Game != 0,
		f.rated && (p.Guest || !p.Vars.On(world.VarRated)),
		f.registered && !f.guests && p.Guest,
		f.guests && !f.registered && !p.Guest:
		return false
	}
	return true
}

// whoRows are the people asked for, sorted: by rating, best first, or by
// handle; equal ones by handle.
func (c *call) whoRows(f *whoFlags) []render.WhoRow {
	rows := c.all.who.rows[:0]
	for _, p := range c.t.Players() { // in the order of handles
		if f.wanted(p) {
			rows = append(rows, c.whoRow(p, f))
		}
	}
	c.all.who.rows = rows
	if !f.names {
		rows = c.all.who.byWeight()
	}
	if f.j > 0 {
		n := len(rows)
		rows = rows[n*(f.i-1)/f.j : n*f.i/f.j]
	}
	return rows
}

// whoTable is room for the rows of a table, kept from one who to the next: on a
// full server it would be most of what there is to collect.
type whoTable struct {
	rows, sorted []render.WhoRow
	places       []whoPlace
}

// whoPlace stands for a row while rows, which are large, are sorted.
type whoPlace struct{ weight, row int }

// byWeight sorts the rows by rating, best first; equal ones keep their order.
func (w *whoTable) byWeight() []render.WhoRow {
	w.places = w.places[:0]
	for i := range w.rows {
		w.places = append(w.places, whoPlace{whoWeight(&w.rows[i]), i})
	}
	slices.SortFunc(w.places, func(a, b whoPlace) int {
		return cmp.Or(cmp.Compare(b.weight, a.weight), cmp.Compare(a.row, b.row))
	})
	w.sorted = w.sorted[:0]
	for _, place := range w.places {
		w.sorted = append(w.sorted, w.rows[place.row])
	}
	return w.sorted
}

// whoWeight puts ratings before registered players without one, and those
// before guests.
func whoWeight(r *render.WhoRow) int {
	switch r.State {
	case '+':
		return -2
	case '-':
		return -1
	}
	return r.Points
}

func (c *call) whoRow(p *world.Player, f *whoFlags) render.WhoRow {
	r := render.WhoRow{Handle: p.Handle, Titles: p.Titles, Mark: c.t.StateChar(p), Game: p.Game}
	r.Points, r.State = c.t.RatingStateOf(p, f.order[0])
	switch f.format {
	case 'I':
		r.Bits, r.More = world.TitleBits(p), officeBits(p)
		r.Ratings = make([]render.WhoRating, 0, len(f.order))
		for _, category := range f.order {
			r.Ratings = append(r.Ratings, c.whoRating(p, category))
		}
	case 'v':
		r.Ratings = []render.WhoRating{c.whoRating(p, "standard"), c.whoRating(p, "blitz")}
		s := c.t.SeeSession(p.Session)
		r.Online, r.Idle = c.t.At-s.Since, c.t.At-s.LastInput
	case 'n':
		if a := c.t.SeeAccount(p.Key); a != nil {
			x := a.Ratings[f.order[0]]
			r.Win, r.Loss, r.Dr = x.Win, x.Loss, x.Draw
		}
	}
	return r
}

func (c *call) whoRating(p *world.Player, category string) render.WhoRating {
	points, state := c.t.RatingStateOf(p, category)
	return render.WhoRating{Points: points, State: state}
}

// officeBits are the second two digits of a record (docs/protocol.md §7.9).
func officeBits(p *world.Player) (bits int) {
	for i, letters := range [...]string{"(*)", "(SR)", "(TM)", "(TD)", "(CA)"} {
		if strings.Contains(p.Titles, letters) {
			bits |= 1 << i
		}
	}
	return bits
}

// handles lists the registered handles that begin with some letters
// (docs/protocol.md §3.5).
func handles(c *call) {
	const most = 100
	word := c.word(0)
	if !c.validHandle(word) {
		return
	}
	found := c.handlesWith(word, most)
	if len(found) == 0 {
		c.printf("There is no player matching the name %s.", word)
		return
	}
	c.table(fmt.Sprintf("-- Matches: %d player(s) --\n", len(found)) + render.Columns(found, c.width()))
}

// notifyPresence tells who of the typist's notify list is online, and whose
// list he is on (docs/protocol.md §3.5).
func notifyPresence(c *call) {
	var mine, theirs []string
	me := c.me()
	for key, p := range c.t.Players() {
		if key == me.Key || !p.Online() {
			continue
		}
		name := p.Handle
		if idle := c.t.At - c.t.SeeSession(p.Session).LastInput; idle >= idleWorth {
			name += fmt.Sprintf("(idle:%dm)", idle/60_000)
		}
		if c.t.OnList(me.Key, "notify", p.Handle) {
			mine = append(mine, name)
		}
		if c.t.OnList(key, "notify", me.Handle) {
			theirs = append(theirs, name)
		}
	}
	present := func(names []string, some, none string) {
		if len(names) == 0 {
			c.printf("%s", none)
			return
		}
		c.printf("%s", some)
		c.printf("   %s", strings.Join(names, " "))
	}
	present(mine, "Present company on your notify list:", "No one from your notify list is logged on.")
	present(theirs, "The following players have you on their notify list:", "No one logged in has you on their notify list.")
}

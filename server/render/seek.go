package render

import (
	"fmt"
	"strings"

	"epicenter/server/outbox"
	"epicenter/server/world"
)

// seekFact renders what happens to seek ads. Ads may be dropped for a reader
// who is too slow.
func seekFact(f world.SeekFact, e Eye) Rendered {
	var r Rendered
	switch f := f.(type) {
	case world.SeekPosted:
		if e.Look.SeekInfo {
			r = machine(true, seekLineFor(f.Ad, f.Own, e.Look))
		} else {
			r.Text = AdLine(f.Ad, e.Look.ProvShow)
		}
	case world.SeeksRemoved:
		if e.Look.SeekRemove {
			r = removedLine(f.Numbers, e.Look.SeekInfo)
		}
	case world.SeekList:
		r = machine(e.Look.SeekInfo, seekList(f, e.Look))
	}
	r.Class = outbox.Chatter
	return r
}

// removedLine takes ads off the list of a program that keeps one: <sr> with
// seekinfo, `Ads removed:` without it (docs/protocol.md §7.5).
func removedLine(numbers []int, seekInfo bool) Rendered {
	list := strings.Trim(fmt.Sprint(numbers), "[]")
	if seekInfo {
		return machine(true, "<sr> "+list+"\n")
	}
	return Rendered{Text: "Ads removed: " + list + "\n"}
}

// SeekLine is <s>, or <sn> for an own ad, in the order of keys that Jin insists
// on (docs/clients.md §3.4).
func SeekLine(a world.Ad, own bool) string {
	tag := "<s>"
	if own {
		tag = "<sn>"
	}
	return fmt.Sprintf("%s %d w=%s ti=%02X rt=%s t=%d i=%d r=%c tp=%s c=%c rr=%d-%d a=%c f=%c\n",
		tag, a.Number, a.Handle, a.TitleBits, RatingOf(a.Rating, a.State).Seek(),
		a.Terms.Minutes, a.Terms.Seconds, ratedWord(a.Terms.Rated)[0], a.Terms.Type(),
		"?WB"[a.Terms.Colour], a.Low, a.High, truth(!a.Manual), truth(a.Formula))
}

// seekLineFor is SeekLine for a look. `iset seekca 1` asks for two columns more,
// behind all that others parse: whether a computer seeks, and whether an abuser
// does, of whom there is no list here (docs/protocol.md §6.3).
func seekLineFor(a world.Ad, own bool, l world.Look) string {
	s := SeekLine(a, own)
	if l.SeekCA {
		s = fmt.Sprintf("%s cp=%c ab=f\n", strings.TrimSuffix(s, "\n"), truth(strings.Contains(a.Titles, "(C)")))
	}
	return s
}

func truth(b bool) byte {
	if b {
		return 't'
	}
	return 'f'
}

func seekList(f world.SeekList, l world.Look) string {
	var s strings.Builder
	s.WriteString("<sc>\n")
	for _, a := range f.Ads {
		s.WriteString(seekLineFor(a, false, l))
	}
	for _, a := range f.Own {
		s.WriteString(seekLineFor(a, true, l))
	}
	return s.String()
}

// adTitles are the titles in an ad, without (U): the rating of a guest, ++++,
// says as much (docs/protocol.md §3.1, the row of GuestQDXP).
func adTitles(a world.Ad) string { return strings.Replace(a.Titles, "(U)", "", 1) }

// AdLine is an ad as people read it (docs/clients.md §3.4).
func AdLine(a world.Ad, provShow bool) string {
	flags := SeekFlags(a)
	if flags != "" {
		flags = " " + flags
	}
	colour := SeekColour(a)
	if colour != "" {
		colour = " " + colour
	}
	return fmt.Sprintf("%s%s (%s) seeking %d %d %s %s%s%s (\"play %d\" to respond)\n",
		a.Handle, adTitles(a), RatingOf(a.Rating, a.State).Marked(provShow), a.Terms.Minutes, a.Terms.Seconds,
		ratedWord(a.Terms.Rated), sought(a.Terms), colour, flags, a.Number)
}

// sought is the type of a game as an ad names it to people: with odds the type
// word would not say which.
func sought(m world.Terms) string {
	if m.Variant.Unrated {
		return m.Variant.Name
	}
	return m.Type()
}

// SeekColour is the colour that an ad asks for, in brackets.
func SeekColour(a world.Ad) string {
	if a.Terms.Colour == world.AnyColour {
		return ""
	}
	return "[" + a.Terms.Colour.String() + "]"
}

// SeekFlags are m for manual and f for formula.
func SeekFlags(a world.Ad) string {
	s := ""
	if a.Manual {
		s = "m"
	}
	if a.Formula {
		s += "f"
	}
	return s
}

// SoughtRow is a row of `sought` (docs/protocol.md §3.1, spaced as its sample).
func SoughtRow(a world.Ad, provShow bool) string {
	r := RatingOf(a.Rating, a.State)
	rating := r.Field()
	if provShow {
		rating += string(rune(r.mark()))
	}
	return fmt.Sprintf("%3d %s %-17s %3d %3d %-7s %-10s %-7s  %4d-%4d %s\n", a.Number, rating, a.Handle+adTitles(a),
		a.Terms.Minutes, a.Terms.Seconds, ratedWord(a.Terms.Rated), sought(a.Terms), SeekColour(a), a.Low, a.High, SeekFlags(a))
}

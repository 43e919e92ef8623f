package render

import (
	"fmt"
	"strings"
	"sync"
	"time"
	_ "time/tzdata" // zones also where the machine has none installed
)

// serverWord is the tzone of everybody who has not chosen one
// (docs/protocol.md §6.1).
const serverWord = "SERVER"

// maxZones bounds the zones that are kept at hand. There are some 600 names.
const maxZones = 1000

// Zone is a time zone with the letters that dates show for it. The zero Zone is
// unknown: its times are UTC and its letters "???".
type Zone struct {
	// Name is how `variables` shows it: a word of the table below in
	// capitals, or a name of the IANA list.
	Name           string
	location       *time.Location
	winter, summer string // letters; empty: those of the location
}

// Zones knows the time zones that `set tzone` takes. It may be used by many
// goroutines.
type Zones struct {
	server Zone
	mu     sync.Mutex
	known  map[string]Zone // by the name as it was asked for
}

// NewZones returns the zones of a server that stands in the zone named server,
// an IANA name or a word that FICS knows.
func NewZones(server string) (*Zones, error) {
	z := &Zones{known: map[string]Zone{}}
	zone, ok := findZone(server)
	if !ok {
		return nil, fmt.Errorf("%q names no time zone", server)
	}
	z.server = zone
	z.server.Name = serverWord
	return z, nil
}

// Find returns the zone that a person calls name: SERVER or nothing for the
// server's, a word of FICS as PST8PDT or EURCST in capitals or small letters,
// or an IANA name as Europe/Vienna. ok is false when there is none such.
func (z *Zones) Find(name string) (zone Zone, ok bool) {
	if name == "" || strings.EqualFold(name, serverWord) {
		return z.server, true
	}
	z.mu.Lock()
	defer z.mu.Unlock()
	if zone, ok := z.known[name]; ok {
		return zone, true
	}
	if zone, ok = findZone(name); ok && len(z.known) < maxZones {
		z.known[name] = zone
	}
	return zone, ok
}

// Of is Find for a look's zone; a name that is no longer known gives the zone
// that shows "???".
func (z *Zones) Of(name string) Zone {
	zone, _ := z.Find(name)
	return zone
}

func findZone(name string) (Zone, bool) {
	if w, ok := zoneWords[strings.ToUpper(name)]; ok {
		if loc, err := time.LoadLocation(w.location); err == nil {
			return Zone{strings.ToUpper(name), loc, w.winter, w.summer}, true
		}
	}
	if strings.EqualFold(name, "local") || name == "" {
		return Zone{}, false // the machine's own zone is nobody's business
	}
	for _, spelling := range []string{name, titled(name), strings.ToUpper(name)} {
		loc, err := time.LoadLocation(spelling)
		if err != nil {
			continue
		}
		zone := Zone{Name: spelling, location: loc}
		for _, word := range lettered {
			if w := zoneWords[word]; w.location == spelling {
				zone.winter, zone.summer = w.winter, w.summer
			}
		}
		return zone, true
	}
	return Zone{}, false
}

// titled spells a zone as the IANA list does: europe/vienna → Europe/Vienna,
// america/port_of_spain → America/Port_of_Spain.
func titled(name string) string {
	out := []byte(strings.ToLower(name))
	for i, c := range out {
		first := i == 0 || out[i-1] == '/' || out[i-1] == '_' || out[i-1] == '-'
		if first && c >= 'a' && c <= 'z' && !strings.HasPrefix(string(out[i:]), "of_") {
			out[i] = c - 'a' + 'A'
		}
	}
	return string(out)
}

// at is the time ms, Unix milliseconds, as clocks on the wall of the zone show
// it, and the zone's letters then: capitals only, because that is all PyChess
// reads (docs/clients.md §3.8).
func (z Zone) at(ms int64) (t time.Time, letters string) {
	if z.location == nil {
		return time.UnixMilli(ms).UTC(), "???"
	}
	t = time.UnixMilli(ms).In(z.location)
	letters, _ = t.Zone()
	if z.winter != "" {
		letters = z.winter
		if t.IsDST() {
			letters = z.summer
		}
	}
	for _, c := range []byte(letters) {
		if c < 'A' || c > 'Z' {
			return t, "???"
		}
	}
	return t, letters
}

// Date writes a time, Unix milliseconds, in the form that FICS uses everywhere:
// `Sun Nov 23,  6:14 CST 1997`, day and hour with a blank before one digit
// (docs/protocol.md §4).
func Date(ms int64, z Zone) string {
	t, letters := z.at(ms)
	hour, minute, _ := t.Clock()
	return fmt.Sprintf("%s %s %2d, %2d:%02d %s %d",
		t.Weekday().String()[:3], t.Month().String()[:3], t.Day(), hour, minute, letters, t.Year())
}

// Day writes the day of a time as finger shows when a best rating was reached:
// 20-Feb-2000 (docs/protocol.md §5.5).
func Day(ms int64, z Zone) string {
	t, _ := z.at(ms)
	return t.Format("02-Jan-2006")
}

// HourMinute writes the time of day as the prompt shows it with `set ptime`:
// 20:15 (docs/protocol.md §1.8).
func HourMinute(ms int64, z Zone) string {
	t, _ := z.at(ms)
	return t.Format("15:04")
}

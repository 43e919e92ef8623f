package render

import (
	"fmt"
	"strings"
	"time"
	_ "time/tzdata" // zones also where the machine has none installed
)

// serverWord is the tzone of everybody who has not chosen one
// (docs/protocol.md §6.1).
const serverWord = "SERVER"

// Letters are what dates show for a time zone. The zero Letters are those of
// its location; where that has none but a number, dates show "???".
type Letters struct {
	winter, summer string // empty: the location's
}

// unknown are the letters of a zone that nobody knows (docs/protocol.md §4).
var unknown = Letters{"???", "???"}

// Zone returns the time zone of a person whose tzone is name on a server that
// stands in the zone named server: SERVER or nothing means the server's. A
// name that is not known gives UTC and the letters "???"; FindZone tells that
// beforehand.
func Zone(name, server string) (*time.Location, Letters) {
	if name == "" || strings.EqualFold(name, serverWord) {
		name = server
	}
	_, loc, letters, ok := findZone(name)
	if !ok {
		return time.UTC, unknown
	}
	return loc, letters
}

// FindZone checks what a person has typed as his tzone: SERVER, a word of FICS
// as PST8PDT or EURCST, or an IANA name as Europe/Vienna, in capitals or small
// letters. It returns the name as `variables` shows it, and false when there
// is no such zone.
func FindZone(typed string) (name string, ok bool) {
	if strings.EqualFold(typed, serverWord) {
		return serverWord, true
	}
	name, _, _, ok = findZone(typed)
	return name, ok
}

func findZone(typed string) (name string, loc *time.Location, letters Letters, ok bool) {
	if w, ok := zoneWords[strings.ToUpper(typed)]; ok {
		if loc, err := time.LoadLocation(w.location); err == nil {
			return strings.ToUpper(typed), loc, Letters{w.winter, w.summer}, true
		}
	}
	if typed == "" || strings.EqualFold(typed, "local") {
		return "", nil, Letters{}, false // the machine's own zone is nobody's business
	}
	for _, name := range spellings(typed) {
		loc, err := time.LoadLocation(name)
		if err != nil {
			continue
		}
		for _, word := range lettered {
			if w := zoneWords[word]; w.location == name {
				letters = Letters{w.winter, w.summer}
			}
		}
		return name, loc, letters, true
	}
	return "", nil, Letters{}, false
}

// spellings are the ways in which the IANA list may write what was typed:
// Europe/Vienna, EST5EDT, US/Eastern, Etc/GMT+5, and as typed.
func spellings(typed string) []string {
	names := []string{titled(typed), strings.ToUpper(typed), typed}
	if area, place, ok := strings.Cut(typed, "/"); ok {
		names = append(names, strings.ToUpper(area)+"/"+titled(place), titled(area)+"/"+strings.ToUpper(place))
	}
	return names
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

// at returns the letters at a time of the zone: capitals only, because that is
// all PyChess reads (docs/clients.md §3.8).
func (l Letters) at(t time.Time) string {
	letters, _ := t.Zone()
	if l.winter != "" {
		letters = l.winter
		if t.IsDST() {
			letters = l.summer
		}
	}
	for _, c := range []byte(letters) {
		if c < 'A' || c > 'Z' {
			return unknown.winter
		}
	}
	return letters
}

// Date writes a time, Unix milliseconds, in the form that FICS uses everywhere:
// `Sun Nov 23,  6:14 CST 1997`, day and hour with a blank before one digit
// (docs/protocol.md §4). Its zone is what Zone returns.
func Date(ms int64, loc *time.Location, letters Letters) string {
	t := time.UnixMilli(ms).In(loc)
	hour, minute, _ := t.Clock()
	return fmt.Sprintf("%s %s %2d, %2d:%02d %s %d",
		t.Weekday().String()[:3], t.Month().String()[:3], t.Day(), hour, minute, letters.at(t), t.Year())
}

// Day writes the day of a time as finger shows when a best rating was reached:
// 20-Feb-2000 (docs/protocol.md §5.5).
func Day(ms int64, loc *time.Location) string {
	return time.UnixMilli(ms).In(loc).Format("02-Jan-2006")
}

package world

import (
	"bytes"
	"slices"
	"strings"

	"epicenter/storage"
)

// List is a list of names or numbers that people keep with `addlist`
// (docs/protocol.md §3.6).
type List struct {
	Name string
	// Public lists hold titles: all may read them, administrators change them.
	Public bool
	// Numbers are held instead of handles.
	Numbers bool
	// Max is how many entries a personal list can have.
	Max int
}

// adminList is public and shows who is on the staff; levels are not changed
// through it.
const adminList = "admin"

// Lists are all lists, in alphabetical order.
func Lists() []List {
	all := []List{
		{Name: "censor", Max: 100},
		{Name: "channel", Numbers: true, Max: 32},
		{Name: "gnotify", Max: 100},
		{Name: "idlenotify", Max: 100},
		{Name: "noplay", Max: 100},
		{Name: "notify", Max: 500},
		{Name: adminList, Public: true},
	}
	for _, t := range titleLetters {
		all = append(all, List{Name: t.List, Public: true})
	}
	slices.SortFunc(all, func(a, b List) int { return strings.Compare(a.Name, b.Name) })
	return all
}

// newcomerChannels are the channels that somebody listens to until he changes
// that: guests the two for guests, owners of new accounts help and chat
// (docs/protocol.md §3.6).
func newcomerChannels(guest bool) []string {
	if guest {
		return []string{"4", "53"}
	}
	return []string{"1", "50"}
}

// Settable tells whether entries can be added to the list and taken off it.
func (l List) Settable() bool { return l.Name != adminList }

// FindList returns the lists whose name is word or, if none is, begins with
// it.
func FindList(word string) (found []List) {
	word = strings.ToLower(word)
	for _, l := range Lists() {
		if l.Name == word {
			return []List{l}
		}
		if strings.HasPrefix(l.Name, word) {
			found = append(found, l)
		}
	}
	return found
}

// AddToList puts an entry on a person's list; it must not be there yet.
func (t *Turn) AddToList(key, list, entry string) {
	a := t.Account(key)
	if a.Lists == nil {
		a.Lists = map[string][]string{}
	}
	a.Lists[list] = append(a.Lists[list], entry)
}

// DropFromList takes an entry off a person's list.
func (t *Turn) DropFromList(key, list, entry string) {
	a := t.Account(key)
	a.Lists[list] = slices.DeleteFunc(a.Lists[list], func(e string) bool { return equalFold(e, entry) })
	if len(a.Lists[list]) == 0 {
		delete(a.Lists, list)
	}
}

// titledKey is where the handles of a public list stand, so that the list can
// be shown without walking through all accounts. It follows from the accounts'
// titles and is written with them.
func titledKey(list string) []byte { return []byte("titled:" + list) }

// Titled are the handles on a public list, in alphabetical order: those that
// were put there, and those online who bear the title.
func (t *Turn) Titled(list string) []string {
	handles := t.storedTitled(list)
	for key, p := range t.Players() {
		a := t.SeeAccount(key)
		has := a != nil && !p.Guest && (slices.Contains(a.Titles, list) || list == adminList && p.Level >= AdminLevel)
		if has && !containsFold(handles, p.Handle) {
			handles = append(handles, p.Handle)
		}
	}
	slices.SortFunc(handles, func(a, b string) int { return strings.Compare(storage.Key(a), storage.Key(b)) })
	return handles
}

// storedTitled are the handles that were put on a public list, as this turn
// has left it so far.
func (t *Turn) storedTitled(list string) []string {
	key := titledKey(list)
	for _, c := range slices.Backward(t.finals) {
		if c.Bucket == storage.Meta && bytes.Equal(c.Key, key) {
			return strings.Fields(string(c.Value))
		}
	}
	return strings.Fields(string(t.Read(storage.Meta, key)))
}

// SetTitle puts a registered person on a public list or takes him off it; the
// letters behind his handle follow at once.
func (t *Turn) SetTitle(key, list string, on bool) {
	a := t.Account(key)
	if a == nil || IsGuest(a) {
		return
	}
	without := func(names []string, name string) []string {
		return slices.DeleteFunc(slices.Clone(names), func(n string) bool { return equalFold(n, name) })
	}
	a.Titles = without(a.Titles, list)
	handles := without(t.storedTitled(list), a.Handle)
	if on {
		a.Titles = append(a.Titles, list)
		handles = append(handles, a.Handle)
	}
	t.finals = append(t.finals, storage.Change{
		Bucket: storage.Meta, Key: titledKey(list), Value: []byte(strings.Join(handles, " ")),
	})
	if p := t.Player(key); p != nil {
		p.Titles = TitlesOf(a, p.Guest)
	}
}

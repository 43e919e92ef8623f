package server

import (
	"sync"

	"epicenter/server/world"
	"epicenter/storage"
)

// roster knows who is in or about to come in: the unregistered names that are
// taken, from the prompt that promises them until the connection ends, and how
// many people there are.
type roster struct {
	mu      sync.Mutex
	names   map[string]struct{} // by storage.Key
	players int
	guests  int
}

func newRoster() *roster { return &roster{names: map[string]struct{}{}} }

// hold takes an unregistered name, unless somebody has it.
func (r *roster) hold(name string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	key := storage.Key(name)
	if _, taken := r.names[key]; taken {
		return false
	}
	r.names[key] = struct{}{}
	return true
}

// release gives an unregistered name back.
func (r *roster) release(name string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.names, storage.Key(name))
}

// guestRoom tells whether one more guest fits.
func (r *roster) guestRoom(m room) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.players < m.players && r.guests < m.maxGuests
}

// enter counts a person in, unless there is no room. Administrators always get
// in.
func (r *roster) enter(guest bool, level int, m room) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	full := r.players >= m.players || guest && r.guests >= m.maxGuests
	if full && level < world.AdminLevel {
		return false
	}
	r.players++
	if guest {
		r.guests++
	}
	return true
}

func (r *roster) leave(guest bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.players--
	if guest {
		r.guests--
	}
}

// guestName makes up a name for a guest: Guest and four capital letters
// (docs/protocol.md §1.5). pick returns a number below n.
func guestName(pick func(n int) int) string {
	name := []byte(world.GuestPrefix + "AAAA")
	for i := len(world.GuestPrefix); i < len(name); i++ {
		name[i] += byte(pick(26))
	}
	return string(name)
}

package world

import (
	"fmt"
	"slices"

	"epicenter/storage"
)

// CanBecome tells why the guest of a session cannot become the owner of a new
// account named handle now; nil when he can. A *NameError is a sentence for
// him; any other error is a failure to read the store. Nobody becomes somebody
// else in mid-game: the game belongs to the guest.
func (t *Turn) CanBecome(id SessionID, handle string) error {
	s := t.SeeSession(id)
	p := t.SeePlayer(s.Key)
	switch o := t.SeePlayer(storage.Key(handle)); {
	case !p.Guest:
		return &NameError{"You are registered already."}
	case p.Game != 0:
		return &NameError{"You cannot register while you are playing a game."}
	case o != nil && o.Key != p.Key && o.Guest:
		return &NameError{fmt.Sprintf("A guest bears the name %q at the moment.  Try again.", o.Handle)}
	}
	return CheckNew(t.store, handle, t.cfg.ReservedNames)
}

// Become makes a new account and the guest of a session its owner: same
// session, new handle. What he has set, his aliases, notes and lists become the
// account's; his seeks and offers go (docs/protocol.md §14.5).
func (t *Turn) Become(id SessionID, handle, email, hash string) error {
	if err := t.CanBecome(id, handle); err != nil {
		return err
	}
	s := t.Session(id)
	old := t.Player(s.Key)
	guest := t.Account(s.Key)
	a := cloneAccount(guest)
	a.Handle, a.Email, a.Password = handle, email, hash
	if slices.Equal(a.Lists["channel"], newcomerChannels(true)) {
		a.Lists["channel"] = newcomerChannels(false)
	}
	a.Created, a.LastLogin, a.Version = t.At, t.At, 1
	if s.Addr.IsValid() {
		a.LastHost = s.Addr.String()
	}
	if err := t.AddAccount(a); err != nil {
		return err
	}
	t.leaveAds(old.Key)
	key := storage.Key(handle)
	p := &Player{
		Key: key, Handle: handle, Session: id, Since: t.At, Vars: old.Vars,
		Titles: TitlesOf(a, false), Level: a.Level, Shouts: old.Shouts,
	}
	if key != old.Key {
		t.departed(old, s.Addr)
		t.players.Remove(old.Key)
	}
	t.players.Put(key, p)
	s.Key, s.Handle = key, handle
	t.Relook(id)
	return nil
}

// SetHash gives the account of a person another password.
func (t *Turn) SetHash(key, hash string) {
	if a := t.Account(key); a != nil {
		a.Password, a.MustChange = hash, false
		a.Version++
	}
}

// SetKeys gives the account of a person other SSH keys.
func (t *Turn) SetKeys(key string, lines []string) {
	if a := t.Account(key); a != nil {
		a.SSHKeys = lines
		a.Version++
	}
}

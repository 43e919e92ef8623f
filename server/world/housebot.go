package world

import (
	"fmt"

	"epicenter/storage"
)

// HouseBot is one of the server's own players, as newcomers are told of it.
type HouseBot struct{ Handle, Variant string }

// computerList is the list of those who are shown as (C).
const computerList = "computer"

// keepHouseBot makes the account of a house bot.
func (t *Turn) keepHouseBot(d KeepHouseBot) (version uint64, problem string) {
	key := storage.Key(d.Handle)
	if a := t.SeeAccount(key); a != nil && !IsGuest(a) {
		if a.House == "" {
			return 0, fmt.Sprintf("the name %s belongs to a person", a.Handle)
		}
		return a.Version, ""
	}
	if version, problem = t.addUser(AddUser{Handle: d.Handle, Hash: d.Hash}); problem != "" {
		return 0, problem
	}
	t.Account(key).House = storage.HouseOn
	t.SetTitle(key, computerList, true)
	return version, ""
}

// SwitchHouseBot lets a house bot in or keeps it out, for good; it fails for
// accounts of people. The bot leaves by itself when its game is over.
func (t *Turn) SwitchHouseBot(key string, on bool) bool {
	a := t.SeeAccount(key)
	if a == nil || a.House == "" {
		return false
	}
	t.Account(key).House = map[bool]string{true: storage.HouseOn, false: storage.HouseOff}[on]
	return true
}

// FreeHouseBot is a house bot that is here and would play now.
func (t *Turn) FreeHouseBot() (HouseBot, bool) {
	for _, b := range t.cfg.HouseBots {
		if p := t.players.See(storage.Key(b.Handle)); p.Online() && p.Game == 0 {
			return b, true
		}
	}
	return HouseBot{}, false
}

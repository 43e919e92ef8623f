package world

import (
	"bytes"
	"maps"
	"slices"

	"epicenter/storage"
)

// cloneAccount makes a copy that shares nothing that may change.
func cloneAccount(a *storage.Account) *storage.Account {
	c := *a
	c.SSHKeys = slices.Clone(a.SSHKeys)
	c.Vars = maps.Clone(a.Vars)
	c.Aliases = slices.Clone(a.Aliases)
	c.Notes = slices.Clone(a.Notes)
	c.F = slices.Clone(a.F)
	c.Lists = maps.Clone(a.Lists)
	for k, l := range c.Lists { // order does not matter: each value is replaced by itself
		c.Lists[k] = slices.Clone(l)
	}
	c.Titles = slices.Clone(a.Titles)
	c.Ratings = maps.Clone(a.Ratings)
	c.Colours = maps.Clone(a.Colours)
	c.Computers = maps.Clone(a.Computers)
	c.History = slices.Clone(a.History)
	c.Journal = slices.Clone(a.Journal)
	c.Adjourned = slices.Clone(a.Adjourned)
	return &c
}

// finish writes the last record of a game that has left the board; of one that
// was aborted no trace is left.
func (t *Turn) finish(g *Game, e Ending) {
	key := storage.GameKey(g.Record.ID)
	t.finals = append(t.finals, storage.Change{Bucket: storage.Live, Key: key})
	switch {
	case e.Adjourned:
		t.finals = append(t.finals, storage.Change{Bucket: storage.Adjourned, Key: key, Value: storage.EncodeGame(nil, &g.Record)})
	case e.Code != "":
		t.finals = append(t.finals, storage.Change{Bucket: storage.Games, Key: key, Value: storage.EncodeGame(nil, &g.Record)})
	}
}

// Changes are what must be on disk before anybody is told of the turn, in a
// fixed order.
func (t *Turn) Changes() []storage.Change {
	var ch []storage.Change
	if t.state.nextGame != t.w.state.nextGame {
		ch = append(ch, storage.NextGameChange(t.state.nextGame))
	}
	keys := slices.Clone(t.accounts.order)
	slices.Sort(keys)
	for _, k := range keys {
		if value, changed := t.accountValue(k); changed {
			ch = append(ch, storage.Change{Bucket: storage.Accounts, Key: storage.AccountKey(k), Value: value})
		}
	}
	numbers := slices.Clone(t.games.order)
	slices.Sort(numbers)
	for _, n := range numbers {
		g := t.games.copies[n]
		if g == nil || g.Exam != nil {
			continue
		}
		value := storage.EncodeGame(nil, &g.Record)
		if !bytes.Equal(value, g.stored) {
			g.stored = value
			ch = append(ch, storage.Change{Bucket: storage.Live, Key: storage.GameKey(g.Record.ID), Value: value})
		}
	}
	return append(ch, t.finals...)
}

// accountValue encodes an account that was taken and tells whether it differs
// from what is known to be on disk; guests are never on disk.
func (t *Turn) accountValue(k string) (value []byte, changed bool) {
	a := t.accounts.copies[k]
	if a == nil || IsGuest(a) {
		return nil, false
	}
	value = storage.EncodeAccount(a)
	if old := t.accounts.base.m[k]; old != nil && !IsGuest(old) {
		return value, !bytes.Equal(storage.EncodeAccount(old), value)
	}
	return value, !bytes.Equal(t.Read(storage.Accounts, storage.AccountKey(k)), value)
}

// IsGuest tells whether an account is one of those that live in memory only:
// it has no version.
func IsGuest(a *storage.Account) bool { return a.Version == 0 }

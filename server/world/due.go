package world

import "epicenter/storage"

// Load puts the live games of the store into a new world, before its first
// turn; a record that cannot be loaded is set aside and reported.
func (w *World) Load(storage.Reader) (problems []error) { return nil }

// GameDue looks at a game whose deadline has come: a flag has fallen, or it
// has waited long enough for its players.
func (t *Turn) GameDue(n int) {}

// WaitForPlayers lets the live games that were found in the store wait for
// their players with standing clocks.
func (t *Turn) WaitForPlayers() {}

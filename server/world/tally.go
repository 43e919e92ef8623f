package world

// Tally counts what goes on, for uptime (docs/protocol.md §3.5).
type Tally struct {
	Started              int64 // Unix ms of the server's start
	Players, MostPlayers int   // online now, and at most since then
	Games, MostGames     int   // on boards
}

// Tally is how much goes on now.
func (t *Turn) Tally() Tally {
	return Tally{
		Started: t.state.started,
		Players: t.sessions.Len(), MostPlayers: t.state.mostPlayers,
		Games: t.games.Len(), MostGames: t.state.mostGames,
	}
}

// CountSessions is the number of people online.
func (t *Turn) CountSessions() int { return t.sessions.Len() }

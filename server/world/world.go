package world

import (
	"epicenter/storage"
)

// World is everything that is known while the server runs. Only the loop's
// goroutine touches it.
type World struct {
	cfg      Config
	sessions *table[SessionID, Session]
	players  *table[string, Player]
	accounts *table[string, storage.Account] // of those online or playing
	games    *table[int, Game]
	seeks    *table[int, Seek]
	offers   *table[int, Offer]
	state    state
	agenda   *agenda
	// leaving are the games whose newest board has not left yet: their clocks
	// start when it has (docs/design.md, item 7).
	leaving []int
	turn    *Turn // reused
	point   failpoint
}

// state are the single values of the world; a turn has a copy.
type state struct {
	nextGame  uint64 // id of the next game
	gameNos   numbers
	seekNos   numbers
	offerNos  numbers
	started   int64 // Unix ms of the start
	storeDown bool
	stopping  bool
	// shutdownAt is when the server goes down, 0 when it does not.
	shutdownAt     int64
	shutdownReason string
	shutdownMark   int64 // when it is told of next
	mostPlayers    int
	mostGames      int
}

// New returns an empty world at the given moment (Unix ms); nextGame is the id
// of the next game to be played.
func New(cfg Config, now int64, nextGame uint64) *World {
	w := &World{
		cfg:      cfg,
		sessions: newTable[SessionID, Session](),
		players:  newTable[string, Player](),
		accounts: newTable[string, storage.Account](),
		games:    newTable[int, Game](),
		seeks:    newTable[int, Seek](),
		offers:   newTable[int, Offer](),
		agenda:   newAgenda(),
		state:    state{nextGame: max(1, nextGame), started: now},
	}
	w.turn = newTurn(w)
	return w
}

// NextDeadline is the first moment at which something is due.
func (w *World) NextDeadline() (Deadline, bool) { return w.agenda.next() }

// Forget drops a deadline whose turn failed, so that it cannot fail for ever.
func (w *World) Forget(d Deadline) {
	d.At = 0
	w.agenda.set(d)
}

// Left starts the clocks of the games whose boards have just left.
func (w *World) Left(at int64) {
	for _, n := range w.leaving {
		g := w.games.m[n]
		if g == nil || g.RunningSince > 0 || !g.counting() {
			continue
		}
		c := g.clone()
		c.RunningSince = at
		w.games.set(n, c)
		w.agenda.set(Deadline{At: max(at, c.deadline()), Kind: DueGame, ID: uint64(n)})
	}
	w.leaving = w.leaving[:0]
}

// Session shows a session of the world between turns, or nil.
func (w *World) Session(id SessionID) *Session { return w.sessions.m[id] }

// Config is the configuration in force.
func (w *World) Config() Config { return w.cfg }

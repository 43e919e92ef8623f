package world

import "net/netip"

// Session is one connection of a person who has logged in. What belongs to it
// alone ends with it; what belongs to the person is in Player.
type Session struct {
	ID     SessionID
	Key    string // of its Player
	Handle string
	Addr   netip.Addr
	// CameFrom is the address of its owner's visit before, "" if not known.
	CameFrom string
	Traits   Traits
	IVars    IVars
	// Look is kept in step with variables by Turn.Relook.
	Look Look

	Since     int64 // login, Unix ms
	LastInput int64 // last line that counts against idleness
	// Block is the id of the command being answered in block mode, -1 outside
	// (docs/protocol.md §8).
	Block int

	// Rest is what a paged text has left; `next` shows it.
	Rest string
	// LastTold and LastChannel are what `.` and `,` address.
	LastTold, LastChannel string
	// Observing are the numbers of observed games in order; Primary is the
	// one that commands mean when they name none.
	Observing []int
	Primary   int
	Following string // key of the player whose games are observed

	// QuitAt is when the session last asked to quit in the middle of a game.
	QuitAt int64

	// Question is an open question; the next line is its answer.
	Question Question
	// Waiting is set while a job runs for this session; lines other than
	// moves are held meanwhile, in order.
	Waiting bool
	Held    []Line
	// Lag is what timeseal has measured.
	Lag   Lag
	pings []pinged // not answered yet, oldest first
	// Closing is set once the session has been told to close.
	Closing bool
}

// Question is an open question to a session: the next line goes to Answer
// instead of the command table. The closed set of questions is declared by the
// commands that ask them.
type Question interface{ Question() string }

func (s *Session) clone() *Session { c := *s; return &c }

// deadline is when the session has been idle for too long.
func (s *Session) deadline(idle int64) int64 {
	if idle <= 0 || s.Closing {
		return 0
	}
	return s.LastInput + idle
}

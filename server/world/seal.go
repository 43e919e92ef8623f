package world

// Stamp is a moment by the clock of a timeseal client, in ms. Clocks of clients
// begin anywhere and many wrap, so that only the difference of two stamps of one
// session means anything (docs/clients.md §1.3).
type Stamp struct {
	MS    int64
	Valid bool
}

// stampWrap is where clocks of clients begin again at 0, ms.
const stampWrap = 10_000_000

// since is how long after an earlier stamp this one was given, ms, never
// negative: a clock that runs backwards seems to have gone all the way round,
// which is worth nothing to anybody.
func (s Stamp) since(earlier Stamp) (ms int64, ok bool) {
	if !s.Valid || !earlier.Valid {
		return 0, false
	}
	return ((s.MS-earlier.MS)%stampWrap + stampWrap) % stampWrap, true
}

// Pong tells that a timeseal client has answered the oldest ping that it has not
// answered yet.
type Pong struct {
	Session SessionID
	MS      int64 // of the client's clock, see Stamp
}

func (Pong) body() {}

// pinged is a ping that has not been answered.
type pinged struct {
	at   int64  // Unix ms when it was ordered
	game uint64 // storage.Game.ID of the game with whose board it left, 0 for none
	run  int    // Thinking.Run of that moment
}

// Lag is what a session's pings have measured.
type Lag struct {
	Count int   // pongs so far
	Sum   int64 // of the times between ping and pong, ms
	Last  int64 // Unix ms of the newest ping, 0 before the first
}

// Average is how long a ping and its answer take, ms; 0 without any.
func (l Lag) Average() int64 {
	if l.Count == 0 {
		return 0
	}
	return (l.Sum + int64(l.Count)/2) / int64(l.Count)
}

const (
	// maxPings is how many pings may be without answer; a client that never
	// answers is sent no more.
	maxPings = 32
	// pingEvery is how often a session that types is pinged besides, ms. Who
	// is silent is not: nothing needs to be known of him.
	pingEvery = 60_000
)

// Thinking is what is known of the time for which the side to move thinks.
type Thinking struct {
	// Run counts how often a clock of the game was set going.
	Run int
	// Seen is when the player's client had the board, by its own clock, and
	// SeenBy the session whose clock that is.
	Seen   Stamp
	SeenBy SessionID
	// Until is set while a fallen flag waits for what may be on its way; at
	// that moment (Unix ms) it has fallen for good.
	Until int64
	// Claimed is set when the opponent has called the flag meanwhile.
	Claimed bool
}

// Timeseal is the version of timeseal that a person's client speaks, 0 for none
// or when he is away.
func (t *Turn) Timeseal(key string) int {
	if p := t.SeePlayer(key); p.Online() {
		if s := t.SeeSession(p.Session); s != nil {
			return s.Traits.Timeseal
		}
	}
	return 0
}

// ping asks a timeseal session for its clock; for no other is anything done.
// A session is never pinged before its first prompt (docs/clients.md §1.4), so
// not in the turn in which it begins.
func (t *Turn) ping(id SessionID, game uint64, run int) {
	s := t.SeeSession(id)
	if s == nil || s.Traits.Timeseal == 0 || s.Closing || len(s.pings) >= maxPings || t.sessions.base.m[id] == nil {
		return
	}
	s = t.Session(id)
	list := make([]pinged, len(s.pings), len(s.pings)+1) // the old one is the world's
	copy(list, s.pings)
	s.pings = append(list, pinged{at: t.At, game: game, run: run})
	s.Lag.Last = t.At
	t.Order(id, DoPing)
}

// pingBoard sends a ping in front of the board that tells a player to think.
func (t *Turn) pingBoard(g *Game) {
	if p := t.SeePlayer(g.KeyOf(g.ToMove())); p.Online() {
		t.ping(p.Session, g.Record.ID, g.Thinking.Run)
	}
}

// KeepLag measures the lag of a session that has typed something, if it has not
// been measured for a while.
func (t *Turn) KeepLag(id SessionID) {
	if s := t.SeeSession(id); s != nil && (s.Lag.Last == 0 || t.At-s.Lag.Last >= pingEvery) {
		t.ping(id, 0, 0)
	}
}

// AskLag measures the lag of a session anew, for somebody who wants to know it.
func (t *Turn) AskLag(id SessionID) {
	if s := t.SeeSession(id); s != nil && len(s.pings) == 0 {
		t.ping(id, 0, 0)
	}
}

// Ponged takes the answer to a ping. Answers to nothing cost their sender as a
// command would.
func (t *Turn) Ponged(b Pong) {
	s := t.SeeSession(b.Session)
	if s == nil || len(s.pings) == 0 {
		t.Cost(1)
		return
	}
	s = t.Session(b.Session)
	p := s.pings[0]
	s.pings = s.pings[1:]
	s.Lag.Count++
	s.Lag.Sum += max(0, t.At-p.at)
	if p.game != 0 {
		t.boardSeen(s, p, Stamp{b.MS, true})
	}
}

// boardSeen notes when a player's client had the board that tells him to think;
// later pings of the same board say how late it is by that clock.
func (t *Turn) boardSeen(s *Session, p pinged, now Stamp) {
	player := t.SeePlayer(s.Key)
	if player == nil {
		return
	}
	g := t.SeeGame(player.Game)
	if g == nil || g.Record.ID != p.game || g.Thinking.Run != p.run || g.ColourOf(s.Key) != g.ToMove() {
		return
	}
	switch own, ok := now.since(g.Thinking.Seen); {
	case !g.Thinking.Seen.Valid:
		g = t.Game(player.Game)
		g.Thinking.Seen, g.Thinking.SeenBy = now, s.ID
	case g.Thinking.Until > 0 && ok && g.Thinking.SeenBy == s.ID && own > g.Side(g.ToMove()).Clock:
		t.fallen(t.Game(player.Game)) // late by his own clock: nothing can be on its way
	}
}

// credit is how much of the lag of its next move a side is not charged at most,
// ms. It is bounded for a move and for a game, so that a client that lies about
// its clock gains no more than that once (docs/cases.md 27).
func (t *Turn) credit(g *Game, side int) int64 {
	if t.Timeseal(g.KeyOf(side)) == 0 {
		return 0
	}
	return max(0, min(t.cfg.LagPerMove, t.cfg.LagPerGame-g.LagUsed[side]))
}

// lagOf tells what part of the time that a move made now took was lag, by the
// stamps of the mover's client: between the pong of its board and the move. Where
// there are no two stamps of one session, or they say more than has passed, it is
// none.
func (t *Turn) lagOf(g *Game) int64 {
	s := t.Typist()
	if s == nil || s.ID != g.Thinking.SeenBy || s.Key != g.KeyOf(g.ToMove()) {
		return 0
	}
	own, ok := t.stamp.since(g.Thinking.Seen)
	if !ok {
		return 0
	}
	return max(0, g.elapsed(t.At)-own)
}

// LagChecked tells a player that the flag of his opponent waits for what may be
// on its way.
type LagChecked struct{ Game int }

func (LagChecked) fact()     {}
func (LagChecked) gameFact() {}

// checkLag lets the fallen flag of the side to move wait as long as a move may
// be on its way that was made in time, and asks the client for its clock. It
// reports whether there is anything to wait for.
func (t *Turn) checkLag(g *Game) bool {
	c := g.ToMove()
	if g.Thinking.Until > 0 {
		return true
	}
	until := g.RunningSince + g.Side(c).Clock + 1 + t.credit(g, c)
	if g.RunningSince == 0 || until <= t.At {
		return false
	}
	g.Thinking.Until = until
	g.FlagSeen = false
	t.pingBoard(g)
	return true
}

// fallen ends the wait of checkLag: the flag is down for good.
func (t *Turn) fallen(g *Game) {
	c := 1 - g.ToMove()
	switch {
	case t.autoflags(g, c):
		t.autoFlag(g, c)
	case g.Thinking.Claimed:
		t.Flag(g, c)
	default:
		g.FlagSeen = true
		g.Thinking.Until = 0
	}
}

// ClaimFlag is side c's call of the opponent's flag, which is down. It ends the
// game at once, or reports that it waits for what may be on its way.
func (t *Turn) ClaimFlag(g *Game, c int) (checking bool) {
	if g.ToMove() == c || !t.checkLag(g) {
		t.Flag(g, c)
		return false
	}
	g.Thinking.Claimed = true
	return true
}

// OutOfTime tells whether a side's flag is down and no lag can excuse it.
func (t *Turn) OutOfTime(g *Game, c int) bool {
	if !g.FlagDown(c, t.At) {
		return false
	}
	return c != g.ToMove() || g.Clock(c, t.At) < -t.credit(g, c)
}

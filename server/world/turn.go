package world

import (
	"iter"
	"math/rand/v2"
	"time"

	"epicenter/storage"
)

// Turn applies one input. Its promises (docs/design.md, item 3):
//
//  1. What it takes is a copy; the world is as it was until Settle.
//  2. Settle makes all of it the world's; a turn that is not settled leaves no
//     trace, its outputs included.
//  3. Changes is computed from the old and the new copies, so that nothing
//     that was taken is forgotten and nobody writes a change by hand.
//  4. Outputs leave in the order in which they were made.
type Turn struct {
	w    *World
	At   int64 // the input's stamp
	seed uint64
	dice *rand.Rand

	sessions view[SessionID, Session]
	players  view[string, Player]
	accounts view[string, storage.Account]
	games    view[int, Game]
	seeks    view[int, Seek]
	offers   view[int, Offer]
	state    state
	cfg      Config

	stamp    Stamp // of the line that the turn applies
	store    storage.Reader
	storeErr error

	typist    SessionID
	answering bool
	block     block
	stranger  stranger

	out    []Output
	jobs   []Job
	again  []Line // held lines to be applied after this turn
	finals []storage.Change
	left   []int // games whose clocks start when the boards leave
	cost   int
}

func newTurn(w *World) *Turn {
	return &Turn{
		w:        w,
		sessions: newView(w.sessions, (*Session).clone, &w.point),
		players:  newView(w.players, (*Player).clone, &w.point),
		accounts: newView(w.accounts, cloneAccount, &w.point),
		games:    newView(w.games, (*Game).clone, &w.point),
		seeks:    newView(w.seeks, (*Seek).clone, &w.point),
		offers:   newView(w.offers, (*Offer).clone, &w.point),
	}
}

// Begin opens the turn of an input. The turn before it must have been settled
// or is thrown away. The reader sees what the batch has written so far.
func (w *World) Begin(in Input, store storage.Reader) *Turn {
	t := w.turn
	t.sessions.reset()
	t.players.reset()
	t.accounts.reset()
	t.games.reset()
	t.seeks.reset()
	t.offers.reset()
	t.At, t.seed, t.dice = in.At, in.Seed, nil
	t.state, t.cfg = w.state, w.cfg
	t.store, t.storeErr = store, nil
	t.typist, t.out, t.jobs, t.again, t.finals, t.cost = 0, nil, nil, nil, nil, 0
	t.answering, t.block, t.stranger = false, block{}, stranger{}
	t.left = t.left[:0]
	t.stamp = Stamp{}
	if l, ok := in.Body.(Line); ok {
		t.stamp = l.Stamp
	}
	return t
}

// Settle makes the turn's copies the world's.
func (t *Turn) Settle() {
	t.sessions.settle()
	t.players.settle()
	t.accounts.settle()
	t.games.settle()
	t.seeks.settle()
	t.offers.settle()
	if t.state.shutdownMark != t.w.state.shutdownMark {
		t.w.agenda.set(Deadline{At: t.state.shutdownMark, Kind: DueShutdown})
	}
	t.w.state, t.w.cfg = t.state, t.cfg
	t.w.leaving = append(t.w.leaving, t.left...)
	t.settleDeadlines()
	for _, k := range t.accounts.order {
		if t.w.players.m[k] == nil {
			t.w.accounts.drop(k) // only of those online is the account kept at hand
		}
	}
}

func (t *Turn) settleDeadlines() {
	a := t.w.agenda
	for _, id := range t.sessions.order {
		d := Deadline{Kind: DueIdle, ID: uint64(id)}
		if s := t.sessions.copies[id]; s != nil && !t.exemptFromIdle(s) {
			d.At = s.deadline(t.cfg.IdleTimeout)
		}
		a.set(d)
	}
	for _, n := range t.games.order {
		d := Deadline{Kind: DueGame, ID: uint64(n)}
		if g := t.games.copies[n]; g != nil {
			d.At = g.deadline()
			if d.At > 0 {
				d.At = max(d.At, t.At) // nothing is due in the past
			}
		}
		a.set(d)
	}
	for _, k := range t.players.order {
		d := Deadline{Kind: DueGrace, Key: k}
		if p := t.players.copies[k]; p != nil {
			d.At = p.deadline(t.cfg)
		}
		a.set(d)
	}
}

// Config is the configuration in force.
func (t *Turn) Config() Config { return t.cfg }

// Typist is the session whose line the turn applies, nil when there is none.
func (t *Turn) Typist() *Session { return t.sessions.See(t.typist) }

// TypistID is the number of the session whose line the turn applies, also when
// that session has ended in this turn; 0 when there is none.
func (t *Turn) TypistID() SessionID { return t.typist }

// SetTypist names the session whose line the turn applies.
func (t *Turn) SetTypist(id SessionID) { t.typist = id }

// Me is the player behind the typist.
func (t *Turn) Me() *Player {
	s := t.Typist()
	if s == nil {
		return nil
	}
	return t.players.See(s.Key)
}

// Session gives a session to be changed, SeeSession one to be read; nil when
// there is none. The same holds for the pairs below.
func (t *Turn) Session(id SessionID) *Session    { return t.sessions.Take(id) }
func (t *Turn) SeeSession(id SessionID) *Session { return t.sessions.See(id) }
func (t *Turn) Player(key string) *Player        { return t.players.Take(key) }
func (t *Turn) SeePlayer(key string) *Player     { return t.players.See(key) }
func (t *Turn) Game(number int) *Game            { return t.games.Take(number) }
func (t *Turn) SeeGame(number int) *Game         { return t.games.See(number) }
func (t *Turn) Seek(number int) *Seek            { return t.seeks.Take(number) }
func (t *Turn) SeeSeek(number int) *Seek         { return t.seeks.See(number) }
func (t *Turn) Offer(number int) *Offer          { return t.offers.Take(number) }
func (t *Turn) SeeOffer(number int) *Offer       { return t.offers.See(number) }

// Sessions yields all sessions by id; Players, Games, Seeks and Offers likewise
// in the order of their keys.
func (t *Turn) Sessions() iter.Seq2[SessionID, *Session] { return t.sessions.All() }
func (t *Turn) Players() iter.Seq2[string, *Player]      { return t.players.All() }
func (t *Turn) Games() iter.Seq2[int, *Game]             { return t.games.All() }
func (t *Turn) Seeks() iter.Seq2[int, *Seek]             { return t.seeks.All() }
func (t *Turn) Offers() iter.Seq2[int, *Offer]           { return t.offers.All() }

// CountGames is the number of games on boards now.
func (t *Turn) CountGames() int { return t.games.Len() }

// Account gives the account of a handle to be changed, from memory or the
// store; nil when nobody of that name is registered or a guest. Guests have an
// account in memory only.
func (t *Turn) Account(key string) *storage.Account {
	if a := t.accounts.Take(key); a != nil {
		return a
	}
	a := t.loadAccount(key)
	if a != nil {
		t.accounts.Put(key, a)
	}
	return a
}

// SeeAccount shows an account that is not to be changed.
func (t *Turn) SeeAccount(key string) *storage.Account {
	if a := t.accounts.See(key); a != nil {
		return a
	}
	return t.loadAccount(key)
}

func (t *Turn) loadAccount(key string) *storage.Account {
	raw := t.Read(storage.Accounts, storage.AccountKey(key))
	if raw == nil {
		return nil
	}
	a, err := storage.DecodeAccount(raw)
	if err != nil {
		t.storeErr = err
		return nil
	}
	return a
}

// Read is a short read of the store, as the batch has left it so far; nil when
// the key is not there. A failing store makes the whole turn fail.
func (t *Turn) Read(b storage.Bucket, key []byte) []byte {
	if t.store == nil {
		return nil
	}
	v, err := t.store.Get(b, key)
	if err != nil {
		t.storeErr = err
	}
	return v
}

// Store is the reader for ranges, at most 200 records a turn; nil in tests
// without one.
func (t *Turn) Store() storage.Reader { return t.store }

// Err is the first error of a read; a turn with one must not be settled.
func (t *Turn) Err() error { return t.storeErr }

// Dice are seeded by the input.
func (t *Turn) Dice() *rand.Rand {
	if t.dice == nil {
		t.dice = rand.New(rand.NewPCG(t.seed, 0x9e3779b97f4a7c15))
	}
	return t.dice
}

// Time is the turn's moment in a zone.
func (t *Turn) Time(loc *time.Location) time.Time { return time.UnixMilli(t.At).In(loc) }

// StoreIsDown tells whether commits are failing: what must be stored is to be
// refused.
func (t *Turn) StoreIsDown() bool { return t.state.storeDown }

// Cost sets what the line costs its typist's token bucket; CostOf reads it.
func (t *Turn) Cost(n int) { t.cost = n }

// CostOf is the cost that was set.
func (t *Turn) CostOf() int { return t.cost }

// Print adds text to the typist's answer; it should end with a line end.
func (t *Turn) Print(text string) {
	if t.typist != 0 && text != "" {
		t.out = append(t.out, Output{To: []SessionID{t.typist}, Text: text})
	}
}

// PrintRaw is Print for tables and machine lines, which are never wrapped.
func (t *Turn) PrintRaw(text string) {
	if t.typist != 0 && text != "" {
		t.out = append(t.out, Output{To: []SessionID{t.typist}, Text: text, Raw: true})
	}
}

// Tell makes the sessions learn a fact, in the order given; nobody learns it
// twice.
func (t *Turn) Tell(f Fact, to ...SessionID) {
	t.w.point.pass()
	list := make([]SessionID, 0, len(to))
	for _, id := range to {
		if id != 0 {
			list = append(list, id)
		}
	}
	if len(list) > 0 {
		t.out = append(t.out, Output{To: list, Fact: f})
	}
}

// TellPlayer makes a person learn a fact, if he is online.
func (t *Turn) TellPlayer(key string, f Fact) {
	if p := t.players.See(key); p.Online() {
		t.Tell(f, p.Session)
	}
}

// Order gives an instruction to a connection.
func (t *Turn) Order(id SessionID, d Do) {
	t.out = append(t.out, Output{To: []SessionID{id}, Do: d})
}

// Outputs are what the turn has brought forth.
func (t *Turn) Outputs() []Output { return t.out }

// Jobs are the jobs to be started once the turn is on disk.
func (t *Turn) Jobs() []Job { return t.jobs }

// Again are held lines that are to be applied right after this turn.
func (t *Turn) Again() []Line { return t.again }

// LookOf is how a session wants to be shown things, also when it has ended in
// this turn.
func (t *Turn) LookOf(id SessionID) (Look, bool) {
	if s := t.sessions.See(id); s != nil {
		return s.Look, true
	}
	if s := t.sessions.base.m[id]; s != nil {
		return s.Look, true
	}
	if id == t.stranger.id {
		return t.stranger.look, true
	}
	return Look{}, false
}

// Stranger is the session of a Connected that was refused: it never became
// part of the world but is to be told why.
func (t *Turn) Stranger() (SessionID, Look, bool) {
	return t.stranger.id, t.stranger.look, t.stranger.id != 0
}

// Answering tells whether the turn answers its typist, so that a prompt is due.
func (t *Turn) Answering() bool { return t.typist != 0 && t.answering }

// Answer says that the turn answers a line of its typist.
func (t *Turn) Answer() { t.answering = true }

// SetBlock says that the answer is to be wrapped in block mode under the id
// that came with the command; SetCode gives the code of the command.
func (t *Turn) SetBlock(id int) { t.block.on, t.block.id = true, id }

// SetCode gives the block code of the command that answers
// (docs/protocol.md §8.3).
func (t *Turn) SetCode(code int) { t.block.code = code }

// Block is the id and code of the answer, and whether it is a block at all.
func (t *Turn) Block() (id, code int, on bool) { return t.block.id, t.block.code, t.block.on }

// block is how an answer is wrapped.
type block struct {
	on       bool
	id, code int
}

// stranger is a session that was refused.
type stranger struct {
	id   SessionID
	look Look
}

package world

import (
	"fmt"

	"epicenter/rules"
	"epicenter/storage"
)

// chunk is how many records are read from the store at a time.
const chunk = 200

// Load takes the live games of the store into an empty world, with their
// numbers and their players, before the first input. A record that cannot be
// loaded stays where it is and is one of the problems that are returned; the
// server starts all the same (docs/design.md, "Start").
func (w *World) Load(r storage.Reader) (problems []error) {
	var from []byte
	for {
		var records [][2][]byte
		err := r.Range(storage.Live, from, chunk, func(k, v []byte) bool {
			records = append(records, [2][]byte{append([]byte(nil), k...), append([]byte(nil), v...)})
			return true
		})
		if err != nil {
			return append(problems, fmt.Errorf("read live games: %w", err))
		}
		for _, kv := range records {
			if err := w.load(r, kv[1]); err != nil {
				problems = append(problems, fmt.Errorf("live game under key %x set aside: %w", kv[0], err))
			}
		}
		if len(records) < chunk {
			return problems
		}
		from = append(records[len(records)-1][0], 0)
	}
}

// load takes one game in.
func (w *World) load(r storage.Reader, raw []byte) error {
	g, err := restore(raw)
	if err != nil {
		return err
	}
	if g.Record.Result != "" || g.Position.Outcome().Over() {
		return fmt.Errorf("game %d is over", g.Record.ID)
	}
	var accounts [2]*storage.Account
	for c := range 2 {
		if w.players.m[g.KeyOf(c)] != nil {
			return fmt.Errorf("game %d: %s plays another game already", g.Record.ID, g.Side(c).Handle)
		}
		if accounts[c], err = accountOf(r, g, c); err != nil {
			return err
		}
	}
	w.number(g, raw)
	for c, a := range accounts {
		if a == nil {
			continue
		}
		key := g.KeyOf(c)
		w.accounts.set(key, a)
		w.players.set(key, &Player{
			Key: key, Handle: a.Handle, Vars: VarsOf(a), Level: a.Level, Titles: TitlesOf(a, false), Game: g.Record.Number,
		})
	}
	if g.BothRegistered() {
		g.MinMove = w.players.m[g.KeyOf(White)].Vars.On(VarMinMoveTime) && w.players.m[g.KeyOf(Black)].Vars.On(VarMinMoveTime)
	}
	w.games.set(g.Record.Number, g)
	return nil
}

// accountOf reads the account of a side, nil for a guest's.
func accountOf(r storage.Reader, g *Game, c int) (*storage.Account, error) {
	if !g.Side(c).Registered {
		return nil, nil
	}
	raw, err := r.Get(storage.Accounts, storage.AccountKey(g.Side(c).Handle))
	if err != nil {
		return nil, fmt.Errorf("game %d: read account of %s: %w", g.Record.ID, g.Side(c).Handle, err)
	}
	if raw == nil {
		return nil, fmt.Errorf("game %d: %s has no account any more", g.Record.ID, g.Side(c).Handle)
	}
	a, err := storage.DecodeAccount(raw)
	if err != nil {
		return nil, fmt.Errorf("game %d: %w", g.Record.ID, err)
	}
	return a, nil
}

// number lets a loaded game keep its number, unless there is no such number or
// another game bears it: then the record is written anew when it first can be.
func (w *World) number(g *Game, raw []byte) {
	n := g.Record.Number
	if n >= 1 && w.games.m[n] == nil {
		g.stored = raw
		return
	}
	for n = 1; w.games.m[n] != nil; n++ {
	}
	g.Record.Number = n
}

// restore makes a game of its record.
func restore(raw []byte) (*Game, error) {
	r, err := storage.DecodeGame(raw)
	if err != nil {
		return nil, err
	}
	g := &Game{Record: *r, Variant: rules.Lookup(r.Variant)}
	if g.Variant == nil {
		return nil, fmt.Errorf("game %d: no variant %q", r.ID, r.Variant)
	}
	if r.White.Handle == "" || g.KeyOf(White) == g.KeyOf(Black) {
		return nil, fmt.Errorf("game %d: players %q and %q", r.ID, r.White.Handle, r.Black.Handle)
	}
	if err := g.replay(); err != nil {
		return nil, err
	}
	return g, nil
}

// WaitForPlayers lets the live games that were found in the store wait for
// their players with standing clocks; those of guests, whom nobody can know
// again, end.
func (t *Turn) WaitForPlayers() {
	for n, g := range t.games.All() {
		if g.BothRegistered() {
			t.Game(n).WaitsUntil = t.At + t.cfg.RestartGrace
		}
	}
	for _, n := range t.guestGames() {
		t.End(t.Game(n), Ending{Text: "Game aborted by server shutdown"})
	}
}

func (t *Turn) guestGames() (numbers []int) {
	for n, g := range t.games.All() {
		if !g.BothRegistered() {
			numbers = append(numbers, n)
		}
	}
	return numbers
}

// goOn lets a game that has waited since a restart go on by itself.
func (t *Turn) goOn(g *Game) {
	g.WaitsUntil = 0
	t.startClock(g)
	t.TellPlayers(g, t.started(g, true))
	f := t.started(g, true)
	t.TellObservers(g, BoardShown{f.Board})
	t.tellListeners(g, f)
	t.showFollowers(g)
}

// StopClocks charges everybody who thinks for his time until now: the server
// goes down in good order, and games wait in the store as they are.
func (t *Turn) StopClocks() {
	for n, g := range t.games.All() {
		if g.Ticking() && g.RunningSince > 0 {
			t.Game(n).stopClock(t.At)
		}
	}
}

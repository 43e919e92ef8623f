package world

import (
	"slices"

	"epicenter/storage"
)

// Admission is the answer to Connected.
type Admission uint8

// The answers.
const (
	Admitted        Admission = iota
	AdmittedInstead           // an older session of the same account was put off
	AdmittedAgain             // the person comes back within the grace to his game
	NameTaken                 // an unregistered name that somebody bears already
	Stale                     // the account has changed since it was verified
	BannedNow
	HereAlready // a session for one command would put the person's own off
)

// Connect lets a verified person in: it decides on names, bans and take-over
// in the turn that applies Connected, and leaves the session as the turn's
// typist (docs/design.md, "Who owns what").
func (t *Turn) Connect(c Connected) Admission {
	key := storage.Key(c.Handle)
	old := t.players.See(key)
	t.stranger = stranger{c.Session, Look{EOL: c.Traits.EOL, UTF8: c.Traits.UTF8}}
	if !c.Registered && (old != nil || t.SeeAccount(key) != nil) {
		return NameTaken
	}
	account := &storage.Account{Handle: c.Handle, Lists: map[string][]string{"channel": newcomerChannels(true)}}
	if c.Registered {
		if account = t.Account(key); account == nil || account.Version != c.Version {
			return Stale
		}
		if account.Banned != "" {
			return BannedNow
		}
		// `ssh host who` must neither end a game nor stretch its grace.
		if c.Traits.Command != "" && old != nil {
			return HereAlready
		}
	}
	cameFrom := noteLogin(account, c, t.At)
	// The program that somebody uses is of his connection, not of his person
	// (docs/protocol.md §6.1): the next one may be a terminal.
	delete(account.Vars, TextInterface)
	how := Admitted
	p := &Player{Key: key, Guest: !c.Registered, Since: t.At}
	if old != nil {
		p = t.players.Take(key)
		if how = AdmittedAgain; old.Session != 0 {
			how = AdmittedInstead
			t.displace(old.Session)
		}
	} else {
		t.players.Put(key, p)
		p.Vars = VarsOf(account)
	}
	t.accounts.Put(key, account)
	p.Handle, p.Session, p.LostAt = account.Handle, c.Session, 0
	if p.Since == 0 {
		p.Since = t.At // his game was there before him: the server has restarted
	}
	p.Level, p.Titles = account.Level, TitlesOf(account, p.Guest)
	compileFormula(p, account)
	s := &Session{
		ID: c.Session, Key: key, Handle: p.Handle, Addr: c.Addr, Traits: c.Traits,
		IVars: c.IVars, Since: t.At, LastInput: t.At, Block: -1, CameFrom: cameFrom,
	}
	t.sessions.Put(c.Session, s)
	t.stranger = stranger{}
	t.typist = c.Session
	t.Relook(c.Session)
	t.state.mostPlayers = max(t.state.mostPlayers, t.sessions.Len())
	return how
}

// noteLogin keeps when and from where the owner of an account has come, and
// returns from where he came before; empty for the first time and for guests.
func noteLogin(a *storage.Account, c Connected, at int64) (before string) {
	if !c.Registered {
		return ""
	}
	before = a.LastHost
	a.LastLogin, a.LastHost = at, ""
	if c.Addr.IsValid() {
		a.LastHost = c.Addr.String()
	}
	return before
}

// Displaced tells an older session that its owner has come in anew.
type Displaced struct{ Handle string }

func (Displaced) fact()         {}
func (Displaced) presenceFact() {}

// displace puts an older session of the same person off; the game stays with
// the person.
func (t *Turn) displace(id SessionID) {
	s := t.Session(id)
	if s == nil {
		return
	}
	t.Tell(Displaced{s.Handle}, id)
	t.endSession(s)
	t.Order(id, DoClose)
}

// endSession takes a session out of the world; its person is left alone.
func (t *Turn) endSession(s *Session) {
	for _, n := range slices.Clone(s.Observing) {
		t.stopObserving(s.ID, n)
	}
	if p := t.players.See(s.Key); p != nil && p.Session == s.ID {
		t.StopExamining(s.Key)
	}
	if t.sessions.base.m[s.ID] == nil {
		// It came and went in this turn, as for `ssh host COMMAND`, and is still
		// to be told what it asked for.
		t.stranger = stranger{s.ID, s.Look}
	}
	t.sessions.Remove(s.ID)
}

// stopObserving takes a session off a game's list and the game off the
// session's.
func (t *Turn) stopObserving(id SessionID, n int) {
	if g := t.Game(n); g != nil {
		g.Observers = slices.DeleteFunc(slices.Clone(g.Observers), func(o SessionID) bool { return o == id })
	}
	t.dropObserved(id, n)
}

// Hangup is what Closed brings: the session ends, and its person leaves, or is
// lost while a game waits for him.
func (t *Turn) Hangup(id SessionID) {
	s := t.Session(id)
	if s == nil {
		return
	}
	p := t.Player(s.Key)
	t.endSession(s)
	if p == nil || p.Session != id {
		return
	}
	p.Session = 0
	t.leaveAds(p.Key)
	if g := t.SeeGame(p.Game); g != nil {
		t.loseContact(t.Game(p.Game), p)
	}
	if p.Game == 0 {
		t.forgetPlayer(p.Key)
	}
	if s.Traits.Command == "" {
		t.departed(p, s.Addr)
	}
}

// forgetPlayer takes a person who is offline out of memory and notes how long
// he was online.
func (t *Turn) forgetPlayer(key string) {
	p := t.players.See(key)
	if p == nil {
		return
	}
	if a := t.Account(key); a != nil && !p.Guest {
		a.LastOff = t.At
		if p.Since > 0 {
			a.Online += t.At - p.Since
		}
	}
	t.players.Remove(key)
}

// VarsOf are the variables of an account.
func VarsOf(a *storage.Account) Vars {
	v := DefaultVars()
	for i := range NumVars {
		if text, ok := a.Vars[Settings[i].Name]; ok {
			v[i] = int16(parseVar(text, Settings[i]))
		}
	}
	return v
}

// parseVar reads a stored value; one that is out of range counts as default.
func parseVar(text string, s Setting) int {
	n := 0
	for _, c := range []byte(text) {
		if c < '0' || c > '9' || n > s.Max {
			return s.Default
		}
		n = 10*n + int(c-'0')
	}
	if n < s.Min || n > s.Max {
		return s.Default
	}
	return n
}

// SetVar sets a variable of a person, now and, where he is registered, for
// good; values equal to the default are not stored.
func (t *Turn) SetVar(key string, v Var, value int) {
	p, a := t.Player(key), t.Account(key)
	if p == nil || a == nil {
		return
	}
	p.Vars[v] = int16(value)
	name := Settings[v].Name
	if a.Vars == nil {
		a.Vars = map[string]string{}
	}
	if value == Settings[v].Default {
		delete(a.Vars, name)
	} else {
		a.Vars[name] = itoa(value)
	}
	t.Relook(p.Session)
	if v == VarAutoflag && value != 0 {
		t.autoflagOn(key)
	}
}

// Text variables, kept in Account.Vars under these names.
const (
	TextPrompt    = "prompt"
	TextInterface = "interface"
	TextZone      = "tzone"
	TextLanguage  = "lang"
	TextEncoding  = "encoding" // "utf8" or "ascii"; otherwise as the connection says
)

// SetText sets a text variable of a person; the empty text unsets it.
func (t *Turn) SetText(key, name, text string) {
	p, a := t.Player(key), t.Account(key)
	if p == nil || a == nil {
		return
	}
	if a.Vars == nil {
		a.Vars = map[string]string{}
	}
	if text == "" {
		delete(a.Vars, name)
	} else {
		a.Vars[name] = text
	}
	t.Relook(p.Session)
}

// DefaultPrompt is what clients look for (docs/protocol.md §0 item 2).
const DefaultPrompt = "fics% "

// columnsOf is the width at which a person's answers are set: what he has set,
// else what his terminal reports.
func columnsOf(set int16, terminal int) int16 {
	w := Settings[VarWidth]
	if int(set) != w.Default || terminal <= 0 {
		return set
	}
	return int16(min(max(terminal, w.Min), w.Max))
}

// Relook brings a session's look in step with its variables.
func (t *Turn) Relook(id SessionID) {
	s := t.Session(id)
	if s == nil {
		return
	}
	p, a := t.players.See(s.Key), t.SeeAccount(s.Key)
	if p == nil || a == nil {
		return
	}
	v := &p.Vars
	l := Look{
		Style: int8(v[VarStyle]), Width: columnsOf(v[VarWidth], s.Traits.Width), EOL: s.Traits.EOL,
		UTF8:   s.Traits.UTF8 || s.IVars.Has(IExtASCII),
		Prompt: DefaultPrompt, PromptClock: v.On(VarPTime), Zone: a.Vars[TextZone],
		MS: s.IVars.Has(IMS), GameInfo: s.IVars.Has(IGameInfo), StartPos: s.IVars.Has(IStartPos),
		PendInfo: s.IVars.Has(IPendInfo), SeekInfo: s.IVars.Has(ISeekInfo), SeekRemove: s.IVars.Has(ISeekRemove),
		CompressMove: s.IVars.Has(ICompressMove), NoHighlight: s.IVars.Has(INoHighlight),
		VTHighlight: s.IVars.Has(IVTHighlight), SeekCA: s.IVars.Has(ISeekCA),
		Highlight: int8(v[VarHighlight]), Bell: v.On(VarBell), Flip: v.On(VarFlip), ProvShow: v.On(VarProvShow),
		// People at a terminal set no interface variable, clients always do.
		Classic: s.IVars != 0 && !(s.IVars.Has(IAtomic) && s.IVars.Has(IFR)),
	}
	if enc := a.Vars[TextEncoding]; enc != "" {
		l.UTF8 = enc == "utf8"
	}
	if text := a.Vars[TextPrompt]; text != "" && !s.IVars.Has(IDefPrompt) {
		l.Prompt = text + " "
	}
	if s.IVars.Has(INoWrap) {
		l.Width = 0
	}
	if s.Traits.Command != "" {
		l.Prompt, l.Width = "", 0
	}
	s.Look = l
}

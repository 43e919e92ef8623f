package world

import "net/netip"

// SessionID names a session for the life of the installation's process; it is
// never used again. The upper 24 bits are left to edge processes
// (docs/design.md, "A second machine").
type SessionID uint64

// Input is one thing that happened, stamped when it entered the loop's queue.
type Input struct {
	At   int64  // Unix ms, never below the stamp of an earlier input
	Seed uint64 // of the dice that the turn may roll
	Body Body
}

// Body is the closed set of things that happen.
type Body interface{ body() }

// Traits are what a connection can do, as its transport reports it.
type Traits struct {
	Transport string // "telnet", "ssh" …, for the log and finger
	EOL       string // "\n\r" on telnet, "\n" where the transport translates
	UTF8      bool   // text may be sent as UTF-8
	Terminal  bool   // a person's terminal with a line editor (ssh PTY)
	// Command is set for `ssh host COMMAND`: that one line is run without
	// prompt, greeting or wrapping, then the session ends.
	Command       string
	Width, Height int // 0 when unknown
	// Timeseal is the version of timeseal that the client speaks, 0 for none.
	Timeseal int
}

// Connected is a person whose name and right to it have been verified.
type Connected struct {
	Session    SessionID
	Handle     string
	Registered bool
	Version    uint64 // of the account that was verified; 0 for a guest
	ByKey      bool   // by SSH key instead of password
	Addr       netip.Addr
	IVars      IVars // from a %b line (docs/protocol.md §1.3)
	Traits     Traits
}

// Line is a line that a session typed, UTF-8, without its line end.
type Line struct {
	Session  SessionID
	Text     string
	Overlong bool // the line was longer than the limit; Text is its beginning
	// Stamp is when it was sent by the client's own clock (timeseal).
	Stamp Stamp
}

// Closed ends a session; it is the last input that is posted for one.
type Closed struct {
	Session SessionID
	// Lost is false when the person's end was closed in good order.
	Lost bool
	Why  string // for the log
}

// Window is the size of a session's terminal, already clamped.
type Window struct {
	Session       SessionID
	Width, Height int
}

// Speaks tells that a session has sent valid UTF-8 itself and is sent it from
// now on.
type Speaks struct{ Session SessionID }

// JobDone brings the answer of a job that a turn asked for.
type JobDone struct {
	Session SessionID // that waits for it; 0 when none does
	Answer  any       // one of the answer types in job.go
}

// Due says that a deadline has been reached; the loop makes it from
// World.NextDeadline.
type Due struct{ Deadline Deadline }

// ConfigChanged brings the settings of a reloaded configuration file.
type ConfigChanged struct{ Config Config }

// StoreDown says that commits have been failing for two seconds; StoreUp that
// the first good one has been made since (docs/design.md, item 8).
type StoreDown struct{}

// StoreUp ends StoreDown.
type StoreUp struct{}

// Restarted is the first input of a run: live games found in the store start
// to wait for their players.
type Restarted struct{}

// Stopping is the last input: everybody is told and put off.
type Stopping struct{ Reason string }

func (Connected) body()     {}
func (Line) body()          {}
func (Closed) body()        {}
func (Window) body()        {}
func (Speaks) body()        {}
func (JobDone) body()       {}
func (Due) body()           {}
func (ConfigChanged) body() {}
func (StoreDown) body()     {}
func (StoreUp) body()       {}
func (Restarted) body()     {}
func (Stopping) body()      {}

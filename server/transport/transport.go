// Package transport is the contract between a way of reaching the server
// (telnet, SSH, later websockets and timeseal) and the server itself: a
// transport turns what came over the wire into events and carries bytes back.
// It knows its own protocol and neither accounts nor commands
// (docs/design.md "The floors").
package transport

import (
	"errors"
	"io"
	"net/netip"

	"epicenter/server/outbox"
)

// Errors of ReadEvent besides io.EOF (the peer hung up in order) and whatever
// the network said.
var (
	// ErrSlow ends a session whose peer read too slowly: its outbox was full.
	ErrSlow = outbox.ErrFull
	// ErrClosed ends a session that our own side closed.
	ErrClosed = errors.New("the connection was closed by the server")
)

// EOF is what ReadEvent returns when the peer has said all he will. He may
// still read ("echo who | ssh HOST"): answer what is open, then
// CloseAfterFlush.
var EOF = io.EOF

// Conn is one session of one person or program.
//
// Promises:
//  1. ReadEvent blocks until there is an event, and returns an error exactly
//     when no event will come any more; every later call returns an error too.
//     What was read before the end is handed out before the error. It is
//     called by one goroutine at a time; every other method may be called by
//     any goroutine at any time.
//  2. Memory is bounded: a line that is longer than the transport's limit is
//     reported once, cut and marked Overlong, and its rest is swallowed.
//     Nothing is read from the network unless ReadEvent is called (SSH: at
//     most one event ahead), so a caller that stops calling pushes back.
//  3. The text of a Line is valid UTF-8 of printable characters and spaces:
//     no line end, no NUL, no control, bidirectional or other format
//     character, and no more than four combining marks in a row
//     (docs/cases.md 55, 57). Backspaces have been applied (51). An empty line
//     is an event like any other.
//  4. Output goes only through Outbox, in the order it was put there. Echo is
//     queued in the same order.
//  5. Close is idempotent, never blocks, and makes a blocked ReadEvent return.
//     To say goodbye first, use Outbox().CloseAfterFlush: from the flush on
//     ReadEvent swallows what still comes in (unread bytes would make TCP throw
//     the goodbye away) and then returns ErrClosed. The owner of a session
//     calls ReadEvent until it fails, and Close then, in every case.
//  6. The transport starts no goroutine that outlives Close and the end of the
//     outbox.
type Conn interface {
	// ReadEvent waits for the next event.
	ReadEvent() (Event, error)
	// Outbox is the queue of everything that is sent to the peer.
	Outbox() *outbox.Box
	// Echo tells whether what the peer types shall be shown on his screen. It
	// is off while a password is asked for. Telnet sends WILL ECHO and WONT
	// ECHO (RFC 857) as an own unit at this place of the output: call
	// Echo(false) after the line before the password prompt has been put, and
	// put the prompt then (docs/clients.md §0 no. 8). Like a unit it leaves with
	// the next Wake. Lines typed while it is off are marked Hidden where the
	// transport can know that, and kept out of the line editor's history.
	Echo(on bool)
	// RemoteAddr is the peer's address, unmapped; the zero Addr when the
	// connection has none (in-process).
	RemoteAddr() netip.Addr
	// Traits tells what does not change while the connection lasts.
	Traits() Traits
	// Close ends the connection at once. What waits in the outbox is lost.
	Close() error
}

// Exiter is a Conn that can tell the peer an exit status at its end (SSH).
type Exiter interface {
	// SetExit sets the status that is sent at Close, 0 unless set.
	SetExit(code int)
}

// Event is what a peer did: a Line, a Window, an Interrupt or a Pong.
type Event interface{ event() }

// Line is one line as typed.
type Line struct {
	// Text is the line without its end, see promise 3.
	Text string
	// Overlong marks a line that was cut at the transport's limit.
	Overlong bool
	// UTF8 tells that the line held characters outside ASCII in valid UTF-8:
	// the peer can be answered in UTF-8.
	UTF8 bool
	// Hidden marks a line that was typed while Echo was off.
	Hidden bool
	// Sealed tells that Stamp, the peer's own clock in milliseconds, came with
	// the line (docs/clients.md §1).
	Sealed bool
	Stamp  int64
}

// Window is the size of the peer's window in characters, see Clamp.
type Window struct{ Width, Height int }

// Interrupt is the peer's wish to stop what is going on: telnet's interrupt
// process (RFC 854 "IP") or break, and ^C at an SSH terminal.
type Interrupt struct{}

// Pong is the answer of a timeseal client to a ping, with its own clock in
// milliseconds (docs/clients.md §1.4).
type Pong struct{ Stamp int64 }

func (Line) event()      {}
func (Pong) event()      {}
func (Window) event()    {}
func (Interrupt) event() {}

// Limits of a window (docs/cases.md 49): columns and lines outside are moved to
// the nearest bound.
const (
	MinWidth, MaxWidth   = 20, 240
	MinHeight, MaxHeight = 5, 240
)

// Clamp returns the window with its sides within the limits. A side of 0
// means "unknown" (RFC 1073) and stays 0.
func Clamp(width, height int) Window {
	return Window{clamp(width, MinWidth, MaxWidth), clamp(height, MinHeight, MaxHeight)}
}

func clamp(n, low, high int) int {
	if n <= 0 {
		return 0
	}
	return max(low, min(n, high))
}

// Traits are the properties of a connection, constant from its first line on.
type Traits struct {
	// Name is the word for the transport: "telnet" or "ssh".
	Name string
	// EOL is the line end that units must use: "\n\r" on telnet, "\n" on SSH
	// (a terminal's transport makes CR LF of it).
	EOL string
	// UTF8 tells that the peer takes UTF-8 from the start (SSH). Otherwise
	// text is sent through text.ToASCII until the person asks for UTF-8 or a
	// Line says UTF8.
	UTF8 bool
	// PTY tells that a person's terminal with line editing is at the other end.
	PTY bool
	// Window is the size of the terminal at the start, zero when unknown.
	Window Window
	// Command is the one command to run, without prompt, before the
	// connection ends (ssh HOST COMMAND); Exec tells that there is one, as it
	// may be empty.
	Command string
	Exec    bool
	// Login is who the transport says this is; zero on telnet.
	Login Login
	// Timeseal is 1 or 2 once the client has said hello as a timeseal client of
	// that version, else 0.
	Timeseal int
}

// Method is how a transport verified a login name.
type Method uint8

// The methods. The zero value means that nothing has been verified and that
// the person is to be asked.
const (
	Unverified Method = iota
	// NoPassword: the name belongs to no account (guest, unregistered).
	NoPassword
	// Password: the account's password was given.
	Password
	// Key: the peer signed with a key of the account.
	Key
)

// String returns the word for the log.
func (m Method) String() string {
	switch m {
	case NoPassword:
		return "none"
	case Password:
		return "password"
	case Key:
		return "key"
	default:
		return "unverified"
	}
}

// Login is a name that the transport itself has verified (SSH).
type Login struct {
	// Name is the login name as typed by the peer; it is untrusted text.
	Name   string
	Method Method
	// Version is what the verifier said about the account it looked at, so
	// that a verdict on an account that has changed since can be told.
	Version uint64
	// Key is the SHA256 fingerprint of the key that signed, if Method is Key.
	Key string
}

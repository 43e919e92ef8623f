package world

import (
	"fmt"

	"epicenter/storage"
)

// AdminRequest is something that the server itself or an administrator's tool
// asks of the world, outside any session. It is answered, once it is on disk,
// by a job whose work is Answered.
type AdminRequest struct {
	Ticket uint64 // that Answered carries
	Deed   Deed
}

// Deed is the closed set of things that can be asked.
type Deed interface{ deed() }

// AddUser makes an account; its name is checked as in registration.
type AddUser struct {
	Handle, Email, RealName string
	Hash                    string // of its password, a PHC string
	Level                   int
	// MustChange makes the first login ask for a new password.
	MustChange bool
}

// SetPassword gives an account another password.
type SetPassword struct {
	Handle, Hash string
	MustChange   bool
	// Version is that of the account whose owner asked for it; an account that
	// has changed since is left alone. 0 is an administrator's: no matter what.
	Version uint64
}

// RenewHash stores the same password at another cost. It changes no version:
// logins that were verified against the old hash stay good.
type RenewHash struct{ Handle, Old, New string }

// KeepHouseBot makes the account of a house bot, unless there is one already. A
// name that belongs to a person is refused.
type KeepHouseBot struct {
	Handle string
	Hash   string // of a password that nobody knows
}

func (AdminRequest) body() {}
func (KeepHouseBot) deed() {}
func (AddUser) deed()      {}
func (SetPassword) deed()  {}
func (RenewHash) deed()    {}

// Answered is the work of bringing an answer to whoever made an AdminRequest.
type Answered struct {
	Ticket  uint64
	Version uint64 // of the account as it is now
	// Problem is the sentence that says why nothing was done; empty when it was.
	Problem string
}

func (Answered) work() {}

// Administer applies an AdminRequest.
func (t *Turn) Administer(r AdminRequest) {
	a := Answered{Ticket: r.Ticket}
	if t.StoreIsDown() {
		a.Problem = "Nothing can be stored at the moment; please try again later."
	} else {
		a.Version, a.Problem = t.do(r.Deed)
	}
	t.jobs = append(t.jobs, Job{Work: a})
}

func (t *Turn) do(d Deed) (version uint64, problem string) {
	switch d := d.(type) {
	case AddUser:
		return t.addUser(d)
	case SetPassword:
		return t.setPassword(d)
	case KeepHouseBot:
		return t.keepHouseBot(d)
	case RenewHash:
		a := t.SeeAccount(storage.Key(d.Handle))
		if a == nil || a.Version == 0 || a.Password != d.Old {
			return 0, "the password has changed meanwhile"
		}
		a = t.Account(storage.Key(d.Handle))
		a.Password = d.New
		return a.Version, ""
	default:
		return 0, fmt.Sprintf("unknown request %T", d)
	}
}

func (t *Turn) addUser(d AddUser) (uint64, string) {
	a := &storage.Account{
		Handle: d.Handle, Email: d.Email, RealName: d.RealName, Password: d.Hash,
		Level: d.Level, MustChange: d.MustChange, Created: t.At, Version: 1,
		Lists: map[string][]string{"channel": newcomerChannels(false)},
	}
	if p := t.SeePlayer(storage.Key(d.Handle)); p != nil {
		return 0, fmt.Sprintf("%s is online as a guest; the account can be made when that guest has left.", p.Handle)
	}
	if err := t.AddAccount(a); err != nil {
		return 0, err.Error()
	}
	return a.Version, ""
}

func (t *Turn) setPassword(d SetPassword) (uint64, string) {
	key := storage.Key(d.Handle)
	a := t.SeeAccount(key)
	switch {
	case a == nil || a.Version == 0:
		return 0, fmt.Sprintf("There is no account named %q.", d.Handle)
	case d.Version != 0 && d.Version != a.Version:
		return 0, "The account has just changed; please log in again."
	}
	a = t.Account(key)
	a.Password, a.MustChange = d.Hash, d.MustChange
	a.Version++
	return a.Version, ""
}

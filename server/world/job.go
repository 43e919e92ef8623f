package world

// Job is slow work that a turn asks for; it runs in the server's bounded
// workers after the turn is on disk and answers with JobDone. The closed set
// of jobs and answers stands here.
type Job struct {
	// Session waits for the answer; its lines other than moves are held.
	Session SessionID
	Work    Work
}

// Work is what is to be done.
type Work interface{ work() }

// HashPassword derives the PHC string of a new password; answered by
// PasswordHashed.
type HashPassword struct {
	Handle, Email string
	Password      string
	For           PasswordUse
}

// CheckPassword verifies a password against a PHC string; answered by
// PasswordChecked.
type CheckPassword struct {
	Hash, Password string
	// New is what it is to be changed to.
	New string
}

// PasswordUse says what a new hash is for.
type PasswordUse uint8

// The uses of a new hash.
const (
	ForRegistration PasswordUse = iota
	ForChange
	ForAdmin
)

func (HashPassword) work()  {}
func (CheckPassword) work() {}

// ReadKey reads a line of an authorized_keys file; answered by KeyRead.
type ReadKey struct{ Line string }

// KeyRead answers ReadKey: the line without options and with a clean comment,
// or the sentence that says what is wrong with it.
type KeyRead struct{ Line, Problem string }

func (ReadKey) work() {}

// PasswordHashed answers HashPassword.
type PasswordHashed struct {
	Handle, Email string
	Hash          string
	For           PasswordUse
	// Problem is the sentence that says why the password is not taken.
	Problem string
	Err     error
}

// PasswordChecked answers CheckPassword.
type PasswordChecked struct {
	OK  bool
	New string
}

// Start asks for a job on behalf of a session, which waits for it.
func (t *Turn) Start(id SessionID, w Work) {
	if s := t.Session(id); s != nil {
		s.Waiting = true
		t.jobs = append(t.jobs, Job{Session: id, Work: w})
	}
}

// Resume ends a session's waiting; what it typed meanwhile comes next.
func (t *Turn) Resume(id SessionID) {
	s := t.Session(id)
	if s == nil {
		return
	}
	s.Waiting = false
	t.again = append(t.again, s.Held...)
	s.Held = nil
}

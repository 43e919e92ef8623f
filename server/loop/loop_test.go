package loop

import (
	"errors"
	"io"
	"log/slog"
	"strings"
	"testing"

	"epicenter/server/outbox"
	"epicenter/server/world"
	"epicenter/storage"
	"epicenter/storage/storagetest"
)

// rig is a loop with a clock that is set by hand and commands made up for the
// test: a line is a word for the turn to obey.
type rig struct {
	t     *testing.T
	now   int64
	store *storagetest.Memory
	loop  *Loop
	a     *tape
}

type tape struct {
	got   strings.Builder
	woken int
	spent int
	shut  bool
}

func (p *tape) Put(u outbox.Unit) { p.got.Write(u.Bytes) }
func (p *tape) Wake()             { p.woken++ }
func (p *tape) Hide(bool)         {}
func (p *tape) CloseSoon()        { p.shut = true }
func (p *tape) Spent(n int)       { p.spent += n }

func (p *tape) take() string {
	s := p.got.String()
	p.got.Reset()
	return s
}

const second = world.SessionID(2)

func newRig(t *testing.T) *rig {
	r := &rig{t: t, now: 1_000_000, store: storagetest.NewMemory(), a: &tape{}}
	r.loop = New(Options{
		World: world.New(world.Config{}, r.now, 1), Store: r.store, Apply: r.apply,
		Now: func() int64 { return r.now }, Seed: func() uint64 { return 1 },
		Work: func(world.Job) {}, Log: slog.New(slog.NewTextHandler(io.Discard, nil)),
	})
	r.loop.Attach(1, r.a)
	r.store.FailCommit = nil
	b, err := r.store.Begin()
	if err != nil {
		t.Fatal(err)
	}
	account := storage.EncodeAccount(&storage.Account{Handle: "Alice", Version: 1})
	if err := b.Apply([]storage.Change{{Bucket: storage.Accounts, Key: storage.AccountKey("alice"), Value: account}}); err != nil {
		t.Fatal(err)
	}
	if err := b.Commit(1); err != nil {
		t.Fatal(err)
	}
	r.post(world.Connected{Session: 1, Handle: "Alice", Registered: true, Version: 1, Traits: world.Traits{EOL: "\n"}})
	r.a.take()
	return r
}

// apply obeys words: save N changes the account, say answers, panic panics,
// read answers with what has been saved.
func (r *rig) apply(t *world.Turn, in world.Input) {
	switch b := in.Body.(type) {
	case world.Connected:
		t.Connect(b)
	case world.StoreDown:
		t.Tell(world.Note{Text: "store down"}, 1)
	case world.StoreUp:
		t.Tell(world.Note{Text: "store up"}, 1)
	case world.Line:
		t.SetTypist(b.Session)
		t.Answer()
		t.Cost(3)
		word, rest, _ := strings.Cut(b.Text, " ")
		switch word {
		case "save":
			t.Account("alice").Email = rest
			t.Print("saved " + rest + "\n")
		case "say":
			t.Print(rest + "\n")
		case "stop":
			t.Print("stopping\n")
			t.StopServer()
		case "panic":
			t.Account("alice").Email = "from the panic"
			t.Print("never seen\n")
			panic("made up")
		}
	}
}

func (r *rig) post(b world.Body) {
	r.loop.Post(b)
	for r.loop.Step() {
	}
}

func (r *rig) line(text string) { r.post(world.Line{Session: 1, Text: text}) }

// email is what the store has.
func (r *rig) email() (email string) {
	err := r.store.View(func(s storage.Reader) error {
		raw, err := s.Get(storage.Accounts, storage.AccountKey("alice"))
		if err != nil {
			return err
		}
		a, err := storage.DecodeAccount(raw)
		email = a.Email
		return err
	})
	if err != nil {
		r.t.Fatal(err)
	}
	return email
}

func (r *rig) expect(want string) {
	r.t.Helper()
	if got := r.a.take(); got != want {
		r.t.Fatalf("seen %q, want %q", got, want)
	}
}

func TestNothingIsToldBeforeItIsOnDisk(t *testing.T) {
	r := newRig(t)
	r.line("save one")
	r.expect("saved one\nfics% ")
	if r.email() != "one" {
		t.Fatalf("told, but the store has %q", r.email())
	}
	r.store.FailCommit = func() error { return errors.New("disk full") }
	r.line("save two")
	r.expect("")
	r.now += 500
	r.line("say meanwhile")
	r.expect("")
	r.store.FailCommit = nil
	r.now += 200
	r.post(world.Window{Session: 1})
	r.expect("saved two\nfics% meanwhile\nfics% ")
	if r.email() != "two" {
		t.Fatalf("store has %q", r.email())
	}
}

func TestStoreDownAndUp(t *testing.T) {
	r := newRig(t)
	r.store.FailCommit = func() error { return errors.New("disk full") }
	r.line("save one")
	for range 11 {
		r.now += retryEvery
		r.loop.Step()
	}
	r.expect("saved one\nfics% \nstore down\nfics% ")
	r.line("save two")
	r.expect("saved two\nfics% ")
	if got := r.email(); got != "" {
		t.Fatalf("store has %q while it is down", got)
	}
	r.store.FailCommit = nil
	r.now += retryEvery
	r.line("say back")
	r.expect("back\nfics% \nstore up\nfics% ")
	if r.email() != "two" {
		t.Fatalf("store has %q after it came back", r.email())
	}
}

func TestCommitsAgainAfterASyncThatOnlySeemedToFail(t *testing.T) {
	r := newRig(t)
	once := true
	r.store.LoseCommit = func() error {
		if once {
			once = false
			return errors.New("fsync failed")
		}
		return nil
	}
	r.line("save one")
	r.now += retryEvery
	r.loop.Step()
	r.expect("saved one\nfics% ")
	if r.email() != "one" {
		t.Fatalf("store has %q", r.email())
	}
}

func TestPanicThrowsTheTurnAway(t *testing.T) {
	r := newRig(t)
	r.line("panic")
	got := r.a.take()
	if !strings.Contains(got, "(fault 1)") || strings.Contains(got, "never seen") {
		t.Fatalf("seen %q", got)
	}
	if r.email() != "" {
		t.Fatalf("a thrown-away turn left %q in the store", r.email())
	}
	r.line("say still here")
	r.expect("still here\nfics% ")
}

func TestLinesAreSpentAndStrangersDropped(t *testing.T) {
	r := newRig(t)
	r.line("say hello")
	r.expect("hello\nfics% ")
	if r.a.spent != 3 {
		t.Fatalf("spent %d, want 3", r.a.spent)
	}
	r.post(world.Line{Session: second, Text: "say hello"})
	r.expect("")
}

func TestBatchNumbersHaveNoGaps(t *testing.T) {
	r := newRig(t)
	was := r.store.Number()
	for i := range 5 {
		r.line("save " + string(rune('a'+i)))
	}
	r.line("say nothing changed")
	if got := r.store.Number(); got != was+5 {
		t.Fatalf("number %d, want %d", got, was+5)
	}
}

func TestQueueKeepsOrderAndTime(t *testing.T) {
	now := int64(10)
	q := newQueue(func() int64 { return now }, func() uint64 { return 0 })
	q.post(world.Line{Text: "a"})
	now = 5 // a wall clock that was set back (docs/cases.md 91)
	q.post(world.Line{Text: "b"})
	now = 20
	batch, asOf := q.take(nil, 1)
	if len(batch) != 1 || asOf != 10 {
		t.Fatalf("first %v as of %d", batch, asOf)
	}
	batch, asOf = q.take(nil, 5)
	if len(batch) != 1 || batch[0].At != 10 || asOf != 20 {
		t.Fatalf("then %v as of %d", batch, asOf)
	}
}

// TestAShutdownEndsTheLoop lets a turn stop the server: it is on disk and
// handed out, and Run returns without an error.
func TestAShutdownEndsTheLoop(t *testing.T) {
	r := newRig(t)
	r.loop.Post(world.Line{Session: 1, Text: "save last@example.org"})
	r.loop.Post(world.Line{Session: 1, Text: "stop"})
	if err := r.loop.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	r.expect("saved last@example.org\nfics% stopping\nfics% ")
	if got := r.email(); got != "last@example.org" {
		t.Errorf("on disk is %q", got)
	}
}

// Package loop is the one goroutine in which everything happens: it takes
// inputs from the queue, applies each in a turn of the world, commits what must
// be on disk and hands the outputs out (docs/design.md, "The one idea").
package loop

import (
	"context"
	"fmt"
	"log/slog"
	"runtime/debug"
	"sync"
	"time"

	"epicenter/server/outbox"
	"epicenter/server/render"
	"epicenter/server/world"
	"epicenter/storage"
)

// Sink is a session's connection as the loop sees it. All methods return at
// once and are called by the loop's goroutine alone.
type Sink interface {
	// Put queues a unit of output; Wake lets what is queued leave.
	Put(u outbox.Unit)
	Wake()
	// Hide stops showing what is typed, or shows it again, in order with Put.
	Hide(hide bool)
	// CloseSoon closes the connection once everything queued has left.
	CloseSoon()
	// Spent says that a line has been applied and what it cost.
	Spent(cost int)
}

// Pinger is a Sink whose transport can ask for the client's clock (timeseal).
type Pinger interface {
	// Ping queues a ping, in order with Put.
	Ping()
}

// Failer is a Sink whose transport can tell the peer an exit status (SSH).
type Failer interface {
	// Fail makes it one that says that the command was refused.
	Fail()
}

// Options are what a loop works with.
type Options struct {
	World *world.World
	Store storage.Store
	// Apply is commands.Apply: it turns an input into verbs of the turn.
	Apply func(*world.Turn, world.Input)
	// Now is the time in Unix ms, monotonic; Seed gives the dice of an input.
	Now  func() int64
	Seed func() uint64
	// Work starts a job; its answer comes back as an input.
	Work func(world.Job)
	Log  *slog.Logger
	// Bare lets a panic of a turn through, for tests.
	Bare bool
}

// Limits of a batch (docs/design.md, item 4) and of a turn.
const (
	maxBatch   = 256
	maxWork    = 2 * time.Millisecond
	slowTurn   = 50 * time.Millisecond
	retryEvery = 200  // ms between two tries to commit
	holdFor    = 2000 // ms before the world learns that the store is down
)

// Loop owns the world and the store's batches.
type Loop struct {
	o     Options
	queue *queue
	sinks sync.Map // world.SessionID → Sink

	taken   []world.Input
	batch   storage.Batch // open while the batch is being made
	changes pending       // of the batch, or of all since the last good commit
	held    []handed      // output that waits for the commit
	woken   map[world.SessionID]bool
	first   []Sink // these two and woken are handOut's, kept for the next
	later   []Sink
	jobs    []world.Job
	spent   []spent
	gone    []world.SessionID
	trouble trouble
	faults  int
	stopped bool
}

type handed struct {
	render.Delivery
}

type spent struct {
	id   world.SessionID
	cost int
}

// New returns a loop that does nothing until Run or Step.
func New(o Options) *Loop {
	return &Loop{o: o, queue: newQueue(o.Now, o.Seed), changes: newPending(), woken: map[world.SessionID]bool{}}
}

// Attach makes a session's connection known; to be called before Connected is
// posted for it.
func (l *Loop) Attach(id world.SessionID, s Sink) { l.sinks.Store(id, s) }

// Post stamps and queues what has happened. It never blocks and may be called
// from any goroutine; what one goroutine posts keeps its order.
func (l *Loop) Post(b world.Body) { l.queue.post(b) }

// Now is the loop's time, Unix ms.
func (l *Loop) Now() int64 { return l.o.Now() }

// Run applies inputs until Stopping or a turn that stops the server has been
// applied, or the context ends.
func (l *Loop) Run(ctx context.Context) error {
	for !l.stopped {
		l.queue.wait(ctx, l.nextWake())
		if err := ctx.Err(); err != nil {
			return err
		}
		l.Step()
	}
	return nil
}

// nextWake is the next moment at which there is something to do without an
// input; 0 for never.
func (l *Loop) nextWake() int64 {
	at := l.trouble.nextTry
	if l.trouble.holding() {
		return at
	}
	if d, ok := l.o.World.NextDeadline(); ok && (at == 0 || d.At < at) {
		at = d.At
	}
	return at
}

// NextWake is nextWake for tests that drive the loop with a made-up clock.
func (l *Loop) NextWake() int64 { return l.nextWake() }

// Step applies what waits and what is due now, commits and hands out. It
// reports whether it did anything.
func (l *Loop) Step() bool {
	if l.trouble.holding() {
		return l.retry()
	}
	batch, asOf := l.queue.take(l.taken, maxBatch)
	l.taken = batch
	begun, did := time.Now(), len(batch) > 0
	for i, in := range batch {
		did = l.due(in.At) || did
		l.turn(in)
		if time.Since(begun) > maxWork {
			l.flush()
			begun = time.Now()
		}
		if l.trouble.holding() {
			l.queue.unread(batch[i+1:]) // it waits with the outputs
			return true
		}
	}
	did = l.due(asOf) || did
	l.flush()
	return did
}

// due applies the deadlines up to a moment, each in a turn of its own at its
// own time.
func (l *Loop) due(until int64) (did bool) {
	for {
		d, ok := l.o.World.NextDeadline()
		if !ok || d.At > until {
			return did
		}
		did = true
		if !l.turn(world.Input{At: d.At, Seed: l.o.Seed(), Body: world.Due{Deadline: d}}) {
			l.o.World.Forget(d)
		} else if n, ok := l.o.World.NextDeadline(); ok && n == d {
			l.o.World.Forget(d) // the turn did nothing about it
		}
	}
}

// turn applies one input, all or nothing, and then the lines that it has set
// free. It reports whether it came to a good end.
func (l *Loop) turn(in world.Input) bool {
	again, ok := l.tryTurn(in)
	for _, line := range again {
		l.turn(world.Input{At: in.At, Seed: in.Seed + 1, Body: line})
	}
	return ok
}

func (l *Loop) tryTurn(in world.Input) (again []world.Line, ok bool) {
	begun := time.Now()
	id := sessionOf(in.Body)
	defer func() {
		if d := time.Since(begun); d > slowTurn {
			l.o.Log.Warn("slow turn", "input", fmt.Sprintf("%T", in.Body), "took", d)
		}
		if l.o.Bare {
			return
		}
		if r := recover(); r != nil {
			l.fault(id, fmt.Errorf("panic: %v\n%s", r, debug.Stack()))
			again, ok = nil, false
		}
	}()
	t := l.o.World.Begin(in, (*reader)(l))
	l.o.Apply(t, in)
	out := render.Turn(t)
	changes := t.Changes()
	if err := t.Err(); err != nil {
		l.fault(id, err)
		return nil, false
	}
	if err := l.apply(changes); err != nil {
		l.fault(id, err)
		return nil, false
	}
	t.Settle()
	l.keep(t, in, out, id)
	return t.Again(), true
}

// keep notes what a turn leaves to be done once it is on disk.
func (l *Loop) keep(t *world.Turn, in world.Input, out []render.Delivery, id world.SessionID) {
	for _, d := range out {
		l.held = append(l.held, handed{d})
	}
	l.jobs = append(l.jobs, t.Jobs()...)
	switch in.Body.(type) {
	case world.Line, world.Pong:
		l.spent = append(l.spent, spent{id, t.CostOf()})
	case world.Closed:
		l.gone = append(l.gone, id)
	case world.Stopping:
		l.stopped = true
	}
	l.stopped = l.stopped || t.Stops()
}

// fault throws a turn away: the typist gets a line with a number, the log the
// cause, nobody else notices.
func (l *Loop) fault(id world.SessionID, err error) {
	l.faults++
	l.o.Log.Error("turn thrown away", "fault", l.faults, "session", id, "err", err)
	if id == 0 {
		return
	}
	text := fmt.Sprintf("Something went wrong on our side and your command did nothing (fault %d).", l.faults)
	look := world.Look{EOL: "\n\r", Prompt: world.DefaultPrompt}
	if s := l.o.World.Session(id); s != nil {
		look = s.Look
	}
	l.held = append(l.held, handed{render.Delivery{To: id, Bytes: render.Line(text, look)}})
	l.spent = append(l.spent, spent{id, 1})
}

func sessionOf(b world.Body) world.SessionID {
	switch b := b.(type) {
	case world.Connected:
		return b.Session
	case world.Line:
		return b.Session
	case world.Closed:
		return b.Session
	case world.Window:
		return b.Session
	case world.Speaks:
		return b.Session
	case world.JobDone:
		return b.Session
	case world.Pong:
		return b.Session
	}
	return 0
}

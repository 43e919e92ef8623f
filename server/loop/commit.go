package loop

import (
	"fmt"

	"epicenter/server/world"
	"epicenter/storage"
)

// pending are the changes since the last good commit, the latest of each key,
// in the order in which the keys were first changed.
type pending struct {
	order []storage.Change
	place map[string]int
	bytes int
}

func newPending() pending { return pending{place: map[string]int{}} }

func (p *pending) add(changes []storage.Change) {
	for _, c := range changes {
		k := string(c.Bucket) + "\x00" + string(c.Key)
		i, ok := p.place[k]
		if !ok {
			i = len(p.order)
			p.place[k] = i
			p.order = append(p.order, c)
			p.bytes += len(k)
		} else {
			p.bytes -= len(p.order[i].Value)
			p.order[i] = c
		}
		p.bytes += len(c.Value)
	}
}

func (p *pending) reset() {
	p.order = p.order[:0]
	clear(p.place)
	p.bytes = 0
}

// maxPending is how many bytes of changes are kept while the store is down;
// beyond it the world goes on and the newest changes of further keys are
// refused.
const maxPending = 256 << 20

// trouble is the state of the store between a failed commit and the first good
// one after it (docs/design.md, item 8).
type trouble struct {
	since   int64 // of the first failure, 0 when all is well
	nextTry int64
	down    bool // the world has been told
	reopen  bool
}

// holding tells whether outputs and inputs wait for the disk.
func (t *trouble) holding() bool { return t.since != 0 && !t.down }

// open makes sure that the batch is open and sees all changes that are not on
// disk yet.
func (l *Loop) open() error {
	if l.batch != nil {
		return nil
	}
	if l.trouble.reopen { // no batch begins after a failed commit before that, not even to read
		if err := l.o.Store.Reopen(); err != nil {
			return fmt.Errorf("reopen store: %w", err)
		}
		l.trouble.reopen = false
	}
	b, err := l.o.Store.Begin()
	if err != nil {
		return fmt.Errorf("begin batch: %w", err)
	}
	if err := b.Apply(l.changes.order); err != nil {
		b.Discard()
		return fmt.Errorf("apply pending changes: %w", err)
	}
	l.batch = b
	return nil
}

// apply adds a turn's changes to the batch.
func (l *Loop) apply(changes []storage.Change) error {
	if len(changes) == 0 {
		return nil
	}
	if l.trouble.down && l.changes.bytes > maxPending {
		return fmt.Errorf("store is down and %d bytes of changes wait already", l.changes.bytes)
	}
	if err := l.open(); err != nil {
		if !l.trouble.down {
			return err
		}
	} else if err := l.batch.Apply(changes); err != nil {
		l.discard()
		return err
	}
	l.changes.add(changes)
	return nil
}

// flush commits what has changed and hands the outputs out.
func (l *Loop) flush() {
	if l.trouble.down {
		l.discard()
		if l.o.Now() >= l.trouble.nextTry {
			l.retry()
		}
		l.handOut()
		return
	}
	if len(l.changes.order) == 0 {
		l.discard()
		l.handOut()
		return
	}
	if err := l.commit(); err != nil {
		l.failed(err)
		return
	}
	l.handOut()
}

func (l *Loop) discard() {
	if l.batch != nil {
		l.batch.Discard()
		l.batch = nil
	}
}

// commit makes the batch durable.
func (l *Loop) commit() error {
	if err := l.open(); err != nil {
		return err
	}
	clock := []storage.Change{storage.ClockChange(l.o.Now())}
	if err := l.batch.Apply(clock); err != nil {
		l.discard()
		return err
	}
	b := l.batch
	l.batch = nil
	if err := b.Commit(l.o.Store.Number() + 1); err != nil {
		return err
	}
	l.changes.reset()
	return nil
}

// failed notes a failed commit: its changes stay, the output is held.
func (l *Loop) failed(err error) {
	now := l.o.Now()
	if l.trouble.since == 0 {
		l.trouble.since = now
		l.o.Log.Error("commit failed; output is held", "err", err)
	}
	l.trouble.nextTry = now + retryEvery
	l.trouble.reopen = true
	l.discard()
}

// retry tries to commit again. After two seconds the world learns that the
// store is down and what was held leaves; the first good commit ends that.
func (l *Loop) retry() bool {
	now := l.o.Now()
	if now < l.trouble.nextTry {
		return false
	}
	err := l.commit()
	switch {
	case err == nil:
		was := l.trouble.down
		l.o.Log.Info("commits succeed again", "after_ms", now-l.trouble.since)
		l.trouble = trouble{}
		if was {
			l.turn(world.Input{At: now, Seed: l.o.Seed(), Body: world.StoreUp{}})
		}
		l.handOut()
	case !l.trouble.down && now-l.trouble.since >= holdFor:
		l.failed(err)
		l.trouble.down = true
		l.o.Log.Error("store is down; playing on without it", "err", err)
		l.turn(world.Input{At: now, Seed: l.o.Seed(), Body: world.StoreDown{}})
		l.discard()
		l.handOut()
	default:
		l.failed(err)
	}
	return true
}

// reader is what a turn reads through: the batch, opened when first needed.
type reader Loop

func (r *reader) Get(b storage.Bucket, key []byte) ([]byte, error) {
	if err := (*Loop)(r).open(); err != nil {
		return nil, err
	}
	return r.batch.Get(b, key)
}

func (r *reader) Range(b storage.Bucket, from []byte, limit int, fn func(k, v []byte) bool) error {
	if err := (*Loop)(r).open(); err != nil {
		return err
	}
	return r.batch.Range(b, from, limit, fn)
}

func (r *reader) RangeBack(b storage.Bucket, before []byte, limit int, fn func(k, v []byte) bool) error {
	if err := (*Loop)(r).open(); err != nil {
		return err
	}
	return r.batch.RangeBack(b, before, limit, fn)
}

package world

import "container/heap"

// Deadline is a moment at which something is due.
type Deadline struct {
	At   int64
	Kind DeadlineKind
	ID   uint64 // session id, game number or player number of its kind
	Key  string // player key, for kinds that concern a person
}

// DeadlineKind says what is due.
type DeadlineKind uint8

// What can be due.
const (
	DueIdle     DeadlineKind = iota // a session has been idle too long
	DueGame                         // a flag falls, or a waiting game is given up
	DueGrace                        // a lost player has not come back
	DueShutdown                     // a coming shutdown is told again, or its moment is there
)

type deadlineKey struct {
	kind DeadlineKind
	id   uint64
	key  string
}

// agenda is a heap of deadlines with at most one for each key, so that a clock
// that is started anew at each move does not leave its old deadlines behind.
type agenda struct {
	heap  []Deadline
	place map[deadlineKey]int
}

func newAgenda() *agenda { return &agenda{place: map[deadlineKey]int{}} }

func (d Deadline) where() deadlineKey { return deadlineKey{d.Kind, d.ID, d.Key} }

func (a *agenda) Len() int { return len(a.heap) }

// Less orders by time; equal times by kind and id, so that the order is total.
func (a *agenda) Less(i, j int) bool {
	x, y := a.heap[i], a.heap[j]
	switch {
	case x.At != y.At:
		return x.At < y.At
	case x.Kind != y.Kind:
		return x.Kind < y.Kind
	case x.ID != y.ID:
		return x.ID < y.ID
	}
	return x.Key < y.Key
}

func (a *agenda) Swap(i, j int) {
	a.heap[i], a.heap[j] = a.heap[j], a.heap[i]
	a.place[a.heap[i].where()], a.place[a.heap[j].where()] = i, j
}

// Push and Pop serve container/heap.
func (a *agenda) Push(x any) {
	d := x.(Deadline)
	a.place[d.where()] = len(a.heap)
	a.heap = append(a.heap, d)
}

// Pop serves container/heap.
func (a *agenda) Pop() any {
	d := a.heap[len(a.heap)-1]
	a.heap = a.heap[:len(a.heap)-1]
	delete(a.place, d.where())
	return d
}

// set moves the deadline of a key, or drops it when at is 0.
func (a *agenda) set(d Deadline) {
	i, ok := a.place[d.where()]
	switch {
	case d.At == 0 && ok:
		heap.Remove(a, i)
	case d.At == 0:
	case ok && a.heap[i].At != d.At:
		a.heap[i].At = d.At
		heap.Fix(a, i)
	case !ok:
		heap.Push(a, d)
	}
}

func (a *agenda) next() (Deadline, bool) {
	if len(a.heap) == 0 {
		return Deadline{}, false
	}
	return a.heap[0], true
}

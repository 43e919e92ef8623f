package server

import (
	"errors"
	"sync"
	"time"

	"epicenter/server/world"
)

// askTime is how long an answer from the world may take.
const askTime = 10 * time.Second

// errNoAnswer is why a request has no answer: the server is stopping, the
// store is failing, or the turn was thrown away.
var errNoAnswer = errors.New("the server did not answer; its log says why")

// asked are the requests to the world that have not been answered yet.
type asked struct {
	mu      sync.Mutex
	last    uint64
	waiting map[uint64]chan world.Answered
	over    chan struct{}
}

func (q *asked) init() {
	q.waiting, q.over = map[uint64]chan world.Answered{}, make(chan struct{})
}

func (q *asked) add() (uint64, <-chan world.Answered) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.last++
	c := make(chan world.Answered, 1)
	q.waiting[q.last] = c
	return q.last, c
}

// answer brings an answer to whoever waits for it, if he still does.
func (q *asked) answer(a world.Answered) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if c, ok := q.waiting[a.Ticket]; ok {
		c <- a
		delete(q.waiting, a.Ticket)
	}
}

func (q *asked) forget(ticket uint64) {
	q.mu.Lock()
	defer q.mu.Unlock()
	delete(q.waiting, ticket)
}

// stop ends all waiting, once.
func (q *asked) stop() { close(q.over) }

// ask posts a request to the world and waits until it is on disk; leave ends
// the waiting.
func (s *Server) ask(d world.Deed, leave <-chan struct{}) (world.Answered, error) {
	ticket, answer := s.asked.add()
	defer s.asked.forget(ticket)
	s.post(world.AdminRequest{Ticket: ticket, Deed: d})
	t := time.NewTimer(askTime)
	defer t.Stop()
	select {
	case a := <-answer:
		return a, nil
	case <-leave:
	case <-t.C:
	case <-s.asked.over:
	}
	return world.Answered{}, errNoAnswer
}

package loop

import (
	"epicenter/server/outbox"
	"epicenter/server/world"
)

// handOut queues the outputs of a batch whole, then lets them leave, those of
// players and typists before those of mere observers; then the clocks of the
// games whose boards have left start (docs/design.md, item 7). It never
// blocks.
func (l *Loop) handOut() {
	first, later := l.first[:0], l.later[:0]
	clear(l.woken)
	for _, h := range l.held {
		s := l.sink(h.To)
		if s == nil {
			continue
		}
		switch h.Do {
		case world.DoHide:
			s.Hide(true)
		case world.DoShow:
			s.Hide(false)
		case world.DoClose:
			s.CloseSoon()
		case world.DoPing:
			if p, ok := s.(Pinger); ok {
				p.Ping()
			}
		case world.DoFail:
			if f, ok := s.(Failer); ok {
				f.Fail()
			}
		default:
			s.Put(outbox.Unit{Bytes: h.Bytes, Full: h.Full, Class: h.Class, Game: h.Game})
		}
		if l.woken[h.To] {
			continue
		}
		l.woken[h.To] = true
		if h.Class == outbox.Own {
			first = append(first, s)
		} else {
			later = append(later, s)
		}
	}
	clear(l.held)
	l.held = l.held[:0]
	for _, s := range first {
		s.Wake()
	}
	for _, s := range later {
		s.Wake()
	}
	clear(first)
	clear(later)
	l.first, l.later = first, later
	l.o.World.Left(l.o.Now())
	l.release()
}

// release starts jobs, gives back the cost of lines and forgets the sinks of
// sessions that have ended.
func (l *Loop) release() {
	for _, j := range l.jobs {
		l.o.Work(j)
	}
	l.jobs = l.jobs[:0]
	for _, p := range l.spent {
		if s := l.sink(p.id); s != nil {
			s.Spent(p.cost)
		}
	}
	l.spent = l.spent[:0]
	for _, id := range l.gone {
		l.sinks.Delete(id)
	}
	l.gone = l.gone[:0]
}

func (l *Loop) sink(id world.SessionID) Sink {
	s, ok := l.sinks.Load(id)
	if !ok {
		return nil
	}
	return s.(Sink)
}

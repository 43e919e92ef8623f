package uci

import (
	"context"
	"fmt"
	"strings"
	"time"

	"epicenter/rules"
	"epicenter/rules/search"
)

// start begins the search that "go" asks for.
func (s *Session) start(args []string) {
	if len(s.game) == 0 {
		s.say("info string go: there is no position; send one")
		s.say("bestmove 0000")
		return
	}
	p := &s.game[len(s.game)-1]
	g, err := readGo(p, args)
	s.complain(err)
	ctx, cancel := context.WithCancel(context.Background())
	t := &thought{cancel: cancel, done: make(chan struct{}), endless: g.endless(p.Turn())}
	s.running = t
	began := s.Clock.Now()
	go func() {
		defer close(t.done)
		defer cancel()
		s.think(ctx, t, g, began)
	}()
}

// think searches and answers. The reader touches neither game nor engine nor options
// before it has ended.
func (s *Session) think(ctx context.Context, t *thought, g goal, began time.Time) {
	p := &s.game[len(s.game)-1]
	soft, hard := g.budget(p.Turn())
	if hard > 0 {
		defer s.Clock.AfterFunc(hard, t.cancel)()
	}
	forced := soft > 0 && len(p.AppendMoves(nil)) == 1
	lim := search.Limits{Depth: g.depth, Nodes: g.nodes, Only: g.only}
	lim.Progress = func(r search.Result) bool {
		took := s.Clock.Now().Sub(began)
		s.say("%s", infoLine(p, &r, took))
		return soft == 0 || took < soft && !forced
	}
	var r search.Result
	if s.opts.level > 0 {
		r = s.engine.Play(ctx, s.game, s.opts.level, s.Rand)
		s.say("%s", infoLine(p, &r, s.Clock.Now().Sub(began)))
	} else {
		r = s.engine.Search(ctx, s.game, lim)
	}
	if t.endless {
		<-ctx.Done() // the protocol: no bestmove before "stop"
	}
	s.say("bestmove %s", bestMove(p, &r))
}

// bestMove returns the move, 0000 when the game is over.
func bestMove(p *rules.Position, r *search.Result) string {
	if r.Move == rules.NoMove {
		return "0000"
	}
	return p.UCI(r.Move)
}

// infoLine tells what is known after a depth.
func infoLine(p *rules.Position, r *search.Result, took time.Duration) string {
	var b strings.Builder
	fmt.Fprintf(&b, "info depth %d seldepth %d score ", r.Depth, r.SelDepth)
	switch n := r.MateIn(); {
	case n > 0:
		fmt.Fprintf(&b, "mate %d", (n+1)/2)
	case n < 0:
		fmt.Fprintf(&b, "mate %d", n/2)
	case r.Move == rules.NoMove && r.Score != 0:
		b.WriteString("mate 0")
	default:
		fmt.Fprintf(&b, "cp %d", r.Score)
	}
	ms := took.Milliseconds()
	fmt.Fprintf(&b, " nodes %d nps %d hashfull %d time %d", r.Nodes, r.Nodes*1000/max(1, ms), r.HashFull, ms)
	if len(r.PV) > 0 {
		b.WriteString(" pv")
	}
	q := *p
	for _, m := range r.PV {
		b.WriteByte(' ')
		b.WriteString(q.UCI(m))
		q = q.Play(m)
	}
	return b.String()
}

package bot

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"time"

	"epicenter/cmd/epicenter/bot/engine"
	"epicenter/rules"
	"epicenter/server/ics"
)

// board follows a board of ours.
func (s *session) board(ctx context.Context, b *ics.Board) {
	switch {
	case s.attach != nil:
		s.attach = b
		return
	case s.game == nil || s.game.number != b.Game || !sameNames(s.game.players, b.Players):
		s.begin(ctx, b)
		return
	}
	what := s.game.follow(b)
	if what == lost {
		s.logf("game %d: the board is not one move further; asking for the moves", b.Game)
		s.ask(b)
		return
	}
	s.turn(ctx, b, what)
}

func sameNames(a, b [2]string) bool {
	return strings.EqualFold(a[0], b[0]) && strings.EqualFold(a[1], b[1])
}

// begin starts to follow a game: a new one from its first board, any other from
// the list of its moves.
func (s *session) begin(ctx context.Context, b *ics.Board) {
	s.stopThinking()
	s.game, s.refused = nil, none
	known := s.begun.Game == b.Game && sameNames(s.begun.Players, b.Players)
	v := variantOf(s.begun.Type, b)
	if !known || s.begun.Continued || b.SAN != "none" || v == nil {
		s.ask(b)
		return
	}
	start, err := b.Position(v)
	if err != nil {
		s.logf("game %d: the board of %s cannot be read: %v", b.Game, v, err)
		s.ask(b)
		return
	}
	s.start(ctx, b, start, nil)
}

// start takes a game up.
func (s *session) start(ctx context.Context, b *ics.Board, start rules.Position, moves []rules.Move) {
	g := s.game
	if g == nil || g.number != b.Game || !sameNames(g.players, b.Players) {
		s.serial++
		g = newGame(s.serial, b, &s.begun, s.me)
		if sameNames(s.announced.Players, b.Players) {
			g.ratings = s.announced.Ratings
		}
		s.game = g
		s.met(strings.ToLower(g.opponent()))
		kind := "unrated"
		if g.rated {
			kind = "rated"
		}
		s.logf("game %d: %s - %s, %s %s %d %d", g.number, g.players[0], g.players[1], kind, start.Variant(), g.minutes, g.inc)
		if s.cfg.Accept.Greeting != "" && s.row == 1 && len(moves) == 0 {
			s.send("$say " + s.cfg.Accept.Greeting)
		}
	}
	g.setup(start, moves)
	g.clock = b.Clock
	s.turn(ctx, b, moved)
}

// ask asks for the moves of a game that did not begin before our eyes.
func (s *session) ask(b *ics.Board) {
	s.attach, s.list = b, ics.MoveList{}
	s.send("$moves")
}

// attached takes up a game from its list of moves, or from the board alone if
// the list does not lead there.
func (s *session) attached(ctx context.Context) {
	b := s.attach
	s.attach = nil
	word := s.list.Type
	if word == "" {
		word = s.begun.Type
	}
	s.begun = ics.Begun{Game: b.Game, Players: b.Players, Rated: s.list.Rated, Type: word}
	v := variantOf(word, orBoard(s.list.Start, b))
	if v == nil {
		s.logf("game %d: %q is no variant that is known here; asking for an adjournment", b.Game, word)
		s.send("$adjourn")
		return
	}
	start, moves, ok := s.list.Replay(v)
	if end := played(start, moves); ok && b.Shows(&end) {
		s.start(ctx, b, start, moves)
		return
	}
	start, err := b.Position(v)
	if err != nil {
		s.logf("game %d: the board of %s cannot be read (%v); asking for an adjournment", b.Game, v, err)
		s.send("$adjourn")
		return
	}
	s.start(ctx, b, start, nil)
}

func orBoard(a, b *ics.Board) *ics.Board {
	if a != nil {
		return a
	}
	return &ics.Board{Rows: usualRows()}
}

func usualRows() [8]string {
	p := rules.Lookup("chess").Start(rules.StandardStart)
	return p.Rows()
}

func played(p rules.Position, moves []rules.Move) rules.Position {
	for _, m := range moves {
		p = p.Play(m)
	}
	return p
}

// turn thinks, moves or waits, after a board.
func (s *session) turn(ctx context.Context, b *ics.Board, what seen) {
	g := s.game
	refused := s.refused
	s.refused = none
	if b.Relation != ics.MyMove {
		s.stopThinking()
		return
	}
	p := g.position()
	switch {
	case p.Outcome().Over() || len(p.AppendMoves(nil)) == 0:
		s.stopThinking()
	case what != same:
		s.think(ctx)
	case refused == illegal:
		g.chosen = rules.NoMove
		if g.refusals++; g.refusals >= engine.MaxFaults {
			s.logf("game %d: the server has refused %d moves in one position; resigning", g.number, g.refusals)
			s.send("$resign")
			return
		}
		s.think(ctx)
	case refused == notNow:
		// The move is kept and sent again with the next board.
	case g.chosen != rules.NoMove:
		s.send(ics.MoveText(&p, g.chosen))
	case s.thought == nil || s.thought.serial == 0:
		s.think(ctx)
	}
}

// think asks the engine about the present position, after it has stopped
// thinking about any other.
func (s *session) think(ctx context.Context) {
	if s.thought != nil {
		s.thought.cancel()
		s.again = true
		return
	}
	g := s.game
	thinking, cancel := context.WithCancel(ctx)
	s.thought, s.again = &thought{cancel: cancel, serial: g.serial, ply: len(g.moves)}, false
	t := engine.Task{
		Game: g.serial, Start: g.start, Moves: slices.Clone(g.moves), Position: g.position(),
		Mine: g.clock[g.me], Theirs: g.clock[g.me.Other()], Inc: time.Duration(g.inc) * time.Second,
		Base: time.Duration(g.minutes) * time.Minute, Untimed: g.untimed(), DrawOffered: g.drawStands && g.drawTo == len(g.moves),
	}
	go func() {
		a, err := s.cfg.Engine.Think(thinking, t)
		s.answers <- answer{a, err} // there is room: one thought at a time
	}()
}

// stopThinking takes the question back; what is still answered is not looked at.
func (s *session) stopThinking() {
	s.again = false
	if s.thought != nil {
		s.thought.cancel()
		s.thought.serial = 0
	}
}

// forget ends the game for us and waits for the engine to be idle.
func (s *session) forget() {
	s.stopThinking()
	if s.thought != nil {
		<-s.answers
		s.thought = nil
	}
	s.game, s.refused = nil, none
}

// answered takes the engine's answer.
func (s *session) answered(ctx context.Context, a answer) {
	t := s.thought
	t.cancel()
	s.thought = nil
	g := s.game
	switch {
	case s.again:
		s.think(ctx)
		return
	case g == nil || t.serial != g.serial || t.ply != len(g.moves):
		return // about a position that is gone
	case errors.Is(a.err, engine.ErrGivenUp):
		s.logf("game %d: resigning, because the engine has failed %d times", g.number, engine.MaxFaults)
		s.send("$resign")
		return
	case a.err != nil:
		return // taken back
	case a.Resigns:
		s.logf("game %d: the engine resigns", g.number)
		s.send("$resign")
		return
	}
	if a.Scored {
		g.score, g.scored = a.Score, true
	}
	if a.OffersDraw || g.mayClaim() && (!a.Scored || a.Score <= 0) {
		s.send("$draw")
	}
	p := g.position()
	g.chosen = a.Move
	s.send(ics.MoveText(&p, a.Move))
}

// ended files a game of ours that is over.
func (s *session) ended(e *ics.Ended) {
	g := s.game
	if s.attach != nil && s.attach.Game == e.Game && sameNames(s.attach.Players, e.Players) {
		s.attach = nil
	}
	if g == nil || g.number != e.Game || !sameNames(g.players, e.Players) {
		return
	}
	s.logf("game %d: %s %s", g.number, e.Reason, e.Score)
	if s.cfg.PGN != nil && e.Score != "*" {
		if _, err := io.WriteString(s.cfg.PGN, g.pgn(s.cfg.Site, s.cfg.Clock.Now(), e.Reason, e.Score)); err != nil {
			s.logf("game %d could not be kept: %v", g.number, err)
		}
	}
	s.stopThinking()
	s.game, s.refused = nil, none
	if e.Score != "*" {
		s.played++
	}
	clear(s.asked)
	s.lastSeek = time.Time{} // the server takes seeks away when a game begins
	if !s.guest {
		clear(s.resumes)
		s.send("$stored")
	}
	s.look()
}

package world

import (
	"fmt"
	"slices"
	"strings"

	"epicenter/rules"
	"epicenter/storage"
)

// Exam is what an examined game has in place of players and running clocks
// (docs/protocol.md §3.4). Its Game is in the table of games like any other, but
// nobody plays it and nothing of it is stored; its Record.Moves are those that
// lead to the position on the board.
type Exam struct {
	// Examiners are the sessions that move the men, in the order of coming.
	Examiners []SessionID
	// Scratch is set for a board that no game was put on.
	Scratch bool

	main []storage.Move // the moves of the game that was put on the board
	// line are the moves that forward follows; the board shows a beginning of it.
	line []storage.Move
	// branch is how many half-moves line has in common with main.
	branch int
	ending string // such as "Bob resigns 1-0", for the end of main
}

// ExamStarted shows an examiner the game that he begins to examine.
type ExamStarted struct {
	Game    GameStarted
	Scratch bool
}

// ExamStep tells those at an examined board what an examiner has done.
type ExamStep struct {
	Number int
	By     string // handle
	How    ExamAct
	// Moves is the number of half-moves for forward and backward, the number of
	// the move for revert.
	Moves int
	SAN   string // of a move
}

// ExamAct is what an examiner does with the men.
type ExamAct uint8

// The acts.
const (
	ExamMoved ExamAct = iota
	ExamForward
	ExamBackward
	ExamReverted
)

// ExamAtEnd tells that the last move of a finished game is on the board.
type ExamAtEnd struct {
	Number int
	Text   string // such as "Bob resigns 1-0"
}

// ExamJoined tells of a new examiner; Made is who made him one, for himself.
type ExamJoined struct {
	Number       int
	Handle, Made string
}

// ExamLeft tells that somebody has stopped examining; You is set for himself.
type ExamLeft struct {
	Number int
	Handle string
	You    bool
}

// ExamOver tells an observer that nobody examines the game any more.
type ExamOver struct{ Number int }

func (ExamStarted) fact()     {}
func (ExamStarted) gameFact() {}
func (ExamStep) fact()        {}
func (ExamStep) gameFact()    {}
func (ExamAtEnd) fact()       {}
func (ExamAtEnd) gameFact()   {}
func (ExamJoined) fact()      {}
func (ExamJoined) gameFact()  {}
func (ExamLeft) fact()        {}
func (ExamLeft) gameFact()    {}
func (ExamOver) fact()        {}
func (ExamOver) gameFact()    {}

// Sides implements render.OfGame.
func (f ExamStarted) Sides() (white, black string, toMove, number int) { return f.Game.Board.sides() }

func (e *Exam) clone() *Exam {
	if e == nil {
		return nil
	}
	c := *e
	return &c
}

// ExaminedBy is the game that a person examines, nil for none. It is not to be
// changed.
func (t *Turn) ExaminedBy(p *Player) *Game { return t.SeeGame(p.Examining) }

// ExamineScratch lets a person examine an empty game of a variant, which he plays
// with both colours.
func (t *Turn) ExamineScratch(key string, v *rules.Variant) {
	p := t.SeePlayer(key)
	side := storage.Side{Handle: p.Handle, Registered: !p.Guest, State: '-'}
	if p.Guest {
		side.State = '+'
	}
	terms := Terms{Variant: v}
	g := &Game{Variant: v, Exam: &Exam{Scratch: true}}
	g.Record = storage.Game{Variant: v.Name, White: side, Black: side, Type: terms.Type(), Started: t.At}
	if v.Random {
		start := v.StartFrom(t.Dice())
		g.Record.StartFEN = start.FEN()
	}
	t.examine(key, g)
}

// ExamineGame lets a person examine a finished or adjourned game after so many
// half-moves of it; fewer than 0 means all of them. The error is that of a record
// which cannot be played through.
func (t *Turn) ExamineGame(key string, r *storage.Game, plies int) error {
	g := &Game{Record: *r, Variant: rules.Lookup(r.Variant), Exam: &Exam{main: r.Moves}}
	if g.Variant == nil {
		return fmt.Errorf("game %d: no variant %q", r.ID, r.Variant)
	}
	if r.Reason != "" && r.Ended != 0 {
		names := strings.NewReplacer("White", r.White.Handle, "Black", r.Black.Handle)
		g.Exam.ending = names.Replace(r.Reason) + " " + r.Result
	}
	g.Record.Result, g.Record.Reason, g.Record.End, g.Record.Paused = "", "", "", false
	g.Exam.line, g.Exam.branch = r.Moves, len(r.Moves)
	if err := g.replay(); err != nil { // all of it must be playable
		return err
	}
	if plies >= 0 && plies < len(r.Moves) {
		if err := g.showPly(plies); err != nil {
			return err
		}
	}
	t.examine(key, g)
	return nil
}

// examine puts a person at a board of his own. What he offers to others and, if
// he likes, what he observes is given up: who examines cannot play.
func (t *Turn) examine(key string, g *Game) {
	t.RemoveSeeks(t.SeeksOf(key)...)
	t.leaveObserved(key, leaveForExam)
	for _, o := range t.challenges(key, true) {
		t.RemoveOffer(o.Number, OfferWithdrawn)
	}
	for _, o := range t.challenges(key, false) {
		t.RemoveOffer(o.Number, OfferDeclined)
	}
	n := t.state.gameNos.give(t.At, func(n int) bool { return t.games.See(n) != nil })
	g.Record.Number = n
	p := t.Player(key)
	p.Examining = n
	g.Exam.Examiners = []SessionID{p.Session}
	if g.Exam.Scratch {
		// The start of a variant is always playable.
		_ = g.showPly(0)
	}
	t.games.Put(n, g)
	t.Tell(ExamStarted{Game: t.started(g, false), Scratch: g.Exam.Scratch}, p.Session)
}

// showPly puts the position after so many half-moves of the line on the board,
// with the clocks of that moment.
func (g *Game) showPly(plies int) error {
	g.Record.Moves = slices.Clip(g.Exam.line[:plies])
	if err := g.replay(); err != nil {
		return err
	}
	clock := g.clocksAfter(plies)
	g.Record.White.Clock, g.Record.Black.Clock = clock[White], clock[Black]
	return nil
}

// ExamMove plays a legal move on an examined board. One that the line goes on
// with is a step along it; any other begins a variation.
func (t *Turn) ExamMove(g *Game, m rules.Move) error {
	e, n := g.Exam, g.Plies()
	san := g.Position.SAN(m)
	switch {
	case n < len(e.line) && e.line[n].Move == m.Uint16():
	case n <= e.branch && n < len(e.main) && e.main[n].Move == m.Uint16():
		e.line, e.branch = e.main, len(e.main)
	default:
		rec := storage.Move{Move: m.Uint16(), Clock: g.Side(g.ToMove()).Clock}
		e.line = append(slices.Clone(g.Record.Moves), rec)
		e.branch = min(e.branch, n)
	}
	return t.examStep(g, n+1, ExamStep{How: ExamMoved, SAN: san})
}

// ExamForward goes on along the line, ExamBackward back; done is how many
// half-moves there were to go.
func (t *Turn) ExamForward(g *Game, plies int) (done int, err error) {
	n := g.Plies()
	done = min(plies, len(g.Exam.line)-n)
	if done <= 0 {
		return 0, nil
	}
	return done, t.examStep(g, n+done, ExamStep{How: ExamForward, Moves: done})
}

// ExamBackward is the opposite of ExamForward.
func (t *Turn) ExamBackward(g *Game, plies int) (done int, err error) {
	n := g.Plies()
	if done = min(plies, n); done <= 0 {
		return 0, nil
	}
	return done, t.examStep(g, n-done, ExamStep{How: ExamBackward, Moves: done})
}

// InVariation tells whether the board shows a position that the game never had.
func (g *Game) InVariation() bool { return g.Exam != nil && g.Plies() > g.Exam.branch }

// ExamRevert goes back to where the variation left the game and forgets it.
func (t *Turn) ExamRevert(g *Game) error {
	e := g.Exam
	n := e.branch
	e.line, e.branch = e.main, len(e.main)
	return t.examStep(g, n, ExamStep{How: ExamReverted})
}

// examStep changes the position and tells those at the board.
func (t *Turn) examStep(g *Game, plies int, f ExamStep) error {
	if err := g.showPly(plies); err != nil {
		return err
	}
	f.Number, f.By = g.Record.Number, t.Me().Handle
	if f.How == ExamReverted {
		f.Moves = g.Position.FullMove()
	}
	t.Tell(f, t.everyone(g)...)
	t.TellBoard(g, BoardChange)
	e := g.Exam
	if f.How != ExamBackward && e.ending != "" && plies == len(e.main) && plies <= e.branch {
		t.Tell(ExamAtEnd{f.Number, e.ending}, t.everyone(g)...)
	}
	return nil
}

// MakeExaminer lets an observer move the men of an examined game too.
func (t *Turn) MakeExaminer(g *Game, p *Player) {
	n := g.Record.Number
	t.Tell(ExamJoined{Number: n, Handle: p.Handle, Made: t.Me().Handle}, p.Session)
	t.stopObserving(p.Session, n)
	t.Tell(ExamJoined{Number: n, Handle: p.Handle}, t.everyone(g)...)
	t.Player(p.Key).Examining = n
	g.Exam.Examiners = append(slices.Clone(g.Exam.Examiners), p.Session)
	t.Tell(BoardShown{t.Board(g, BoardRefresh)}, p.Session)
}

// StopExamining takes a person away from the board that he examines; with the
// last examiner the game is gone.
func (t *Turn) StopExamining(key string) {
	p := t.Player(key)
	if p == nil || p.Examining == 0 {
		return
	}
	n := p.Examining
	g := t.Game(n)
	p.Examining = 0
	g.Exam.Examiners = slices.DeleteFunc(slices.Clone(g.Exam.Examiners), func(id SessionID) bool { return id == p.Session })
	t.Tell(ExamLeft{Number: n, You: true}, p.Session)
	t.Tell(ExamLeft{Number: n, Handle: p.Handle}, t.everyone(g)...)
	if len(g.Exam.Examiners) > 0 {
		return
	}
	for _, id := range g.Observers {
		t.dropObserved(id, n)
		t.Tell(ExamOver{n}, id)
		t.Tell(ObserverRemoved{n}, id)
	}
	t.games.Remove(n)
	t.state.gameNos.back(n, t.At+t.cfg.NumberReuse)
}

// examineAfter lets the players of a game that is over examine it at its end,
// each for himself, if they have set examine (docs/protocol.md §6.1).
func (t *Turn) examineAfter(g *Game) {
	for c := range 2 {
		p := t.SeePlayer(g.KeyOf(c))
		if !p.Online() || !p.Vars.On(VarExamine) {
			continue
		}
		// What has just been played can be played again.
		_ = t.ExamineGame(p.Key, &g.Record, -1)
	}
}

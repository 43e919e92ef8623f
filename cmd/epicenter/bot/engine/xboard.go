package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"epicenter/rules"
)

// featureTime is how long an engine is given to list its features; one of the
// first version of the protocol never does, one that says done=0 gets
// helloTime more.
const featureTime = 5 * time.Second

// pongTime is how long an engine may go on with its old thought after "force":
// some look at their input only when they have moved.
const pongTime = 10 * time.Second

// xboard is the Chess Engine Communication Protocol, version 2, with the
// features ping, setboard, usermove, san, variants, time, name and draw.
type xboard struct {
	options  []Option
	clock    Clock
	title    string
	features map[string]string
	asked    []string // names of the options that it has

	game  int // that the engine is in
	start rules.Position
	moves []rules.Move // that it knows
	plays bool         // answers the next usermove with a move of its own
	pings int
}

func (d *xboard) name() string { return d.title }

// hello implements driver.
func (d *xboard) hello(ctx context.Context, l *link) error {
	d.features = map[string]string{}
	if err := l.send("xboard", "protover 2"); err != nil {
		return err
	}
	patience := featureTime
	for {
		waits := false
		err := l.until(ctx, patience, func(line string) bool {
			rest, ok := strings.CutPrefix(line, "feature ")
			if !ok {
				return false
			}
			done := d.feature(l, rest)
			waits = done == "0" && patience == featureTime
			return done == "1" || waits
		})
		switch {
		case err == nil && waits:
			patience = helloTime
			continue
		case errors.Is(err, errTime):
			// An engine of the first version says nothing, and some never come to
			// their end: what they have said counts, and whether they are there
			// shows now.
			err = d.sync(ctx, l)
		}
		if err != nil {
			return err
		}
		return d.set(l)
	}
}

// set gives the engine the options of its user.
func (d *xboard) set(l *link) error {
	for _, o := range d.options {
		if !slices.Contains(d.asked, o.Name) {
			return fmt.Errorf("the engine has no option %q; it has %s", o.Name, strings.Join(d.asked, ", "))
		}
		if err := l.send("option " + o.Name + "=" + o.Value); err != nil {
			return err
		}
	}
	return nil
}

// feature reads `ping=1 myname="Some Engine" variants="normal,atomic" done=1`,
// answers what it understands and returns the value of done.
func (d *xboard) feature(l *link, text string) (done string) {
	for {
		name, rest, ok := strings.Cut(strings.TrimLeft(text, " "), "=")
		if !ok {
			return done
		}
		var value string
		if after, quoted := strings.CutPrefix(rest, `"`); quoted {
			value, text, _ = strings.Cut(after, `"`)
		} else {
			value, text, _ = strings.Cut(rest, " ")
		}
		switch name {
		case "done":
			done = value
		case "option":
			word, _, _ := strings.Cut(value, " -")
			d.asked = append(d.asked, word)
		case "myname":
			d.title = value
		}
		answer := "rejected "
		if slices.Contains([]string{"done", "option", "myname", "ping", "setboard", "usermove", "san", "variants", "time", "name", "draw", "reuse", "colors", "sigint", "sigterm"}, name) {
			d.features[name] = value
			answer = "accepted "
		}
		_ = l.send(answer + name) // if it is gone, the next read says so
	}
}

// xboardVariants are the words of the protocol for variants; shuffles and set
// positions without castling are "normal" from another position.
var xboardVariants = map[string]string{
	"chess960": "fischerandom", "atomic": "atomic", "crazyhouse": "crazyhouse",
	"suicide": "suicide", "losers": "losers",
}

// word returns the protocol's word for a variant.
func (d *xboard) word(v *rules.Variant) string {
	if chessRules(v) {
		return "normal"
	}
	return xboardVariants[v.Name]
}

func (d *xboard) supports(v *rules.Variant) bool {
	w := d.word(v)
	if w == "" || w == "normal" && v.Name != "chess" && d.features["setboard"] != "1" || v.Random && d.features["setboard"] != "1" {
		return false
	}
	return w == "normal" || slices.Contains(strings.Split(strings.ReplaceAll(d.features["variants"], " ", ""), ","), w)
}

// sync makes sure that the engine has read everything and that all it has said
// so far is behind us.
func (d *xboard) sync(ctx context.Context, l *link) error {
	if d.features["ping"] != "1" {
		return nil
	}
	d.pings++
	want := "pong " + strconv.Itoa(d.pings)
	if err := l.send("ping " + strconv.Itoa(d.pings)); err != nil {
		return err
	}
	complaint := ""
	err := l.until(ctx, pongTime, func(line string) bool {
		if strings.HasPrefix(line, "Illegal ") {
			complaint = line
		}
		return line == want
	})
	if err == nil && complaint != "" {
		return fmt.Errorf("it says %.60q", complaint)
	}
	return err
}

// enter brings the engine to the position of a task, in force mode.
func (d *xboard) enter(ctx context.Context, l *link, t *Task, start rules.Position, moves []rules.Move) error {
	v := start.Variant()
	if !d.supports(v) {
		return fmt.Errorf("the engine does not play %s", v)
	}
	lines := []string{"new"}
	if w := d.word(v); w != "normal" {
		lines = append(lines, "variant "+w)
	}
	lines = append(lines, "force", level(t), "easy", "nopost")
	if v.Random || start != v.Start(rules.StandardStart) || chessRules(v) && v.Name != "chess" {
		if d.features["setboard"] != "1" {
			return errors.New("the game does not begin in the usual position, and the engine knows no setboard")
		}
		lines = append(lines, "setboard "+start.FEN())
	}
	p := start
	for _, m := range moves {
		lines = append(lines, d.userMove(&p, m))
		p = p.Play(m)
	}
	d.game, d.start, d.moves, d.plays = t.Game, t.Start, slices.Clone(t.Moves), false
	if err := l.send(lines...); err != nil {
		return err
	}
	return d.sync(ctx, l)
}

// level is the time control in minutes and seconds, no fewer than a second.
func level(t *Task) string {
	if t.Untimed {
		return "st 5"
	}
	s := max(int(t.Base.Seconds()), 1)
	return fmt.Sprintf("level 0 %d:%02d %d", s/60, s%60, int(t.Inc.Seconds()))
}

func (d *xboard) userMove(p *rules.Position, m rules.Move) string {
	text := p.UCI(m)
	switch {
	case d.features["san"] == "1":
		text = strings.TrimRight(p.SAN(m), "+#")
	case m.IsCastle() && p.Variant().Random960:
		text = "O-O"
		if m.To() < m.From() {
			text = "O-O-O"
		}
	}
	if d.features["usermove"] == "1" {
		text = "usermove " + text
	}
	return text
}

// think implements driver.
func (d *xboard) think(ctx context.Context, l *link, t *Task, limit time.Duration) (Answer, error) {
	if err := d.ask(ctx, l, t); err != nil {
		return Answer{}, err
	}
	a, err := d.await(ctx, l, t, limit)
	if errors.Is(err, errTime) {
		if err := l.send("?"); err != nil {
			return Answer{}, err
		}
		a, err = d.await(ctx, l, t, stopTime)
	}
	switch {
	case errors.Is(err, errUnasked):
		if stopErr := d.halt(l); stopErr != nil {
			return Answer{}, stopErr
		}
		return Answer{}, err
	case err != nil:
		return Answer{}, err
	}
	if !a.Resigns {
		d.moves, d.plays = append(slices.Clone(t.Moves), a.Move), true
	}
	return a, nil
}

// ask makes the engine think: with the opponent's move alone if that is all that
// is new to it.
func (d *xboard) ask(ctx context.Context, l *link, t *Task) error {
	n := len(t.Moves) - 1
	same := t.Game == d.game && t.Start == d.start && d.plays && n >= 0 && slices.Equal(t.Moves[:n], d.moves)
	var err error
	if same {
		err = d.sync(ctx, l) // what it said behind its last move is no answer
	} else {
		err = d.enter(ctx, l, t, t.Start, t.Moves)
	}
	if err != nil {
		return err
	}
	lines := clocks(t)
	if t.DrawOffered && d.features["draw"] != "0" {
		lines = append(lines, "draw")
	}
	if same {
		before := t.Start
		for _, m := range t.Moves[:n] {
			before = before.Play(m)
		}
		return l.send(append(lines, d.userMove(&before, t.Moves[n]))...)
	}
	return l.send(append(lines, "go")...)
}

func clocks(t *Task) []string {
	if t.Untimed {
		return nil
	}
	return []string{
		fmt.Sprintf("time %d", max(t.Mine.Milliseconds()/10, 1)),
		fmt.Sprintf("otim %d", max(t.Theirs.Milliseconds()/10, 1)),
	}
}

// halt stops a thought that nobody waits for any more.
func (d *xboard) halt(l *link) error {
	d.plays, d.game = false, 0
	if d.features["ping"] != "1" {
		return errors.New("it cannot be stopped for sure, as it knows no ping")
	}
	if err := l.send("force"); err != nil {
		return err
	}
	return d.sync(context.Background(), l)
}

// await reads until the engine moves or resigns. An engine that claims a result
// instead is set up anew without the game's history and told to move: whether
// the game is over is for the server to say.
func (d *xboard) await(ctx context.Context, l *link, t *Task, limit time.Duration) (Answer, error) {
	timer, stop := l.clock.After(limit)
	defer stop()
	var a Answer
	claimed := false
	for {
		line, err := l.next(ctx, timer)
		if err != nil {
			return Answer{}, err
		}
		words := strings.Fields(line)
		switch text := moveOf(words); {
		case text != "":
			if a.Move, err = t.Position.ParseUCI(text); err != nil {
				a.Move, err = t.Position.ParseMove(text, rules.MoveText{CaseMatters: true})
			}
			if err != nil {
				return Answer{}, fmt.Errorf("it plays %.20q in %s, which is not legal there", text, t.Position.FEN())
			}
			return a, nil
		case words[0] == "resign":
			a.Resigns = true
			return a, nil
		case line == "offer draw" || words[0] == "1/2-1/2":
			a.OffersDraw = true
		case strings.HasPrefix(line, "Illegal "):
			return Answer{}, fmt.Errorf("it says %.60q in %s", line, t.Position.FEN())
		}
		if w := words[0]; w != "1-0" && w != "0-1" && w != "1/2-1/2" {
			continue
		}
		if claimed || d.features["setboard"] != "1" {
			return Answer{}, fmt.Errorf("it says %.60q instead of a move", line)
		}
		claimed = true
		if err := d.enter(ctx, l, t, t.Position, nil); err != nil {
			return Answer{}, err
		}
		if err := l.send(append(clocks(t), "go")...); err != nil {
			return Answer{}, err
		}
		d.game = 0 // it does not know the moves
	}
}

// moveOf reads "move e2e4" and what engines of the first version say: "My move
// is: e2e4" and "1. ... e2e4".
func moveOf(words []string) string {
	switch {
	case len(words) == 2 && words[0] == "move":
		return words[1]
	case len(words) == 4 && words[0] == "My" && words[1] == "move" && words[2] == "is:":
		return words[3]
	case len(words) == 3 && words[1] == "..." && strings.TrimLeft(words[0], "0123456789") == ".":
		return words[2]
	}
	return ""
}

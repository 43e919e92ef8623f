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

// helloTime is how long an engine may take to start, readyTime to prepare a
// game, stopTime to stop thinking.
const (
	helloTime = 15 * time.Second
	readyTime = 30 * time.Second
	stopTime  = 1500 * time.Millisecond
)

// uci is the Universal Chess Interface (April 2006), with the option UCI_Variant
// that engines for variants agree on.
type uci struct {
	options  []Option
	title    string
	known    []string // names of its options
	variants []string // values of UCI_Variant
	game     int      // that it prepared for
	variant  *rules.Variant
}

func (d *uci) name() string { return d.title }

// hello implements driver.
func (d *uci) hello(ctx context.Context, l *link) error {
	if err := l.send("uci"); err != nil {
		return err
	}
	err := l.until(ctx, helloTime, func(line string) bool {
		if rest, ok := strings.CutPrefix(line, "id name "); ok {
			d.title = rest
		}
		d.option(line)
		return line == "uciok"
	})
	if err != nil {
		return err
	}
	for _, o := range d.options {
		if !slices.ContainsFunc(d.known, func(n string) bool { return strings.EqualFold(n, o.Name) }) {
			return fmt.Errorf("the engine has no option %q; it has %s", o.Name, strings.Join(d.known, ", "))
		}
		if err := l.send("setoption name " + o.Name + " value " + o.Value); err != nil {
			return err
		}
	}
	return d.ready(ctx, l)
}

// option reads "option name UCI_Variant type combo default chess var atomic …".
func (d *uci) option(line string) {
	rest, ok := strings.CutPrefix(line, "option name ")
	if !ok {
		return
	}
	name, kind, _ := strings.Cut(rest, " type ")
	d.known = append(d.known, name)
	if name == "UCI_Variant" {
		for _, v := range strings.Split(kind, " var ")[1:] {
			d.variants = append(d.variants, strings.TrimSpace(v))
		}
	}
}

func (d *uci) ready(ctx context.Context, l *link) error {
	if err := l.send("isready"); err != nil {
		return err
	}
	return l.until(ctx, readyTime, func(line string) bool { return line == "readyok" })
}

// uciName finds the engine's word for a variant; "" with ok for engines that
// play chess alone and need none.
func (d *uci) uciName(v *rules.Variant) (word string, ok bool) {
	names := []string{v.Name}
	switch {
	case v.Random960:
		if !slices.Contains(d.known, "UCI_Chess960") {
			return "", false
		}
		names = append(names, strings.TrimSuffix(v.Name, "960"))
	case chessRules(v):
		names = append(names, "chess")
	}
	for _, n := range names {
		if slices.Contains(d.variants, n) {
			return n, true
		}
	}
	return "", slices.Contains(names, "chess") && len(d.variants) == 0
}

// chessRules tells the variants that are chess from another array: shuffles
// without castling and set positions. In wild/0 and wild/1 kings castle in a way
// that engines do not know.
func chessRules(v *rules.Variant) bool {
	switch v.Name {
	case "chess", "wild/2", "wild/3", "wild/4", "wild/5", "wild/8", "wild/8a":
		return true
	}
	return strings.HasPrefix(v.Name, "odds/")
}

func (d *uci) supports(v *rules.Variant) bool {
	_, ok := d.uciName(v)
	return ok
}

// prepare tells the engine about a new game.
func (d *uci) prepare(ctx context.Context, l *link, t *Task) error {
	v := t.Start.Variant()
	if t.Game == d.game && v == d.variant {
		return nil
	}
	word, ok := d.uciName(v)
	if !ok {
		return fmt.Errorf("the engine does not play %s", v)
	}
	if word != "" {
		if err := l.send("setoption name UCI_Variant value " + word); err != nil {
			return err
		}
	}
	if slices.Contains(d.known, "UCI_Chess960") {
		if err := l.send(fmt.Sprintf("setoption name UCI_Chess960 value %v", v.Random960)); err != nil {
			return err
		}
	}
	if err := l.send("ucinewgame"); err != nil {
		return err
	}
	if err := d.ready(ctx, l); err != nil {
		return err
	}
	d.game, d.variant = t.Game, v
	return nil
}

// think implements driver.
func (d *uci) think(ctx context.Context, l *link, t *Task, limit time.Duration) (Answer, error) {
	if err := d.prepare(ctx, l, t); err != nil {
		return Answer{}, err
	}
	if err := l.send(uciPosition(t), uciGo(t, limit)); err != nil {
		return Answer{}, err
	}
	var a Answer
	text := ""
	read := func(line string) bool {
		a.readScore(line)
		words := strings.Fields(line)
		if len(words) >= 2 && words[0] == "bestmove" {
			text = words[1]
		}
		return text != ""
	}
	err := l.until(ctx, limit, read)
	if errors.Is(err, errUnasked) || errors.Is(err, errTime) {
		if stopErr := d.stop(l, read); stopErr != nil {
			return Answer{}, stopErr
		}
		if errors.Is(err, errUnasked) {
			return Answer{}, err
		}
	} else if err != nil {
		return Answer{}, err
	}
	m, err := t.Position.ParseUCI(text)
	if err != nil {
		return Answer{}, fmt.Errorf("it plays %.20q in %s, which is not legal there", text, t.Position.FEN())
	}
	a.Move = m
	return a, nil
}

// stop makes it move at once.
func (d *uci) stop(l *link, read func(string) bool) error {
	if err := l.send("stop"); err != nil {
		return err
	}
	return l.until(context.Background(), stopTime, read)
}

// readScore reads "info depth 9 score cp 13 …" and "… score mate -2 …".
func (a *Answer) readScore(line string) {
	words := strings.Fields(line)
	i := slices.Index(words, "score")
	if len(words) == 0 || words[0] != "info" || i < 0 || i+2 >= len(words) {
		return
	}
	n, err := strconv.Atoi(words[i+2])
	if err != nil {
		return
	}
	switch words[i+1] {
	case "cp":
		a.Score, a.Scored = max(-MateScore+1, min(n, MateScore-1)), true
	case "mate":
		a.Score, a.Scored = MateScore, true
		if n <= 0 {
			a.Score = -MateScore
		}
	}
}

func uciPosition(t *Task) string {
	var b strings.Builder
	if v := t.Start.Variant(); !v.Random && t.Start == v.Start(rules.StandardStart) && (v.Name == "chess" || !chessRules(v)) {
		b.WriteString("position startpos")
	} else {
		b.WriteString("position fen " + t.Start.FEN())
	}
	p := t.Start
	for i, m := range t.Moves {
		if i == 0 {
			b.WriteString(" moves")
		}
		b.WriteString(" " + p.UCI(m))
		p = p.Play(m)
	}
	return b.String()
}

func uciGo(t *Task, limit time.Duration) string {
	if t.Untimed {
		return fmt.Sprintf("go movetime %d", min(limit/4, 5*time.Second).Milliseconds())
	}
	mine, theirs := max(t.Mine.Milliseconds(), 1), max(t.Theirs.Milliseconds(), 1)
	w, b := mine, theirs
	if t.Position.Turn() == rules.Black {
		w, b = theirs, mine
	}
	inc := t.Inc.Milliseconds()
	return fmt.Sprintf("go wtime %d btime %d winc %d binc %d", w, b, inc, inc)
}

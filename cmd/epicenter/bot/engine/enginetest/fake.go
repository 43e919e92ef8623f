// Package enginetest is a chess engine for tests: it plays legal moves by the
// rules, in both protocols, and misbehaves when it is told to. Its Clock is the
// time to play by.
package enginetest

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"epicenter/rules"
)

// Behaviours are what an engine can be told to do, in the order of Main's usage.
var Behaviours = []string{
	"good", "mute", "hang", "slow", "crash", "garbage", "illegal", "chatty", "resign", "draw", "claim", "refuse", "old",
}

// Main plays: arguments are the protocol and a behaviour. It returns the exit
// status.
//
//	good     plays
//	mute     says nothing at all
//	hang     never answers to go, nor to stop
//	slow     answers to go only when it is stopped
//	crash    ends when it should move, with a word on errs
//	garbage  answers with a move that is none
//	illegal  answers with a move that is not legal
//	chatty   says a lot before each move, an endless line among it
//	resign   resigns (xboard)
//	draw     offers a draw before each move (xboard)
//	claim    claims a result instead of its first move (xboard)
//	refuse   calls the first move it is told illegal (xboard)
//	old      knows no features (xboard)
func Main(args []string, in io.Reader, out, errs io.Writer) int {
	if len(args) != 2 || !slices.Contains(Behaviours, args[1]) {
		fmt.Fprintf(errs, "usage: uci|xboard %s\n", strings.Join(Behaviours, "|"))
		return 2
	}
	e := &fake{behaviour: args[1], out: out, errs: errs, position: rules.Lookup("chess").Start(rules.StandardStart)}
	obey := e.uci
	if args[0] == "xboard" {
		obey = e.xboard
	}
	for s := bufio.NewScanner(in); s.Scan(); {
		if e.behaviour == "mute" {
			continue
		}
		if !obey(s.Text()) {
			return e.status
		}
	}
	return 0
}

type fake struct {
	behaviour string
	out, errs io.Writer
	status    int
	variant   *rules.Variant
	frc       bool
	position  rules.Position
	force     bool
	me        rules.Color // xboard: the side it plays
	claimed   bool
}

func (e *fake) say(format string, args ...any) { fmt.Fprintf(e.out, format+"\n", args...) }

// choose picks a move that depends on the position alone.
func (e *fake) choose() rules.Move {
	moves := e.position.AppendMoves(nil)
	if len(moves) == 0 {
		return rules.NoMove
	}
	slices.Sort(moves)
	return moves[e.position.Hash()%uint64(len(moves))]
}

// misbehave does what it is told to do instead of moving.
func (e *fake) misbehave(move string) (done bool) {
	switch e.behaviour {
	case "hang", "slow":
		return true
	case "crash":
		fmt.Fprintln(e.errs, "out of cheese")
		e.status = 3
		return true
	case "garbage":
		e.say("%s \x00\xff;DROP", move)
		return true
	case "illegal":
		e.say("%s a1h8", move)
		return true
	case "chatty":
		e.say("%s", strings.Repeat("la", 100_000))
		for i := range 1000 {
			e.say("info string %d", i)
		}
	}
	return false
}

// uci obeys a line; false ends the engine.
func (e *fake) uci(line string) bool {
	words := strings.Fields(line)
	if len(words) == 0 {
		return true
	}
	switch words[0] {
	case "uci":
		e.say("id name Fake\noption name Hash type spin default 1\noption name UCI_Chess960 type check default false\n" +
			"option name UCI_Variant type combo default chess var chess var atomic var crazyhouse\nuciok")
	case "isready":
		e.say("readyok")
	case "setoption":
		e.set(line)
	case "position":
		return e.setPosition(words[1:])
	case "go":
		if e.misbehave("bestmove") {
			return e.status == 0
		}
		e.say("info depth 1 score cp %d\nbestmove %s", -3, e.uciMove())
	case "stop":
		if e.behaviour == "slow" {
			e.say("bestmove %s", e.uciMove())
		}
	case "quit":
		return false
	}
	return true
}

func (e *fake) uciMove() string {
	m := e.choose()
	if m == rules.NoMove {
		return "(none)"
	}
	return e.position.UCI(m)
}

func (e *fake) set(line string) {
	rest, value, _ := strings.Cut(line, " value ")
	switch strings.TrimPrefix(rest, "setoption name ") {
	case "UCI_Variant":
		e.variant = rules.Lookup(value)
	case "UCI_Chess960":
		e.frc = value == "true"
	}
}

func (e *fake) setPosition(words []string) bool {
	v := e.variant
	if v == nil {
		v = rules.Lookup("chess")
	}
	if e.frc {
		v = rules.Lookup(v.Name + "960")
	}
	n := slices.Index(words, "moves")
	if n < 0 {
		n = len(words)
	}
	p := v.Start(rules.StandardStart)
	if words[0] == "fen" {
		var err error
		if p, err = rules.ParseFEN(v, strings.Join(words[1:n], " ")); err != nil {
			return e.die(err)
		}
	}
	for _, text := range words[min(n+1, len(words)):] {
		m, err := p.ParseUCI(text)
		if err != nil {
			return e.die(err)
		}
		p = p.Play(m)
	}
	e.position = p
	return true
}

func (e *fake) die(err error) bool {
	fmt.Fprintln(e.errs, err)
	e.status = 4
	return false
}

// xboard obeys a line; false ends the engine.
func (e *fake) xboard(line string) bool {
	word, rest, _ := strings.Cut(line, " ")
	switch word {
	case "protover":
		if e.behaviour != "old" {
			e.say(`feature done=0 myname="Fake 1" ping=1 setboard=1`)
			e.say(`feature usermove=1 variants="normal,atomic,fischerandom" option="Level -spin 1 1 9" debug=0 done=1`)
		}
	case "ping":
		e.say("pong %s", rest)
	case "new":
		e.position, e.force, e.me = rules.Lookup("chess").Start(rules.StandardStart), false, rules.Black
	case "variant":
		e.position = rules.Lookup(map[string]string{"atomic": "atomic", "fischerandom": "chess960"}[rest]).Start(rules.StandardStart)
	case "setboard":
		p, err := rules.ParseFEN(e.position.Variant(), rest)
		if err != nil {
			return e.die(err)
		}
		e.position = p
	case "force":
		e.force = true
	case "go":
		e.force, e.me = false, e.position.Turn()
		return e.move()
	case "usermove":
		return e.userMove(rest)
	case "?":
		if e.behaviour == "slow" {
			e.play()
		}
	case "quit":
		return false
	default:
		if e.behaviour == "old" && rules.LooksLikeMove(line) {
			return e.userMove(line)
		}
	}
	return true
}

func (e *fake) userMove(text string) bool {
	if e.behaviour == "refuse" {
		e.say("Illegal move: %s", text)
		return true
	}
	m, err := e.position.ParseMove(text, rules.MoveText{})
	if err != nil {
		return e.die(err)
	}
	e.position = e.position.Play(m)
	if !e.force && e.position.Turn() == e.me {
		return e.move()
	}
	return true
}

func (e *fake) move() bool {
	switch {
	case e.behaviour == "resign":
		e.say("resign")
		return true
	case e.behaviour == "claim" && !e.claimed:
		e.claimed = true
		e.say("1/2-1/2 {Draw by repetition}")
		return true
	case e.behaviour == "draw":
		e.say("offer draw")
	case e.misbehave("move"):
		return e.status == 0
	}
	e.play()
	return true
}

func (e *fake) play() {
	m := e.choose()
	if m == rules.NoMove {
		return
	}
	if e.behaviour == "old" {
		e.say("My move is: %s", e.position.UCI(m))
	} else {
		e.say("move %s", e.position.UCI(m))
	}
	e.position = e.position.Play(m)
}

// Words are a command line that makes the running test binary, whose TestMain
// calls Main when its first argument is Flag, such an engine.
func Words(protocol, behaviour string) []string {
	return []string{os.Args[0], Flag, protocol, behaviour}
}

// Flag is the first argument of a test binary that should be an engine.
const Flag = "be-an-engine"

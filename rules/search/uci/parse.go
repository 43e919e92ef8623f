package uci

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"epicenter/rules"
)

// readPosition reads what follows "position".
func readPosition(v *rules.Variant, args []string) ([]rules.Position, error) {
	if len(args) == 0 {
		return nil, errors.New("startpos or fen is missing")
	}
	at := slices.Index(args, "moves")
	moves := []string(nil)
	if at >= 0 {
		args, moves = args[:at], args[at+1:]
	}
	var p rules.Position
	switch {
	case len(args) == 0:
		return nil, errors.New("startpos or fen is missing")
	case args[0] == "startpos":
		if v.Random && !v.Random960 {
			return nil, fmt.Errorf("%s begins from an array that is drawn; send its fen", v)
		}
		p = v.Start(rules.StandardStart)
	case args[0] == "fen":
		var err error
		if p, err = rules.ParseFEN(v, strings.Join(args[1:], " ")); err != nil {
			return nil, err
		}
	default:
		return nil, fmt.Errorf("%q is neither startpos nor fen", args[0])
	}
	return play(p, moves)
}

// play adds the positions after each of the moves.
func play(p rules.Position, moves []string) ([]rules.Position, error) {
	game := append(make([]rules.Position, 0, len(moves)+1), p)
	for i, text := range moves {
		m, err := p.ParseUCI(text)
		if err != nil {
			return nil, fmt.Errorf("move %d: %w", i+1, err)
		}
		p = p.Play(m)
		game = append(game, p)
	}
	return game, nil
}

// goal is what "go" asks for.
type goal struct {
	only      []rules.Move
	left, inc [2]time.Duration // by colour; negative left is none
	timed     [2]bool          // a clock was given
	toGo      int
	depth     int
	nodes     int64
	moveTime  time.Duration
	infinite  bool
}

// endless says that only "stop" ends the search.
func (g *goal) endless(us rules.Color) bool {
	return g.infinite || !g.timed[us] && g.depth == 0 && g.nodes == 0 && g.moveTime == 0
}

// readGo reads what follows "go". Words that it does not know are passed over; an
// error is about a value that cannot be, and what else was said stands.
func readGo(p *rules.Position, args []string) (g goal, err error) {
	number := func(i int) int64 {
		if i+1 >= len(args) {
			err = fmt.Errorf("go: %s lacks its number", args[i])
			return 0
		}
		n, bad := strconv.ParseInt(args[i+1], 10, 64)
		if bad != nil {
			err = fmt.Errorf("go: %s %q is no number", args[i], args[i+1])
			return 0
		}
		return max(-1<<40, min(n, 1<<40)) // milliseconds of 34 years
	}
	ms := func(i int) time.Duration { return time.Duration(number(i)) * time.Millisecond }
	for i := 0; i < len(args); i++ {
		switch args[i] {
		case "searchmoves":
			for i+1 < len(args) {
				m, bad := p.ParseUCI(args[i+1])
				if bad != nil {
					break
				}
				g.only = append(g.only, m)
				i++
			}
		case "wtime":
			g.left[rules.White], g.timed[rules.White] = ms(i), true
		case "btime":
			g.left[rules.Black], g.timed[rules.Black] = ms(i), true
		case "winc":
			g.inc[rules.White] = max(0, ms(i))
		case "binc":
			g.inc[rules.Black] = max(0, ms(i))
		case "movestogo":
			g.toGo = int(max(0, min(number(i), 1000)))
		case "depth":
			g.depth = int(max(1, min(number(i), 1000)))
		case "mate":
			g.depth = int(max(1, min(2*number(i), 1000)))
		case "nodes":
			g.nodes = max(1, number(i))
		case "movetime":
			g.moveTime = max(time.Millisecond, ms(i))
		case "infinite":
			g.infinite = true
		}
	}
	return g, err
}

// overhead is kept back for the way between engine and GUI.
const overhead = 30 * time.Millisecond

// budget returns how long a move may take: after soft no new depth is begun, at
// hard the search ends. Zero is no limit.
func (g *goal) budget(us rules.Color) (soft, hard time.Duration) {
	switch {
	case g.infinite:
		return 0, 0
	case g.moveTime > 0:
		return 0, max(time.Millisecond, g.moveTime-overhead/3)
	case !g.timed[us]:
		return 0, 0
	}
	left := max(time.Millisecond, g.left[us]-overhead)
	moves := time.Duration(30)
	if g.toGo > 0 {
		moves = time.Duration(min(g.toGo, 30))
	}
	share := left/moves + g.inc[us]*3/4
	hard = min(4*share, left/2)
	if g.toGo == 1 {
		hard = left * 4 / 5
	}
	hard = max(time.Millisecond, hard)
	return max(time.Millisecond, min(share*6/10, hard)), hard
}

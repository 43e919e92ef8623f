package bot

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"epicenter/rules"
	"epicenter/server/ics"
)

// game is a game of ours as the server has shown it so far, kept on the rules so
// that nothing illegal is ever sent.
type game struct {
	serial  int // tells games apart for the engine
	number  int // the server's
	players [2]string
	ratings [2]int
	rated   bool
	word    string // the server's for the type
	me      rules.Color
	minutes int
	inc     int // seconds

	start     rules.Position
	positions []rules.Position // after each move; start is not among them
	moves     []rules.Move
	left      []time.Duration // on the mover's clock, a move each
	clock     [2]time.Duration

	chosen     rules.Move // what we have sent in the present position
	refusals   int        // by the server, of moves in the present position
	score      int        // of our side at our last move, when scored
	scored     bool
	drawTo     int  // half-move for which the opponent's offer of a draw stands
	drawStands bool // see drawTo
}

func newGame(serial int, b *ics.Board, begun *ics.Begun, me string) *game {
	g := &game{
		serial: serial, number: b.Game, players: b.Players, minutes: b.Minutes, inc: b.Increment, clock: b.Clock,
		rated: begun.Rated, word: begun.Type,
	}
	if strings.EqualFold(b.Players[rules.Black], me) {
		g.me = rules.Black
	}
	return g
}

// setup puts the game to a position with the moves that led to it.
func (g *game) setup(start rules.Position, moves []rules.Move) {
	g.start, g.positions, g.moves, g.left = start, nil, nil, nil
	for _, m := range moves {
		g.play(m, -1)
	}
	g.chosen, g.refusals = rules.NoMove, 0
}

func (g *game) play(m rules.Move, left time.Duration) {
	p := g.position()
	g.positions = append(g.positions, p.Play(m))
	g.moves = append(g.moves, m)
	g.left = append(g.left, left)
	g.chosen, g.refusals = rules.NoMove, 0
}

func (g *game) position() rules.Position {
	if n := len(g.positions); n > 0 {
		return g.positions[n-1]
	}
	return g.start
}

func (g *game) opponent() string { return g.players[g.me.Other()] }

func (g *game) untimed() bool { return g.minutes == 0 && g.inc == 0 }

// seen is what a board means for a game.
type seen int

const (
	same  seen = iota // the position that we know
	moved             // one move further
	back              // moves were taken back
	lost              // none of these
)

// follow brings the game to what a board shows.
func (g *game) follow(b *ics.Board) seen {
	g.clock = b.Clock
	p := g.position()
	if b.Shows(&p) {
		return same
	}
	if m := b.Next(&p); m != rules.NoMove {
		g.play(m, b.Clock[p.Turn()])
		return moved
	}
	for n := len(g.moves) - 1; n >= 0; n-- {
		before := g.start
		if n > 0 {
			before = g.positions[n-1]
		}
		if b.Shows(&before) {
			g.positions, g.moves, g.left = g.positions[:n], g.moves[:n], g.left[:n]
			g.chosen, g.refusals = rules.NoMove, 0
			return back
		}
	}
	return lost
}

// variantOf reads the variant of a game that begins: some clients are told
// "atomic" for atomic 960 (docs/clients.md), which the board then shows.
func variantOf(word string, b *ics.Board) *rules.Variant {
	v := ics.Variant(word, "")
	if v != nil && v.Name == "atomic" {
		usual := v.Start(rules.StandardStart)
		if r := usual.Rows(); b.Rows[0] != r[0] || b.Rows[7] != r[7] {
			return rules.Lookup("atomic960")
		}
	}
	return v
}

// mayClaim tells whether a draw can be claimed (rules/RULES.md §4).
func (g *game) mayClaim() bool {
	p := g.position()
	if p.ClaimFifty() {
		return true
	}
	hashes := []uint64{g.start.Hash()}
	for i := range g.positions {
		hashes = append(hashes, g.positions[i].Hash())
	}
	return rules.ClaimRepetition(hashes)
}

// pgn writes a finished game.
func (g *game) pgn(site string, at time.Time, reason, score string) string {
	out := rules.NewGame(g.start)
	event := "Casual game"
	if g.rated {
		event = "Rated game"
	}
	tags := [][2]string{
		{"Event", event},
		{"Site", site},
		{"Date", at.Format("2006.01.02")},
		{"Round", "-"},
		{"White", g.players[rules.White]},
		{"Black", g.players[rules.Black]},
		{"Time", at.Format("15:04:05")},
	}
	for c, name := range []string{"WhiteElo", "BlackElo"} {
		if g.ratings[c] > 0 {
			tags = append(tags, [2]string{name, fmt.Sprint(g.ratings[c])})
		}
	}
	control := "-"
	if !g.untimed() {
		control = rules.TimeControl(time.Duration(g.minutes)*time.Minute, time.Duration(g.inc)*time.Second)
	}
	for _, t := range append(tags, [2]string{"TimeControl", control}, [2]string{"Termination", reason}) {
		out.SetTag(t[0], t[1])
	}
	for i, m := range g.moves {
		if played := out.Add(m); g.left[i] >= 0 && !g.untimed() {
			played.SetClock(g.left[i])
		}
	}
	results := []rules.Result{rules.Ongoing, rules.WhiteWins, rules.BlackWins, rules.Draw}
	if i := slices.IndexFunc(results, func(r rules.Result) bool { return r.String() == score }); i >= 0 {
		out.Result = results[i]
	}
	return out.PGN()
}

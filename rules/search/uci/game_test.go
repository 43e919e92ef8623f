package uci

import (
	"strings"
	"testing"
	"time"

	"epicenter/rules"
	"epicenter/rules/search"
)

// Two sessions play a game of each variant with each other, as a GUI would let them:
// every move they give must be legal in a position that the GUI keeps itself.
func TestGamesOfEveryVariant(t *testing.T) {
	for _, v := range rules.Variants() {
		t.Run(strings.ReplaceAll(v.Name, "/", "-"), func(t *testing.T) {
			players := [2]*gui{newGUI(t, time.Millisecond), newGUI(t, time.Millisecond)}
			for _, g := range players {
				g.send("setoption name Hash value 1")
				if v.Random960 {
					g.send("setoption name UCI_Chess960 value true")
				}
				g.send("setoption name UCI_Variant value " + strings.TrimSuffix(v.Name, "960"))
				g.send("ucinewgame")
			}
			p := v.Start(7)
			fen, moves := p.FEN(), ""
			for ply := 0; ply < 24 && !p.Outcome().Over(); ply++ {
				g := players[ply%2]
				g.send("position fen " + fen + " moves" + moves)
				g.send("go nodes 150")
				text := strings.TrimPrefix(g.expect("bestmove …"), "bestmove ")
				m, err := p.ParseUCI(text)
				if err != nil {
					t.Fatalf("%s: %v", p.FEN(), err)
				}
				p = p.Play(m)
				moves += " " + text
			}
			players[0].end()
			players[1].end()
		})
	}
}

func TestInfoLine(t *testing.T) {
	p := rules.Lookup("chess").Start(rules.StandardStart)
	e4, _ := p.ParseUCI("e2e4")
	for _, tt := range []struct {
		r    search.Result
		took time.Duration
		want string
	}{
		{
			search.Result{Move: e4, PV: []rules.Move{e4}, Score: 31, Depth: 3, SelDepth: 5, Nodes: 1000, HashFull: 2},
			100 * time.Millisecond,
			"info depth 3 seldepth 5 score cp 31 nodes 1000 nps 10000 hashfull 2 time 100 pv e2e4",
		},
		{
			search.Result{Move: e4, Score: search.MateScore - 3, Depth: 4, Nodes: 50},
			0,
			"info depth 4 seldepth 0 score mate 2 nodes 50 nps 50000 hashfull 0 time 0",
		},
		{
			search.Result{Move: e4, Score: 4 - search.MateScore, Depth: 4, Nodes: 50},
			time.Second,
			"info depth 4 seldepth 0 score mate -2 nodes 50 nps 50 hashfull 0 time 1000",
		},
		{
			search.Result{Score: -search.MateScore},
			time.Second,
			"info depth 0 seldepth 0 score mate 0 nodes 0 nps 0 hashfull 0 time 1000",
		},
	} {
		if got := infoLine(&p, &tt.r, tt.took); got != tt.want {
			t.Errorf("got  %s\nwant %s", got, tt.want)
		}
	}
}

// A clock that runs is never overdrawn: each move takes less than there is, down to the
// last second.
func TestClocksLast(t *testing.T) {
	g := newGUI(t, 10*time.Millisecond)
	for _, left := range []string{"3000", "500", "60", "1", "0", "-20"} {
		g.send("position startpos")
		g.send("go wtime " + left + " btime 60000")
		g.expect("bestmove …")
	}
	g.end()
}

// With one legal move there is nothing to think about.
func TestForcedMoveIsQuick(t *testing.T) {
	transcript(t, time.Millisecond, `
> position fen 7k/8/8/8/8/1r6/r7/K7 w - - 0 1
> go wtime 600000 btime 600000
< info depth 1 …
< bestmove a1a2
`)
}

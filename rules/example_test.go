package rules_test

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"time"

	"epicenter/rules"
)

// An atomic game to the explosion.
func Example() {
	p := rules.Lookup("atomic").Start(0)
	for _, text := range []string{"Nf3", "a6", "Ng5", "a5", "Nxf7"} {
		m, err := p.ParseMove(text, rules.MoveText{})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Print(p.SAN(m), " ")
		p = p.Play(m)
	}
	end := p.Outcome()
	fmt.Println(end.Result, end.Reason)
	fmt.Println(p.FEN())
	// Output:
	// Nf3 a6 Ng5 a5 Nxf7# 1-0 king_exploded
	// rnbq3r/1pppp1pp/8/p7/8/8/PPPPPPPP/RNBQKB1R b KQ - 0 3
}

func ExamplePosition_ParseMove() {
	p, err := rules.ParseFEN(rules.Lookup("chess"), "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, text := range []string{"nbd2", "b1d2", "Nd2", "Nd3", "finger"} {
		m, err := p.ParseMove(text, rules.MoveText{})
		switch {
		case errors.Is(err, rules.ErrNotAMove):
			fmt.Println("a command, perhaps:", text)
		case err != nil:
			fmt.Println(err)
		default:
			fmt.Println(p.SAN(m), p.UCI(m), p.Verbose(m))
		}
	}
	// Output:
	// Nbd2 b1d2 N/b1-d2
	// Nbd2 b1d2 N/b1-d2
	// ambiguous move: "Nd2" can be Nbd2 or Nfd2
	// illegal move: "Nd3"
	// a command, perhaps: finger
}

func ExamplePosition_AppendMoves() {
	// The queen is unprotected, yet a king may not capture: only the explosion
	// of a2, beside the white king, saves Black.
	p, err := rules.ParseFEN(rules.Lookup("atomic"), "8/8/6Qk/8/2b5/8/P7/K7 b - - 0 1")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, m := range p.AppendMoves(nil) {
		fmt.Println(p.SAN(m), p.Blasted(m))
	}
	// Output:
	// Bxa2# [a2 a1]
}

func ExamplePosition_Outcome() {
	for _, fen := range []string{
		"8/8/6Qk/8/8/8/8/K7 b - - 0 1",
		"k7/1R6/8/8/2K5/8/8/8 b - - 0 1",
		"8/8/8/8/8/4k3/8/4K3 w - - 0 1",
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
	} {
		p, err := rules.ParseFEN(rules.Lookup("atomic"), fen)
		if err != nil {
			fmt.Println(err)
			return
		}
		if end := p.Outcome(); end.Over() {
			fmt.Println(end.Result, end.Reason)
		} else {
			fmt.Println("the game goes on")
		}
	}
	// Output:
	// 1-0 checkmate
	// 1/2-1/2 stalemate
	// 1/2-1/2 insufficient_material
	// the game goes on
}

func ExampleClaimRepetition() {
	p := rules.Lookup("chess").Start(0)
	hashes := []uint64{p.Hash()}
	for _, uci := range strings.Fields("g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8") {
		m, err := p.ParseUCI(uci)
		if err != nil {
			fmt.Println(err)
			return
		}
		p = p.Play(m)
		hashes = append(hashes, p.Hash())
		fmt.Print(rules.Repetitions(hashes), " ")
	}
	fmt.Println(rules.ClaimRepetition(hashes))
	// Output: 1 1 1 2 2 2 2 3 true
}

func ExampleVariant_Start() {
	fr := rules.Lookup("chess960")
	for _, number := range []int{0, rules.StandardStart, 959} {
		p := fr.Start(number)
		fmt.Println(number, p.Rows()[7])
	}
	// Output:
	// 0 BBQNNRKR
	// 518 RNBQKBNR
	// 959 RKRNNQBB
}

func ExampleDiagram() {
	p, err := rules.ParseFEN(rules.Lookup("atomic"), "8/8/6Qk/8/8/8/8/K7 b - - 0 1")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print("The board:\n", rules.Diagram(&p))
	// Output:
	// The board:
	//    +------------------------+
	//  8 |                        |
	//  7 |                        |
	//  6 |                   Q  *K|
	//  5 |                        |
	//  4 |                        |
	//  3 |                        |
	//  2 |                        |
	//  1 | K                      |
	//    +------------------------+
	//      a  b  c  d  e  f  g  h
}

func ExamplePerft() {
	p := rules.Lookup("atomic").Start(0)
	for depth := range 5 {
		fmt.Print(rules.Perft(&p, depth, true), " ")
	}
	// Output: 1 20 400 8902 197326
}

// Men in hand are part of a crazyhouse position.
func ExamplePosition_Holding() {
	p := rules.Lookup("crazyhouse").Start(0)
	for _, text := range []string{"e4", "d5", "exd5", "Qxd5", "p@e6", "p@e4"} {
		m, err := p.ParseMove(text, rules.MoveText{})
		if err != nil {
			fmt.Println(err)
			return
		}
		p = p.Play(m)
		fmt.Printf("white [%s] black [%s]\n", p.Holding(rules.White), p.Holding(rules.Black))
	}
	fmt.Println(p.FEN())
	// Output:
	// white [] black []
	// white [] black []
	// white [P] black []
	// white [P] black [P]
	// white [] black [P]
	// white [] black []
	// rnb1kbnr/ppp1pppp/4P3/3q4/4p3/8/PPPP1PPP/RNBQKBNR[] w KQkq - 0 4
}

func ExampleVariant_StartFrom() {
	dice := rand.New(rand.NewPCG(1, 2)) // the same seed draws the same games
	for _, name := range []string{"chess960", "wild/2", "wild/4", "atomic"} {
		p := rules.Lookup(name).StartFrom(dice)
		fmt.Println(p.FEN())
	}
	// Output:
	// brknnbqr/pppppppp/8/8/8/8/PPPPPPPP/BRKNNBQR w KQkq - 0 1
	// brbnnkqr/pppppppp/8/8/8/8/PPPPPPPP/BRBNNKQR w - - 0 1
	// qrnrqkbb/pppppppp/8/8/8/8/PPPPPPPP/RKBBQQRN w - - 0 1
	// rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
}

func ExampleGame_PGN() {
	g := rules.NewGame(rules.Lookup("atomic").Start(0))
	g.SetTag("Event", "Rated atomic game")
	g.SetTag("White", "Alice")
	g.SetTag("Black", "Bob")
	g.SetTag("TimeControl", rules.TimeControl(3*time.Minute, 2*time.Second))
	p := g.Start
	for i, text := range []string{"Nf3", "f6", "Nd4", "Nh6", "Ne6", "Nf7", "Nxd8"} {
		m, err := p.ParseMove(text, rules.MoveText{})
		if err != nil {
			fmt.Println(err)
			return
		}
		played := g.Add(m)
		if i == 0 {
			played.SetClock(3 * time.Minute)
		}
		p = p.Play(m)
	}
	g.Result = p.Outcome().Result
	fmt.Print(g.PGN())
	// Output:
	// [Event "Rated atomic game"]
	// [Site "?"]
	// [Date "????.??.??"]
	// [Round "?"]
	// [White "Alice"]
	// [Black "Bob"]
	// [Result "1-0"]
	// [TimeControl "180+2"]
	// [Variant "Atomic"]
	//
	// 1. Nf3 {[%clk 0:03:00]} 1... f6 2. Nd4 Nh6 3. Ne6 Nf7 4. Nxd8# 1-0
}

func ExamplePGNReader() {
	games := "1. e4 e5 2. Ke2 1-0\n\n[White \"Alice\"]\n\n1. e4 e5 2. Ke3 *\n\n[White \"Bob\"]\n\n1. d4 *\n"
	for r := rules.NewPGNReader(strings.NewReader(games)); ; {
		g, err := r.Next()
		var broken *rules.PGNError
		switch {
		case errors.Is(err, io.EOF):
			return
		case errors.As(err, &broken):
			fmt.Println(err)
		case err != nil:
			fmt.Println("the file cannot be read:", err)
			return
		default:
			fmt.Println(len(g.Moves), "half-moves,", g.Result)
		}
	}
	// Output:
	// 3 half-moves, 1-0
	// game 2, line 5: illegal move: "Ke3" in rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2
	// 1 half-moves, *
}

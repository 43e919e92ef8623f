package rules_test

import (
	"errors"
	"fmt"
	"strings"

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

package search_test

import (
	"context"
	"fmt"
	"math/rand/v2"

	"epicenter/rules"
	"epicenter/rules/search"
)

// A position of atomic in which the king can be exploded in two moves.
func ExampleEngine_Search() {
	p, err := rules.ParseFEN(rules.Lookup("atomic"), "rnbqkbnr/pp2p2p/2p2pp1/1P1p4/5P2/N6N/P1PPP1PP/R1BQKB1R b KQkq - 0 1")
	if err != nil {
		fmt.Println(err)
		return
	}
	e := search.New(search.Options{HashMB: 1})
	r := e.Search(context.Background(), []rules.Position{p}, search.Limits{Nodes: 50_000})
	fmt.Printf("%s explodes the king in %d half-moves\n", p.SAN(r.Move), r.MateIn())
	// Output: Bg4 explodes the king in 3 half-moves
}

// Two weak players finish a game of suicide.
func ExampleEngine_Play() {
	e := search.New(search.Options{HashMB: 1})
	dice := rand.New(rand.NewPCG(1, 2))
	game := []rules.Position{rules.Lookup("suicide").Start(0)}
	for !game[len(game)-1].Outcome().Over() {
		p := game[len(game)-1]
		r := e.Play(context.Background(), game, 2, dice)
		game = append(game, p.Play(r.Move))
	}
	fmt.Println(game[len(game)-1].Outcome().Result != rules.Ongoing)
	// Output: true
}

// Package search chooses moves: a search of our own on package rules for every
// variant that two people play on one board. It looks ahead by iterative deepening
// and alpha-beta with a transposition table, plays captures out, and knows what is
// different about each family of variants: that captures explode in atomic and that
// the first to reach the enemy king wins, that men in crazyhouse come back, that
// suicide is won by losing.
//
//	e := search.New(search.Options{})
//	game := []rules.Position{rules.Lookup("atomic").Start(0)}
//	r := e.Search(ctx, game, search.Limits{Nodes: 100_000})
//	game = append(game, game[len(game)-1].Play(r.Move))
//
// The package reads no clock and rolls no dice of its own: a search ends by its
// limits or its context, and Play, which can also play badly, is given its dice.
// With a limit of nodes the same question has the same answer on every machine.
//
// [Engine.Search] is for analysis and engines, [Engine.Play] for an opponent of
// a chosen strength.
package search

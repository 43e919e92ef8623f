package commands

import "epicenter/server/world"

// switchCommands turn a switch over by its own name, as FICS has them beside
// `set` (docs/protocol.md §8.3).
func switchCommands() []command {
	turn := func(v world.Var) func(*call) { return func(c *call) { c.setVar(v, c.word(0)) } }
	return []command{
		{name: "bell", params: "o", code: 17, cost: 1, stores: true, run: turn(world.VarBell)},
		{name: "flip", params: "o", code: 39, cost: 1, stores: true, run: turn(world.VarFlip)},
		{name: "open", params: "o", code: 83, cost: 1, stores: true, run: turn(world.VarOpen)},
	}
}

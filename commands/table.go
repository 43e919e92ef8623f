package commands

import (
	"slices"
	"strings"

	"epicenter/server/world"
)

// command is one line of the table: all that is declared about a command.
type command struct {
	name string
	// params are the letters of its parameters, as in docs/protocol.md §3:
	// w a word, d a number, i a word or number; o, p, n the same but optional;
	// s the rest of the line, t the same but optional.
	params string
	who    rank
	code   int // block code (docs/protocol.md §8.3)
	cost   int // of the flood bucket; 0 is never delayed
	// stores is set when the command does nothing unless it can be put on
	// disk; it is refused while the store is down.
	stores bool
	run    func(*call)
}

// rank says who may use a command; those of higher ranks are hidden from lower
// ones (docs/protocol.md §2.2).
type rank int

const (
	anybody    rank = iota
	registered      // visible to guests, who are told to register
	staff           // admins
	head            // the head administrator
)

// mayUse tells whether a command is there for somebody.
func (c *command) mayUse(p *world.Player) bool {
	switch c.who {
	case staff:
		return p.Level >= world.AdminLevel
	case head:
		return p.Level >= world.HeadLevel
	}
	return true
}

// Commands is the table of all commands; its Apply is what the loop is handed.
type Commands struct {
	table []command // in alphabetical order
	who   whoTable
}

// New makes the table from the families.
func New() *Commands {
	t := slices.Concat(
		seekCommands(), matchCommands(), playCommands(), storedCommands(),
		watchCommands(), examineCommands(), recordCommands(), whoCommands(), talkCommands(),
		settingCommands(), switchCommands(), journalCommands(), accountCommands(), generalCommands(), staffCommands(),
	)
	slices.SortFunc(t, func(a, b command) int { return strings.Compare(a.name, b.name) })
	return &Commands{table: t}
}

// Block codes that are no command's own (docs/protocol.md §8.3).
const (
	codeNull          = 0
	codeMove          = 1
	codeUnknown       = 512
	codeBadParameters = 513
	codeAmbiguous     = 514
	codeRights        = 515
	codeNotPlaying    = 518
	codeNoSequence    = 519
	codeTooLong       = 520
)

package commands

import (
	"fmt"

	"epicenter/server/world"
	"epicenter/storage"
)

// call is one command being carried out for somebody.
type call struct {
	t    *world.Turn
	all  *Commands
	cmd  *command
	args []arg
	// rest is the line behind the command word as it was typed.
	rest string
	// instead is the key of the person for whom the typist acts; empty for
	// himself.
	instead string
	// at is the typist's time zone once it has been asked for: finding it
	// costs more than all else that finger does.
	at zoned
}

// arg is one parameter as it was parsed by its letter.
type arg struct {
	word  string // as typed
	num   int    // its value when it is a number
	isNum bool
	set   bool // false for an optional one that was left out
}

// me is the typist, or the person for whom he acts; session is the typist's
// session. Neither is to be changed through these: take them with t.Player and
// t.Session.
func (c *call) me() *world.Player {
	if c.instead != "" {
		return c.t.SeePlayer(c.instead)
	}
	return c.t.Me()
}

func (c *call) session() *world.Session { return c.t.Typist() }

// account is the typist's account, not to be changed.
func (c *call) account() *storage.Account { return c.t.SeeAccount(c.me().Key) }

// has tells whether an optional parameter was given; word and num read one.
func (c *call) has(i int) bool { return i < len(c.args) && c.args[i].set }

func (c *call) word(i int) string {
	if !c.has(i) {
		return ""
	}
	return c.args[i].word
}

func (c *call) num(i int) int { return c.args[i].num }

// isNum tells whether a parameter is a number.
func (c *call) isNum(i int) bool { return c.has(i) && c.args[i].isNum }

// printf answers with prose, which is wrapped at the typist's width; a line
// end is added.
func (c *call) printf(format string, a ...any) {
	c.t.Print(fmt.Sprintf(format, a...) + "\n")
}

// table answers with lines that are sent as they are; they carry their own
// line ends.
func (c *call) table(text string) { c.t.PrintRaw(text) }

// usage answers with the usage block of the command (docs/protocol.md §2.3)
// and its block code for bad parameters.
func (c *call) usage() {
	c.t.SetCode(codeBadParameters)
	c.table(usageOf(c.cmd.name))
}

package commands

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"epicenter/server/render"
	"epicenter/server/world"
	"epicenter/storage"
)

// textSetting is a variable whose value is a text. An empty value unsets it.
type textSetting struct {
	name string
	// most is the greatest length in bytes.
	most int
	set  func(c *call, s textSetting, value string)
}

// Lengths of texts in bytes. A formula is as long as a line (docs/protocol.md
// §6.2).
const (
	maxPrompt    = 40
	maxInterface = 200
	maxBusy      = 200
	maxNote      = 400
	maxFormula   = 1023
	maxWord      = 40
)

// textSettings is the table of them (docs/protocol.md §6.1).
var textSettings = [...]textSetting{
	{"busy", maxBusy, setBusy},
	{"encoding", maxWord, setEncoding},
	{"f1", maxFormula, setClause},
	{"f2", maxFormula, setClause},
	{"f3", maxFormula, setClause},
	{"f4", maxFormula, setClause},
	{"f5", maxFormula, setClause},
	{"f6", maxFormula, setClause},
	{"f7", maxFormula, setClause},
	{"f8", maxFormula, setClause},
	{"f9", maxFormula, setClause},
	{"formula", maxFormula, setFormula},
	{"interface", maxInterface, setInterface},
	{"language", maxWord, setLanguage},
	{"prompt", maxPrompt, setPrompt},
	{"tzone", maxWord, setZone},
}

// findText returns the text variables whose name is word or, if none is,
// begins with it.
func findText(word string) (found []textSetting) {
	for _, s := range textSettings {
		if s.name == word {
			return []textSetting{s}
		}
		if strings.HasPrefix(s.name, word) {
			found = append(found, s)
		}
	}
	return found
}

// tooLong refuses a text that does not fit.
func (c *call) tooLong(what, value string, most int) bool {
	if len(value) <= most {
		return false
	}
	c.printf("Bad value given for variable %q.", what)
	c.printf("It may be %d characters long; yours has %d.", most, utf8.RuneCountInString(value))
	return true
}

func (c *call) setText(s textSetting, key, value string) bool {
	if c.tooLong(s.name, value, s.most) {
		return false
	}
	c.t.SetText(c.me().Key, key, value)
	return true
}

func setPrompt(c *call, s textSetting, value string) {
	// The blank behind the prompt is the server's.
	if value == strings.TrimSpace(world.DefaultPrompt) {
		value = ""
	}
	if !c.setText(s, world.TextPrompt, value) {
		return
	}
	if value == "" {
		value = strings.TrimSpace(world.DefaultPrompt)
	}
	c.printf("Prompt set to \"%s \".", value)
}

func setInterface(c *call, s textSetting, value string) {
	switch {
	case !c.setText(s, world.TextInterface, value):
	case value == "":
		c.printf("Interface unset.")
	default:
		c.printf("Interface set to %q.", value)
	}
}

func setZone(c *call, s textSetting, value string) {
	name := "SERVER"
	if value != "" {
		var ok bool
		if name, ok = render.FindZone(value); !ok {
			c.printf("Bad value given for variable %q.", s.name)
			c.printf("It is SERVER, a zone such as EST5EDT or EURCST, or a place such as Europe/Vienna.")
			return
		}
	}
	stored := name
	if name == "SERVER" {
		stored = ""
	}
	if c.setText(s, world.TextZone, stored) {
		c.printf("Timezone set to %s.", name)
	}
}

// defaultLanguage is the one in which the server speaks; others are kept
// because clients set them (docs/clients.md §2.2).
const defaultLanguage = "English"

func setLanguage(c *call, s textSetting, value string) {
	if !isHandle(value) && value != "" {
		c.printf("Bad value given for variable %q.", s.name)
		c.printf("It is the name of a language, such as English.")
		return
	}
	if value != "" {
		value = strings.ToUpper(value[:1]) + strings.ToLower(value[1:])
	}
	stored := value
	if value == "" || value == defaultLanguage {
		value, stored = defaultLanguage, ""
	}
	if c.setText(s, world.TextLanguage, stored) {
		c.printf("Language set to %s.", value)
	}
}

func setEncoding(c *call, s textSetting, value string) {
	switch value = strings.ToLower(strings.ReplaceAll(value, "-", "")); value {
	case "utf8":
		c.setText(s, world.TextEncoding, value)
		c.printf("Encoding set to utf8: you are sent every letter as it is.")
	case "ascii":
		c.setText(s, world.TextEncoding, value)
		c.printf("Encoding set to ascii: other letters are sent to you as &#xHHHH; numbers.")
	case "", "auto":
		c.setText(s, world.TextEncoding, "")
		c.printf("Encoding set to auto: you are sent UTF-8 once your side has used it.")
	default:
		c.printf("Bad value given for variable %q.", s.name)
		c.printf("It is utf8, ascii or auto.")
	}
}

// setBusy sets what those who tell one something are shown; the next command
// ends it.
func setBusy(c *call, s textSetting, value string) {
	if c.tooLong(s.name, value, s.most) {
		return
	}
	c.t.Player(c.me().Key).Busy = value
	if value == "" {
		c.printf("Your \"busy\" string was cleared.")
		return
	}
	c.printf("Your \"busy\" string was set to \" %s\"", value)
}

// maxNotes is the number of finger notes.
const maxNotes = 10

// setNote sets or clears a finger note; number 0 puts one before the first.
func setNote(c *call, n int, value string) {
	switch {
	case n < 0 || n > maxNotes:
		c.printf("Bad value given for variable %q.", c.word(0))
		c.printf("Finger notes have the numbers 1 to %d; 0 puts one before the first.", maxNotes)
		return
	case c.tooLong("note "+c.word(0), value, maxNote):
		return
	case n == 0 && value == "":
		c.printf("Type the note behind the 0, as in \"set 0 I like gambits\".")
		return
	case n == 0 && len(c.account().Notes) == maxNotes:
		c.printf("All %d notes are in use; clear one first, as in \"set %d\".", maxNotes, maxNotes)
		return
	}
	a := c.myAccount()
	if n == 0 {
		a.Notes = slices.Insert(slices.Clone(a.Notes), 0, value)
		n = 1
	} else {
		a.Notes = place(a.Notes, n-1, value)
	}
	if value == "" {
		c.printf("Note %d cleared.", n)
		return
	}
	c.printf("Note %d set: %s", n, value)
}

// place returns the list with one of its texts changed, as long as needed and
// without empty ones at its end.
func place(list []string, i int, text string) []string {
	list = slices.Clone(list)
	for len(list) <= i {
		list = append(list, "")
	}
	list[i] = text
	for len(list) > 0 && list[len(list)-1] == "" {
		list = list[:len(list)-1]
	}
	return list
}

// myAccount is the typist's account, to be changed.
func (c *call) myAccount() *storage.Account { return c.t.Account(c.me().Key) }

// variables shows somebody's variables (docs/protocol.md §5.6).
func variables(c *call) {
	key, a := c.me().Key, c.account()
	if c.has(0) {
		if key, a = c.known(c.word(0)); a == nil {
			return
		}
	}
	v := world.VarsOf(a)
	var b strings.Builder
	fmt.Fprintf(&b, "Variable settings of %s:\n\n", a.Handle)
	for _, row := range variableRows {
		b.WriteString(variableRow(row, &v, a))
	}
	b.WriteString("\n")
	c.moreVariables(&b, key, a, &v)
	c.table(b.String())
}

// variableRow is one row of the table; a cell that is too wide pushes the next
// one a blank further.
func variableRow(row [5]string, v *world.Vars, a *storage.Account) string {
	const blanks = "                                                                               "
	line := make([]byte, 0, len(blanks))
	for i, name := range row {
		if name == "" {
			continue
		}
		if gap := variableColumns[i] - len(line); gap > 0 {
			line = append(line, blanks[:gap]...)
		} else if i > 0 {
			line = append(line, ' ')
		}
		line = append(append(append(line, name...), '='), valueOf(name, v, a)...)
	}
	return string(append(line, '\n'))
}

// variableColumns is where the columns of the table begin; variableRows are
// its rows. freechess.club reads the pairs up to the empty line.
var (
	variableColumns = [...]int{0, 13, 27, 43, 59}
	variableRows    = [...][5]string{
		{"time", "private", "shout", "pin", "style"},
		{"inc", "jprivate", "cshout", "notifiedby", "flip"},
		{"rated", "simopen", "kibitz", "availinfo", "highlight"},
		{"open", "automail", "kiblevel", "availmin", "bell"},
		{"", "pgn", "tell", "availmax", "width"},
		{"bugopen", "", "ctell", "gin", "height"},
		{"", "mailmess", "", "seek", "ptime"},
		{"tourney", "messreply", "chanoff", "showownseek", "tzone"},
		{"provshow", "", "silence", "", "Lang"},
		{"autoflag", "unobserve", "echo", "examine", "encoding"},
		{"minmovetime", "", "tolerance", "noescape", "notakeback"},
		{"promote"},
	}
)

// valueOf is a variable as the table shows it.
func valueOf(name string, v *world.Vars, a *storage.Account) string {
	text := func(key, otherwise string) string {
		if s := a.Vars[key]; s != "" {
			return s
		}
		return otherwise
	}
	switch name {
	case "tzone":
		return text(world.TextZone, "SERVER")
	case "Lang":
		return text(world.TextLanguage, defaultLanguage)
	case "encoding":
		return text(world.TextEncoding, "auto")
	case "promote":
		return world.PromotionPieces[v[world.VarPromote]]
	}
	n, _ := world.VarNamed(name)
	return strconv.Itoa(int(v[n]))
}

// moreVariables adds what stands below the table, in the order of
// docs/protocol.md §5.6.
func (c *call) moreVariables(b *strings.Builder, key string, a *storage.Account, v *world.Vars) {
	if v.On(world.VarSilence) {
		fmt.Fprintf(b, "%s is in silence mode.\n", a.Handle)
	}
	prompt := world.DefaultPrompt
	if p := a.Vars[world.TextPrompt]; p != "" {
		prompt = p + " "
	}
	fmt.Fprintf(b, "Prompt: %s\n", prompt)
	if i := a.Vars[world.TextInterface]; i != "" {
		fmt.Fprintf(b, "Interface: \"%s\"\n", i)
	}
	if p := c.t.SeePlayer(key); p.Online() {
		if partner := c.t.SeePlayer(p.Partner); partner != nil {
			fmt.Fprintf(b, "Bughouse partner: %s\n", partner.Handle)
		}
		if f := c.t.SeeSession(p.Session).Following; f != "" {
			fmt.Fprintf(b, "Following: %s\n", c.properName(f))
		}
	}
	if len(a.F) > 0 {
		b.WriteString("\n")
	}
	for i, f := range a.F {
		if f != "" {
			fmt.Fprintf(b, " f%d: %s\n", i+1, f)
		}
	}
	if a.Formula != "" {
		fmt.Fprintf(b, "\nFormula: %s\n", a.Formula)
	}
}

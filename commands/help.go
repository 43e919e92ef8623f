package commands

import (
	"embed"
	"fmt"
	"slices"
	"strings"

	"epicenter/server/render"
	"epicenter/server/world"
)

// Help texts are compiled in, so that no line that anybody types ever becomes
// part of a path (docs/cases.md 101). A file is named after its command or
// topic. It begins with a head: "Purpose:", "Usage:" and so on for a command,
// as docs/protocol.md §2.3 shows them, "Topic:" for anything else. An empty
// line follows, then the text.
//
//go:embed help/*.txt
var helpFiles embed.FS

// topic is one help text.
type topic struct{ name, head, body string }

// generalCommands tell about the server and its commands.
func generalCommands() []command {
	return []command{
		{name: "help", params: "t", code: 50, cost: 1, run: help},
		{name: "index", params: "t", code: 54, cost: 1, run: index},
		{name: "info", params: "t", code: 55, cost: 1, run: info},
		{name: "news", params: "t", code: 78, cost: 1, run: news},
		{name: "next", params: "", code: 79, cost: 1, run: next},
	}
}

// findTopic reads the help text of exactly this name.
func findTopic(name string) (topic, bool) {
	if !isTopicName(name) {
		return topic{}, false
	}
	raw, err := helpFiles.ReadFile("help/" + name + ".txt")
	if err != nil {
		return topic{}, false
	}
	head, body, _ := strings.Cut(string(raw), "\n\n")
	return topic{name, strings.TrimRight(head, "\n") + "\n", body}, true
}

// isTopicName tells whether a word can be the name of a help text: small
// letters, digits and underscores.
func isTopicName(word string) bool {
	for _, c := range []byte(word) {
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '_' {
			return false
		}
	}
	return word != "" && len(word) <= 40
}

// text is the whole help text as it is shown.
func (h topic) text() string {
	if title, ok := strings.CutPrefix(h.head, "Topic:"); ok {
		return "-- " + strings.TrimSpace(title) + " --\n\n" + h.body
	}
	return "Command:  " + h.name + "\n" + h.head + "\n" + h.body
}

// usageOf is the usage block of a command (docs/protocol.md §2.3): the head of
// its help text.
func usageOf(name string) string {
	h, _ := findTopic(name)
	return "Command:  " + name + "\n" + h.head
}

// topics are the names of the help texts that somebody may read, in
// alphabetical order; those of commands that he cannot see are left out.
func (cs *Commands) topics(p *world.Player) (names []string) {
	files, err := helpFiles.ReadDir("help")
	if err != nil {
		return nil
	}
	for _, f := range files {
		name := strings.TrimSuffix(f.Name(), ".txt")
		i := slices.IndexFunc(cs.table, func(c command) bool { return c.name == name })
		if i < 0 || cs.table[i].mayUse(p) {
			names = append(names, name)
		}
	}
	slices.Sort(names) // files are ordered with their extension
	return names
}

// help shows a help text (docs/protocol.md §3.5).
func help(c *call) {
	word := strings.ToLower(c.word(0))
	if word == "" {
		word = "help"
	}
	names := c.all.topics(c.me())
	found := matching(names, word)
	if len(found) != 1 {
		if full, ok := meantBy(word); ok && slices.Contains(names, full) {
			found = []string{full}
		}
	}
	switch len(found) {
	case 0:
		c.printf("No help available on %q. Type \"index\" for the list of topics.", clean(c.word(0)))
	case 1:
		h, _ := findTopic(found[0])
		c.page(h.text())
	default:
		c.printf("Matches: %s", strings.Join(found, " "))
	}
}

// otherWords are words by which people look for a topic that has another name.
// Names of topics and what they may be shortened to win over them.
var otherWords = map[string]string{
	"engine": "bots", "engines": "bots", "programs": "bots", "uci": "bots",
	"lag": "timeseal", "960": "fr", "chess960": "fr", "fischerandom": "fr", "zh": "crazyhouse", "drop": "crazyhouse", "drops": "crazyhouse",
	"xboard": "clients", "winboard": "clients", "pychess": "clients", "jin": "clients", "eboard": "clients", "scid": "clients", "telnet": "clients",
	"channels": "channel_list", "notify": "lists", "noplay": "lists", "censor": "lists", "titles": "lists", "blitz": "timecontrols", "chess": "variants",
}

// meantBy is the topic that a shortcut, a sign or another word stands for.
func meantBy(word string) (name string, ok bool) {
	if topic, ok := otherWords[word]; ok {
		return topic, true
	}
	full, ok := shortcuts[word]
	if len(word) == 1 && !ok {
		full, ok = punctuation[word[0]]
	}
	name, _, _ = strings.Cut(full, " ")
	return name, ok
}

// matching are the names that a word is or, if it is none of them, begins.
func matching(names []string, word string) (found []string) {
	for _, n := range names {
		if n == word {
			return []string{n}
		}
		if strings.HasPrefix(n, word) {
			found = append(found, n)
		}
	}
	return found
}

// clean is a typed word as it may stand in an answer: one line, not long.
func clean(word string) string {
	const most = 40
	r := []rune(word)
	if len(r) > most {
		return string(r[:most]) + "..."
	}
	return word
}

// index lists the help topics, all or those that begin with a word.
func index(c *call) {
	word := strings.ToLower(c.word(0))
	var found []string
	for _, n := range c.all.topics(c.me()) {
		if strings.HasPrefix(n, word) {
			found = append(found, n)
		}
	}
	if len(found) == 0 {
		c.printf("No help topic begins with %q. Type \"index\" for the list of all.", clean(c.word(0)))
		return
	}
	c.page("Type \"help TOPIC\" to read about any of these:\n\n" + render.Columns(found, c.width()))
}

// next shows more of a text that did not fit on one page (docs/protocol.md
// §1.10).
func next(c *call) {
	rest := c.session().Rest
	if rest == "" {
		c.printf("There is no more.")
		return
	}
	c.showPage(rest)
}

// page answers with a long text, as much of it as fits on the typist's screen;
// `next` shows the rest.
func (c *call) page(text string) { c.showPage(render.Wrap(text, c.width())) }

func (c *call) showPage(text string) {
	page, rest := text, ""
	if c.session().Traits.Command == "" {
		page, rest = render.Page(text, c.height())
	}
	c.t.Session(c.session().ID).Rest = rest
	c.table(page)
	if rest != "" {
		c.table(render.NextPage)
	}
}

// width is the number of columns on which an answer is set; 0 where the typist
// wants no wrapping.
func (c *call) width() int { return int(c.session().Look.Width) }

// height is the number of lines of the typist's screen: what he has set, else
// what his terminal reports.
func (c *call) height() int {
	h, s := int(c.me().Vars[world.VarHeight]), world.Settings[world.VarHeight]
	if t := c.session().Traits.Height; h == s.Default && t > 0 {
		h = min(max(t, s.Min), s.Max)
	}
	return h
}

// info tells about the server, or shows a help topic.
func info(c *call) {
	if c.has(0) {
		help(c)
		return
	}
	cfg := c.t.Config()
	var b strings.Builder
	fmt.Fprintf(&b, "This is %s, version %s", cfg.ServerName, cfg.Version)
	if cfg.Location != "" {
		fmt.Fprintf(&b, ", standing in %s", cfg.Location)
	}
	b.WriteString(".\n")
	if cfg.Contact != "" {
		fmt.Fprintf(&b, "You reach its staff at %s.\n", cfg.Contact)
	}
	b.WriteString(accountsAre(cfg.Registration) + "\n")
	if cfg.MOTD != "" {
		b.WriteString("\n" + strings.Trim(cfg.MOTD, "\n") + "\n")
	}
	b.WriteString("\nType \"help intro\" for a first tour and \"index\" for all topics.\n")
	c.page(b.String())
}

// accountsAre tells how one comes by an account.
func accountsAre(registration string) string {
	switch registration {
	case "open":
		return "Anybody may make an account: see \"help register\"."
	case "admin":
		return "Accounts are made by the staff: see \"help register\"."
	}
	return "New accounts are not being made at present."
}

// news answers that there is none: the server keeps no news items, and says so
// in the words that clients take for an empty list.
func news(c *call) {
	if c.has(0) && c.word(0) != "all" {
		c.printf("There is no news item %s.", clean(c.word(0)))
		return
	}
	c.printf("There are no news items. What is new stands in the message of the day: type \"info\".")
}

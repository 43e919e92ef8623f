package commands

import (
	"slices"
	"strings"
	"testing"

	"epicenter/rules"
	"epicenter/server/world"
)

// head is the field of a help text's head, one string for each of its lines.
func headField(h topic, field string) (values []string) {
	for _, line := range strings.Split(h.head, "\n") {
		if v, ok := strings.CutPrefix(line, field+":"); ok {
			values = append(values, strings.TrimSpace(v))
		}
	}
	return values
}

// TestEveryCommandHasHelp wants a help text with purpose and usage for every
// command, and the usage to agree with the letters of its parameters.
func TestEveryCommandHasHelp(t *testing.T) {
	for _, c := range New().table {
		h, ok := findTopic(c.name)
		if !ok {
			t.Errorf("%s has no help text", c.name)
			continue
		}
		purpose, usage := headField(h, "Purpose"), headField(h, "Usage")
		if len(purpose) != 1 || purpose[0] == "" || len(usage) == 0 || len(headField(h, "Examples")) == 0 {
			t.Errorf("%s: the help must begin with Purpose, Usage and Examples", c.name)
			continue
		}
		if strings.TrimSpace(h.body) == "" {
			t.Errorf("%s: the help explains nothing", c.name)
		}
		checkUsage(t, c, usage)
	}
}

// checkUsage compares the least number of words in a usage line with that of
// the letters, and whether there may be any.
func checkUsage(t *testing.T, c command, usage []string) {
	t.Helper()
	least, any := 99, false
	for _, u := range usage {
		for _, form := range strings.Split(withoutOptional(u), " | ") {
			words := strings.Fields(form)
			if len(words) == 0 || words[0] != c.name {
				t.Errorf("%s: the usage %q does not begin with its name", c.name, form)
				return
			}
			least = min(least, len(words)-1)
		}
		any = any || strings.TrimSpace(u) != c.name
	}
	required := 0
	for _, l := range c.params {
		if strings.ContainsRune("wdis", l) {
			required++
		}
	}
	if least != required {
		t.Errorf("%s: the usage wants %d words at least, its parameters %q want %d", c.name, least, c.params, required)
	}
	if any != (c.params != "") {
		t.Errorf("%s: usage %q and parameters %q disagree on whether there are any", c.name, usage, c.params)
	}
}

// withoutOptional leaves out what stands in brackets, and the dots of repetition.
func withoutOptional(usage string) string {
	var b strings.Builder
	depth := 0
	for _, r := range strings.ReplaceAll(usage, " ...", "") {
		switch {
		case r == '[':
			depth++
		case r == ']':
			depth--
		case depth == 0:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// TestEveryHelpTextIsFound wants every help text to belong to a command or to
// be a topic, to be readable on a narrow screen, and to be plain text.
func TestEveryHelpTextIsFound(t *testing.T) {
	cs := New()
	for _, name := range cs.topics(&world.Player{Level: world.HeadLevel}) {
		h, ok := findTopic(name)
		if !ok {
			t.Errorf("%s cannot be read", name)
			continue
		}
		isCommand := slices.ContainsFunc(cs.table, func(c command) bool { return c.name == name })
		if isTopic := strings.HasPrefix(h.head, "Topic:"); isTopic == isCommand {
			t.Errorf("%s must be the help of a command, or begin with Topic:", name)
		}
		for i, line := range strings.Split(h.body, "\n") {
			if len(line) > 79 {
				t.Errorf("%s: line %d of the text is %d columns wide", name, i+1, len(line))
			}
		}
		if i := strings.IndexFunc(h.head+h.body, func(r rune) bool { return r != '\n' && (r < ' ' || r > '~') }); i >= 0 {
			t.Errorf("%s: %q is not plain ASCII", name, (h.head + h.body)[i])
		}
	}
}

// TestHelpNamesOnlyWhatExists reads every help "TOPIC" in quotes and looks it
// up.
func TestHelpNamesOnlyWhatExists(t *testing.T) {
	names := New().topics(&world.Player{Level: world.HeadLevel})
	for _, name := range names {
		h, _ := findTopic(name)
		for _, part := range strings.Split(strings.ReplaceAll(h.body, "\n", " "), `"help `)[1:] {
			word, _, _ := strings.Cut(part, `"`)
			if len(matching(names, word)) != 1 {
				t.Errorf("%s points to \"help %s\", which is not there", name, word)
			}
		}
	}
}

// TestCommandsAreListed wants the topic "commands" to name every command that
// players can use.
func TestCommandsAreListed(t *testing.T) {
	h, _ := findTopic("commands")
	words := strings.FieldsFunc(h.body, func(r rune) bool { return r < 'a' || r > 'z' })
	for _, c := range New().table {
		if c.who < staff && !slices.Contains(words, c.name) {
			t.Errorf("\"help commands\" does not name %s", c.name)
		}
	}
}

// TestOtherWords wants every other word to lead to a topic, and to be needed:
// to be no topic's name or beginning itself.
func TestOtherWords(t *testing.T) {
	names := New().topics(&world.Player{})
	for word, topic := range otherWords {
		if !slices.Contains(names, topic) {
			t.Errorf("%q leads to %q, which is not there", word, topic)
		}
		if found := matching(names, word); len(found) == 1 {
			t.Errorf("%q is not needed: it leads to %q", word, found[0])
		}
	}
}

// TestHostileTopics looks for topics that no file bears: nothing may be found,
// and no name may leave the folder (docs/cases.md 101).
func TestHostileTopics(t *testing.T) {
	for _, word := range []string{
		"", "..", "../help", "../../etc/passwd", "/etc/passwd", "..%2f", "a\x00b", "CON", "-1", "*", "help.txt", "help/help",
		"seek/../seek", strings.Repeat("a", 4096), "\xff\xfe", "see\u212a",
	} {
		if h, ok := findTopic(word); ok {
			t.Errorf("%q leads to the text %q", word, h.name)
		}
	}
}

// TestEveryVariantHasHelp wants a topic for each kind of chess, under a word by
// which it is asked for.
func TestEveryVariantHasHelp(t *testing.T) {
	variants, _ := findTopic("variants")
	for _, v := range rules.Variants() {
		if v.Type == "" {
			continue // chess
		}
		found := false
		for _, word := range append([]string{v.Name}, v.Words...) {
			word = strings.FieldsFunc(word, func(r rune) bool { return r == ' ' || r == '/' })[0]
			h, ok := findTopic(word)
			found = found || ok && strings.HasPrefix(h.head, "Topic:") && strings.Contains(variants.body, `"help `+word+`"`)
		}
		if !found {
			t.Errorf("%s has no help text to which \"help variants\" leads", v)
		}
	}
}

package config

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"
)

const manual = "../../config.yaml"

// config.yaml is the manual: it loads, says what the code does without it, and
// holds every key, each with a sentence, in the order of the struct.
func TestManualIsTheDefault(t *testing.T) {
	c, err := Load(Options{File: manual})
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(Default(), c); d != "" {
		t.Errorf("config.yaml differs from the defaults in the code (-code +file):\n%s", d)
	}
}

func TestManualHoldsEveryKey(t *testing.T) {
	text, err := os.ReadFile(manual)
	if err != nil {
		t.Fatal(err)
	}
	var doc yaml.Node
	if err := yaml.Unmarshal(text, &doc); err != nil {
		t.Fatal(err)
	}
	var got []string
	var walk func(prefix string, n *yaml.Node)
	walk = func(prefix string, n *yaml.Node) {
		for i := 0; i < len(n.Content); i += 2 {
			word, value := n.Content[i], n.Content[i+1]
			if strings.TrimSpace(strings.TrimLeft(word.HeadComment, "# \n")) == "" {
				t.Errorf("config.yaml:%d: %s%s has no sentence above it", word.Line, prefix, word.Value)
			}
			if value.Kind == yaml.MappingNode {
				walk(prefix+word.Value+".", value)
				continue
			}
			got = append(got, prefix+word.Value)
		}
	}
	walk("", doc.Content[0])
	if d := cmp.Diff(Keys(), got); d != "" {
		t.Errorf("keys of the struct and of config.yaml (-struct +file):\n%s", d)
	}
}

// Every field must be reachable, or viper would silently ignore it: each key
// set by --set and by the environment must arrive, and nothing else change.
func TestEveryKeyBySetAndEnvironment(t *testing.T) {
	def := Default()
	for _, k := range keys(&def) {
		text := other(k)
		for _, o := range []Options{
			{Set: []string{k.name + "=" + text}},
			{Environ: []string{EnvName(k.name) + "=" + text, "HOME=/nowhere"}},
		} {
			c, err := Load(o)
			if err != nil {
				t.Errorf("%+v: %v", o, err)
				continue
			}
			var changed []string
			for i, after := range keys(&c) {
				before := keys(&def)[i]
				if !cmp.Equal(before.value.Interface(), after.value.Interface()) {
					changed = append(changed, after.name)
				}
			}
			if !slices.Equal(changed, []string{k.name}) {
				t.Errorf("%+v changed %v, want %s alone", o, changed, k.name)
			}
		}
	}
}

// other is an allowed value for k that is not its default.
func other(k key) string {
	special := map[string]string{
		"server.banner": "hello from a FICS-like place, see freechess.org", "server.timezone": "Europe/Vienna",
		"listen.telnet": ":6000", "listen.ssh": "[::1]:6022", "listen.ws": ":6001", "login.registration": "off", "login.reserved_names": "boss",
		"limits.exempt": "192.0.2.0/24, 2001:db8::1", "limits.trusted_proxies": "10.0.0.9", "log.level": "debug", "log.format": "json", "play.grace_claim": "20s",
		"play.max_minutes": "60", "limits.login_backoff": "1s", "play.max_seconds": "60", "bots.house": "[]",
	}
	if s, ok := special[k.name]; ok {
		return s
	}
	switch k.wants() {
	case "true or false":
		return fmt.Sprint(!k.value.Bool())
	case "a whole number":
		return fmt.Sprint(k.value.Int() + 1)
	case "a text":
		return "something else"
	case "a size with its unit, as 256KiB,":
		return "128MiB"
	}
	return "59s"
}

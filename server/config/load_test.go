package config

import (
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/pflag"
)

func write(t *testing.T, text string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "config.yaml")
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// --set beats the environment, which beats the file, which beats the default.
func TestOrder(t *testing.T) {
	file := write(t, "play:\n  grace: 10m\n  grace_claim: 11s\n  max_seeks: 4\n")
	c, err := Load(Options{
		File:    file,
		Environ: []string{"EPICENTER_PLAY_GRACE=20m", "EPICENTER_PLAY_GRACE_CLAIM=22s"},
		Set:     []string{"play.grace=29m", "play.grace=30m"},
	})
	if err != nil {
		t.Fatal(err)
	}
	want := Default()
	want.Play.Grace, want.Play.GraceClaim, want.Play.MaxSeeks = 30*time.Minute, 22*time.Second, 4
	if d := cmp.Diff(want, c); d != "" {
		t.Error(d)
	}
}

func TestSearch(t *testing.T) {
	file := write(t, "server: {name: Found}")
	missing := filepath.Join(t.TempDir(), "none.yaml")
	c, err := Load(Options{Search: []string{missing, file, write(t, "server: {name: Second}")}})
	if err != nil || c.Server.Name != "Found" {
		t.Errorf("got %q, %v", c.Server.Name, err)
	}
	if c, err = Load(Options{Search: []string{missing}}); err != nil || !cmp.Equal(c, Default()) {
		t.Errorf("no file at all: %v", err)
	}
	if _, err = Load(Options{File: missing}); err == nil || !strings.Contains(err.Error(), missing) {
		t.Errorf("a --config that is not there: %v", err)
	}
	if _, err = Load(Options{File: t.TempDir()}); err == nil {
		t.Error("a folder was read as a configuration")
	}
}

// Two loads share nothing: a reload builds a fresh value.
func TestFresh(t *testing.T) {
	a, _ := Load(Options{Set: []string{"server.name=A"}})
	b, _ := Load(Options{})
	a.Login.ReservedNames[0] = "changed"
	if b.Server.Name != "Epicenter" || b.Login.ReservedNames[0] == "changed" || Default().Login.ReservedNames[0] == "changed" {
		t.Error("one configuration reached into another")
	}
}

func TestFlags(t *testing.T) {
	var f Flags
	fs := pflag.NewFlagSet("epicenter", pflag.ContinueOnError)
	f.Register(fs)
	file := write(t, "listen: {telnet: ':1', ssh: ':2'}\ndata: {dir: here}\n")
	args := []string{"--config", file, "--telnet", ":5000", "--ssh=", "--set", "limits.exempt=10.0.0.1,10.1.0.0/16", "--data", "there"}
	if err := fs.Parse(args); err != nil {
		t.Fatal(err)
	}
	c, err := Load(f.Options(nil))
	if err != nil {
		t.Fatal(err)
	}
	if c.Listen != (Listen{Telnet: ":5000"}) || c.Data.Dir != "there" {
		t.Errorf("%+v %+v", c.Listen, c.Data)
	}
	want := []netip.Prefix{netip.MustParsePrefix("10.0.0.1/32"), netip.MustParsePrefix("10.1.0.0/16")}
	if d := cmp.Diff(want, c.Limits.ExemptNetworks(), cmp.Comparer(func(a, b netip.Prefix) bool { return a == b })); d != "" {
		t.Error(d)
	}
}

// Each mistake gets one line that names where it stands and what fits.
func TestFileErrors(t *testing.T) {
	for _, tt := range []struct{ name, file, want string }{
		{"unknown key", "play:\n  grace: 60s\n  gracee: 1s\n", `:3: there is no key "play.gracee"; did you mean play.grace?`},
		{"unknown section", "\n\nfoobarbaz: 1\n", `:3: there is no key "foobarbaz"; config.yaml lists them all`},
		{"case counts", "Play: {grace: 1m}\n", `:1: there is no key "Play"`},
		{"no unit", "play:\n  grace: 60\n", `:2: play.grace: "60" does not fit: a duration with its unit, as 500ms, 60s or 10m, belongs here`},
		{"not a number", "play: {max_seeks: many}", `:1: play.max_seeks: "many" does not fit: a whole number belongs here`},
		{"fraction", "play: {max_seeks: 1.5}", `a whole number belongs here`},
		{"huge", "play: {max_seeks: 99999999999999999999}", `a whole number belongs here`},
		{"switch", "login: {guests: yes}", `"yes" does not fit: true or false belongs here`},
		{"size", "limits: {outbox: -1KiB}", `"-1KiB" is not a size`},
		{"size overflow", "limits: {outbox: 9223372036854775807GiB}", `is not a size`},
		{"null", "play:\n  grace:\n", `:2: play.grace: a duration with its unit, as 500ms, 60s or 10m, belongs here`},
		{"list for a number", "play: {grace: [1s]}", `belongs here`},
		{"text for a list", "login:\n  reserved_names: boss\n", `:2: login.reserved_names: a list, as [a, b], belongs here`},
		{"list of lists", "login: {reserved_names: [[a]]}", `the list may hold only plain words`},
		{"list for a section", "play: [1]", `:1: keys with values belong here`},
		{"twice", "play:\n  grace: 50s\n  grace: 2m\n", `:3: play.grace: it was set before, at `},
		{"not YAML", "play: {grace", `this is not YAML: line 1`},
		{"tab", "play:\n\tgrace: 1s\n", `this is not YAML`},
		{"out of range", "play:\n  max_minutes: 1000\n", `:2: play.max_minutes is 1000; it must lie between 1 and 999`},
		{"no freechess.org", "server:\n  banner: hello\n", `:2: server.banner must contain freechess.org`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Load(Options{File: write(t, tt.file)})
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Fatalf("got %v\nwant %s", err, tt.want)
			}
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("more than one line for one mistake: %v", err)
			}
		})
	}
}

// All mistakes are told at once, each on its own line.
func TestAllErrorsAtOnce(t *testing.T) {
	_, err := Load(Options{
		File:    write(t, "play: {grase: 1s}\nlog: {level: loud}\n"),
		Environ: []string{"EPICENTER_LISTEN_TELNTE=:1", "EPICENTER_LOGIN_GUESTS=maybe"},
		Set:     []string{"nonsense", "play.grce=1s", "password.time=0"},
	})
	if err == nil {
		t.Fatal("no error")
	}
	lines := strings.Split(err.Error(), "\n")
	for i, want := range []string{
		`there is no key "play.grase"; did you mean play.grace?`,
		`EPICENTER_LISTEN_TELNTE: no key is set by this environment variable; did you mean EPICENTER_LISTEN_TELNET?`,
		`EPICENTER_LOGIN_GUESTS: login.guests: "maybe" does not fit: true or false belongs here`,
		`--set nonsense: there is no = in it; write --set key=value`,
		`--set play.grce: there is no key "play.grce"; did you mean play.grace?`,
		`--set password.time: password.time is 0; it must lie between 1 and 16`,
		`log.level is "loud"; it must be one of: debug, info, warn, error`,
	} {
		if i >= len(lines) || !strings.Contains(lines[i], want) {
			t.Fatalf("line %d: want %q in\n%v", i, want, err)
		}
	}
}

func TestEmptyFileIsFine(t *testing.T) {
	for _, text := range []string{"", "# nothing\n", "play:\n", "---\n", "{}\n"} {
		if c, err := Load(Options{File: write(t, text)}); err != nil || !cmp.Equal(c, Default()) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// No file, however broken, makes the loader panic, and one that loads has
// passed every check.
func FuzzFile(f *testing.F) {
	f.Add("play:\n  grace: 60s\n")
	f.Add("server: {banner: &a [*a], <<: *a}")
	f.Add("? [a]\n: b\n--- x\n---\n")
	f.Fuzz(func(t *testing.T, text string) {
		l := Options{File: filepath.Join(t.TempDir(), "c.yaml")}
		if err := os.WriteFile(l.File, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		c, err := Load(l)
		if err == nil && len(Check(c)) > 0 {
			t.Errorf("loaded with problems: %v", Check(c))
		}
	})
}

func FuzzSet(f *testing.F) {
	f.Add("play.grace=60s")
	f.Add("login.reserved_names=[a, {b: c}]")
	f.Add("limits.outbox=1e9GiB")
	f.Fuzz(func(t *testing.T, set string) {
		c, err := Load(Options{Set: []string{set}})
		if err == nil && len(Check(c)) > 0 {
			t.Errorf("loaded with problems: %v", Check(c))
		}
	})
}

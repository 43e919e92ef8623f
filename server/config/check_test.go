package config

import (
	"strings"
	"testing"
	"time"
)

func TestDefaultIsFine(t *testing.T) {
	if p := Check(Default()); len(p) > 0 {
		t.Error(p)
	}
}

// Every problem is one readable sentence about an existing key.
func TestCheck(t *testing.T) {
	for _, tt := range []struct {
		change func(*Config)
		want   string
	}{
		{func(c *Config) { c.Server.Name = " " }, "server.name is empty; the server needs a name"},
		{func(c *Config) { c.Server.Name = "two\nlines" }, "server.name must be a single line"},
		{func(c *Config) { c.Server.Name = strings.Repeat("x", 41) }, "server.name is 41 bytes long; at most 40 fit"},
		{func(c *Config) { c.Server.Contact = "bell\a" }, "server.contact holds a control character; only plain text and line ends fit"},
		{func(c *Config) { c.Server.MOTD = "\xff" }, "server.motd is not valid UTF-8"},
		{func(c *Config) { c.Server.Banner += "login: " }, `server.banner and server.motd must not contain "login:": clients would take it for a prompt`},
		{func(c *Config) { c.Server.Timezone = "Mars/Olympus" }, `server.timezone is "Mars/Olympus"; write a zone's name, as UTC or Europe/Vienna`},
		{func(c *Config) { c.Server.Timezone = "" }, `server.timezone is ""; write a zone's name, as UTC or Europe/Vienna`},
		{func(c *Config) { c.Listen.Telnet = "5000" }, `listen.telnet is "5000"; write host:port, as 127.0.0.1:5000, or :5000 for every address`},
		{func(c *Config) { c.Listen.SSH = ":70000" }, `listen.ssh is ":70000"; the port must be a number up to 65535`},
		{func(c *Config) { c.Listen = Listen{} }, "listen.telnet and listen.ssh are both empty; nobody could connect"},
		{func(c *Config) { c.Listen.SSH = c.Listen.Telnet }, `listen.ssh is "127.0.0.1:5000", the address of listen.telnet; each needs its own`},
		{func(c *Config) { c.Data.Dir = "" }, `data.dir is ""; name the folder that holds the data`},
		{func(c *Config) { c.Data.InitialMmap = -1 }, "data.initial_mmap is -1; it must lie between 0 and 1024GiB"},
		{func(c *Config) { c.Login.Registration = "maybe" }, `login.registration is "maybe"; it must be one of: open, admin, off`},
		{func(c *Config) { c.Login.ReservedNames = []string{"x9"} }, `login.reserved_names holds "x9"; a name is 3 to 17 letters, a to z`},
		{func(c *Config) { c.Limits.LoginBackoffMax = 0 }, "limits.login_backoff_max is 0s; it must lie between 500ms and 10m0s"},
		{func(c *Config) { c.Limits.Exempt = []string{"here"} }, `limits.exempt holds "here"; write an address or a network, as 192.0.2.7 or 2001:db8::/32`},
		{func(c *Config) { c.Play.GraceClaim = 2 * time.Minute }, "play.grace_claim is 2m0s; it must lie between 0s and 1m0s"},
		{func(c *Config) { c.Play.MaxMinutes = 0 }, "play.max_minutes is 0; it must lie between 1 and 999"},
		{func(c *Config) { c.Password.Memory = KiB }, "password.memory is 1KiB; it must lie between 1MiB and 256MiB"},
		{func(c *Config) { c.Log.Format = "xml" }, `log.format is "xml"; it must be one of: text, json`},
	} {
		c := Default()
		tt.change(&c)
		found := Check(c)
		if len(found) != 1 || found[0].Key+" "+found[0].Text != tt.want {
			t.Errorf("got  %v\nwant %s", found, tt.want)
		}
	}
}

// A zero Config is nowhere accepted in silence: every number and every word
// that the server needs is missed.
func TestZeroIsRefused(t *testing.T) {
	seen := map[string]bool{}
	for _, p := range Check(Config{}) {
		seen[p.Key] = true
	}
	for _, k := range []string{"server.name", "server.banner", "listen.telnet", "data.dir", "login.registration", "limits.line_length", "play.max_minutes", "password.memory", "log.level"} {
		if !seen[k] {
			t.Errorf("%s: zero passed", k)
		}
	}
}

func TestSize(t *testing.T) {
	for text, want := range map[string]Size{
		"0": 0, "1": 1, "7B": 7, "1KiB": KiB, "256 KiB": 256 * KiB, "19MiB": 19 * MiB, "16GiB": 16 * GiB, "1025": 1025,
	} {
		got, err := ParseSize(text)
		if err != nil || got != want {
			t.Errorf("%q: %v, %v", text, got, err)
		}
		if back, err := ParseSize(got.String()); err != nil || back != got {
			t.Errorf("%q printed as %q", text, got)
		}
	}
	for _, bad := range []string{"", "KiB", "1.5MiB", "-1", "1TB", "1 000", "8589934592GiB", "0x10"} {
		if v, err := ParseSize(bad); err == nil {
			t.Errorf("%q gave %d", bad, v)
		}
	}
}

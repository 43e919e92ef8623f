package config

import (
	"fmt"
	"net"
	"net/netip"
	"path"
	"strconv"
	"strings"
	"time"
	_ "time/tzdata" // zones also where the machine has none installed
	"unicode"
	"unicode/utf8"
)

// Problem is one thing that is wrong with a configuration.
type Problem struct {
	Key  string // the setting, as play.grace
	Text string // what is wrong with it and what fits, to be read after the key
}

// checker gathers problems.
type checker struct{ found []Problem }

func (c *checker) fail(key, format string, a ...any) {
	c.found = append(c.found, Problem{key, fmt.Sprintf(format, a...)})
}

// Check returns everything that is wrong with c, in the order of the keys;
// nothing when all is well. It opens no file and no socket.
func Check(c Config) []Problem {
	var k checker
	k.server(c.Server)
	k.listen(c.Listen)
	k.data(c.Data)
	k.login(c.Login)
	k.limits(c.Limits)
	k.play(c.Play)
	k.bots(c.Bots)
	k.rest(c)
	return k.found
}

func (k *checker) number(key string, v, low, high int) {
	if v < low || v > high {
		k.fail(key, "is %d; it must lie between %d and %d", v, low, high)
	}
}

func (k *checker) duration(key string, v, low, high time.Duration) {
	if v < low || v > high {
		k.fail(key, "is %v; it must lie between %v and %v", v, low, high)
	}
}

func (k *checker) size(key string, v, low, high Size) {
	if v < low || v > high {
		k.fail(key, "is %v; it must lie between %v and %v", v, low, high)
	}
}

func (k *checker) oneOf(key, v string, words ...string) {
	for _, w := range words {
		if v == w {
			return
		}
	}
	k.fail(key, "is %q; it must be one of: %s", v, strings.Join(words, ", "))
}

// text refuses what would harm a terminal or a client: control characters
// other than the line end and the tab, and bytes that are not UTF-8.
func (k *checker) text(key, v string, lines bool, longest int) {
	switch {
	case !utf8.ValidString(v):
		k.fail(key, "is not valid UTF-8")
	case len(v) > longest:
		k.fail(key, "is %d bytes long; at most %d fit", len(v), longest)
	case !lines && strings.ContainsAny(v, "\r\n"):
		k.fail(key, "must be a single line")
	case strings.ContainsFunc(v, func(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\t' }):
		k.fail(key, "holds a control character; only plain text and line ends fit")
	}
}

func (k *checker) server(s Server) {
	k.text("server.name", s.Name, false, 40)
	if strings.TrimSpace(s.Name) == "" {
		k.fail("server.name", "is empty; the server needs a name")
	}
	k.text("server.location", s.Location, false, 80)
	k.text("server.contact", s.Contact, false, 200)
	k.text("server.banner", s.Banner, true, 4096)
	if !strings.Contains(s.Banner, "freechess.org") {
		k.fail("server.banner", "must contain freechess.org somewhere: chess clients look for it before they speak FICS")
	}
	for _, prompt := range []string{"login:", "password:", "fics%"} {
		if strings.Contains(s.Banner+s.MOTD, prompt) {
			k.fail("server.banner", "and server.motd must not contain %q: clients would take it for a prompt", prompt)
		}
	}
	k.text("server.motd", s.MOTD, true, 4096)
	if _, err := time.LoadLocation(s.Timezone); err != nil || s.Timezone == "" || s.Timezone == "Local" {
		k.fail("server.timezone", "is %q; write a zone's name, as UTC or Europe/Vienna", s.Timezone)
	}
}

func (k *checker) listen(l Listen) {
	for _, a := range []struct{ key, addr string }{{"listen.telnet", l.Telnet}, {"listen.ssh", l.SSH}, {"listen.ws", l.WS}} {
		if a.addr == "" {
			continue
		}
		_, port, err := net.SplitHostPort(a.addr)
		if err != nil {
			k.fail(a.key, "is %q; write host:port, as 127.0.0.1:5000, or :5000 for every address", a.addr)
			continue
		}
		if n, err := strconv.Atoi(port); err != nil || n < 0 || n > 65535 {
			k.fail(a.key, "is %q; the port must be a number up to 65535", a.addr)
		}
	}
	if l.Telnet == "" && l.SSH == "" && l.WS == "" {
		k.fail("listen.telnet", "and listen.ssh are both empty; nobody could connect")
	}
	if l.WS != "" && (l.WS == l.Telnet || l.WS == l.SSH) && !strings.HasSuffix(l.WS, ":0") {
		k.fail("listen.ws", "is %q, the address of another port; each needs its own", l.WS)
	}
	if l.Telnet != "" && l.Telnet == l.SSH && !strings.HasSuffix(l.SSH, ":0") {
		k.fail("listen.ssh", "is %q, the address of listen.telnet; each needs its own", l.SSH)
	}
}

func (k *checker) data(d Data) {
	if strings.TrimSpace(d.Dir) == "" || strings.ContainsRune(d.Dir, 0) {
		k.fail("data.dir", "is %q; name the folder that holds the data", d.Dir)
	}
	k.size("data.initial_mmap", d.InitialMmap, 0, 1024*GiB)
	k.duration("data.commit_warning", d.CommitWarning, time.Millisecond, time.Minute)
}

func (k *checker) login(l Login) {
	k.oneOf("login.registration", string(l.Registration), string(RegistrationOpen), string(RegistrationAdmin), string(RegistrationOff))
	k.duration("login.timeout", l.Timeout, time.Second, time.Hour)
	k.duration("login.idle_timeout", l.IdleTimeout, time.Second, 30*24*time.Hour)
	k.number("login.max_players", l.MaxPlayers, 1, 1000000)
	k.number("login.max_guests", l.MaxGuests, 0, 1000000)
	for _, n := range l.ReservedNames {
		if badName(n) {
			k.fail("login.reserved_names", "holds %q; a name is 3 to 17 letters, a to z", n)
		}
	}
}

func (k *checker) limits(l Limits) {
	const most = 1000000
	k.number("limits.connections_per_address", l.ConnectionsPerAddress, 1, most)
	k.number("limits.connections_per_network", l.ConnectionsPerNetwork, 1, most)
	k.number("limits.unauthenticated_per_address", l.UnauthenticatedPerAddress, 1, most)
	k.number("limits.unauthenticated", l.Unauthenticated, 1, most)
	k.number("limits.connections_per_minute", l.ConnectionsPerMinute, 1, most)
	k.number("limits.login_attempts", l.LoginAttempts, 1, 100)
	k.duration("limits.login_backoff", l.LoginBackoff, 0, time.Minute)
	k.duration("limits.login_backoff_max", l.LoginBackoffMax, l.LoginBackoff, 10*time.Minute)
	k.number("limits.line_length", l.LineLength, 255, 65535)
	k.number("limits.command_rate", l.CommandRate, 1, most)
	k.number("limits.command_burst", l.CommandBurst, 10, most)
	k.size("limits.outbox", l.Outbox, 32*KiB, GiB)
	k.networks("limits.exempt", l.Exempt)
	k.networks("limits.trusted_proxies", l.TrustedProxies)
	for _, o := range l.WebOrigins {
		if _, err := path.Match(o, ""); err != nil || o == "" || strings.ContainsAny(o, "/ ") {
			k.fail("limits.web_origins", "holds %q; write the host of a page, as www.example.org, *.example.org, or * for all", o)
		}
	}
}

func (k *checker) networks(key string, list []string) {
	for _, e := range list {
		if _, err := parseNetwork(e); err != nil {
			k.fail(key, "holds %q; write an address or a network, as 192.0.2.7 or 2001:db8::/32", e)
		}
	}
}

func (k *checker) play(p Play) {
	k.duration("play.grace", p.Grace, 0, time.Hour)
	k.duration("play.grace_claim", p.GraceClaim, 0, p.Grace)
	k.duration("play.restart_grace", p.RestartGrace, 0, 24*time.Hour)
	k.duration("play.number_reuse", p.NumberReuse, 0, time.Hour)
	k.number("play.max_minutes", p.MaxMinutes, 1, 999)
	k.number("play.max_seconds", p.MaxSeconds, 0, 999)
	k.number("play.max_moves", p.MaxMoves, 50, 2000)
	k.number("play.max_seeks", p.MaxSeeks, 1, 100)
	k.number("play.observe_max", p.ObserveMax, 1, 1000)
	k.number("play.rated_per_day", p.RatedPerDay, 0, 10000)
	k.duration("play.lag_per_move", p.LagPerMove, 0, time.Minute)
	k.duration("play.lag_per_game", p.LagPerGame, 0, time.Hour)
}

func (k *checker) bots(b Bots) {
	names := map[string]bool{}
	for _, h := range b.House {
		// The further boards of a bot add one letter.
		if badName(h.Name) || len(h.Name) > 16 {
			k.fail("bots.house", "holds the name %q; a name is 3 to 16 letters, a to z", h.Name)
		}
		if key := strings.ToLower(h.Name); names[key] {
			k.fail("bots.house", "holds the name %q twice", h.Name)
		} else {
			names[key] = true
		}
		if len(h.Variants) == 0 {
			k.fail("bots.house", "must say which variants %s plays, as [atomic, chess]", h.Name)
		}
		k.number("bots.house: level", h.Level, 1, 9)
		k.number("bots.house: boards", h.Boards, 1, 20)
	}
	k.number("bots.workers", b.Thinkers, 1, 64)
	k.duration("bots.answer_seeks", b.AnswerSeeks, 0, time.Hour)
}

// badName tells that a word is no name (docs/protocol.md §1.4): 3 to 17 letters.
func badName(n string) bool {
	return len(n) < 3 || len(n) > 17 || strings.ContainsFunc(n, func(r rune) bool { return (r|32) < 'a' || (r|32) > 'z' })
}

func (k *checker) rest(c Config) {
	k.duration("talk.shout_every", c.Talk.ShoutEvery, 0, 24*time.Hour)
	k.number("password.min_length", c.Password.MinLength, 1, 64)
	k.size("password.memory", c.Password.Memory, MiB, 256*MiB) // the most that package password verifies
	k.number("password.time", c.Password.Time, 1, 16)
	k.number("password.threads", c.Password.Threads, 1, 16)
	k.number("password.workers", c.Password.Workers, 1, 64)
	k.oneOf("log.level", c.Log.Level, "debug", "info", "warn", "error")
	k.oneOf("log.format", c.Log.Format, "text", "json")
}

// ExemptNetworks returns limits.exempt as networks; a bare address is a
// network of one. c has passed Check.
func (l Limits) ExemptNetworks() []netip.Prefix { return parseNetworks(l.Exempt) }

// ProxyNetworks returns limits.trusted_proxies likewise.
func (l Limits) ProxyNetworks() []netip.Prefix { return parseNetworks(l.TrustedProxies) }

func parseNetworks(list []string) []netip.Prefix {
	var out []netip.Prefix
	for _, e := range list {
		if p, err := parseNetwork(e); err == nil {
			out = append(out, p)
		}
	}
	return out
}

func parseNetwork(s string) (netip.Prefix, error) {
	if a, err := netip.ParseAddr(s); err == nil {
		return netip.PrefixFrom(a, a.BitLen()), nil
	}
	p, err := netip.ParsePrefix(s)
	return p.Masked(), err
}

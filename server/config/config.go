// Package config reads and checks the server's configuration.
//
// A Config is a plain value: defaults, then the file, then the environment,
// then --set, each later one winning. Nothing in it changes after Load; on
// SIGHUP the server loads a fresh one and hands it to the loop as an input, so
// that no reader ever sees half of a change (docs/models.md §3).
//
// config.yaml at the top of the repository is the manual: it holds every key
// with its default and one sentence. A test compares it with this struct.
package config

import "time"

// Config is the whole configuration. Every value in a Config that Load
// returned has passed Check.
type Config struct {
	Server   Server   `mapstructure:"server"`
	Listen   Listen   `mapstructure:"listen"`
	Data     Data     `mapstructure:"data"`
	Login    Login    `mapstructure:"login"`
	Limits   Limits   `mapstructure:"limits"`
	Play     Play     `mapstructure:"play"`
	Talk     Talk     `mapstructure:"talk"`
	Bots     Bots     `mapstructure:"bots"`
	Password Password `mapstructure:"password"`
	Log      Log      `mapstructure:"log"`
}

// Server is what the server says about itself.
type Server struct {
	Name     string `mapstructure:"name"`     // shown in the banner, `date`, `uptime` and PGN's Site
	Location string `mapstructure:"location"` // where it stands, for `uptime`; may be empty
	Contact  string `mapstructure:"contact"`  // how to reach its staff; may be empty
	Banner   string `mapstructure:"banner"`   // lines before the login prompt; contains freechess.org (docs/clients.md §0)
	MOTD     string `mapstructure:"motd"`     // lines after a login; may be empty
	Timezone string `mapstructure:"timezone"` // IANA name; the zone of `set tzone SERVER`
}

// Listen holds the addresses that are served, as host:port. An empty one is
// not served; at least one is.
type Listen struct {
	Telnet string `mapstructure:"telnet"`
	SSH    string `mapstructure:"ssh"`
	WS     string `mapstructure:"ws"` // WebSocket, as the web application of FICS speaks it; TLS is a proxy's
}

// Data says where and how things are kept.
type Data struct {
	Dir           string        `mapstructure:"dir"`            // folder of the data file, SSH host key and control socket
	InitialMmap   Size          `mapstructure:"initial_mmap"`   // address space reserved for the file, so that a backup never blocks a commit
	CommitWarning time.Duration `mapstructure:"commit_warning"` // a slower commit is logged
}

// Registration says who may create accounts.
type Registration string

// The three settings of login.registration.
const (
	RegistrationOpen  Registration = "open"  // everyone, with the register command
	RegistrationAdmin Registration = "admin" // staff only
	RegistrationOff   Registration = "off"   // nobody, over the line
)

// Login says who may come in, and for how long they may be silent.
type Login struct {
	Guests        bool          `mapstructure:"guests"`       // whether people without an account may come in
	Registration  Registration  `mapstructure:"registration"` // who may create accounts
	Timeout       time.Duration `mapstructure:"timeout"`      // time to get through the login (docs/protocol.md §1.1)
	IdleTimeout   time.Duration `mapstructure:"idle_timeout"` // silence after which a session ends; players in a game are exempt
	MaxPlayers    int           `mapstructure:"max_players"`  // people online at once
	MaxGuests     int           `mapstructure:"max_guests"`   // guests among them
	ReservedNames []string      `mapstructure:"reserved_names"`
}

// Limits keeps one address or one session from harming the others.
type Limits struct {
	ConnectionsPerAddress     int           `mapstructure:"connections_per_address"`     // open at once from one address
	ConnectionsPerNetwork     int           `mapstructure:"connections_per_network"`     // open at once from one IPv6 /64
	UnauthenticatedPerAddress int           `mapstructure:"unauthenticated_per_address"` // of them, not logged in yet
	Unauthenticated           int           `mapstructure:"unauthenticated"`             // not logged in yet, from everywhere
	ConnectionsPerMinute      int           `mapstructure:"connections_per_minute"`      // new ones from one address
	LoginAttempts             int           `mapstructure:"login_attempts"`              // wrong passwords on one connection
	LoginBackoff              time.Duration `mapstructure:"login_backoff"`               // wait after the first wrong password; doubles with each
	LoginBackoffMax           time.Duration `mapstructure:"login_backoff_max"`           // where the doubling ends
	LineLength                int           `mapstructure:"line_length"`                 // bytes of an input line (docs/protocol.md §1.1)
	CommandRate               int           `mapstructure:"command_rate"`                // command points a session earns a second; moves cost none
	CommandBurst              int           `mapstructure:"command_burst"`               // command points a session can save up
	Outbox                    Size          `mapstructure:"outbox"`                      // bytes waiting for a slow reader before the connection ends
	Exempt                    []string      `mapstructure:"exempt"`                      // addresses or networks in CIDR form without per-address limits
	TrustedProxies            []string      `mapstructure:"trusted_proxies"`             // addresses or networks of proxies that are believed when they say where a connection comes from
	ProxyProtocol             bool          `mapstructure:"proxy_protocol"`              // connections from trusted proxies begin with a PROXY header
	WebOrigins                []string      `mapstructure:"web_origins"`                 // patterns of hosts whose pages may connect over WebSocket
}

// Play is the policy of games, seeks and offers (docs/protocol.md §11).
type Play struct {
	Grace        time.Duration `mapstructure:"grace"`         // time for a registered player to come back to a game
	GraceClaim   time.Duration `mapstructure:"grace_claim"`   // after which the opponent may abort or adjourn alone; at most Grace
	RestartGrace time.Duration `mapstructure:"restart_grace"` // after a restart: time for both players to come back
	NumberReuse  time.Duration `mapstructure:"number_reuse"`  // rest of a game, seek or offer number before it is given again
	MaxMinutes   int           `mapstructure:"max_minutes"`   // longest initial time
	MaxSeconds   int           `mapstructure:"max_seconds"`   // longest increment
	MaxMoves     int           `mapstructure:"max_moves"`     // moves of each side after which a game is drawn (rules/RULES.md §7)
	MaxSeeks     int           `mapstructure:"max_seeks"`     // open seeks of one person
	ObserveMax   int           `mapstructure:"observe_max"`   // games one person observes at once
	RatedPerDay  int           `mapstructure:"rated_per_day"` // rated games of a person with one computer in a day; 0 for no limit
	LagPerMove   time.Duration `mapstructure:"lag_per_move"`  // lag that a move is not charged, with timeseal
	LagPerGame   time.Duration `mapstructure:"lag_per_game"`  // lag that a player is not charged in one game
}

// Talk bounds how often one person speaks to everybody.
type Talk struct {
	ShoutEvery time.Duration `mapstructure:"shout_every"` // a person earns one shout in this time and saves up two (docs/protocol.md §4)
}

// Bots are the server's own players.
type Bots struct {
	House       []HouseBot    `mapstructure:"house"`
	Thinkers    int           `mapstructure:"workers"`      // searches at once
	AnswerSeeks time.Duration `mapstructure:"answer_seeks"` // how long a person's seek stands before a bot takes it up
}

// HouseBot is one of them.
type HouseBot struct {
	Name     string   `mapstructure:"name"`     // of its account; further boards add a letter
	Variants []string `mapstructure:"variants"` // that it plays; it seeks the first one
	Level    int      `mapstructure:"level"`    // 1 to 9
	Boards   int      `mapstructure:"boards"`   // games at once
}

// Password is the cost of an argon2id hash (RFC 9106 §4). Hashes made with
// another cost still verify and are renewed at the next login.
type Password struct {
	MinLength int  `mapstructure:"min_length"` // characters of a new password
	Memory    Size `mapstructure:"memory"`     // bytes for one hash
	Time      int  `mapstructure:"time"`       // passes over that memory
	Threads   int  `mapstructure:"threads"`    // lanes of one hash
	Workers   int  `mapstructure:"workers"`    // hashes computed at once
}

// Log says what is written to standard error, and how.
type Log struct {
	Level  string `mapstructure:"level"`  // debug, info, warn or error
	Format string `mapstructure:"format"` // text or json
}

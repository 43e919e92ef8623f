package config

import "time"

// defaultBanner greets whoever connects. xboard and icsdrone look for
// freechess.org before they treat a server as FICS (docs/clients.md §0).
const defaultBanner = `
        .  *  .
      *  . | .  *        Epicenter
     . --- K --- .       chess and its variants, atomic at heart
      *  . | .  *
        .  *  .          speaks the language of freechess.org
`

const defaultMOTD = `
Welcome! "games" shows who is playing, "help commands" all that you can type.
`

// Default returns the configuration of a server that nobody configured. It
// passes Check. The slices are the caller's own.
func Default() Config {
	return Config{
		Server: Server{
			Name: "Epicenter", Location: "", Contact: "",
			Banner: defaultBanner, MOTD: defaultMOTD, Timezone: "UTC",
		},
		Listen: Listen{Telnet: "127.0.0.1:5000", SSH: "127.0.0.1:5022"},
		Data:   Data{Dir: "./data", InitialMmap: 16 * GiB, CommitWarning: 100 * time.Millisecond},
		Login: Login{
			Guests: true, Registration: RegistrationOpen,
			Timeout: time.Minute, IdleTimeout: time.Hour,
			MaxPlayers: 10000, MaxGuests: 8000,
			ReservedNames: []string{
				"guest", "admin", "administrator", "root", "staff", "server", "system", "operator",
				"epicenter", "fics", "computer", "nobody", "everyone", "anonymous", "unregistered", "support", "helper",
			},
		},
		Limits: Limits{
			ConnectionsPerAddress: 16, ConnectionsPerNetwork: 64, UnauthenticatedPerAddress: 8, Unauthenticated: 500,
			ConnectionsPerMinute: 60, LoginAttempts: 6, LoginBackoff: 500 * time.Millisecond, LoginBackoffMax: 8 * time.Second,
			LineLength: 1023, CommandRate: 10, CommandBurst: 40, Outbox: 256 * KiB,
			Exempt: []string{"127.0.0.0/8", "::1/128"}, TrustedProxies: []string{}, WebOrigins: []string{"*"},
		},
		Play: Play{
			Grace: time.Minute, GraceClaim: 30 * time.Second, RestartGrace: 10 * time.Minute, NumberReuse: time.Minute,
			MaxMinutes: 999, MaxSeconds: 999, MaxMoves: 800,
			MaxSeeks: 3, ObserveMax: 30, RatedPerDay: 20, LagPerMove: time.Second, LagPerGame: 10 * time.Second,
		},
		Talk: Talk{ShoutEvery: 30 * time.Second},
		Bots: Bots{
			House:    []HouseBot{{Name: "Boom", Variants: []string{"atomic", "atomic960", "chess", "fr"}, Level: 3, Boards: defaultBoards}},
			Thinkers: 1, AnswerSeeks: 20 * time.Second,
		},
		Password: Password{MinLength: 6, Memory: 19 * MiB, Time: 2, Threads: 1, Workers: 2},
		Log:      Log{Level: "info", Format: "text"},
	}
}

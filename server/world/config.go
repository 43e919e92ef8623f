package world

// Config is the part of the configuration that rules over play and talk; the
// defaults and their meaning stand in config.yaml.
type Config struct {
	ServerName, Location, Contact, MOTD, Version string
	HeadAdmin                                    string
	// Zone is the IANA name of the server's time zone.
	Zone string

	// HouseBots are the server's own players that newcomers are told of.
	HouseBots []HouseBot

	Registration string // "open", "admin" or "off"
	// ReservedNames are the names that nobody may take, see Reserved.
	ReservedNames []string
	IdleTimeout   int64 // ms

	Grace        int64 // ms that a lost player has to return
	GraceClaim   int64 // ms after which the opponent may end the game alone
	RestartGrace int64 // ms that a live game waits after a restart
	NumberReuse  int64 // ms before a seek, game or offer number is given again
	MaxMinutes   int   // largest time of a time control
	MaxSeconds   int   // largest increment
	MaxSeeks     int   // active seeks a player
	MaxObserve   int   // observed games a session
	RatedPerDay  int   // rated games of a person with one computer in a day, 0 for no limit
	MaxMoves     int   // moves of each side before a draw by length
	LagPerMove   int64 // ms of lag that a move is not charged (timeseal)
	LagPerGame   int64 // ms of lag that a side is not charged in a game
	ShoutEvery   int64 // ms between two shouts (two may be saved up)
}

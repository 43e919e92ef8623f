package server

import (
	"epicenter/server/config"
	"epicenter/server/world"
)

// HeadAdmin is the handle of the account that the first start makes.
const HeadAdmin = "Admin"

// WorldConfig is the part of a configuration that rules over play and talk.
func WorldConfig(c config.Config, version string) world.Config {
	return world.Config{
		ServerName: c.Server.Name, Location: c.Server.Location, Contact: c.Server.Contact, MOTD: c.Server.MOTD,
		Version: version, HeadAdmin: HeadAdmin, Zone: c.Server.Timezone,
		Registration: string(c.Login.Registration), ReservedNames: c.Login.ReservedNames,
		IdleTimeout: c.Login.IdleTimeout.Milliseconds(),
		Grace:       c.Play.Grace.Milliseconds(), GraceClaim: c.Play.GraceClaim.Milliseconds(),
		RestartGrace: c.Play.RestartGrace.Milliseconds(), NumberReuse: c.Play.NumberReuse.Milliseconds(),
		MaxMinutes: c.Play.MaxMinutes, MaxSeconds: c.Play.MaxSeconds, MaxSeeks: c.Play.MaxSeeks,
		MaxObserve: c.Play.ObserveMax, MaxMoves: c.Play.MaxMoves,
		ShoutEvery: c.Talk.ShoutEvery.Milliseconds(),
	}
}

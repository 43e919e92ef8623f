package server

import (
	"net/netip"
	"time"

	"epicenter/server/config"
	"epicenter/server/login"
	"epicenter/server/world"
)

// HeadAdmin is the handle of the account that the first start makes.
const HeadAdmin = "Admin"

// WorldConfig is the part of a configuration that rules over play and talk.
func WorldConfig(c config.Config, version string) world.Config {
	var bots []world.HouseBot
	for _, b := range c.Bots.House {
		bots = append(bots, world.HouseBot{Handle: b.Name, Variant: b.Variants[0]})
	}
	return world.Config{
		HouseBots:  bots,
		ServerName: c.Server.Name, Location: c.Server.Location, Contact: c.Server.Contact, MOTD: c.Server.MOTD,
		Version: version, HeadAdmin: HeadAdmin, Zone: c.Server.Timezone,
		Registration: string(c.Login.Registration), ReservedNames: c.Login.ReservedNames,
		IdleTimeout: c.Login.IdleTimeout.Milliseconds(),
		Grace:       c.Play.Grace.Milliseconds(), GraceClaim: c.Play.GraceClaim.Milliseconds(),
		RestartGrace: c.Play.RestartGrace.Milliseconds(), NumberReuse: c.Play.NumberReuse.Milliseconds(),
		MaxMinutes: c.Play.MaxMinutes, MaxSeconds: c.Play.MaxSeconds, MaxSeeks: c.Play.MaxSeeks,
		MaxObserve: c.Play.ObserveMax, MaxMoves: c.Play.MaxMoves, RatedPerDay: c.Play.RatedPerDay,
		LagPerMove: c.Play.LagPerMove.Milliseconds(), LagPerGame: c.Play.LagPerGame.Milliseconds(),
		ShoutEvery: c.Talk.ShoutEvery.Milliseconds(),
	}
}

// conversation is what the login needs of a configuration.
func conversation(c *config.Config, exec bool) login.Options {
	return login.Options{
		Banner: c.Server.Banner, Guests: c.Login.Guests, Attempts: c.Limits.LoginAttempts, Fit: fit(c.Password), Exec: exec,
	}
}

// loginTime is how long the way from the first byte to the world may take.
func loginTime(c *config.Config) time.Duration { return c.Login.Timeout }

// lineLength is the longest line of input, in bytes.
func lineLength(c *config.Config) int { return c.Limits.LineLength }

// room is how many people there may be, and whether guests are among them.
type room struct {
	guests             bool
	players, maxGuests int
}

func roomOf(c *config.Config) room {
	return room{c.Login.Guests, c.Login.MaxPlayers, c.Login.MaxGuests}
}

// pace is how many command points a session earns in a second and saves up.
type pace struct{ rate, burst int }

func paceOf(c *config.Config) pace { return pace{c.Limits.CommandRate, c.Limits.CommandBurst} }

// backoff is the wait after the first wrong password and where its doubling
// ends.
type backoff struct{ step, most time.Duration }

func backoffOf(c *config.Config) backoff {
	return backoff{c.Limits.LoginBackoff, c.Limits.LoginBackoffMax}
}

// proxies are the networks whose word about addresses is believed, and whether
// they give it as a PROXY header.
func proxies(c *config.Config) (trusted []netip.Prefix, header bool) {
	return c.Limits.ProxyNetworks(), c.Limits.ProxyProtocol
}

// origins are the hosts whose pages may connect over WebSocket.
func origins(c *config.Config) []string { return c.Limits.WebOrigins }

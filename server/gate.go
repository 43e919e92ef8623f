package server

import (
	"net/netip"
	"sync"

	"epicenter/server/config"
)

// maxAddresses is how many addresses are remembered; those with a connection
// are never forgotten.
const maxAddresses = 8192

// gate decides who may connect. Its promises (docs/cases.md 97 and 99):
//
//  1. No address, no IPv6 network, and nobody who has not logged in holds more
//     connections than the configuration allows.
//  2. There are never more connections than files may be open, less a reserve
//     for the data file, backups and the control socket.
//  3. Its memory is bounded.
type gate struct {
	now func() int64 // Unix ms, monotonic

	mu      sync.Mutex
	lim     config.Limits
	exempt  []netip.Prefix
	hosts   *recent[netip.Prefix, host]
	open    int
	waiting int // of them, not logged in yet
	most    int // open at once; 0: no bound
}

// host is what is known of an address or of a network.
type host struct {
	open, waiting int
	tokens        float64 // connections that may come now
	at            int64   // when tokens was right
}

func newGate(lim config.Limits, most int, now func() int64) *gate {
	g := &gate{now: now, most: most}
	g.hosts = newRecent[netip.Prefix](maxAddresses, func(h *host) bool { return h.open > 0 })
	g.configure(lim)
	return g
}

// configure puts new limits in force; those who are in stay.
func (g *gate) configure(lim config.Limits) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.lim, g.exempt = lim, lim.ExemptNetworks()
}

// Refusals at the gate: one line that a person understands and a program can
// recognise by its stars, then the connection closes (docs/cases.md 67).
const (
	refuseFull     = "**** The server has no room for more connections; please try again later. ****"
	refuseAddress  = "**** Too many connections from your address; please close one of them first. ****"
	refuseNetwork  = "**** Too many connections from your network; please close one of them first. ****"
	refuseWaiting  = "**** Too many connections from your address are at the login; please finish one first. ****"
	refuseAllWait  = "**** Too many people are at the login just now; please try again in a minute. ****"
	refuseTooQuick = "**** Too many connections from your address in a minute; please wait a little. ****"
)

// pass is one connection that was let through the gate. Its methods may be
// called more than once.
type pass struct {
	g       *gate
	keys    [2]netip.Prefix // address and network; equal unless IPv6
	in, out bool            // has logged in; has left. Guarded by g.mu
}

// hostKeys are the address and the network under which an address counts: for
// IPv6 a /64, which is what one household has.
func hostKeys(a netip.Addr) [2]netip.Prefix {
	a = a.Unmap().WithZone("")
	one := netip.PrefixFrom(a, a.BitLen())
	if a.Is6() {
		if net, err := a.Prefix(64); err == nil {
			return [2]netip.Prefix{one, net}
		}
	}
	return [2]netip.Prefix{one, one}
}

// isExempt tells whether the limits per address do not apply to an address;
// connections without one, from inside, are exempt.
func (g *gate) isExempt(a netip.Addr) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.free(a)
}

func (g *gate) free(a netip.Addr) bool {
	if !a.IsValid() {
		return true
	}
	a = a.Unmap().WithZone("")
	for _, p := range g.exempt {
		if p.Contains(a) {
			return true
		}
	}
	return false
}

// admit lets a connection in, or says why not.
func (g *gate) admit(a netip.Addr) (p *pass, refusal string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.most > 0 && g.open >= g.most {
		return nil, refuseFull
	}
	if g.waiting >= g.lim.Unauthenticated {
		return nil, refuseAllWait
	}
	p = &pass{g: g}
	if !g.free(a) {
		p.keys = hostKeys(a)
		if refusal = g.judge(p.keys); refusal != "" {
			return nil, refusal
		}
		p.count(1, 1)
	}
	g.open++
	g.waiting++
	return p, ""
}

// judge looks at one address and its network.
func (g *gate) judge(keys [2]netip.Prefix) string {
	// The rate is the network's: an IPv6 network has addresses without end.
	net, isNew := g.hosts.get(keys[1])
	now, most := g.now(), float64(g.lim.ConnectionsPerMinute)
	if isNew {
		net.tokens = most
	} else {
		net.tokens = min(most, net.tokens+most*float64(now-net.at)/60_000)
	}
	net.at = now
	if net.tokens < 1 {
		return refuseTooQuick
	}
	net.tokens--
	if keys[0] != keys[1] && net.open >= g.lim.ConnectionsPerNetwork {
		return refuseNetwork
	}
	one, _ := g.hosts.get(keys[0])
	switch {
	case one.open >= g.lim.ConnectionsPerAddress:
		return refuseAddress
	case one.waiting >= g.lim.UnauthenticatedPerAddress:
		return refuseWaiting
	}
	return ""
}

// count adds to the open and waiting connections of the pass's hosts.
func (p *pass) count(open, waiting int) {
	for i, k := range p.keys {
		if !k.IsValid() || i == 1 && k == p.keys[0] {
			continue
		}
		h, _ := p.g.hosts.get(k)
		h.open += open
		h.waiting += waiting
	}
}

// locate says where a connection that was let in without an address comes from,
// or why it may not stay. The first address counts.
func (p *pass) locate(a netip.Addr) (refusal string) {
	p.g.mu.Lock()
	defer p.g.mu.Unlock()
	if p.out || p.keys[0].IsValid() || p.g.free(a) {
		return ""
	}
	keys := hostKeys(a)
	if refusal = p.g.judge(keys); refusal != "" {
		return refusal
	}
	p.keys = keys
	waiting := 1
	if p.in {
		waiting = 0
	}
	p.count(1, waiting)
	return ""
}

// enter notes that the connection's owner has logged in.
func (p *pass) enter() {
	p.g.mu.Lock()
	defer p.g.mu.Unlock()
	if !p.in && !p.out {
		p.in = true
		p.g.waiting--
		p.count(0, -1)
	}
}

// leave notes that the connection has ended.
func (p *pass) leave() {
	p.g.mu.Lock()
	defer p.g.mu.Unlock()
	if p.out {
		return
	}
	p.out = true
	p.g.open--
	waiting := 0
	if !p.in {
		p.g.waiting--
		waiting = -1
	}
	p.count(-1, waiting)
}

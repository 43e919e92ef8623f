package server_test

import (
	"strings"
	"testing"
	"time"

	"epicenter/server/config"
)

const (
	proxyAddr = "10.0.0.9"
	tooMany   = "**** Too many connections from your address; please close one of them first. ****\n"
)

// behindProxies trusts one proxy and lets an address have two connections.
func behindProxies(header bool) func(*config.Config) {
	return func(c *config.Config) {
		c.Limits.TrustedProxies, c.Limits.ProxyProtocol = []string{proxyAddr}, header
		c.Limits.ConnectionsPerAddress = 2
	}
}

// With limits.proxy_protocol the header names the person: for the world and for
// the limits of an address, not the proxy for which there are none.
func TestProxyHeader(t *testing.T) {
	inTown(t, behindProxies(true), func(o *town) {
		o.loop.places = true
		visit := func(header string) *peer {
			p := o.connect(proxyAddr)
			p.type_(header)
			return p
		}
		from := func(want string) {
			t.Helper()
			if got := o.loop.took(); len(got) != 1 || !strings.HasSuffix(got[0], " from "+want) {
				t.Errorf("%q, want somebody from %s", got, want)
			}
		}
		for range 2 {
			visit("PROXY TCP4 192.0.2.7 127.0.0.1 4000 5000\r\nguest\n\n")
			from("192.0.2.7")
		}
		visit("PROXY TCP4 192.0.2.7 127.0.0.1 4000 5000\r\n").sees(tooMany + "[closed]")
		visit("PROXY TCP4 192.0.2.8 127.0.0.1 4000 5000\r\nguest\n\n")
		from("192.0.2.8")
		visit("PROXY UNKNOWN\r\nguest\n\n")
		from(proxyAddr)
	})
}

func TestProxyWithoutHeader(t *testing.T) {
	const refused = "**** Your proxy did not say whom it stands for (limits.proxy_protocol is on). ****\n[closed]"
	inTown(t, behindProxies(true), func(o *town) {
		p := o.connect(proxyAddr)
		p.type_("guest\n")
		p.sees(refused)
		silent := o.connect(proxyAddr)
		silent.sees("")
		time.Sleep(6 * time.Second)
		silent.sees(refused)
		// What others say about themselves is believed of nobody.
		other := o.connect("192.0.2.1")
		other.type_("PROXY TCP4 192.0.2.7 127.0.0.1 4000 5000\r\n")
		other.endsWith("Try again.\n\nlogin: ")
		// A stop does not wait for a proxy that is silent.
		o.connect(proxyAddr)
	})
}

// Without it a gateway may say it in its first line, and nobody after it
// (docs/protocol.md §1.3).
func TestGateway(t *testing.T) {
	inTown(t, behindProxies(false), func(o *town) {
		o.loop.places = true
		for _, tt := range []struct{ from, typed, want string }{
			{proxyAddr, "%i192.0.2.7\n", "192.0.2.7"},
			{proxyAddr, "%i 192.0.2.7\n%i6.6.6.6\n", "192.0.2.7"},
			{proxyAddr, "%b1\n%i6.6.6.6\n", proxyAddr},
			{proxyAddr, "%i nonsense\n%i6.6.6.6\n", proxyAddr},
			{proxyAddr, "", proxyAddr},
			{"192.0.2.1", "%i6.6.6.6\n", "192.0.2.1"},
		} {
			p := o.connect(tt.from)
			p.type_(tt.typed + "guest\n\n")
			if got := o.loop.took(); len(got) != 1 || !strings.HasSuffix(got[0], " from "+tt.want) {
				t.Errorf("%s, %q: %q, want %s", tt.from, tt.typed, got, tt.want)
			}
		}
		p := o.connect(proxyAddr)
		p.type_("%i192.0.2.7\n")
		p.sees(askName + tooMany + "[closed]")
	})
}

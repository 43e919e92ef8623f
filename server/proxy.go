package server

import (
	"net"
	"net/netip"
	"strings"
	"syscall"
	"time"

	"epicenter/server/proxyproto"
)

// headerTime is how long a trusted proxy may take to say whom it stands for.
const headerTime = 5 * time.Second

// refuseHeader answers a proxy that does not do what the configuration says.
const refuseHeader = "**** Your proxy did not say whom it stands for (limits.proxy_protocol is on). ****"

// trusts tells the addresses of proxies that are believed when they say where a
// connection comes from.
func (s *Server) trusts(a netip.Addr) bool {
	trusted, _ := proxies(s.Config())
	for _, p := range trusted {
		if p.Contains(a) {
			return true
		}
	}
	return false
}

// introduced reads the PROXY header of a connection and gives it the address
// that stands there, or says why it may not stay.
func (s *Server) introduced(c net.Conn, p *Pass) (named net.Conn, refusal string) {
	ended := make(chan struct{})
	s.bare(c, ended)
	defer s.dressed(c)
	defer close(ended)
	if err := c.SetReadDeadline(time.Now().Add(headerTime)); err != nil {
		return c, refuseHeader
	}
	real, err := proxyproto.Read(c)
	if err == nil {
		err = c.SetReadDeadline(time.Time{})
	}
	switch {
	case err != nil:
		s.hush.note("no PROXY header", addrOf(c), "err", err)
		return c, refuseHeader
	case !real.IsValid():
		return c, "" // the proxy speaks for itself
	}
	named = rename(c, real)
	refusal = p.Locate(real)
	p.Locate = nil
	return named, refusal
}

// rename gives a connection another address. What the telnet transport uses of
// TCP connections stays usable.
func rename(c net.Conn, a netip.Addr) net.Conn {
	addr := net.TCPAddrFromAddrPort(netip.AddrPortFrom(a, 0))
	if t, ok := c.(*net.TCPConn); ok {
		return renamedTCP{t, addr}
	}
	return renamed{c, addr}
}

type renamed struct {
	net.Conn
	addr net.Addr
}

// RemoteAddr is the address of whom the proxy stands for.
func (r renamed) RemoteAddr() net.Addr { return r.addr }

type renamedTCP struct {
	*net.TCPConn
	addr net.Addr
}

// RemoteAddr is the address of whom the proxy stands for.
func (r renamedTCP) RemoteAddr() net.Addr { return r.addr }

var _ syscall.Conn = renamedTCP{}

// gateway takes the line by which a trusted gateway says where a connection
// comes from: %i and the address (docs/protocol.md §1.3). Only the first line of
// a connection is the gateway's own; what its user types behind is not believed.
func (x *session) gateway(line string) (refusal string) {
	locate := x.pass.Locate
	x.pass.Locate = nil
	text, ok := strings.CutPrefix(line, "%i")
	if !ok || locate == nil {
		return ""
	}
	a, err := netip.ParseAddr(strings.TrimSpace(text))
	if err != nil || a.Zone() != "" {
		return ""
	}
	x.addr = a.Unmap()
	return locate(x.addr)
}

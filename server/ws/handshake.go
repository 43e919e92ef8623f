package ws

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"time"

	"github.com/coder/websocket"

	"epicenter/server/transport"
)

// Bounds of the HTTP request that opens a session.
const (
	maxRequest           = 16 << 10
	defaultHandshakeTime = 10 * time.Second
	bufferSize           = 1 << 10
)

// notWebSocket answers browsers and whatever else speaks plain HTTP.
const notWebSocket = "This port is for chess clients that speak WebSocket. Open a page that has one, " +
	"or connect with telnet or ssh to the other ports of this server.\n"

// Accept reads the HTTP request of a connection and makes a session of it, which
// owns the connection from then on. Otherwise the client has been answered, and
// the caller closes the connection.
func Accept(conn net.Conn, opt *Options) (*Conn, error) {
	wait := opt.HandshakeTime
	if wait == 0 {
		wait = defaultHandshakeTime
	}
	if err := conn.SetDeadline(time.Now().Add(wait)); err != nil {
		return nil, fmt.Errorf("bound the time of a handshake: %w", err)
	}
	a := &answer{conn: conn, header: http.Header{}}
	a.in = bufio.NewReaderSize(io.LimitReader(conn, maxRequest), bufferSize)
	req, err := http.ReadRequest(a.in)
	if err != nil {
		http.Error(a, notWebSocket, http.StatusBadRequest)
		return nil, errors.Join(fmt.Errorf("read the request of a handshake: %w", err), a.end())
	}
	if req.Header.Get("Upgrade") == "" {
		a.header.Set("Upgrade", "websocket")
		a.header.Set("Connection", "Upgrade")
		http.Error(a, notWebSocket, http.StatusUpgradeRequired)
		return nil, errors.Join(errors.New("a request that asks for no WebSocket"), a.end())
	}
	ws, err := websocket.Accept(a, req, &websocket.AcceptOptions{OriginPatterns: opt.Origins})
	if err != nil {
		return nil, errors.Join(err, a.end())
	}
	if err := conn.SetDeadline(time.Time{}); err != nil {
		return nil, fmt.Errorf("end the time of a handshake: %w", err)
	}
	peer := transport.AddrOf(conn.RemoteAddr())
	return newConn(conn, ws, Forwarded(peer, req.Header.Values("X-Forwarded-For"), opt.Trusted), opt), nil
}

// Forwarded is the address of a client behind proxies: each proxy has appended
// the address that it saw, so the list is read from its end as long as those who
// wrote it are trusted. What a client has put before is never believed.
func Forwarded(peer netip.Addr, lists []string, trusted func(netip.Addr) bool) netip.Addr {
	seen := strings.Split(strings.Join(lists, ","), ",")
	for i := len(seen) - 1; i >= 0 && trusted != nil && trusted(peer); i-- {
		next := parseForwarded(strings.TrimSpace(seen[i]))
		if !next.IsValid() {
			break
		}
		peer = next
	}
	return peer
}

// parseForwarded reads an element of the list; some proxies write the port too.
func parseForwarded(s string) netip.Addr {
	if a, err := netip.ParseAddr(strings.Trim(s, "[]")); err == nil {
		return a.Unmap().WithZone("")
	}
	if ap, err := netip.ParseAddrPort(s); err == nil {
		return ap.Addr().Unmap().WithZone("")
	}
	return netip.Addr{}
}

// answer is the http.ResponseWriter of one handshake. A server of package http
// would bring its own goroutine and its own buffers for this one request.
type answer struct {
	conn   net.Conn
	in     *bufio.Reader
	header http.Header
	status int
	body   bytes.Buffer
	err    error
}

// Header, Write and WriteHeader make an http.ResponseWriter.
func (a *answer) Header() http.Header { return a.header }

func (a *answer) Write(p []byte) (int, error) { return a.body.Write(p) }

// WriteHeader sends the answer that opens a session at once, others at the end.
func (a *answer) WriteHeader(status int) {
	a.status = status
	if status == http.StatusSwitchingProtocols {
		a.err = a.send()
	}
}

// Hijack hands the connection over (http.Hijacker).
func (a *answer) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	return a.conn, bufio.NewReadWriter(a.in, bufio.NewWriterSize(a.conn, bufferSize)), a.err
}

// end sends an answer that opens nothing.
func (a *answer) end() error {
	if a.status == 0 || a.status == http.StatusSwitchingProtocols {
		return a.err
	}
	a.header.Set("Connection", "close")
	a.header.Set("Content-Length", fmt.Sprint(a.body.Len()))
	return a.send()
}

func (a *answer) send() error {
	var b bytes.Buffer
	fmt.Fprintf(&b, "HTTP/1.1 %d %s\r\n", a.status, http.StatusText(a.status))
	if err := a.header.Write(&b); err != nil {
		return err
	}
	b.WriteString("\r\n")
	b.Write(a.body.Bytes())
	_, err := a.conn.Write(b.Bytes())
	return err
}

// Refusal is the HTTP answer for a client that is not let in at all.
func Refusal(line string) string {
	return fmt.Sprintf("HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain; charset=utf-8\r\n"+
		"Connection: close\r\nContent-Length: %d\r\n\r\n%s\n", len(line)+1, line)
}

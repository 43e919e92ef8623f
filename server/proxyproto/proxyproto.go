// Package proxyproto reads the header by which a proxy in front of a TCP server
// tells whom a connection comes from: versions 1 and 2 of the PROXY protocol
// (HAProxy, "The PROXY protocol", 2020). Whether the other end may say so is its
// caller's business.
package proxyproto

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net/netip"
	"strings"
)

// signature begins a header of version 2 (§2.2).
const signature = "\r\n\r\n\x00\r\nQUIT\n"

// maxLine is the longest header of version 1, with its CR LF (§2.1).
const maxLine = 107

// Fields of version 2 (§2.2).
const (
	version2  = 0x20
	cmdLocal  = 0x0
	cmdProxy  = 0x1
	familyTCP = 0x1 // low half of the family byte
	inet      = 0x1 // high half
	inet6     = 0x2
)

// ErrNone tells that a connection begins with no header.
var ErrNone = errors.New("the connection does not begin with a PROXY header")

// Read takes the header off a connection, and not a byte more. The address is
// zero when the proxy speaks for itself, as in a check of health.
func Read(r io.Reader) (netip.Addr, error) {
	var first [1]byte
	if _, err := io.ReadFull(r, first[:]); err != nil {
		return netip.Addr{}, fmt.Errorf("read a PROXY header: %w", err)
	}
	switch first[0] {
	case 'P':
		return readLine(r)
	case signature[0]:
		return readBinary(r)
	}
	return netip.Addr{}, ErrNone
}

// readLine reads version 1 behind its P, byte by byte, as its length is not
// known.
func readLine(r io.Reader) (netip.Addr, error) {
	line := []byte{'P'}
	for {
		var c [1]byte
		if _, err := io.ReadFull(r, c[:]); err != nil {
			return netip.Addr{}, fmt.Errorf("read a PROXY header: %w", err)
		}
		line = append(line, c[0])
		if c[0] == '\n' {
			break
		}
		if len(line) >= len("PROXY ") && string(line[:len("PROXY ")]) != "PROXY " {
			return netip.Addr{}, ErrNone
		}
		if len(line) >= maxLine {
			return netip.Addr{}, errors.New("a PROXY header without end")
		}
	}
	text, ok := strings.CutSuffix(string(line), "\r\n")
	f := strings.Split(text, " ")
	switch {
	case !ok || f[0] != "PROXY" || len(f) < 2:
		return netip.Addr{}, ErrNone
	case f[1] == "UNKNOWN":
		return netip.Addr{}, nil
	case len(f) != 6 || f[1] != "TCP4" && f[1] != "TCP6":
		return netip.Addr{}, fmt.Errorf("a PROXY header that says %.60q", text)
	}
	a, err := netip.ParseAddr(f[2])
	if err != nil || a.Zone() != "" || a.Is4() != (f[1] == "TCP4") {
		return netip.Addr{}, fmt.Errorf("a PROXY header with the address %.60q", f[2])
	}
	return a.Unmap(), nil
}

// readBinary reads version 2 behind its first byte.
func readBinary(r io.Reader) (netip.Addr, error) {
	var head [15]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return netip.Addr{}, fmt.Errorf("read a PROXY header: %w", err)
	}
	if string(head[:11]) != signature[1:] {
		return netip.Addr{}, ErrNone
	}
	command, family, size := head[11], head[12], int(binary.BigEndian.Uint16(head[13:]))
	var body [36]byte // two IPv6 addresses and ports; what follows are extensions
	n := min(size, len(body))
	if _, err := io.ReadFull(r, body[:n]); err != nil {
		return netip.Addr{}, fmt.Errorf("read a PROXY header: %w", err)
	}
	if _, err := io.CopyN(io.Discard, r, int64(size-n)); err != nil {
		return netip.Addr{}, fmt.Errorf("read a PROXY header: %w", err)
	}
	switch {
	case command == version2|cmdLocal:
		return netip.Addr{}, nil
	case command != version2|cmdProxy:
		return netip.Addr{}, fmt.Errorf("a PROXY header of version and command %#x", command)
	case family == inet<<4|familyTCP && n >= 12:
		return netip.AddrFrom4([4]byte(body[:4])), nil
	case family == inet6<<4|familyTCP && n >= 36:
		return netip.AddrFrom16([16]byte(body[:16])).Unmap(), nil
	case family == 0:
		return netip.Addr{}, nil // AF_UNSPEC: the proxy does not know
	}
	return netip.Addr{}, fmt.Errorf("a PROXY header of family %#x with %d bytes", family, size)
}

package proxyproto

import (
	"errors"
	"io"
	"net/netip"
	"strings"
	"testing"
)

const (
	four = "\xc0\x00\x02\x07\x7f\x00\x00\x01\xd4\x31\x13\x88"
	six  = "\x20\x01\x0d\xb8\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x07" +
		"\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x01\xd4\x31\x13\x88"
)

var headers = []struct {
	name, in string
	want     string // empty: the proxy itself
	bad      bool
}{
	{"one", "PROXY TCP4 192.0.2.7 127.0.0.1 54321 5000\r\n", "192.0.2.7", false},
	{"one, IPv6", "PROXY TCP6 2001:db8::7 ::1 54321 5000\r\n", "2001:db8::7", false},
	{"one, IPv4 in IPv6", "PROXY TCP6 ::ffff:192.0.2.7 ::1 54321 5000\r\n", "192.0.2.7", false},
	{"one, unknown", "PROXY UNKNOWN\r\n", "", false},
	{"one, unknown with addresses", "PROXY UNKNOWN ffff::1 ffff::2 1 2\r\n", "", false},
	{"two", signature + "\x21\x11\x00\x0c" + four, "192.0.2.7", false},
	{"two, IPv6", signature + "\x21\x21\x00\x24" + six, "2001:db8::7", false},
	{"two with extensions", signature + "\x21\x11\x00\x10" + four + "\x03\x00\x01x", "192.0.2.7", false},
	{"two with long extensions", signature + "\x21\x11\xff\xff" + four + strings.Repeat("x", 0xffff-12), "192.0.2.7", false},
	{"two, local", signature + "\x20\x00\x00\x00", "", false},
	{"two, unspecified", signature + "\x21\x00\x00\x00", "", false},
	{"a name", "guest\r\n", "", true},
	{"a name with P", "Peter\r\n", "", true},
	{"HTTP", "POST / HTTP/1.1\r\n", "", true},
	{"nothing", "", "", true},
	{"no end", "PROXY TCP4 " + strings.Repeat("1", 200), "", true},
	{"LF alone", "PROXY UNKNOWN\n", "", true},
	{"no address", "PROXY TCP4 nobody 127.0.0.1 1 2\r\n", "", true},
	{"the wrong family", "PROXY TCP4 2001:db8::7 ::1 1 2\r\n", "", true},
	{"a zone", "PROXY TCP6 fe80::1%eth0 ::1 1 2\r\n", "", true},
	{"too few words", "PROXY TCP4 192.0.2.7\r\n", "", true},
	{"cut", "PROXY TCP4 192", "", true},
	{"another signature", "\r\n\r\n\x00\r\nQUIT\r\x21\x11\x00\x0c" + four, "", true},
	{"version three", signature + "\x31\x11\x00\x0c" + four, "", true},
	{"a command unknown", signature + "\x22\x11\x00\x0c" + four, "", true},
	{"UDP", signature + "\x21\x12\x00\x0c" + four, "", true},
	{"IPv6 too short", signature + "\x21\x21\x00\x0c" + four, "", true},
	{"two, cut", signature + "\x21\x11\x00\x0c" + four[:5], "", true},
	{"extensions cut", signature + "\x21\x11\x00\x60" + six, "", true},
}

func TestRead(t *testing.T) {
	for _, h := range headers {
		t.Run(h.name, func(t *testing.T) {
			r := strings.NewReader(h.in + "guest\n")
			if h.bad {
				r = strings.NewReader(h.in)
			}
			got, err := Read(r)
			if (err != nil) != h.bad {
				t.Fatalf("error %v", err)
			}
			var want netip.Addr
			if h.want != "" {
				want = netip.MustParseAddr(h.want)
			}
			if got != want {
				t.Errorf("%v, want %v", got, want)
			}
			if rest, _ := io.ReadAll(r); !h.bad && string(rest) != "guest\n" {
				t.Errorf("left %q", rest)
			}
		})
	}
	if _, err := Read(strings.NewReader("guest\n")); !errors.Is(err, ErrNone) {
		t.Errorf("a line: %v", err)
	}
}

func FuzzRead(f *testing.F) {
	for _, h := range headers {
		f.Add([]byte(h.in))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		r := strings.NewReader(string(in))
		a, err := Read(r)
		if err != nil && a.IsValid() {
			t.Fatalf("%v with %v", a, err)
		}
		if a.Zone() != "" || a.Is4In6() {
			t.Fatalf("address %v", a)
		}
	})
}

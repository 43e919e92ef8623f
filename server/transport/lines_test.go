package transport

import (
	"net"
	"net/netip"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func cut(l *Lines, in string) (out []Line) {
	for _, c := range []byte(in) {
		if l.Add(c) {
			out = append(out, LineOf(l.Take()))
		}
	}
	return out
}

func texts(lines []Line) (out []string) {
	for _, l := range lines {
		out = append(out, l.Text)
	}
	return out
}

func TestLineEnds(t *testing.T) {
	tests := []struct {
		name, in string
		want     []string
	}{
		{"CR NUL, docs/cases.md 43", "guest\r\x00\r\x00who\r\x00", []string{"guest", "", "who"}},
		{"mixed, docs/cases.md 45", "guest\n\nwho\r\nfinger\r\x00games\r", []string{"guest", "", "who", "finger", "games"}},
		{"CR CR LF", "a\r\r\n", []string{"a", ""}},
		{"NUL inside", "w\x00ho\n", []string{"who"}},
		{"unended", "who", nil},
		{"backspace, docs/cases.md 51", "wxx\x08\x08ho\n", []string{"who"}},
		{"delete", "wxx\x7f\x7fho\n", []string{"who"}},
		{"past the start", "\x08\x08\x08\n", []string{""}},
		{"past the start, then text", "\x08a\x08\x08b\n", []string{"b"}},
		{"over a UTF-8 character", "gr\u00fc\x08u\n", []string{"gru"}},
		{"over a broken one", "gr\xfc\x08u\n", []string{"gru"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if d := cmp.Diff(tt.want, texts(cut(&Lines{}, tt.in))); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestOverlongLineIsCutOnce(t *testing.T) {
	l := Lines{Max: 10}
	got := cut(&l, "0123456789\n"+strings.Repeat("x", 5000)+"\r\nwho\n")
	want := []Line{
		{Text: "0123456789"},
		{Text: "xxxxxxxxxx", Overlong: true},
		{Text: "who"},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	l = Lines{}
	if got := cut(&l, strings.Repeat("x", 1<<20)); got != nil || cap(l.buf) > 2*DefaultMaxLine {
		t.Errorf("%d lines, buffer of %d bytes", len(got), cap(l.buf))
	}
	cut(&l, "\n")
	if cap(l.buf) > keepLine {
		t.Errorf("a quiet session keeps %d bytes", cap(l.buf))
	}
}

func TestMuteAndErase(t *testing.T) {
	var l Lines
	cut(&l, "half")
	l.Erase()
	if d := cmp.Diff([]string{"who"}, texts(cut(&l, "who\n"))); d != "" {
		t.Error(d)
	}
	cut(&l, "half")
	l.Mute()
	if d := cmp.Diff([]string{"who"}, texts(cut(&l, "line\r\nwho\n"))); d != "" {
		t.Error(d)
	}
}

func TestClamp(t *testing.T) {
	tests := []struct {
		w, h int
		want Window
	}{
		{80, 24, Window{80, 24}},
		{0, 0, Window{0, 0}},
		{-1, -1, Window{0, 0}},
		{1, 1, Window{MinWidth, MinHeight}},
		{65535, 65535, Window{MaxWidth, MaxHeight}},
	}
	for _, tt := range tests {
		if got := Clamp(tt.w, tt.h); got != tt.want {
			t.Errorf("Clamp(%d, %d) = %v, want %v", tt.w, tt.h, got, tt.want)
		}
	}
}

func TestAddrOf(t *testing.T) {
	pipe, _ := net.Pipe()
	tests := []struct {
		in   net.Addr
		want netip.Addr
	}{
		{&net.TCPAddr{IP: net.ParseIP("::ffff:10.0.0.1"), Port: 1}, netip.MustParseAddr("10.0.0.1")},
		{&net.TCPAddr{IP: net.ParseIP("fe80::1"), Zone: "eth0"}, netip.MustParseAddr("fe80::1")},
		{&net.UDPAddr{IP: net.IPv4(1, 2, 3, 4), Port: 7}, netip.MustParseAddr("1.2.3.4")},
		{pipe.RemoteAddr(), netip.Addr{}},
		{nil, netip.Addr{}},
	}
	for _, tt := range tests {
		if got := AddrOf(tt.in); got != tt.want {
			t.Errorf("AddrOf(%v) = %v, want %v", tt.in, got, tt.want)
		}
	}
}

func TestMethodWords(t *testing.T) {
	got := []string{Unverified.String(), NoPassword.String(), Password.String(), Key.String()}
	if d := cmp.Diff([]string{"unverified", "none", "password", "key"}, got); d != "" {
		t.Error(d)
	}
}

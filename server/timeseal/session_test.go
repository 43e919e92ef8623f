package timeseal

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"epicenter/server/transport"
)

// sealed is a line of zseal, without its LF.
func sealed(text string, stamp int64) string {
	return strings.TrimSuffix(string(Form{}.Encode(nil, text, stamp)), "\n")
}

func TestSession(t *testing.T) {
	hello1, hello2 := sealed("TIMESTAMP|ana|x|", 1), sealed(Hello(Two, "ana", "x"), 1)
	line := func(text string) transport.Line { return transport.Line{Text: text} }
	stamped := func(text string, at int64) transport.Line {
		return transport.Line{Text: text, Sealed: true, Stamp: at}
	}
	tests := []struct {
		name    string
		in      []string
		version Version
		want    []transport.Event
	}{
		{"first", []string{hello1, sealed("guest", 5), sealed("", 6)}, One, []transport.Event{stamped("guest", 5), stamped("", 6)}},
		{"second", []string{hello2, sealed("guest", 5)}, Two, []transport.Event{stamped("guest", 5)}},
		{"pong", []string{hello1, sealed(Pong, 77)}, One, []transport.Event{transport.Pong{Stamp: 77}}},
		{"backspace inside", []string{hello1, sealed("e2e5\b4", 7)}, One, []transport.Event{stamped("e2e4", 7)}},
		{"plain", []string{"guest", "who"}, None, []transport.Event{line("guest"), line("who")}},
		{"plain hello is a name like any other", []string{"TIMESTAMP|ana|x|"}, None, []transport.Event{line("TIMESTAMP|ana|x|")}},
		{"hello behind another line", []string{"guest", hello1}, None, []transport.Event{line("guest"), transport.LineOf([]byte(hello1), false)}},
		{"plain line behind a hello", []string{hello1, "e2e4", sealed("e7e5", 9)}, One, []transport.Event{line("e2e4"), stamped("e7e5", 9)}},
		{"eight bits behind a hello", []string{hello1, "tell bob \xc3\xa9"}, One, []transport.Event{line("tell bob ??")}},
		{"two hellos", []string{hello1, hello2}, One, []transport.Event{stamped("TIMESEAL2|ana|x|", 1)}},
		{"stamps of any kind", []string{hello1, sealed("a", 9999999), sealed("b", 3), sealed("c", 1718000000123)}, One, []transport.Event{stamped("a", 9999999), stamped("b", 3), stamped("c", 1718000000123)}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var s Session
			var got []transport.Event
			for _, in := range tt.in {
				if ev := s.Event([]byte(in), false); ev != nil {
					got = append(got, ev)
				}
			}
			if d := cmp.Diff(tt.want, got); d != "" {
				t.Error(d)
			}
			if s.Version() != tt.version || s.Timeseal() != int(tt.version) {
				t.Errorf("version %d, want %d", s.Version(), tt.version)
			}
		})
	}
}

func TestSessionOverlong(t *testing.T) {
	var s Session
	if ev := s.Event([]byte(sealed("TIMESTAMP|x|y|", 1)), true); !ev.(transport.Line).Overlong || s.Version() != None {
		t.Errorf("an overlong hello: %v, version %d", ev, s.Version())
	}
	s = Session{}
	s.Event([]byte(sealed("TIMESTAMP|x|y|", 1)), false)
	l := s.Event(bytes.Repeat([]byte{0x9A}, 100), true).(transport.Line)
	if !l.Overlong || l.Sealed || l.UTF8 || strings.Trim(l.Text, "?") != "" {
		t.Errorf("an overlong sealed line: %+v", l)
	}
}

// FuzzSession: nothing that a client sends behind a hello makes an event that is
// not a clean line or a pong.
func FuzzSession(f *testing.F) {
	f.Add([]byte("e2e4\n" + sealed("e7e5", 4) + "\n" + sealed(Pong, 5)))
	f.Add([]byte("\xff\xfe\n\x80\n" + strings.Repeat("\x9a", 24) + "\x80"))
	f.Fuzz(func(t *testing.T, in []byte) {
		var s, plain Session
		s.Event([]byte(sealed("TIMESEAL2|x|y|", 1)), false)
		plain.Event([]byte("guest"), false)
		for _, raw := range bytes.Split(in, []byte("\n")) {
			if _, ok := plain.Event(bytes.Clone(raw), false).(transport.Line); !ok {
				t.Fatalf("%q of a plain session is no line", raw)
			}
			switch ev := s.Event(bytes.Clone(raw), false).(type) {
			case transport.Line:
				if ev.UTF8 || !utf8.ValidString(ev.Text) || strings.ContainsAny(ev.Text, "\x00\r\n\x02") || ev.Stamp < 0 {
					t.Fatalf("%q became %+v", raw, ev)
				}
			case transport.Pong:
			default:
				t.Fatalf("%q became %T", raw, ev)
			}
		}
		if s.Version() != Two || plain.Version() != None {
			t.Fatal("the version changed")
		}
	})
}

func TestFilter(t *testing.T) {
	tests := []struct {
		version  Version
		in, want string
		pings    int
	}{
		{One, "fics% \n\r[G]\n\r\n\r<12> x\n\r", "fics% \n\r\n\r<12> x\n\r", 1},
		{One, "[[G]\n[G]\n\r[G]\n\r[Gx]", "[[G]\n[Gx]", 2},
		{One, "[G]\x00", "[G]\x00", 0},
		{Two, "a[G]\x00[G]\x00b[[G]\x00[G]!", "ab[[G]!", 3},
		{None, "\n\r[G]\n\r[G]\x00", "\n\r[G]\n\r[G]\x00", 0},
	}
	for _, tt := range tests {
		for size := 1; size <= len(tt.in); size++ { // however it is cut
			f := Filter{Version: tt.version}
			var out []byte
			n, pings := 0, 0
			for rest := []byte(tt.in); len(rest) > 0; rest = rest[min(size, len(rest)):] {
				out, n = f.Feed(out, rest[:min(size, len(rest))])
				pings += n
			}
			if string(out) != tt.want || pings != tt.pings {
				t.Errorf("%q in pieces of %d: %q with %d pings, want %q with %d", tt.in, size, out, pings, tt.want, tt.pings)
			}
		}
	}
}

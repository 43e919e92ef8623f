package telnet

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"epicenter/server/transport"
)

// run feeds a stream and returns what came out, one string an event, and the
// replies.
func run(p *parser, in string) (events []string, reply string) {
	for _, c := range []byte(in) {
		switch p.feed(c) {
		case line:
			l := transport.LineOf(p.lines.Take())
			s := fmt.Sprintf("%q", l.Text)
			if l.Overlong {
				s += " overlong"
			}
			events = append(events, s)
		case window:
			events = append(events, fmt.Sprintf("%dx%d", p.size.Width, p.size.Height))
		case interrupt:
			events = append(events, "interrupt")
		}
	}
	reply = string(p.reply)
	p.reply = nil
	return events, reply
}

const askSize = "\xff\xfd\x1f"

func TestParser(t *testing.T) {
	tests := []struct {
		name, in string
		want     []string
		reply    string
	}{
		{"silent", "guest\r\n", []string{`"guest"`}, ""},
		{"literal 255, docs/cases.md 47", "tell bob a\xff\xffb\r\n", []string{"\"tell bob a\uFFFDb\""}, ""},
		{"lone IAC at the end", "who\n\xff", []string{`"who"`}, ""},
		{"window of 255, docs/cases.md 49", "\xff\xfa\x1f\x00\xff\xff\x00\x19\xff\xf0who\n", []string{"240x25", `"who"`}, ""},
		{"255 not doubled", "\xff\xfa\x1f\x00\xff\x00\x19\xff\xf0who\n", []string{"240x25", `"who"`}, ""},
		{"window of 80", "\xff\xfa\x1f\x00\x50\x00\x18\xff\xf0", []string{"80x24"}, ""},
		{"window unknown", "\xff\xfa\x1f\x00\x00\x00\x00\xff\xf0", nil, ""},
		{"window immense", "\xff\xfa\x1f\xff\xff\xff\xff\xff\xff\xff\xff\xff\xf0", []string{"240x240"}, ""},
		{"window tiny", "\xff\xfa\x1f\x00\x01\x00\x01\xff\xf0", []string{"20x5"}, ""},
		{"window short and long", "\xff\xfa\x1f\x00\x50\x00\xff\xf0\xff\xfa\x1f\x00\x50\x00\x18\x00\xff\xf0", nil, ""},
		{"same window again", strings.Repeat("\xff\xfa\x1f\x00\x50\x00\x18\xff\xf0", 1000), []string{"80x24"}, ""},
		{"other subnegotiation", "\xff\xfa\x18\x00xterm\n\xff\xf0who\n", []string{`"who"`}, ""},
		{"never ended, another command", "\xff\xfa\x1f\x00\xff\xf4who\n", []string{"interrupt", `"who"`}, ""},
		{"never ended", "\xff\xfa\x1f" + strings.Repeat("x", 1<<20) + "\nwho\n", []string{`"who"`}, ""},
		{"interrupt and break", "wh\xff\xf4o\xff\xf3\n", []string{"interrupt", "interrupt", `"who"`}, ""},
		{"erase character and line", "junk\xff\xf8whoo\xff\xf7\n", []string{`"who"`}, ""},
		{"are you there", "\xff\xf6", nil, "\n\r[Yes]\n\r"},
		{"nop, go ahead, unknown", "w\xff\xf1h\xff\xf9\xff\x01o\n", []string{`"who"`}, ""},
		{"option bytes stay out of the line", "w\xff\xfb\nh\xff\xfd\ro\n", []string{`"who"`}, askSize + "\xff\xfe\n\xff\xfc\r"},
		{"overlong", strings.Repeat("x", 5000) + "\nwho\n", []string{fmt.Sprintf("%q overlong", strings.Repeat("x", 4096)), `"who"`}, ""},
		// docs/cases.md 95: the server sees the raw first line.
		{"http", "GET / HTTP/1.1\r\nHost: x\r\n\r\n", []string{`"GET / HTTP/1.1"`, `"Host: x"`, `""`}, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			events, reply := run(&parser{}, tt.in)
			if d := cmp.Diff(tt.want, events); d != "" {
				t.Error(d)
			}
			if reply != tt.reply {
				t.Errorf("reply %q, want %q", reply, tt.reply)
			}
		})
	}
}

func TestNegotiation(t *testing.T) {
	tests := []struct {
		name string
		in   []string // hide and show are ours
		want []string
	}{
		{"inetutils telnet", []string{"\xff\xfd\x03\xff\xfb\x18\xff\xfb\x1f"}, []string{askSize + "\xff\xfc\x03\xff\xfe\x18"}},
		{"size offered first", []string{"\xff\xfb\x1f", "\xff\xfb\x1f"}, []string{askSize, ""}},
		{"size refused", []string{"\xff\xfb\x18", "\xff\xfc\x1f"}, []string{askSize + "\xff\xfe\x18", ""}},
		{"refusals are not answered", []string{"\xff\xfe\x05\xff\xfc\x05"}, []string{askSize}},
		{"timing mark, each time", []string{"\xff\xfd\x06", "\xff\xfd\x06"}, []string{askSize + "\xff\xfb\x06", "\xff\xfb\x06"}},
		{"echo wanted unasked", []string{"\xff\xfd\x01"}, []string{askSize + "\xff\xfc\x01"}},
		{"password", []string{"hide", "\xff\xfd\x01", "show", "\xff\xfe\x01"}, []string{"\xff\xfb\x01", "", "\xff\xfc\x01", ""}},
		{"password, answers late", []string{"hide", "show", "\xff\xfd\x01\xff\xfe\x01"}, []string{"\xff\xfb\x01", "\xff\xfc\x01", ""}},
		{"password, no answers", []string{"hide", "show", "hide", "show"}, []string{"\xff\xfb\x01", "\xff\xfc\x01", "\xff\xfb\x01", "\xff\xfc\x01"}},
		{"hidden twice", []string{"hide", "hide", "show", "show"}, []string{"\xff\xfb\x01", "", "\xff\xfc\x01", ""}},
		{"agreed again while hidden", []string{"hide", "\xff\xfd\x01", "\xff\xfd\x01"}, []string{"\xff\xfb\x01", "", askSize}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := &parser{}
			var got []string
			for _, in := range tt.in {
				var reply string
				switch in {
				case "hide":
					reply = string(p.opts.hide(nil, true))
				case "show":
					reply = string(p.opts.hide(nil, false))
				default:
					_, reply = run(p, in)
				}
				got = append(got, reply)
			}
			if d := cmp.Diff(tt.want, got); d != "" {
				t.Error(d)
			}
		})
	}
}

// Two of us talking to each other come to rest: no answer is ever answered by
// what it answers.
func TestNegotiationEnds(t *testing.T) {
	for _, verb := range []byte{will, wont, do, dont} {
		for opt := range 256 {
			a, b := &parser{}, &parser{}
			wire := []byte{iac, verb, byte(opt)}
			for turns := 0; len(wire) > 0; turns++ {
				if turns > 6 {
					t.Fatalf("verb %d option %d: still talking", verb, opt)
				}
				_, reply := run(a, string(wire))
				wire = []byte(reply)
				a, b = b, a
			}
		}
	}
}

// FuzzParser: any stream gives the same events and replies however it is cut,
// and keeps no more than a line.
func FuzzParser(f *testing.F) {
	for _, s := range []string{
		"guest\n\nwho\r\nfinger\r\x00games\r",
		"a\xff\xffb\r\n\xff\xfb\x01\xff\xfa\x1f\x00\xff\xff\x00\x19\xff\xf0",
		"\xff\xfa\x1f\x00\xff\x00\x19\xff\xf0\xff\xf4\xff\xf7\xff\xf8\xff\xf6",
	} {
		f.Add([]byte(s), uint8(3))
	}
	f.Fuzz(func(t *testing.T, in []byte, cut uint8) {
		whole := &parser{}
		want, wantReply := run(whole, string(in))
		if raw, _ := whole.lines.Take(); len(raw) > transport.DefaultMaxLine {
			t.Fatal("a line grew over its limit")
		}
		split := &parser{}
		var got []string
		var reply bytes.Buffer
		for rest := in; len(rest) > 0; {
			n := min(len(rest), int(cut)%7+1)
			ev, r := run(split, string(rest[:n]))
			got, rest = append(got, ev...), rest[n:]
			reply.WriteString(r)
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Fatal(d)
		}
		if reply.String() != wantReply {
			t.Fatalf("replies %q and %q", wantReply, reply.String())
		}
		if len(wantReply) > 8*len(in)+3 {
			t.Fatalf("%d bytes made us say %d", len(in), len(wantReply))
		}
		for _, e := range want {
			if !utf8.ValidString(e) || strings.ContainsAny(e, "\x00\r\n") {
				t.Fatalf("event %q", e)
			}
		}
	})
}

package timeseal

import (
	"bytes"
	"strings"
	"testing"
)

// vectors are lines of each client as it seals them, bytes written out by hand
// from docs/clients.md §1.2 and not by this package.
var vectors = []struct {
	name  string
	hello Version
	text  string
	stamp int64
	form  Form
	pad   string // '1' where empty
	wire  string
}{
	{
		"jin hello", One, "TIMESTAMP|FICS timeseal implementation by Alexander Maryanovsky|Oracle 17, Linux|", 1,
		Form{Offset: 0, Full: true},
		"",
		"\x7d\x80\x71\x80\x9e\x80\x80\x9e\x80\xcd\xce\x72\xc9\x70\x92\xbd\xb3\x7b\xb4\xa7\xb5\x60\xa1\xc3\x79\x7f\x6e\x6b\x7c\x6c\x68\x68\x71\x74\xb4\x6b\x77\xae\x90\x67\x62\xb2\x88\x72\xa5\xc7\x73\x6e\x7b\xab\x9a\xa9\x74\x64\x61\x99\x60\x7f\x7f\xa4\x79\x8d\x8c\x9f\x90\xbb\xa1\x99\xbd\xb7\x70\xb3\x94\x6c\xc8\x9e\x77\x69\x67\x68\x71\xad\xb4\xb3\x71\xb3\xa8\x71\xd9\xb4\xbf\xa3\xb8\xba\x71\xd6\x80\x0a",
	},
	{
		"raptor hello, a whole number of groups", One, "TIMESTAMP|iv|OpenSeal|", 123,
		Form{Offset: 0, Full: true},
		"",
		"\x82\x80\x71\x80\x9e\x80\x80\x9e\x80\xcd\xa1\x72\xd8\x6c\x8f\xac\xa1\x85\xb4\xa0\xbc\xb0\x95\xbc\xa1\xa1\xbe\xb6\xa3\xb0\xbc\xbc\xb4\xdd\x71\xb0\x80\x0a",
	},
	{
		"pychess hello", One, "TIMESTAMP|ana|Linux box 6.1|", 5123456,
		Form{Offset: 37, Full: true},
		"aB3$kQ9zT0!x",
		"\xae\x61\x79\x8b\x9f\x9d\x8a\xd3\x77\x9f\x60\x99\x6e\x88\x66\x64\xa5\x66\x6c\x6f\x6f\x9c\xb8\xa9\xd0\xc7\xd7\x8f\x7b\x75\xa7\x89\x7d\x61\x75\x7b\x61\x71\x86\xbc\xbe\x79\x90\xa9\x77\x87\xb4\x99\xa5\x0a",
	},
	{
		"eboard hello", Two, "TIMESEAL2|ana (zseal 1.0 20160229)|Linux box|", 4711022,
		Form{Offset: 0, Full: false},
		"",
		"\x9a\x80\x71\x80\x9f\x91\x80\x9e\xa2\xcd\xa9\x72\xd9\xc3\xc2\xb3\xac\x73\xb0\xbd\x70\x68\x63\xa1\x9c\xa0\xa6\xb6\xa0\xb1\xbf\xbb\xbc\xb4\xbc\xa2\xae\xae\xb0\x7d\x76\x70\x66\xab\xbc\x92\xa6\x68\xbc\x7f\xc5\xbb\xbc\xdc\xa2\xa6\xb0\xbd\xa1\x71\x80\x0a",
	},
	{
		"web hello", Two, "TIMESEAL2|freeseal|icsgo|", 9999999,
		Form{Offset: 0, Full: false},
		"",
		"\x86\x80\x71\x80\x9f\x91\x80\x9e\xa2\xcd\xae\x72\x86\x86\x80\xac\xa9\x7a\xad\xaf\xb3\xb3\xaa\xa5\xa1\xca\xd6\xbe\xab\xb8\xb4\xb4\xbc\xbd\x71\x7e\x80\x0a",
	},
	{
		"icsgo hello", Two, "TIMESEAL2|freeseal|icsgo|", 1718000000123,
		Form{Offset: 0, Full: false},
		"",
		"\x86\x80\x71\x80\x9f\x91\x80\x9e\xa2\xcd\xae\x72\x86\x86\x80\xac\xa9\x7a\xad\xaf\xb3\xb3\xaa\xa5\xa0\xca\xbf\xb0\xa2\xb9\xbd\xbc\xb5\xb5\x70\x7e\xa8\x72\xd9\xdc\xbf\xa3\xb8\xba\x71\xd4\xa3\xb0\x80\x0a",
	},
	{
		"move of jin", None, "e2e4", 61234,
		Form{Offset: 0, Full: true},
		"",
		"\xc5\xbb\xb9\xb1\xa1\xa2\xb0\xd5\xa3\xa5\x91\x83\x80\x0a",
	},
	{
		"no padding of zseal", None, "e2e4 ", 9999,
		Form{Offset: 0, Full: false},
		"",
		"\xc5\xbb\xb4\xb1\xaa\xcc\xb8\xad\xa9\xa5\x91\x83\x80\x0a",
	},
	{
		"twelve bytes of padding", None, "e2e4 ", 9999,
		Form{Offset: 0, Full: true},
		"",
		"\xc5\xbb\xb4\xb1\xaa\xcc\xb8\xad\xa9\xa5\x91\x83\x80\x0a",
	},
	{
		"pong", None, "\x029", 9999999,
		Form{Offset: 0, Full: false},
		"",
		"\xc5\xb0\xb4\xbc\xaa\xad\xb8\xb4\xa9\x98\x91\xa4\x80\x0a",
	},
	{
		"pong of pychess", None, "\x029", 12,
		Form{Offset: 49, Full: true},
		"Zy8~wV6.sR4/",
		"\xd8\xcd\x77\xbc\x7c\xca\x8e\xb3\xb5\xc8\xb7\x8a\xb1\x0a",
	},
	{
		"empty line", None, "", 0,
		Form{Offset: 0, Full: false},
		"",
		"\xc5\xb9\xbc\xb4\xa2\xa5\xb0\xbc\xa1\x99\x79\xbe\x80\x0a",
	},
}

// padOf gives the bytes of s one after another.
func padOf(s string) func() byte {
	if s == "" {
		return nil
	}
	i := -1
	return func() byte { i++; return s[i%len(s)] }
}

func TestVectors(t *testing.T) {
	for _, v := range vectors {
		t.Run(v.name, func(t *testing.T) {
			f := v.form
			f.Pad = padOf(v.pad)
			if got := f.Encode([]byte("before"), v.text, v.stamp); string(got) != "before"+v.wire {
				t.Errorf("encoded %q, want %q", got[6:], v.wire)
			}
			line := []byte(strings.TrimSuffix(v.wire, "\n"))
			if len(line) != len(v.wire)-1 || bytes.IndexFunc(line, func(r rune) bool { return r == 0xFF || r == '\r' }) >= 0 {
				t.Errorf("a sealed line holds a byte of the line or of telnet: %q", line)
			}
			text, stamp, ok := Decode(line)
			if !ok || string(text) != v.text || stamp != v.stamp {
				t.Errorf("decoded %q %d %v, want %q %d", text, stamp, ok, v.text, v.stamp)
			}
			if h := HelloOf(text); h != v.hello {
				t.Errorf("hello of version %d, want %d", h, v.hello)
			}
		})
	}
}

// Every offset, every amount of padding, both forms.
func TestEveryForm(t *testing.T) {
	for off := range MaxOffset + 1 {
		for n := range 2 * group {
			for _, full := range []bool{false, true} {
				f := Form{Offset: off, Full: full, Pad: padOf("x~ 7")}
				text := strings.Repeat("e", n)
				wire := f.Encode(nil, text, 42)
				if len(wire)%group != 2 {
					t.Fatalf("%d bytes", len(wire))
				}
				pad := len(wire) - 2 - n - len("\x1842\x19")
				if full && (pad < 1 || pad > group) || !full && (pad < 0 || pad >= group) {
					t.Fatalf("%d bytes of padding, full %v", pad, full)
				}
				got, stamp, ok := Decode(wire[:len(wire)-1])
				if !ok || string(got) != text || stamp != 42 {
					t.Fatalf("offset %d, %d bytes: %q %d %v", off, n, got, stamp, ok)
				}
			}
		}
	}
}

func TestWhatIsNoSeal(t *testing.T) {
	good := Form{}.Encode(nil, "e2e4", 100)
	good = good[:len(good)-1]
	broken := func(i int, c byte) []byte {
		b := bytes.Clone(good)
		b[i] = c
		return b
	}
	cut := func(inside string) []byte { // inside replaces text, marks and stamp
		b := []byte(inside + strings.Repeat("1", (group-len(inside)%group)%group))
		swap(b)
		for i, c := range b {
			b[i] = ((c | 0x80) ^ key[i%len(key)]) - 32
		}
		return append(b, 0x80)
	}
	tests := []struct {
		name string
		line []byte
	}{
		{"nothing", nil},
		{"an offset byte alone", []byte{0x80}},
		{"a byte short", good[1:]},
		{"a byte long", append(bytes.Clone(good), 0x80)},
		{"offset too great", broken(len(good)-1, 0x80|50)},
		{"offset without its bit", broken(len(good)-1, 0)},
		{"a plain line of the same length", []byte("e2e4 e7e5 g1f")},
		{"no marks", cut("e2e4 1234567890")},
		{"no stamp", cut("e2e4\x18\x19")},
		{"stamp not closed", cut("e2e4\x18" + "11111111111111111111")},
		{"letters in the stamp", cut("e2e4\x1812a4\x19")},
		{"a negative stamp", cut("e2e4\x18-5\x19")},
		{"a stamp beyond all clocks", cut("e2e4\x189999999999999999999\x19")},
	}
	for _, tt := range tests {
		if text, stamp, ok := Decode(bytes.Clone(tt.line)); ok {
			t.Errorf("%s: opened as %q %d", tt.name, text, stamp)
		}
	}
}

func TestPings(t *testing.T) {
	for v, want := range map[Version]string{None: "", One: "\n\r[G]\n\r", Two: "[G]\x00", 3: ""} {
		if got := Ping(v); got != want {
			t.Errorf("ping of version %d: %q", v, got)
		}
	}
}

func FuzzCodec(f *testing.F) {
	for _, v := range vectors {
		f.Add([]byte(strings.TrimSuffix(v.wire, "\n")), uint8(v.form.Offset), v.stamp)
	}
	f.Add([]byte("\x18\x19\x18"), uint8(200), int64(-1))
	f.Fuzz(func(t *testing.T, line []byte, off uint8, stamp int64) {
		if text, at, ok := Decode(bytes.Clone(line)); ok {
			if at < 0 || bytes.ContainsFunc(text, func(r rune) bool { return r >= 0x80 || r == openStamp }) {
				t.Fatalf("text %q at %d", text, at)
			}
		}
		// What is sealed comes out as it went in, seven bits wide.
		text := bytes.Map(func(r rune) rune { return r & 0x7F }, line)
		text = bytes.ReplaceAll(text, []byte{openStamp}, nil)
		stamp &= 1<<53 - 1
		form := Form{Offset: int(off) % (MaxOffset + 1), Full: off&1 == 1}
		wire := form.Encode(nil, string(text), stamp)
		if bytes.ContainsAny(wire[:len(wire)-1], "\n\r\x00") || bytes.IndexByte(wire, 0xFF) >= 0 {
			t.Fatalf("%q cannot be sent in a line", wire)
		}
		got, at, ok := Decode(wire[:len(wire)-1])
		if !ok || !bytes.Equal(got, text) || at != stamp {
			t.Fatalf("%q at %d became %q at %d, %v", text, stamp, got, at, ok)
		}
	})
}

package ics

import (
	"net"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"epicenter/rules"
	"epicenter/server/timeseal"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// pair connects a Conn with a server's end.
func pair(t *testing.T, stamp func() int64) (*Conn, net.Conn) {
	ours, theirs := net.Pipe()
	var c *Conn
	if stamp == nil {
		c = NewConn(ours, nil)
	} else { // the hello waits to be read
		made := make(chan *Conn)
		go func() { made <- NewConn(ours, stamp) }()
		if text := opened(t, theirs); timeseal.HelloOf([]byte(text)) != timeseal.One {
			t.Fatalf("the hello is %q", text)
		}
		c = <-made
	}
	t.Cleanup(func() { theirs.Close(); c.Close() })
	return c, theirs
}

// opened reads a sealed line.
func opened(t *testing.T, conn net.Conn) string {
	t.Helper()
	var b [512]byte
	n, err := conn.Read(b[:])
	if err != nil || b[n-1] != '\n' {
		t.Fatalf("%q, %v", b[:n], err)
	}
	text, _, ok := timeseal.Decode(b[:n-1])
	if !ok {
		t.Fatalf("%q is not sealed", b[:n])
	}
	return string(text)
}

func TestConn(t *testing.T) {
	c, server := pair(t, nil)
	go func() {
		for _, b := range strings.Split("\n\rWelcome\n\r|log|in: |\n\rfics% |\n\rfics% fics% Hello  \n\r\a\n\r<12> x\r\n|\xff\xfb\x01pass\xff|\xfa\x1f\xff\xf0word: |\xff\xff\nfics%\nend\n", "|") {
			if _, err := server.Write([]byte(b)); err != nil {
				t.Error(err)
			}
		}
		server.Close()
	}()
	var got []string
	for l := range c.Lines {
		if l.Asks {
			l.Text += "?"
		}
		got = append(got, l.Text)
	}
	want := []string{"Welcome", "login: ?", "Hello", "<12> x", "password: ?", "end"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if c.Err() == nil {
		t.Error("no error at the end")
	}
}

func TestConnSealed(t *testing.T) {
	c, server := pair(t, func() int64 { return 12_345_678 })
	go func() { _, _ = server.Write([]byte("\n\r[G]\n\rfics% one\n")) }()
	if text := opened(t, server); text != timeseal.Pong {
		t.Errorf("answered %q", text)
	}
	if l := <-c.Lines; l.Text != "one" {
		t.Errorf("read %q", l.Text)
	}
	go func() { _ = c.Send("e2e4") }()
	if text := opened(t, server); text != "e2e4" {
		t.Errorf("sent %q", text)
	}
}

// A reader that is behind is no trouble for Close.
func TestConnClose(t *testing.T) {
	c, server := pair(t, nil)
	go func() {
		for range 2 * maxAhead {
			if _, err := server.Write([]byte("line\n")); err != nil {
				return
			}
		}
	}()
	<-c.Lines
	c.Close()
	if err := c.Send("x"); err == nil {
		t.Error("sent")
	}
}

func FuzzConn(f *testing.F) {
	f.Add([]byte("fics% \xff\xfa\xff\xf0login: \n\r[G]\n\r"), true)
	f.Fuzz(func(t *testing.T, in []byte, sealed bool) {
		c := &Conn{lines: make(chan Line, len(in)+1), quit: make(chan struct{})}
		if sealed {
			c.filter.Version = timeseal.One
		}
		text, _ := c.filter.Feed(nil, c.telnet.strip(slices.Clone(in)))
		c.feed(text)
		close(c.lines)
		for l := range c.lines {
			if strings.ContainsAny(l.Text, "\r\n\a") || l.Text == "" {
				t.Errorf("%q", l.Text)
			}
		}
	})
}

const playing = "<12> rnbqkbnr pppp-ppp -------- ----p--- ----P--- -------- PPPP-PPP RNBQKBNR W 4 1 1 1 1 0 12 Alice Bob 1 3 2 39 39 180500 -2000 2 P/e7-e5 (0:01.500) e5 0 1 215"

func TestParseBoard(t *testing.T) {
	b, ok := ParseBoard(playing)
	if !ok {
		t.Fatal("cannot be read")
	}
	want := Board{
		Rows: [8]string{"rnbqkbnr", "pppp-ppp", "--------", "----p---", "----P---", "--------", "PPPP-PPP", "RNBQKBNR"},
		Turn: rules.White, DoublePush: 4, Castle: [4]bool{true, true, true, true}, Game: 12, Players: [2]string{"Alice", "Bob"},
		Relation: MyMove, Minutes: 3, Increment: 2, Clock: [2]time.Duration{180500 * time.Millisecond, -2 * time.Second},
		MoveNumber: 2, Verbose: "P/e7-e5", SAN: "e5", Ticking: true,
	}
	if diff := cmp.Diff(want, b); diff != "" {
		t.Error(diff)
	}
	if b.Ply() != 2 {
		t.Errorf("ply %d", b.Ply())
	}
	p, err := b.Position(rules.Lookup("atomic"))
	if err != nil || p.FEN() != "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2" || !b.Shows(&p) {
		t.Errorf("%s, %v", p.FEN(), err)
	}
	seconds, _ := ParseBoard(strings.Replace(playing, "(0:01.500)", "(0:01)", 1))
	if seconds.Clock[rules.White] != 180500*time.Second {
		t.Errorf("clock %v", seconds.Clock[rules.White])
	}
	for _, bad := range []string{
		"", "<12>", "<12> x", strings.Replace(playing, " W ", " X ", 1), strings.Replace(playing, "rnbqkbnr", "rnbqkbn", 1),
		strings.Replace(playing, " 180500 ", " now ", 1), strings.Replace(playing, " W 4 ", " W 8 ", 1), strings.Replace(playing, "<12>", "<10>", 1),
	} {
		if _, ok := ParseBoard(bad); ok {
			t.Errorf("%q was read", bad)
		}
	}
}

// Every position of a random game comes back from its board.
func TestBoardPosition(t *testing.T) {
	for _, v := range []*rules.Variant{rules.Lookup("chess"), rules.Lookup("atomic"), rules.Lookup("chess960"), rules.Lookup("suicide")} {
		p := v.Start(300)
		for range 60 {
			moves := p.AppendMoves(nil)
			if len(moves) == 0 {
				break
			}
			p = p.Play(moves[p.Hash()%uint64(len(moves))])
			if p.Outcome().Over() {
				break
			}
			b := Board{
				Rows: p.Rows(), Turn: p.Turn(), DoublePush: p.DoublePush(), Irreversible: p.HalfmoveClock(), MoveNumber: p.FullMove(),
				Castle: [4]bool{p.CanCastle(rules.White, true), p.CanCastle(rules.White, false), p.CanCastle(rules.Black, true), p.CanCastle(rules.Black, false)},
			}
			q, err := b.Position(v)
			if err != nil || q.Hash() != p.Hash() || b.Ply() != p.Ply() {
				t.Fatalf("%s: %s came back as %s, %v", v, p.FEN(), q.FEN(), err)
			}
		}
	}
}

func FuzzParseBoard(f *testing.F) {
	f.Add(playing)
	f.Fuzz(func(t *testing.T, line string) {
		b, ok := ParseBoard(line)
		if !ok {
			return
		}
		for _, v := range rules.Variants() {
			if p, err := b.Position(v); err == nil {
				p.AppendMoves(nil)
			}
		}
	})
}

func TestParseMatch(t *testing.T) {
	tests := []struct {
		terms, variant string
		want           Match
	}{
		{"pelias (1671) Brio (1569) rated lightning 1 0", "chess", Match{Names: [2]string{"pelias", "Brio"}, Ratings: [2]int{1671, 1569}, Rated: true, Type: "lightning", Minutes: 1}},
		{"evergreens (1945) oscarb (1729) rated wild 6 1 Loaded from wild/4 (adjourned)", "wild/4", Match{Names: [2]string{"evergreens", "oscarb"}, Ratings: [2]int{1945, 1729}, Rated: true, Type: "wild", Loaded: "wild/4", Minutes: 6, Seconds: 1, Adjourned: true}},
		{"GuestFQPB (----) [white] oscarb ( 922P) unrated blitz 2 12", "chess", Match{Names: [2]string{"GuestFQPB", "oscarb"}, Ratings: [2]int{0, 922}, Colour: "white", Type: "blitz", Minutes: 2, Seconds: 12}},
		{"GuestFQPB (++++) [black] oscarb (1322E) unrated untimed", "chess", Match{Names: [2]string{"GuestFQPB", "oscarb"}, Ratings: [2]int{0, 1322}, Colour: "black", Type: "untimed"}},
		{"Bob (----) [white] Alice (----) unrated atomic 5 0 Loaded from atomic960", "atomic960", Match{Names: [2]string{"Bob", "Alice"}, Colour: "white", Type: "atomic", Loaded: "atomic960", Minutes: 5}},
		{"Bob (----) Alice (----) unrated nonstandard 5 0 3 0", "chess", Match{Names: [2]string{"Bob", "Alice"}, Type: "nonstandard", Minutes: 5, Odds: true}},
	}
	for _, tt := range tests {
		got, ok := ParseMatch(tt.terms)
		if diff := cmp.Diff(tt.want, got); !ok || diff != "" {
			t.Errorf("%q: %v %s", tt.terms, ok, diff)
		}
		if v := Variant(got.Type, got.Loaded); v == nil || v.Name != tt.variant {
			t.Errorf("%q: variant %v", tt.terms, v)
		}
	}
	for _, bad := range []string{"", "#", "2", "Bob Alice rated blitz 5 0"} {
		if _, ok := ParseMatch(bad); ok {
			t.Errorf("%q was read", bad)
		}
	}
}

func TestVariant(t *testing.T) {
	for word, want := range map[string]string{
		"standard": "chess", "wild/fr": "chess960", "atomic": "atomic", "wild/5": "wild/5", "crazyhouse": "crazyhouse", "atomic960": "atomic960",
	} {
		if v := Variant(word, ""); v == nil || v.Name != want {
			t.Errorf("%s: %v", word, v)
		}
	}
	if v := Variant("shogi", ""); v != nil {
		t.Errorf("shogi: %v", v)
	}
}

func TestLines(t *testing.T) {
	o, ok := ParseOffer("<pf> 9 w=Bob t=takeback p=2")
	if !ok || o != (Offer{9, false, "Bob", "takeback", "2"}) {
		t.Errorf("%+v", o)
	}
	if o, ok := ParseOffer("<pt> 9 w=Bob t=draw p=#"); !ok || !o.To {
		t.Errorf("%+v", o)
	}
	if n, ok := ParseGone("<pr> 32"); !ok || n != 32 {
		t.Error(n)
	}
	b, ok := ParseBegun("{Game 55 (Alice vs. Bob) Continuing rated wild/fr match.}")
	if !ok || b != (Begun{55, [2]string{"Alice", "Bob"}, true, true, "wild/fr"}) {
		t.Errorf("%+v", b)
	}
	e, ok := ParseEnded("{Game 55 (Alice vs. Bob) Bob's king exploded} 1-0")
	if !ok || e != (Ended{55, [2]string{"Alice", "Bob"}, "Bob's king exploded", "1-0"}) {
		t.Errorf("%+v", e)
	}
	a, ok := ParseAnnounced("Creating: Alice (1523) Bob (++++) unrated blitz 5 0")
	if !ok || a != (Announced{[2]string{"Alice", "Bob"}, [2]int{1523, 0}}) {
		t.Errorf("%+v", a)
	}
	f, ok := ParseFingered("Finger of Mac(C)(TD):")
	if !ok || f != (Fingered{"Mac", true, false}) {
		t.Errorf("%+v", f)
	}
	if f, ok := ParseFingered("Finger of GuestABCD(U):"); !ok || !f.Guest {
		t.Errorf("%+v", f)
	}
	s, ok := ParseStored(" 2: W PyChess         Y [psu  2  12] 39-39 W3   C20 Sun Jan 11, 17:40 ??? 2009")
	if !ok || s != (Stored{"PyChess", true}) {
		t.Errorf("%+v", s)
	}
	for _, bad := range []string{"<pf> x", "{Game 5}", "Creating:", "Finger of", "1: Bob", "<pr> x"} {
		_, o := ParseOffer(bad)
		_, b := ParseBegun(bad)
		_, e := ParseEnded(bad)
		_, a := ParseAnnounced(bad)
		_, f := ParseFingered(bad)
		_, s := ParseStored(bad)
		_, g := ParseGone(bad)
		if o || b || e || a || f || s || g {
			t.Errorf("%q was read", bad)
		}
	}
}

const list = `Movelist for game 1:
Alice (UNR) vs. Bob (UNR) --- Fri Jan 12, 11:54 PST 2024
Rated wild/fr match, initial time: 5 minutes, increment: 0 seconds.
<12> rbnkqnbr pppppppp -------- -------- -------- -------- PPPPPPPP RBNKQNBR W -1 1 1 1 1 0 1 Alice Bob -4 5 0 39 39 300 300 1 none (0:00) none 1 0 0
Move  Alice              Bob
----  ----------------   ----------------
  1.  a4      (0:00)     a5      (0:00)
  2.  Ra3     (0:00.000)
      {Still in progress} *`

func TestMoveList(t *testing.T) {
	var l MoveList
	if l.Feed("something else") {
		t.Error("took a line before its beginning")
	}
	for line := range strings.Lines(list) {
		if !l.Feed(strings.TrimRight(line, "\n")) {
			t.Errorf("did not take %q", line)
		}
		if l.Feed(playing) {
			t.Error("took a board of another command")
		}
	}
	if !l.Ended || l.Type != "wild/fr" || !l.Rated || l.Feed("more") {
		t.Errorf("%+v", l)
	}
	start, moves, ok := l.Replay(rules.Lookup("chess960"))
	if !ok || len(moves) != 3 || !strings.HasPrefix(start.FEN(), "rbnkqnbr/") {
		t.Errorf("%v %v", start.FEN(), moves)
	}
	l.Moves = append(l.Moves, "Qh9")
	if _, _, ok := l.Replay(rules.Lookup("chess960")); ok {
		t.Error("played a move that is none")
	}
}

func FuzzMoveList(f *testing.F) {
	f.Add(list)
	f.Fuzz(func(t *testing.T, text string) {
		var l MoveList
		for line := range strings.Lines(text) {
			l.Feed(strings.TrimRight(line, "\n"))
		}
		for _, v := range rules.Variants() {
			l.Replay(v)
		}
	})
}

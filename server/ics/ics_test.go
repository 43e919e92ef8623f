package ics

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"epicenter/rules"
)

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
		{"Bob (----) Alice (----) unrated nonstandard 5 0 3 0", "chess", Match{Names: [2]string{"Bob", "Alice"}, Type: "nonstandard", Minutes: 5, Odds: true, OddsMinutes: 3}},
		// Our own server writes a colon between the two.
		{"Bob (----) Alice (----) unrated blitz 5 0 : 3 12", "chess", Match{Names: [2]string{"Bob", "Alice"}, Type: "blitz", Minutes: 5, Odds: true, OddsMinutes: 3, OddsSeconds: 12}},
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

// Next finds the move of every board of a game, drops and promotions included,
// by its SAN or without it, and MoveText names it so that it is read again.
func TestNextAndMoveText(t *testing.T) {
	for _, v := range rules.Variants() {
		p := v.Start(7)
		for range 120 {
			moves := p.AppendMoves(nil)
			if len(moves) == 0 || p.Outcome().Over() {
				break
			}
			m := moves[p.Hash()%uint64(len(moves))]
			next := p.Play(m)
			b := Board{Rows: next.Rows(), Turn: next.Turn(), MoveNumber: next.FullMove(), SAN: p.SAN(m)}
			if got := b.Next(&p); got != m {
				t.Fatalf("%s, %s: %s instead of %s", v.Name, p.FEN(), p.UCI(got), p.UCI(m))
			}
			b.SAN = "none"
			got := b.Next(&p)
			if reached := p.Play(got); got == rules.NoMove || reached.Rows() != next.Rows() {
				t.Fatalf("%s, %s: without SAN %s instead of %s", v.Name, p.FEN(), p.UCI(got), p.UCI(m))
			}
			if got, err := p.ParseMove(MoveText(&p, m), rules.MoveText{}); err != nil || got != m {
				t.Fatalf("%s, %s: %s is read as %s, %v", v.Name, p.FEN(), MoveText(&p, m), p.UCI(got), err)
			}
			if b.Next(&next) != rules.NoMove {
				t.Fatalf("%s: a board follows itself", next.FEN())
			}
			p = next
		}
	}
}

// A right or an en passant that cannot be does not lose the board.
func TestBoardPositionLeavesOutWhatCannotBe(t *testing.T) {
	b, ok := ParseBoard(playing)
	if !ok {
		t.Fatal("cannot be read")
	}
	b.Rows[7] = "-NBQKBN-"
	p, err := b.Position(rules.Lookup("chess"))
	if err != nil || p.CanCastle(rules.White, true) || p.Rows() != b.Rows {
		t.Errorf("%s, %v", p.FEN(), err)
	}
	b.Rows[7] = "-NBQ-BN-"
	if p, err := b.Position(rules.Lookup("chess")); err == nil {
		t.Errorf("a board without a king is %s", p.FEN())
	}
}

func TestParseHeader(t *testing.T) {
	h, ok := ParseHeader("Game 7: Alice (1523) Bob(C) (++++) unrated wild/fr 5 0")
	if want := (Header{Game: 7, Type: "wild/fr"}); !ok || h != want {
		t.Errorf("%+v, %v", h, ok)
	}
	for _, bad := range []string{"Game 7 (Alice vs. Bob)", "Game x: A (1) B (2) rated blitz 5 0", "Game 7: Alice Bob rated blitz 5 0"} {
		if _, ok := ParseHeader(bad); ok {
			t.Errorf("%q was read", bad)
		}
	}
}

func TestValue(t *testing.T) {
	const line = "<s> 8 w=Bob ti=02 rt=1700  t=4 i=0 r=r tp=atomic c=? rr=0-9999 a=f f=f"
	for key, want := range map[string]string{"w=": "Bob", "t=": "4", "tp=": "atomic", "x=": ""} {
		if got := Value(line, key); got != want {
			t.Errorf("%s%s, want %s", key, got, want)
		}
	}
}

package render

import (
	"strings"
	"testing"

	"epicenter/rules"
	"epicenter/server/world"
)

// TestTwelve: lines of docs/protocol.md §7.2, of which the last two were seen
// from FICS, and of atomic games.
func TestTwelve(t *testing.T) {
	start := board(t, "chess", "")
	start.Number, start.White, start.Black = 92, "Adela", "Bertil"
	start.Base, start.Inc, start.Clock = 900_000, 10_000, [2]int64{900_000, 900_000}

	seen := board(t, "chess", "5r2/2r1p1kp/4Qnp1/4p3/8/5PP1/P1q3BP/3R1R1K b - - 0 24")
	seen.Number, seen.White, seen.Black = 164, "Cilla", "android"
	seen.Base, seen.Clock = 180_000, [2]int64{112_999, 107_001}
	seen.LastVerbose, seen.LastSAN, seen.LastSpent = "Q/a6-e6", "Qxe6", 1999
	seen.Lag, seen.Ticking = 215, true

	blast := board(t, "atomic", beforeBlast, "c3d5")
	blast.Clock = [2]int64{-1, 59_999}
	long := board(t, "chess", "", "e2e4", "e7e5")
	long.LastSpent, long.Clock = 3_723_456, [2]int64{-1500, 10_800_000}

	tests := []struct {
		name string
		b    *world.Board
		ms   bool
		v    View
		want string
	}{
		{"docs", start, false, View{Relation: 1}, "<12> rnbqkbnr pppppppp -------- -------- -------- -------- PPPPPPPP RNBQKBNR W -1 1 1 1 1 0 92 Adela Bertil 1 15 10 39 39 900 900 1 none (0:00) none 0 0 0"},
		{"start, ms", start, true, View{world.RelWaiting, true}, "<12> rnbqkbnr pppppppp -------- -------- -------- -------- PPPPPPPP RNBQKBNR W -1 1 1 1 1 0 92 Adela Bertil -1 15 10 39 39 900000 900000 1 none (0:00.000) none 1 0 0"},
		{"seen", seen, false, View{}, "<12> -----r-- --r-p-kp ----Qnp- ----p--- -------- -----PP- P-q---BP ---R-R-K B -1 0 0 0 0 0 164 Cilla android 0 3 0 26 26 112 107 24 Q/a6-e6 (0:01) Qxe6 0 1 215"},
		{"seen, ms", seen, true, View{Relation: -3}, "<12> -----r-- --r-p-kp ----Qnp- ----p--- -------- -----PP- P-q---BP ---R-R-K B -1 0 0 0 0 0 164 Cilla android -3 3 0 26 26 112999 107001 24 Q/a6-e6 (0:01.999) Qxe6 0 1 215"},
		{"explosion", blast, false, View{}, "<12> r-bqkb-r ppp-pp-p -----np- -------- ---P---- -------- PPP-PPPP R-BQKB-R B -1 1 1 1 1 0 12 Alice Bob 0 5 0 33 35 -1 59 5 N/c3-d5 (0:02) Nxd5 0 0 0"},
		{"hours", long, false, View{}, "<12> rnbqkbnr pppp-ppp -------- ----p--- ----P--- -------- PPPP-PPP RNBQKBNR W 4 1 1 1 1 0 12 Alice Bob 0 5 0 39 39 -2 10800 2 P/e7-e5 (1:02:03) e5 0 1 0"},
		{"hours, ms", long, true, View{}, "<12> rnbqkbnr pppp-ppp -------- ----p--- ----P--- -------- PPPP-PPP RNBQKBNR W 4 1 1 1 1 0 12 Alice Bob 0 5 0 39 39 -1500 10800000 2 P/e7-e5 (1:02:03.456) e5 0 1 0"},
	}
	for _, tt := range tests {
		l := world.Look{Style: 12, MS: tt.ms, Width: 40, Highlight: 15}
		if got := string(AppendTwelve(nil, tt.b, l, tt.v)); got != tt.want {
			t.Errorf("%s:\ngot  %s\nwant %s", tt.name, got, tt.want)
		}
		if got := Board(tt.b, l, tt.v); got != tt.want+"\n" {
			t.Errorf("%s: board %q", tt.name, got)
		}
	}
}

// TestTwelveEmptyWords: a board that was filled without words for the move that
// has not been made still has all its fields.
func TestTwelveEmptyWords(t *testing.T) {
	b := board(t, "chess", "")
	b.LastSAN, b.LastVerbose = "", ""
	got := string(AppendTwelve(nil, b, world.Look{}, View{}))
	if !strings.HasSuffix(got, " 1 none (0:00) none 0 0 0") || len(strings.Split(got, " ")) != 33 {
		t.Errorf("got %q", got)
	}
}

// TestTwelveCastlingRights: a right is gone with its rook (docs/clients.md §3.2).
func TestTwelveCastlingRights(t *testing.T) {
	b := board(t, "atomic", "rn2k2r/p7/8/8/8/8/8/RN2K2R w KQkq - 4 9", "a1a7")
	fields := strings.Fields(string(AppendTwelve(nil, b, world.Look{}, View{})))
	if got := strings.Join(fields[11:16], " "); got != "1 0 1 0 0" {
		t.Errorf("rights and half-moves %q", got)
	}
	if b.Position.At(rules.SquareAt(0, 0)) != rules.NoPiece {
		t.Error("the rook is still there")
	}
}

func BenchmarkTwelve(b *testing.B) {
	bd := board(b, "atomic", beforeBlast, "c3d5")
	dst := make([]byte, 0, 256)
	b.ReportAllocs()
	for b.Loop() {
		dst = AppendTwelve(dst[:0], bd, world.Look{MS: true}, View{})
	}
}

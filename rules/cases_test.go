package rules_test

import (
	"strings"
	"testing"

	"epicenter/rules"
)

const startFEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

// What players reported of other servers' atomic (docs/cases.md 1, 3, 4, 6, 8, 10,
// 12, 14): moves as they typed them, the position that must arise, the result, and
// what may or may not be played there.
func TestReportedGames(t *testing.T) {
	for _, tt := range []struct {
		name, fen, moves string
		after            string // the position that arises, as far as it is given
		end              string // the result and its reason; empty while the game goes on
		legal, illegal   string
	}{
		{
			"1: the own rook blown up costs the right", startFEN, "Nh3 f5 g4 e6 gxf5 c5 Bg2 b6 Bb7 Qe7 a4 Bxb7",
			"4kbnr/p2pq1pp/1p2p3/2p5/P7/7N/1PPPPP1P/RNBQK2R w KQk - 0 7", "", "O-O", "",
		},
		{
			"1: and it stays lost", startFEN, "Nh3 f5 g4 e6 gxf5 c5 Bg2 b6 Bb7 Qe7 a4 Bxb7 a5",
			"", "", "", "O-O-O",
		},
		{
			"3: a rook blown up at home takes its right with it", "7k/8/8/7q/8/8/7P/4K2R b K - 0 1", "Qxh2",
			"7k/8/8/8/8/8/8/4K3 w - - 0 2", "1/2-1/2 insufficient_material", "", "O-O",
		},
		{"4a: castling past an attack", "8/8/8/8/8/8/5k2/R3K2r w Q - 0 1", "", "", "", "", "O-O-O"},
		{"4b: kings that touch", "8/8/8/8/8/8/4k3/R3K2r w Q - 0 1", "", "", "", "O-O-O", ""},
		{"4c: kings that touch, from the side", "r3k2R/4K3/8/8/8/8/8/8 b q - 0 1", "", "", "", "O-O-O", ""},
		{"4d: in a game", "r3k1R1/pb2K2p/2n5/2pppr2/3P4/2P1P3/PP3P1P/R7 b q - 3 23", "", "", "", "O-O-O", ""},
		{
			"6: the explosion wins while in check", startFEN, "e4 d5 exd5 h6 Bb5+ Qxd2",
			"rnb1kbnr/ppp1ppp1/7p/1B6/8/8/PPP2PPP/RN4NR w kq - 0 4", "0-1 king_exploded", "", "",
		},
		{"6: for White too", "r3k3/3p4/8/8/8/8/8/R2QK2r w - - 0 1", "Qxd7", "", "1-0 king_exploded", "", ""},
		{
			"8: en passant explodes where the pawn arrives", startFEN, "a3 Nh6 f4 b6 f5 g5 fxg6",
			"rnbqkb1r/p1pppp1p/1p6/8/8/P7/1PPPP1PP/RNBQKBNR b KQkq - 0 4", "", "", "",
		},
		{
			"8: and reaches no further", "k7/8/4n1r1/3pP3/2N5/8/8/K7 w - d6 0 1", "exd6",
			"k7/8/6r1/8/2N5/8/8/K7 b - - 0 1", "", "", "",
		},
		{
			"10: pawns beside the explosion stay", "4k3/8/8/3n4/2PPP3/8/8/3RK3 w - - 0 1", "cxd5",
			"4k3/8/8/8/3PP3/8/8/3RK3 b - - 0 1", "", "", "",
		},
		{"12a: mate without an explosion", startFEN, "a4 f6 e3 g5 Qh5", "", "1-0 checkmate", "", ""},
		{
			"12b: no mate while an explosion wins", "4k3/3p4/8/8/8/8/4r3/3QK3 w - - 0 1", "",
			"", "", "Qxd7 Kf1", "Kxe2 Qxe2",
		},
		{"14a: bishops of both colours", "B2BBBB1/7P/8/8/8/8/3kb3/4K3 w - - 1 53", "h8=B", "", "", "", ""},
		{"14b: a pawn", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "", "", "", "", ""},
		{"14c: a bishop each", "4k1b1/8/8/8/8/8/8/4KB2 w - - 0 1", "", "", "", "", ""},
	} {
		p := fenOf(t, "atomic", tt.fen)
		var last string
		for _, text := range strings.Fields(tt.moves) {
			m, err := p.ParseMove(text, rules.MoveText{})
			if err != nil {
				t.Fatalf("%s: %v", tt.name, err)
			}
			last = p.SAN(m)
			p = p.Play(m)
		}
		if tt.after != "" && p.FEN() != tt.after {
			t.Errorf("%s: %s, want %s", tt.name, p.FEN(), tt.after)
		}
		if again := fenOf(t, "atomic", p.FEN()); again.Hash() != p.Hash() {
			t.Errorf("%s: the position and its FEN differ in their keys", tt.name)
		}
		end := ""
		if o := p.Outcome(); o.Over() {
			end = o.Result.String() + " " + string(o.Reason)
		}
		if end != tt.end {
			t.Errorf("%s: %q, want %q", tt.name, end, tt.end)
		}
		if strings.HasSuffix(tt.end, "king_exploded") && !strings.HasSuffix(last, "#") {
			t.Errorf("%s: SAN %s", tt.name, last)
		}
		for _, text := range strings.Fields(tt.legal) {
			if _, err := p.ParseMove(text, rules.MoveText{}); err != nil {
				t.Errorf("%s: %v", tt.name, err)
			}
		}
		for _, text := range strings.Fields(tt.illegal) {
			if _, err := p.ParseMove(text, rules.MoveText{}); err == nil {
				t.Errorf("%s: %s is taken", tt.name, text)
			}
		}
	}
}

// A flag that falls against somebody who cannot win draws, and a pawn can win
// (docs/cases.md 16).
func TestReportedFlags(t *testing.T) {
	for _, tt := range []struct {
		fen     string
		flagged rules.Color
		want    string
	}{
		{"4k3/8/8/8/8/8/8/3QK3 w - - 0 1", rules.White, "1/2-1/2"},
		{"4k3/8/8/8/8/8/8/3QK3 w - - 0 1", rules.Black, "1-0"},
		{"4k3/8/8/8/8/8/4P3/4K3 b - - 0 1", rules.Black, "1-0"},
		{"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", rules.White, "1/2-1/2"},
	} {
		p := fenOf(t, "atomic", tt.fen)
		if got := p.FlagOutcome(tt.flagged).Result.String(); got != tt.want {
			t.Errorf("%s, flag of %v: %s, want %s", tt.fen, tt.flagged, got, tt.want)
		}
	}
}

// The b-pawn and the bishop, in every spelling (docs/cases.md 75).
func TestReportedMoveText(t *testing.T) {
	p := fenOf(t, "chess", "rnb1kbnr/p1q1pppp/8/1p6/2p5/1P2PN2/3P1PPP/RNBQKB1R w KQkq - 0 1")
	for text, want := range map[string]string{
		"D5": "", "D3": "d2d3", "D4": "d2d4", "NG5": "f3g5", "B3XC4": "b3c4", "BXC4": "f1c4", "RG1": "h1g1", "FINGER": "", "B4": "b3b4",
		"bxc4": "b3c4", "bc4": "b3c4", "pxc4": "b3c4", "b3c4": "b3c4", "b3-c4": "b3c4", "B3C4": "b3c4",
		"Bxc4": "f1c4", "f1c4": "f1c4", "BC4": "f1c4",
	} {
		m, err := p.ParseMove(text, rules.MoveText{})
		if (err != nil) != (want == "") || err == nil && p.UCI(m) != want {
			t.Errorf("%s: %v %v, want %s", text, p.UCI(m), err, want)
		}
	}
}

func fenOf(t *testing.T, variant, fen string) rules.Position {
	t.Helper()
	p, err := rules.ParseFEN(rules.Lookup(variant), fen)
	if err != nil {
		t.Fatalf("%s: %v", fen, err)
	}
	return p
}

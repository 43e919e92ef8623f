package rules

import (
	"strings"
	"testing"
)

// playBoth plays moves written as "0 e2e4", the board first.
func playBoth(t *testing.T, m Bughouse, moves ...string) Bughouse {
	t.Helper()
	for _, s := range moves {
		board := int(s[0] - '0')
		m = m.Play(board, mustUCI(t, &m.Boards[board], s[2:]))
	}
	return m
}

func TestBughouseFeedsThePartner(t *testing.T) {
	m := playBoth(t, NewBughouse(), "0 e2e4", "0 d7d5", "1 g1f3", "0 e4d5", "1 P@e6")
	want := "rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR[] b KQkq - 0 2 | " +
		"rnbqkbnr/pppppppp/4p3/8/8/5N2/PPPPPPPP/RNBQKB1R[] w KQkq - 0 2"
	if m.String() != want {
		t.Errorf("%s, want %s", m.String(), want)
	}
	if m.Boards[0].Holding(White)+m.Boards[0].Holding(Black)+m.Boards[1].Holding(White) != "" {
		t.Error("somebody else got the pawn")
	}
	back, err := ParseBughouse(m.String())
	if err != nil || back != m {
		t.Errorf("reads back as %v, %v", back.String(), err)
	}
}

// The first finished board decides, and partners sit crosswise.
func TestBughouseOutcome(t *testing.T) {
	m := NewBughouse()
	if o, board := m.Outcome(); o.Over() || board != -1 {
		t.Errorf("over at once: %v on %d", o, board)
	}
	mate := []string{"f2f3", "e7e5", "g2g4", "d8h4"}
	for board, want := range []Result{WhiteWins, BlackWins} { // White mates on that board
		m := NewBughouse()
		for _, uci := range mate {
			m = playBoth(t, m, string(rune('0'+board))+" "+uci)
		}
		if o, _ := m.Outcome(); o.Over() {
			t.Fatalf("a check from afar mates: %v", o) // a man could be put on f2 or g3
		}
		m.Boards[board] = parse(t, "bughouse", "7k/6Q1/6K1/8/8/8/8/8[] b - - 0 1")
		if o, at := m.Outcome(); at != board || o.Reason != Checkmate || o.Result != want {
			t.Errorf("board %d: %v on %d", board, o, at)
		}
	}
}

// Stalemate, material and flags do not save anybody (rules/RULES.md D6, §3).
func TestBughouseGoesOn(t *testing.T) {
	for _, fen := range []string{
		"7k/5Q2/6K1/8/8/8/8/8[] b - - 0 1",
		"7k/8/8/8/8/8/8/K7[] w - - 0 1",
		"6rk/6pp/8/8/8/8/8/K6Q[] w - - 0 1",
		"R6k/6pp/8/8/8/8/8/K7[] b - - 0 1",
	} {
		p := parse(t, "bughouse", fen)
		if o := p.Outcome(); o.Over() {
			t.Errorf("%s: %v", fen, o)
		}
		if o := p.FlagOutcome(White); o.Reason != TimeForfeit {
			t.Errorf("%s: %v", fen, o)
		}
	}
}

func TestBughouseErrors(t *testing.T) {
	for s, want := range map[string]string{
		"":                      "1 boards found",
		"x | y":                 "board 1: FEN, fields",
		startFEN + " | 8 w - -": "board 2: FEN, board: 1 ranks",
	} {
		if _, err := ParseBughouse(s); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", s, err, want)
		}
	}
	for _, v := range Variants() {
		if v.Name == "bughouse" {
			t.Error("bughouse is offered to two people")
		}
	}
}

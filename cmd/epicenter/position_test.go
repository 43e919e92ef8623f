package main

import (
	"encoding/json"
	"strings"
	"testing"
)

// report runs "epicenter position" and reads its object.
func report(t *testing.T, args ...string) (positionReport, string) {
	t.Helper()
	status, out, errs := runTool(t, "position", args...)
	if status != 0 || errs != "" || strings.Count(out, "\n") != 1 {
		t.Fatalf("%q: status %d, %q, %q", args, status, out, errs)
	}
	var r positionReport
	if err := json.Unmarshal([]byte(out), &r); err != nil {
		t.Fatalf("%q: %v in %s", args, err, out)
	}
	return r, out
}

func TestPositionStart(t *testing.T) {
	r, out := report(t, "--variant", "atomic")
	if r.Variant != "atomic" || r.Turn != "w" || r.Check || r.Result != "*" || r.Reason != "" || len(r.Legal) != 20 {
		t.Errorf("start: %+v", r)
	}
	if want := (legalMove{"a2a3", "a3", "rnbqkbnr/pppppppp/8/8/8/P7/1PPPPPPP/RNBQKBNR b KQkq - 0 1"}); r.Legal[0] != want {
		t.Errorf("first move %+v, want %+v", r.Legal[0], want)
	}
	for _, absent := range []string{"parsed", "flag", "claim"} {
		if strings.Contains(out, `"`+absent+`"`) {
			t.Errorf("%s was not asked for: %s", absent, out)
		}
	}
}

func TestPositionExplosion(t *testing.T) {
	r, out := report(t, "--variant", "atomic", "--moves", "g1f3 a7a6 f3g5 a6a5 g5f7", "--flag", "w", "--claim", "50", "--parse", "e4")
	if r.Result != "1-0" || r.Reason != "king_exploded" || !strings.Contains(out, `"legal":[]`) || r.FEN != "rnbq3r/1pppp1pp/8/p7/8/8/PPPPPPPP/RNBQKB1R b KQ - 0 3" {
		t.Errorf("explosion: %s", out)
	}
	if *r.Parsed != "illegal" || *r.Flag != (reportedEnd{"0-1", "time_forfeit"}) || *r.Claim {
		t.Errorf("other answers: %s", out)
	}
}

func TestPositionAnswers(t *testing.T) {
	shuffle := "g1f3 g8f6 f3g1 f6g8 "
	r, _ := report(t, "--moves", shuffle+shuffle, "--claim", "repetition")
	if !*r.Claim {
		t.Error("the start position for the third time cannot be claimed")
	}
	if r, _ = report(t, "--moves", shuffle, "--claim", "repetition"); *r.Claim {
		t.Error("the second time can be claimed")
	}
	both := "4k3/8/8/8/8/2p5/1P1B4/4K3 w - - 99 60"
	for _, c := range []struct{ text, movecase, want string }{
		{"bc3", "false", "b2c3"}, {"Bc3", "true", "d2c3"}, {"nonsense", "false", "not_a_move"}, {"", "false", "not_a_move"}, {"e4", "false", "illegal"},
	} {
		r, _ := report(t, "--fen", both, "--parse", c.text, "--movecase="+c.movecase, "--flag", "w", "--claim", "50")
		if *r.Parsed != c.want || *r.Claim || *r.Flag != (reportedEnd{"0-1", "time_forfeit"}) {
			t.Errorf("%q: %+v parsed %s, want %s", c.text, r, *r.Parsed, c.want)
		}
	}
	r, _ = report(t, "--variant", "chess960", "--fen", "4k3/8/8/8/8/8/8/1K5R w H - 100 60", "--parse", "b1g1", "--claim", "50")
	if *r.Parsed != "b1h1" || !*r.Claim || r.FEN != "4k3/8/8/8/8/8/8/1K5R w K - 100 60" {
		t.Errorf("chess960: %+v, parsed %s", r, *r.Parsed)
	}
}

func TestPositionDiagram(t *testing.T) {
	status, out, _ := runTool(t, "position", "--variant", "atomic", "--fen", "8/8/6Qk/8/8/8/8/K7 b - - 0 1", "--diagram")
	if status != 0 || !strings.Contains(out, "\n 6 |                   Q  *K|\n") || strings.Contains(out, "{") {
		t.Errorf("diagram: status %d\n%s", status, out)
	}
}

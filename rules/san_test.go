package rules

import "testing"

func TestSAN(t *testing.T) {
	for _, c := range []struct{ variant, fen, uci, want string }{
		{"chess", startFEN, "g1f3", "Nf3"},
		{"chess", "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "b1d2", "Nbd2"},
		{"chess", "4k3/8/8/R7/8/8/8/R3K3 w - - 0 1", "a1a3", "R1a3"},
		{"chess", "k7/8/8/8/Q6Q/8/8/K6Q w - - 0 1", "h4e4", "Qh4e4+"},
		{"chess", "rnbqk1nr/ppp2ppp/4p3/3p4/1b1PP3/2N5/PPP2PPP/R1BQKBNR w KQkq - 2 4", "g1e2", "Ne2"}, // the pinned twin does not count
		{"chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6"},
		{"chess", "1n5k/P7/8/8/8/8/8/K7 w - - 0 1", "a7b8n", "axb8=N"},
		{"chess", "1n5k/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8q", "a8=Q"},
		{"chess", "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", "d1d8", "Rd8#"},
		{"chess", "5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O+"},
		{"chess", "3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", "O-O-O+"},
		{"chess960", "4k3/8/8/8/8/8/8/1RK5 w B - 0 1", "c1b1", "O-O-O"},
		{"atomic", "rnbqkbnr/pppppppp/8/6N1/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 3", "g5f7", "Nxf7#"},
		{"atomic", "8/8/8/8/8/8/8/K1k4R w - - 0 1", "a1a2", "Ka2+"}, // contact ends
		{"atomic", "8/8/8/8/8/8/8/1K1k3R w - - 0 1", "b1a1", "Ka1+"},
		{"atomic", "8/8/8/8/8/8/1k6/K6R w - - 0 1", "h1h2", "Rh2"}, // no check while the kings touch
	} {
		p := parse(t, c.variant, c.fen)
		if got := p.SAN(mustUCI(t, &p, c.uci)); got != c.want {
			t.Errorf("%s %s: %s is %s, want %s", c.variant, c.fen, c.uci, got, c.want)
		}
	}
	p := Lookup("chess").Start(0)
	if p.SAN(NoMove) != "none" {
		t.Errorf("no move is %q", p.SAN(NoMove))
	}
}

func TestVerbose(t *testing.T) {
	for _, c := range []struct{ variant, fen, uci, want string }{
		{"chess", startFEN, "e2e4", "P/e2-e4"},
		{"chess", startFEN, "g1f3", "N/g1-f3"},
		{"chess", "7k/4P3/8/8/8/8/8/K7 w - - 0 1", "e7e8q", "P/e7-e8=Q"},
		{"chess", castleFEN, "e1g1", "o-o"},
		{"chess", castleFEN, "e1c1", "o-o-o"},
		{"chess960", "4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1", "o-o"},
		{"chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "P/e5-d6"},
	} {
		p := parse(t, c.variant, c.fen)
		if got := p.Verbose(mustUCI(t, &p, c.uci)); got != c.want {
			t.Errorf("%s: %s is %q, want %q", c.fen, c.uci, got, c.want)
		}
	}
	p := Lookup("chess").Start(0)
	if p.Verbose(NoMove) != "none" {
		t.Errorf("no move is %q", p.Verbose(NoMove))
	}
}

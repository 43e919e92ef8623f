package rules

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unsafe"
)

func TestPositionIsSmall(t *testing.T) {
	if size := unsafe.Sizeof(Position{}); size > 72 {
		t.Errorf("a Position has %d bytes; copying it should cost no more than nine words", size)
	}
}

func TestStartPosition(t *testing.T) {
	for _, v := range Variants() {
		if strings.Contains(v.Name, "/") {
			continue // wild and odds have their own tests
		}
		p := v.Start(StandardStart)
		fen := startFEN
		switch v.Name {
		case "crazyhouse":
			fen = strings.Replace(fen, " ", "[] ", 1)
		case "suicide":
			fen = strings.Replace(fen, "KQkq", "-", 1)
		}
		if p.FEN() != fen || p.Variant() != v || p.Turn() != White || p.FullMove() != 1 || p.Ply() != 0 || p.DoublePush() != -1 {
			t.Errorf("%s starts at %s", v, p.FEN())
		}
		if p.Material(White) != 39 || p.Material(Black) != 39 || p.Outcome().Over() || p.InCheck() {
			t.Errorf("%s: material %d and %d, %v", v, p.Material(White), p.Material(Black), p.Outcome())
		}
		want := [8]string{"rnbqkbnr", "pppppppp", "--------", "--------", "--------", "--------", "PPPPPPPP", "RNBQKBNR"}
		if p.Rows() != want {
			t.Errorf("rows %q", p.Rows())
		}
	}
}

func TestGameState(t *testing.T) {
	p := Lookup("atomic").Start(0)
	for i, c := range []struct {
		uci        string
		push, half int
		rights     string // white short, long, black short, long
	}{
		{"e2e4", 4, 0, "1111"},
		{"g8f6", -1, 1, "1111"},
		{"g1f3", -1, 2, "1111"},
		{"a7a5", 0, 0, "1111"},
		{"e1e2", -1, 1, "0011"},
		{"a8a7", -1, 2, "0010"},
		{"h2h3", -1, 0, "0010"},
		{"a7a8", -1, 1, "0010"},
	} {
		p = p.Play(mustUCI(t, &p, c.uci))
		rights := ""
		for _, side := range []Color{White, Black} {
			for _, kingSide := range []bool{true, false} {
				rights += map[bool]string{true: "1", false: "0"}[p.CanCastle(side, kingSide)]
			}
		}
		if p.DoublePush() != c.push || p.HalfmoveClock() != c.half || rights != c.rights || p.Ply() != i+1 || p.FullMove() != i/2+1+i%2 {
			t.Errorf("after %s: push %d, half %d, rights %s, ply %d, move %d", c.uci, p.DoublePush(), p.HalfmoveClock(), rights, p.Ply(), p.FullMove())
		}
	}
}

// An explosion takes rights of rooks that vanish and of a king that does.
func TestExplosionTakesRights(t *testing.T) {
	p := parse(t, "atomic", "4k2r/6pp/8/8/8/8/8/R3K1NQ w Qk - 4 9")
	p = p.Play(mustUCI(t, &p, "h1h7"))
	if want := "4k3/6p1/8/8/8/8/8/R3K1N1 b Q - 0 9"; p.FEN() != want {
		// g7 is a pawn and stays, h8 goes with its right
		t.Errorf("%s, want %s", p.FEN(), want)
	}
}

func TestBlasted(t *testing.T) {
	p := parse(t, "atomic", "r1bqkb1r/ppp1pp1p/2n2np1/3pN3/3P4/2N5/PPP1PPPP/R1BQKB1R w KQkq - 0 5")
	names := func(squares []Square) string {
		var out []string
		for _, s := range squares {
			out = append(out, s.String())
		}
		return strings.Join(out, " ")
	}
	if got := names(p.Blasted(mustUCI(t, &p, "c3d5"))); got != "d5 e5 c6" {
		t.Errorf("Nxd5 takes %s", got)
	}
	if got := p.Blasted(mustUCI(t, &p, "e2e4")); got != nil {
		t.Errorf("e4 takes %v", got)
	}
	p = parse(t, "atomic", "8/8/8/4k3/4Pp2/8/5K2/8 b - e3 0 1")
	if got := names(p.Blasted(mustUCI(t, &p, "f4e3"))); got != "e3 f2 e4" {
		t.Errorf("fxe3 in passing takes %s", got)
	}
	p = parse(t, "chess", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1")
	if got := p.Blasted(mustUCI(t, &p, "e4d5")); got != nil {
		t.Errorf("chess explodes: %v", got)
	}
	p = parse(t, "atomic", "4k3/8/8/8/8/8/8/4K2R w K - 0 1")
	if got := p.Blasted(mustUCI(t, &p, "e1g1")); got != nil {
		t.Errorf("castling explodes: %v", got)
	}
}

// A hanging king is never taken in chess, so that no game loses one.
func TestHangingKingIsNotTaken(t *testing.T) {
	p := parse(t, "chess", "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1")
	if slices.Contains(legalUCI(&p), "e2e8") {
		t.Error("Rxe8 takes the king")
	}
	p = parse(t, "chess", "8/8/8/8/8/2k5/1P6/K7 w - - 0 1")
	if slices.Contains(legalUCI(&p), "b2c3") {
		t.Error("bxc3 takes the king")
	}
}

// Every legal move is legal by IsLegal and nothing else of the 65,536 numbers.
func TestIsLegal(t *testing.T) {
	for variant, fen := range map[string]string{
		"chess":      "r3k2r/1P6/8/3pP3/8/8/P7/R3K2R w KQkq d6 0 1",
		"atomic":     "r3k2r/1P6/8/3pP3/8/8/P7/R3K2R w KQkq d6 0 1",
		"crazyhouse": "r3k2r/1P6/8/3pP3/8/8/P7/R3K2R[PNq] w KQkq d6 0 1",
		"suicide":    "8/1P6/8/8/8/8/P7/R3K2K w - - 0 1",
		"wild":       "r2k3r/1P6/8/3pP3/8/8/P7/R2K3R w KQkq d6 0 1",
	} {
		p := parse(t, variant, fen)
		want := p.AppendMoves(nil)
		var got []Move
		for n := range 1 << 16 {
			if m := MoveFromUint16(uint16(n)); p.IsLegal(m) {
				got = append(got, m)
			}
		}
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s: legal numbers %v, moves %v", variant, got, want)
		}
	}
}

func TestAllocations(t *testing.T) {
	for _, v := range Variants() {
		p := v.Start(StandardStart)
		for range 12 { // somewhere into a game, with captures about
			moves := p.AppendMoves(nil)
			p = p.Play(moves[len(moves)/2])
		}
		buf := make([]Move, 0, 256)
		moves := p.AppendMoves(nil)
		var next Position
		if n := testing.AllocsPerRun(100, func() {
			buf = p.AppendMoves(buf[:0])
			for _, m := range moves {
				next = p.Play(m)
			}
		}); n != 0 {
			t.Errorf("%s: generating and making allocates %v times", v, n)
		}
		if n := testing.AllocsPerRun(100, func() { _, _, _ = next.Hash(), next.InCheck(), next.Outcome() }); n != 0 {
			t.Errorf("%s: hash, check and outcome allocate %v times", v, n)
		}
	}
}

// Equal positions have equal hashes and different ones different hashes, where
// equal means rules/RULES.md §4: placement, side, rights, a legal en passant.
func TestHash(t *testing.T) {
	hash := func(variant, fen string) uint64 {
		p := parse(t, variant, fen)
		return p.Hash()
	}
	base := hash("chess", "4k3/8/8/3pP3/8/8/8/4K2R w K - 0 1")
	for _, c := range []struct {
		variant, fen string
		same         bool
	}{
		{"chess", "4k3/8/8/3pP3/8/8/8/4K2R w K - 7 40", true},  // clocks do not count
		{"chess", "4k3/8/8/3pP3/8/8/8/4K2R w - - 0 1", false},  // rights do
		{"chess", "4k3/8/8/3pP3/8/8/8/4K2R b K - 0 1", false},  // the side does
		{"chess", "4k3/8/8/3pP3/8/8/8/4K2R w K d6 0 1", false}, // exd6 is legal
		{"chess", "3k4/8/8/3pP3/8/8/8/4K2R w K - 0 1", false},
	} {
		if same := hash(c.variant, c.fen) == base; same != c.same {
			t.Errorf("%s: same %v, want %v", c.fen, same, c.same)
		}
	}
	// A pinned pawn cannot take in passing, so the square does not count.
	if hash("chess", "4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 1") != hash("chess", "4r1k1/8/8/3pP3/8/8/8/4K3 w - - 0 1") {
		t.Error("an en passant capture that is not legal counts")
	}
	// In atomic it would blow up the own king.
	if hash("atomic", "6k1/8/3K4/3pP3/8/8/8/8 w - - 0 1") == hash("atomic", "6k1/8/8/2KpP3/8/8/8/8 w - - 0 1") {
		t.Error("different boards, one hash")
	}
	if hash("atomic", "6k1/8/8/2KpP3/8/8/8/8 w - d6 0 1") != hash("atomic", "6k1/8/8/2KpP3/8/8/8/8 w - - 0 1") {
		t.Error("a suicidal en passant capture counts")
	}
	// Rights are keyed by the rook: two rooks on one wing differ.
	if hash("chess960", "4k3/8/8/8/8/8/8/1K1R1R2 w D - 0 1") == hash("chess960", "4k3/8/8/8/8/8/8/1K1R1R2 w F - 0 1") {
		t.Error("rights of different rooks, one hash")
	}
}

// Repetition by hash is repetition by what a person would compare.
func TestHashAgainstDescription(t *testing.T) {
	for i, v := range Variants() {
		seen := map[uint64]string{}
		described := map[string]uint64{}
		rng := rand.New(rand.NewPCG(uint64(i), 4))
		for range 20 {
			p := v.Start(StandardStart)
			for range 80 {
				moves := p.AppendMoves(nil)
				if len(moves) == 0 {
					break
				}
				d := describe(&p)
				h := p.Hash()
				if old, ok := seen[h]; ok && old != d {
					t.Fatalf("one hash for %s and %s", old, d)
				}
				if old, ok := described[d]; ok && old != h {
					t.Fatalf("two hashes for %s", d)
				}
				seen[h], described[d] = d, h
				p = p.Play(moves[rng.IntN(len(moves))])
			}
		}
	}
}

// describe writes placement, hands, side, rights and the file of a legal en passant.
func describe(p *Position) string {
	d := strings.Join(strings.Fields(p.FEN())[:3], " ")
	d = strings.ReplaceAll(d, "~", "") // a promoted man equals another
	for _, m := range p.AppendMoves(nil) {
		if m.IsEnPassant() {
			return d + " " + m.To().String()
		}
	}
	return d
}

package rules

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
)

const (
	startFEN   = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
	castleFEN  = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
	promoteFEN = "1n5k/P7/8/8/8/8/8/K7 w - - 0 1"
	bothBFEN   = "4k3/8/8/8/8/2p5/1P1B4/4K3 w - - 0 1"
	onlyBFEN   = "4k3/8/8/8/8/2p5/3B4/4K3 w - - 0 1"
	noRookFEN  = "4k3/8/8/8/8/8/8/4K2R w - - 0 1"
)

func TestMoveText(t *testing.T) {
	for _, c := range []struct{ fen, texts, want string }{
		{startFEN, "e2e4 e2-e4 e4 Pe4 pe4 e4! e4?! e4+ Pe2e4 Pe2-e4 e2e4ep", "e2e4"},
		{startFEN, "Nf3 nf3 Ng1f3 ng1f3 Ngf3 N1f3 Ng1-f3 g1f3 Nf3+", "g1f3"},
		{startFEN, "e2e5 e2xe4 exd3 ed3 Nxf3 Ke2 o-o oo O-O-O e4=Q Qd8 pxe4 N@e4 P@e4 p@a1 a8 bb4 Bb4 e1g1", "illegal"},
		{startFEN, "hello e e9 i4 ex exa exam ch ab9 help accept b B date ga o ooooo -- = x e4e e4q Nf N N@ @e4 " +
			"Nf3q e2e4qq e2--e4 e2-e4- draw resign a aaa 1 12 e2e Bb xd5 =Q #", "not_a_move"},
		{castleFEN, "o-o O-O 0-0 oo OO 00 o-o+ O-O# e1g1 Ke1g1 e1-g1", "e1g1"},
		{castleFEN, "o-o-o O-O-O 0-0-0 ooo OOO O-O-O! e1c1", "e1c1"},
		{castleFEN, "e1h1 Kg1 e1b1 e1xg1 Re1g1 e1g1q", "illegal"},
		{noRookFEN, "o-o e1g1 Kg1", "illegal"},
		{castleFEN, "Rxa8 RxRa8 Ra8 ra8 a1a8 a1xa8 Ra1xa8 R1xa8 a1xRa8 Rxa8+", "a1a8"},
		{castleFEN, "RxQa8 a1xqa8 RxBa8", "illegal"},
		{promoteFEN, "a8=Q a8 a8q a8=q a8Q a7a8 a7a8q a7a8=Q a7-a8=Q Pa8 pa8q", "a7a8q"},
		{promoteFEN, "a7a8n a8=N a8N a8n a7-a8n", "a7a8n"},
		{promoteFEN, "axb8=N axb8n axbN axb=N ab=n ab8N a7xb8=N axNb8=N Pxb8=N", ""},
		{promoteFEN, "a8=K a8k a7a8k axb8=P", ""},
		{bothBFEN, "bxc3 bc3 bxc bc pxc3 b2c3 b2xc3 bxPc3 Pbxc3", "b2c3"},
		{bothBFEN, "Bxc3 Bc3 BxPc3 Bdxc3 d2c3 bdc3 B2xc3 Bdc3", "d2c3"},
		{onlyBFEN, "bxc3 bc3 Bc3 Bxc3", "d2c3"},
		{onlyBFEN, "bc bxc b2c3 pxc3", "illegal"},
		{"4k3/8/8/8/8/8/8/BN2K3 w - - 0 1", "b1c3 Nc3", "b1c3"},
		{"4k3/8/8/8/8/8/8/BN2K3 w - - 0 1", "B1c3 Bc3", "a1c3"},
		{"4k3/8/8/8/8/8/8/1N2K3 w - - 0 1", "B1c3", "b1c3"},
		{"4k3/8/8/8/8/8/8/B3K3 w - - 0 1", "b1c3", "illegal"},
		{"rnb1kbnr/p1q1pppp/8/1p6/2p5/1P2PN2/3P1PPP/RNBQKB1R w KQkq - 0 1", "bxc4 bc4 pxc4 b3c4 b3-c4", "b3c4"}, // docs/cases.md 75
		{"rnb1kbnr/p1q1pppp/8/1p6/2p5/1P2PN2/3P1PPP/RNBQKB1R w KQkq - 0 1", "Bxc4 Bc4 f1c4 f1-c4", "f1c4"},
		{startFEN, "b4 B4 b2b4 Pb4", "b2b4"},
		{"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6 ed6 exd ed d6 exd6ep exd6e.p. exPd6 e5d6 e5xd6 Pxd6 exd6+", "e5d6"},
		{"4k3/8/8/3p4/2P1P3/8/8/4K3 w - - 0 1", "d5 xd5", ""},
		{"4k3/8/8/3p4/2P1P3/8/8/4K3 w - - 0 1", "Pd5 pxd5", "ambiguous"},
		{"4k3/8/3p4/8/2PPP3/8/8/4K3 w - - 0 1", "d5 Pd5", "d4d5"},
		{"4k3/8/4p3/3p4/4P3/8/8/4K3 b - - 0 1", "de d5xe4", "d5e4"},
		{"4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "Nd2 nd2", "ambiguous"},
		{"k7/8/8/8/Q6Q/8/8/K6Q w - - 0 1", "Qhe4 Qe4", "ambiguous"},
		{"k7/8/8/8/Q6Q/8/8/K6Q w - - 0 1", "Qh4e4 Q4h4e4", ""},
	} {
		p := parse(t, "chess", c.fen)
		for _, text := range strings.Fields(c.texts) {
			got := parsed(&p, text, MoveText{})
			if c.want != "" && got != c.want {
				t.Errorf("%s: %q is %s, want %s", c.fen, text, got, c.want)
			}
			if looks := LooksLikeMove(text); looks != (got != "not_a_move") {
				t.Errorf("%q: %s, yet LooksLikeMove says %v", text, got, looks)
			}
		}
	}
}

// The rows above whose texts mean different things, one by one; the words with
// movecase on; and the promote setting.
func TestMoveTextSettings(t *testing.T) {
	on := MoveText{CaseMatters: true}
	for _, c := range []struct {
		fen, text string
		o         MoveText
		want      string
	}{
		{promoteFEN, "axb8=N", MoveText{}, "a7b8n"},
		{promoteFEN, "axb=N", MoveText{}, "a7b8n"},
		{promoteFEN, "ab=n", MoveText{}, "a7b8n"},
		{promoteFEN, "ab", MoveText{}, "a7b8q"},
		{promoteFEN, "axbN", MoveText{}, "not_a_move"},
		{promoteFEN, "axNb8=N", MoveText{}, "a7b8n"},
		{promoteFEN, "Pxb8=N", MoveText{}, "a7b8n"},
		{promoteFEN, "a8=K", MoveText{}, "illegal"},
		{promoteFEN, "axb8=P", MoveText{}, "not_a_move"},
		{promoteFEN, "a8", MoveText{Promotion: Rook}, "a7a8r"},
		{promoteFEN, "a7a8", MoveText{Promotion: Knight}, "a7a8n"},
		{promoteFEN, "a8=B", MoveText{Promotion: Knight}, "a7a8b"},
		{promoteFEN, "a8b", on, "a7a8b"},
		{"4k3/8/8/3p4/2P1P3/8/8/4K3 w - - 0 1", "d5", MoveText{}, "ambiguous"},
		{"4k3/8/8/3p4/2P1P3/8/8/4K3 w - - 0 1", "xd5", MoveText{}, "not_a_move"},
		{"k7/8/8/8/Q6Q/8/8/K6Q w - - 0 1", "Qh4e4", MoveText{}, "h4e4"},
		{"k7/8/8/8/Q6Q/8/8/K6Q w - - 0 1", "Q4h4e4", MoveText{}, "not_a_move"},
		{bothBFEN, "bxc3", on, "b2c3"},
		{bothBFEN, "Bxc3", on, "d2c3"},
		{onlyBFEN, "bc3", on, "illegal"},
		{onlyBFEN, "Bc3", on, "d2c3"},
		{startFEN, "B4", on, "not_a_move"},
		{startFEN, "Bc", on, "not_a_move"},
		{startFEN, "b4", on, "b2b4"},
		{startFEN, "nf3", on, "g1f3"},
		{"4k3/8/8/8/8/8/8/1N2K3 w - - 0 1", "B1c3", on, "illegal"},
		{startFEN, " e4 ", MoveText{}, "e2e4"},
		{"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6 e.p.", MoveText{}, "e5d6"},
		{"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6 ep!", MoveText{}, "e5d6"},
		{startFEN, "", MoveText{}, "not_a_move"},
		{startFEN, "ep", MoveText{}, "not_a_move"},
	} {
		p := parse(t, "chess", c.fen)
		if got := parsed(&p, c.text, c.o); got != c.want {
			t.Errorf("%s: %q with %+v is %s, want %s", c.fen, c.text, c.o, got, c.want)
		}
	}
}

// Castling typed in the 960 variants: signs, a king's move of two squares or
// more onto its castling square (D9), the king onto its rook.
func TestCastlingText960(t *testing.T) {
	for _, c := range []struct{ fen, texts, want string }{
		{"4k3/8/8/8/8/8/8/1K5R w H - 0 1", "o-o O-O b1g1 b1h1 Kb1g1", "b1h1"},
		{"4k3/8/8/8/8/8/8/5K1R w H - 0 1", "f1g1 Kg1", "f1g1"},
		{"4k3/8/8/8/8/8/8/5K1R w H - 0 1", "o-o f1h1", "f1h1"},
		{"4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1 oo", "f1g1"},
		{"4k3/8/8/8/8/8/8/1K5R w H - 0 1", "o-o-o b1f1 Kg1 Kh1", "illegal"},
		{"4k3/8/8/8/8/8/8/R5K1 w A - 0 1", "o-o-o g1c1 g1a1", "g1a1"},
	} {
		for _, variant := range []string{"chess960", "atomic960"} {
			p := parse(t, variant, c.fen)
			for _, text := range strings.Fields(c.texts) {
				if got := parsed(&p, text, MoveText{}); got != c.want {
					t.Errorf("%s %s: %q is %s, want %s", variant, c.fen, text, got, c.want)
				}
			}
		}
	}
}

func TestMoveErrors(t *testing.T) {
	p := parse(t, "chess", "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1")
	_, err := p.ParseMove("Nd2", MoveText{})
	var e *MoveError
	if !errors.As(err, &e) || !errors.Is(err, ErrAmbiguousMove) || strings.Join(e.Readings, " ") != "Nbd2 Nfd2" {
		t.Fatalf("Nd2: %v", err)
	}
	if want := `ambiguous move: "Nd2" can be Nbd2 or Nfd2`; err.Error() != want {
		t.Errorf("prints %q, want %q", err, want)
	}
	for text, want := range map[string]error{"e4": ErrIllegalMove, "hi": ErrNotAMove, "": ErrNotAMove, "Nd2": ErrNotAMove, "e1e2q": ErrIllegalMove, "e1e2x": ErrNotAMove} {
		if m, err := p.ParseUCI(text); !errors.Is(err, want) && !(text == "e4" && errors.Is(err, ErrNotAMove)) || m != NoMove {
			t.Errorf("ParseUCI(%q): %v, %v, want %v", text, m, err, want)
		}
	}
}

// Words that players type as commands must not be taken for moves
// (docs/protocol.md §2.4).
func TestCommandsAreNoMoves(t *testing.T) {
	words := "a accept abort ad addlist adjourn alias allobservers b backward bell best bye ch cshout d date decline draw e ex exa examine exit f finger flag " +
		"follow forward g games go goboard h he help hi history i in inchannel iset it k kibitz kiss l list logout m ma match mam messages moretime moves " +
		"n next news o observe oldmoves p partner password pause pending ping pl play player po pr promote q quit r re refresh register rematch resign " +
		"resume s say seek set sh shout sought stats style sw switch t takeback tell time tom u unalias unobserve unpause uptime v variables vars w who " +
		"whisper withdraw z znotify + - = . , ! : ^ * # ba2x eggs bb bughouse abuser aclearhistory"
	for _, w := range strings.Fields(words) {
		if LooksLikeMove(w) || LooksLikeMove(w+" 5") {
			t.Errorf("%q looks like a move", w)
		}
	}
}

// parse(print(move)) is the move, in every notation and variant.
func TestNotationRoundTrips(t *testing.T) {
	for i, v := range Variants() {
		rng := rand.New(rand.NewPCG(uint64(i), 3))
		for n := 0; n < 300; {
			p, ok := randomBoard(v, rng)
			if !ok {
				continue
			}
			n++
			for _, m := range p.AppendMoves(nil) {
				for _, text := range []string{p.SAN(m), strings.TrimRight(p.SAN(m), "+#"), p.UCI(m)} {
					if back, err := p.ParseMove(text, MoveText{}); err != nil || back != m {
						t.Fatalf("%s %s: %v prints %s, which reads as %v, %v", v, p.FEN(), m, text, back, err)
					}
				}
				if back, err := p.ParseUCI(p.UCI(m)); err != nil || back != m {
					t.Fatalf("%s %s: %s reads as %v, %v", v, p.FEN(), p.UCI(m), back, err)
				}
			}
		}
	}
}

func FuzzMoveText(f *testing.F) {
	for _, s := range []string{"e4", "e2e4", "Nf3", "exd5", "bxc3", "Bxc3", "O-O", "0-0-0", "a8=Q", "RxPb4", "exd6ep", "P@e4", "hello", "b", "Qh4e1+"} {
		f.Add(s, true, uint8(0))
	}
	boards := []string{startFEN, castleFEN, promoteFEN, bothBFEN, onlyBFEN}
	f.Fuzz(func(t *testing.T, text string, movecase bool, pick uint8) {
		p := parse(t, "chess", boards[int(pick)%len(boards)])
		m, err := p.ParseMove(text, MoveText{CaseMatters: movecase, Promotion: Queen})
		switch {
		case err == nil && !p.IsLegal(m):
			t.Fatalf("%q reads as %v, which is not legal", text, m)
		case err != nil && m != NoMove:
			t.Fatalf("%q: %v and yet %v", text, err, m)
		case !movecase && errors.Is(err, ErrNotAMove) == LooksLikeMove(text):
			t.Fatalf("%q: %v, LooksLikeMove %v", text, err, LooksLikeMove(text))
		}
	})
}

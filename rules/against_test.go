package rules

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// ruleNames are one variant for each set of rules.
var ruleNames = append([]string{"bughouse"}, perftNames...)

// compare checks one position against the reference: the list of legal moves,
// check, the FEN and hash after every move.
func compare(t *testing.T, p *Position) {
	t.Helper()
	compareMoves(t, p, p.AppendMoves(nil)...)
}

// compareMoves is compare that looks only at where some moves lead.
func compareMoves(t *testing.T, p *Position, moves ...Move) {
	t.Helper()
	v, fen := p.Variant(), p.FEN()
	ref := newReference(v, fen)
	want, byName := ref.moves()
	if got := legalUCI(p); !slices.Equal(got, want) {
		t.Fatalf("%s %s: legal moves\n%v, the reference has\n%v", v, fen, got, want)
	}
	if king := ref.king(ref.white); king >= 0 && p.InCheck() != ref.checked(ref.white, king) {
		t.Fatalf("%s %s: check %v", v, fen, p.InCheck())
	}
	for _, m := range moves {
		next := p.Play(m)
		if got, want := next.FEN(), ref.play(byName[p.UCI(m)]).fen(); got != want {
			t.Fatalf("%s %s: after %s %s, the reference has %s", v, fen, p.UCI(m), got, want)
		}
		invariants(t, &next)
	}
}

// invariants hold in every position that play can reach.
func invariants(t *testing.T, p *Position) {
	t.Helper()
	if p.key != p.recomputeKey() {
		t.Fatalf("%s: key %x, recomputed %x", p.FEN(), p.key, p.recomputeKey())
	}
	for b := p.rooks; b != 0; b &= b - 1 {
		s := b.first()
		c := White
		if s.Rank() == 7 {
			c = Black
		}
		if p.At(s) != PieceOf(c, Rook) || p.kings()&p.men(c)&home[c] == 0 {
			t.Fatalf("%s: a right without rook on %v or king at home", p.FEN(), s)
		}
	}
	if wrong := p.promoted & (p.pawns() | p.kings() | ^p.occupied()); wrong != 0 {
		t.Fatalf("%s: %v is marked as promoted", p.FEN(), wrong.first())
	}
	back, err := ParseFEN(p.Variant(), p.FEN())
	if err != nil {
		t.Fatalf("own FEN: %v", err)
	}
	if p.enPassantPawns() == 0 {
		back.passed = p.passed // the only thing a FEN leaves out
	}
	if back != *p {
		t.Fatalf("%s reads back as %s, or differs in what is not seen", p.FEN(), back.FEN())
	}
}

// TestAgainstReferenceOnGames plays random games in all variants, captures first
// in half of them so that explosions are frequent.
func TestAgainstReferenceOnGames(t *testing.T) {
	for i, v := range Variants() {
		rng := rand.New(rand.NewPCG(uint64(i), 1))
		for range games(v, 6) {
			p := v.Start(rng.IntN(960))
			for range 120 {
				compare(t, &p)
				moves := p.AppendMoves(nil)
				if len(moves) == 0 {
					break
				}
				p = p.Play(moves[rng.IntN(len(moves))])
			}
		}
	}
}

// games is how many games of a variant are enough: few where only the array differs.
func games(v *Variant, n int) int {
	if strings.Contains(v.Name, "/") {
		return 1
	}
	return n
}

// TestAgainstReferenceOnCorpus walks one move deep from every corpus position.
func TestAgainstReferenceOnCorpus(t *testing.T) {
	for file := range perftLines {
		v := Lookup(file)
		for _, l := range readPerft(t, file) {
			p, err := ParseFEN(v, l.fen)
			if err != nil {
				t.Fatal(err)
			}
			compare(t, &p)
		}
	}
}

// randomBoard strews men over the board: kings touch, checks are doubled,
// nothing is where a game would have put it.
func randomBoard(v *Variant, rng *rand.Rand) (Position, bool) {
	p := v.empty()
	p.turn = Color(rng.IntN(2))
	p.strewMen(rng)
	if !v.traits.has(explosive) { // chess: the side that has moved may not be in check
		p.turn ^= 1
		hanging := p.InCheck()
		p.turn ^= 1
		if hanging {
			return p, false
		}
	}
	if v.traits.has(drops) {
		p.strewHands(rng)
	}
	if !v.traits.has(commoners) {
		p.strewRights(rng)
	}
	p.strewPassed(rng)
	p.key = p.recomputeKey()
	return p, true
}

func (p *Position) strewMen(rng *rand.Rand) {
	free := rng.Perm(64)
	take := func() Square {
		s := Square(free[0])
		free = free[1:]
		return s
	}
	white := take()
	black := take()
	if rng.IntN(3) == 0 { // beside each other
		near := tables.king[white]
		for range rng.IntN(near.count()) {
			near &= near - 1
		}
		black = near.first()
	}
	p.put(white, codeKing)
	p.put(black, codeKing|8)
	if p.traits.has(commoners) && rng.IntN(2) == 0 {
		p.remove(bit(white) | bit(black))
		p.put(white, uint(1+rng.IntN(3)))
	}
	kinds := 5
	if p.traits.has(commoners) {
		kinds = 6 // kings too
	}
	for range rng.IntN(24) {
		s, code := take(), uint(1+rng.IntN(kinds))
		if p.code(s) != 0 || code == codePawn && lastRanks.has(s) {
			continue
		}
		p.put(s, code|uint(rng.IntN(2))<<3)
	}
}

// strewHands gives each side up to three men and marks some on the board.
func (p *Position) strewHands(rng *rand.Rand) {
	for range rng.IntN(7) {
		*p = p.Give(PieceOf(Color(rng.IntN(2)), PieceType(1+rng.IntN(5))))
	}
	p.promoted = bitboard(rng.Uint64()&rng.Uint64()) & p.occupied() &^ (p.pawns() | p.kings())
}

func (p *Position) strewRights(rng *rand.Rand) {
	for _, c := range []Color{White, Black} {
		king := p.kings() & p.men(c) & home[c]
		if king == 0 {
			continue
		}
		for b := p.of(Rook) & p.men(c) & home[c] &^ p.promoted; b != 0; b &= b - 1 {
			rook := b.first()
			usual := (king.first().File() == 4 || p.mirrored(king.first())) && rook.File()%7 == 0
			if (usual || p.Variant().Random960) && rng.IntN(4) > 0 && p.castlingRook(c, rook > king.first()) == NoSquare {
				p.rooks |= bit(rook)
			}
		}
	}
}

func (p *Position) strewPassed(rng *rand.Rand) {
	mover := p.turn.Other()
	ahead := pawnSteps[mover].ahead
	for b := jumpedRank[mover] &^ p.occupied(); b != 0; b &= b - 1 {
		pawn, origin := (b & -b).step(ahead), (b & -b).step(-ahead)
		if p.pawns()&p.men(mover)&pawn != 0 && p.occupied()&origin == 0 && rng.IntN(2) == 0 {
			p.passed = b.first()
			return
		}
	}
}

func TestAgainstReferenceOnRandomBoards(t *testing.T) {
	for i, name := range ruleNames {
		v := Lookup(name)
		rng := rand.New(rand.NewPCG(uint64(i), 2))
		for n := 0; n < 800; {
			if p, ok := randomBoard(v, rng); ok {
				compare(t, &p)
				n++
			}
		}
	}
}

// FuzzAgainstReference lets the fuzzer choose the strewn board.
func FuzzAgainstReference(f *testing.F) {
	f.Add(uint64(1), uint64(1))
	f.Fuzz(func(t *testing.T, a, b uint64) {
		rng := rand.New(rand.NewPCG(a, b))
		if p, ok := randomBoard(Lookup(ruleNames[rng.IntN(len(ruleNames))]), rng); ok {
			compare(t, &p)
		}
	})
}

// FuzzGame plays a game that the fuzzer chooses, compares every position with the
// reference, and repetition by hash with repetition by description. Everything
// printed reads back as itself.
func FuzzGame(f *testing.F) {
	for i := range ruleNames {
		f.Add(uint8(i), uint16(StandardStart), []byte("moves are chosen by these bytes, one each"))
	}
	f.Fuzz(func(t *testing.T, variant uint8, number uint16, choices []byte) {
		v := Lookup(ruleNames[int(variant)%len(ruleNames)])
		p := v.Start(int(number))
		var hashes []uint64
		seen := map[string]int{}
		for _, c := range choices[:min(len(choices), 60)] {
			d := describe(&p)
			seen[d]++
			hashes = append(hashes, p.Hash())
			if got := Repetitions(hashes); got != seen[d] {
				t.Fatalf("%s: %d repetitions by hash, %d by description", p.FEN(), got, seen[d])
			}
			moves := p.AppendMoves(nil)
			if len(moves) == 0 {
				return
			}
			m := moves[int(c)%len(moves)]
			compareMoves(t, &p, m)
			for _, text := range []string{p.SAN(m), p.UCI(m)} {
				if back, err := p.ParseMove(text, MoveText{CaseMatters: true}); err != nil || back != m {
					t.Fatalf("%s: %s reads as %v, %v", p.FEN(), text, back, err)
				}
			}
			if back, err := p.ParseUCI(p.UCI(m)); err != nil || back != m {
				t.Fatalf("%s: %s reads as %v, %v", p.FEN(), p.UCI(m), back, err)
			}
			p = p.Play(m)
		}
	})
}

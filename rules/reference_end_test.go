package rules

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// The referee's view of ends, flags and notation, as slow and as obvious as the
// rest of it.

// count returns how many men of a side there are, of the given kinds or of all.
func (r *reference) count(white bool, kinds string) (n int) {
	for _, man := range r.men {
		if man != 0 && isWhite(man) == white && (kinds == "" || strings.ContainsRune(kinds, rune(lower(man)))) {
			n++
		}
	}
	return n
}

func score(whiteWins bool) string {
	if whiteWins {
		return "1-0"
	}
	return "0-1"
}

// end returns result and reason, rules/RULES.md §1.4 and §2.
func (r *reference) end(v *Variant) (result, reason string) {
	switch {
	case r.suicide:
		return r.suicideEnd()
	case r.losers:
		return r.losersEnd()
	case v.Name == "bughouse":
		return r.bughouseEnd()
	case r.atomic && r.king(r.white) < 0:
		return score(!r.white), "king_exploded"
	}
	switch mated := r.checked(r.white, r.king(r.white)); {
	case len(r.legal()) == 0 && mated:
		return score(!r.white), "checkmate"
	case len(r.legal()) == 0:
		return "1/2-1/2", "stalemate"
	case !r.hands && r.count(true, "prq")+r.count(false, "prq") == 0 && r.count(true, "nb")+r.count(false, "nb") <= 1:
		return "1/2-1/2", "insufficient_material"
	}
	return "*", ""
}

func (r *reference) suicideEnd() (result, reason string) {
	white, black := r.count(true, ""), r.count(false, "")
	switch {
	case white == 0 || black == 0:
		return score(white == 0), "lost_all_material"
	case len(r.legal()) == 0 && white == black:
		return "1/2-1/2", "stalemate_equal_pieces"
	case len(r.legal()) == 0:
		return score(white < black), "stalemate_fewer_pieces"
	case white == 1 && black == 1 && r.count(true, "b") == 1 && r.count(false, "b") == 1:
		w, b := r.find('B'), r.find('b')
		if (w%8+w/8)%2 != (b%8+b/8)%2 {
			return "1/2-1/2", "insufficient_material"
		}
	}
	return "*", ""
}

func (r *reference) losersEnd() (result, reason string) {
	switch {
	case r.bare(!r.white):
		return score(!r.white), "lost_all_material"
	case r.bare(r.white):
		return score(r.white), "lost_all_material"
	case len(r.legal()) == 0 && r.checked(r.white, r.king(r.white)):
		return score(r.white), "checkmate"
	case len(r.legal()) == 0:
		return score(r.white), "stalemate"
	}
	return "*", ""
}

// bughouseEnd tries a knight on every empty square: if one helps, it is no mate.
func (r *reference) bughouseEnd() (result, reason string) {
	king := r.king(r.white)
	if !r.checked(r.white, king) || len(r.legal()) > 0 {
		return "*", ""
	}
	for square, man := range r.men {
		helped := *r
		helped.men[square] = 'n'
		if r.white {
			helped.men[square] = 'N'
		}
		if man == 0 && !helped.checked(r.white, king) {
			return "*", ""
		}
	}
	return score(!r.white), "checkmate"
}

// flag returns what a fallen flag is worth, rules/RULES.md §3.
func (r *reference) flag(white bool) (result, reason string) {
	men := r.count(!white, "") - r.count(!white, "k")
	could := true
	switch {
	case r.hands || r.suicide || r.losers:
	case r.atomic:
		could = men > 0
	default:
		could = r.count(!white, "prq") > 0 || men > 1
	}
	if could {
		return score(!white), "time_forfeit"
	}
	return "1/2-1/2", "flag_insufficient"
}

// san writes a move, rules/RULES.md §6.
func (r *reference) san(v *Variant, m refMove) string {
	next := r.play(m)
	mark := ""
	if king := next.king(next.white); king < 0 && r.atomic || king >= 0 && next.checked(next.white, king) {
		mark = "+"
		if _, reason := next.end(v); reason == "checkmate" || reason == "king_exploded" {
			mark = "#"
		}
	}
	man, capture := r.men[max(m.from, 0)], r.men[m.to] != 0 || m.passing
	switch {
	case m.drop != 0:
		return r.uci(m) + mark
	case m.castle:
		short := m.to > m.from
		if r.wild && m.from%8 == 3 {
			short = !short
		}
		if short {
			return "O-O" + mark
		}
		return "O-O-O" + mark
	case lower(man) == 'p':
		text := ""
		if capture {
			text = refName(m.from)[:1] + "x"
		}
		text += refName(m.to)
		if m.promo != 0 {
			text += "=" + strings.ToUpper(string(rune(m.promo)))
		}
		return text + mark
	}
	text := strings.ToUpper(string(rune(man))) + r.origin(m)
	if capture {
		text += "x"
	}
	return text + refName(m.to) + mark
}

// origin is the least that tells a man from the others that could go there.
func (r *reference) origin(m refMove) string {
	var others []int
	for _, o := range r.legal() {
		if o.drop == 0 && !o.castle && o.to == m.to && o.from != m.from && r.men[o.from] == r.men[m.from] {
			others = append(others, o.from)
		}
	}
	name := refName(m.from)
	switch {
	case len(others) == 0:
		return ""
	case !slices.ContainsFunc(others, func(s int) bool { return s%8 == m.from%8 }):
		return name[:1]
	case !slices.ContainsFunc(others, func(s int) bool { return s/8 == m.from/8 }):
		return name[1:]
	}
	return name
}

// compareEnds checks end, flags and the notation of every move.
func compareEnds(t *testing.T, p *Position) {
	t.Helper()
	v, fen := p.Variant(), p.FEN()
	ref := newReference(v, fen)
	result, reason := ref.end(v)
	if o := p.Outcome(); o.Result.String() != result || string(o.Reason) != reason {
		t.Fatalf("%s %s: ends %v %v, the reference has %s %s", v, fen, o.Result, o.Reason, result, reason)
	}
	for _, c := range []Color{White, Black} {
		result, reason := ref.flag(c == White)
		if o := p.FlagOutcome(c); o.Result.String() != result || string(o.Reason) != reason {
			t.Fatalf("%s %s: flag of %v %v %v, the reference has %s %s", v, fen, c, o.Result, o.Reason, result, reason)
		}
	}
	_, byName := ref.moves()
	for _, m := range p.AppendMoves(nil) {
		if got, want := p.SAN(m), ref.san(v, byName[p.UCI(m)]); got != want {
			t.Fatalf("%s %s: %s is written %s, the reference has %s", v, fen, p.UCI(m), got, want)
		}
	}
}

// Ends are rare in the middle of a game, so boards with few men are strewn: many
// of them are mates, stalemates and draws.
func TestEndsAgainstReference(t *testing.T) {
	for i, name := range ruleNames {
		rng := rand.New(rand.NewPCG(uint64(i), 5))
		ends := map[Reason]int{}
		for range 250 {
			p, ok := fewMen(Lookup(name), rng)
			if !ok {
				continue
			}
			compareEnds(t, &p)
			ends[p.Outcome().Reason]++
			for _, m := range p.AppendMoves(nil) {
				next := p.Play(m)
				ends[next.Outcome().Reason]++
				if o := next.Outcome(); o.Over() {
					compareEnds(t, &next)
				}
			}
		}
		if len(ends) < 2 && name != "bughouse" { // which mates by contact alone
			t.Errorf("%s: no game ended: %v", name, ends)
		}
	}
}

// fewMen strews up to four men beside the kings, in suicide up to four in all.
func fewMen(v *Variant, rng *rand.Rand) (Position, bool) {
	p := v.empty()
	squares := rng.Perm(64)
	if !v.traits.has(commoners) {
		p.put(Square(squares[0]), codeKing)
		p.put(Square(squares[1]), codeKing|8)
	}
	for _, s := range squares[2 : 3+rng.IntN(4)] {
		code := uint(1 + rng.IntN(5))
		if code == codePawn && lastRanks.has(Square(s)) {
			code = codeQueen
		}
		p.put(Square(s), code|uint(rng.IntN(2))<<3)
	}
	for side := range Black + 1 { // whoever is in check, if anybody, is to move
		if p.turn = side; p.InCheck() {
			break
		}
	}
	p.key = p.recomputeKey()
	if v.traits.has(explosive) {
		return p, true
	}
	p.turn ^= 1
	hanging := p.InCheck()
	p.turn ^= 1
	return p, !hanging
}

// The same on games, where notation has more to tell apart.
func TestNotationAgainstReference(t *testing.T) {
	for i, name := range ruleNames {
		v := Lookup(name)
		rng := rand.New(rand.NewPCG(uint64(i), 6))
		p := v.Start(rng.IntN(960))
		for range 60 {
			compareEnds(t, &p)
			moves := p.AppendMoves(nil)
			if len(moves) == 0 {
				break
			}
			p = p.Play(moves[rng.IntN(len(moves))])
		}
	}
}

// Queens in threes and fours need files, ranks or both, with pins in between.
func TestTwinsAgainstReference(t *testing.T) {
	for _, c := range []struct{ variant, fen string }{
		{"chess", "k7/8/8/8/Q6Q/8/8/K6Q w - - 0 1"},
		{"chess", "3k4/8/8/8/1Q3Q2/8/1Q3Q2/K7 w - - 0 1"},
		{"chess", "3rk3/8/8/8/8/3N4/8/3K1N2 w - - 0 1"},
		{"chess", "4k3/8/8/2pPp3/8/8/8/4K3 w - c6 0 1"},
		{"atomic", "4k3/8/8/8/R6R/8/8/R3K2R w KQ - 0 1"},
		{"crazyhouse", "4k3/8/8/8/8/5N2/8/1N2K3[NN] w - - 0 1"},
		{"suicide", "8/8/8/8/K1K5/8/K1K5/7k w - - 0 1"},
		{"suicide", "8/8/8/1p6/K1K5/8/K1K5/7k w - - 0 1"},
		{"wild", "r2k3r/8/8/8/8/8/8/R2K3R w KQkq - 0 1"},
		{"bughouse", "6rk/6pp/8/6N1/8/8/8/K7[] w - - 0 1"},
	} {
		p := parse(t, c.variant, c.fen)
		compareEnds(t, &p)
	}
}

package rules

import (
	"bufio"
	"encoding/json"
	"errors"
	"flag"
	"maps"
	"os"
	"path/filepath"
	"sort"
	"strconv"
	"strings"
	"testing"
)

var perftFull = flag.Bool("perft.full", false, "run every perft count of testdata/perft, not only those up to 200,000")

// lines returns the lines of a test file that are neither empty nor comments.
func lines(t testing.TB, name string) []string {
	t.Helper()
	f, err := os.Open(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out []string
	sc := bufio.NewScanner(f)
	sc.Buffer(nil, 1<<20)
	for sc.Scan() {
		if s := strings.TrimSpace(sc.Text()); s != "" && s[0] != '#' {
			out = append(out, s)
		}
	}
	if err := sc.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}

// perftLine is a line of perft/*.epd: counts[d] belongs to depth d.
type perftLine struct {
	fen, id string
	counts  map[int]uint64
}

func readPerft(t testing.TB, variant string) []perftLine {
	t.Helper()
	var out []perftLine
	for _, line := range lines(t, "perft/"+variant+".epd") {
		fields := strings.Split(line, ";")
		l := perftLine{fen: strings.TrimSpace(fields[0]), counts: map[int]uint64{}}
		for _, field := range fields[1:] {
			word, rest, _ := strings.Cut(strings.TrimSpace(field), " ")
			if word == "id" {
				l.id = rest
			}
			if depth, err := strconv.Atoi(strings.TrimPrefix(word, "D")); err == nil {
				n, err := strconv.ParseUint(rest, 10, 64)
				if err != nil {
					t.Fatalf("%s: %v", line, err)
				}
				l.counts[depth] = n
			}
		}
		out = append(out, l)
	}
	return out
}

// perftSize is how much there is in a file of perft counts, so that nothing is left
// out unnoticed: its positions, its counts up to quickPerft, and all of them.
type perftSize struct{ positions, quick, all int }

// perftLines are the files of testdata/perft, which are called as Lookup knows
// their variants.
var perftLines = map[string]perftSize{
	"chess": {34, 116, 140}, "chess960": {34, 115, 146}, "atomic": {62, 218, 263}, "atomic960": {50, 169, 212},
	"wild": {25, 89, 98}, "crazyhouse": {32, 94, 105}, "suicide": {30, 131, 133}, "losers": {30, 131, 139},
}

// quickPerft is the largest count that is made without -perft.full.
const quickPerft = 200_000

func TestPerftCorpus(t *testing.T) {
	for file, size := range perftLines {
		t.Run(file, func(t *testing.T) {
			list := readPerft(t, file)
			if len(list) != size.positions {
				t.Errorf("%d positions read, want %d", len(list), size.positions)
			}
			ran := 0
			for _, l := range list {
				ran += checkPerft(t, Lookup(file), l)
			}
			want := size.quick
			if *perftFull {
				want = size.all
			}
			if ran != want {
				t.Errorf("%d counts made, want %d", ran, want)
			}
		})
	}
}

// checkPerft returns how many counts of a line were made.
func checkPerft(t *testing.T, v *Variant, l perftLine) (ran int) {
	p, err := ParseFEN(v, l.fen)
	if err != nil {
		t.Errorf("%s: %s: %v", l.id, l.fen, err)
		return 0
	}
	for depth, n := range l.counts {
		if n > quickPerft && !*perftFull {
			continue
		}
		ran++
		// Small counts are also made move by move, which proves Play and not only the lists.
		bulk := n > 20_000
		if got := Perft(&p, depth, bulk); got != n {
			t.Errorf("%s: %s depth %d: %d, want %d", l.id, l.fen, depth, got, n)
		}
	}
	return ran
}

// record is a line of positions.jsonl.
type record struct {
	ID, Variant, FEN string
	Moves            []string
	Query            string
	Arg              *string
	Expected         json.RawMessage
	Movecase         int
}

func (r *record) arg() string {
	if r.Arg == nil {
		return ""
	}
	return *r.Arg
}

func TestPositionCorpus(t *testing.T) {
	ran := map[string]int{}
	for _, line := range lines(t, "positions.jsonl") {
		var r record
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		v := Lookup(r.Variant)
		if v == nil {
			t.Fatalf("%s: unknown variant %s", r.ID, r.Variant)
		}
		ran[r.Variant]++
		t.Run(r.ID, func(t *testing.T) { checkRecord(t, v, &r) })
	}
	want := map[string]int{"chess": 74, "chess960": 10, "atomic": 160, "atomic960": 25, "wild": 13, "crazyhouse": 28, "suicide": 22, "losers": 11, "bughouse": 5}
	if !maps.Equal(ran, want) {
		t.Errorf("records that ran: %v, want %v", ran, want)
	}
}

func checkRecord(t *testing.T, v *Variant, r *record) {
	p, err := ParseFEN(v, r.FEN)
	if err != nil {
		t.Fatal(err)
	}
	hashes := []uint64{p.Hash()}
	for _, s := range r.Moves {
		m, err := p.ParseUCI(s)
		if err != nil {
			t.Fatal(err)
		}
		p = p.Play(m)
		hashes = append(hashes, p.Hash())
	}
	got, err := json.Marshal(answer(t, &p, r, hashes))
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != compact(t, r.Expected) {
		t.Errorf("%s of %s after %v, %s %q: %s, want %s", r.Query, r.FEN, r.Moves, r.Variant, r.arg(), got, r.Expected)
	}
}

func compact(t *testing.T, raw json.RawMessage) string {
	var value any
	if err := json.Unmarshal(raw, &value); err != nil {
		t.Fatal(err)
	}
	out, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// answer answers a query in the words of the file.
func answer(t *testing.T, p *Position, r *record, hashes []uint64) any {
	outcome := func(o Outcome) any {
		return map[string]string{"result": o.Result.String(), "reason": string(o.Reason)}
	}
	switch r.Query {
	case "legal", "illegal":
		_, err := p.ParseUCI(r.arg())
		return err == nil
	case "check", "not_check":
		return p.InCheck()
	case "checkmate", "stalemate", "king_exploded", "draw_insufficient", "result":
		return outcome(p.Outcome())
	case "after_fen":
		next := p.Play(mustUCI(t, p, r.arg()))
		return next.FEN()
	case "san":
		return p.SAN(mustUCI(t, p, r.arg()))
	case "legal_moves":
		return legalUCI(p)
	case "parse":
		return parsed(p, r.arg(), MoveText{CaseMatters: r.Movecase != 0})
	case "flag":
		side := White
		if r.arg() == "b" {
			side = Black
		}
		return outcome(p.FlagOutcome(side))
	case "claim_draw":
		if r.arg() == "50" {
			return p.ClaimFifty()
		}
		return ClaimRepetition(hashes)
	}
	t.Fatalf("unknown query %q", r.Query)
	return nil
}

func parsed(p *Position, text string, o MoveText) string {
	m, err := p.ParseMove(text, o)
	switch {
	case err == nil:
		return p.UCI(m)
	case errors.Is(err, ErrIllegalMove):
		return "illegal"
	case errors.Is(err, ErrAmbiguousMove):
		return "ambiguous"
	case errors.Is(err, ErrNotAMove):
		return "not_a_move"
	}
	return "unknown error: " + err.Error()
}

func mustUCI(t testing.TB, p *Position, s string) Move {
	t.Helper()
	m, err := p.ParseUCI(s)
	if err != nil {
		t.Fatalf("%s: %v", p.FEN(), err)
	}
	return m
}

func legalUCI(p *Position) []string {
	out := []string{}
	for _, m := range p.AppendMoves(nil) {
		out = append(out, p.UCI(m))
	}
	sort.Strings(out)
	return out
}

// gameRecord is a line of games.jsonl.
type gameRecord struct {
	ID, Variant string
	StartFEN    string `json:"start_fen"`
	Moves       []struct {
		UCI, SAN, FEN string
		Check         bool
	}
	FinalFEN string `json:"final_fen"`
	Result   string
	End      struct{ Kind, Result, By string }
}

func TestGameCorpus(t *testing.T) {
	ran := map[string]int{}
	for _, line := range lines(t, "games.jsonl") {
		var g gameRecord
		if err := json.Unmarshal([]byte(line), &g); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		v := Lookup(g.Variant)
		if v == nil {
			t.Fatalf("%s: unknown variant %s", g.ID, g.Variant)
		}
		ran[v.Name]++
		t.Run(g.ID, func(t *testing.T) { replay(t, v, &g) })
	}
	want := map[string]int{"atomic": 49, "atomic960": 18, "crazyhouse": 6, "suicide": 6, "losers": 6}
	if !maps.Equal(ran, want) {
		t.Errorf("games that ran: %v, want %v", ran, want)
	}
}

func replay(t *testing.T, v *Variant, g *gameRecord) {
	p, err := ParseFEN(v, g.StartFEN)
	if err != nil {
		t.Fatal(err)
	}
	hashes := []uint64{p.Hash()}
	for i, want := range g.Moves {
		if o := p.Outcome(); o.Over() {
			t.Fatalf("ply %d: over already by %v", i+1, o)
		}
		m := mustUCI(t, &p, want.UCI)
		if san := p.SAN(m); san != want.SAN {
			t.Errorf("ply %d: SAN %s, want %s", i+1, san, want.SAN)
		}
		if back, err := p.ParseMove(want.SAN, MoveText{CaseMatters: true}); err != nil || back != m {
			t.Errorf("ply %d: %s reads as %v, %v", i+1, want.SAN, back, err)
		}
		p = p.Play(m)
		hashes = append(hashes, p.Hash())
		if p.FEN() != want.FEN || p.InCheck() != want.Check {
			t.Fatalf("ply %d: %s check %v, want %s check %v", i+1, p.FEN(), p.InCheck(), want.FEN, want.Check)
		}
	}
	if p.FEN() != g.FinalFEN {
		t.Errorf("final %s, want %s", p.FEN(), g.FinalFEN)
	}
	checkEnd(t, &p, g, hashes)
}

// checkEnd compares the end of a game with what the position, a flag or a claim
// gives; resignations and agreements leave the position going on.
func checkEnd(t *testing.T, p *Position, g *gameRecord, hashes []uint64) {
	got := p.Outcome()
	kind := g.End.Kind
	switch kind {
	case "flag", "flag_insufficient":
		kind = map[string]string{"flag": "time_forfeit", "flag_insufficient": "flag_insufficient"}[kind]
		flagged := White
		if strings.HasPrefix(strings.ToLower(g.End.By), "b") {
			flagged = Black
		}
		got = p.FlagOutcome(flagged)
	case "claim_repetition":
		if !ClaimRepetition(hashes) {
			t.Error("repetition cannot be claimed")
		}
	case "claim_fifty":
		if !p.ClaimFifty() {
			t.Error("50 moves cannot be claimed")
		}
	}
	switch kind {
	case "resign", "draw_agreed", "claim_repetition", "claim_fifty":
		if got.Over() {
			t.Errorf("over by %v, want it to go on until %s", got, kind)
		}
	default:
		if string(got.Reason) != kind || got.Result.String() != g.Result {
			t.Errorf("ended %v %v, want %s %s", got.Result, got.Reason, g.Result, kind)
		}
	}
}

package rules

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"
)

// pgnGame is as much of a PGN game as testdata/games.pgn has: tags, SAN, one
// comment with the end, result.
type pgnGame struct {
	tags  map[string]string
	moves []string
	end   string
}

var (
	pgnTag     = regexp.MustCompile(`^\[(\w+) "(.*)"\]$`)
	pgnComment = regexp.MustCompile(`\{[^}]*\}`)
	pgnNumber  = regexp.MustCompile(`^\d+\.+$`)
)

func readPGN(t *testing.T) []pgnGame {
	t.Helper()
	var games []pgnGame
	var body strings.Builder
	flush := func() {
		if body.Len() == 0 {
			return
		}
		fields := strings.Fields(pgnComment.ReplaceAllString(body.String(), ""))
		g := &games[len(games)-1]
		for _, f := range fields[:len(fields)-1] {
			if !pgnNumber.MatchString(f) {
				g.moves = append(g.moves, f)
			}
		}
		g.end = fields[len(fields)-1]
		body.Reset()
	}
	for _, line := range lines(t, "games.pgn") {
		tag := pgnTag.FindStringSubmatch(line)
		if tag == nil {
			body.WriteString(line + " ")
			continue
		}
		if tag[1] == "Event" {
			flush()
			games = append(games, pgnGame{tags: map[string]string{}})
		}
		games[len(games)-1].tags[tag[1]] = tag[2]
	}
	flush()
	return games
}

// TestPGNCorpus replays the same games from their SAN alone and must come to the
// same place.
func TestPGNCorpus(t *testing.T) {
	final := map[string]gameRecord{}
	for _, line := range lines(t, "games.jsonl") {
		var g gameRecord
		if err := json.Unmarshal([]byte(line), &g); err != nil {
			t.Fatal(err)
		}
		final[g.ID] = g
	}
	ran := 0
	for _, g := range readPGN(t) {
		v := Lookup(g.tags["Variant"])
		if v == nil {
			continue
		}
		ran++
		want := final[g.tags["GameId"]]
		fen := g.tags["FEN"]
		p := v.Start(StandardStart)
		if fen != "" {
			p = parse(t, v.Name, fen)
		}
		for i, san := range g.moves {
			m, err := p.ParseMove(san, MoveText{CaseMatters: true})
			if err != nil {
				t.Fatalf("%s, ply %d: %v", want.ID, i+1, err)
			}
			p = p.Play(m)
		}
		if p.FEN() != want.FinalFEN || g.end != want.Result || g.tags["Result"] != want.Result {
			t.Errorf("%s ends at %s with %s, want %s with %s", want.ID, p.FEN(), g.end, want.FinalFEN, want.Result)
		}
	}
	if ran != 85 {
		t.Errorf("%d games ran, want 85", ran)
	}
}

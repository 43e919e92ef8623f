package commands_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"epicenter/rules"
	"epicenter/server/render"
	"epicenter/server/world"
	"epicenter/storage"
)

// TestEveryVariantIsPlayable walks the registry: whatever stands there can be
// sought, matched, listed, observed, played, kept over a restart, rated and
// examined, without a word about it anywhere else.
func TestEveryVariantIsPlayable(t *testing.T) {
	for i, v := range rules.Variants() {
		t.Run(v.Name, func(t *testing.T) {
			g := &variantGame{house: newHouse(t), v: v, rng: rand.New(rand.NewPCG(uint64(i), 9))}
			g.begin()
			g.play(8)
			g.observe()
			g.play(8)
			g.comeBack()
			g.play(4)
			g.finish()
			g.examine()
		})
	}
}

// variantGame is a game of Alice and Bob before the eyes of Carol.
type variantGame struct {
	*house
	v   *rules.Variant
	rng *rand.Rand
}

// see carries out a step and returns what everybody has seen of it.
func (g *variantGame) see(step string) string {
	g.t.Helper()
	if err := g.step(step); err != nil {
		g.t.Fatalf("%s: %v", step, err)
	}
	return strings.Join(g.seen(), "\n") + "\n"
}

// want carries out a step that must show all of the texts.
func (g *variantGame) want(step string, texts ...string) {
	g.t.Helper()
	got := g.see(step)
	for _, text := range texts {
		if !strings.Contains(got, text) {
			g.t.Errorf("%s: %q is not in what is seen:\n%s", step, text, got)
		}
	}
}

// game is the game on board 1, nil for none.
func (g *variantGame) game() *world.Game {
	return g.world.Begin(world.Input{At: g.now}, nil).SeeGame(1)
}

// typeWord is the word of the variant in a game of 5 0.
func (g *variantGame) typeWord() string {
	if g.v.Type == "" {
		return "blitz"
	}
	return g.v.Type
}

func (g *variantGame) begin() {
	for _, step := range []string{"account Alice", "account Bob", "account Carol"} {
		g.see(step)
	}
	for _, name := range []string{"Alice", "Bob", "Carol"} {
		g.see(name + " connects")
		g.see(name + "> style 12")
		g.see(name + "> iset seekinfo 1")
		g.see(name + "> iset atomic 1") // a program that knows atomic 960 by its word
		g.see(name + "> iset fr 1")
	}
	words := append([]string{g.v.Name}, g.v.Words...)
	for _, word := range words { // every word means the same to a match
		g.want("Alice> match Bob 5 0 unrated white "+word, "Challenge: Alice")
		g.see("Alice> withdraw")
	}
	word := words[g.rng.IntN(len(words))]
	g.want("Alice> seek 5 0 white "+word, "Bob| <s> 1 w=Alice ", " tp="+g.typeWord()+" c=W")
	rated := "rated"
	if g.v.Unrated {
		rated = "unrated"
	}
	g.want("Bob> play 1", fmt.Sprintf("Creating: Alice (----) Bob (----) %s %s 5 0\n", rated, g.typeWord()))
	if p := g.game().Position; p.Variant() != g.v || p.Ply() != 0 {
		g.t.Fatalf("the game begins with %s %s", p.Variant(), p.FEN())
	}
	g.want("Carol> games", fmt.Sprintf("[ %c%c  5   0]", world.TypeLetter(g.typeWord()), rated[0]))
	g.want("Carol> games /"+string(world.TypeLetter(g.typeWord())), "Alice")
}

// play makes half-moves, typed in any of the forms in which a move is printed,
// and looks at what both players and an observer are shown.
func (g *variantGame) play(plies int) {
	g.t.Helper()
	for range plies {
		before := g.game()
		p := before.Position
		moves := p.AppendMoves(nil)
		var m rules.Move
		for { // not one that ends the game
			m = moves[g.rng.IntN(len(moves))]
			if next := p.Play(m); !next.Outcome().Over() {
				break
			}
		}
		mover := before.Side(before.ToMove()).Handle
		got := g.see(mover + "> " + []string{p.SAN(m), p.UCI(m)}[g.rng.IntN(2)])
		next := p.Play(m)
		if at := g.game().Position; at != next {
			g.t.Fatalf("after %s in %s: %s, want %s\n%s", p.SAN(m), p.FEN(), at.FEN(), next.FEN(), got)
		}
		g.checkShown(got, &next, p.Fed(m))
	}
}

// checkShown wants everybody at the board to have been sent it.
func (g *variantGame) checkShown(got string, p *rules.Position, fed rules.Piece) {
	g.t.Helper()
	rows := p.Rows()
	held := fmt.Sprintf("<b1> game 1 white [%s] black [%s]", p.Holding(rules.White), p.Holding(rules.Black))
	for _, name := range []string{"Alice", "Bob", "Carol"} {
		if name == "Carol" && len(g.game().Observers) == 0 {
			continue
		}
		if !strings.Contains(got, name+"| <12> "+strings.Join(rows[:], " ")+" ") {
			g.t.Fatalf("%s has not seen %s:\n%s", name, p.FEN(), got)
		}
		shown := strings.Contains(got, name+"| "+held+"\n")
		received := strings.Contains(got, name+"| "+held+" <- ")
		if shown != g.v.HasHands() || received != (fed != rules.NoPiece) {
			g.t.Fatalf("%s: %s shown %v, received %v:\n%s", name, held, shown, received, got)
		}
	}
}

func (g *variantGame) observe() {
	g.want("Carol> observe 1", "You are now observing game 1.", g.typeWord()+" 5 0")
	for style := 1; style <= 14; style++ {
		g.see(fmt.Sprintf("Carol> style %d", style))
		got := g.see("Carol> refresh 1")
		if shown := strings.Contains(got, "holding: [") || strings.Contains(got, "<b1>"); shown != g.v.HasHands() {
			g.t.Errorf("style %d: hands shown %v:\n%s", style, shown, got)
		}
	}
	g.see("Carol> style 12")
	g.want("Carol> moves 1", "match, initial time: 5 minutes")
}

// comeBack kills the server; the game goes on with its position and its hands.
func (g *variantGame) comeBack() {
	before := g.game().Position
	g.see("restart")
	for _, name := range []string{"Alice", "Bob", "Carol"} {
		g.see(name + " connects")
		g.see(name + "> style 12")
	}
	g.see("Carol> observe Alice")
	if g.game() == nil {
		g.t.Fatal("the game is gone")
	}
	if p := g.game().Position; p != before {
		g.t.Fatalf("after a restart %s, before %s", p.FEN(), before.FEN())
	}
}

func (g *variantGame) finish() {
	plies := g.game().Plies()
	got := g.see("Bob> resign")
	if !strings.Contains(got, "{Game 1 (Alice vs. Bob) Bob resigns} 1-0\n") {
		g.t.Errorf("no end:\n%s", got)
	}
	category := world.Terms{Variant: g.v, Minutes: 5}.Category()
	if (category == "") != g.v.Unrated {
		g.t.Errorf("category %q", category)
	}
	adjusted := "\nBob| " + render.Title(category) + " rating adjustment: ---- --> "
	if category == "" {
		adjusted = "\nBob| No ratings adjustment done."
	}
	if !strings.Contains(got, adjusted) {
		g.t.Errorf("%q is not in:\n%s", adjusted, got)
	}
	a := g.world.Begin(world.Input{At: g.now}, nil).SeeAccount(storage.Key("Alice"))
	if r := a.Ratings[category]; category != "" && (r.Win != 1 || r.Rating <= 1500_00) {
		g.t.Errorf("Alice's %s rating is %+v", category, r)
	}
	g.want("Carol> finger Alice")
	g.want("Carol> history Alice", string(world.TypeLetter(g.typeWord())), " Res ")
	g.want("Carol> oldmoves Alice", fmt.Sprintf("\nCarol| %3d.  ", (plies+1)/2), "{Black resigns} 1-0")
}

// examine goes through the finished game and through an empty one.
func (g *variantGame) examine() {
	g.want("Carol> examine Alice -1", "Alice (----) Bob (----)")
	g.want("Carol> forward end", "Bob resigns 1-0")
	g.want("Carol> backward 999", "<12> ")
	g.see("Carol> unexamine")
	g.want("Carol> examine "+g.v.Name, "<12> ")
	for _, board := range g.world.Begin(world.Input{At: g.now}, nil).Games() {
		p := board.Position
		g.want("Carol> "+p.SAN(p.AppendMoves(nil)[0]), "<12> ")
	}
}

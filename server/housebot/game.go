package housebot

import (
	"context"

	"epicenter/rules"
	"epicenter/rules/search"
	"epicenter/server/ics"
)

// game is the game that a board plays, as the bot knows it from the boards that it
// is sent.
type game struct {
	number  int
	variant *rules.Variant
	rated   bool
	toMove  bool
	history []rules.Position // last: the one on the board
	score   int              // what the bot thinks of it, hundredths of a pawn
	lost    int              // own moves in a row for which it was hopeless
}

// kind is what the server says of a game before its first board.
type kind struct {
	word  string // of its type
	rated bool
}

// follow brings the game in step with a board: it is the one that is known, or the
// last move leads to it, or it is begun from it anew.
func (g *game) follow(b *ics.Board) error {
	if n := len(g.history); n > 0 {
		last := &g.history[n-1]
		if b.Shows(last) {
			return nil
		}
		if m := b.Next(last); m != rules.NoMove {
			g.history = append(g.history, last.Play(m))
			return nil
		}
		for i := n - 1; i >= 0; i-- { // half-moves were taken back
			if b.Shows(&g.history[i]) {
				g.history = g.history[:i+1]
				return nil
			}
		}
	}
	p, err := b.Position(g.variant)
	if err == nil {
		g.history = []rules.Position{p}
	}
	return err
}

func (g *game) fen() string {
	if len(g.history) == 0 {
		return ""
	}
	return g.history[len(g.history)-1].FEN()
}

// moves is the half-moves that have been made.
func (g *game) moves() int {
	if len(g.history) == 0 {
		return 0
	}
	return g.history[len(g.history)-1].Ply()
}

// drawn tells whether the bot is content with a draw: it stands worse, or the game
// has become long and it does not stand better.
func (g *game) drawn() bool {
	return g.moves() >= 10 && g.score <= -150 || g.moves() >= 60 && g.score <= 0
}

// claims tells whether a draw can be had for the asking: the position has come
// three times, or fifty moves have passed (rules/RULES.md §4).
func (g *game) claims() bool {
	hashes := make([]uint64, len(g.history))
	for i := range g.history {
		hashes[i] = g.history[i].Hash()
	}
	return rules.ClaimRepetition(hashes) || g.history[len(g.history)-1].ClaimFifty()
}

// When a bot resigns: it has been this far behind for so many of its own moves.
const (
	hopeless = -1200
	patience = 4
)

// seen takes a board in; those of games that others play are not for it.
func (b *board) seen(ctx context.Context, line string) {
	s, ok := ics.ParseBoard(line)
	if !ok || s.Relation != ics.MyMove && s.Relation != ics.TheirMove {
		return
	}
	if _, known := b.kinds[s.Game]; !known {
		// A game that was going on when it came: what it is stands in the answer.
		b.kinds[s.Game] = kind{}
		b.say("refresh")
		return
	}
	if b.game == nil || b.game.number != s.Game {
		b.sitDown(&s)
	}
	g := b.game
	g.toMove = s.Relation == ics.MyMove
	if err := g.follow(&s); err != nil {
		b.bot.opt.Log.Error("a house bot cannot read a board", "name", b.handle, "err", err)
		return
	}
	b.think(ctx)
}

// sitDown begins with a game: one of this visit, or one that was going on.
func (b *board) sitDown(s *ics.Board) {
	b.drop()
	b.seeking = false
	b.bot.setPlaying(b.index, true)
	k := b.kinds[s.Game]
	b.game = &game{number: s.Game, variant: ics.Variant(k.word, ""), rated: k.rated}
	if b.game.variant == nil { // no server of ours says so
		b.bot.opt.Log.Error("a house bot does not know what it plays", "name", b.handle, "type", k.word)
		b.game.variant = rules.Lookup("chess")
	}
	if s.Ply() == 0 {
		b.say("say Hello!")
	}
}

// think has the next move thought about, unless that is being done.
func (b *board) think(ctx context.Context) {
	g := b.game
	if g == nil || !g.toMove || len(g.history) == 0 || b.thinking || g.history[len(g.history)-1].Outcome().Over() {
		return
	}
	jobCtx, cancel := context.WithCancel(ctx)
	b.forget, b.thinking = cancel, true
	b.bot.pool.jobs <- job{
		ctx: jobCtx, game: append([]rules.Position(nil), g.history...), level: b.bot.spec.Level,
		seed: b.bot.opt.Seed(), answer: b.thoughts,
	}
}

// thought plays the move that was found, if the position is still the one that was
// thought about.
func (b *board) thought(ctx context.Context, t thought) {
	if b.forget != nil {
		b.forget()
		b.forget = nil
	}
	g := b.game
	if g == nil || len(g.history) == 0 {
		return
	}
	p := &g.history[len(g.history)-1]
	if t.result.Move == rules.NoMove || *p != t.game[len(t.game)-1] {
		b.think(ctx) // things have changed; does nothing when it is not the bot's turn
		return
	}
	g.judge(t.result)
	if g.lost >= patience {
		b.say("resign")
		return
	}
	if g.claims() && g.score <= 50 {
		b.say("draw")
	}
	b.say("%s", ics.MoveText(p, t.result.Move))
}

// judge keeps what the bot thinks of its game.
func (g *game) judge(r search.Result) {
	g.score = r.Score
	if r.Score <= hopeless {
		g.lost++
	} else {
		g.lost = 0
	}
}

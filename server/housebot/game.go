package housebot

import (
	"context"
	"strconv"
	"strings"

	"epicenter/rules"
	"epicenter/rules/search"
)

// game is the game that a board plays, as the bot knows it from the boards that it
// is sent.
type game struct {
	number  string
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

// style is what the bot reads of a style 12 line (docs/protocol.md §7.2).
type style struct {
	rows                  [8]string
	turn                  byte
	push, half, full      int
	castles               [4]bool // White short and long, Black likewise
	number, san, relation string
	white, black          string
}

// readStyle reads a style 12 line; ok is false for what is none.
func readStyle(line string) (s style, ok bool) {
	f := strings.Fields(line)
	if len(f) < 30 {
		return s, false
	}
	copy(s.rows[:], f[1:9])
	s.turn = f[9][0] | 0x20
	s.number, s.white, s.black, s.relation, s.san = f[16], f[17], f[18], f[19], f[29]
	for i := range s.castles {
		s.castles[i] = f[11+i] == "1"
	}
	var err [3]error
	s.push, err[0] = strconv.Atoi(f[10])
	s.half, err[1] = strconv.Atoi(f[15])
	s.full, err[2] = strconv.Atoi(f[26])
	return s, err[0] == nil && err[1] == nil && err[2] == nil
}

// position is the position of a style 12 line. It does not say which rooks may
// castle, and an en passant that cannot be is left out.
func (s *style) position(v *rules.Variant) (rules.Position, error) {
	rows := make([]string, 8)
	for i, r := range s.rows {
		rows[i] = digits(r)
	}
	rights := ""
	for i, c := range "KQkq" {
		if s.castles[i] {
			rights += string(c)
		}
	}
	passed := "-"
	if s.push >= 0 && s.push < 8 {
		passed = string(rune('a'+s.push)) + map[byte]string{'w': "6", 'b': "3"}[s.turn]
	}
	var p rules.Position
	var err error
	for _, try := range [][2]string{{rights, passed}, {rights, "-"}, {"-", "-"}} {
		if try[0] == "" {
			try[0] = "-"
		}
		fen := strings.Join(rows, "/") + " " + string(s.turn) + " " + try[0] + " " + try[1] +
			" " + strconv.Itoa(s.half) + " " + strconv.Itoa(s.full)
		if p, err = rules.ParseFEN(v, fen); err == nil {
			return p, nil
		}
	}
	return p, err
}

// digits writes a rank as FEN does.
func digits(row string) string {
	var b strings.Builder
	empty := 0
	for _, c := range row + "." {
		if c == '-' {
			empty++
			continue
		}
		if empty > 0 {
			b.WriteString(strconv.Itoa(empty))
			empty = 0
		}
		if c != '.' {
			b.WriteRune(c)
		}
	}
	return b.String()
}

// shows tells whether a position is the one on the board.
func (s *style) shows(p *rules.Position) bool {
	return p.Rows() == s.rows && (p.Turn() == rules.White) == (s.turn == 'w')
}

// follow brings the game in step with a board: it is the one that is known, or the
// last move leads to it, or it is begun from it anew.
func (g *game) follow(s *style) error {
	if n := len(g.history); n > 0 {
		last := &g.history[n-1]
		if s.shows(last) {
			return nil
		}
		if m, err := last.ParseMove(strings.TrimRight(s.san, "+#"), rules.MoveText{CaseMatters: true}); err == nil {
			if next := last.Play(m); s.shows(&next) {
				g.history = append(g.history, next)
				return nil
			}
		}
		for i := n - 1; i >= 0; i-- { // half-moves were taken back
			if s.shows(&g.history[i]) && g.history[i].FullMove() == s.full {
				g.history = g.history[:i+1]
				return nil
			}
		}
	}
	p, err := s.position(g.variant)
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
// three times, or fifty moves have passed (rules/RULES.md §7).
func (g *game) claims() bool {
	last := &g.history[len(g.history)-1]
	times := 0
	for i := range g.history {
		if g.history[i].Hash() == last.Hash() {
			times++
		}
	}
	return times >= 3 || last.ClaimFifty()
}

// When a bot resigns: it has been this far behind for so many of its own moves.
const (
	hopeless = -1200
	patience = 4
)

// seen takes a board in; those of games that others play are not for it.
func (b *board) seen(ctx context.Context, line string) {
	s, ok := readStyle(line)
	if !ok || s.relation != "1" && s.relation != "-1" {
		return
	}
	if _, known := b.kinds[s.number]; !known {
		// A game that was going on when it came: what it is stands in the answer.
		b.kinds[s.number] = kind{}
		b.say("refresh")
		return
	}
	if b.game == nil || b.game.number != s.number {
		b.sitDown(&s)
	}
	g := b.game
	g.toMove = s.relation == "1"
	if err := g.follow(&s); err != nil {
		b.bot.opt.Log.Error("a house bot cannot read a board", "name", b.handle, "err", err)
		return
	}
	b.think(ctx)
}

// sitDown begins with a game: one of this visit, or one that was going on.
func (b *board) sitDown(s *style) {
	b.drop()
	b.seeking = false
	b.bot.setPlaying(b.index, true)
	k := b.kinds[s.number]
	b.game = &game{number: s.number, variant: typed(k.word), rated: k.rated}
	if b.game.variant == nil { // no server of ours says so
		b.bot.opt.Log.Error("a house bot does not know what it plays", "name", b.handle, "type", k.word)
		b.game.variant = rules.Lookup("chess")
	}
	if s.full == 1 && s.turn == 'w' {
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
	b.say("%s", moveText(p, t.result.Move))
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

// moveText is how a move is typed: coordinates, and castling by its sign, which no
// start position makes ambiguous (docs/protocol.md §13.2).
func moveText(p *rules.Position, m rules.Move) string {
	if m.IsCastle() {
		return strings.TrimRight(p.SAN(m), "+#")
	}
	return p.UCI(m)
}

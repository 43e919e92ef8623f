package world

import (
	"fmt"
	"strconv"
	"strings"

	"epicenter/rules"
	"epicenter/storage"
)

// Ending is how a game ends: its result, the text of the end line with the
// words {White} and {Black} where names belong (docs/protocol.md §5.7), and
// the code that history shows (§5.2), empty for games that leave no trace.
type Ending struct {
	Result rules.Result
	Text   string
	Code   string
	// Adjourned puts the game away to be resumed.
	Adjourned bool
}

// Names puts names or colour words into the text of an ending.
func (e Ending) Names(white, black string) string {
	return strings.NewReplacer("{White}", white, "{Black}", black).Replace(e.Text)
}

// sideWord is the placeholder of a side in the text of an ending.
func sideWord(c int) string { return [2]string{"{White}", "{Black}"}[c] }

// Win is the result when side c has won.
func Win(c int) rules.Result { return [2]rules.Result{rules.WhiteWins, rules.BlackWins}[c] }

// endOfOutcome words what the rules say of a position in which side c is to move
// (rules/RULES.md §1.4, §2.6, §2.7): it is the one that is mated, which in losers
// wins.
func endOfOutcome(o rules.Outcome, v *rules.Variant, c int) Ending {
	e := Ending{Result: o.Result}
	w := winner(o.Result)
	victor := ""
	if w >= 0 {
		victor = sideWord(w)
	}
	switch o.Reason {
	case rules.KingExploded:
		e.Text, e.Code = sideWord(c)+"'s king exploded", "Mat"
	case rules.Checkmate:
		e.Text, e.Code = sideWord(c)+" checkmated", "Mat"
	case rules.LostAllMaterial:
		e.Text, e.Code = victor+" wins by losing all material", "WLM"
	case rules.StalemateFewerPieces:
		e.Text, e.Code = victor+" wins by having less material (stalemate)", "WNM"
	case rules.StalemateEqualPieces:
		e.Text, e.Code = "Game drawn by stalemate (equal material)", "Sta"
	case rules.Stalemate:
		e.Text, e.Code = "Game drawn by stalemate", "Sta"
		if w >= 0 {
			e.Text, e.Code = victor+" wins by stalemate", "WLS"
		}
	case rules.InsufficientMaterial:
		e.Text, e.Code = "Neither player has mating material", "NM"
		if v.MustCapture() { // two bishops of suicide that never meet
			e.Text, e.Code = "Game drawn by stalemate (opposite color bishops)", "Sta"
		}
	default:
		e.Text, e.Code = fmt.Sprintf("Game ended: %v", o.Reason), "Mat"
	}
	return e
}

// Resignation is the end when side c gives up.
func Resignation(c int) Ending {
	return Ending{Result: Win(1 - c), Text: sideWord(c) + " resigns", Code: "Res"}
}

// The endings that players agree on or claim (docs/protocol.md §5.7).
var (
	DrawAgreed     = Ending{Result: rules.Draw, Text: "Game drawn by mutual agreement", Code: "Agr"}
	DrawRepetition = Ending{Result: rules.Draw, Text: "Game drawn by repetition", Code: "Rep"}
	DrawFifty      = Ending{Result: rules.Draw, Text: "Game drawn by the 50 move rule", Code: "50"}
	AbortAgreed    = Ending{Text: "Game aborted by mutual agreement"}
	AbortMoveOne   = Ending{Text: "Game aborted on move 1"}
	AdjournAgreed  = Ending{Text: "Game adjourned by mutual agreement", Adjourned: true}
)

// CourtesyAbort and CourtesyAdjourn are endings by side c alone: the opponent
// is out of time or gone.
func CourtesyAbort(c int) Ending {
	return Ending{Text: "Game courtesyaborted by " + sideWord(c)}
}

// CourtesyAdjourn puts the game away likewise.
func CourtesyAdjourn(c int) Ending {
	return Ending{Text: "Game courtesyadjourned by " + sideWord(c), Adjourned: true}
}

// GameEnded tells that a game is over.
type GameEnded struct {
	Number       int
	White, Black string
	Type         string
	Rated        bool
	Ending       Ending
	// Adjusted are the ratings before and after, White first, when the game
	// changed them; whole points.
	Adjusted bool
	Before   [2]int
	After    [2]int
	Category string
}

func (GameEnded) fact()     {}
func (GameEnded) gameFact() {}

// ObserverRemoved tells an observer that a game has left his list.
type ObserverRemoved struct{ Number int }

func (ObserverRemoved) fact()     {}
func (ObserverRemoved) gameFact() {}

// End ends a game once: ratings, histories and the record change in the same
// turn (docs/design.md, item 3).
func (t *Turn) End(g *Game, e Ending) {
	if g.Record.Result != "" {
		return
	}
	g.stopClock(t.At)
	f := t.settleResult(g, e)
	t.dropOffersOfGame(g)
	t.TellPlayers(g, f)
	t.TellObservers(g, f)
	t.tellListeners(g, f)
	if e.Adjourned {
		t.putAway(g)
	}
	t.clearBoard(g)
	t.finish(g, e)
	if e.Code != "" {
		t.examineAfter(g)
	}
}

// settleResult writes an ending into the record of a game and what follows from
// it into the accounts: ratings, then histories.
func (t *Turn) settleResult(g *Game, e Ending) GameEnded {
	r := &g.Record
	r.Result, r.Reason, r.End = e.Result.String(), e.Names("White", "Black"), e.Code
	r.Ended = t.At
	f := GameEnded{
		Number: r.Number, White: r.White.Handle, Black: r.Black.Handle,
		Type: r.Type, Rated: r.Rated, Ending: e, Category: r.Category,
	}
	if e.Result == rules.Ongoing {
		return f
	}
	if r.Rated {
		t.adjustRatings(g, e, &f)
	}
	t.remember(g, e)
	return f
}

// clearBoard frees the players, the observers and the number of a game that is
// over.
func (t *Turn) clearBoard(g *Game) {
	n := g.Record.Number
	for c := range 2 {
		if p := t.Player(g.KeyOf(c)); p != nil {
			p.Game, p.Last = 0, lastGame(g, c)
			if s := t.Session(p.Session); s != nil {
				s.LastInput = t.At // idleness counts from the end of the game
				t.ListSeeks(s.ID)
			} else {
				t.forgetPlayer(p.Key)
			}
		}
	}
	for _, id := range g.Observers {
		t.dropObserved(id, n)
		t.Tell(ObserverRemoved{n}, id)
	}
	g.Observers = nil
	t.games.Remove(n)
	t.state.gameNos.back(n, t.At+t.cfg.NumberReuse)
}

// dropObserved takes a game off a session's list.
func (t *Turn) dropObserved(id SessionID, n int) {
	s := t.Session(id)
	if s == nil {
		return
	}
	var keep []int
	for _, o := range s.Observing {
		if o != n {
			keep = append(keep, o)
		}
	}
	s.Observing = keep
	if s.Primary == n {
		s.Primary = 0
		if len(keep) > 0 {
			s.Primary = keep[len(keep)-1]
		}
	}
}

// remember puts a finished game into the histories of its registered players.
func (t *Turn) remember(g *Game, e Ending) {
	r := &g.Record
	for c := range 2 {
		own, opp := g.Side(c), g.Side(1-c)
		a := t.Account(g.KeyOf(c))
		if a == nil {
			continue
		}
		score := "="
		if w := winner(e.Result); w == c {
			score = "+"
		} else if w >= 0 {
			score = "-"
		}
		p := storage.Played{
			Index: a.NextIndex, Game: r.ID, Score: score, White: c == White,
			Rating: own.Rating, Opponent: opp.Handle, OppRating: opp.Rating,
			Bracket: g.Bracket(), ECO: "---", End: e.Code, Date: r.Ended,
		}
		if r.Rated {
			p.Rating = whole(a.Ratings[r.Category].Rating)
		}
		a.NextIndex = (a.NextIndex + 1) % 100
		a.History = append(a.History, p)
		if len(a.History) > 10 {
			a.History = a.History[len(a.History)-10:]
		}
	}
}

// Bracket is the inside of the brackets of tables: privacy, type letter, rated
// or not, time control of White (docs/protocol.md §5.2).
func (g *Game) Bracket() string {
	r := &g.Record
	private, rated := byte(' '), byte('u')
	if r.Private {
		private = 'p'
	}
	if r.Rated {
		rated = 'r'
	}
	room := [16]byte{private, TypeLetter(r.Type), rated}
	b := appendThree(room[:3], r.White.Base/60_000)
	return string(appendThree(append(b, ' '), r.White.Inc/1000))
}

// appendThree appends a number, right-aligned in three columns.
func appendThree(dst []byte, n int64) []byte {
	for width := int64(100); width > 1 && n < width; width /= 10 {
		dst = append(dst, ' ')
	}
	return strconv.AppendInt(dst, n, 10)
}

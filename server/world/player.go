package world

import (
	"slices"

	"epicenter/server/formula"
	"epicenter/storage"
)

// Player is a person who is online, or whose game waits for his return. A game
// belongs to the person, not to the session.
type Player struct {
	Key    string // storage.Key of the handle
	Handle string
	Guest  bool
	// Session is 0 while the connection is lost.
	Session SessionID
	// LostAt is when it was lost, Unix ms; 0 while online.
	LostAt int64
	// Since is the login, Unix ms; 0 while nobody has come since a restart of
	// the server to the game that waits for him.
	Since int64
	Vars  Vars
	// Game is the number of the game being played, 0 for none.
	Game int
	// Examining is the number of the game being examined, 0 for none.
	Examining int
	// Premove is a move that was sent out of turn and waits for the opponent's.
	Premove Premove
	// Last is the last game that ended while he was online.
	Last LastGame
	// Busy is the text of `set busy`, gone with the next command.
	Busy string
	// Partner is the bughouse partner's key.
	Partner string
	// Titles are the letters shown after the handle, such as "(C)(TM)"; "(U)"
	// for guests (docs/protocol.md §10.4).
	Titles string
	// Level is the admin level of the account.
	Level int
	// Formula chooses his opponents and games; nil when he has set none.
	Formula *formula.Formula
	// Shouts are the times of the last two shouts, for the quota.
	Shouts [2]int64
}

// Premove is a move that its player has sent ahead: it holds for the position
// after the opponent's next half-move in that game, and for no other.
type Premove struct {
	Game  uint64 // storage.Game.ID, 0 for none
	Plies int    // half-moves played when it was sent
	Text  string
}

// dropPremoves forgets what the players of a game have sent ahead.
func (t *Turn) dropPremoves(g *Game) {
	for c := range 2 {
		if p := t.SeePlayer(g.KeyOf(c)); p != nil && p.Premove.Game != 0 {
			t.Player(p.Key).Premove = Premove{}
		}
	}
}

// Online tells whether the person has a session now.
func (p *Player) Online() bool { return p != nil && p.Session != 0 }

// Tagged is the handle with its titles, as in tells and seeks.
func (p *Player) Tagged() string { return p.Handle + p.Titles }

func (p *Player) clone() *Player { c := *p; return &c }

// titleLetters are the public lists that show behind a handle, in the printed
// order (docs/protocol.md §10.4).
var titleLetters = []struct{ List, Letters string }{
	{"sr", "(SR)"},
	{"tm", "(TM)"},
	{"ca", "(CA)"},
	{"td", "(TD)"},
	{"computer", "(C)"},
	{"teams", "(T)"},
	{"blind", "(B)"},
	{"demo", "(D)"},
	{"gm", "(GM)"},
	{"im", "(IM)"},
	{"fm", "(FM)"},
	{"cm", "(CM)"},
	{"fa", "(FA)"},
	{"nm", "(NM)"},
	{"wgm", "(WGM)"},
	{"wim", "(WIM)"},
	{"wfm", "(WFM)"},
	{"wcm", "(WCM)"},
	{"helper", "(H)"},
}

// TitlesOf are the letters shown behind the handle of an account.
func TitlesOf(a *storage.Account, guest bool) string {
	if guest {
		return "(U)"
	}
	s := ""
	if a.Level >= AdminLevel {
		s = "(*)"
	}
	for _, t := range titleLetters {
		if slices.Contains(a.Titles, t.List) {
			s += t.Letters
		}
	}
	return s
}

// Admin levels (docs/protocol.md §14.6).
const (
	AdminLevel = 10
	HeadLevel  = 100
)

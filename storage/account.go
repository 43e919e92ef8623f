package storage

import "strings"

// Key folds a handle to the form in which accounts are looked up and ordered;
// handles are ASCII letters (docs/protocol.md §1.4).
func Key(handle string) string { return strings.ToLower(handle) }

// Account is all that is kept of a registered player; it is stored as JSON
// under Key(Handle). Guests have one too, in memory only.
type Account struct {
	Handle   string `json:"handle"`
	Email    string `json:"email,omitempty"`
	RealName string `json:"real_name,omitempty"`

	// Password is the PHC string of its argon2id hash, empty for none.
	Password string `json:"password,omitempty"`
	// MustChange makes the next login ask for a new password.
	MustChange bool `json:"must_change,omitempty"`
	// Version grows whenever credentials or sanctions change, so that a login
	// that was verified against an older state is verified again.
	Version uint64 `json:"version"`
	// SSHKeys are authorized_keys lines without options.
	SSHKeys []string `json:"ssh_keys,omitempty"`

	// Level is the admin level: 0 for players, 10 admin … 100 head
	// (docs/protocol.md §14.6).
	Level int `json:"level,omitempty"`
	// Banned is why the account may not log in; empty when it may.
	Banned string `json:"banned,omitempty"`

	// Times are Unix milliseconds, durations milliseconds.
	Created   int64  `json:"created"`
	LastLogin int64  `json:"last_login,omitempty"`
	LastOff   int64  `json:"last_off,omitempty"`
	Online    int64  `json:"online,omitempty"`
	LastHost  string `json:"last_host,omitempty"`

	// Vars are the settings that differ from their default, by full name
	// (docs/protocol.md §6.1).
	Vars    map[string]string `json:"vars,omitempty"`
	Aliases []Alias           `json:"aliases,omitempty"`
	// Notes are finger notes 1 to 10; F the formula variables f1 to f9.
	Notes   []string `json:"notes,omitempty"`
	F       []string `json:"f,omitempty"`
	Formula string   `json:"formula,omitempty"`
	// Lists are the personal lists by name: censor, noplay, notify, gnotify,
	// channel … in the order of adding.
	Lists map[string][]string `json:"lists,omitempty"`
	// Titles are the public lists this account is on, as their words:
	// "computer", "gm" … (docs/protocol.md §10.4).
	Titles []string `json:"titles,omitempty"`

	Ratings map[string]Rating `json:"ratings,omitempty"`
	// Whites less Blacks per category decides who gets White next.
	Colours map[string]int `json:"colours,omitempty"`

	// History holds the last ten finished games, oldest first; NextIndex is the
	// index (0–99, cyclic) that the next one gets (docs/protocol.md §5.2).
	History   []Played `json:"history,omitempty"`
	NextIndex int      `json:"next_index,omitempty"`
	// Journal are the games that the owner keeps, in the order of their places.
	Journal []Noted `json:"journal,omitempty"`
	// Adjourned are the games waiting to be resumed, oldest first.
	Adjourned []Waiting `json:"adjourned,omitempty"`
	// House says that this is one of the server's own players: HouseOn or, when
	// the staff has sent it away, HouseOff; empty for people.
	House string `json:"house,omitempty"`
	// Computers are the rated games with each computer, by its key, that have
	// ended on the day of the last of them.
	Computers map[string]Day `json:"computers,omitempty"`
	// LastOpponent is whom rematch and say address.
	LastOpponent string `json:"last_opponent,omitempty"`
}

// The values of Account.House.
const (
	HouseOn  = "on"
	HouseOff = "off"
)

// Day counts something on one day.
type Day struct {
	Day   int64 `json:"day"` // since 1970, UTC
	Count int   `json:"count"`
}

// Alias is one user alias, kept in the order of definition.
type Alias struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// Rating is a Glicko rating in one category (docs/protocol.md §10.2).
type Rating struct {
	// Rating and RD are hundredths of a point; RD is as of Last.
	Rating int   `json:"rating"`
	RD     int   `json:"rd"`
	Last   int64 `json:"last,omitempty"` // Unix ms of the last rated game
	Win    int   `json:"win,omitempty"`
	Loss   int   `json:"loss,omitempty"`
	Draw   int   `json:"draw,omitempty"`
	// Best is the highest established rating (hundredths) and its time.
	Best   int   `json:"best,omitempty"`
	BestAt int64 `json:"best_at,omitempty"`
	// Active is set once RD has been below 80.00.
	Active bool `json:"active,omitempty"`
}

// Played is one line of history.
type Played struct {
	Index     int    `json:"index"`
	Game      uint64 `json:"game"`   // id in the Games bucket
	Score     string `json:"score"`  // "+", "=" or "-" for the owner
	Rating    int    `json:"rating"` // own, whole points after the game; 0 for none
	White     bool   `json:"white"`
	Opponent  string `json:"opponent"`
	OppRating int    `json:"opp_rating"`
	Bracket   string `json:"bracket"` // such as " br  5   0": the inside of the brackets
	ECO       string `json:"eco"`
	End       string `json:"end"`  // three-letter end code
	Date      int64  `json:"date"` // Unix ms
}

// Noted is one entry of a journal (docs/protocol.md §5.4).
type Noted struct {
	Place int    `json:"place"` // 1–99
	Game  uint64 `json:"game"`  // id in the Games bucket
}

// Waiting is one adjourned game of an account.
type Waiting struct {
	Game     uint64 `json:"game"` // id in the Adjourned bucket
	Opponent string `json:"opponent"`
	White    bool   `json:"white"`
}

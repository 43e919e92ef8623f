package world

import (
	"slices"
	"strings"
)

// Var is a user variable of the `set` command that is a number or a switch.
// Texts (prompt, interface, tzone, language, busy, notes, formula) are kept
// beside them in Account.
type Var uint8

// The variables, in alphabetical order.
const (
	VarAutoflag Var = iota
	VarAutomail
	VarAvailInfo
	VarAvailMax
	VarAvailMin
	VarBell
	VarBugOpen
	VarChanOff
	VarCShout
	VarCTell
	VarEcho
	VarExamine
	VarFlip
	VarGin
	VarHeight
	VarHighlight
	VarInc
	VarJPrivate
	VarKibitz
	VarKibLevel
	VarMailMess
	VarMessReply
	VarMinMoveTime
	VarNoEscape
	VarNoTakeback
	VarNotifiedBy
	VarOpen
	VarPGN
	VarPin
	VarPrivate
	VarPromote
	VarProvShow
	VarPTime
	VarRated
	VarSeek
	VarShout
	VarShowOwnSeek
	VarSilence
	VarSimOpen
	VarStyle
	VarTell
	VarTime
	VarTolerance
	VarTourney
	VarUnobserve
	VarWidth
	NumVars
)

// Setting is one row of the variables table (docs/protocol.md §6.1): all that
// has to be said about a variable is said here.
type Setting struct {
	Name              string
	Default, Min, Max int
	// On and Off confirm a switch that was set to 1 or 0. A number has On
	// alone, with %d for its value.
	On, Off string
}

// Switch tells whether the variable is either on or off.
func (s Setting) Switch() bool { return s.Min == 0 && s.Max == 1 }

// Settings is the table, indexed by Var.
var Settings = [NumVars]Setting{
	VarAutoflag:    {"autoflag", 1, 0, 1, "Auto-flagging enabled.", "Auto-flagging disabled."},
	VarAutomail:    {"automail", 0, 0, 1, "Games will now be mailed to you.", "Games will not be mailed to you."},
	VarAvailInfo:   {"availinfo", 0, 0, 1, "You will receive info on who is available to play.", "You will not receive info on who is available to play."},
	VarAvailMax:    {"availmax", 0, 0, 9999, "Availability is now told up to a blitz rating of %d.", ""},
	VarAvailMin:    {"availmin", 0, 0, 9999, "Availability is now told from a blitz rating of %d.", ""},
	VarBell:        {"bell", 1, 0, 1, "Bell on.", "Bell off."},
	VarBugOpen:     {"bugopen", 0, 0, 1, "You are now open for bughouse.", "You are not open for bughouse."},
	VarChanOff:     {"chanoff", 0, 0, 1, "You will not hear channel tells.", "You will now hear channel tells."},
	VarCShout:      {"cshout", 1, 0, 1, "You will now hear cshouts.", "You will not hear cshouts."},
	VarCTell:       {"ctell", 1, 0, 1, "You will now hear channel tells from unregistered users.", "You will not hear channel tells from unregistered users."},
	VarEcho:        {"echo", 1, 0, 1, "You will now hear what you say to many.", "You will not hear what you say to many."},
	VarExamine:     {"examine", 0, 0, 1, "You will now enter examine mode after a game.", "You will not enter examine mode after a game."},
	VarFlip:        {"flip", 0, 0, 1, "Flip on.", "Flip off."},
	VarGin:         {"gin", 0, 0, 1, "You will now hear game results.", "You will not hear game results."},
	VarHeight:      {"height", 24, 5, 240, "Height set to %d.", ""},
	VarHighlight:   {"highlight", 0, 0, 15, "Highlight is now style %d.", "Highlight is off."},
	VarInc:         {"inc", 12, 0, 999, "Default increment set to %d.", ""},
	VarJPrivate:    {"jprivate", 0, 0, 1, "Your journal will be private.", "Your journal may not be private."},
	VarKibitz:      {"kibitz", 1, 0, 1, "You will now hear kibitzes.", "You will not hear kibitzes."},
	VarKibLevel:    {"kiblevel", 0, 0, 9999, "Kibitz level now set to: %d.", ""},
	VarMailMess:    {"mailmess", 0, 0, 1, "Your messages will be mailed to you.", "Your messages will not be mailed to you."},
	VarMessReply:   {"messreply", 0, 0, 1, "People can now mail you replies to your messages.", "People cannot mail you replies to your messages."},
	VarMinMoveTime: {"minmovetime", 1, 0, 1, "You will request minimum move time when games start.", "You will not request minimum move time when games start."},
	VarNoEscape:    {"noescape", 0, 0, 1, "You will request noescape when games start.", "You will not request noescape when games start."},
	VarNoTakeback:  {"notakeback", 0, 0, 1, "You will not allow takebacks.", "You will now allow takebacks."},
	VarNotifiedBy:  {"notifiedby", 1, 0, 1, "You will now hear if people notify you, but you don't notify them.", "You will not hear if people notify you, but you don't notify them."},
	VarOpen:        {"open", 1, 0, 1, "You are now open to receive match requests.", "You are no longer receiving match requests."},
	VarPGN:         {"pgn", 1, 0, 1, "Games will now be mailed to you in PGN.", "Games will now be mailed to you as move lists."},
	VarPin:         {"pin", 0, 0, 1, "You will now hear logins/logouts.", "You will not hear logins/logouts."},
	VarPrivate:     {"private", 0, 0, 1, "Your games will be private.", "Your games may not be private."},
	VarPromote:     {"promote", 0, 0, 3, "", ""}, // spoken of as a piece: PromotionPieces
	VarProvShow:    {"provshow", 0, 0, 1, "You will now see E and P after ratings.", "You will not see E and P after ratings."},
	VarPTime:       {"ptime", 0, 0, 1, "Your prompt will now show the time.", "Your prompt will now not show the time."},
	VarRated:       {"rated", 1, 0, 1, "rated set to 1.", "rated set to 0."},
	VarSeek:        {"seek", 1, 0, 1, "You will now see seek ads.", "You will not see seek ads."},
	VarShout:       {"shout", 1, 0, 1, "You will now hear shouts.", "You will not hear shouts."},
	VarShowOwnSeek: {"showownseek", 0, 0, 1, "You will now see your own seeks.", "You will not see your own seeks."},
	VarSilence:     {"silence", 0, 0, 1, "You will now play games in silence.", "You will not play games in silence."},
	VarSimOpen:     {"simopen", 0, 0, 1, "You are now open to receive simul requests.", "You are no longer receiving simul requests."},
	VarStyle:       {"style", 1, 1, 14, "Style %d set.", ""},
	VarTell:        {"tell", 1, 0, 1, "You will now hear tells from unregistered users.", "You will not hear tells from unregistered users."},
	VarTime:        {"time", 2, 0, 999, "Default time set to %d.", ""},
	VarTolerance:   {"tolerance", 1, 0, 5, "Tolerance level set to %d.", ""},
	VarTourney:     {"tourney", 0, 0, 1, "Your tournament variable is now set.", "Your tournament variable is no longer set."},
	VarUnobserve:   {"unobserve", 0, 0, 3, "", ""}, // its values have words of their own
	VarWidth:       {"width", 79, 20, 1024, "Width set to %d.", ""},
}

// PromotionPieces are the values of promote in words.
var PromotionPieces = [...]string{"queen", "rook", "bishop", "knight"}

// Vars are the values of a person's variables.
type Vars [NumVars]int16

// DefaultVars are the values of somebody who has set nothing.
func DefaultVars() Vars {
	var v Vars
	for i, s := range Settings {
		v[i] = int16(s.Default)
	}
	return v
}

// On tells whether a switch is set.
func (v *Vars) On(n Var) bool { return v[n] != 0 }

// VarNamed is the variable of a name of the table.
func VarNamed(name string) (Var, bool) {
	i, ok := slices.BinarySearchFunc(Settings[:], name, func(s Setting, n string) int { return strings.Compare(s.Name, n) })
	return Var(i), ok
}

// FindVar returns the variables whose name is word or, if none is, begins with
// it, in alphabetical order.
func FindVar(word string) []Var {
	word = strings.ToLower(word)
	if v, ok := VarNamed(word); ok {
		return []Var{v}
	}
	var found []Var
	for i, s := range Settings {
		if strings.HasPrefix(s.Name, word) {
			found = append(found, Var(i))
		}
	}
	return found
}

package world

import "strings"

// IVars is the set of interface variables that a session has switched on, one
// bit each by position of the %b line (docs/protocol.md §6.3). They end with
// the session.
type IVars uint64

// IVar is the position of an interface variable.
type IVar uint8

// The interface variables, in the order of the %b line; IAtomic has no number
// there and comes last.
const (
	ICompressMove IVar = iota
	IAudioChat
	ISeekRemove
	IDefPrompt
	ILock
	IStartPos
	IBlock
	IGameInfo
	IXDR
	IPendInfo
	IGraph
	ISeekInfo
	IExtASCII
	INoHighlight
	IVTHighlight
	IShowServer
	IPin
	IMS
	IPingInfo
	IBoardInfo
	IExtUserInfo
	ISeekCA
	IShowOwnSeek
	IPremove
	ISmartMove
	IMoveCase
	ISuicide
	ICrazyhouse
	ILosers
	IWildCastle
	IFR
	INoWrap
	IAllResults
	IObsPing
	ISingleBoard
	IAtomic
	NumIVars // how many there are
)

// NumberedIVars is how many of them a %b line can set.
const NumberedIVars = int(ISingleBoard) + 1

var ivarNames = [NumIVars]string{
	"compressmove", "audiochat", "seekremove", "defprompt", "lock", "startpos",
	"block", "gameinfo", "xdr", "pendinfo", "graph", "seekinfo", "extascii",
	"nohighlight", "vthighlight", "showserver", "pin", "ms", "pinginfo",
	"boardinfo", "extuserinfo", "seekca", "showownseek", "premove", "smartmove",
	"movecase", "suicide", "crazyhouse", "losers", "wildcastle", "fr", "nowrap",
	"allresults", "obsping", "singleboard", "atomic",
}

func (v IVar) String() string { return ivarNames[v] }

// Has tells whether a variable is on.
func (s IVars) Has(v IVar) bool { return s&(1<<v) != 0 }

// With returns the set with one variable switched.
func (s IVars) With(v IVar, on bool) IVars {
	if on {
		return s | 1<<v
	}
	return s &^ (1 << v)
}

// ParseIVarBits reads the digits of a %b line: one 0 or 1 for each variable by
// position; fewer digits leave the rest off, further ones are ignored.
func ParseIVarBits(digits string) IVars {
	var s IVars
	for i := 0; i < len(digits) && i < NumberedIVars; i++ {
		s = s.With(IVar(i), digits[i] == '1')
	}
	return s
}

// FindIVar returns the variables whose name is word or, if none is, begins
// with it; "vt_highlight" is a second spelling of vthighlight.
func FindIVar(word string) []IVar {
	word = strings.ReplaceAll(strings.ToLower(word), "_", "")
	var found []IVar
	for v := range NumIVars {
		if ivarNames[v] == word {
			return []IVar{v}
		}
		if strings.HasPrefix(ivarNames[v], word) {
			found = append(found, v)
		}
	}
	return found
}

// SetIVar switches an interface variable of a session.
func (t *Turn) SetIVar(id SessionID, v IVar, on bool) {
	if s := t.Session(id); s != nil {
		s.IVars = s.IVars.With(v, on)
		t.Relook(id)
	}
}

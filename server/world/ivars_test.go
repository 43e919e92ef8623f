package world

import "testing"

func TestParseIVarBits(t *testing.T) {
	// Jin's line (docs/clients.md §2.1).
	s := ParseIVarBits("00111001010101000100001001000001")
	on := []IVar{ISeekRemove, IDefPrompt, ILock, IGameInfo, IPendInfo, ISeekInfo, INoHighlight, IMS, IShowOwnSeek, IMoveCase, INoWrap}
	var want IVars
	for _, v := range on {
		want = want.With(v, true)
	}
	if s != want {
		t.Errorf("set %b, want %b", s, want)
	}
	if got := ParseIVarBits("11111111111111111111111111111111111111111"); got != 1<<NumberedIVars-1 {
		t.Errorf("too many digits set %b", got)
	}
}

func TestFindIVar(t *testing.T) {
	for _, c := range []struct {
		word string
		n    int
		one  IVar
	}{
		{"ms", 1, IMS},
		{"MS", 1, IMS},
		{"seek", 3, ISeekRemove},
		{"vt_highlight", 1, IVTHighlight},
		{"seekinfo", 1, ISeekInfo},
		{"nothing", 0, 0},
	} {
		got := FindIVar(c.word)
		if len(got) != c.n || c.n == 1 && got[0] != c.one {
			t.Errorf("%q finds %v", c.word, got)
		}
	}
}

// TestSettingsAreInOrder pins what VarNamed counts on.
func TestSettingsAreInOrder(t *testing.T) {
	for v, s := range Settings {
		if got, ok := VarNamed(s.Name); !ok || got != Var(v) {
			t.Errorf("%s is found at %d, %v; want %d", s.Name, got, ok, v)
		}
	}
}

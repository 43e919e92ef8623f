package render

import (
	"testing"

	"epicenter/rules"
	"epicenter/server/world"
)

// TestTypeWord keeps the word that only this server has from clients that know
// the types of FICS alone, and every other word as it is.
func TestTypeWord(t *testing.T) {
	for _, v := range rules.Variants() {
		if got := typeWord(v.Type, world.Look{}); got != v.Type {
			t.Errorf("%s at a terminal: %q", v, got)
		}
		want := v.Type
		if v.Name == "atomic960" {
			want = "atomic"
		}
		if got := typeWord(v.Type, world.Look{Classic: true}); got != want {
			t.Errorf("%s in a client: %q, want %q", v, got, want)
		}
	}
}

package commands

import (
	"fmt"
	"strings"
	"testing"

	"epicenter/server/world"
)

// typed runs a line as Bob, a guest, and returns the answer.
func typed(t *testing.T, cs *Commands, turn *world.Turn, line string) string {
	t.Helper()
	before := len(turn.Outputs())
	cs.Apply(turn, world.Input{At: 1_000_000, Body: world.Line{Session: 1, Text: line}})
	var b strings.Builder
	for _, o := range turn.Outputs()[before:] {
		b.WriteString(o.Text)
	}
	return b.String()
}

// TestEveryVariable sets every variable of the table to both ends of its range,
// is refused what lies beyond, and finds the values in `variables`.
func TestEveryVariable(t *testing.T) {
	cs, turn := New(), lone(t)
	for v, s := range world.Settings {
		for _, n := range []int{s.Min, s.Max, s.Default} {
			got := typed(t, cs, turn, fmt.Sprintf("set %s %d", s.Name, n))
			if strings.HasPrefix(got, "Bad") || strings.TrimSpace(got) == "" || strings.Contains(got, "%") {
				t.Errorf("set %s %d: %q", s.Name, n, got)
			}
			if now := int(turn.Me().Vars[v]); now != n {
				t.Errorf("set %s %d: it is %d", s.Name, n, now)
			}
		}
		for _, bad := range []string{fmt.Sprint(s.Min - 1), fmt.Sprint(s.Max + 1), "99999999999999999999", "1.5", "x y", "--1"} {
			want := fmt.Sprintf("Bad value given for variable %q.\n", s.Name)
			if got := typed(t, cs, turn, "set "+s.Name+" "+bad); !strings.HasPrefix(got, want) {
				t.Errorf("set %s %s: %q", s.Name, bad, got)
			}
			if now := int(turn.Me().Vars[v]); now != s.Default {
				t.Errorf("set %s %s: it is %d", s.Name, bad, now)
			}
		}
		if s.Switch() {
			typed(t, cs, turn, "set "+s.Name)
			if now := int(turn.Me().Vars[v]); now != 1-s.Default {
				t.Errorf("set %s does not turn it over", s.Name)
			}
		}
	}
	table := typed(t, cs, turn, "variables")
	for v, s := range world.Settings {
		want := fmt.Sprintf("%s=%d", s.Name, turn.Me().Vars[v])
		if world.Var(v) == world.VarPromote {
			want = "promote=queen"
		}
		if !strings.Contains(table, want) {
			t.Errorf("variables does not show %s:\n%s", want, table)
		}
	}
}

// TestEveryText unsets, sets and overfills every text variable.
func TestEveryText(t *testing.T) {
	cs, turn := New(), lone(t)
	for _, s := range textSettings {
		if got := typed(t, cs, turn, "set "+s.name); strings.HasPrefix(got, "Bad") || got == "" {
			t.Errorf("set %s: %q", s.name, got)
		}
		if got := typed(t, cs, turn, "set "+s.name+" "+strings.Repeat("x", s.most+1)); !strings.HasPrefix(got, "Bad") {
			t.Errorf("set %s: %d bytes are taken", s.name, s.most+1)
		}
	}
}

// TestEveryInterfaceVariable switches all of them, by name and by the first
// letters that are enough.
func TestEveryInterfaceVariable(t *testing.T) {
	cs, turn := New(), lone(t)
	for v := range world.NumIVars {
		if v == world.ILock || v == world.IBlock {
			continue
		}
		for _, word := range []string{"1", "0"} {
			want := map[string]string{"1": " set.\n", "0": " unset.\n"}[word]
			if got := typed(t, cs, turn, fmt.Sprintf("iset %s %s", v, word)); got != v.String()+want {
				t.Errorf("iset %s %s: %q", v, word, got)
			}
		}
	}
}

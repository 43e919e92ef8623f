package world

import (
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func copyInt(n *int) *int { c := *n; return &c }

// TestViewIsAModelOfAMap drives a view and a plain map with the same changes:
// what is seen, its order and its size agree before and after settling, and a
// view that is thrown away leaves its table as it was.
func TestViewIsAModelOfAMap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		base := newTable[int, int]()
		model := map[int]int{}
		v := newView(base, copyInt, nil)
		for range rapid.IntRange(1, 6).Draw(t, "turns") {
			v.reset()
			before := maps.Clone(model)
			for range rapid.IntRange(0, 8).Draw(t, "changes") {
				k := rapid.IntRange(0, 9).Draw(t, "key")
				switch rapid.IntRange(0, 2).Draw(t, "verb") {
				case 0:
					n := rapid.Int().Draw(t, "value")
					v.Put(k, &n)
					model[k] = n
				case 1:
					v.Remove(k)
					delete(model, k)
				default:
					if x := v.Take(k); x != nil {
						*x++
						model[k]++
					}
				}
			}
			checkView(t, &v, model)
			if rapid.Bool().Draw(t, "settle") {
				v.settle()
			} else {
				model = before
			}
			v.reset()
			checkView(t, &v, model)
		}
	})
}

func checkView(t *rapid.T, v *view[int, int], model map[int]int) {
	var keys []int
	for k, x := range v.All() {
		keys = append(keys, k)
		if *x != model[k] || *v.See(k) != model[k] {
			t.Fatalf("key %d is %d, want %d", k, *x, model[k])
		}
	}
	want := slices.Sorted(maps.Keys(model))
	if !slices.Equal(keys, want) || v.Len() != len(want) {
		t.Fatalf("keys %v of %d, want %v", keys, v.Len(), want)
	}
}

// TestAgendaKeepsOneDeadlineForEachKey: whatever is set and dropped, the next
// deadline is the least of those that stand.
func TestAgendaKeepsOneDeadlineForEachKey(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, model := newAgenda(), map[deadlineKey]Deadline{}
		for range rapid.IntRange(1, 40).Draw(t, "changes") {
			d := Deadline{
				At:   rapid.Int64Range(0, 5).Draw(t, "at"),
				Kind: DeadlineKind(rapid.IntRange(0, 2).Draw(t, "kind")),
				ID:   rapid.Uint64Range(0, 3).Draw(t, "id"),
			}
			a.set(d)
			if model[d.where()] = d; d.At == 0 {
				delete(model, d.where())
			}
			next, ok := a.next()
			if ok != (len(model) > 0) || a.Len() != len(model) {
				t.Fatalf("%d deadlines, want %d", a.Len(), len(model))
			}
			for _, m := range model {
				if m.At < next.At {
					t.Fatalf("next is %v, but %v is earlier", next, m)
				}
			}
		}
	})
}

func TestNumbersRestBeforeTheyAreGivenAgain(t *testing.T) {
	var n numbers
	used := map[int]bool{}
	give := func(now int64) int {
		k := n.give(now, func(k int) bool { return used[k] })
		used[k] = true
		return k
	}
	if a, b := give(0), give(0); a != 1 || b != 2 {
		t.Fatalf("got %d and %d, want 1 and 2", a, b)
	}
	delete(used, 1)
	n.back(1, 60_000)
	if k := give(59_999); k != 3 {
		t.Errorf("got %d while 1 rests, want 3", k)
	}
	if k := give(60_000); k != 1 {
		t.Errorf("got %d after the rest of 1, want 1", k)
	}
}

func TestSpeedOfTimeControls(t *testing.T) {
	for _, c := range []struct {
		minutes, seconds int
		want             string
	}{ // docs/protocol.md §10.1
		{2, 0, "lightning"},
		{2, 12, "blitz"},
		{3, 0, "blitz"},
		{14, 0, "blitz"},
		{15, 0, "standard"},
		{0, 1, "lightning"},
		{0, 5, "blitz"},
		{2, 20, "standard"},
	} {
		if got := speed(c.minutes, c.seconds); got != c.want {
			t.Errorf("%d %d is %s, want %s", c.minutes, c.seconds, got, c.want)
		}
	}
}

package world

// numbers gives out the small numbers that people type: the smallest free one,
// never one that was given back less than a while ago (docs/protocol.md §3.1,
// "not reused for ≥ 60 s").
type numbers struct{ cooling []cooling }

type cooling struct {
	number int
	until  int64
}

// give returns the smallest number from 1 for which used is false and whose
// rest is over.
func (n *numbers) give(now int64, used func(int) bool) int {
	var keep []cooling
	for _, c := range n.cooling {
		if c.until > now {
			keep = append(keep, c)
		}
	}
	n.cooling = keep
	for k := 1; ; k++ {
		if !used(k) && !n.resting(k) {
			return k
		}
	}
}

func (n *numbers) resting(k int) bool {
	for _, c := range n.cooling {
		if c.number == k {
			return true
		}
	}
	return false
}

// back takes a number back.
func (n *numbers) back(k int, until int64) {
	n.cooling = append(n.cooling[:len(n.cooling):len(n.cooling)], cooling{k, until})
}

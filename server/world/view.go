package world

import (
	"cmp"
	"iter"
	"slices"
)

// table is an ordered map of the world: iteration goes by key.
type table[K cmp.Ordered, V any] struct {
	m      map[K]*V
	keys   []K  // ascending
	values []*V // of the keys, so that iteration need not look them up
}

func newTable[K cmp.Ordered, V any]() *table[K, V] { return &table[K, V]{m: map[K]*V{}} }

func (t *table[K, V]) set(k K, v *V) {
	i, ok := slices.BinarySearch(t.keys, k)
	if ok {
		t.values[i] = v
	} else {
		t.keys = slices.Insert(t.keys, i, k)
		t.values = slices.Insert(t.values, i, v)
	}
	t.m[k] = v
}

func (t *table[K, V]) drop(k K) {
	if _, ok := t.m[k]; !ok {
		return
	}
	i, _ := slices.BinarySearch(t.keys, k)
	t.keys = slices.Delete(t.keys, i, i+1)
	t.values = slices.Delete(t.values, i, i+1)
	delete(t.m, k)
}

// view is a turn's private view of a table. See shows a value as it is now,
// Take gives a copy that may be changed; the copies become the table's when
// the turn ends well.
type view[K cmp.Ordered, V any] struct {
	base   *table[K, V]
	copies map[K]*V // nil value: removed
	order  []K      // of the copies, in the order of taking
	clone  func(*V) *V
	point  *failpoint
}

func newView[K cmp.Ordered, V any](base *table[K, V], clone func(*V) *V, point *failpoint) view[K, V] {
	return view[K, V]{base: base, copies: map[K]*V{}, clone: clone, point: point}
}

func (v *view[K, V]) See(k K) *V {
	if len(v.copies) > 0 {
		if c, ok := v.copies[k]; ok {
			return c
		}
	}
	return v.base.m[k]
}

func (v *view[K, V]) Take(k K) *V {
	if c, ok := v.copies[k]; ok {
		return c
	}
	b := v.base.m[k]
	if b == nil {
		return nil
	}
	v.point.pass()
	c := v.clone(b)
	v.copies[k] = c
	v.order = append(v.order, k)
	return c
}

func (v *view[K, V]) Put(k K, x *V) {
	v.point.pass()
	if _, ok := v.copies[k]; !ok {
		v.order = append(v.order, k)
	}
	v.copies[k] = x
}

func (v *view[K, V]) Remove(k K) { v.Put(k, nil) }

// All yields what is there now in ascending order of keys. The table must not
// gain or lose keys meanwhile; values may be taken.
func (v *view[K, V]) All() iter.Seq2[K, *V] {
	var added []K
	for _, k := range v.order {
		if _, ok := v.base.m[k]; !ok && v.copies[k] != nil {
			added = append(added, k)
		}
	}
	slices.Sort(added)
	return func(yield func(K, *V) bool) {
		a := 0
		for i, k := range v.base.keys {
			for ; a < len(added) && added[a] < k; a++ {
				if !yield(added[a], v.copies[added[a]]) {
					return
				}
			}
			x := v.base.values[i]
			if len(v.copies) > 0 {
				if c, ok := v.copies[k]; ok {
					x = c
				}
			}
			if x != nil && !yield(k, x) {
				return
			}
		}
		for ; a < len(added); a++ {
			if !yield(added[a], v.copies[added[a]]) {
				return
			}
		}
	}
}

// Len counts what is there now.
func (v *view[K, V]) Len() int {
	n := len(v.base.keys)
	for _, k := range v.order {
		_, was := v.base.m[k]
		is := v.copies[k] != nil
		switch {
		case is && !was:
			n++
		case was && !is:
			n--
		}
	}
	return n
}

// settle makes the copies the table's.
func (v *view[K, V]) settle() {
	for _, k := range v.order {
		if c := v.copies[k]; c != nil {
			v.base.set(k, c)
		} else {
			v.base.drop(k)
		}
	}
}

func (v *view[K, V]) reset() {
	clear(v.copies)
	v.order = v.order[:0]
}

// failpoint is passed at every step of a turn: whenever something is taken, put
// or told. Tests let it panic there, to see that a turn that is thrown away
// leaves no trace (docs/design.md, item 3).
type failpoint struct{ at func() }

func (f *failpoint) pass() {
	if f != nil && f.at != nil {
		f.at()
	}
}

// SetFailpoint sets what is called at every step of a turn; nil for nothing.
func (w *World) SetFailpoint(at func()) { w.point.at = at }

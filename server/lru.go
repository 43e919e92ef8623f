package server

import "container/list"

// recent is a bounded table: when it is full, the key that was used least
// recently makes room. Whoever floods the server with new keys can make it
// forget, never grow (docs/cases.md 99). It is not safe for concurrent use.
type recent[K comparable, V any] struct {
	max   int
	order *list.List // of *remembered, most recent first
	at    map[K]*list.Element
	// pinned values are not forgotten; the table grows beyond max rather.
	pinned func(*V) bool
}

type remembered[K comparable, V any] struct {
	key   K
	value V
}

func newRecent[K comparable, V any](limit int, pinned func(*V) bool) *recent[K, V] {
	return &recent[K, V]{max: limit, order: list.New(), at: map[K]*list.Element{}, pinned: pinned}
}

// get returns the value of a key, a zero one if it is new, and whether it is.
func (r *recent[K, V]) get(k K) (v *V, isNew bool) {
	if e, ok := r.at[k]; ok {
		r.order.MoveToFront(e)
		return &e.Value.(*remembered[K, V]).value, false
	}
	r.shrink()
	n := &remembered[K, V]{key: k}
	r.at[k] = r.order.PushFront(n)
	return &n.value, true
}

// see returns the value of a key, nil if there is none, and leaves its place.
func (r *recent[K, V]) see(k K) *V {
	if e, ok := r.at[k]; ok {
		return &e.Value.(*remembered[K, V]).value
	}
	return nil
}

func (r *recent[K, V]) drop(k K) {
	if e, ok := r.at[k]; ok {
		r.order.Remove(e)
		delete(r.at, k)
	}
}

// shrink makes room for one more. Pinned values that are met on the way count
// as recently used, so that a row of them is not walked again and again.
func (r *recent[K, V]) shrink() {
	for tries := 0; r.order.Len() >= r.max && tries < 64; tries++ {
		e := r.order.Back()
		n := e.Value.(*remembered[K, V])
		if r.pinned != nil && r.pinned(&n.value) {
			r.order.MoveToFront(e)
			continue
		}
		r.order.Remove(e)
		delete(r.at, n.key)
	}
}

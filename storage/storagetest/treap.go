package storagetest

import (
	"bytes"
	"hash/fnv"
)

// treap is an ordered map that is never changed: put and remove return a new
// one that shares what stayed the same. So a reader keeps the state that it
// began with for nothing. The priority of a node is a hash of its key, which
// makes the shape a function of the keys alone.
type treap struct {
	key, value  []byte
	priority    uint64
	left, right *treap
}

func priority(key []byte) uint64 {
	h := fnv.New64a()
	h.Write(key)
	// FNV's high bits hardly differ among short keys: mix them (splitmix64).
	x := h.Sum64()
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

func (t *treap) get(key []byte) []byte {
	for t != nil {
		switch c := bytes.Compare(key, t.key); {
		case c < 0:
			t = t.left
		case c > 0:
			t = t.right
		default:
			return t.value
		}
	}
	return nil
}

// split parts t into the keys < key and the keys > key.
func (t *treap) split(key []byte) (below, above *treap) {
	if t == nil {
		return nil, nil
	}
	n := *t
	switch c := bytes.Compare(t.key, key); {
	case c < 0:
		n.right, above = t.right.split(key)
		return &n, above
	case c > 0:
		below, n.left = t.left.split(key)
		return below, &n
	default:
		return t.left, t.right
	}
}

// join is the inverse of split.
func join(below, above *treap) *treap {
	switch {
	case below == nil:
		return above
	case above == nil:
		return below
	case below.priority >= above.priority:
		n := *below
		n.right = join(below.right, above)
		return &n
	default:
		n := *above
		n.left = join(below, above.left)
		return &n
	}
}

func (t *treap) remove(key []byte) *treap { return join(t.split(key)) }

func (t *treap) put(key, value []byte) *treap {
	below, above := t.split(key)
	n := &treap{key: key, value: value, priority: priority(key)}
	return join(join(below, n), above)
}

// ascend calls fn for keys ≥ from in order until fn returns false.
func (t *treap) ascend(from []byte, fn func(k, v []byte) bool) bool {
	if t == nil {
		return true
	}
	if bytes.Compare(t.key, from) < 0 {
		return t.right.ascend(from, fn)
	}
	return t.left.ascend(from, fn) && fn(t.key, t.value) && t.right.ascend(from, fn)
}

// descend calls fn for keys < before, all when it is nil, in descending order
// until fn returns false.
func (t *treap) descend(before []byte, fn func(k, v []byte) bool) bool {
	if t == nil {
		return true
	}
	if before != nil && bytes.Compare(t.key, before) >= 0 {
		return t.left.descend(before, fn)
	}
	return t.right.descend(before, fn) && fn(t.key, t.value) && t.left.descend(before, fn)
}

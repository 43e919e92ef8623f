package search

import "epicenter/rules"

// entry is what the transposition table knows of one position: sixteen bytes.
type entry struct {
	key   uint64
	move  uint16
	score int16
	eval  int16 // static evaluation
	depth int8
	tag   uint8 // bound in the two low bits, age in the others
}

// Bounds of a score.
const (
	noBound = iota
	lowerBound
	upperBound
	exactBound
)

// bucketSize entries share a place: 64 bytes, a line of the processor's cache.
const bucketSize = 4

// table remembers results by Position.Hash. Old and shallow ones give way.
type table struct {
	buckets [][bucketSize]entry
	now     uint8 // the age of this search, in steps of 4
}

func (t *table) resize(mb int) {
	n := 1
	for n*2*bucketSize*16 <= max(1, mb)<<20 {
		n *= 2
	}
	t.buckets = make([][bucketSize]entry, n)
}

func (t *table) clear() {
	clear(t.buckets)
	t.now = 0
}

// age makes all entries one search older.
func (t *table) age() { t.now += 4 }

func (t *table) bucket(key uint64) *[bucketSize]entry {
	return &t.buckets[key&uint64(len(t.buckets)-1)]
}

// look returns what is known of a position, nil for nothing.
func (t *table) look(key uint64) *entry {
	b := t.bucket(key)
	for i := range b {
		if b[i].key == key && b[i].tag&3 != noBound {
			return &b[i]
		}
	}
	return nil
}

// keep stores a result. A mate is stored as seen from the position, not from the
// root. The entry that goes is the position's own or the least worth: shallow and
// of former searches.
func (t *table) keep(key uint64, m rules.Move, score, eval, depth, bound, ply int) {
	b := t.bucket(key)
	old := &b[0]
	for i := range b {
		if b[i].key == key {
			old = &b[i]
			break
		}
		if t.worth(&b[i]) < t.worth(old) {
			old = &b[i]
		}
	}
	if old.key == key {
		if m == rules.NoMove {
			m = rules.MoveFromUint16(old.move)
		}
		if bound != exactBound && depth < int(old.depth)-3 && old.tag&^3 == t.now {
			return
		}
	}
	*old = entry{key, m.Uint16(), int16(fromRoot(score, -ply)), int16(eval), int8(depth), uint8(bound) | t.now}
}

func (t *table) worth(e *entry) int {
	if e.tag&3 == noBound {
		return -1000
	}
	return int(e.depth) - 2*int((t.now-e.tag&^3)/4)
}

// fromRoot moves the point from which a forced end is counted by so many plies.
func fromRoot(score, ply int) int {
	switch {
	case score >= mateBound:
		return score - ply
	case score <= -mateBound:
		return score + ply
	}
	return score
}

// full returns how much is in use by this search, in thousandths.
func (t *table) full() int {
	n := 0
	sample := t.buckets[:min(len(t.buckets), 250)]
	for i := range sample {
		for j := range sample[i] {
			if e := &sample[i][j]; e.tag&3 != noBound && e.tag&^3 == t.now {
				n++
			}
		}
	}
	return n * 1000 / (len(sample) * bucketSize)
}

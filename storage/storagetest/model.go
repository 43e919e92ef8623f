package storagetest

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"epicenter/storage"
)

// testModel does random things to a store and to a map, and compares.
func testModel(t *testing.T, outer *bench) {
	e := outer.engine
	rapid.Check(t, func(rt *rapid.T) {
		b := newBench(t, e)
		b.fataler = rt
		m := &model{bench: b, kept: contents{}}
		rt.Repeat(map[string]func(*rapid.T){
			"begin":   m.beginBatch,
			"apply":   m.apply,
			"commit":  m.commitBatch,
			"fail":    func(*rapid.T) { m.commitFailing(false) },
			"lose":    func(*rapid.T) { m.commitFailing(true) },
			"discard": func(*rapid.T) { m.discard() },
			"reopen":  func(*rapid.T) { m.reopen() },
			"restart": func(*rapid.T) { m.restart() },
			"range":   m.scan,
			"":        func(*rapid.T) { m.compare() },
		})
		b.finish()
	})
}

// model is what a store should hold. open is nil while there is no batch.
type model struct {
	*bench
	batch  storage.Batch
	kept   contents // committed
	open   contents // within the batch
	number uint64
}

func (m *model) beginBatch(t *rapid.T) {
	if m.batch != nil {
		t.Skip("a batch is open")
	}
	m.batch = m.begin()
	m.open = maps.Clone(m.kept)
}

func (m *model) needBatch(t *rapid.T) {
	if m.batch == nil {
		m.beginBatch(t)
	}
}

// modelKeys are few, so that changes meet, and of lengths that fill pages.
func modelKeys() *rapid.Generator[string] {
	return rapid.SampledFrom([]string{"a", "ab", "b", "ba", "c", "\x00", "\xff", strings.Repeat("k", 900), strings.Repeat("k", 901), "z"})
}

func modelChange() *rapid.Generator[storage.Change] {
	return rapid.Custom(func(t *rapid.T) storage.Change {
		c := storage.Change{
			Bucket: rapid.SampledFrom(storage.Buckets()[1:]).Draw(t, "bucket"),
			Key:    []byte(modelKeys().Draw(t, "key")),
		}
		if rapid.IntRange(0, 3).Draw(t, "kind") > 0 {
			c.Value = []byte(strings.Repeat(rapid.SampledFrom([]string{"v", "w"}).Draw(t, "value"), rapid.SampledFrom([]int{0, 1, 3000, 9000}).Draw(t, "size")))
		}
		return c
	})
}

func (m *model) apply(t *rapid.T) {
	m.needBatch(t)
	changes := rapid.SliceOfN(modelChange(), 0, 8).Draw(t, "changes")
	m.must(m.batch.Apply(changes))
	for _, c := range changes {
		name := string(c.Bucket) + "/" + string(c.Key)
		if c.Value == nil {
			delete(m.open, name)
		} else {
			m.open[name] = string(c.Value)
		}
	}
}

func (m *model) commitBatch(t *rapid.T) {
	m.needBatch(t)
	m.must(m.batch.Commit(m.number + 1))
	m.kept, m.batch, m.open = m.open, nil, nil
	m.number++
}

// commitFailing lets a commit fail and puts the changes again, as the loop
// does after Reopen.
func (m *model) commitFailing(lost bool) {
	if m.batch == nil {
		return
	}
	m.engine.Fail(m.dir, lost)
	m.wantErr(m.batch.Commit(m.number+1), ErrInjected)
	m.must(m.store.Reopen())
	if lost {
		m.kept = m.open
		m.number++
	}
	m.batch, m.open = nil, nil
}

func (m *model) discard() {
	if m.batch != nil {
		m.batch.Discard()
		m.batch, m.open = nil, nil
	}
}

func (m *model) reopen() {
	m.must(m.store.Reopen()) // ends the batch
	m.batch, m.open = nil, nil
}

func (m *model) restart() {
	m.must(m.store.Close())
	m.open, m.batch = nil, nil
	m.bench.open()
}

// scan compares a range in either direction with the sorted keys of the map.
func (m *model) scan(t *rapid.T) {
	bucket := rapid.SampledFrom(storage.Buckets()[1:]).Draw(t, "bucket")
	bound := modelKeys().Draw(t, "bound")
	limit := rapid.IntRange(0, 5).Draw(t, "limit")
	back := rapid.Bool().Draw(t, "back")
	var want []string
	for name := range m.current() {
		key, ok := strings.CutPrefix(name, string(bucket)+"/")
		if ok && (key < bound) == back {
			want = append(want, key)
		}
	}
	slices.Sort(want)
	if back {
		slices.Reverse(want)
	}
	want = want[:min(limit, len(want))]
	var got []string
	m.must(m.reading(func(r storage.Reader) error {
		scan := r.Range
		if back {
			scan = r.RangeBack
		}
		return scan(bucket, []byte(bound), limit, func(k, _ []byte) bool {
			got = append(got, string(k))
			return true
		})
	}))
	if !slices.Equal(got, want) {
		t.Fatalf("%s from %q back %v limit %d: %q, want %q", bucket, bound, back, limit, got, want)
	}
}

func (m *model) current() contents {
	if m.batch != nil {
		return m.open
	}
	return m.kept
}

func (m *model) reading(fn func(storage.Reader) error) error {
	if m.batch != nil {
		return fn(m.batch)
	}
	return m.store.View(fn)
}

func (m *model) compare() {
	m.wantNumber(m.number)
	m.want(m.kept)
	if m.batch == nil {
		return
	}
	got, err := read(m.batch)
	m.must(err)
	if d := cmp.Diff(m.open, got); d != "" {
		m.Fatal("batch (-want +got):", d)
	}
}

package rules

import "testing"

func TestPerftEdges(t *testing.T) {
	p := Lookup("atomic").Start(0)
	for depth, want := range map[int]uint64{-1: 1, 0: 1, 1: 20, 2: 400} {
		for _, bulk := range []bool{true, false} {
			if got := Perft(&p, depth, bulk); got != want {
				t.Errorf("depth %d: %d, want %d", depth, got, want)
			}
		}
	}
	over := parse(t, "atomic", "8/8/8/8/8/8/8/K7 b - - 0 1")
	if got := Perft(&over, 1, true); got != 0 {
		t.Errorf("an exploded king has %d moves", got)
	}
}

func TestDivide(t *testing.T) {
	p := Lookup("atomic").Start(0)
	var sum uint64
	branches := Divide(&p, 4, true)
	for _, b := range branches {
		next := p.Play(b.Move)
		if want := Perft(&next, 3, false); b.Nodes != want {
			t.Errorf("%v: %d, want %d", b.Move, b.Nodes, want)
		}
		sum += b.Nodes
	}
	if len(branches) != 20 || sum != 197326 {
		t.Errorf("%d moves, %d in all", len(branches), sum)
	}
	if Divide(&p, 0, true) != nil {
		t.Error("depth 0 has branches")
	}
}

// Counting allocates its lists once and nothing on the way: a tree of 200,000 nodes
// costs as many allocations as one of 20.
func TestPerftAllocations(t *testing.T) {
	for _, name := range perftNames {
		p := Lookup(name).Start(StandardStart)
		w := newWalk(&p, 4, true)
		if n := testing.AllocsPerRun(1, func() { w.count(&p, 4) }); n != 0 {
			t.Errorf("%s: a perft of depth 4 allocates %v times", name, n)
		}
		w.bulk = false
		if n := testing.AllocsPerRun(1, func() { w.count(&p, 3) }); n != 0 {
			t.Errorf("%s: a perft of depth 3 that makes every leaf allocates %v times", name, n)
		}
	}
}

// perftNames are the variants measured: one for each set of rules.
var perftNames = []string{"chess", "chess960", "atomic", "atomic960", "crazyhouse", "suicide", "losers", "wild"}

// BenchmarkPerft prints nodes a second for each variant's start position, with
// the last ply counted and with every leaf made.
func BenchmarkPerft(b *testing.B) {
	for _, name := range perftNames {
		v := Lookup(name)
		for name, bulk := range map[string]bool{"bulk": true, "made": false} {
			b.Run(v.Name+"/d5/"+name, func(b *testing.B) {
				p := v.Start(StandardStart)
				w := newWalk(&p, 5, bulk)
				if n := testing.AllocsPerRun(1, func() { w.count(&p, 3) }); n != 0 {
					b.Errorf("counting allocates %v times", n)
				}
				var nodes uint64
				b.ReportAllocs()
				for b.Loop() {
					nodes += w.count(&p, 5)
				}
				b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
			})
		}
	}
}

// BenchmarkPerftCorpus takes the large lines of the corpus: 20 men or more and a
// count over a million.
func BenchmarkPerftCorpus(b *testing.B) {
	for _, name := range perftNames {
		v := Lookup(name)
		b.Run(v.Name, func(b *testing.B) {
			var nodes uint64
			for b.Loop() {
				for _, l := range readPerft(b, name) {
					p, err := ParseFEN(v, l.fen)
					if err != nil {
						b.Fatal(err)
					}
					for depth, n := range l.counts {
						if n > 1_000_000 {
							nodes += Perft(&p, depth, true)
						}
					}
				}
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
		})
	}
}

func BenchmarkAppendMoves(b *testing.B) {
	for _, name := range perftNames {
		v := Lookup(name)
		b.Run(v.Name, func(b *testing.B) {
			p := v.Start(StandardStart)
			buf := make([]Move, 0, 256)
			b.ReportAllocs()
			for b.Loop() {
				buf = p.AppendMoves(buf[:0])
			}
		})
	}
}

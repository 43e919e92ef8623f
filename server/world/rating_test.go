package world

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"epicenter/storage"
)

func rating(points, rd float64) storage.Rating {
	return storage.Rating{Rating: int(math.Round(points * 100)), RD: int(math.Round(rd * 100)), Win: 10, Loss: 10}
}

// TestGlickoVectors are those of docs/protocol.md §10.2, to a hundredth.
func TestGlickoVectors(t *testing.T) {
	for _, c := range []struct {
		own, opp   storage.Rating
		score      float64
		rating, rd int
	}{
		{rating(1500, 350), rating(1700, 50), 1, 180514, 26625},
		{rating(1500, 350), rating(1700, 50), 0.5, 160363, 26625},
		{rating(1500, 350), rating(1700, 50), 0, 140212, 26625},
	} {
		got := Rated(c.own, c.opp, c.score, 0)
		if abs(got.Rating-c.rating) > 1 || abs(got.RD-c.rd) > 1 {
			t.Errorf("score %v: %d/%d, want %d/%d", c.score, got.Rating, got.RD, c.rating, c.rd)
		}
	}
	r := rating(1500, 200)
	r = Rated(r, rating(1400, 30), 1, 0)
	r = Rated(r, rating(1550, 100), 0, 0)
	r = Rated(r, rating(1700, 300), 0, 0)
	if abs(r.Rating-146422) > 1 || abs(r.RD-15125) > 1 {
		t.Errorf("three games one after another: %d/%d, want 146422/15125", r.Rating, r.RD)
	}
}

func abs(n int) int { return max(n, -n) }

func TestAgeing(t *testing.T) {
	r := storage.Rating{Rating: 150000, RD: 4500, Last: 1000}
	for _, c := range []struct {
		days float64
		want int
	}{
		{0, 4500},
		{30, int(math.Round(100 * math.Sqrt(45*45+4.9*4.9*30)))},
		{182.5, 8004}, // half a year: an established rating is one no more
		{365 * 20, maxRD},
		{-1, 4500}, // the wall clock was set back
	} {
		if got := AgedRD(r, 1000+int64(c.days*msPerDay)); got != c.want {
			t.Errorf("after %v days: %d, want %d", c.days, got, c.want)
		}
	}
	if got := AgedRD(storage.Rating{}, 5); got != maxRD {
		t.Errorf("RD before the first game: %d", got)
	}
}

func TestRDStaysInItsBounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := storage.Rating{}
		at := int64(0)
		for range rapid.IntRange(1, 400).Draw(t, "games") {
			at += rapid.Int64Range(0, 3*msPerDay).Draw(t, "pause")
			opp := rating(rapid.Float64Range(500, 2900).Draw(t, "opponent"), rapid.Float64Range(30, 350).Draw(t, "rd"))
			r = Rated(r, opp, rapid.SampledFrom([]float64{0, 0.5, 1}).Draw(t, "score"), at)
			if r.RD < minRD || r.RD > maxRD {
				t.Fatalf("RD %d", r.RD)
			}
		}
	})
}

func TestStates(t *testing.T) {
	for _, c := range []struct {
		r    storage.Rating
		want byte
	}{
		{storage.Rating{}, '-'},
		{storage.Rating{Rating: 150000, RD: 20000, Win: 3}, 'P'},
		{storage.Rating{Rating: 150000, RD: 7000, Win: 19}, 'P'}, // too few games
		{storage.Rating{Rating: 150000, RD: 7000, Win: 20, Active: true}, ' '},
		{storage.Rating{Rating: 150000, RD: 9000, Win: 20, Active: true}, 'E'},
	} {
		if _, got := StateOf(c.r, 0); got != c.want {
			t.Errorf("%+v: %q, want %q", c.r, got, c.want)
		}
	}
}

// TestBestIsKeptWhenEstablished: docs/protocol.md §10.3.
func TestBestIsKeptWhenEstablished(t *testing.T) {
	r := Rated(storage.Rating{Rating: 150000, RD: 5000, Win: 18, Active: true}, rating(1500, 50), 1, 7)
	if r.Best != 0 {
		t.Errorf("best %d after 19 games", r.Best)
	}
	r = Rated(r, rating(1500, 50), 1, 8)
	if r.Best != r.Rating || r.BestAt != 8 {
		t.Errorf("best %d at %d, rating %d", r.Best, r.BestAt, r.Rating)
	}
	high := r.Best
	if r = Rated(r, rating(1500, 50), 0, 9); r.Best != high || r.BestAt != 8 {
		t.Errorf("a loss changed the best to %d at %d", r.Best, r.BestAt)
	}
}

// TestAnnouncedIsApplied: whatever the players are told before a game is what
// its end does, however long it takes (docs/cases.md 93).
func TestAnnouncedIsApplied(t *testing.T) {
	for i, e := range []Ending{Resignation(Black), DrawAgreed, Resignation(White)} {
		b := newBench(t)
		b.account("alice").Ratings = map[string]storage.Rating{"atomic": {Rating: 161234, RD: 7777, Last: 1, Win: 30}}
		b.account("bob").Ratings = map[string]storage.Rating{"atomic": {Rating: 149876, RD: 3333, Last: 1, Win: 30}}
		b.connect("Alice", "Bob")
		var announced [2]Forecast
		b.turn(func(t *Turn) {
			announced = [2]Forecast{t.Forecast("alice", "bob", "atomic"), t.Forecast("bob", "alice", "atomic")}
			t.StartGame(b.terms("atomic", 3, 2, true), "alice", "bob")
		})
		b.now += 40 * msPerDay
		var ended GameEnded
		b.turn(func(t *Turn) {
			t.End(t.Game(1), e)
			for _, o := range t.Outputs() {
				if f, ok := o.Fact.(GameEnded); ok {
					ended = f
				}
			}
		})
		for c, f := range announced {
			want := [3][2]int{{f.Win, f.Loss}, {f.Draw, f.Draw}, {f.Loss, f.Win}}[i][c]
			if got := ended.After[c] - ended.Before[c]; got != want {
				t.Errorf("%s: side %d changed by %d, announced was %d", e.Text, c, got, want)
			}
		}
		if rd := b.account("alice").Ratings["atomic"].RD; rd != announced[0].RD {
			t.Errorf("RD %d, announced was %d", rd, announced[0].RD)
		}
	}
}

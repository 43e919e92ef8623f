package render

import "testing"

func TestG1Line(t *testing.T) {
	tests := []struct {
		g    G1
		want string
	}{
		{
			G1{
				Game: 5, Type: "atomic", Base: [2]int64{300_000, 300_000}, Rating: [2]Rating{{1543, Established}, {1600, Estimated}},
				Timeseal: [2]bool{true, false}, MinMoveTime: [2]bool{true, true},
			},
			"<g1> 5 p=0 t=atomic r=0 u=0,0 it=300,0 i=300,0 pt=0 rt=1543,1600E ts=1,0 m=2 n=0\n",
		},
		{
			G1{
				Game: 482, Private: true, Type: "blitz", Rated: true, Base: [2]int64{180_000, 60_000}, Inc: [2]int64{2000, 1000},
				Rating: [2]Rating{{2009, Provisional}, {0, Unrated}}, Partner: 7, NoEscape: [2]bool{false, true},
			},
			"<g1> 482 p=1 t=blitz r=1 u=0,0 it=180,2 i=60,1 pt=7 rt=2009P,0P ts=0,0 m=0 n=1\n",
		},
		{
			G1{Game: 1, Type: "wild/fr", Guest: [2]bool{false, true}, Rating: [2]Rating{{958, Established}, {0, Guest}}},
			"<g1> 1 p=0 t=wild/fr r=0 u=0,1 it=0,0 i=0,0 pt=0 rt=958,0P ts=0,0 m=0 n=0\n",
		},
	}
	for _, tt := range tests {
		if got := G1Line(tt.g); got != tt.want {
			t.Errorf("got  %swant %s", got, tt.want)
		}
	}
}

func TestRating(t *testing.T) {
	tests := []struct {
		r                     Rating
		field, marked, inSeek string
	}{
		{Rating{1543, Established}, "1543", "1543", "1543 "},
		{Rating{958, Estimated}, " 958", " 958E", "958E"},
		{Rating{7, Provisional}, "   7", "   7P", "7P"},
		{Rating{10234, Provisional}, "10234", "10234P", "10234P"},
		{Rating{}, "----", "----", "0P"},
		{Rating{1720, Guest}, "++++", "++++", "0P"},
	}
	for _, tt := range tests {
		if got := tt.r.Field(); got != tt.field || tt.r.Marked(false) != tt.field {
			t.Errorf("%v: field %q, unmarked %q, want %q", tt.r, got, tt.r.Marked(false), tt.field)
		}
		if got := tt.r.Marked(true); got != tt.marked {
			t.Errorf("%v: marked %q, want %q", tt.r, got, tt.marked)
		}
		if got := tt.r.Seek(); got != tt.inSeek {
			t.Errorf("%v: seek %q, want %q", tt.r, got, tt.inSeek)
		}
	}
}

package render

import (
	"strings"
	"testing"
	"time"
)

func TestDate(t *testing.T) {
	winter := time.Date(2012, 1, 3, 8, 29, 59, 0, time.UTC).UnixMilli()
	summer := time.Date(2012, 7, 13, 8, 5, 0, 0, time.UTC).UnixMilli()
	old := time.Date(1997, 11, 23, 12, 14, 0, 0, time.UTC).UnixMilli()
	tests := []struct {
		ms           int64
		name, server string
		want         string
	}{
		{old, "CST6CDT", "UTC", "Sun Nov 23,  6:14 CST 1997"},
		{winter, "", "America/Los_Angeles", "Tue Jan  3,  0:29 PST 2012"},
		{winter, "SERVER", "UTC", "Tue Jan  3,  8:29 UTC 2012"},
		{winter, "server", "Europe/Vienna", "Tue Jan  3,  9:29 CET 2012"},
		{winter, "GMT", "UTC", "Tue Jan  3,  8:29 GMT 2012"},
		{winter, "eurcst", "UTC", "Tue Jan  3,  9:29 EURCST 2012"},
		{summer, "EURCST", "UTC", "Fri Jul 13, 10:05 EURCDT 2012"},
		{summer, "CETDST", "UTC", "Fri Jul 13, 10:05 CEST 2012"},
		{winter, "CETDST", "UTC", "Tue Jan  3,  9:29 CET 2012"},
		{summer, "PST8PDT", "UTC", "Fri Jul 13,  1:05 PDT 2012"},
		{summer, "EST5EDT", "UTC", "Fri Jul 13,  4:05 EDT 2012"},
		{summer, "EST", "UTC", "Fri Jul 13,  4:05 EDT 2012"},
		{summer, "BST", "UTC", "Fri Jul 13,  9:05 BST 2012"},
		{summer, "NZST", "UTC", "Fri Jul 13, 20:05 NZST 2012"},
		{winter, "NZST", "UTC", "Tue Jan  3, 21:29 NZDT 2012"},
		{winter, "IST", "UTC", "Tue Jan  3, 13:59 IST 2012"},
		{summer, "Europe/Vienna", "UTC", "Fri Jul 13, 10:05 CEST 2012"},
		{summer, "europe/vienna", "UTC", "Fri Jul 13, 10:05 CEST 2012"},
		{winter, "america/sao_paulo", "UTC", "Tue Jan  3,  6:29 BRST 2012"},
		{winter, "Asia/Almaty", "UTC", "Tue Jan  3, 14:29 ??? 2012"}, // has only a number
		{winter, "Mars/Olympus", "Europe/Vienna", "Tue Jan  3,  8:29 ??? 2012"},
		{winter, "", "Mars/Olympus", "Tue Jan  3,  8:29 ??? 2012"},
		{winter, "../../etc/passwd", "UTC", "Tue Jan  3,  8:29 ??? 2012"},
		{winter, "Local", "UTC", "Tue Jan  3,  8:29 ??? 2012"},
	}
	for _, tt := range tests {
		loc, letters := Zone(tt.name, tt.server)
		if got := Date(tt.ms, loc, letters); got != tt.want {
			t.Errorf("%q on %q: %q, want %q", tt.name, tt.server, got, tt.want)
		}
	}
	if got := Day(time.Date(2000, 2, 20, 23, 0, 0, 0, time.UTC).UnixMilli(), time.UTC); got != "20-Feb-2000" {
		t.Errorf("Day = %q", got)
	}
}

func TestFindZone(t *testing.T) {
	tests := []struct{ typed, name string }{
		{"server", "SERVER"},
		{"pst8pdt", "PST8PDT"},
		{"EURCST", "EURCST"},
		{"europe/vienna", "Europe/Vienna"},
		{"america/port_of_spain", "America/Port_of_Spain"},
		{"us/eastern", "US/Eastern"},
		{"Etc/GMT+5", "Etc/GMT+5"},
		{"etc/gmt-3", "Etc/GMT-3"},
		{"", ""},
		{"local", ""},
		{"/etc/localtime", ""},
		{"../UTC", ""},
		{"XYZ", ""},
		{strings.Repeat("a", 5000), ""},
		{"a\x00b", ""},
		{"Zürich", ""},
	}
	for _, tt := range tests {
		name, ok := FindZone(tt.typed)
		if name != tt.name || ok != (tt.name != "") {
			t.Errorf("%.20q: %q, %v; want %q", tt.typed, name, ok, tt.name)
		}
	}
}

// TestZoneWords: every word means a place that exists, with letters that
// clients can read.
func TestZoneWords(t *testing.T) {
	now := time.Date(2024, 7, 1, 0, 0, 0, 0, time.UTC)
	for word, w := range zoneWords {
		if _, err := time.LoadLocation(w.location); err != nil {
			t.Errorf("%s: %v", word, err)
		}
		for _, letters := range []string{w.winter, w.summer} {
			if letters == "" || (Letters{letters, letters}).at(now) != letters {
				t.Errorf("%s: dates would show %q", word, letters)
			}
		}
	}
	for _, word := range lettered {
		if _, ok := zoneWords[word]; !ok {
			t.Errorf("no zone is called %s", word)
		}
	}
}

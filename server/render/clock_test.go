package render

import (
	"math"
	"testing"
)

func TestClock(t *testing.T) {
	tests := []struct {
		ms               int64
		clock, ms3, move string
	}{
		{0, "0:00", "0:00.000", "(0:00)"},
		{1, "0:00", "0:00.001", "(0:00)"},
		{999, "0:00", "0:00.999", "(0:00)"},
		{1204, "0:01", "0:01.204", "(0:01)"},
		{59_999, "0:59", "0:59.999", "(0:59)"},
		{60_000, "1:00", "1:00.000", "(1:00)"},
		{208_978, "3:28", "3:28.978", "(3:28)"},
		{3_599_999, "59:59", "59:59.999", "(59:59)"},
		{3_600_000, "1:00:00", "1:00:00.000", "(1:00:00)"},
		{5_127_050, "1:25:27", "1:25:27.050", "(1:25:27)"},
		{36_000_007, "10:00:00", "10:00:00.007", "(10:00:00)"},
		{-1, "-0:01", "-0:00.001", "(0:00)"},
		{-1000, "-0:01", "-0:01.000", "(0:00)"},
		{-2500, "-0:03", "-0:02.500", "(0:00)"},
		{-3_723_000, "-1:02:03", "-1:02:03.000", "(0:00)"},
	}
	for _, tt := range tests {
		if got := Clock(tt.ms); got != tt.clock {
			t.Errorf("Clock(%d) = %q, want %q", tt.ms, got, tt.clock)
		}
		if got := ClockMS(tt.ms); got != tt.ms3 {
			t.Errorf("ClockMS(%d) = %q, want %q", tt.ms, got, tt.ms3)
		}
		if got := MoveTime(tt.ms, false); got != tt.move {
			t.Errorf("MoveTime(%d) = %q, want %q", tt.ms, got, tt.move)
		}
	}
	if got := MoveTime(1204, true) + MoveTime(-5, true); got != "(0:01.204)(0:00.000)" {
		t.Errorf("with milliseconds %q", got)
	}
	for _, ms := range []int64{math.MaxInt64, math.MinInt64} {
		if got := ClockMS(ms); len(got) < 20 {
			t.Errorf("ClockMS(%d) = %q", ms, got)
		}
	}
}

func TestDuration(t *testing.T) {
	const sec, min, hr, day = 1000, 60_000, 3_600_000, 86_400_000
	tests := []struct {
		ms   int64
		want string
	}{
		{-5 * min, "0 secs"},
		{0, "0 secs"},
		{999, "0 secs"},
		{1 * sec, "1 sec"},
		{59 * sec, "59 secs"},
		{1 * min, "1 min"},
		{44*min + 59*sec, "44 mins"},
		{1 * hr, "1 hr"},
		{1*hr + 1*min, "1 hr, 1 min"},
		{1*day + 59*sec, "1 day"},
		{5*day + 2*hr + 3*min, "5 days, 2 hrs, 3 mins"},
		{64*day + 20*hr + 58*min, "64 days, 20 hrs, 58 mins"},
		{400*day + 1*min, "400 days, 1 min"},
	}
	for _, tt := range tests {
		if got := Duration(tt.ms); got != tt.want {
			t.Errorf("Duration(%d) = %q, want %q", tt.ms, got, tt.want)
		}
	}
}

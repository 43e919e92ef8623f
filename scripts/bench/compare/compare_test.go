package main

import (
	"testing"
	"time"
)

func TestMedian(t *testing.T) {
	for _, tt := range []struct {
		in   []float64
		want float64
	}{{nil, 0}, {[]float64{3}, 3}, {[]float64{9, 1, 5}, 5}, {[]float64{2, 1}, 2}} {
		if got := median(tt.in); got != tt.want {
			t.Errorf("median(%v) = %v", tt.in, got)
		}
	}
}

// The aims are those that README.md states.
func TestAims(t *testing.T) {
	by := map[string]row{}
	for _, r := range rows(time.Second) {
		by[r.name] = r
	}
	for _, tt := range []struct {
		row     string
		product float64
		null    float64
		want    bool
	}{
		{"commands-50", 60, 100, true},
		{"commands-50", 59, 100, false},
		{"play-200", 35, 100, true},
		{"play-200", 34, 100, false},
		{"fanout-100", 1.6, 1, true},
		{"fanout-100", 1.7, 1, false},
		{"fanout-1000", 13, 10, false},
		{"fanout-1000", 12, 10, true},
		{"connect-5000", 12, 3, true},
		{"connect-5000", 12.1, 3, false},
		{"think-50-p50", 3.1, 0, false},
		{"think-50-p99", 20, 0, true},
	} {
		if got := by[tt.row].meets(tt.product, tt.null); got != tt.want {
			t.Errorf("%s with %v to %v: %v", tt.row, tt.product, tt.null, got)
		}
	}
}

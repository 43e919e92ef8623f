package render

import "testing"

// BenchmarkZone is what finding a time zone costs: once for a command that writes
// dates, and for each prompt with the time.
func BenchmarkZone(b *testing.B) {
	for b.Loop() {
		Zone("EST5EDT", "Europe/Vienna")
	}
}

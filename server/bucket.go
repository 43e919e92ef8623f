package server

// bucket is a session's allowance of command points: it earns points by its pace, and each line takes its cost when it has been applied
// (docs/design.md, "Edges"). It is not safe for concurrent use.
type bucket struct {
	tokens float64
	at     int64 // Unix ms
}

// fill adds what has been earned since the last time.
func (b *bucket) fill(now int64, p pace) {
	if b.at == 0 {
		b.tokens = float64(p.burst)
	} else {
		b.tokens = min(float64(p.burst), b.tokens+float64(now-b.at)/1000*float64(p.rate))
	}
	b.at = now
}

// spend takes a line's cost. Lines already under way may leave a debt; it has
// an end, so that a flood is over as soon as possible after it stops.
func (b *bucket) spend(cost int, p pace) {
	b.tokens = max(b.tokens-float64(cost), float64(-p.burst))
}

// wait is how many milliseconds it takes until there are at least so many
// points; 0 when there are now.
func (b *bucket) wait(least float64, p pace) int64 {
	if b.tokens >= least {
		return 0
	}
	return int64((least-b.tokens)/float64(p.rate)*1000) + 1
}

// mayBeMove tells lines that look like a move from others. A move costs nothing
// and is never made to wait (docs/cases.md 71), but what a line costs is known
// only after it has been applied; so such lines pass an empty bucket, until
// they have turned out to be something else too often.
func mayBeMove(text string) bool {
	if len(text) < 2 || len(text) > 9 {
		return false
	}
	digit, castle := false, true
	for i := range len(text) {
		switch c := text[i]; {
		case '1' <= c && c <= '8':
			digit, castle = true, false
		case c == 'O' || c == 'o' || c == '0' || c == '-':
		case 'a' <= c && c <= 'h', 'A' <= c && c <= 'H':
			castle = false
		case c == '=', c == '@', c == '+', c == '#', c == 'x', c == '/':
			castle = false
		case c == 'K' || c == 'Q' || c == 'R' || c == 'N' || c == 'P',
			c == 'k' || c == 'q' || c == 'r' || c == 'n' || c == 'p':
			castle = false
		default:
			return false
		}
	}
	return digit || castle || len(text) == 2
}

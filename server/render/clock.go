package render

import (
	"strconv"
	"strings"
)

// Clock writes milliseconds as tables and boards show a clock: M:SS, from one
// hour H:MM:SS, and -0:03 once the flag has fallen (docs/protocol.md §5.9).
// Seconds are rounded down, so a clock that shows 0:00 has less than one left
// and one below zero never shows 0:00.
func Clock(ms int64) string { return string(AppendClock(nil, ms, false)) }

// ClockMS is Clock with its milliseconds, as 3:28.978, for sessions with
// `iset ms` (docs/protocol.md §5.8).
func ClockMS(ms int64) string { return string(AppendClock(nil, ms, true)) }

// AppendClock appends Clock, or ClockMS with withMS.
func AppendClock(dst []byte, ms int64, withMS bool) []byte {
	if !withMS {
		ms = seconds(ms) * 1000
	}
	if ms < 0 {
		dst = append(dst, '-')
	}
	// Unsigned, because the least number of all has no opposite.
	n := uint64(ms)
	if ms < 0 {
		n = -n
	}
	hours, minutes, secs := n/3_600_000, n/60_000%60, n/1000%60
	if hours > 0 {
		dst = append(strconv.AppendUint(dst, hours, 10), ':')
		dst = appendTwo(dst, minutes)
	} else {
		dst = strconv.AppendUint(dst, minutes, 10)
	}
	dst = appendTwo(append(dst, ':'), secs)
	if withMS {
		dst = append(dst, '.', byte('0'+n/100%10), byte('0'+n/10%10), byte('0'+n%10))
	}
	return dst
}

// MoveTime writes the time charged for a half-move as style 12 and move lists
// do: (0:01), with milliseconds (0:01.204), and from one hour (1:00:01)
// (docs/protocol.md §5.1 and §7.2). Raptor and Jin read only the form with
// milliseconds when `iset ms` is set, the others only the other one.
func MoveTime(ms int64, withMS bool) string { return string(AppendMoveTime(nil, ms, withMS)) }

// AppendMoveTime appends MoveTime.
func AppendMoveTime(dst []byte, ms int64, withMS bool) []byte {
	return append(AppendClock(append(dst, '('), max(ms, 0), withMS), ')')
}

// seconds are whole seconds, rounded down also below zero.
func seconds(ms int64) int64 {
	s := ms / 1000
	if ms%1000 < 0 {
		s--
	}
	return s
}

func appendTwo(dst []byte, n uint64) []byte { return append(dst, byte('0'+n/10), byte('0'+n%10)) }

// Duration writes milliseconds in words, as finger and uptime do: "5 days, 2
// hrs, 3 mins", "44 mins", "0 secs" (docs/protocol.md §5.5). Seconds are shown
// only below a minute; what is below zero counts as nothing.
func Duration(ms int64) string {
	n := max(ms, 0) / 1000
	if n < 60 {
		return count(n, "sec")
	}
	var parts []string
	for _, unit := range [...]struct {
		secs int64
		name string
	}{{86400, "day"}, {3600, "hr"}, {60, "min"}} {
		if k := n / unit.secs; k > 0 {
			parts = append(parts, count(k, unit.name))
		}
		n %= unit.secs
	}
	return strings.Join(parts, ", ")
}

func count(n int64, unit string) string {
	s := strconv.FormatInt(n, 10) + " " + unit
	if n != 1 {
		s += "s"
	}
	return s
}

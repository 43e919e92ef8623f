package server

import (
	"log/slog"
	"net/netip"
	"sync"
)

// maxHushed is how many addresses may each have a line in one minute; what
// comes from further ones is only counted.
const maxHushed = 1024

// hush keeps a flood out of the log: one line per address, kind and minute
// (docs/cases.md 84, 95 and 99), and what was kept back as a number.
type hush struct {
	log *slog.Logger
	now func() int64

	mu     sync.Mutex
	minute int64
	seen   map[hushed]struct{}
	kept   int // lines kept back in this minute
}

type hushed struct {
	what string
	from netip.Prefix
}

func newHush(log *slog.Logger, now func() int64) *hush {
	return &hush{log: log, now: now, seen: map[hushed]struct{}{}}
}

// note writes a line about an address unless there was one like it in this
// minute.
func (h *hush) note(what string, from netip.Addr, args ...any) {
	key := hushed{what, hostKeys(from)[1]}
	h.mu.Lock()
	minute := h.now() / 60_000
	kept := 0
	if minute != h.minute {
		kept, h.kept, h.minute = h.kept, 0, minute
		clear(h.seen)
	}
	_, again := h.seen[key]
	quiet := again || len(h.seen) >= maxHushed
	if quiet {
		h.kept++
	} else {
		h.seen[key] = struct{}{}
	}
	h.mu.Unlock()
	if kept > 0 {
		h.log.Info("further lines like those before were kept back", "lines", kept)
	}
	if !quiet {
		h.log.Warn(what, append([]any{"address", addrText(from)}, args...)...)
	}
}

func addrText(a netip.Addr) string {
	if !a.IsValid() {
		return "inside"
	}
	return a.String()
}

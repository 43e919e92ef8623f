package render

import "strconv"

// Rating is a rating as people and clients are shown it.
type Rating struct {
	Points int // whole points; of no meaning for Unrated and Guest
	Status RatingStatus
}

// RatingStatus says how much a rating is worth (docs/protocol.md §10.2).
type RatingStatus uint8

// The statuses.
const (
	Unrated     RatingStatus = iota // a registered player who has none yet
	Guest                           // nobody registered
	Established                     // RD below 80
	Estimated                       // was established: E
	Provisional                     // never was: P
)

// Field is the rating in four columns, right-aligned: "1543", " 958", "----"
// for none, "++++" for a guest's (docs/protocol.md §5.9, docs/clients.md §3.1).
func (r Rating) Field() string {
	switch r.Status {
	case Unrated:
		return "----"
	case Guest:
		return "++++"
	}
	return string(appendRight(nil, strconv.Itoa(r.Points), 4))
}

// Marked is Field, followed by E or P when provShow is set and the rating is
// estimated or provisional. Do not use it in Creating lines: Knights and the
// web client read none of it there (docs/clients.md §3.1).
func (r Rating) Marked(provShow bool) string {
	if mark := r.mark(); provShow && mark != ' ' {
		return r.Field() + string(rune(mark))
	}
	return r.Field()
}

// Seek is the rating in <s> and <wa> lines: digits and exactly one of blank, E
// and P; 0P for a guest and for who has none (docs/clients.md §3.4).
func (r Rating) Seek() string {
	if r.Status == Unrated || r.Status == Guest {
		return "0P"
	}
	return strconv.Itoa(r.Points) + string(rune(r.mark()))
}

func (r Rating) mark() byte {
	switch r.Status {
	case Estimated:
		return 'E'
	case Provisional:
		return 'P'
	}
	return ' '
}

// appendRight appends s after as many blanks as it is shorter than n.
func appendRight(dst []byte, s string, n int) []byte {
	for i := len(s); i < n; i++ {
		dst = append(dst, ' ')
	}
	return append(dst, s...)
}

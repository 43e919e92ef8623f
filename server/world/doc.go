// Package world holds the players, seeks, offers, games and clocks of the
// server and the verbs that change them. It is pure: it reads no clock, takes
// no lock, starts no goroutine, rolls only dice seeded by its input and never
// depends on the order of a map, so that the same inputs give the same world
// and the same outputs (docs/design.md, "The one idea").
//
// Everything that happens is an Input. One goroutine, the loop's, applies one
// input after another, each in a Turn: a private view of the world in which
// what is taken is copied. At its end the copies become the world's and what
// must be on disk is computed from the old and the new ones; a turn that is
// thrown away leaves no trace. What people are to learn leaves a turn as an
// ordered list of outputs, texts and facts, which package render turns into
// bytes for each receiver's look.
//
// Times are Unix milliseconds (int64), derived from the monotonic clock by the
// loop; durations and chess clocks are milliseconds too.
package world

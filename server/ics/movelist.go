package ics

import (
	"regexp"
	"strconv"
	"strings"

	"epicenter/rules"
)

// MoveList gathers the lines of `moves` for a live game (docs/protocol.md §5.1).
// The zero value waits for the first.
type MoveList struct {
	Game    int    // 0 until the list has begun
	Rated   bool   //
	Type    string // as in docs/protocol.md §7.1
	Start   *Board // with iset startpos, if the game began elsewhere
	Moves   []string
	Ended   bool
	heading bool
}

var (
	listHead  = regexp.MustCompile(`^Movelist for game (\d+):`)
	listTerms = regexp.MustCompile(`^(Rated|Unrated) ([^ ]+) match, initial time:`)
	listRow   = regexp.MustCompile(`^ *\d+\. +(\S+)(?: +\([\d:.]+\))?(?: +(\S+) +\([\d:.]+\))?`)
)

// Feed takes a line and tells whether it belonged to the list.
func (l *MoveList) Feed(line string) bool {
	if m := listHead.FindStringSubmatch(line); m != nil {
		n, err := strconv.Atoi(m[1])
		if err != nil {
			return false
		}
		*l = MoveList{Game: n, heading: true}
		return true
	}
	if l.Game == 0 || l.Ended {
		return false
	}
	switch b, ok := ParseBoard(line); {
	case ok && b.Relation == StartOfList:
		l.Start = &b
	case ok: // of another command, in between
		return false
	case strings.HasPrefix(strings.TrimLeft(line, " "), "{"):
		l.Ended = true
	case strings.HasPrefix(line, "----"):
		l.heading = false
	case l.heading:
		if m := listTerms.FindStringSubmatch(line); m != nil {
			l.Rated, l.Type = m[1] == "Rated", m[2]
		}
	default:
		m := listRow.FindStringSubmatch(line)
		if m == nil {
			return false
		}
		for _, san := range m[1:] {
			if san != "" && san != "..." {
				l.Moves = append(l.Moves, san)
			}
		}
	}
	return true
}

// Replay plays the list from its beginning: the position in which it starts and
// the moves. A move that is not legal ends it with false.
func (l *MoveList) Replay(v *rules.Variant) (start rules.Position, moves []rules.Move, ok bool) {
	start = v.Start(rules.StandardStart)
	if l.Start != nil {
		p, err := l.Start.Position(v)
		if err != nil {
			return start, nil, false
		}
		start = p
	}
	p := start
	for _, san := range l.Moves {
		m, err := p.ParseMove(san, rules.MoveText{CaseMatters: true})
		if err != nil {
			return start, nil, false
		}
		moves = append(moves, m)
		p = p.Play(m)
	}
	return start, moves, true
}

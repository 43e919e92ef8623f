package main

import (
	"bufio"
	"io"
	mathrand "math/rand/v2"
	"net"
	"slices"
	"strings"
	"time"

	"epicenter/rules"
	"epicenter/server/ics"
	"epicenter/storage"
)

// killSeat is a player who plays at once whatever is legal, and keeps what he is
// shown.
type killSeat struct {
	conn       net.Conn
	name, peer string
	white      bool
	dice       *mathrand.Rand
	ready      func() // he has logged in
	count      func() // he has seen a board

	shown  []shown
	strays []string // boards of no game that he knows of, or that cannot be read
}

// shown is a game as one player saw it in one round.
type shown struct {
	continued bool
	boards    []ics.Board
	result    string
}

// play logs in and plays until the connection ends.
func (s *killSeat) play() {
	defer s.conn.Close()
	s.type_(s.name, killWord, "set seek 0", "iset ms 1", "date")
	ready := false
	for in := bufio.NewScanner(s.conn); in.Scan(); {
		line := strings.TrimLeft(in.Text(), "\r")
		for strings.HasPrefix(line, "fics% ") {
			line = strings.TrimPrefix(line, "fics% ")
		}
		if !ready && strings.HasPrefix(line, "Local time") {
			ready = true
			s.ready()
		}
		s.line(line)
	}
	if !ready {
		s.ready()
	}
}

func (s *killSeat) type_(lines ...string) {
	// What cannot be sent is noticed where the answer does not come.
	_, _ = io.WriteString(s.conn, strings.Join(lines, "\r\n")+"\r\n")
}

func (s *killSeat) challenge() { s.type_("match " + s.peer + " 60 0 rated atomic white") }

func (s *killSeat) line(line string) {
	switch {
	case strings.HasPrefix(line, "Challenge: "):
		s.type_("accept")
	case strings.HasPrefix(line, "<12> "):
		s.board(line)
	case strings.HasPrefix(line, "{Game "):
		_, rest, _ := strings.Cut(line, ") ")
		switch {
		case strings.HasPrefix(rest, "Creating "):
			s.shown = append(s.shown, shown{})
		case strings.HasPrefix(rest, "Continuing "):
			s.shown = append(s.shown, shown{continued: true})
		case len(s.shown) > 0:
			_, result, _ := strings.Cut(rest, "} ")
			s.shown[len(s.shown)-1].result = result
			if s.white {
				s.challenge()
			}
		}
	}
}

func (s *killSeat) board(line string) {
	b, ok := ics.ParseBoard(line)
	if !ok || len(s.shown) == 0 {
		s.strays = append(s.strays, line)
		return
	}
	last := &s.shown[len(s.shown)-1]
	last.boards = append(last.boards, b)
	s.count()
	if b.Relation != ics.MyMove {
		return
	}
	p, err := b.Position(rules.Lookup("atomic"))
	if err != nil {
		s.strays = append(s.strays, line)
		return
	}
	if legal := p.AppendMoves(nil); len(legal) > 0 && !p.Outcome().Over() {
		s.type_(ics.MoveText(&p, legal[s.dice.IntN(len(legal))]))
	}
}

// check finds everything that has been shown in this round in the file.
func (k *killer) check() {
	games, _ := k.read()
	now := map[uint64]storage.Game{}
	of := map[string][]uint64{} // by White, those of this round
	for _, bucket := range games {
		for id, g := range bucket {
			if _, twice := now[id]; twice {
				k.t.Errorf("round %d: %s is there twice", k.round, describe(&g))
			}
			now[id] = g
			if _, old := k.known[id]; !old {
				of[g.White.Handle] = append(of[g.White.Handle], id)
			}
		}
	}
	for id, old := range k.known {
		g, ok := now[id]
		if !ok || len(g.Moves) < len(old.Moves) || !slices.Equal(g.Moves[:len(old.Moves)], old.Moves) {
			k.t.Errorf("round %d: %s has lost something; it was %s", k.round, describe(&g), describe(&old))
		}
	}
	for i, s := range k.seats {
		for _, line := range s.strays {
			k.t.Errorf("round %d: %s cannot place %s", k.round, s.name, line)
		}
		white := killHandle(i &^ 1)
		slices.Sort(of[white])
		made := of[white]
		for j := range s.shown {
			id := k.live[i/2]
			if !s.shown[j].continued {
				if len(made) == 0 {
					k.t.Errorf("round %d: %s saw a game begin that is not in the file", k.round, s.name)
					continue
				}
				id, made = made[0], made[1:]
			}
			g := now[id]
			_, live := games[storage.Live][id]
			k.compare(s, &s.shown[j], &g, live)
		}
	}
	k.known = now
	k.live = [killGames]uint64{}
	for i := range killGames {
		for id, g := range games[storage.Live] {
			if g.White.Handle == killHandle(2*i) {
				k.live[i] = id
			}
		}
	}
}

// compare looks for all that was shown of a game in its record.
func (k *killer) compare(s *killSeat, seen *shown, g *storage.Game, live bool) {
	positions := []rules.Position{rules.Lookup("atomic").Start(rules.StandardStart)}
	clocks := [][2]int64{{g.White.Base, g.Black.Base}}
	for i, m := range g.Moves {
		positions = append(positions, positions[i].Play(rules.MoveFromUint16(m.Move)))
		c := clocks[i]
		c[i%2] = m.Clock
		clocks = append(clocks, c)
	}
	for _, b := range seen.boards {
		k.boards++
		ply := b.Ply()
		if ply >= len(positions) {
			k.t.Errorf("round %d: %s saw move %s, which is not in %s", k.round, s.name, b.Verbose, describe(g))
			continue
		}
		if !b.Shows(&positions[ply]) {
			k.t.Errorf("round %d: %s saw %v after %d half-moves, and the file has %s", k.round, s.name, b.Rows, ply, positions[ply].FEN())
		}
		last := "none"
		if ply > 0 {
			last = positions[ply-1].SAN(rules.MoveFromUint16(g.Moves[ply-1].Move))
		}
		if b.SAN != last {
			k.t.Errorf("round %d: %s saw %s as half-move %d, and the file has %s", k.round, s.name, b.SAN, ply, last)
		}
		for side, left := range b.Clock {
			kept := time.Duration(clocks[ply][side]) * time.Millisecond
			running := ply%2 == side // a board drawn later than its move shows less
			// The board of a game that goes on at login comes before iset ms.
			if left > kept || !running && left != kept && left != kept.Truncate(time.Second) {
				k.t.Errorf("round %d: %s saw a clock of %v after %d half-moves, and the file has %v", k.round, s.name, left, ply, kept)
			}
		}
	}
	if seen.result != "" && (live || seen.result != g.Result) {
		k.t.Errorf("round %d: %s saw the result %s of %s", k.round, s.name, seen.result, describe(g))
	}
}

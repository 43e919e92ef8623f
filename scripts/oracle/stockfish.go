package main

import (
	"bufio"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strings"

	"epicenter/rules"
)

// stockfish is asked over UCI: "go perft 1" lists the legal moves, "d" prints the
// position with the men that give check.
type stockfish struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Scanner
	fr  bool
}

func startStockfish(path string) (*stockfish, error) {
	cmd := exec.Command(path)
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("starting %s: %w", path, err)
	}
	return &stockfish{cmd: cmd, in: in, out: bufio.NewScanner(out)}, nil
}

func (s *stockfish) name() string { return "stockfish" }

func (s *stockfish) knows(v *rules.Variant) bool { return v.Name == "chess" || v.Name == "chess960" }

func (s *stockfish) ask(q *question) (*answer, error) {
	v, fen := q.p.Variant(), q.p.FEN()
	if s.fr != v.Random960 {
		s.fr = v.Random960
		fmt.Fprintf(s.in, "setoption name UCI_Chess960 value %v\n", s.fr)
	}
	fmt.Fprintf(s.in, "position fen %s\ngo perft 1\n", fen)
	a := &answer{result: "?", moves: []string{}}
	if err := s.until("Nodes searched", func(line string) {
		if move, count, found := strings.Cut(line, ": "); found && count == "1" && len(move) <= 5 {
			a.moves = append(a.moves, move)
		}
	}); err != nil {
		return nil, err
	}
	slices.Sort(a.moves)
	fmt.Fprint(s.in, "d\n") // not before perft is done, which has a thread of its own
	for _, m := range q.play {
		fmt.Fprintf(s.in, "position fen %s moves %s\nd\n", fen, q.p.UCI(m))
	}
	after, checkers, err := s.diagram(v)
	if err != nil {
		return nil, err
	}
	if after != fen {
		return nil, fmt.Errorf("%s is understood as %s", fen, after)
	}
	a.check = checkers != ""
	for range q.play {
		after, _, err := s.diagram(v)
		if err != nil {
			return nil, err
		}
		a.fens = append(a.fens, after)
	}
	return a, nil
}

// diagram reads the answer to d.
func (s *stockfish) diagram(v *rules.Variant) (fen, checkers string, err error) {
	err = s.until("Checkers:", func(line string) {
		if text, found := strings.CutPrefix(line, "Fen: "); found {
			fen = inOurForm(v, text)
		}
		if text, found := strings.CutPrefix(line, "Checkers:"); found {
			checkers = strings.TrimSpace(text)
		}
	})
	return fen, checkers, err
}

func (s *stockfish) until(prefix string, each func(line string)) error {
	for s.out.Scan() {
		each(s.out.Text())
		if strings.HasPrefix(s.out.Text(), prefix) {
			return nil
		}
	}
	return fmt.Errorf("stockfish has stopped: %v", s.out.Err())
}

func (s *stockfish) close() {
	s.in.Close()
	s.cmd.Wait()
}

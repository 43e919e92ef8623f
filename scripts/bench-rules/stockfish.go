package main

import (
	"fmt"
	"os/exec"
	"strings"
	"time"
)

// fishPerft runs stockfish once for a perft of chess and returns what it counts
// and the CPU time of the process.
func fishPerft(engine string, depth int) (nodes uint64, took time.Duration, err error) {
	cmd := exec.Command(engine)
	cmd.Stdin = strings.NewReader(fmt.Sprintf("go perft %d\nquit\n", depth))
	out, err := cmd.Output()
	if err != nil {
		return 0, 0, fmt.Errorf("running %s: %w", engine, err)
	}
	nodes, err = parseNodes(string(out))
	return nodes, cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), err
}

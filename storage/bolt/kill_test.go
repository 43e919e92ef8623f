package bolt

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"testing"

	"epicenter/storage"
)

// killStore names, for the child process of TestKill, the store to write to.
const killStore = "EPICENTER_TEST_KILL_STORE"

// TestKillChild commits without end and says each number once it is durable.
func TestKillChild(t *testing.T) {
	path := os.Getenv(killStore)
	if path == "" {
		t.Skip("it is the child process of TestKill")
	}
	s, err := Open(path, Options{})
	must(t, err)
	for {
		n := storage.AppendUint(nil, s.Number()+1)
		commitOne(t, s,
			storage.Change{Bucket: storage.Live, Key: []byte("last"), Value: n},
			storage.Change{Bucket: storage.Games, Key: n, Value: make([]byte, 700)})
		fmt.Println(s.Number())
	}
}

// TestKill kills a process that commits, five times on the same store: every
// batch that it said was done is there, and the last one is whole.
func TestKill(t *testing.T) {
	if testing.Short() {
		t.Skip("starts processes")
	}
	path := fileIn(t.TempDir())
	for round := range 5 {
		said := killAfter(t, path, 20+37*round)
		s, err := Open(path, Options{})
		must(t, err)
		if s.Number() < said {
			t.Errorf("batch %d was said to be done, the store ends at %d", said, s.Number())
		}
		must(t, s.View(func(r storage.Reader) error {
			last, err := r.Get(storage.Live, []byte("last"))
			if n, _ := storage.Uint(last); n != s.Number() {
				t.Errorf("batch %d holds the changes of %d", s.Number(), n)
			}
			games := uint64(0)
			if err := r.Range(storage.Games, nil, 1<<30, func(_, _ []byte) bool { games++; return true }); err != nil {
				return err
			}
			if games != s.Number() {
				t.Errorf("%d batches left %d records", s.Number(), games)
			}
			return err
		}))
		must(t, s.Close())
		must(t, Check(path))
	}
}

// killAfter runs the child until it has said a number of lines, kills it, and
// returns the last number that it had said.
func killAfter(t *testing.T, path string, lines int) (said uint64) {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^TestKillChild$")
	cmd.Env = append(os.Environ(), killStore+"="+path)
	out, err := cmd.StdoutPipe()
	must(t, err)
	must(t, cmd.Start())
	r := bufio.NewReader(out)
	for seen := 0; ; seen++ {
		line, err := r.ReadString('\n')
		if err == io.EOF {
			break
		}
		must(t, err)
		if said, err = strconv.ParseUint(line[:len(line)-1], 10, 64); err != nil {
			t.Fatalf("the child said %q", line)
		}
		if seen == lines {
			must(t, cmd.Process.Kill())
		}
	}
	_ = cmd.Wait() // it was killed
	return said
}

package main

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"epicenter/storage"
	"epicenter/storage/bolt"
)

// limitFiles sets how large files of a process may grow; the hard limit stays,
// so that it can be lifted again. A full disk looks no different to a program:
// the write is refused.
func limitFiles(pid int, size uint64) error {
	old := syscall.Rlimit{}
	const fsize = syscall.RLIMIT_FSIZE
	_, _, e := syscall.RawSyscall6(syscall.SYS_PRLIMIT64, uintptr(pid), fsize, 0, uintptr(unsafe.Pointer(&old)), 0, 0)
	if e == 0 {
		set := syscall.Rlimit{Cur: min(size, old.Max), Max: old.Max}
		_, _, e = syscall.RawSyscall6(syscall.SYS_PRLIMIT64, uintptr(pid), fsize, uintptr(unsafe.Pointer(&set)), 0, 0, 0)
	}
	if e != 0 {
		return fmt.Errorf("prlimit of process %d: %w", pid, e)
	}
	return nil
}

// The disk is full while two people play: until the first failed commit
// everything is stored before it is told, then both are told in one sentence
// that it is not, the game goes on, and when there is room again everything is
// there (docs/design.md, "The one idea" 8).
func TestDiskFillsInAGame(t *testing.T) {
	data := t.TempDir()
	c := startBinary(t, data)
	a, b := aldaAndBert(t, c.telnet)

	// No file may grow any more, nor be written where it is.
	if err := limitFiles(c.cmd.Process.Pid, 1); err != nil {
		// Some sandboxes have no such call.
		t.Skipf("not tested: that a game goes on while the disk is full, and is stored when there is room again: %v", err)
	}
	const down = "The disk is not taking what we write. Your games go on"
	start := time.Now()
	a.type_("g1f3")
	for _, p := range []*plainPeer{a, b} {
		// What was held leaves with the sentence, after two seconds and not before.
		p.await(" Nf3 ")
		if d := time.Since(start); d < 1900*time.Millisecond {
			t.Errorf("the move was told after %v although it was not stored", d)
		}
		p.await(down)
	}
	b.type_("match alda 3 0")
	b.await("The disk is not taking what we write, so match cannot be done now.")
	for i, m := range []string{"g8f6", "f3g1", "f6g8"} {
		if i%2 == 0 {
			b.type_(m)
		} else {
			a.type_(m)
		}
		a.await("<12> ")
		b.await("<12> ")
	}
	if err := limitFiles(c.cmd.Process.Pid, 1<<62); err != nil {
		t.Fatal(err)
	}
	const up = "The disk works again: everything is saved."
	a.await(up)
	b.await(up)
	// Killed now, it must have kept its word.
	if err := c.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = c.cmd.Wait() // killed is what it was
	if moves := movesStored(t, data); moves != 4 {
		t.Errorf("%d moves are stored", moves)
	}
}

// movesStored counts the moves of the one live game, -1 if there is none.
func movesStored(t *testing.T, data string) int {
	t.Helper()
	s, err := bolt.Open(filepath.Join(data, storeFile), bolt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	moves := -1
	err = s.View(func(r storage.Reader) error {
		return r.Range(storage.Live, nil, 10, func(_, v []byte) bool {
			g, err := storage.DecodeGame(v)
			if err != nil {
				t.Error(err)
				return false
			}
			moves = len(g.Moves)
			return true
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	return moves
}

// A disk that is full at the start is one line and a failure, not a server that
// cannot keep anything.
func TestDiskFullAtStart(t *testing.T) {
	cmd := exec.Command("bash", "-c", `ulimit -f 1; exec epicenter --telnet 127.0.0.1:0 --ssh "" --data "$1"`, "bash", t.TempDir())
	out, err := cmd.CombinedOutput()
	if cmd.ProcessState == nil {
		t.Skipf("not tested: that a server on a full disk says so and does not start; there is no bash to limit it with: %v", err)
	}
	text := string(out)
	if code := cmd.ProcessState.ExitCode(); code != 1 || strings.Count(text, "\n") != 1 || !strings.HasPrefix(text, "epicenter: ") {
		t.Errorf("status %d, %q", code, text)
	}
}

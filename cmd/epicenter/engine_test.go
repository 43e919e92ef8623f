package main

import (
	"io"
	"os"
	"strings"
	"syscall"
	"testing"
)

func engineRun(in io.Reader, signals <-chan os.Signal, args ...string) (status int, stdout, stderr string) {
	var out, errs strings.Builder
	status = Main{Args: append([]string{"engine"}, args...), Stdin: in, Stdout: &out, Stderr: &errs, Signals: signals}.Run()
	return status, out.String(), errs.String()
}

func TestEngine(t *testing.T) {
	in := strings.NewReader("uci\nsetoption name UCI_Variant value atomic\nposition startpos moves g1f3 a7a6 f3g5 a6a5\ngo depth 2\n")
	status, out, errs := engineRun(in, nil, "--seed", "1")
	if status != 0 || errs != "" {
		t.Errorf("status %d, %q", status, errs)
	}
	for _, want := range []string{"id name Epicenter " + Version + "\n", "uciok\n", "score mate 1", "bestmove g5f7\n"} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is missing in\n%s", want, out)
		}
	}
}

func TestEngineArguments(t *testing.T) {
	if status, _, errs := engineRun(strings.NewReader(""), nil, "--seed", "often"); status != 2 || !strings.Contains(errs, "epicenter engine: ") {
		t.Errorf("status %d, %q", status, errs)
	}
	if status, out, _ := engineRun(strings.NewReader(""), nil, "--help"); status != 0 || !strings.Contains(out, "Usage: epicenter engine [flags]") {
		t.Errorf("status %d, %q", status, out)
	}
}

// A signal ends the program though the GUI says nothing.
func TestEngineSignal(t *testing.T) {
	in, gui := io.Pipe()
	defer gui.Close()
	signals := make(chan os.Signal, 1)
	signals <- syscall.SIGTERM
	if status, _, errs := engineRun(in, signals); status != 0 || errs != "" {
		t.Errorf("status %d, %q", status, errs)
	}
}

package commands_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite the expectations of the transcripts that run")

// TestTranscripts plays every file of testdata: what each of several people
// types and exactly what each of them then sees, under a made-up clock.
func TestTranscripts(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no transcripts in testdata: %v", err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".txt")
		t.Run(name, func(t *testing.T) {
			raw, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			want := string(raw)
			got := playTranscript(t, want)
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if d := cmp.Diff(strings.Split(want, "\n"), strings.Split(got, "\n")); d != "" {
				t.Errorf("%s (-want +got):\n%s", file, d)
			}
		})
	}
}

// playTranscript runs the steps of a transcript and returns it with what has
// really been seen in place of the expectations.
func playTranscript(t *testing.T, script string) string {
	h := newHouse(t)
	var out []string
	for n, text := range strings.Split(strings.TrimRight(script, "\n"), "\n") {
		if isExpectation(text) {
			continue
		}
		out = append(out, text)
		if text = strings.TrimRight(text, " "); text == "" || strings.HasPrefix(text, "#") {
			continue
		}
		if err := h.step(text); err != nil {
			t.Fatalf("line %d: %q: %v", n+1, text, err)
		}
		out = append(out, h.seen()...)
	}
	return strings.Join(out, "\n") + "\n"
}

// isExpectation tells lines such as `alice| text` and `alice* closed`.
func isExpectation(line string) bool {
	i := strings.IndexFunc(line, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
	})
	return i > 0 && (line[i] == '|' || line[i] == '*')
}

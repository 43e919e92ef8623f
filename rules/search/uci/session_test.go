package uci

import (
	"bufio"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// handClock goes on by one step each time it is looked at, so that a search sees time
// pass with every depth and a run is the same on every machine.
type handClock struct {
	mu     sync.Mutex
	now    time.Time
	step   time.Duration
	timers []*handTimer
}

type handTimer struct {
	at time.Time
	f  func()
}

func newHandClock(step time.Duration) *handClock {
	return &handClock{now: time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC), step: step}
}

func (c *handClock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(c.step)
	c.timers = slices.DeleteFunc(c.timers, func(t *handTimer) bool {
		due := !t.at.After(c.now)
		if due {
			t.f()
		}
		return due
	})
	return c.now
}

func (c *handClock) AfterFunc(d time.Duration, f func()) func() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	t := &handTimer{c.now.Add(d), f}
	c.timers = append(c.timers, t)
	return func() bool {
		c.mu.Lock()
		defer c.mu.Unlock()
		n := len(c.timers)
		c.timers = slices.DeleteFunc(c.timers, func(o *handTimer) bool { return o == t })
		return len(c.timers) < n
	}
}

// gui is the other end of a session. It reads while it writes, as GUIs do: else it
// would wait for a session that waits for it.
type gui struct {
	t    *testing.T
	in   *io.PipeWriter
	out  chan string // lines; room for more than a search has depths
	done chan error
}

func newGUI(t *testing.T, step time.Duration) *gui {
	t.Helper()
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	g := &gui{t: t, in: inW, out: make(chan string, 1000), done: make(chan error, 1)}
	s := &Session{
		In: inR, Out: outW, Clock: newHandClock(step), Rand: rand.New(rand.NewPCG(1, 1)),
		Name: "Test", Author: "nobody",
	}
	go func() {
		err := s.Run()
		outW.Close()
		g.done <- err
	}()
	go func() {
		defer close(g.out)
		for r := bufio.NewScanner(outR); r.Scan(); {
			g.out <- r.Text()
		}
	}()
	return g
}

func (g *gui) send(line string) {
	g.t.Helper()
	if _, err := io.WriteString(g.in, line+"\n"); err != nil {
		g.t.Fatalf("sending %q: %v", line, err)
	}
}

// expect reads the next line, thinking passed over unless it is wanted. A want that ends
// with … is the beginning of a line.
func (g *gui) expect(want string) string {
	g.t.Helper()
	for got := range g.out {
		if strings.HasPrefix(got, "info depth") && !strings.HasPrefix(want, "info depth") {
			continue
		}
		beginning, open := strings.CutSuffix(want, "…")
		if got != want && !(open && strings.HasPrefix(got, beginning)) {
			g.t.Fatalf("got  %q\nwant %q", got, want)
		}
		return got
	}
	g.t.Fatalf("the session ended; want %q", want)
	return ""
}

// end closes the input; nothing more may come.
func (g *gui) end() {
	g.t.Helper()
	g.in.Close()
	for got := range g.out {
		if !strings.HasPrefix(got, "info depth") {
			g.t.Errorf("unexpected %q", got)
		}
	}
	if err := <-g.done; err != nil {
		g.t.Error(err)
	}
}

// transcript plays a whole session: what the GUI sends after ">", what it then reads after
// "<", comments after "#". The clock goes on by step.
func transcript(t *testing.T, step time.Duration, text string) {
	t.Helper()
	g := newGUI(t, step)
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		switch {
		case strings.HasPrefix(line, "> "):
			g.send(line[2:])
		case strings.HasPrefix(line, "< "):
			g.expect(line[2:])
		case line != "" && !strings.HasPrefix(line, "#"):
			t.Fatalf("%q begins with none of > < #", line)
		}
	}
	g.end()
}

// TestTranscripts plays the files of testdata.
func TestTranscripts(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no transcripts: %v", err)
	}
	for _, name := range files {
		t.Run(filepath.Base(name), func(t *testing.T) {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			transcript(t, 10*time.Millisecond, string(text))
		})
	}
}

// A game by the clock must not lose on time, and a search of no end must wait for stop.
func TestMoveTime(t *testing.T) {
	transcript(t, 10*time.Millisecond, `
> go movetime 60
< info depth 1 …
< bestmove …
> go wtime 3000 btime 3000 winc 0 binc 0
< bestmove …
`)
}

func TestAnswersWhileSearching(t *testing.T) {
	transcript(t, time.Millisecond, `
> go infinite
< info depth 1 …
> isready
< readyok
> stop
< bestmove …
`)
}

// A mate is found at once; the protocol still wants no move before stop.
func TestInfiniteWaits(t *testing.T) {
	transcript(t, time.Millisecond, `
> position fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1
> go infinite
< info depth 1 …
> isready
< readyok
> stop
< bestmove a1a8
`)
}

// A GUI that goes away ends an endless search, and waits for one with a limit.
func TestEndOfInput(t *testing.T) {
	for _, order := range []string{"go infinite", "go", "go depth 3"} {
		g := newGUI(t, time.Millisecond)
		g.send(order)
		g.in.Close()
		g.expect("bestmove …")
		g.end()
	}
}

func TestQuitWhileSearching(t *testing.T) {
	transcript(t, time.Millisecond, `
> go infinite
> quit
< bestmove …
`)
}

// A search that hangs on a GUI that does not read keeps nobody from reading what
// that GUI sends: both would wait for ever, which is how this test fails.
func TestReaderDoesNotWaitForWriter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		out, in := io.Pipe()
		s := &Session{Out: in}
		go s.say("nobody reads this")
		synctest.Wait()
		if err := s.broken(); err != nil {
			t.Error(err)
		}
		out.Close()
		synctest.Wait()
		if err := s.broken(); err == nil {
			t.Error("a closed output is not broken")
		}
	})
}

func TestLongLine(t *testing.T) {
	g := newGUI(t, time.Millisecond)
	g.send("position startpos moves " + strings.Repeat("e2e4 ", maxLine/4))
	g.expect("info string a line of more than 1048576 bytes was passed over")
	g.send("isready")
	g.expect("readyok")
	g.end()
}

type deaf struct{}

func (deaf) Write([]byte) (int, error) { return 0, errors.New("nobody listens") }

func TestBrokenOutput(t *testing.T) {
	s := &Session{In: strings.NewReader("uci\nisready\n"), Out: deaf{}, Clock: newHandClock(0), Rand: rand.New(rand.NewPCG(1, 1))}
	if err := s.Run(); err == nil || !strings.Contains(err.Error(), "nobody listens") {
		t.Errorf("Run: %v", err)
	}
}

type torn struct{}

func (torn) Read([]byte) (int, error) { return 0, errors.New("torn") }

func TestBrokenInput(t *testing.T) {
	s := &Session{In: torn{}, Out: io.Discard, Clock: newHandClock(0), Rand: rand.New(rand.NewPCG(1, 1))}
	if err := s.Run(); err == nil || !strings.Contains(err.Error(), "reading commands: torn") {
		t.Errorf("Run: %v", err)
	}
}

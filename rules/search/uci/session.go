package uci

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"epicenter/rules"
	"epicenter/rules/search"
)

// Clock tells the time and wakes up. Real is the machine's.
type Clock interface {
	Now() time.Time
	// AfterFunc calls f in its own goroutine after d unless stop is called first.
	AfterFunc(d time.Duration, f func()) (stop func() bool)
}

// Real is the clock of the machine.
type Real struct{}

// Now returns the time.
func (Real) Now() time.Time { return time.Now() }

// AfterFunc is time.AfterFunc.
func (Real) AfterFunc(d time.Duration, f func()) (stop func() bool) { return time.AfterFunc(d, f).Stop }

// Session is one conversation with a GUI.
type Session struct {
	In    io.Reader
	Out   io.Writer
	Clock Clock
	// Rand are the dice of levels that overlook moves.
	Rand *rand.Rand
	// Name and Author are what "uci" is answered with.
	Name, Author string

	engine *search.Engine
	game   []rules.Position // empty after a position that made no sense
	opts   options

	mu      sync.Mutex            // guards Out while a search writes beside the reader
	failed  atomic.Pointer[error] // of the first write that failed
	running *thought
}

// maxLine is how long a line may be: a game of some hundred thousand moves.
const maxLine = 1 << 20

// Run talks until "quit" or the end of the input; a search that has a limit is then
// finished first. It returns what went wrong with reading or writing, nil if nothing
// did.
func (s *Session) Run() error {
	s.opts = defaults()
	s.engine = search.New(search.Options{HashMB: s.opts.hash})
	s.newGame()
	in := bufio.NewReaderSize(s.In, 4096)
	for {
		line, err := readLine(in)
		if errors.Is(err, errTooLong) {
			s.say("info string a line of more than %d bytes was passed over", maxLine)
			continue
		}
		if !s.obey(line) {
			s.halt()
			return s.broken()
		}
		if err != nil {
			s.finish()
			if errors.Is(err, io.EOF) {
				return s.broken()
			}
			return fmt.Errorf("reading commands: %w", err)
		}
	}
}

var errTooLong = errors.New("line too long")

// readLine returns a line without its end; the last one may lack it.
func readLine(in *bufio.Reader) (string, error) {
	var line []byte
	long := false
	for {
		part, err := in.ReadSlice('\n')
		if long = long || len(line)+len(part) > maxLine; !long {
			line = append(line, part...)
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if long && err == nil {
			return "", errTooLong
		}
		return strings.TrimSpace(string(line)), err
	}
}

// obey does one line and says whether to go on. Unknown words before a command are
// passed over, as the protocol wants it.
func (s *Session) obey(line string) bool {
	words := strings.Fields(line)
	for len(words) > 0 {
		args := words[1:]
		switch words[0] {
		case "uci":
			s.introduce()
		case "isready":
			s.say("readyok")
		case "ucinewgame":
			s.halt()
			s.engine.Reset()
			s.newGame()
		case "setoption":
			s.halt()
			s.complain(s.setOption(args))
		case "position":
			s.halt()
			s.complain(s.setPosition(args))
		case "go":
			s.halt()
			s.start(args)
		case "stop":
			s.halt()
		case "quit":
			return false
		case "debug", "register", "ponderhit":
		case "d":
			s.show()
		default:
			words = args
			continue
		}
		return s.broken() == nil
	}
	return true
}

func (s *Session) introduce() {
	s.say("id name %s", s.Name)
	s.say("id author %s", s.Author)
	for _, line := range s.opts.list() {
		s.say("%s", line)
	}
	s.say("uciok")
}

// show prints the position for people who debug.
func (s *Session) show() {
	if len(s.game) == 0 {
		s.say("info string there is no position; send one")
		return
	}
	p := &s.game[len(s.game)-1]
	s.say("%sFen: %s\nVariant: %s", rules.Diagram(p), p.FEN(), p.Variant())
}

// newGame sets up the usual array of the variant.
func (s *Session) newGame() {
	s.game = []rules.Position{s.opts.variant().Start(rules.StandardStart)}
}

// setPosition does "position startpos|fen F [moves …]".
func (s *Session) setPosition(args []string) error {
	game, err := readPosition(s.opts.variant(), args)
	if err != nil {
		s.game = nil
		return fmt.Errorf("position: %w", err)
	}
	s.game = game
	return nil
}

// complain says what is wrong with a command in one line.
func (s *Session) complain(err error) {
	if err != nil {
		s.say("info string %v", err)
	}
}

// say writes one or more lines.
func (s *Session) say(format string, a ...any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.failed.Load() != nil {
		return
	}
	if _, err := fmt.Fprintf(s.Out, format+"\n", a...); err != nil {
		s.failed.Store(&err)
	}
}

// broken tells of a write that failed. It waits for nobody: while a search hangs
// on a GUI that does not read, the reader goes on, for the GUI may be waiting for
// that.
func (s *Session) broken() error {
	if err := s.failed.Load(); err != nil {
		return fmt.Errorf("writing an answer: %w", *err)
	}
	return nil
}

// halt ends a running search and waits for its answer.
func (s *Session) halt() {
	if s.running != nil {
		s.running.cancel()
		s.finish()
	}
}

// finish waits for a running search, which it ends only if nothing else would.
func (s *Session) finish() {
	if s.running == nil {
		return
	}
	if s.running.endless {
		s.running.cancel()
	}
	<-s.running.done
	s.running = nil
}

// thought is a search in its own goroutine.
type thought struct {
	cancel  context.CancelFunc
	done    chan struct{}
	endless bool
}

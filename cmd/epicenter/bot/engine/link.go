package engine

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
)

// What an engine may print: longer lines are cut, and a reader that is behind
// makes the engine wait.
const (
	maxLine  = 64 << 10
	maxAhead = 256 // lines
)

// Process is a running engine, seen from outside.
type Process interface {
	io.Writer // its standard input
	io.Reader // its standard output
	// End kills it, if it does not run out by itself, and says how it ended. It
	// may be called more than once.
	End() string
}

// errTime says that a time limit has passed.
var errTime = errors.New("no answer in time")

// link is a running engine as lines. One goroutine reads it; close waits for it.
type link struct {
	proc  Process
	clock Clock
	lines chan string
	done  chan struct{} // closed when the reader has ended
	quit  chan struct{} // closed to end the reader
}

func newLink(p Process, clock Clock) *link {
	l := &link{proc: p, clock: clock, lines: make(chan string, maxAhead), done: make(chan struct{}), quit: make(chan struct{})}
	go l.read()
	return l
}

func (l *link) read() {
	defer close(l.done)
	defer close(l.lines)
	for r := bufio.NewReaderSize(l.proc, maxLine); ; {
		b, err := r.ReadSlice('\n')
		text := strings.TrimSpace(string(b))
		for errors.Is(err, bufio.ErrBufferFull) { // the rest of an endless line
			_, err = r.ReadSlice('\n')
		}
		if text != "" {
			select {
			case l.lines <- text:
			case <-l.quit:
				return
			}
		}
		if err != nil {
			return
		}
	}
}

// send writes lines to the engine. What goes wrong shows when it is read.
func (l *link) send(lines ...string) error {
	if _, err := io.WriteString(l.proc, strings.Join(lines, "\n")+"\n"); err != nil {
		return fmt.Errorf("it takes no more input (%s)", l.proc.End())
	}
	return nil
}

// next returns the engine's next line; errUnasked when ctx ends, errTime when
// the timer fires, another error when the engine has ended.
func (l *link) next(ctx context.Context, timer <-chan time.Time) (string, error) {
	select {
	case line, ok := <-l.lines:
		if !ok {
			return "", fmt.Errorf("it has ended (%s)", l.proc.End())
		}
		return line, nil
	case <-ctx.Done():
		return "", errUnasked
	case <-timer:
		return "", errTime
	}
}

// until reads lines for at most d until one satisfies.
func (l *link) until(ctx context.Context, d time.Duration, satisfies func(line string) bool) error {
	timer, stop := l.clock.After(d)
	defer stop()
	for {
		line, err := l.next(ctx, timer)
		if err != nil {
			return err
		}
		if satisfies(line) {
			return nil
		}
	}
}

// close ends the engine: politely if asked to, and then for sure.
func (l *link) close(polite bool) string {
	if polite && l.send("quit") == nil {
		_ = l.until(context.Background(), politeness, func(string) bool { return false })
	}
	how := l.proc.End()
	close(l.quit)
	<-l.done
	return how
}

// politeness is how long an engine may take to leave.
const politeness = time.Second

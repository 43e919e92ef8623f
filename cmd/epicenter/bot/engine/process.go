package engine

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"sync"
	"time"
)

// Split takes a command line apart into words as a shell does: white space
// separates, quotes of either kind and backslashes keep together.
func Split(line string) ([]string, error) {
	var (
		words  []string
		word   strings.Builder
		inWord bool
		quote  rune
		escape bool
	)
	for _, r := range line {
		switch {
		case escape:
			word.WriteRune(r)
			escape = false
		case r == '\\' && quote != '\'':
			escape, inWord = true, true
		case quote != 0 && r == quote:
			quote = 0
		case quote == 0 && (r == '"' || r == '\''):
			quote, inWord = r, true
		case quote == 0 && (r == ' ' || r == '\t' || r == '\n'):
			if inWord {
				words = append(words, word.String())
			}
			word.Reset()
			inWord = false
		default:
			word.WriteRune(r)
			inWord = true
		}
	}
	switch {
	case quote != 0:
		return nil, fmt.Errorf("the quote %c in %q is not closed", quote, line)
	case escape:
		return nil, fmt.Errorf("a backslash at the end of %q stands for nothing", line)
	case inWord:
		words = append(words, word.String())
	}
	if len(words) == 0 {
		return nil, errors.New("the command is empty")
	}
	return words, nil
}

// Command returns a function that starts a program; dir is its working folder,
// empty for ours.
func Command(words []string, dir string) func() (Process, error) {
	return func() (Process, error) {
		p := &process{cmd: exec.Command(words[0], words[1:]...), ended: make(chan struct{})}
		p.cmd.Dir, p.cmd.Stderr = dir, &p.errs
		apart(p.cmd)
		p.cmd.WaitDelay = time.Second // for grandchildren that keep the pipes
		var err error
		if p.in, err = p.cmd.StdinPipe(); err != nil {
			return nil, err
		}
		if p.out, err = p.cmd.StdoutPipe(); err != nil {
			return nil, err
		}
		if err := p.cmd.Start(); err != nil {
			return nil, fmt.Errorf("it cannot be started (%w): give its full path in --engine", err)
		}
		return p, nil
	}
}

// process is a child of ours.
type process struct {
	cmd  *exec.Cmd
	in   io.WriteCloser
	out  io.ReadCloser
	errs tail

	once  sync.Once
	ended chan struct{}
	how   string
}

func (p *process) Write(b []byte) (int, error) { return p.in.Write(b) }

func (p *process) Read(b []byte) (int, error) { return p.out.Read(b) }

// End implements Process. A process whose output has ended is given a moment to
// be gone by itself, so that its own exit status is what is told.
func (p *process) End() string {
	p.once.Do(func() {
		p.in.Close()
		gone := time.AfterFunc(100*time.Millisecond, func() { kill(p.cmd) })
		err := p.cmd.Wait()
		gone.Stop()
		p.how = "exit status 0"
		if err != nil {
			p.how = err.Error()
		}
		if text := p.errs.last(); text != "" {
			p.how += ": " + text
		}
		close(p.ended)
	})
	<-p.ended
	return p.how
}

// tail keeps the end of what is written to it.
type tail struct {
	mu   sync.Mutex
	text []byte
}

const maxTail = 512

// Write implements io.Writer.
func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, b...)
	if over := len(t.text) - maxTail; over > 0 {
		t.text = append(t.text[:0], t.text[over:]...)
	}
	return len(b), nil
}

// last is the last line.
func (t *tail) last() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	text := bytes.TrimSpace(t.text)
	return string(bytes.TrimSpace(text[bytes.LastIndexByte(text, '\n')+1:]))
}

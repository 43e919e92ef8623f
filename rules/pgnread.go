package rules

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
)

// PGNError says which game of a file is broken, where and why.
type PGNError struct {
	Game int // from 1
	Line int // of the file, from 1
	Err  error
}

// Error returns all of it in one line.
func (e *PGNError) Error() string { return fmt.Sprintf("game %d, line %d: %v", e.Game, e.Line, e.Err) }

// Unwrap returns the reason, which may be a *MoveError or a *FENError.
func (e *PGNError) Unwrap() error { return e.Err }

// maxGameText bounds the text of one game in bytes, so that a file of any size and
// kind is read in little memory.
const maxGameText = 1 << 20

// PGNReader reads the games of a stream one by one.
type PGNReader struct {
	r       *bufio.Reader
	lines   int    // read so far
	held    []byte // a line that belongs to the next game
	text    []byte // of the present game
	line    int    // where it begins
	games   int
	tooLong bool
	err     error // of the stream
}

// NewPGNReader returns a reader of a stream.
func NewPGNReader(r io.Reader) *PGNReader { return &PGNReader{r: bufio.NewReader(r)} }

// Next returns the next game. A broken one gives a *PGNError and is skipped, so
// that Next may be called again; io.EOF says that there are no more, any other
// error that the stream cannot be read further.
func (r *PGNReader) Next() (*Game, error) {
	for len(bytes.TrimSpace(r.text)) == 0 && !r.tooLong {
		if r.collect(); len(r.text) == 0 && !r.tooLong && r.err != nil {
			return nil, r.err
		}
	}
	r.games++
	if r.tooLong {
		err := &PGNError{r.games, r.line, fmt.Errorf("the game is longer than %d bytes", maxGameText)}
		r.text, r.tooLong = nil, false
		return nil, err
	}
	p := pgnParser{text: string(r.text), line: r.line}
	g, err := p.game()
	if err != nil {
		r.text = nil
		return nil, &PGNError{r.games, p.line, err}
	}
	r.text, r.line = []byte(p.text[p.at:]), p.line // games without tags follow each other
	return g, nil
}

// collect gathers the lines of one game: up to a line with a tag that comes after
// lines without. A comment that is never closed ends where the next game begins.
func (r *PGNReader) collect() {
	r.text = r.text[:0]
	moves, braced := false, false
	for {
		line, err := r.readLine()
		if err != nil {
			r.err = err
			return
		}
		trimmed := bytes.TrimSpace(line)
		tag := isTagLine(trimmed) && (!braced || bytes.HasPrefix(line, []byte(`[Event "`)))
		if tag && moves {
			r.held = line
			return
		}
		if len(r.text) == 0 {
			r.line = r.lines
		}
		switch {
		case !braced && bytes.HasPrefix(line, []byte("%")): // escaped, for other programs
			line = line[:0]
		case !tag && len(trimmed) > 0:
			moves = true
			braced = endsBraced(trimmed, braced)
		}
		if len(r.text)+len(line) > maxGameText {
			r.tooLong = true
			continue
		}
		r.text = append(append(r.text, line...), '\n')
	}
}

// readLine returns a line without its end, at most a little more than a game may
// have; what is longer is read and dropped.
func (r *PGNReader) readLine() ([]byte, error) {
	if r.held != nil {
		line := r.held
		r.held = nil
		return line, nil
	}
	if r.err != nil {
		return nil, r.err
	}
	var line []byte
	for {
		part, err := r.r.ReadSlice('\n')
		if len(line) <= maxGameText {
			line = append(line, part...)
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if err != nil && len(line) == 0 {
			return nil, err
		}
		break
	}
	if r.lines++; r.lines == 1 {
		line = bytes.TrimPrefix(line, []byte("\xef\xbb\xbf")) // byte order mark
	}
	return bytes.TrimRight(line, "\r\n"), nil
}

func isTagLine(line []byte) bool {
	return len(line) > 1 && line[0] == '[' && tagName(string(line[1:2])) && bytes.IndexByte(line, '"') > 0
}

// endsBraced says whether a comment in braces goes on after a line.
func endsBraced(line []byte, braced bool) bool {
	for _, c := range line {
		switch {
		case braced:
			braced = c != '}'
		case c == '{':
			braced = true
		case c == ';':
			return false
		}
	}
	return braced
}

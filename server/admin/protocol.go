package admin

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// The control socket speaks lines of JSON: a request is one line, its answer
// any number of lines with a user and then one that is done, with an error or
// none. Requests follow one another on a connection.

// Deeds of a request.
const (
	doBackup   = "backup"
	doAdd      = "user add"
	doPassword = "user passwd"
	doList     = "user list"
)

type request struct {
	Do         string `json:"do"`
	Path       string `json:"path,omitempty"`
	Compact    bool   `json:"compact,omitempty"`
	Handle     string `json:"handle,omitempty"`
	Email      string `json:"email,omitempty"`
	Password   string `json:"password,omitempty"`
	MustChange bool   `json:"must_change,omitempty"`
}

type reply struct {
	User  *User  `json:"user,omitempty"`
	Done  bool   `json:"done,omitempty"`
	Error string `json:"error,omitempty"`
}

// maxLine bounds a line of either direction, in bytes.
const maxLine = 1 << 16

var errLineTooLong = fmt.Errorf("line longer than %d bytes", maxLine)

// readLine reads a line of JSON into v. It is io.EOF at the end of the stream
// and errNotUnderstood when the line is something else; then the next line can
// be read all the same.
func readLine(r *bufio.Reader, v any) error {
	line, err := r.ReadSlice('\n')
	switch {
	case errors.Is(err, bufio.ErrBufferFull):
		return errLineTooLong
	case errors.Is(err, io.EOF) && len(line) > 0:
		return io.ErrUnexpectedEOF
	case err != nil:
		return err
	}
	dec := json.NewDecoder(bytes.NewReader(line))
	dec.DisallowUnknownFields()
	if err := dec.Decode(v); err != nil {
		return fmt.Errorf("%w: %w", errNotUnderstood, err)
	}
	if dec.More() {
		return fmt.Errorf("%w: more than one value on the line", errNotUnderstood)
	}
	return nil
}

var errNotUnderstood = errors.New("the line is not of the control protocol")

func writeLine(w io.Writer, v any) error {
	b, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = w.Write(append(b, '\n'))
	return err
}

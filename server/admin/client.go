package admin

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"path/filepath"
	"syscall"
	"time"
)

// ErrNotRunning is what Dial returns when no server answers at the socket of a
// data folder: there is none, or one that was killed has left its name.
var ErrNotRunning = errors.New("no server is running on this data folder")

// Client asks a running server. Its calls must not overlap.
type Client struct {
	conn net.Conn
	r    *bufio.Reader
}

var _ Handler = (*Client)(nil)

// Dial connects to the server that runs on a data folder.
func Dial(dataDir string) (*Client, error) {
	path := SocketPath(dataDir)
	if len(path) > maxSocketPath {
		return nil, fmt.Errorf("%w: the path of %s is too long for a socket", ErrNotRunning, path)
	}
	conn, err := net.Dial("unix", path)
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ECONNREFUSED), errors.Is(err, syscall.ENOTDIR):
		return nil, fmt.Errorf("%w: %w", ErrNotRunning, err)
	case errors.Is(err, fs.ErrPermission):
		return nil, fmt.Errorf("control socket %s: only the user that the server runs as may use it: %w", path, err)
	case err != nil:
		return nil, fmt.Errorf("control socket %s: %w", path, err)
	}
	return &Client{conn: conn, r: bufio.NewReaderSize(conn, maxLine)}, nil
}

// Close ends the connection.
func (c *Client) Close() error { return c.conn.Close() }

// Backup implements Handler. The server writes the file, as its own user.
func (c *Client) Backup(ctx context.Context, path string, compact bool) error {
	path, err := filepath.Abs(path)
	if err != nil {
		return err
	}
	return c.ask(ctx, request{Do: doBackup, Path: path, Compact: compact}, nil)
}

// AddUser implements Handler.
func (c *Client) AddUser(ctx context.Context, u NewUser) error {
	return c.ask(ctx, request{Do: doAdd, Handle: u.Handle, Email: u.Email, Password: u.Password, MustChange: u.MustChange}, nil)
}

// SetPassword implements Handler.
func (c *Client) SetPassword(ctx context.Context, handle, password string, mustChange bool) error {
	return c.ask(ctx, request{Do: doPassword, Handle: handle, Password: password, MustChange: mustChange}, nil)
}

// ListUsers implements Handler.
func (c *Client) ListUsers(ctx context.Context, emit func(User) error) error {
	return c.ask(ctx, request{Do: doList}, emit)
}

// Refused is a server's own sentence about why it did not do something.
type Refused string

func (r Refused) Error() string { return string(r) }

// ask sends a request and reads its answer to the end. When the context ends
// first, or emit fails, the connection is of no more use.
func (c *Client) ask(ctx context.Context, req request, emit func(User) error) error {
	stop := context.AfterFunc(ctx, func() { _ = c.conn.SetDeadline(time.Unix(1, 0)) })
	defer stop()
	if err := writeLine(c.conn, req); err != nil {
		return c.broken(ctx, err)
	}
	for {
		var line reply
		if err := readLine(c.r, &line); err != nil {
			return c.broken(ctx, err)
		}
		switch {
		case line.Done && line.Error != "":
			return Refused(line.Error)
		case line.Done:
			return nil
		case line.User == nil || emit == nil:
			return c.broken(ctx, errNotUnderstood)
		}
		if err := emit(*line.User); err != nil {
			c.conn.Close()
			return err
		}
	}
}

func (c *Client) broken(ctx context.Context, err error) error {
	c.conn.Close()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if errors.Is(err, io.EOF) {
		err = errors.New("it closed the connection without an answer")
	}
	return fmt.Errorf("the running server did not answer: %w", err)
}

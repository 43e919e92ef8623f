package admin

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"time"
)

// SocketPath is the control socket of a data folder.
func SocketPath(dataDir string) string { return filepath.Join(dataDir, "control.sock") }

// maxSocketPath is what a Unix socket's address holds (unix(7), sun_path).
const maxSocketPath = 107

// Listen opens the control socket of a data folder for the user of this process
// alone. The caller holds the store's lock, so a socket that is already there
// was left by a server that was killed; it is replaced. The socket goes away
// with the listener.
func Listen(dataDir string) (net.Listener, error) {
	path := SocketPath(dataDir)
	if len(path) > maxSocketPath {
		return nil, fmt.Errorf("control socket %s: the path may have at most %d bytes; start in a folder nearer to it, or use another --data folder", path, maxSocketPath)
	}
	if info, err := os.Lstat(path); err == nil {
		if info.Mode().Type() != os.ModeSocket {
			return nil, fmt.Errorf("control socket %s: there is something else of that name; move it away", path)
		}
		if err := os.Remove(path); err != nil {
			return nil, fmt.Errorf("control socket: %w", err)
		}
	}
	l, err := net.Listen("unix", path)
	if err != nil {
		return nil, fmt.Errorf("control socket: %w", err)
	}
	// Until here the socket had the permissions of the umask, in a folder that
	// is the user's own; connecting needs the right to write.
	if err := os.Chmod(path, 0o600); err != nil {
		return nil, errors.Join(fmt.Errorf("control socket: %w", err), l.Close())
	}
	return l, nil
}

const (
	maxConns  = 8                // served at once; others wait
	idleLimit = 30 * time.Second // between two requests, and for each line written
)

// Serve answers requests until the context ends, then closes the listener and
// waits for the requests it is working on, whose context has ended too. Errors
// are those of the listener.
func Serve(ctx context.Context, l net.Listener, h Handler) error {
	var wg sync.WaitGroup
	defer wg.Wait()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	stop := context.AfterFunc(ctx, func() { l.Close() })
	defer stop()
	slots := make(chan struct{}, maxConns)
	for {
		conn, err := l.Accept()
		if err != nil {
			if ctx.Err() != nil {
				return nil
			}
			if errors.Is(err, syscall.EMFILE) || errors.Is(err, syscall.ENFILE) || errors.Is(err, syscall.ECONNABORTED) {
				if pause(ctx) {
					continue
				}
				return nil
			}
			return fmt.Errorf("control socket: %w", err)
		}
		select {
		case slots <- struct{}{}:
		case <-ctx.Done():
			conn.Close()
			return nil
		}
		wg.Go(func() {
			defer func() { <-slots }()
			serveConn(ctx, conn, h)
		})
	}
}

// pause waits before accepting again when files have run out (docs/cases.md
// 97). It is false when the context has ended.
func pause(ctx context.Context) bool {
	timer := time.NewTimer(100 * time.Millisecond)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// serveConn answers the requests of one connection. What goes wrong with the
// connection is its peer's affair.
func serveConn(ctx context.Context, conn net.Conn, h Handler) {
	defer conn.Close()
	stop := context.AfterFunc(ctx, func() { _ = conn.SetReadDeadline(time.Unix(1, 0)) })
	defer stop()
	r := bufio.NewReaderSize(conn, maxLine)
	for ctx.Err() == nil {
		_ = conn.SetReadDeadline(time.Now().Add(idleLimit))
		if ctx.Err() != nil {
			return // the deadline may have undone the one of AfterFunc
		}
		var req request
		err := readLine(r, &req)
		if errors.Is(err, errLineTooLong) {
			_ = send(conn, reply{Done: true, Error: err.Error()})
		}
		if err != nil && !errors.Is(err, errNotUnderstood) {
			return
		}
		answer := reply{Done: true}
		if err == nil {
			err = do(ctx, h, req, func(u User) error { return send(conn, reply{User: &u}) })
		}
		if err != nil {
			answer.Error = err.Error()
		}
		if send(conn, answer) != nil {
			return
		}
	}
}

func send(conn net.Conn, v reply) error {
	_ = conn.SetWriteDeadline(time.Now().Add(idleLimit))
	return writeLine(conn, v)
}

// do has the handler do what a request asks. A panic costs the request alone.
func do(ctx context.Context, h Handler, req request, emit func(User) error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("internal error: %v", p)
		}
	}()
	switch req.Do {
	case doBackup:
		return h.Backup(ctx, req.Path, req.Compact)
	case doAdd:
		return h.AddUser(ctx, NewUser{Handle: req.Handle, Email: req.Email, Password: req.Password, MustChange: req.MustChange})
	case doPassword:
		return h.SetPassword(ctx, req.Handle, req.Password, req.MustChange)
	case doList:
		return h.ListUsers(ctx, emit)
	default:
		return fmt.Errorf("unknown request %q", req.Do)
	}
}

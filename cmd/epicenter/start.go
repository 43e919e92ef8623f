package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"time"

	"epicenter/server"
	"epicenter/server/admin"
	"epicenter/server/config"
	"epicenter/server/password"
	"epicenter/server/sshd"
	"epicenter/server/world"
	"epicenter/server/ws"
	"epicenter/storage"
)

// headAdmin makes the account of the head administrator if there is no account
// yet, and returns its password, which must be changed at the first login.
func (r *run) headAdmin() (shown string, err error) {
	empty := true
	err = r.store.View(func(s storage.Reader) error {
		return s.Range(storage.Accounts, nil, 1, func(_, _ []byte) bool {
			empty = false
			return false
		})
	})
	if err != nil || !empty {
		return "", err
	}
	text, err := password.Generate(rand.Reader)
	if err != nil {
		return "", fmt.Errorf("make up the first password: %w", err)
	}
	hash, err := server.NewPasswords(r.cfg.Password, rand.Reader).Hash(text)
	if err != nil {
		return "", fmt.Errorf("hash the first password: %w", err)
	}
	batch, err := r.store.Begin()
	if err != nil {
		return "", err
	}
	defer batch.Discard()
	changes := world.AccountChanges(&storage.Account{
		Handle: server.HeadAdmin, Password: hash, MustChange: true, Version: 1, Level: world.HeadLevel,
		Created: time.Now().UnixMilli(),
	})
	if err := batch.Apply(changes); err != nil {
		return "", fmt.Errorf("make the account of the head administrator: %w", err)
	}
	return text, batch.Commit(r.store.Number() + 1)
}

// listen opens the ports and returns with them the lines that say so.
func (r *run) listen() (open []server.Listener, lines []string, err error) {
	defer func() {
		if err != nil {
			for _, l := range open {
				_ = l.Close() // the first error is the one that counts
			}
		}
	}()
	if a := r.cfg.Listen.Telnet; a != "" {
		l, err := net.Listen("tcp", a)
		if err != nil {
			return open, nil, portError("telnet", "telnet", err)
		}
		open = append(open, server.Listener{Listener: l, Open: r.srv.Telnet})
		host, port := reach(l.Addr())
		lines = append(lines, fmt.Sprintf("telnet  %-22s connect with: telnet %s %s", l.Addr(), host, port))
	}
	if a := r.cfg.Listen.SSH; a != "" {
		key, err := sshd.HostKey(filepath.Join(r.cfg.Data.Dir, hostKeyFile), rand.Reader)
		if err != nil {
			return open, nil, err
		}
		l, err := net.Listen("tcp", a)
		if err != nil {
			return open, nil, portError("SSH", "ssh", err)
		}
		open = append(open, server.Listener{Listener: l, Open: r.srv.SSH(key)})
		host, port := reach(l.Addr())
		lines = append(lines,
			fmt.Sprintf("ssh     %-22s connect with: ssh -p %s guest@%s", l.Addr(), port, host),
			"        key fingerprint "+sshd.Fingerprint(key.PublicKey()))
	}
	if a := r.cfg.Listen.WS; a != "" {
		l, err := net.Listen("tcp", a)
		if err != nil {
			return open, nil, portError("WebSocket", "ws", err)
		}
		open = append(open, server.Listener{Listener: l, Open: r.srv.WebSocket, Refusal: ws.Refusal})
		host, port := reach(l.Addr())
		lines = append(lines, fmt.Sprintf("ws      %-22s connect with: a page or client that opens ws://%s", l.Addr(), net.JoinHostPort(host, port)))
	}
	return open, lines, nil
}

// portError says which port cannot be opened, and which flag chooses another.
func portError(name, flag string, err error) error {
	return fmt.Errorf("%s port: %w; --%s HOST:PORT chooses another", name, err, flag)
}

// reach is how an address of ours is reached from this machine.
func reach(a net.Addr) (host, port string) {
	host, port, err := net.SplitHostPort(a.String())
	if err != nil {
		return a.String(), ""
	}
	if ip := net.ParseIP(host); ip != nil && ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	return host, port
}

// control opens the control socket; the function that it returns closes it and
// waits for what is going on there.
func (r *run) control() (stop func(), err error) {
	l, err := admin.Listen(r.cfg.Data.Dir)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		if err := admin.Serve(ctx, l, r.srv.Operator()); err != nil {
			r.log.Error("the control socket has failed; \"epicenter admin\" works again after a restart", "err", err)
		}
	}()
	return func() { cancel(); <-done }, nil
}

// announce tells whoever started the server what he needs to know.
func (r *run) announce(lines []string, shown string) {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s is running as process %d, with its data in %s\n", r.cfg.Server.Name, Version, os.Getpid(), r.cfg.Data.Dir)
	for _, l := range lines {
		fmt.Fprintf(&b, "  %s\n", l)
	}
	if shown != "" {
		fmt.Fprintf(&b, "\nThis is the first start. The head administrator is\n  name      %s\n  password  %s\n"+
			"It is shown only now, and must be changed at the first login.\n", server.HeadAdmin, shown)
	}
	if _, err := io.WriteString(r.Stdout, b.String()); err != nil && !errors.Is(err, os.ErrClosed) {
		r.log.Warn("the greeting could not be printed", "err", err)
	}
}

// logger writes the log in the form that the configuration asks for.
func logger(w io.Writer, c config.Log) *slog.Logger {
	var level slog.Level
	if err := level.UnmarshalText([]byte(c.Level)); err != nil {
		level = slog.LevelInfo // cannot be: config.Check has seen it
	}
	o := &slog.HandlerOptions{Level: level}
	if c.Format == "json" {
		return slog.New(slog.NewJSONHandler(w, o))
	}
	return slog.New(slog.NewTextHandler(w, o))
}

package main

import (
	"bufio"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"
	"unicode"

	"github.com/spf13/pflag"
	"golang.org/x/term"

	"epicenter/server"
	"epicenter/server/admin"
	"epicenter/server/config"
	"epicenter/server/password"
	"epicenter/storage/bolt"
)

const adminUsage = `Usage: epicenter admin [flags] COMMAND

Commands:
  backup FILE                  write a verified copy of all data to a new file
  check FILE                   examine a backup, or the data of a stopped server
  user add HANDLE [EMAIL]      make an account
  user passwd HANDLE           give an account another password
  user list                    list all accounts

They work while the server runs and while it does not. Passwords are asked for,
or read from the first line of the standard input.

Flags:
`

// errUsage is wrapped by complaints about the arguments.
var errUsage = errors.New("wrong usage")

// adminTool is one call of epicenter admin.
type adminTool struct {
	stdin  io.Reader
	stdout io.Writer
	stderr io.Writer

	config       config.Flags
	compact      bool
	passwordFile string
	generate     bool
	mustChange   bool
}

// runAdmin is epicenter admin. It returns 0 when done, 1 when that failed and 2
// when the arguments make no sense.
func runAdmin(args []string, stdin io.Reader, stdout, stderr io.Writer, environ []string) int {
	t := adminTool{stdin: stdin, stdout: stdout, stderr: stderr}
	flags := t.flags()
	err := flags.Parse(args)
	switch {
	case errors.Is(err, pflag.ErrHelp) || err == nil && flags.NArg() == 0:
		fmt.Fprint(stdout, adminUsage+flags.FlagUsages())
		return 0
	case err != nil:
		return toolError(stderr, "admin", err)
	}
	cfg, err := config.Load(t.config.Options(environ))
	if err == nil {
		err = t.run(cfg, flags.Args())
	}
	if errors.Is(err, errUsage) {
		return toolError(stderr, "admin", err)
	}
	if err != nil {
		fmt.Fprintf(stderr, "epicenter admin: %v\n", err)
		return 1
	}
	return 0
}

func (t *adminTool) flags() *pflag.FlagSet {
	flags := pflag.NewFlagSet("admin", pflag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.SortFlags = false
	t.config.Register(flags)
	for _, ports := range []string{"telnet", "ssh", "ws"} {
		_ = flags.MarkHidden(ports) // they are there: Register has just made them
	}
	flags.BoolVar(&t.compact, "compact", false, "backup: leave out free pages; slower, smaller")
	flags.StringVar(&t.passwordFile, "password-file", "", "user add, passwd: read the password from the first line of this file")
	flags.BoolVar(&t.generate, "generate", false, "user add, passwd: make up a password and print it")
	flags.BoolVar(&t.mustChange, "must-change", false, "user add, passwd: the next login asks for another password")
	return flags
}

func (t *adminTool) run(cfg config.Config, args []string) error {
	word, rest := args[0], args[1:]
	if word == "user" {
		if len(rest) == 0 {
			return fmt.Errorf("%w: type epicenter admin user add, user passwd or user list", errUsage)
		}
		word, rest = "user "+rest[0], rest[1:]
	}
	for _, c := range []struct {
		word        string
		least, most int
		usage       string
		do          func(config.Config, []string) error
	}{
		{"backup", 1, 1, "backup FILE", t.backup},
		{"check", 1, 1, "check FILE", t.check},
		{"user add", 1, 2, "user add HANDLE [EMAIL]", t.add},
		{"user passwd", 1, 1, "user passwd HANDLE", t.passwd},
		{"user list", 0, 0, "user list", t.list},
	} {
		if c.word != word {
			continue
		}
		if len(rest) < c.least || len(rest) > c.most {
			return fmt.Errorf("%w: type epicenter admin %s", errUsage, c.usage)
		}
		return c.do(cfg, rest)
	}
	return fmt.Errorf("%w: there is no command %q; \"epicenter admin --help\" lists them", errUsage, word)
}

// with opens the running server, or the file of a stopped one, for fn.
func (t *adminTool) with(cfg config.Config, fn func(admin.Handler) error) (err error) {
	client, err := admin.Dial(cfg.Data.Dir)
	if err == nil {
		defer client.Close()
		return fn(client)
	}
	if !errors.Is(err, admin.ErrNotRunning) {
		return err
	}
	store, err := bolt.Open(filepath.Join(cfg.Data.Dir, storeFile), bolt.Options{MustExist: true})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	rules := server.AccountRules(cfg, server.NewPasswords(cfg.Password, rand.Reader))
	return fn(admin.Offline{Store: store, Rules: rules, Now: time.Now})
}

func (t *adminTool) backup(cfg config.Config, args []string) error {
	path, err := filepath.Abs(args[0])
	if err != nil {
		return err
	}
	err = t.with(cfg, func(h admin.Handler) error { return h.Backup(context.Background(), path, t.compact) })
	if err != nil {
		return err
	}
	info, err := os.Stat(path)
	if err != nil {
		return fmt.Errorf("the backup was written but cannot be seen from here: %w", err)
	}
	fmt.Fprintf(t.stdout, "Wrote and checked %s (%d bytes).\n", path, info.Size())
	return nil
}

func (t *adminTool) check(_ config.Config, args []string) error {
	if err := bolt.Check(args[0]); err != nil {
		return err
	}
	fmt.Fprintf(t.stdout, "%s is whole.\n", args[0])
	return nil
}

func (t *adminTool) add(cfg config.Config, args []string) error {
	u := admin.NewUser{Handle: args[0], MustChange: t.mustChange}
	if len(args) > 1 {
		u.Email = args[1]
	}
	return t.with(cfg, func(h admin.Handler) (err error) {
		if u.Password, err = t.password(u.Handle); err != nil {
			return err
		}
		if err := h.AddUser(context.Background(), u); err != nil {
			return err
		}
		fmt.Fprintf(t.stdout, "Added the account %s.\n", u.Handle)
		t.show(u.Password)
		return nil
	})
}

func (t *adminTool) passwd(cfg config.Config, args []string) error {
	return t.with(cfg, func(h admin.Handler) error {
		pw, err := t.password(args[0])
		if err != nil {
			return err
		}
		if err := h.SetPassword(context.Background(), args[0], pw, t.mustChange); err != nil {
			return err
		}
		fmt.Fprintf(t.stdout, "Changed the password of %s.\n", args[0])
		t.show(pw)
		return nil
	})
}

// show prints a password that was made up; nobody knows it otherwise.
func (t *adminTool) show(pw string) {
	if t.generate {
		fmt.Fprintf(t.stdout, "The password is %s\n", pw)
	}
}

// password gets the password of an account from where the flags say.
func (t *adminTool) password(handle string) (string, error) {
	switch {
	case t.generate && t.passwordFile != "":
		return "", fmt.Errorf("%w: give --generate or --password-file, not both", errUsage)
	case t.generate:
		return password.Generate(rand.Reader)
	case t.passwordFile != "":
		f, err := os.Open(t.passwordFile)
		if err != nil {
			return "", fmt.Errorf("read the password: %w", err)
		}
		defer f.Close()
		return firstLine(f, t.passwordFile)
	}
	if f, ok := t.stdin.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		return t.ask(f, handle)
	}
	return firstLine(t.stdin, "the standard input")
}

// ask asks at the terminal, twice and without echo.
func (t *adminTool) ask(tty *os.File, handle string) (string, error) {
	var typed [2]string
	for i, prompt := range []string{"Password for " + handle + ": ", "The same again: "} {
		fmt.Fprint(t.stderr, prompt)
		b, err := term.ReadPassword(int(tty.Fd()))
		fmt.Fprintln(t.stderr)
		if err != nil {
			return "", fmt.Errorf("read the password: %w", err)
		}
		typed[i] = string(b)
	}
	if typed[0] != typed[1] {
		return "", errors.New("the two passwords differ; nothing was changed")
	}
	return typed[0], nil
}

// firstLine reads the first line of r without its end.
func firstLine(r io.Reader, name string) (string, error) {
	const most = 4096
	line, err := bufio.NewReader(io.LimitReader(r, most)).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return "", fmt.Errorf("read the password: %w", err)
	}
	line = strings.TrimRight(line, "\r\n")
	if line == "" {
		return "", fmt.Errorf("there is no password in the first line of %s; write one there, or give --generate", name)
	}
	return line, nil
}

func (t *adminTool) list(cfg config.Config, _ []string) error {
	out := bufio.NewWriter(t.stdout)
	n := 0
	err := t.with(cfg, func(h admin.Handler) error {
		fmt.Fprintf(out, "%-17s %5s %-10s %-10s %s\n", "Handle", "Level", "Created", "Last login", "E-mail")
		return h.ListUsers(context.Background(), func(u admin.User) error {
			n++
			line := fmt.Sprintf("%-17s %5d %-10s %-10s %s", u.Handle, u.Level, day(u.Created), day(u.LastLogin), u.Email)
			if u.Banned != "" {
				line += "  banned: " + u.Banned
			}
			_, err := fmt.Fprintln(out, strings.TrimRight(printable(line), " "))
			return err
		})
	})
	if err != nil {
		return errors.Join(out.Flush(), err)
	}
	word := "accounts"
	if n == 1 {
		word = "account"
	}
	fmt.Fprintf(out, "%d %s.\n", n, word)
	return out.Flush()
}

// day is a date in UTC, "-" for none.
func day(ms int64) string {
	if ms == 0 {
		return "-"
	}
	return time.UnixMilli(ms).UTC().Format(time.DateOnly)
}

// printable replaces what could move the cursor of a terminal.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsGraphic(r) {
			return r
		}
		return '?'
	}, s)
}

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/spf13/pflag"

	"epicenter/cmd/epicenter/bot"
	"epicenter/cmd/epicenter/bot/client"
	"epicenter/cmd/epicenter/bot/engine"
)

const botUsage = `Usage: epicenter bot --engine CMD --handle NAME --password-file FILE --seek "5 0 atomic" [flags]

Joins a chess engine to this server or any other that speaks the language of
FICS. docs/bots.md says more. One interrupt ends the bot when its game is over,
a second one at once.

`

// botFlags are what may be typed behind epicenter bot.
type botFlags struct {
	set                                            *pflag.FlagSet
	engine, dir, protocol, handle, passwordFile    string
	host, knownHosts, fingerprint, rulesFile, file string
	options, seeks, matches                        []string
	port, games                                    int
	ssh, seal, dry                                 bool
}

func newBotFlags() *botFlags {
	f := &botFlags{set: pflag.NewFlagSet("bot", pflag.ContinueOnError)}
	s := f.set
	s.SetOutput(io.Discard)
	s.SortFlags = false
	s.StringVar(&f.engine, "engine", "", "command that starts the engine, with its arguments")
	s.StringVar(&f.protocol, "protocol", "uci", "what the engine speaks: uci or xboard")
	s.StringArrayVar(&f.options, "option", nil, "setting of the engine's own, as \"Skill Level=5\"; may be repeated")
	s.StringVar(&f.dir, "dir", "", "working folder of the engine")
	s.StringVar(&f.handle, "handle", "guest", "name to log in with")
	s.StringVar(&f.passwordFile, "password-file", "", "file with the password on its first line; none means a guest")
	s.StringVar(&f.host, "host", "127.0.0.1", "the server")
	s.IntVar(&f.port, "port", 0, "its port (default 5000, with --ssh 5022)")
	s.BoolVar(&f.ssh, "ssh", false, "connect over SSH")
	s.StringVar(&f.knownHosts, "known-hosts", "", "keys of SSH servers (default ~/.ssh/known_hosts)")
	s.StringVar(&f.fingerprint, "fingerprint", "", "the SSH server's key, as SHA256:…, instead of that file")
	s.BoolVar(&f.seal, "timeseal", false, "stamp what is sent, so that the line's lag costs no time")
	s.StringArrayVar(&f.seeks, "seek", nil, "what to seek, as \"5 0 atomic\"; may be repeated")
	s.StringArrayVar(&f.matches, "match", nil, "whom to challenge while free, as \"NAME 5 0 rated atomic\"; may be repeated")
	s.StringVar(&f.rulesFile, "rules", "", "file that says whose challenges are accepted")
	s.StringVar(&f.file, "pgn", "", "file to which finished games are added")
	s.IntVar(&f.games, "games", 0, "end after so many games; 0 for never")
	s.BoolVar(&f.dry, "dry-run", false, "start the engine, say what would be done, and connect to nothing")
	return f
}

// bot joins an engine to a server: epicenter bot.
func (m Main) bot(args []string) int {
	f := newBotFlags()
	switch err := f.set.Parse(args); {
	case errors.Is(err, pflag.ErrHelp):
		fmt.Fprint(m.Stdout, botUsage+f.set.FlagUsages())
		return 0
	case err != nil:
		return flagError(m.Stderr, "bot", err)
	}
	var logging sync.Mutex
	log := func(line string) {
		logging.Lock()
		defer logging.Unlock()
		fmt.Fprintf(m.Stderr, "%s %s\n", time.Now().Format(time.TimeOnly), line)
	}
	cfg, closing, err := f.config(m.Environ, log)
	if err != nil {
		return toolError(m.Stderr, "bot", err)
	}
	defer closing()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	if f.dry {
		err = f.dryRun(ctx, cfg, m.Stdout)
	} else {
		leave := make(chan struct{})
		cfg.Leave = leave
		var watch sync.WaitGroup
		watch.Go(func() { m.interrupts(ctx, cancel, leave) })
		err = bot.New(cfg).Run(ctx)
		cancel()
		watch.Wait()
	}
	if err != nil {
		fmt.Fprintf(m.Stderr, "epicenter bot: %v\n", err)
		return 1
	}
	return 0
}

// interrupts closes leave at the first signal that ends programs, cancels at the
// second, and returns when ctx ends.
func (m Main) interrupts(ctx context.Context, cancel context.CancelFunc, leave chan<- struct{}) {
	for left := false; ; left = true {
		select {
		case <-ctx.Done():
			return
		case _, ok := <-m.Signals:
			switch {
			case !ok:
				return
			case left:
				cancel()
			default:
				close(leave)
			}
		}
	}
}

// config makes a bot of the flags; closing gives back what it has opened.
func (f *botFlags) config(environ []string, log func(string)) (cfg bot.Config, closing func(), err error) {
	closing = func() {}
	if err := f.check(); err != nil {
		return cfg, closing, err
	}
	cfg = bot.Config{
		Account: client.Account{Handle: f.handle}, Seal: f.seal, Seeks: f.seeks, Matches: f.matches, Games: f.games,
		Clock: wallClock{}, Dice: rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), uint64(os.Getpid()))), Log: log,
	}
	if cfg.Account.Password, err = readPassword(f.passwordFile); err != nil {
		return cfg, closing, err
	}
	if cfg.Accept, err = readAccept(f.rulesFile); err != nil {
		return cfg, closing, err
	}
	address := f.address(environ)
	cfg.Site = address.String()
	cfg.Dial = func(ctx context.Context) (io.ReadWriteCloser, error) { return client.Dial(ctx, address, cfg.Account) }
	if cfg.Engine, err = f.player(log); err != nil {
		return cfg, closing, err
	}
	if f.file != "" && !f.dry {
		file, err := os.OpenFile(f.file, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o644)
		if err != nil {
			return cfg, closing, fmt.Errorf("--pgn: %w", err)
		}
		cfg.PGN, closing = file, func() { file.Close() }
	}
	return cfg, closing, nil
}

// check finds flags that are missing or do not go together.
func (f *botFlags) check() error {
	switch {
	case f.set.NArg() > 0:
		return fmt.Errorf("%q is too much; quote a command of several words, as --engine \"stockfish -x\"", f.set.Arg(0))
	case f.engine == "":
		return errors.New("say with --engine how the engine is started, as --engine stockfish; \"epicenter bot --help\" lists all flags")
	case !slices.Contains(engine.Protocols, f.protocol):
		return fmt.Errorf("--protocol %q: say %s", f.protocol, strings.Join(engine.Protocols, " or "))
	case f.ssh && f.seal:
		return errors.New("--timeseal is for telnet and does not go with --ssh")
	case !f.ssh && (f.fingerprint != "" || f.knownHosts != ""):
		return errors.New("--fingerprint and --known-hosts go with --ssh")
	case f.port < 0 || f.port > 65535:
		return fmt.Errorf("--port %d: a port is between 1 and 65535", f.port)
	case f.games < 0:
		return fmt.Errorf("--games %d: say 0 or more", f.games)
	case len(f.seeks) > maxBotSeeks:
		return fmt.Errorf("%d times --seek: a server takes %d seeks of one player", len(f.seeks), maxBotSeeks)
	}
	for _, line := range slices.Concat(f.seeks, f.matches, []string{f.handle}) {
		if strings.TrimSpace(line) == "" || strings.ContainsFunc(line, func(r rune) bool { return r < ' ' || r > '~' }) {
			return fmt.Errorf("%q: --seek, --match and --handle want plain text", line)
		}
	}
	return nil
}

const maxBotSeeks = 3 // docs/protocol.md §3.1

func (f *botFlags) address(environ []string) client.Address {
	a := client.Address{Host: f.host, Port: f.port}
	if f.ssh {
		a.SSH = &client.SSH{KnownHosts: f.knownHosts, Fingerprint: f.fingerprint}
		if a.SSH.KnownHosts == "" {
			home := ""
			for _, e := range environ {
				if value, ok := strings.CutPrefix(e, "HOME="); ok {
					home = value
				}
			}
			a.SSH.KnownHosts = filepath.Join(home, ".ssh", "known_hosts")
		}
	}
	switch {
	case a.Port == 0 && f.ssh:
		a.Port = 5022
	case a.Port == 0:
		a.Port = 5000
	}
	return a
}

func (f *botFlags) player(log func(string)) (*engine.Player, error) {
	words, err := engine.Split(f.engine)
	if err != nil {
		return nil, fmt.Errorf("--engine: %w", err)
	}
	if f.dir != "" {
		if info, err := os.Stat(f.dir); err != nil || !info.IsDir() {
			return nil, fmt.Errorf("--dir %q: there is no such folder", f.dir)
		}
	}
	var options []engine.Option
	for _, o := range f.options {
		name, value, ok := strings.Cut(o, "=")
		if !ok || strings.ContainsAny(o, "\r\n") {
			return nil, fmt.Errorf("--option %q: say NAME=VALUE", o)
		}
		options = append(options, engine.Option{Name: name, Value: value})
	}
	return engine.New(engine.Config{
		Start: engine.Command(words, f.dir), Protocol: f.protocol, Options: options, Clock: wallClock{}, Log: log,
	}), nil
}

// readPassword reads the first line of a file; none for no file.
func readPassword(name string) (string, error) {
	if name == "" {
		return "", nil
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return "", fmt.Errorf("--password-file: %w", err)
	}
	line, _, _ := strings.Cut(string(text), "\n")
	if line = strings.TrimRight(line, "\r"); line == "" {
		return "", fmt.Errorf("--password-file: the first line of %s is empty", name)
	}
	return line, nil
}

// readAccept reads a file of rules; everybody is accepted without one.
func readAccept(name string) (bot.Accept, error) {
	if name == "" {
		return bot.DefaultAccept(), nil
	}
	file, err := os.Open(name)
	if err != nil {
		return bot.Accept{}, fmt.Errorf("--rules: %w", err)
	}
	defer file.Close()
	a, err := bot.ParseAccept(file)
	if err != nil {
		return a, fmt.Errorf("--rules: %s: %w", name, err)
	}
	return a, nil
}

// dryRun says what the bot would do. The engine is started, because what it can
// play decides.
func (f *botFlags) dryRun(ctx context.Context, cfg bot.Config, out io.Writer) error {
	defer cfg.Engine.Close()
	if err := cfg.Engine.Open(ctx); err != nil {
		return fmt.Errorf("the engine cannot be used: %w", err)
	}
	way := "telnet"
	switch {
	case f.ssh:
		way = "SSH"
	case f.seal:
		way = "telnet with timeseal"
	}
	who := cfg.Account.Handle + " with a password"
	if cfg.Account.Password == "" {
		who = cfg.Account.Handle + " without a password, as a guest"
	}
	fmt.Fprintf(out, "would start the engine %q (%s, %s)\nwould connect to %s by %s\nwould log in as %s\n",
		f.engine, cfg.Engine.Name(), f.protocol, cfg.Site, way, who)
	for _, line := range cfg.Opening() {
		fmt.Fprintf(out, "would type %q\n", line)
	}
	fmt.Fprintln(out, "would accept")
	for _, line := range cfg.Accept.Describe(cfg.Engine.Plays()) {
		fmt.Fprintf(out, "  %s\n", line)
	}
	if f.file != "" {
		fmt.Fprintf(out, "would add finished games to %s\n", f.file)
	}
	return nil
}

// wallClock is the time of the machine.
type wallClock struct{}

func (wallClock) Now() time.Time { return time.Now() }

func (wallClock) After(d time.Duration) (<-chan time.Time, func()) {
	t := time.NewTimer(d)
	return t.C, func() { t.Stop() }
}

package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	mathrand "math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/pflag"

	"epicenter/commands"
	"epicenter/rules/search"
	"epicenter/server"
	"epicenter/server/config"
	"epicenter/server/housebot"
	"epicenter/server/loop"
	"epicenter/server/world"
	"epicenter/storage"
	"epicenter/storage/bolt"
)

// The files of the data folder.
const (
	storeFile   = "epicenter.db"
	hostKeyFile = "ssh_host_ed25519_key"
)

// gcPercent is how much garbage may pile up beside the living heap, in percent of
// it, before it is collected, unless GOGC says otherwise. A full server's heap is
// small and every command leaves some, so that Go's own 100 would spend a quarter
// of the time of a busy server on collecting; more would cost the memory of idle
// sessions (scripts/bench/run, commands and connect).
const gcPercent = 200

// serveFlags are the flags of serve.
type serveFlags struct {
	config               config.Flags
	init, version, check bool
}

func (f *serveFlags) set() *pflag.FlagSet {
	fs := pflag.NewFlagSet("epicenter", pflag.ContinueOnError)
	fs.SortFlags = false
	fs.Usage = func() {}
	f.config.Register(fs)
	fs.BoolVar(&f.init, "init", false, "start with an empty data file although there was one")
	fs.BoolVar(&f.check, "check-config", false, "read the configuration, say what is wrong with it, and end")
	fs.BoolVar(&f.version, "version", false, "print the version and end")
	return fs
}

// serve runs the server until a signal ends it.
func (m Main) serve(args []string) int {
	var f serveFlags
	fs := f.set()
	switch err := fs.Parse(args); {
	case errors.Is(err, pflag.ErrHelp):
		fmt.Fprintf(m.Stdout, "%s\nFlags of serve:\n%s", usage(), fs.FlagUsages())
		return 0
	case err != nil:
		return m.misused(err)
	case fs.NArg() > 0:
		return m.misused(fmt.Errorf("unexpected argument %q", fs.Arg(0)))
	case f.version:
		fmt.Fprintln(m.Stdout, versionText())
		return 0
	}
	options := f.config.Options(m.Environ)
	cfg, err := config.Load(options)
	switch {
	case err != nil:
		return m.failed(fmt.Errorf("configuration: %w", err))
	case housebot.Check(cfg.Bots.House) != nil:
		return m.failed(fmt.Errorf("configuration: %w", housebot.Check(cfg.Bots.House)))
	case f.check:
		fmt.Fprintln(m.Stdout, "The configuration is fine.")
		return 0
	}
	if !slices.ContainsFunc(m.Environ, func(v string) bool { return strings.HasPrefix(v, "GOGC=") }) {
		debug.SetGCPercent(gcPercent)
	}
	r := run{Main: m, cfg: cfg, options: options, init: f.init, log: logger(m.Stderr, cfg.Log)}
	if err := r.run(); err != nil {
		return m.failed(err)
	}
	return 0
}

// run is one run of the server, from the opening of its files to their closing.
type run struct {
	Main
	cfg     config.Config
	options config.Options
	init    bool
	log     *slog.Logger

	store *bolt.Store
	clock *clock
	now   func() int64 // the clock's, Unix ms, monotonic
	srv   *server.Server
	loop  *loop.Loop
}

func (r *run) run() (err error) {
	if err := r.openStore(); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, r.store.Close()) }()
	firstPassword, err := r.headAdmin()
	if err != nil {
		return err
	}
	if err := r.build(); err != nil {
		return err
	}
	control, err := r.control()
	if err != nil {
		return err
	}
	defer control()
	listeners, lines, err := r.listen()
	if err != nil {
		return err
	}
	r.announce(lines, firstPassword)
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	playing := make(chan struct{})
	go func() { defer close(playing); housebot.Run(ctx, r.houseBots()) }()
	watched := make(chan struct{})
	go func() { defer close(watched); r.watch(ctx, stop) }()
	err = r.srv.Run(ctx, listeners, "")
	stop()
	<-playing
	<-watched
	r.log.Info("stopped")
	return err
}

// openStore opens or makes the data file.
func (r *run) openStore() error {
	if err := os.MkdirAll(r.cfg.Data.Dir, 0o700); err != nil {
		return fmt.Errorf("data folder: %w", err)
	}
	store, err := bolt.Open(filepath.Join(r.cfg.Data.Dir, storeFile), bolt.Options{
		Init: r.init, MapSize: int(r.cfg.Data.InitialMmap),
		SlowCommit: r.cfg.Data.CommitWarning,
		OnSlow: func(number uint64, took time.Duration) {
			r.log.Warn("slow commit", "batch", number, "took", took)
		},
		Report: func(line string) { r.log.Info(line) },
	})
	if err != nil {
		return err
	}
	r.store = store
	return nil
}

// build makes the world from the store, its loop and the server around them.
func (r *run) build() error {
	var counters storage.Counters
	err := r.store.View(func(s storage.Reader) (err error) {
		counters, err = storage.ReadCounters(s)
		return err
	})
	if err != nil {
		return fmt.Errorf("read the counters: %w", err)
	}
	r.clock = newClock(time.Now(), counters.Clock)
	r.now = r.clock.now
	w := world.New(server.WorldConfig(r.cfg, Version), r.now(), counters.NextGame)
	err = r.store.View(func(s storage.Reader) error {
		for _, problem := range w.Load(s) {
			r.log.Error("a record could not be loaded and is set aside", "err", problem)
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("load the world: %w", err)
	}
	r.srv = server.New(server.Options{
		Config: r.cfg, Version: Version, Store: r.store, Passwords: server.NewPasswords(r.cfg.Password, rand.Reader), Log: r.log,
		Now: r.now, Pick: mathrand.IntN, FirstSession: server.FirstSession(r.now()), MaxOpen: maxOpen(),
	})
	r.loop = loop.New(loop.Options{
		World: w, Store: r.store, Apply: commands.New().Apply, Now: r.now, Seed: mathrand.Uint64,
		Work: r.srv.Work, Log: r.log,
	})
	r.srv.Attach(r.loop)
	r.loop.Post(world.Restarted{})
	return nil
}

// houseHash is the memory of one worker of the house bots, MiB: levels look at few
// nodes.
const houseHash = 8

// houseBots are the server's own players.
func (r *run) houseBots() housebot.Options {
	return housebot.Options{
		Bots: r.cfg.Bots.House, Workers: r.cfg.Bots.Thinkers, AnswerSeeks: r.cfg.Bots.AnswerSeeks,
		KeepAlive: r.cfg.Login.IdleTimeout / 3, Host: r.srv, Seed: mathrand.Uint64, Log: r.log,
		Think: func() housebot.Thinker { return search.New(search.Options{HashMB: houseHash}) },
	}
}

// watch obeys signals until the context ends, and keeps the clock's heartbeat.
func (r *run) watch(ctx context.Context, stop func()) {
	beat := time.NewTicker(heartbeat)
	defer beat.Stop()
	was := r.clock.stoodStill()
	for {
		select {
		case <-ctx.Done():
			return
		case <-beat.C:
			r.now()
			if still := r.clock.stoodStill(); still != was {
				r.log.Warn("the process stood still; the clocks of games did too", "time", still-was)
				was = still
			}
		case s := <-r.Signals:
			if s == syscall.SIGHUP {
				r.reload()
				continue
			}
			r.log.Info("stopping", "signal", s.String())
			stop()
			return
		}
	}
}

// reload reads the configuration again. One that is wrong changes nothing.
func (r *run) reload() {
	cfg, err := config.Load(r.options)
	if err != nil {
		r.log.Error("the configuration has not been reloaded", "err", err)
		return
	}
	if cfg.Listen != r.cfg.Listen || cfg.Data != r.cfg.Data || cfg.Log != r.cfg.Log || cfg.Password != r.cfg.Password || !reflect.DeepEqual(cfg.Bots, r.cfg.Bots) {
		r.log.Warn("changes of listen, data, password, bots and log count from the next start")
	}
	r.srv.Reload(cfg)
}

// Command epicenter is a chess server in the manner of FICS, whose heart is
// atomic chess, and the tools that go with it. Without a command it serves; see
// README.md.
package main

import (
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"strings"
	"syscall"
)

// Version is the program's own, shown by --version, `uptime` and `date`.
const Version = "0.1.0"

func main() {
	signals := make(chan os.Signal, 4)
	signal.Notify(signals, syscall.SIGHUP, syscall.SIGINT, syscall.SIGTERM)
	os.Exit(Main{
		Args: os.Args[1:], Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr,
		Environ: os.Environ(), Signals: signals,
	}.Run())
}

// Main is one run of the program, with all that it reaches of the world around
// it, so that tests can run it.
type Main struct {
	Args           []string // without the program's name
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	Environ        []string // "NAME=value"
	// Signals bring SIGHUP, which reloads the configuration, and others, which
	// stop the server.
	Signals <-chan os.Signal
}

// tool is a subcommand; each is a file of its own.
type tool struct {
	name, purpose string
	run           func(m Main, args []string) int
}

// tools are the subcommands in the order of the help.
func tools() []tool {
	return []tool{
		{"serve", "run the server (what happens without a command)", Main.serve},
		{"admin", "back up the data, manage accounts", func(m Main, args []string) int {
			return runAdmin(args, m.Stdin, m.Stdout, m.Stderr, m.Environ)
		}},
		{"bot", "join a chess engine to a server", Main.bot},
		{"perft", "count the positions that can arise", func(m Main, args []string) int {
			return runPerft(args, m.Stdout, m.Stderr)
		}},
		{"position", "say what can be played in a position, as JSON", func(m Main, args []string) int {
			return runPosition(args, m.Stdout, m.Stderr)
		}},
		{"engine", "play as a UCI engine, for GUIs and bots", Main.engine},
		{"pgn", "check or replay the games of a PGN file", func(m Main, args []string) int {
			return runPGN(args, m.Stdin, m.Stdout, m.Stderr)
		}},
	}
}

// Run runs the program and returns its exit status: 0 when all went well, 1
// when something failed, 2 when the arguments make no sense.
func (m Main) Run() int {
	if len(m.Args) == 0 || strings.HasPrefix(m.Args[0], "-") {
		return m.serve(m.Args)
	}
	name, args := m.Args[0], m.Args[1:]
	if name == "help" {
		if len(args) == 0 {
			fmt.Fprint(m.Stdout, usage())
			return 0
		}
		name, args = args[0], []string{"--help"}
	}
	for _, t := range tools() {
		if t.name == name {
			return t.run(m, args)
		}
	}
	return m.misused(fmt.Errorf("there is no command %q", name))
}

// misused says what is wrong with the arguments.
func (m Main) misused(err error) int {
	fmt.Fprintf(m.Stderr, "epicenter: %v; \"epicenter --help\" says what there is\n", err)
	return 2
}

// failed says why the program ends.
func (m Main) failed(err error) int {
	fmt.Fprintf(m.Stderr, "epicenter: %v\n", err)
	return 1
}

// usage is the overview; the flags of serve follow it in --help.
func usage() string {
	var b strings.Builder
	b.WriteString("Usage: epicenter [command] [flags]\n\nCommands:\n")
	for _, t := range tools() {
		fmt.Fprintf(&b, "  %-10s %s\n", t.name, t.purpose)
	}
	b.WriteString("\n\"epicenter COMMAND --help\" says more about one of them.\n")
	return b.String()
}

// versionText is the answer to --version: the version, and the commit if the
// program was built from one.
func versionText() string {
	revision := ""
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" {
				revision = ", " + s.Value[:min(12, len(s.Value))]
			}
		}
	}
	return fmt.Sprintf("epicenter %s (%s%s)", Version, runtime.Version(), revision)
}

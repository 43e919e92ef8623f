package main

import (
	"io"
	"math/rand/v2"
	"os"
	"time"

	"github.com/spf13/pflag"

	"epicenter/rules/search/uci"
)

// engine plays as a UCI engine on its input and output until "quit", the end of
// the input or a signal.
func (m Main) engine(args []string) int {
	flags := pflag.NewFlagSet("engine", pflag.ContinueOnError)
	seed := flags.Uint64("seed", 0, "the dice of levels 1 to 8; 0 takes the time of day")
	if status, done := parseToolFlags(flags, args, m.Stdout, m.Stderr); done {
		return status
	}
	if *seed == 0 {
		*seed = uint64(time.Now().UnixNano())
	}
	s := uci.Session{
		In: m.Stdin, Out: m.Stdout, Clock: uci.Real{}, Rand: rand.New(rand.NewPCG(*seed, 0)),
		Name: "Epicenter " + Version, Author: "the Epicenter authors",
	}
	done := make(chan error, 1)
	go func() { done <- s.Run() }()
	select {
	case err := <-done:
		if err != nil {
			return m.failed(err)
		}
	case <-m.Signals:
		// The process ends here; a read that waits for a GUI cannot be woken.
		if in, ok := m.Stdin.(io.Closer); ok && m.Stdin != os.Stdin {
			in.Close()
		}
	}
	return 0
}

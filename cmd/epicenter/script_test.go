package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"epicenter/cmd/epicenter/bot/engine/enginetest"
)

// The scripts in testdata/script run the real binary as a person would. Besides
// testscript's own commands they use:
//
//	serve [flags]     start a server with its data in ./data and ports of its
//	                  own choice; TELNET, PORT, SSH, PASSWORD and PID are set
//	                  from what it prints
//	halt [SIGNAL]     end it (SIGTERM) and put what it printed in stdout and
//	                  stderr
//	reload            send it SIGHUP and wait until it has obeyed
//	talk FILE         connect to the telnet port: "> TEXT" sends a line, "< TEXT"
//	                  waits until TEXT has come, "closed" until the end
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: filepath.Join("testdata", "script"),
		Setup: func(e *testscript.Env) error {
			e.Values[theServer] = new(running) // scripts run at the same time
			return nil
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"serve": cmdServe, "halt": cmdHalt, "talk": cmdTalk, "reload": cmdReload,
		},
	})
}

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"epicenter":  main,
		"fakeengine": func() { os.Exit(enginetest.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) },
	})
}

// patience is how long a script waits for what must come; only failures take
// that long.
const patience = 20 * time.Second

// running is a server that a script has started.
type running struct {
	cmd    *exec.Cmd
	out    *bufio.Reader
	said   bytes.Buffer // of stdout
	errLog string       // file that stderr goes to
}

// theServer is the name under which a script keeps the server it has started
// last.
const theServer = "server"

func started(ts *testscript.TestScript) *running { return ts.Value(theServer).(*running) }

func cmdServe(ts *testscript.TestScript, neg bool, args []string) {
	if neg {
		ts.Fatalf("use exec for a server that does not start")
	}
	path := ""
	for _, dir := range filepath.SplitList(ts.Getenv("PATH")) {
		if _, err := os.Stat(filepath.Join(dir, "epicenter")); err == nil {
			path = filepath.Join(dir, "epicenter")
			break
		}
	}
	s := started(ts)
	*s = running{errLog: ts.MkAbs("server.log")}
	log, err := os.Create(s.errLog)
	ts.Check(err)
	defer log.Close()
	args = append([]string{"--telnet", "127.0.0.1:0", "--ssh", "127.0.0.1:0", "--data", "data"}, args...)
	s.cmd = exec.Command(path, args...)
	s.cmd.Dir, s.cmd.Stderr = ts.MkAbs("."), log
	s.cmd.Env = append(os.Environ(), "EPICENTER_PASSWORD_MEMORY=1MiB", "EPICENTER_PASSWORD_TIME=1", "EPICENTER_BOTS_HOUSE=[]")
	pipe, err := s.cmd.StdoutPipe()
	ts.Check(err)
	ts.Check(s.cmd.Start())
	s.out = bufio.NewReader(pipe)
	process := s.cmd.Process // of this server; the script may start another
	ts.Defer(func() { _ = process.Kill(); _, _ = process.Wait() })
	s.readStart(ts)
	ts.Setenv("PID", fmt.Sprint(s.cmd.Process.Pid))
}

var (
	telnetLine   = regexp.MustCompile(`connect with: telnet (\S+) (\d+)`)
	sshLine      = regexp.MustCompile(`connect with: ssh -p (\d+) guest@(\S+)`)
	passwordLine = regexp.MustCompile(`^  password  (\S+)$`)
)

// readStart reads what the server says at its start. It says all of it in one
// write, so what is behind the fingerprint has come with it.
func (s *running) readStart(ts *testscript.TestScript) {
	for {
		line, err := s.out.ReadString('\n')
		s.said.WriteString(line)
		if err != nil {
			log, _ := os.ReadFile(s.errLog)
			ts.Fatalf("the server did not start: %v\n%s%s", err, s.said.String(), log)
		}
		line = strings.TrimRight(line, "\n")
		if m := telnetLine.FindStringSubmatch(line); m != nil {
			ts.Setenv("TELNET", net.JoinHostPort(m[1], m[2]))
			ts.Setenv("PORT", m[2])
		}
		if m := sshLine.FindStringSubmatch(line); m != nil {
			ts.Setenv("SSH", net.JoinHostPort(m[2], m[1]))
		}
		if m := passwordLine.FindStringSubmatch(line); m != nil {
			ts.Setenv("PASSWORD", m[1])
		}
		if s.out.Buffered() == 0 {
			return
		}
	}
}

func cmdHalt(ts *testscript.TestScript, _ bool, args []string) {
	s := started(ts)
	sig := syscall.SIGTERM
	if len(args) > 0 && args[0] == "KILL" {
		sig = syscall.SIGKILL
	}
	ts.Check(s.cmd.Process.Signal(sig))
	_, err := io.Copy(&s.said, s.out)
	ts.Check(err)
	err = s.cmd.Wait()
	if sig == syscall.SIGTERM {
		ts.Check(err)
	}
	log, err := os.ReadFile(s.errLog)
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs("stdout"), s.said.Bytes(), 0o600))
	ts.Check(os.WriteFile(ts.MkAbs("stderr"), log, 0o600))
}

// cmdReload waits for the line in the log, as a signal has no answer.
func cmdReload(ts *testscript.TestScript, _ bool, _ []string) {
	s := started(ts)
	before, err := os.ReadFile(s.errLog)
	ts.Check(err)
	ts.Check(s.cmd.Process.Signal(syscall.SIGHUP))
	for deadline := time.Now().Add(patience); ; {
		log, err := os.ReadFile(s.errLog)
		ts.Check(err)
		if strings.Contains(string(log[len(before):]), "reloaded") {
			return
		}
		if time.Now().After(deadline) {
			ts.Fatalf("not reloaded:\n%s", log)
		}
		runtime.Gosched()
	}
}

func cmdTalk(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: talk FILE")
	}
	conn, err := net.Dial("tcp", ts.Getenv("TELNET"))
	ts.Check(err)
	defer conn.Close()
	ts.Check(conn.SetDeadline(time.Now().Add(patience)))
	var got []byte
	for line := range strings.Lines(ts.ReadFile(args[0])) {
		line = os.Expand(strings.TrimRight(line, "\n"), ts.Getenv)
		kind, text, _ := strings.Cut(line, " ")
		switch kind {
		case ">":
			// A connection that has been closed meanwhile shows below.
			_, _ = io.WriteString(conn, text+"\r\n")
		case "<":
			got = await(ts, conn, got, text)
		case "closed":
			rest, err := io.ReadAll(conn)
			if err != nil && !errors.Is(err, syscall.ECONNRESET) {
				ts.Fatalf("not closed after %q: %v", rest, err)
			}
		}
	}
}

// await reads until text has come and returns what came behind it.
func await(ts *testscript.TestScript, conn net.Conn, got []byte, text string) []byte {
	var b [1024]byte
	for {
		if _, after, ok := bytes.Cut(got, []byte(text)); ok {
			return after
		}
		n, err := conn.Read(b[:])
		got = append(got, b[:n]...)
		if err != nil && n == 0 {
			ts.Fatalf("%q did not come: %v\n%q", text, err, got)
		}
	}
}

package main

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"
)

// Tests start the server in two ways: openHouse runs it in this process, where
// its goroutines and files can be counted, and startBinary as a process of its
// own, which can be killed and limited. The scripts have a third, as what they
// start is typed there (script_test.go).

// ports are where a server listens that a test has started.
type ports struct{ telnet, ssh, ws string }

// wsLine is telnetLine for web pages.
var wsLine = regexp.MustCompile(`connect with: .* ws://(\S+)`)

// readPorts reads what a server says first, all of it in one write: where it
// listens, and how to connect there.
func readPorts(out io.Reader) (ports, error) {
	said := make([]byte, 4096)
	n, err := out.Read(said)
	if err != nil {
		return ports{}, err
	}
	text := string(said[:n])
	telnet, ssh, ws := telnetLine.FindStringSubmatch(text), sshLine.FindStringSubmatch(text), wsLine.FindStringSubmatch(text)
	if telnet == nil || ssh == nil || ws == nil {
		return ports{}, fmt.Errorf("it says %q", text)
	}
	p := ports{net.JoinHostPort(telnet[1], telnet[2]), net.JoinHostPort(ssh[2], ssh[1]), ws[1]}
	for name, addr := range map[string]string{"telnet": p.telnet, "ssh": p.ssh, "ws": p.ws} {
		if !strings.Contains(text, fmt.Sprintf("\n  %-7s %s ", name, addr)) {
			return ports{}, fmt.Errorf("it listens elsewhere for %s than it tells people to connect to: %q", name, text)
		}
	}
	return p, nil
}

// testArgs open all ports, on numbers that are free; what a test asks for comes
// behind.
func testArgs(dir string, args []string) []string {
	return append([]string{"--telnet", "127.0.0.1:0", "--ssh", "127.0.0.1:0", "--ws", "127.0.0.1:0", "--data", dir}, args...)
}

// testEnviron makes passwords cheap and leaves the house to those who are tested.
var testEnviron = []string{"EPICENTER_PASSWORD_MEMORY=1MiB", "EPICENTER_PASSWORD_TIME=1", "EPICENTER_BOTS_HOUSE=[]"}

// openHouse runs the server in this process. When the test ends it has stopped,
// in good order.
func openHouse(t *testing.T, args ...string) ports {
	t.Helper()
	signals, stopped := make(chan os.Signal, 1), make(chan int, 1)
	out, in := io.Pipe()
	var log bytes.Buffer
	m := Main{Args: testArgs(t.TempDir(), args), Stdout: in, Stderr: &log, Signals: signals, Environ: testEnviron}
	go func() { stopped <- m.Run(); in.Close() }()
	t.Cleanup(func() {
		signals <- syscall.SIGTERM
		if status := <-stopped; status != 0 {
			t.Errorf("status %d\n%s", status, log.String())
		}
		if s := log.String(); strings.Contains(s, "panic") || strings.Contains(s, "turn thrown away") {
			t.Errorf("something went wrong inside:\n%s", s)
		}
	})
	p, err := readPorts(out)
	if err != nil {
		t.Fatalf("the server did not start: %v", err) // its log follows
	}
	return p
}

// binary is the program itself, running.
type binary struct {
	cmd *exec.Cmd
	ports
}

// startBinary runs the server as a process of its own, with its data in a
// folder. When the test ends it has been killed, if it has not ended by then.
func startBinary(t *testing.T, dir string, args ...string) *binary {
	t.Helper()
	logFile := filepath.Join(t.TempDir(), "log")
	log, err := os.Create(logFile)
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	b := &binary{cmd: exec.Command("epicenter", testArgs(dir, args)...)}
	b.cmd.Env, b.cmd.Stderr = append(os.Environ(), testEnviron...), log
	out, err := b.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := b.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = b.cmd.Process.Kill(); _ = b.cmd.Wait() })
	if b.ports, err = readPorts(out); err != nil {
		text, _ := os.ReadFile(logFile)
		t.Fatalf("the server did not start: %v\n%s", err, text)
	}
	return b
}

// plainPeer is somebody with a plain connection.
type plainPeer struct {
	t    *testing.T
	conn net.Conn
	got  []byte
}

// dial connects to a port. What has not come within three times patience will
// not come any more.
func dial(d net.Dialer, addr string) (net.Conn, error) {
	conn, err := d.Dial("tcp", addr)
	if err != nil {
		return nil, err
	}
	if err := conn.SetDeadline(time.Now().Add(3 * patience)); err != nil {
		conn.Close()
		return nil, err
	}
	return conn, nil
}

// dialPlain connects to a telnet port until the test ends.
func dialPlain(t *testing.T, addr string) *plainPeer {
	t.Helper()
	conn, err := dial(net.Dialer{}, addr)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return &plainPeer{t: t, conn: conn}
}

func (p *plainPeer) type_(line string) {
	if _, err := io.WriteString(p.conn, line+"\r\n"); err != nil {
		p.t.Fatal(err)
	}
}

func (p *plainPeer) await(text string) {
	p.t.Helper()
	var b [4096]byte
	for {
		if _, rest, ok := bytes.Cut(p.got, []byte(text)); ok {
			p.got = rest
			return
		}
		n, err := p.conn.Read(b[:])
		p.got = append(p.got, b[:n]...)
		if err != nil {
			p.t.Fatalf("%q did not come: %v\n%q", text, err, p.got)
		}
	}
}

// come logs a guest in who sees boards in style 12.
func (p *plainPeer) come(name string) {
	p.t.Helper()
	p.type_(name + "\r\n\r\nset style 12\r\nset bell 0")
	p.await("Bell off.")
}

// aldaAndBert come in and begin game 1, Alda with White.
func aldaAndBert(t *testing.T, telnet string) (a, b *plainPeer) {
	t.Helper()
	a, b = dialPlain(t, telnet), dialPlain(t, telnet)
	a.come("Alda")
	b.come("Bert")
	a.type_("match bert 60 0 white atomic")
	b.await("You can \"accept\"")
	b.type_("accept")
	a.await("<12> ")
	b.await("<12> ")
	return a, b
}

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// process is a server under load.
type process struct {
	cmd  *exec.Cmd
	port int
	log  string
}

// launch starts a program that listens on the port it is given and waits for
// its first login prompt.
func launch(o *options, name string, port int, args ...string) (*process, error) {
	p := &process{cmd: exec.Command(name, args...), port: port, log: filepath.Join(o.dir, filepath.Base(name)+".log")}
	out, err := os.Create(p.log)
	if err != nil {
		return nil, err
	}
	defer out.Close()
	p.cmd.Stdout, p.cmd.Stderr = out, out
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	if err := prompt(port, 30*time.Second); err != nil {
		_ = p.cmd.Process.Kill()
		_ = p.cmd.Wait()
		text, _ := os.ReadFile(p.log)
		return nil, fmt.Errorf("%s: %w; it said:\n%s", filepath.Base(name), err, text)
	}
	return p, nil
}

// stop ends the server as an operator would and waits for it.
func (p *process) stop() error {
	_ = p.cmd.Process.Signal(syscall.SIGTERM)
	done := make(chan error, 1)
	go func() { done <- p.cmd.Wait() }()
	select {
	case <-done:
		return nil
	case <-time.After(20 * time.Second):
		_ = p.cmd.Process.Kill()
		<-done
		return fmt.Errorf("%s did not stop within 20 s of SIGTERM", p.cmd.Path)
	}
}

// prompt waits until a connection to the port is greeted with "login:".
func prompt(port int, limit time.Duration) error {
	end := time.Now().Add(limit)
	for time.Now().Before(end) {
		c, err := net.DialTimeout("tcp4", "127.0.0.1:"+strconv.Itoa(port), time.Second)
		if err != nil {
			time.Sleep(2 * time.Millisecond)
			continue
		}
		_ = c.SetDeadline(end)
		var got []byte
		buf := make([]byte, 4096)
		for err == nil && !bytes.Contains(got, []byte("login:")) {
			var n int
			n, err = c.Read(buf)
			got = append(got, buf[:n]...)
		}
		_ = c.Close()
		if err == nil {
			return nil
		}
		time.Sleep(2 * time.Millisecond)
	}
	return fmt.Errorf("no login prompt on port %d within %v", port, limit)
}

func freePort() (int, error) {
	ln, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	defer ln.Close()
	return ln.Addr().(*net.TCPAddr).Port, nil
}

func startNull(o *options) (*process, error) {
	port, err := freePort()
	if err != nil {
		return nil, err
	}
	return launch(o, o.icsload, port, "nullserver", "--port", strconv.Itoa(port))
}

func startProduct(o *options) (*process, error) {
	dir, err := os.MkdirTemp(o.dir, "data")
	if err != nil {
		return nil, err
	}
	return product(o, dir)
}

func product(o *options, dir string) (*process, error) {
	port, err := freePort()
	if err != nil {
		return nil, err
	}
	return launch(o, o.product, port, "--config", o.config, "--telnet", "127.0.0.1:"+strconv.Itoa(port), "--ssh", "", "--data", dir)
}

// load starts a server, runs icsload against it and returns its figures.
func load(o *options, args string, startServer func(*options) (*process, error)) (map[string]float64, error) {
	p, err := startServer(o)
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(o.icsload, append(strings.Fields(args), "--port", strconv.Itoa(p.port), "--pid", strconv.Itoa(p.cmd.Process.Pid))...)
	var said bytes.Buffer
	cmd.Stderr = &said
	text, err := cmd.Output()
	stopErr := p.stop()
	if err != nil {
		log, _ := os.ReadFile(p.log)
		return nil, fmt.Errorf("icsload %s: %w\n%s\nthe server said:\n%s", args, err, said.Bytes(), log)
	}
	var out struct{ Metrics map[string]float64 }
	if err := json.Unmarshal(text, &out); err != nil {
		return nil, fmt.Errorf("reading icsload's report: %w", err)
	}
	return out.Metrics, stopErr
}

// bareCommit measures single commits of bbolt with fsync, in milliseconds.
func bareCommit(o *options) (p50, p99 float64, err error) {
	text, err := exec.Command(o.phys, "-what", "commit", "-t", "3s", "-dir", o.dir).Output()
	if err != nil {
		return 0, 0, fmt.Errorf("measuring a bare commit: %w", err)
	}
	var r struct{ P50, P99 float64 }
	if err := json.Unmarshal(text, &r); err != nil {
		return 0, 0, fmt.Errorf("reading the figures of a bare commit: %w", err)
	}
	return r.P50, r.P99, nil
}

// fill writes a data file with accounts and finished games into dir.
func fill(o *options, dir string, accounts, games int) error {
	out, err := exec.Command(o.fill, "-dir", dir, "-accounts", strconv.Itoa(accounts), "-games", strconv.Itoa(games)).CombinedOutput()
	if err != nil {
		return fmt.Errorf("filling a data file: %w: %s", err, out)
	}
	return nil
}

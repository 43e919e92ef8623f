package main

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// binary is the program itself, running.
type binary struct {
	cmd             *exec.Cmd
	log             string // file that its standard error goes to
	telnet, ssh, ws string // addresses
}

// startBinary runs the server with its data in a folder, without the limits that
// one address would meet, and with every port open. maxFile is the most that a
// file may grow to in KiB, 0 for no limit.
func startBinary(t *testing.T, dir string, maxFile int) *binary {
	t.Helper()
	b := &binary{log: filepath.Join(dir, "log")}
	log, err := os.Create(b.log)
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	b.cmd = exec.Command("epicenter", "--config", filepath.Join("..", "..", "scripts", "bench", "config.yaml"),
		"--telnet", "127.0.0.1:0", "--ssh", "127.0.0.1:0", "--ws", "127.0.0.1:0", "--data", dir)
	if maxFile > 0 {
		args := append([]string{"bash", "-c", fmt.Sprintf(`ulimit -f %d; exec "$@"`, maxFile), "bash"}, b.cmd.Args...)
		b.cmd = exec.Command(args[0], args[1:]...)
	}
	b.cmd.Env = append(os.Environ(), "EPICENTER_PASSWORD_MEMORY=1MiB", "EPICENTER_PASSWORD_TIME=1")
	b.cmd.Stderr = log
	out, err := b.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := b.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = b.cmd.Process.Kill() })
	said := make([]byte, 4096)
	n, _ := out.Read(said) // all of it is one write
	find := func(r *regexp.Regexp) []string {
		m := r.FindStringSubmatch(string(said[:n]))
		if m == nil {
			t.Fatalf("the server did not start: %s\n%s", said[:n], b.logged(t))
		}
		return m
	}
	m := find(telnetLine)
	b.telnet = net.JoinHostPort(m[1], m[2])
	m = find(sshLine)
	b.ssh = net.JoinHostPort(m[2], m[1])
	b.ws = strings.TrimPrefix(find(regexp.MustCompile(`ws://[0-9.:]+`))[0], "ws://")
	return b
}

func (b *binary) logged(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(b.log)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

//go:build unix

package engine

import (
	"os/exec"
	"syscall"
)

// apart gives a child a process group of its own: an interrupt at the terminal is
// for the bot, which may still have a game to finish, and what a script that
// starts an engine has started ends with it.
func apart(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// kill ends the group.
func kill(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }

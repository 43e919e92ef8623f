//go:build unix

package main

import "syscall"

// spareFiles are kept for the data file, its backup, the control socket and
// connections that are about to be refused (docs/cases.md 97).
const spareFiles = 64

// maxOpen is how many connections may be open at once: the process's limit of
// open files, which the Go runtime has raised as far as it may, less a reserve.
func maxOpen() int {
	var l syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &l); err != nil || l.Cur > 1<<30 {
		return 0
	}
	return max(16, int(l.Cur)-spareFiles)
}

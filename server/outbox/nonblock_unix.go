//go:build unix

package outbox

import "syscall"

// canNonblock tells that writeFD works here.
const canNonblock = true

// writeFD is write(2) on a descriptor in non-blocking mode, which those of
// package net are.
func writeFD(fd uintptr, p []byte) (int, error) { return syscall.Write(int(fd), p) }

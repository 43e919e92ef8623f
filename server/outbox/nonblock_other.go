//go:build !unix

package outbox

import "errors"

// canNonblock tells that every box gets a goroutine of its own while it has
// something to write.
const canNonblock = false

func writeFD(uintptr, []byte) (int, error) { return 0, errors.ErrUnsupported }

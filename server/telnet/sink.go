package telnet

import (
	"bytes"
	"syscall"
	"time"

	"epicenter/server/outbox"
)

// sink is the side of a Conn that its outbox writes to.
type sink Conn

// RawConn lets the outbox write without blocking; nil where the connection is
// not a socket.
func (s *sink) RawConn() syscall.RawConn { return s.raw }

// Encode doubles 255 in text (RFC 854 "IAC"). Text is UTF-8 or ASCII and has
// none, so this is a search and a copy.
func (s *sink) Encode(dst []byte, batch []outbox.Unit) []byte {
	for _, u := range batch {
		b := u.Bytes
		for !u.Raw {
			i := bytes.IndexByte(b, iac)
			if i < 0 {
				break
			}
			dst = append(append(dst, b[:i+1]...), iac)
			b = b[i+1:]
		}
		dst = append(dst, b...)
	}
	return dst
}

// Write writes to the connection and may block.
func (s *sink) Write(p []byte) (int, error) { return s.conn.Write(p) }

// Full ends the reading side. Its error is of no use: a connection whose
// deadline cannot be set is closed already.
func (s *sink) Full() { _ = s.conn.SetReadDeadline(time.Now()) }

// Close ends the connection. After flushed output only our direction ends, and
// the reader swallows what the client still sends until it hangs up: closing a
// TCP connection with unread bytes would reset it and might take the goodbye
// from the client's hands.
func (s *sink) Close(flushed bool) error {
	c := (*Conn)(s)
	half, ok := s.conn.(interface{ CloseWrite() error })
	if !flushed || !ok {
		return c.cut()
	}
	c.ended.Store(true)
	if err := half.CloseWrite(); err != nil {
		return c.cut()
	}
	return s.conn.SetReadDeadline(time.Now().Add(lingerTime))
}

package ws

import (
	"context"
	"time"

	"github.com/coder/websocket"

	"epicenter/server/outbox"
)

// sink is the side of a Conn that its outbox writes to.
type sink Conn

// Encode copies the one unit of a batch, which becomes a frame of its own: the
// application puts nothing together (docs/clients.md §0 no. 12).
func (s *sink) Encode(dst []byte, batch []outbox.Unit) []byte {
	for _, u := range batch {
		dst = append(dst, u.Bytes...)
	}
	return dst
}

// Write sends a frame and may block; a closed connection makes it return.
func (s *sink) Write(p []byte) (int, error) {
	if err := s.ws.Write(context.Background(), websocket.MessageBinary, p); err != nil {
		return 0, err
	}
	return len(p), nil
}

// Full ends the reading side. Its error is of no use: a connection whose
// deadline cannot be set is closed already.
func (s *sink) Full() { _ = s.conn.SetReadDeadline(time.Now()) }

// closeFrame says goodbye: a close frame of status 1000, not masked (RFC 6455
// §5.5.1). We do not wait for the answer here; the reader meets it.
var closeFrame = []byte{0x88, 2, 1000 >> 8, 1000 & 0xFF}

// closeTime bounds the writing of closeFrame, which the kernel takes at once
// unless its buffer is full.
const closeTime = 100 * time.Millisecond

// Close ends the connection. After flushed output the client is told so and gets
// a while to answer; the reader swallows what it still sends.
func (s *sink) Close(flushed bool) error {
	c := (*Conn)(s)
	if !flushed {
		return c.cut()
	}
	c.ended.Store(true)
	now := time.Now()
	if err := s.conn.SetDeadline(now.Add(closeTime)); err != nil {
		return c.cut()
	}
	if _, err := s.conn.Write(closeFrame); err != nil {
		return c.cut()
	}
	return s.conn.SetReadDeadline(now.Add(lingerTime))
}

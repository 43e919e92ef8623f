// Package sshdtest is what tests of the SSH port, here and in the server, need
// to talk to it over a connection in memory.
package sshdtest

import (
	"bytes"
	"net"
	"sync"
)

// waiting is how many writes a Patient takes before one of them waits; tests
// write less than that before the other end reads.
const waiting = 4096

// Patient is a connection whose Write does not wait for the reader, as TCP's
// does not and that of net.Pipe does: both ends of SSH begin by writing
// (RFC 4253 §4.2).
type Patient struct {
	net.Conn
	out  chan []byte
	done chan struct{}
	once sync.Once
}

// NewPatient makes a connection patient. Its goroutine ends when it is closed,
// and when the connection takes no more.
func NewPatient(c net.Conn) *Patient {
	p := &Patient{Conn: c, out: make(chan []byte, waiting), done: make(chan struct{})}
	go func() {
		for {
			select {
			case b := <-p.out:
				if _, err := c.Write(b); err != nil {
					return
				}
			case <-p.done:
				return
			}
		}
	}()
	return p
}

// Write passes b on in its turn. It fails with net.ErrClosed after Close; what
// was taken before and could not be sent is lost without a word.
func (p *Patient) Write(b []byte) (int, error) {
	select {
	case p.out <- bytes.Clone(b):
		return len(b), nil
	case <-p.done:
		return 0, net.ErrClosed
	}
}

// Close closes the connection with what has not been sent yet.
func (p *Patient) Close() error {
	p.once.Do(func() { close(p.done) })
	return p.Conn.Close()
}

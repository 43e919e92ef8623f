package client

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strconv"
	"strings"
	"time"

	"golang.org/x/crypto/ssh"
	"golang.org/x/crypto/ssh/knownhosts"
)

// dialTime bounds how long a connection may take to stand.
const dialTime = 20 * time.Second

// Address is where a server listens and how it is reached.
type Address struct {
	Host string
	Port int
	SSH  *SSH // nil for telnet
}

// SSH is how a server proves who it is. One that cannot is refused: the password
// would go to whoever answers.
type SSH struct {
	// KnownHosts is a file in the format of OpenSSH.
	KnownHosts string
	// Fingerprint is the only key accepted if it is not empty, as
	// "SHA256:…"; the file is then not looked at.
	Fingerprint string
}

// String is host:port.
func (a Address) String() string { return net.JoinHostPort(a.Host, strconv.Itoa(a.Port)) }

// Dial connects. Over SSH it also logs in as the account, so that the server's
// session has begun; errors that would come again are *Refusal.
func Dial(ctx context.Context, a Address, who Account) (io.ReadWriteCloser, error) {
	d := net.Dialer{Timeout: dialTime}
	conn, err := d.DialContext(ctx, "tcp", a.String())
	if err != nil {
		return nil, fmt.Errorf("connect to %s: %w", a, err)
	}
	if a.SSH == nil {
		return conn, nil
	}
	s, err := a.SSH.open(conn, a.String(), who)
	if err != nil {
		conn.Close()
		return nil, err
	}
	return s, nil
}

// open makes a shell of a connection, without a terminal: plain lines
// (docs/cases.md 80).
func (s *SSH) open(conn net.Conn, address string, who Account) (io.ReadWriteCloser, error) {
	var untrusted *Refusal
	config := &ssh.ClientConfig{
		User: who.Handle, Timeout: dialTime, ClientVersion: "SSH-2.0-epicenter_bot",
		HostKeyCallback: func(host string, remote net.Addr, key ssh.PublicKey) error {
			if untrusted = s.trust(host, remote, key); untrusted != nil {
				return untrusted
			}
			return nil
		},
	}
	if who.Password != "" {
		config.Auth = []ssh.AuthMethod{ssh.Password(who.Password)}
	}
	if err := conn.SetDeadline(time.Now().Add(dialTime)); err != nil { // the operating system's, as in Conn.Send
		return nil, fmt.Errorf("connect to %s: %w", address, err)
	}
	c, channels, requests, err := ssh.NewClientConn(conn, address, config)
	switch {
	case untrusted != nil:
		return nil, untrusted
	case err != nil && strings.Contains(err.Error(), "unable to authenticate"):
		r := &Refusal{Why: "the server refuses the password of " + who.Handle, Do: "correct the file of --password-file", Final: true}
		if who.Password == "" {
			r = &Refusal{Why: who.Handle + " needs a password here", Do: "give its --password-file, or choose another --handle", Final: true}
		}
		return nil, r
	case err != nil:
		return nil, fmt.Errorf("SSH to %s: %w", address, err)
	}
	if err := conn.SetDeadline(time.Time{}); err != nil {
		return nil, fmt.Errorf("SSH to %s: %w", address, err)
	}
	return shell(ssh.NewClient(c, channels, requests), address)
}

// trust decides about the server's key.
func (s *SSH) trust(host string, remote net.Addr, key ssh.PublicKey) *Refusal {
	print := ssh.FingerprintSHA256(key)
	if s.Fingerprint != "" {
		if print == s.Fingerprint {
			return nil
		}
		return &Refusal{
			Why: fmt.Sprintf("the SSH key of %s is %s, not %s", host, print, s.Fingerprint), Final: true,
			Do: "find out from its operator which is right",
		}
	}
	known, err := knownhosts.New(s.KnownHosts)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return &Refusal{Why: "the file of known hosts cannot be read: " + err.Error(), Do: "mend it or give --fingerprint", Final: true}
	}
	if err == nil {
		err = known(host, remote, key)
	}
	var mismatch *knownhosts.KeyError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &mismatch) && len(mismatch.Want) > 0:
		return &Refusal{
			Why: fmt.Sprintf("the SSH key of %s is %s, another than %s has for it", host, print, s.KnownHosts), Final: true,
			Do: "somebody may sit in between: ask its operator before you change the file",
		}
	}
	return &Refusal{
		Why: fmt.Sprintf("the SSH key of %s is %s and not in %s", host, print, s.KnownHosts), Final: true,
		Do: "if its operator tells you the same fingerprint, give --fingerprint " + print,
	}
}

// session is a shell on the server as a stream.
type session struct {
	io.Reader
	io.Writer
	client *ssh.Client
}

func shell(client *ssh.Client, address string) (io.ReadWriteCloser, error) {
	s, err := client.NewSession()
	if err != nil {
		client.Close()
		return nil, fmt.Errorf("SSH session on %s: %w", address, err)
	}
	in, errIn := s.StdinPipe()
	out, errOut := s.StdoutPipe()
	if err := errors.Join(errIn, errOut, s.Shell()); err != nil {
		client.Close()
		return nil, fmt.Errorf("SSH session on %s: %w", address, err)
	}
	return &session{out, in, client}, nil
}

// Close implements io.Closer.
func (s *session) Close() error { return s.client.Close() }

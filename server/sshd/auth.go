package sshd

import (
	"context"
	"errors"
	"net/netip"

	"github.com/gliderlabs/ssh"
	gossh "golang.org/x/crypto/ssh"

	"epicenter/server/transport"
)

// maxTries is how many keys and passwords one connection may try
// (docs/cases.md 84).
const maxTries = 6

// maxName is the longest user name that is looked at, far above what the
// server allows.
const maxName = 64

// Auth says who may come in under a login name. Its methods are called before
// there is a session, may take their time (a password hash does), and are
// called by many goroutines. Each reports whether the answer is yes, and the
// version of the account it looked at.
type Auth interface {
	// NoPassword: the name is a guest's or belongs to no account, so that
	// there is nothing to prove.
	NoPassword(ctx context.Context, name string, addr netip.Addr) (version uint64, ok bool)
	// CheckPassword: this is the account's password.
	CheckPassword(ctx context.Context, name, password string, addr netip.Addr) (version uint64, ok bool)
	// CheckKey: the account lists this public key, given in SSH's wire format.
	// Yes does not mean that anybody has proved to own it.
	CheckKey(ctx context.Context, name string, key []byte, addr netip.Addr) (version uint64, ok bool)
}

var errDenied = errors.New("permission denied")

// loginKey marks the login in the permissions of one attempt.
type loginKey struct{}

// config makes the authentication of one connection.
//
// Every attempt that succeeds carries its own login in permissions of its own,
// and x/crypto hands out those of the attempt that was completed, with the
// signature if it was a key. What gliderlabs/ssh offers for this is the key that
// was *offered* last and permissions shared by all attempts; its callbacks are
// therefore not used, and its PublicKey and Permissions are never asked
// (CVE-2024-45337, docs/cases.md 82).
func (s *Server) config(ctx ssh.Context) *gossh.ServerConfig {
	l := linkOf(ctx)
	check := func(conn gossh.ConnMetadata, login transport.Login, ask func(name string, addr netip.Addr) (uint64, bool)) (*gossh.Permissions, error) {
		login.Name = conn.User()
		if len(login.Name) > maxName {
			return nil, errDenied
		}
		if login.Method != transport.NoPassword && !l.try() {
			return nil, errDenied
		}
		version, ok := ask(login.Name, l.addr)
		if !ok {
			return nil, errDenied
		}
		login.Version = version
		return &gossh.Permissions{ExtraData: map[any]any{loginKey{}: login}}, nil
	}
	a := s.opt.Auth
	return &gossh.ServerConfig{
		MaxAuthTries: maxTries,
		// Without callbacks in its own struct gliderlabs/ssh sets NoClientAuth in
		// any case; this callback decides who is let in by it.
		NoClientAuth: true,
		NoClientAuthCallback: func(conn gossh.ConnMetadata) (*gossh.Permissions, error) {
			return check(conn, transport.Login{Method: transport.NoPassword}, func(name string, addr netip.Addr) (uint64, bool) {
				return a.NoPassword(ctx, name, addr)
			})
		},
		PasswordCallback: func(conn gossh.ConnMetadata, password []byte) (*gossh.Permissions, error) {
			return check(conn, transport.Login{Method: transport.Password}, func(name string, addr netip.Addr) (uint64, bool) {
				return a.CheckPassword(ctx, name, string(password), addr)
			})
		},
		PublicKeyCallback: func(conn gossh.ConnMetadata, key gossh.PublicKey) (*gossh.Permissions, error) {
			login := transport.Login{Method: transport.Key, Key: Fingerprint(key)}
			return check(conn, login, func(name string, addr netip.Addr) (uint64, bool) {
				return a.CheckKey(ctx, name, key.Marshal(), addr)
			})
		},
	}
}

// loginOf returns who has logged in on a connection.
func loginOf(ctx ssh.Context) (transport.Login, bool) {
	conn, ok := ctx.Value(ssh.ContextKeyConn).(*gossh.ServerConn)
	if !ok || conn.Permissions == nil {
		return transport.Login{}, false
	}
	login, ok := conn.Permissions.ExtraData[loginKey{}].(transport.Login)
	return login, ok
}

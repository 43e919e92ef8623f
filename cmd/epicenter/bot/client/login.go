package client

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"time"
)

// Account is who logs in; without a password it is a guest, of that name if the
// name is free and not registered.
type Account struct {
	Handle, Password string
}

// Refusal is why a server does not let us in, or lets us stay, with what to do
// about it. A final one would be the same at the next try.
type Refusal struct {
	Why, Do string
	Final   bool
}

// Error says both.
func (r *Refusal) Error() string {
	if r.Do == "" {
		return r.Why
	}
	return r.Why + "; " + r.Do
}

// loginTime is how long the server may take for the login.
const loginTime = 90 * time.Second

var (
	startLine = regexp.MustCompile(`^\*\*\*\* Starting .* session as ([A-Za-z]+)(\([^ ]*\))? \*\*\*\*`)
	// pressReturn has, unlike the clients of docs/clients.md §2, no need for the
	// characters behind the name.
	pressReturn = regexp.MustCompile(`^Press return to enter the server as "([A-Za-z]+)"`)
)

// loginState is a dialogue of docs/protocol.md §1.5 and §1.6.
type loginState struct {
	conn     *Conn
	account  Account
	names    int // times that the name was sent
	wrong    bool
	invalid  string // a complaint about the name
	last     string // what the server said last
	lastStar string // the last line between stars, which is how refusals look
}

// Login leads the dialogue until the session has started and returns the name
// that the server gives us. The error is a *Refusal where the server said why.
func Login(ctx context.Context, c *Conn, a Account, after func(time.Duration) (<-chan time.Time, func())) (handle string, err error) {
	timer, stop := after(loginTime)
	defer stop()
	s := &loginState{conn: c, account: a}
	for {
		select {
		case <-ctx.Done():
			return "", ctx.Err()
		case <-timer:
			return "", fmt.Errorf("the login took more than %v; the server's last words were %.80q", loginTime, s.last)
		case l, ok := <-c.Lines:
			if !ok {
				return "", s.closed()
			}
			handle, err = s.line(l)
			if handle != "" || err != nil {
				return handle, err
			}
		}
	}
}

func (s *loginState) line(l Line) (handle string, err error) {
	if l.Asks {
		return "", s.asked(l.Text)
	}
	s.last = l.Text
	switch t := l.Text; {
	case strings.HasPrefix(t, "SSH-"):
		return "", &Refusal{Why: "an SSH server answers on this port", Final: true, Do: "add --ssh, or give the --port of telnet"}
	case strings.Contains(t, "kicking them out"):
	case strings.Contains(t, "is already logged in"):
		return "", &Refusal{
			Why: fmt.Sprintf("somebody is logged in as %s already", s.account.Handle), Final: true,
			Do: "choose another --handle, or register this one",
		}
	case strings.Contains(t, "Invalid password"):
		s.wrong = true
	case strings.HasPrefix(t, "Sorry, names ") || strings.HasPrefix(t, "A name should "):
		s.invalid = t
	case strings.HasPrefix(t, "Player ") && strings.HasSuffix(t, "is banned."):
		return "", &Refusal{Why: t, Final: true, Do: "ask the server's administrators"}
	case strings.Contains(t, "guest connections have been prevented") || strings.Contains(t, "may login without an account"):
		return "", &Refusal{Why: "the server takes no guests now", Final: true, Do: "register an account and give --password-file"}
	case strings.HasPrefix(t, "****") && !startLine.MatchString(t):
		s.lastStar = strings.Trim(t, "* ")
	}
	if m := startLine.FindStringSubmatch(l.Text); m != nil {
		return m[1], nil
	}
	if m := pressReturn.FindStringSubmatch(l.Text); m != nil {
		if s.account.Password != "" {
			return "", &Refusal{
				Why: fmt.Sprintf("%s is not registered on this server", s.account.Handle), Final: true,
				Do: "register it first, or leave --password-file away to play as a guest",
			}
		}
		return "", s.conn.Send("")
	}
	return "", nil
}

// asked answers a prompt.
func (s *loginState) asked(prompt string) error {
	if prompt == "password: " {
		if s.account.Password == "" {
			return &Refusal{
				Why: fmt.Sprintf("%s is a registered name", s.account.Handle), Final: true,
				Do: "give its --password-file, or choose another --handle",
			}
		}
		return s.conn.Send(s.account.Password)
	}
	switch {
	case s.wrong:
		return &Refusal{
			Why: fmt.Sprintf("the password for %s is wrong", s.account.Handle), Final: true,
			Do: "correct the file of --password-file",
		}
	case s.invalid != "":
		return &Refusal{Why: fmt.Sprintf("the server refuses the name %q (%s)", s.account.Handle, s.invalid), Final: true, Do: "choose another --handle"}
	case s.names > 0:
		return &Refusal{Why: fmt.Sprintf("the server asks for a name again; its last words were %.80q", s.last)}
	}
	s.names++
	return s.conn.Send(s.account.Handle)
}

// closed says why the server has hung up.
func (s *loginState) closed() error {
	switch {
	case s.lastStar != "":
		return &Refusal{Why: "the server closed the connection: " + s.lastStar}
	case s.last != "":
		return &Refusal{Why: fmt.Sprintf("the server closed the connection; its last words were %.80q", s.last)}
	}
	return fmt.Errorf("the server closed the connection at once: %w", s.conn.Err())
}

package bot

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"epicenter/cmd/epicenter/bot/client"
	"epicenter/cmd/epicenter/bot/engine"
	"epicenter/cmd/epicenter/bot/engine/enginetest"
	"epicenter/rules"
	"epicenter/server/ics"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// fakeProcess is an engine of enginetest in a goroutine.
type fakeProcess struct {
	io.Writer
	io.Reader
	in   *io.PipeWriter
	out  *io.PipeReader
	done chan struct{}
}

func startFake(protocol, behaviour string) func() (engine.Process, error) {
	return func() (engine.Process, error) {
		in, toEngine := io.Pipe()
		fromEngine, out := io.Pipe()
		p := &fakeProcess{toEngine, fromEngine, toEngine, fromEngine, make(chan struct{})}
		go func() {
			defer close(p.done)
			enginetest.Main([]string{protocol, behaviour}, in, out, io.Discard)
			in.Close()
			out.Close()
		}()
		return p, nil
	}
}

func (p *fakeProcess) End() string {
	p.in.Close()
	p.out.Close()
	<-p.done
	return "gone"
}

// server plays the server's part of one connection as a script says: "< text"
// is sent, "> text" waits until the bot has typed the line, "hang up" ends the
// connection, "ask text" sends a line without its end.
type server struct {
	t     *testing.T
	conn  net.Conn
	typed chan string
}

func (s *server) play(script string) {
	defer s.conn.Close()
	for line := range strings.Lines(script) {
		kind, text, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch kind {
		case "<":
			io.WriteString(s.conn, "\n\r"+text+"\n\rfics% ")
		case "ask":
			io.WriteString(s.conn, "\n\r"+text+" ")
		case "hang":
			return
		case ">":
			if !s.await(text) {
				s.t.Errorf("the bot did not type %q", text)
				return
			}
		}
	}
	for range s.typed { // until the bot hangs up
	}
}

func (s *server) await(text string) bool {
	for line := range s.typed {
		if line == text {
			return true
		}
		if strings.HasPrefix(line, "$resign") || strings.HasPrefix(line, "$quit") {
			s.t.Errorf("the bot typed %q instead of %q", line, text)
		}
	}
	return false
}

// stage is a bot with a scripted server.
type stage struct {
	cfg     Config
	scripts []string // a connection each; then the bot is told to leave
	log     []string
	pgn     bytes.Buffer
}

func newStage(behaviour string, scripts ...string) *stage {
	s := &stage{scripts: scripts}
	c := enginetest.NewClock(time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC))
	var mu sync.Mutex
	log := func(line string) {
		mu.Lock()
		defer mu.Unlock()
		s.log = append(s.log, line)
	}
	s.cfg = Config{
		Account: client.Account{Handle: "Boom", Password: "secret"}, Site: "test:5000", Seeks: []string{"5 0 atomic"},
		Accept: DefaultAccept(), Clock: c, Dice: rand.New(rand.NewPCG(1, 2)), Log: log, PGN: &s.pgn,
	}
	protocol, word, _ := strings.Cut(behaviour, " ")
	s.cfg.Engine = engine.New(engine.Config{Start: startFake(protocol, word), Protocol: protocol, Clock: c, Log: log})
	return s
}

// run plays all scripts.
func (s *stage) run(t *testing.T) error {
	t.Helper()
	var servers sync.WaitGroup
	defer servers.Wait()
	leave := make(chan struct{})
	s.cfg.Leave = leave
	s.cfg.Clock.(*enginetest.Clock).Fire = func(d time.Duration) bool { return d%time.Millisecond != 0 } // waits with dice in them
	n := 0
	s.cfg.Dial = func(ctx context.Context) (io.ReadWriteCloser, error) {
		if n == len(s.scripts) {
			close(leave)
			return nil, errors.New("nobody is there")
		}
		script := s.scripts[n]
		n++
		if script == "refused" {
			return nil, errors.New("connection refused")
		}
		ours, theirs := net.Pipe()
		srv := &server{t: t, conn: theirs, typed: make(chan string, 1000)}
		servers.Go(func() { srv.play(script) })
		servers.Go(func() {
			for r := bufio.NewScanner(theirs); r.Scan(); {
				srv.typed <- r.Text()
			}
			close(srv.typed)
		})
		return ours, nil
	}
	return New(s.cfg).Run(t.Context())
}

func (s *stage) logged(text string) bool {
	return slices.ContainsFunc(s.log, func(line string) bool { return strings.Contains(line, text) })
}

// login is the usual beginning; free what follows for a bot without a game.
const (
	login = `
	ask login:
	> Boom
	< "Boom" is a registered name.  If it is yours, type the password.
	ask password:
	> secret
	< **** Starting FICS session as Boom(C) ****
	> $iset ms 1
	< ms set.
`
	free = login + `
	> epicenterbotready
	< You are not playing, observing or examining a game.
	< epicenterbotready: Command not found.
	> $stored
	< Boom has no adjourned games.
	> $seek 5 0 atomic
`
	begin = `
	< Creating: Alice (1500) Boom (1600) rated atomic 5 0
	< {Game 7 (Alice vs. Boom) Creating rated atomic match.}
	< <12> rnbqkbnr pppppppp -------- -------- -------- -------- PPPPPPPP RNBQKBNR W -1 1 1 1 1 0 7 Alice Boom -1 5 0 39 39 300000 300000 1 none (0:00.000) none 1 0 0
`
	afterE4 = `
	< <12> rnbqkbnr pppppppp -------- -------- ----P--- -------- PPPP-PPP RNBQKBNR B 4 1 1 1 1 0 7 Alice Boom 1 5 0 39 39 300000 300000 1 P/e2-e4 (0:00.000) e4 1 0 0
`
	over = `
	< {Game 7 (Alice vs. Boom) Alice resigns} 0-1
	> $stored
	> $seek 5 0 atomic
	hang up
`
)

// reply is what the fake engine plays after 1. e4.
func reply(variant string) string {
	p := rules.Lookup(variant).Start(rules.StandardStart)
	m, _ := p.ParseMove("e4", rules.MoveText{})
	p = p.Play(m)
	moves := p.AppendMoves(nil)
	slices.Sort(moves)
	return ics.MoveText(&p, moves[p.Hash()%uint64(len(moves))])
}

func TestGame(t *testing.T) {
	s := newStage("uci good", free+`
	< <pf> 3 w=Alice t=match p=Alice (1500) [white] Boom (1600) rated suicide 5 0
	> $decline 3
	> $tell Alice I play chess, wild/fr, atomic, atomic960, crazyhouse, wild/2, wild/3, wild/4, others only.
	< <pf> 4 w=Alice t=match p=Alice (1500) [white] Boom (1600) rated atomic 5 0
	> $accept 4
`+begin+`
	> $say Hello
`+afterE4+`
	> `+reply("atomic")+`
	< <pf> 5 w=Alice t=draw p=#
	> $decline 5
	< <pf> 6 w=Alice t=adjourn p=#
	> $decline 6
`+over)
	s.cfg.Accept.Greeting = "Hello"
	if err := s.run(t); err != nil {
		t.Fatal(err)
	}
	games := rules.NewPGNReader(&s.pgn)
	g, err := games.Next()
	if err != nil {
		t.Fatalf("%v\n%q", err, s.log)
	}
	if g.Tag("White") != "Alice" || g.Tag("WhiteElo") != "1500" || g.Tag("Termination") != "Alice resigns" ||
		g.Result != rules.BlackWins || g.Start.Variant().Name != "atomic" || len(g.Moves) != 1 || g.Tag("TimeControl") != "300+0" {
		t.Errorf("kept %s", g.PGN())
	}
	for _, want := range []string{"declining", "accepting", "game 7: Alice resigns 0-1", "the server closed the connection; trying again in "} {
		if !s.logged(want) {
			t.Errorf("%q is not in the log\n%q", want, s.log)
		}
	}
}

// A game that began before we came is taken up from its moves.
func TestTakesUpGame(t *testing.T) {
	for name, moves := range map[string]string{
		"with its moves": `
	< Movelist for game 7:
	< Alice (1500) vs. Boom (1600) --- Sat Jan 23, 14:34 EST 2016
	< Rated atomic match, initial time: 5 minutes, increment: 0 seconds.
	< Move  Alice               Boom
	< ----  ---------------------   ---------------------
	< 1.  e4      (0:00.000)
	< {Still in progress} *`,
		"without": `
	< Movelist for game 7:
	< Alice (1500) vs. Boom (1600) --- Sat Jan 23, 14:34 EST 2016
	< Rated atomic match, initial time: 5 minutes, increment: 0 seconds.
	< {Still in progress} *`,
	} {
		t.Run(name, func(t *testing.T) {
			s := newStage("uci good", "refused", login+afterE4+`
	> $moves`+moves+`
	> `+reply("atomic")+`
	< epicenterbotready: Command not found.
`+over)
			if err := s.run(t); err != nil {
				t.Fatal(err)
			}
			if !s.logged("connection refused; trying again in ") {
				t.Errorf("log %q", s.log)
			}
			if want := strings.Count(moves, "e4"); strings.Count(s.pgn.String(), "1. e4") != want {
				t.Errorf("kept %s", s.pgn.String())
			}
		})
	}
}

func TestResumesAdjourned(t *testing.T) {
	s := newStage("uci good", login+`
	< epicenterbotready: Command not found.
	> $stored
	< 1: W Bob             Y [ xr  1   0] 39-39 W2   --- Fri Jan 12, 11:54 PST 2024
	< 2: B Carol           N [ xr  1   0] 39-39 W2   --- Fri Jan 12, 11:54 PST 2024
	> $match Bob
	< Notification: Carol, who has an adjourned game with you, has arrived.
	> $match Carol
	< <pf> 4 w=Dave t=match p=Dave (1500) Boom (1600) rated suicide 5 0 (adjourned)
	> $accept 4
	hang up`)
	if err := s.run(t); err != nil {
		t.Fatal(err)
	}
}

// Takebacks, refused moves and boards that come twice.
func TestBoards(t *testing.T) {
	s := newStage("uci good", free+begin+afterE4+`
	> `+reply("atomic")+`
	< Your opponent is not back yet. The clocks stand until then.
`+afterE4+afterE4+`
	> `+reply("atomic")+`
	< Illegal move (`+reply("atomic")+`).
`+afterE4+`
	> `+reply("atomic")+`
	< <pf> 5 w=Alice t=takeback p=1
	> $decline 5
`+begin+afterE4+`
	> `+reply("atomic")+over)
	if err := s.run(t); err != nil {
		t.Fatal(err)
	}
	if !s.logged("the server refuses our move") {
		t.Errorf("log %q", s.log)
	}
}

func TestGivesUp(t *testing.T) {
	tests := []struct{ name, behaviour, script, log string }{
		{"engine that crashes", "uci crash", begin + afterE4 + "> $resign\n" + over, "resigning, because the engine has failed 3 times"},
		{"engine that plays illegal moves", "uci illegal", begin + afterE4 + "> $resign\n" + over, "giving the game up"},
		{"engine that resigns", "xboard resign", begin + afterE4 + "> $resign\n" + over, "the engine resigns"},
		{"engine that offers draws", "xboard draw", begin + afterE4 + "> $draw\n> " + reply("atomic") + "\n" + over, "Alice resigns"},
		{
			"server that takes no move", "uci good", begin + afterE4 + strings.Repeat("> "+reply("atomic")+"\n< Illegal move (x).\n"+afterE4, 3) +
				"> $resign\n" + over, "the server has refused 3 moves",
		},
		{"variant that nobody knows", "uci good", `
	< {Game 7 (Alice vs. Boom) Creating rated shogi match.}
` + afterE4 + `
	> $moves
	< You are not playing or examining a game.
	> $adjourn
	hang up`, `"shogi" is no variant`},
		{"second login", "uci good", `
	< **** Boom has arrived - you can't both be logged in. ****
	hang up`, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := newStage(tt.behaviour, free+tt.script)
			err := s.run(t)
			if tt.log != "" && (err != nil || !s.logged(tt.log)) {
				t.Errorf("error %v, log %q", err, s.log)
			}
			if tt.log == "" && (err == nil || !strings.Contains(err.Error(), "somebody else has logged in as Boom")) {
				t.Errorf("error %v", err)
			}
		})
	}
}

// The game ends while the engine thinks; what it says then is no move.
func TestLateAnswer(t *testing.T) {
	s := newStage("uci slow", free+begin+afterE4+`
	< {Game 7 (Alice vs. Boom) Alice resigns} 0-1
	> $seek 5 0 atomic
`+strings.ReplaceAll(begin+afterE4, " 7 ", " 8 ")+`
	< {Game 8 (Alice vs. Boom) Game aborted on move 1} *
	> $seek 5 0 atomic
	hang up`)
	if err := s.run(t); err != nil {
		t.Fatal(err)
	}
	if s.logged("failed") || strings.Count(s.pgn.String(), "[Result ") != 1 {
		t.Errorf("log %q\n%s", s.log, s.pgn.String())
	}
}

func TestAsksForTitles(t *testing.T) {
	s := newStage("uci good", strings.ReplaceAll(free, "seek 5 0 atomic", "seek 5 0 atomic manual")+`
	< <pf> 3 w=Mac t=match p=Mac (1500) Boom (1600) rated atomic 5 0
	> $finger Mac
	< Finger of Mac(C):
	> $decline 3
	> $tell Mac I play humans only.
	< <pf> 4 w=Ann t=match p=Ann (1500) Boom (1600) rated atomic 5 0
	> $finger Ann
	< Finger of Ann:
	> $accept 4
	hang up`)
	s.cfg.Accept.Opponents = "humans"
	if err := s.run(t); err != nil {
		t.Fatal(err)
	}
}

// What the server does not understand of a seek is told, not passed over.
func TestSeekRefused(t *testing.T) {
	s := newStage("uci good", strings.ReplaceAll(free, "seek 5 0 atomic", "seek 5 0 atomik")+`
	< seek does not know the word "atomik". Variants: chess, atomic.
	hang up`)
	s.cfg.Seeks = []string{"5 0 atomik"}
	if err := s.run(t); err != nil {
		t.Fatal(err)
	}
	if !s.logged(`the server says: seek does not know the word "atomik"`) {
		t.Errorf("log %q", s.log)
	}
}

func TestEndsAfterGames(t *testing.T) {
	s := newStage("uci good", free+begin+`
	< {Game 7 (Alice vs. Boom) Alice resigns} 0-1
	> $unseek
	> $quit`)
	s.cfg.Games = 1
	if err := s.run(t); err != nil {
		t.Fatal(err)
	}
}

// Logins that fail for good end the bot with what is wrong and what to do.
func TestRefusals(t *testing.T) {
	tests := []struct{ name, handle, password, script, want string }{
		{"wrong password", "Boom", "wrong", `
	ask login:
	> Boom
	ask password:
	> wrong
	< **** Invalid password! ****
	ask login:`, "the password for Boom is wrong; correct the file"},
		{"name is registered", "Boom", "", `
	ask login:
	> Boom
	< "Boom" is a registered name.  If it is yours, type the password.
	ask password:`, "Boom is a registered name; give its --password-file"},
		{"name is not registered", "Boom", "secret", `
	ask login:
	> Boom
	< "Boom" is not a registered name.  You may use this name to play unrated games.
	< Press return to enter the server as "Boom":`, "Boom is not registered on this server; register it first"},
		{"name in use", "Boom", "", `
	ask login:
	> Boom
	< Press return to enter the server as "Boom":
	>
	< *** Sorry Boom is already logged in ***
	hang up`, "somebody is logged in as Boom already; choose another --handle"},
		{"bad name", "Bo0m", "", `
	ask login:
	> Bo0m
	< Sorry, names can only consist of lower and upper case letters.  Try again.
	ask login:`, `refuses the name "Bo0m"`},
		{"banned", "Boom", "", `
	ask login:
	> Boom
	< Player "Boom" is banned.
	hang up`, `Player "Boom" is banned.; ask`},
		{"port of SSH", "Boom", "secret", `
	< SSH-2.0-Go
	hang up`, "an SSH server answers on this port; add --ssh"},
		{"no guests", "guest", "", `
	ask login:
	> guest
	< Sorry, guest connections have been prevented here: you need an account to come in.
	hang up`, "takes no guests now; register"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := newStage("uci good", tt.script)
			s.cfg.Account = client.Account{Handle: tt.handle, Password: tt.password}
			if err := s.run(t); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v, want %q", err, tt.want)
			}
		})
	}
}

// What may be better next time is tried again.
func TestTriesAgain(t *testing.T) {
	s := newStage("uci good", "refused", "hang up", `
	< **** The server has no room for more connections; please try again later. ****
	hang up`, `
	ask login:
	> Boom
	< Too many lines before the login; please connect again.
	ask login:`, free+"\nhang up")
	if err := s.run(t); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"connection refused;", "closed the connection at once", "has no room", "asks for a name again", "logged in as Boom"} {
		if !s.logged(want) {
			t.Errorf("%q is not in the log\n%q", want, s.log)
		}
	}
}

func TestBackOff(t *testing.T) {
	dice := rand.New(rand.NewPCG(3, 4))
	for failures, d := range []time.Duration{1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300} {
		for range 20 {
			got := backOff(failures, dice)
			if got < d*time.Second/2 || got >= d*time.Second*3/2 {
				t.Errorf("%v after %d failures", got, failures)
			}
		}
	}
	if a, b := backOff(100000, dice), backOff(100000, dice); a == b {
		t.Errorf("twice %v", a)
	}
}

func TestEngineThatDoesNotStart(t *testing.T) {
	s := newStage("uci good")
	s.cfg.Engine = engine.New(engine.Config{Start: engine.Command([]string{os.DevNull + "/x"}, ""), Protocol: "uci", Clock: &enginetest.Clock{}})
	if err := s.run(t); err == nil || !strings.Contains(err.Error(), "the engine cannot be used") {
		t.Errorf("error %v", err)
	}
}

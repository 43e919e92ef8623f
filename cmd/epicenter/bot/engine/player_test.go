package engine

import (
	"context"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"epicenter/cmd/epicenter/bot/engine/enginetest"
	"epicenter/rules"
)

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == enginetest.Flag {
		os.Exit(enginetest.Main(os.Args[2:], os.Stdin, os.Stdout, os.Stderr))
	}
	goleak.VerifyTestMain(m)
}

// first fires at the first wait of that length.
func first(d time.Duration) func(time.Duration) bool {
	fired := false
	return func(asked time.Duration) bool {
		fires := asked == d && !fired
		fired = fired || fires
		return fires
	}
}

// crew starts engines that behave one after another as listed, the last one
// again and again.
type crew struct {
	t          *testing.T
	protocol   string
	behaviours []string
	started    int
	wrap       func(Process) Process
}

func (c *crew) start() (Process, error) {
	b := c.behaviours[min(c.started, len(c.behaviours)-1)]
	c.started++
	p, err := Command(enginetest.Words(c.protocol, b), "")()
	if err == nil && c.wrap != nil {
		p = c.wrap(p)
	}
	return p, err
}

type logged struct{ lines []string }

func (l *logged) add(line string) { l.lines = append(l.lines, line) }

func task(variant string, moves ...string) Task {
	p := rules.Lookup(variant).Start(rules.StandardStart)
	t := Task{Game: 1, Start: p, Mine: 40 * time.Second, Theirs: time.Minute, Base: time.Minute}
	for _, text := range moves {
		m, err := p.ParseMove(text, rules.MoveText{})
		if err != nil {
			panic(err)
		}
		t.Moves = append(t.Moves, m)
		p = p.Play(m)
	}
	t.Position = p
	return t
}

// limitOf40 is the limit for a task's 40 s.
const limitOf40 = 20 * time.Second

func TestPlayer(t *testing.T) {
	hanging := func(d time.Duration) bool { return d == limitOf40 || d == stopTime }
	tests := []struct {
		protocol   string
		behaviours string
		fire       func(time.Duration) bool
		starts     int
		log        string // in the last line
		want       error
	}{
		{"uci", "good", nil, 1, "", nil},
		{"uci", "chatty", nil, 1, "", nil},
		{"uci", "crash good", nil, 2, "it has ended (exit status 3: out of cheese); starting it again (failure 1 of 3", nil},
		{"uci", "illegal crash good", nil, 3, "it has ended", nil},
		{"uci", "hang good", hanging, 2, "no move within 20s and none when told to move at once", nil},
		{"uci", "slow", func(d time.Duration) bool { return d == limitOf40 }, 1, "", nil},
		{"uci", "garbage good", nil, 2, `it plays "\x00\xff;DROP"`, nil},
		{"uci", "illegal good", nil, 2, `it plays "a1h8"`, nil},
		{"uci", "crash", nil, 3, "giving the game up (failure 3 of 3", ErrGivenUp},
		{"uci", "mute good", first(helloTime), 2, "it does not speak the uci protocol", nil},
		{"xboard", "good", nil, 1, "", nil},
		{"xboard", "chatty", nil, 1, "", nil},
		{"xboard", "crash good", nil, 2, "it has ended", nil},
		{"xboard", "hang good", hanging, 2, "no move within 20s", nil},
		{"xboard", "slow", func(d time.Duration) bool { return d == limitOf40 }, 1, "", nil},
		{"xboard", "garbage good", nil, 2, "not legal there", nil},
		{"xboard", "illegal good", nil, 2, "not legal there", nil},
		{"xboard", "refuse good", nil, 2, `it says "Illegal move: e2e4"`, nil},
		{"xboard", "claim", nil, 1, "", nil},
		{"xboard", "draw", nil, 1, "", nil},
		{"xboard", "old", func(d time.Duration) bool { return d == featureTime }, 1, "", nil},
		{"xboard", "garbage", nil, 3, "giving the game up", ErrGivenUp},
	}
	for _, tt := range tests {
		t.Run(tt.protocol+" "+tt.behaviours, func(t *testing.T) {
			c := &crew{t: t, protocol: tt.protocol, behaviours: strings.Fields(tt.behaviours)}
			var log logged
			p := New(Config{Start: c.start, Protocol: tt.protocol, Clock: &enginetest.Clock{Fire: tt.fire}, Log: log.add})
			defer p.Close()
			question := task("chess", "e2e4")
			a, err := p.Think(t.Context(), question)
			if !errors.Is(err, tt.want) {
				t.Fatalf("error %v, want %v\n%q", err, tt.want, log.lines)
			}
			if err == nil && !question.Position.IsLegal(a.Move) {
				t.Errorf("plays %s", a.Move)
			}
			if c.started != tt.starts {
				t.Errorf("started %d times, want %d\n%q", c.started, tt.starts, log.lines)
			}
			last := strings.Join(log.lines[max(0, len(log.lines)-1):], "")
			if !strings.Contains(last, tt.log) || tt.log == "" && last != "" {
				t.Errorf("logged %q, want %q", log.lines, tt.log)
			}
			if a.OffersDraw != strings.Contains("draw claim", tt.behaviours) {
				t.Errorf("offers a draw: %v", a.OffersDraw)
			}
		})
	}
}

func TestResigns(t *testing.T) {
	c := &crew{t: t, protocol: "xboard", behaviours: []string{"resign"}}
	p := New(Config{Start: c.start, Protocol: "xboard", Clock: &enginetest.Clock{}, Log: func(line string) { t.Error(line) }})
	defer p.Close()
	if a, err := p.Think(t.Context(), task("chess")); err != nil || !a.Resigns {
		t.Errorf("%+v, %v", a, err)
	}
}

// A whole game is played by each protocol, with its moves told one by one, with
// a move taken back in between and an engine that is started anew in another
// game.
func TestWholeGames(t *testing.T) {
	for _, protocol := range Protocols {
		for _, variant := range []string{"chess", "atomic", "chess960"} {
			t.Run(protocol+" "+variant, func(t *testing.T) { wholeGame(t, protocol, variant) })
		}
	}
}

func wholeGame(t *testing.T, protocol, variant string) {
	c := &crew{t: t, protocol: protocol, behaviours: []string{"good"}}
	p := New(Config{Start: c.start, Protocol: protocol, Clock: &enginetest.Clock{}, Log: func(line string) { t.Error(line) }})
	defer p.Close()
	question := task(variant)
	if question.Start.Variant().Random960 {
		question.Start = question.Start.Variant().Start(77)
		question.Position = question.Start
	}
	for ply := 0; ply < 80 && !question.Position.Outcome().Over(); ply++ {
		var m rules.Move
		if ply%2 == 0 || ply == 31 { // the opponent's moves are picked here
			m = question.Position.AppendMoves(nil)[0]
		} else {
			a, err := p.Think(t.Context(), question)
			if err != nil {
				t.Fatal(err)
			}
			m = a.Move
		}
		question.Moves = append(slices.Clone(question.Moves), m)
		question.Position = question.Position.Play(m)
	}
	if c.started != 1 {
		t.Errorf("started %d times", c.started)
	}
	next := task(variant, "a2a3")
	next.Game = 2
	if _, err := p.Think(t.Context(), next); err != nil {
		t.Error(err)
	}
	if protocol == "uci" && variant != "chess960" { // it knows crazyhouse
		house := task("crazyhouse")
		house.Game = 3
		if _, err := p.Think(t.Context(), house); err != nil {
			t.Error(err)
		}
	}
}

// spy calls on lines that an engine is sent.
type spy struct {
	Process
	sent func(text string)
}

func (s spy) Write(b []byte) (int, error) {
	n, err := s.Process.Write(b)
	s.sent(string(b))
	return n, err
}

// A question that is taken back leaves the engine ready for the next; what it
// says to the old one is not an answer to the new one.
func TestTakenBack(t *testing.T) {
	for protocol, goes := range map[string]string{"uci": "go wtime", "xboard": "\ngo\n"} {
		t.Run(protocol, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			c := &crew{t: t, protocol: protocol, behaviours: []string{"slow"}}
			c.wrap = func(p Process) Process {
				return spy{p, func(text string) {
					if strings.Contains(text, goes) {
						cancel()
					}
				}}
			}
			late := func(d time.Duration) bool { return d == limitOf40 }
			clk := &enginetest.Clock{}
			p := New(Config{Start: c.start, Protocol: protocol, Clock: clk, Log: func(line string) { t.Error(line) }})
			defer p.Close()
			if _, err := p.Think(ctx, task("chess")); !errors.Is(err, context.Canceled) {
				t.Fatalf("error %v", err)
			}
			clk.Fire = late
			question := task("chess", "a2a4")
			question.Game = 2
			a, err := p.Think(t.Context(), question)
			if err != nil || !question.Position.IsLegal(a.Move) || c.started != 1 {
				t.Errorf("%v, %v, started %d times", a, err, c.started)
			}
		})
	}
}

func TestOpen(t *testing.T) {
	tests := []struct {
		name, protocol, behaviour string
		options                   []Option
		want                      string
		fire                      bool
	}{
		{name: "good", protocol: "uci", behaviour: "good", options: []Option{{"Hash", "4"}}},
		{name: "good xboard", protocol: "xboard", behaviour: "good", options: []Option{{"Level", "4"}}},
		{name: "no such option", protocol: "uci", behaviour: "good", options: []Option{{"Skill", "4"}}, want: `no option "Skill"; it has Hash, UCI_Chess960, UCI_Variant`},
		{name: "no such option in xboard", protocol: "xboard", behaviour: "good", options: []Option{{"Skill", "4"}}, want: `no option "Skill"; it has Level`},
		{name: "mute", protocol: "uci", behaviour: "mute", want: "does not speak the uci protocol", fire: true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := &crew{t: t, protocol: tt.protocol, behaviours: []string{tt.behaviour}}
			p := New(Config{Start: c.start, Protocol: tt.protocol, Options: tt.options, Clock: &enginetest.Clock{Fire: func(time.Duration) bool { return tt.fire }}})
			defer p.Close()
			err := p.Open(t.Context())
			if (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v, want %q", err, tt.want)
			}
			if err == nil && !strings.HasPrefix(p.Name(), "Fake") {
				t.Errorf("name %q", p.Name())
			}
		})
	}
	p := New(Config{Start: Command([]string{"/nowhere/engine"}, ""), Protocol: "uci", Clock: &enginetest.Clock{}})
	if err := p.Open(t.Context()); err == nil || !strings.Contains(err.Error(), "full path") {
		t.Errorf("error %v", err)
	}
}

func TestPlays(t *testing.T) {
	for protocol, want := range map[string]string{
		"uci":    "chess chess960 atomic atomic960 crazyhouse wild/2",
		"xboard": "chess chess960 atomic wild/2",
	} {
		c := &crew{t: t, protocol: protocol, behaviours: []string{"good"}}
		p := New(Config{Start: c.start, Protocol: protocol, Clock: &enginetest.Clock{}})
		if err := p.Open(t.Context()); err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, v := range p.Plays() {
			got = append(got, v.Name)
		}
		for _, name := range strings.Fields(want) {
			if !slices.Contains(got, name) {
				t.Errorf("%s does not play %s: %v", protocol, name, got)
			}
		}
		for _, name := range []string{"suicide", "wild/0", "wild/1"} {
			if slices.Contains(got, name) {
				t.Errorf("%s plays %s", protocol, name)
			}
		}
		p.Close()
	}
}

func TestSplit(t *testing.T) {
	tests := []struct {
		line string
		want []string
		bad  string
	}{
		{line: "stockfish", want: []string{"stockfish"}},
		{line: `  a  b\ c "d 'e" 'f "g' h""i `, want: []string{"a", "b c", "d 'e", `f "g`, "hi"}},
		{line: `x ""`, want: []string{"x", ""}},
		{line: "  ", bad: "empty"},
		{line: `x "y`, bad: "not closed"},
		{line: `x \`, bad: "backslash"},
	}
	for _, tt := range tests {
		got, err := Split(tt.line)
		if tt.bad != "" {
			if err == nil || !strings.Contains(err.Error(), tt.bad) {
				t.Errorf("%q: error %v", tt.line, err)
			}
		} else if err != nil || !slices.Equal(got, tt.want) {
			t.Errorf("%q: %q, %v", tt.line, got, err)
		}
	}
}

func TestLimit(t *testing.T) {
	tests := []struct {
		t    Task
		want time.Duration
	}{
		{Task{Mine: time.Minute, Inc: time.Second}, 31 * time.Second},
		{Task{Mine: time.Millisecond}, leastLimit},
		{Task{Mine: 10 * time.Hour}, mostLimit},
		{Task{Untimed: true}, untimedLimit},
	}
	for _, tt := range tests {
		if got := limit(&tt.t); got != tt.want {
			t.Errorf("%+v: %v, want %v", tt.t, got, tt.want)
		}
	}
}

package housebot_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"epicenter/rules"
	"epicenter/server/config"
)

// A newcomer is told of Boom, sees its ad, and plays with it: hello, moves, a
// resignation, good game, and the ad again.
func TestNewcomer(t *testing.T) {
	inTown(t, nil, func(o *town) {
		p := o.connect("Ann")
		if want := "Boom, a program, plays at once: type \"match Boom 3 2 atomic\".\n"; !strings.Contains(p.greeting, want) {
			t.Errorf("Ann is not told of Boom:\n%s", p.greeting)
		}
		p.answers("who", "Boom(C)", "2 players displayed")
		p.answers("sought", "100 ---- Boom(C)             3   2 unrated atomic")
		p.answers("finger boom", "1: A program of this server. I play atomic, atomic960, chess, fr.")
		p.answers("play 100", "Creating: ", "unrated atomic 3 2", "Boom(C)[1] says: Hello!")
		p.answers("resign", "Ann resigns} ", "Boom(C) says: Good game!")
		p.answers("sought", "102 ---- Boom(C)             3   2 unrated atomic")
		p.answers("quit", "Logging you out.")
	})
}

func TestSeveralBoards(t *testing.T) {
	inTown(t, nil, func(o *town) {
		p := o.connect("Ann")
		p.answers("match Boom 3 2 atomic", "Boom accepts the match offer.", "Creating: ")
		// BoomB has come for the next one; Boom itself is not to be had.
		q := o.connect("Bob")
		q.answers("match Boom 3 2 atomic", "Boom is playing a game.")
		time.Sleep(time.Second)
		q.answers("sought", "BoomB(C)            3   2 unrated atomic")
		q.answers("match BoomB 3 2 atomic960", "BoomB accepts the match offer.", "unrated atomic960 3 2", "BoomB(C)[2] says: Hello!")
		q.answers("resign", "says: Good game!")
		time.Sleep(time.Second)
		q.answers("sought", "BoomB(C)", "1 ad displayed.")
		p.answers("resign", "says: Good game!")
		time.Sleep(time.Second)
		q.answers("sought", " Boom(C)", "1 ad displayed.")
		q.answers("who", "BoomB(C)", "4 players displayed")
		time.Sleep(2 * time.Minute)
		q.answers("who", "Boom(C)", "3 players displayed")
	})
}

// Challenges are taken in the bot's variants, with a clock, and declined without a
// word otherwise.
func TestChallenges(t *testing.T) {
	tests := []struct {
		line string
		yes  bool
	}{
		{"match boom 3 2 atomic", true},
		{"match boom 5 0 white", true},
		{"match boom 15 10 fr", true},
		{"match boom 3 0 atomic960 black", true},
		{"match boom 3 0 1 0", true}, // odds
		{"match boom 3 2 suicide", false},
		{"match boom 3 2 wild 5", false},
		{"match boom 0 0 atomic", false},   // no clock
		{"match boom 900 0 atomic", false}, // for days
	}
	inTown(t, nil, func(o *town) {
		p := o.connect("Ann")
		for _, tt := range tests {
			time.Sleep(3 * time.Second) // nobody is spared the limits
			if !tt.yes {
				p.answers(tt.line, "Boom declines the match offer.")
				continue
			}
			p.answers(tt.line, "Boom accepts the match offer.", "Creating: ")
			p.answers("resign", "Ann resigns")
		}
	})
}

// Registered people play rated if they ask for it.
func TestRated(t *testing.T) {
	inTown(t, func(o *town) { o.account("Alice", 0) }, func(o *town) {
		p := o.connect("Alice")
		p.answers("match boom 3 2 atomic rated", "Boom accepts the match offer.", "rated atomic 3 2")
		p.answers("resign", "Atomic rating adjustment:", "Boom(C) says: Good game!")
		p.answers("match boom 3 2 atomic u", "unrated atomic 3 2")
	})
}

// A person's ad is taken up when it has stood for 20 seconds, and not before; ads
// of other variants never, and no two ads meet by themselves.
func TestSeeks(t *testing.T) {
	inTown(t, nil, func(o *town) {
		p, q := o.connect("Ann"), o.connect("Bob")
		p.answers("seek 3 2 atomic", "Your seek has been posted with index 1.")
		q.answers("seek 5 0 suicide", "Your seek has been posted with index 2.")
		time.Sleep(19 * time.Second)
		p.seesNot("Creating")
		time.Sleep(2 * time.Second)
		p.sees("Boom accepts your seek.", "Creating: ", "says: Hello!")
		q.seesNot("Creating")
		// One that is withdrawn, or that a person takes up, is not its any more.
		p.answers("resign", "Good game!")
		p.types("seek 3 0 atomic")
		time.Sleep(10 * time.Second)
		q.answers("unseek", "Your seeks have been removed.")
		q.answers("seek 3 0 atomic", "Your seek matches one already posted by Ann.", "Creating: ")
		time.Sleep(time.Minute)
		q.seesNot("Boom")
	})
}

// A whole game of legal moves follows every board, castling and explosions
// included.
func TestGameOfMoves(t *testing.T) {
	for word, name := range map[string]string{"atomic": "atomic", "atomic960": "atomic960", "": "chess", "fr": "chess960"} {
		v := rules.Lookup(name)
		inTown(t, nil, func(o *town) {
			p := o.connect("Ann")
			text := p.answers("match boom 60 0 white "+word, "Creating: ")
			for range 60 {
				if strings.Contains(text, "} 1-0") || strings.Contains(text, "} 0-1") || strings.Contains(text, "} 1/2") {
					return
				}
				text = p.plays(v, text)
			}
			if strings.Contains(o.log.String(), "ERROR") {
				t.Errorf("the log says:\n%s", o.log)
			}
		})
	}
}

// Draws are taken when the bot stands worse, abort and takeback where nothing is
// at stake, and the rest is declined.
func TestOffers(t *testing.T) {
	v := rules.Lookup("atomic")
	inTown(t, nil, func(o *town) {
		p := o.connect("Ann")
		text := p.answers("match boom 60 0 atomic white", "Creating: ")
		p.answers("switch", "Boom declines the switch request.")
		p.answers("draw", "Boom declines the draw request.")
		o.mind.set(-500, false)
		for range 6 {
			text = p.plays(v, text)
		}
		p.answers("pause", "Boom declines the pause request.")
		p.answers("takeback 2", "Boom accepts the takeback request.", "<12> ")
		p.answers("refresh", "<12> ")
		p.answers("draw", "Game drawn by mutual agreement} 1/2-1/2", "Good game!")
		p.answers("match boom 60 0 atomic white", "Creating: ")
		p.answers("abort", "*")
		p.seesNot("Good game!")
	})
}

// Who is hopelessly behind for long enough resigns.
func TestResigns(t *testing.T) {
	v := rules.Lookup("chess")
	inTown(t, nil, func(o *town) {
		p := o.connect("Ann")
		o.mind.set(-2000, false)
		text := p.answers("match boom 60 0 white", "Creating: ")
		for range 4 {
			text = p.plays(v, text)
		}
		if !strings.Contains(text, "Boom resigns} 1-0") {
			t.Errorf("no resignation in:\n%s", text)
		}
	})
}

// A guest who vanishes ends the game; what was being thought is given up, and the
// next one finds Boom free.
func TestOpponentVanishes(t *testing.T) {
	inTown(t, nil, func(o *town) {
		o.mind.set(0, true)
		p := o.connect("Ann")
		p.answers("match boom 3 2 atomic black", "Creating: ")
		_ = p.conn.Close()
		time.Sleep(2 * time.Minute)
		synctest.Wait()
		if o.mind.given == 0 {
			t.Error("the worker still thinks about a game that is over")
		}
		o.mind.set(0, false)
		q := o.connect("Bob")
		q.answers("match boom 3 2 atomic", "Creating: ")
	})
}

// A registered opponent who is away too long finds the game adjourned, and goes on
// with it; after a restart of the server likewise.
func TestAdjournedAndResumed(t *testing.T) {
	v := rules.Lookup("atomic")
	inTown(t, func(o *town) { o.account("Alice", 0) }, func(o *town) {
		p := o.connect("Alice")
		text := p.answers("match boom 60 0 atomic white rated", "Creating: ")
		for range 8 {
			text = p.plays(v, text)
		}
		p.answers("adjourn", "adjourned by mutual agreement} *")
		p.answers("match boom", "You have an adjourned game with Boom.", "Creating: ")
		o.end()
		o.start()
		p = o.connect("Alice")
		time.Sleep(time.Second)
		text = p.answers("refresh", "<12> ")
		text = p.plays(v, text)
		if !strings.Contains(text, "<12> ") || strings.Contains(o.log.String(), "ERROR") {
			t.Errorf("the game does not go on:\n%s\n%s", text, o.log)
		}
	})
}

// Staff sends a bot away, for good, and lets it in again.
func TestSwitchedOff(t *testing.T) {
	inTown(t, func(o *town) { o.account("Root", 100) }, func(o *town) {
		p := o.connect("Root")
		p.answers("housebot", "Boom is on, and here.")
		p.answers("housebot root off", "Root is not one of the server's own players.")
		p.answers("housebot boom maybe", "Say on or off")
		p.answers("housebot boom off", "Boom leaves in a few seconds")
		p.answers("housebot boom off", "Boom is off already.")
		time.Sleep(11 * time.Second)
		p.answers("who", "1 player displayed")
		time.Sleep(time.Minute)
		p.answers("housebot", "Boom is off.")
		p.answers("housebot boom on", "Boom comes in a few seconds.")
		time.Sleep(11 * time.Second)
		p.answers("who", "Boom(C)")
	})
}

// Nobody comes where nobody is configured, and nobody who bears a person's name;
// nobody logs in as Boom from outside.
func TestNamesAndNone(t *testing.T) {
	none := func(o *town) { o.cfg.Bots.House = []config.HouseBot{} }
	inTown(t, none, func(o *town) {
		p := o.connect("Ann")
		p.answers("who", "1 player displayed")
	})
	inTown(t, func(o *town) { o.account("Boom", 0) }, func(o *town) {
		p := o.connect("Ann")
		p.answers("who", "1 player displayed")
		if !strings.Contains(o.log.String(), "a house bot stays away") || !strings.Contains(o.log.String(), "belongs to a person") {
			t.Errorf("the log says:\n%s", o.log)
		}
	})
}

// A bot is not logged out for being idle, and comes back when it is thrown out.
func TestStays(t *testing.T) {
	inTown(t, nil, func(o *town) {
		time.Sleep(5 * time.Hour)
		p := o.connect("Ann")
		p.answers("who", "Boom(C)")
		if strings.Count(o.log.String(), "name=Boom ") != 1 {
			t.Errorf("it has not stayed:\n%s", o.log)
		}
	})
}

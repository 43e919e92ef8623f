package world

import (
	"testing"

	"epicenter/rules"
	"epicenter/storage"
)

// TestClocks follows both clocks through the first moves (docs/cases.md 17).
func TestClocks(t *testing.T) {
	b := newBench(t)
	b.start("atomic", "", 3, 2)
	for i, c := range []struct {
		move         string
		white, black int64
		ticking      bool
	}{
		{"g1f3", 180_000, 180_000, false},
		{"f7f6", 180_000, 180_000, true},
		{"b1c3", 181_000, 180_000, true},
		{"d7d5", 181_000, 181_000, true},
		{"e2e3", 182_000, 181_000, true},
	} {
		b.play(c.move)
		g := b.game()
		if w, bl := g.Clock(White, b.now), g.Clock(Black, b.now); w != c.white || bl != c.black || g.Ticking() != c.ticking {
			t.Errorf("ply %d: clocks %d %d, ticking %v; want %d %d %v", i+1, w, bl, g.Ticking(), c.white, c.black, c.ticking)
		}
	}
}

// TestClockStartsWhenTheBoardHasLeft: a slow disk costs nobody time, nor does
// typing ahead gain any, and no flag falls before its owner has seen the board.
func TestClockStartsWhenTheBoardHasLeft(t *testing.T) {
	b := newBench(t)
	b.start("chess", "", 1, 0)
	b.play("e2e4", "e7e5")
	b.held = true
	b.play("g1f3")
	if d, ok := b.w.NextDeadline(); ok && d.Kind == DueGame {
		t.Fatalf("a deadline %+v before the board has left", d)
	}
	b.now += 90_000
	if left := b.game().Clock(Black, b.now); left != 60_000 {
		t.Errorf("Black has %d ms before his board has left", left)
	}
	b.w.Left(b.now)
	b.now += 5_000
	if left := b.game().Clock(Black, b.now); left != 55_000 {
		t.Errorf("Black has %d ms five seconds after his board has left", left)
	}
	b.play("b8c6")
	b.turn(func(t *Turn) { // typed ahead, in the same batch
		m, _ := t.Game(1).Position.ParseUCI("f1c4")
		t.Move(t.Game(1), m)
	})
	if m := b.game().Record.Moves[4]; m.Spent != minMoveTime {
		t.Errorf("a move typed ahead was charged %d ms", m.Spent)
	}
}

func TestMinimumMoveTimeNeverFlags(t *testing.T) {
	g := &Game{MinMove: true, RunningSince: 1000, Variant: rules.Lookup("chess"), Position: rules.Lookup("chess").Start(518)}
	g.Record.White.Base, g.Record.White.Clock = 60_000, 40
	g.Record.Moves = make([]storage.Move, 2)
	if got := g.spent(1010, 0); got != 40 {
		t.Errorf("spent %d of 40 ms", got)
	}
	g.Record.White.Clock = 60_000
	if got := g.spent(1010, 0); got != 100 {
		t.Errorf("spent %d, want 100", got)
	}
	if got := g.spent(900, 0); got != 100 {
		t.Errorf("spent %d on a move stamped before the board left, want 100", got)
	}
}

// TestFlagFallsAMillisecondAfterTheLast: whoever moves with nothing left has
// moved in time.
func TestFlagFallsAMillisecondAfterTheLast(t *testing.T) {
	b := newBench(t)
	b.start("chess", "", 1, 0)
	b.play("e2e4", "e7e5")
	b.wait(59_000)
	b.play("g1f3") // at 60 s sharp
	if left := b.game().Side(White).Clock; left != 0 {
		t.Fatalf("White has %d ms", left)
	}
	b.wait(60_000)
	if b.game() == nil {
		t.Fatal("the flag fell with no time too much")
	}
	b.wait(1)
	if g := b.ended(1); g.Result != "1-0" || g.Reason != "Black forfeits on time" || g.End != "Fla" || g.Black.Clock != -1 {
		t.Errorf("ended %s %q %q, clock %d", g.Result, g.Reason, g.End, g.Black.Clock)
	}
}

// TestFlagAgainstMaterial: docs/cases.md 16, rules/RULES.md §3 and D2.
func TestFlagAgainstMaterial(t *testing.T) {
	for _, c := range []struct {
		variant, fen, move, result, reason, code string
	}{
		{"atomic", "4k3/8/8/8/8/8/8/3QK3 w - - 0 1", "d1d2", "1/2-1/2", "White ran out of time and Black has no material to mate", "TM"},
		{"atomic", "4k3/8/8/8/8/8/4p3/4K2Q w - - 0 1", "h1h2", "0-1", "White forfeits on time", "Fla"},
		{"atomic", "4k1n1/8/8/8/8/8/8/3QK3 w - - 0 1", "d1d2", "0-1", "White forfeits on time", "Fla"},
		{"atomic960", "4k3/8/8/8/8/8/8/3QK3 w - - 0 1", "d1d2", "1/2-1/2", "White ran out of time and Black has no material to mate", "TM"},
		{"chess", "4k1n1/8/8/8/8/8/8/3QK3 w - - 0 1", "d1d2", "1/2-1/2", "White ran out of time and Black has no material to mate", "TM"},
		{"chess", "4kr2/8/8/8/8/8/8/3QK3 w - - 0 1", "d1d2", "0-1", "White forfeits on time", "Fla"},
		{"chess960", "4k3/8/8/8/8/8/8/3QK3 w - - 0 1", "d1d2", "1/2-1/2", "White ran out of time and Black has no material to mate", "TM"},
	} {
		b := newBench(t)
		b.start(c.variant, c.fen, 1, 0)
		b.play(c.move, "e8e7")
		b.wait(61_000)
		if g := b.ended(1); g.Result != c.result || g.Reason != c.reason || g.End != c.code {
			t.Errorf("%s %s: %s %q %q", c.variant, c.fen, g.Result, g.Reason, g.End)
		}
	}
}

// flagDown is a game in which White has run out of time and Bob, who claims flags
// himself, has not done so.
func flagDown(t *testing.T) *bench {
	t.Helper()
	b := newBench(t)
	b.start("chess", "", 1, 0)
	b.setVar("bob", VarAutoflag, 0)
	b.play("e2e4", "e7e5")
	b.wait(61_000)
	return b
}

// TestWhoClaimsFlags: the server calls a flag only for who has autoflag set;
// both flags are a draw whoever calls.
func TestWhoClaimsFlags(t *testing.T) {
	b := flagDown(t)
	g := b.game()
	if g == nil || !g.FlagSeen || !g.FlagDown(White, b.now) {
		t.Fatal("the flag was called for a player who claims flags himself")
	}
	b.play("g1f3") // he may go on playing
	b.setVar("alice", VarAutoflag, 0)
	b.wait(61_000)
	b.turn(func(t *Turn) { t.Flag(t.Game(1), White) })
	if g := b.ended(1); g.Result != "1/2-1/2" || g.Reason != "Game drawn because both players ran out of time" || g.End != "Fla" {
		t.Errorf("%s %q %q", g.Result, g.Reason, g.End)
	}
}

func TestSettingAutoflagCallsAFallenFlag(t *testing.T) {
	b := flagDown(t)
	b.setVar("alice", VarAutoflag, 1) // his own is none of its business
	if b.game() == nil {
		t.Fatal("the flag was called for the one whose flag is down")
	}
	b.setVar("bob", VarAutoflag, 1)
	if g := b.ended(1); g.Reason != "White forfeits on time" {
		t.Errorf("%q", g.Reason)
	}
}

// TestMoreTimeLiftsAFlag: time given to who is out of it counts again.
func TestMoreTimeLiftsAFlag(t *testing.T) {
	b := flagDown(t)
	b.turn(func(t *Turn) { t.MoreTime(t.Game(1), Black, 10) })
	if b.game().FlagDown(White, b.now) {
		t.Fatal("the flag is down with time on the clock")
	}
	b.setVar("bob", VarAutoflag, 1)
	b.wait(20_000)
	if g := b.ended(1); g.Reason != "White forfeits on time" {
		t.Errorf("%q", g.Reason)
	}
}

// TestFirstMovesAreAwaited: docs/cases.md 19; a takeback sets the wait anew.
func TestFirstMovesAreAwaited(t *testing.T) {
	b := newBench(t)
	b.start("chess", "", 3, 0)
	b.play("e2e4")
	b.turn(func(t *Turn) {
		if err := t.TakeBack(t.Game(1), 1); err != nil {
			b.t.Fatal(err)
		}
	})
	b.wait(179_000)
	if b.game() == nil {
		t.Fatal("ended before the time of a first move was over")
	}
	b.wait(1_000)
	if b.game() != nil {
		t.Error("a game without a first move goes on for ever")
	}
	b = newBench(t)
	b.start("chess", "", 0, 0)
	b.wait(100 * msPerDay)
	if b.game() == nil {
		t.Error("an untimed game was ended")
	}
}

func TestTakeBack(t *testing.T) {
	b := newBench(t)
	b.start("chess", "", 3, 2)
	b.play("e2e4", "e7e5", "g1f3", "b8c6", "f1c4")
	g := b.game()
	for _, n := range []int{-1, 0, 6} {
		if err := new(Turn).TakeBack(g, n); err == nil {
			t.Errorf("took back %d of 5 half-moves", n)
		}
	}
	want := g.clocksAfter(3)
	b.turn(func(t *Turn) {
		if err := t.TakeBack(t.Game(1), 2); err != nil {
			b.t.Fatal(err)
		}
	})
	g = b.game()
	if g.Plies() != 3 || len(g.Hashes) != 4 || g.ToMove() != Black || g.lastSAN != "Nf3" {
		t.Errorf("%d plies, %d hashes, last %s", g.Plies(), len(g.Hashes), g.lastSAN)
	}
	if got := [2]int64{g.Clock(White, b.now), g.Clock(Black, b.now)}; got != want {
		t.Errorf("clocks %v, want %v", got, want)
	}
}

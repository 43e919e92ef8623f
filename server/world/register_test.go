package world

import (
	"errors"
	"net/netip"
	"slices"
	"testing"

	"epicenter/storage"
)

// guest lets a guest in and returns his session.
func (b *bench) guest(name string) SessionID {
	b.last++
	id := b.last
	b.turn(func(t *Turn) {
		if how := t.Connect(Connected{Session: id, Handle: name}); how != Admitted {
			b.t.Fatalf("%s: %v", name, how)
		}
	})
	return id
}

// TestBecome turns a guest into the owner of a new account in the same
// session: what he has set becomes the account's, and it is on disk.
func TestBecome(t *testing.T) {
	for _, handle := range []string{"Frank", "Franz", "FRANK"} {
		b := newBench(t)
		id := b.guest("Frank")
		b.turn(func(t *Turn) {
			t.SetVar("frank", VarStyle, 12)
			t.AddToList("frank", "notify", "Bob")
			t.Account("frank").Aliases = []storage.Alias{{Name: "x", Text: "who"}}
			t.PostSeek(Seek{Key: "frank"})
		})
		b.turn(func(t *Turn) {
			if err := t.Become(id, handle, "f@example.org", "hash"); err != nil {
				b.t.Fatal(err)
			}
		})
		key := storage.Key(handle)
		b.turn(func(t *Turn) {
			s, p := t.SeeSession(id), t.SeePlayer(key)
			switch {
			case s.Key != key || s.Handle != handle || s.Look.Style != 12:
				b.t.Errorf("%s: the session is %+v", handle, s)
			case p == nil || p.Guest || p.Session != id || p.Titles != "" || p.Vars[VarStyle] != 12:
				b.t.Errorf("%s: the player is %+v", handle, p)
			case key != "frank" && (t.SeePlayer("frank") != nil || t.SeeAccount("frank") != nil):
				b.t.Errorf("%s: the guest is still there", handle)
			case len(t.SeeksOf("frank")) != 0 || len(t.SeeksOf(key)) != 0:
				b.t.Errorf("%s: the guest's seeks are still there", handle)
			}
			raw := t.Read(storage.Accounts, storage.AccountKey(handle))
			a, err := storage.DecodeAccount(raw)
			if err != nil {
				b.t.Fatal(err)
			}
			if a.Handle != handle || a.Password != "hash" || a.Version != 1 || a.Vars["style"] != "12" ||
				!slices.Equal(a.Lists["notify"], []string{"Bob"}) || len(a.Aliases) != 1 {
				b.t.Errorf("%s: on disk is %+v", handle, a)
			}
			if string(t.Read(storage.Names, []byte(Skeleton(handle)))) != handle {
				b.t.Errorf("%s: nothing keeps look-alikes away", handle)
			}
		})
	}
}

// TestBecomeRefuses what would take somebody's name or break a game.
func TestBecomeRefuses(t *testing.T) {
	b := newBench(t)
	frank := b.guest("Frank")
	b.guest("Gerda")
	for _, name := range []string{"Gerda", "gerda", "Alice", "al", "Fr4nk", "Guestbook"} {
		b.turn(func(t *Turn) {
			var refused *NameError
			if err := t.Become(frank, name, "f@example.org", "hash"); !errors.As(err, &refused) {
				b.t.Errorf("%s: %v", name, err)
			}
			if t.SeePlayer("frank") == nil || t.SeeSession(frank).Handle != "Frank" {
				b.t.Errorf("%s: Frank is gone", name)
			}
		})
	}
	b.turn(func(t *Turn) { t.Player("frank").Game = 7 })
	b.turn(func(t *Turn) {
		if err := t.Become(frank, "Frank", "f@example.org", "hash"); err == nil {
			b.t.Error("Frank could register in mid-game")
		}
	})
}

// TestTitles puts people on a public list, online or not, and reads it from
// the disk.
func TestTitles(t *testing.T) {
	b := newBench(t)
	list := func(want ...string) {
		t.Helper()
		b.turn(func(turn *Turn) {
			if got := turn.Titled("computer"); !slices.Equal(got, want) {
				t.Errorf("the list has %q, want %q", got, want)
			}
		})
	}
	b.turn(func(t *Turn) { t.SetTitle("carol", "computer", true); t.SetTitle("bob", "computer", true) })
	list("Bob", "Carol")
	b.turn(func(t *Turn) { t.SetTitle("bob", "computer", true) })
	list("Bob", "Carol")
	b.turn(func(t *Turn) { t.SetTitle("bob", "computer", false) })
	list("Carol")
	id := b.guest("Frank")
	b.turn(func(t *Turn) { t.SetTitle("frank", "computer", true) })
	b.turn(func(t *Turn) {
		if p := t.SeePlayer(t.SeeSession(id).Key); p.Titles != "(U)" {
			b.t.Errorf("a guest is %s now", p.Titles)
		}
	})
	list("Carol")
}

// TestShutdownMarks follows a shutdown from its beginning to its moment.
func TestShutdownMarks(t *testing.T) {
	b := newBench(t)
	b.turn(func(t *Turn) { t.Shutdown(t.At+180_000, "new version") })
	var marks []int64
	for {
		d, ok := b.w.NextDeadline()
		if !ok || d.Kind != DueShutdown {
			t.Fatalf("after %v the next deadline is %+v", marks, d)
		}
		b.now = d.At
		stop := false
		b.turn(func(turn *Turn) {
			left, reason, _ := turn.ShutdownIn()
			marks = append(marks, left/1000)
			if reason != "new version" {
				t.Errorf("reason %q", reason)
			}
			if stop = turn.ShutdownDue(); stop {
				turn.StopServer()
			}
		})
		if stop {
			break
		}
	}
	if want := []int64{120, 60, 30, 10, 0}; !slices.Equal(marks, want) {
		t.Errorf("told at %v seconds before, want %v", marks, want)
	}
	if _, ok := b.w.NextDeadline(); ok {
		t.Error("a deadline is left behind")
	}
	b.turn(func(turn *Turn) { turn.Shutdown(turn.At+60_000, ""); turn.Shutdown(0, "") })
	if d, ok := b.w.NextDeadline(); ok {
		t.Errorf("called off, but %+v is due", d)
	}
}

// TestFirstLoginFromElsewhere keeps from where an account's owner came.
func TestFirstLoginFromElsewhere(t *testing.T) {
	a := &storage.Account{Handle: "Alice"}
	c := Connected{Registered: true}
	for i, want := range []string{"", "192.0.2.1", "192.0.2.2"} {
		c.Addr = netip.AddrFrom4([4]byte{192, 0, 2, byte(i + 1)})
		if got := noteLogin(a, c, int64(i)); got != want || a.LastLogin != int64(i) {
			t.Errorf("visit %d: came from %q before, want %q", i, got, want)
		}
	}
	c.Registered = false
	if got := noteLogin(a, c, 9); got != "" || a.LastLogin == 9 {
		t.Error("a guest's visit was noted")
	}
}

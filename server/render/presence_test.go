package render

import (
	"net/netip"
	"testing"

	"epicenter/server/world"
)

// TestPresence compares comings and goings with the lines that clients look
// for (docs/protocol.md §1.6, §1.7, §7.9).
func TestPresence(t *testing.T) {
	at := netip.MustParseAddr("2001:db8::7")
	for _, c := range []struct {
		f       world.Fact
		want    string
		machine bool
	}{
		{world.Displaced{Handle: "Bob"}, "**** Bob has arrived - you can't both be logged in. ****\n", false},
		{world.Came{Handle: "Bob"}, "[Bob has connected.]\n", false},
		{world.Came{Handle: "Bob", Addr: at}, "[Bob (R: 2001:db8::7) has connected.]\n", false},
		{world.Came{Handle: "Bob", Addr: at, Guest: true}, "[Bob (U: 2001:db8::7) has connected.]\n", false},
		{world.Came{Handle: "Bob", Why: world.NoticeMine}, "Notification: Bob has arrived.\n", false},
		{world.Came{Handle: "Bob", Why: world.NoticeTheirs}, "Notification: Bob has arrived and isn't on your notify list.\n", false},
		{world.Came{Handle: "Bob", Why: world.NoticeStored}, "Notification: Bob, who has an adjourned game with you, has arrived.\n", false},
		{world.Came{Why: world.NoticeMachine, Record: "Bob 001411E"}, "<wa> Bob 001411E\n", true},
		{world.Went{Handle: "Bob"}, "[Bob has disconnected.]\n", false},
		{world.Went{Handle: "Bob", Addr: at}, "[Bob (R: 2001:db8::7) has disconnected.]\n", false},
		{world.Went{Handle: "Bob", Why: world.NoticeMine}, "Notification: Bob has departed.\n", false},
		{world.Went{Handle: "Bob", Why: world.NoticeTheirs}, "Notification: Bob has departed and isn't on your notify list.\n", false},
		{world.Went{Handle: "Bob", Why: world.NoticeMachine}, "<wd> Bob\n", true},
	} {
		if got := Fact(c.f, Eye{}); got.Text != c.want || got.Machine != c.machine {
			t.Errorf("%+v: %q (machine %v), want %q (%v)", c.f, got.Text, got.Machine, c.want, c.machine)
		}
	}
}

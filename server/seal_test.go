package server_test

import (
	"strings"
	"testing"
	"testing/synctest"

	"epicenter/server/config"
	"epicenter/server/timeseal"
)

func sealed(lines ...string) string {
	var b []byte
	for i, l := range lines {
		b = timeseal.Form{}.Encode(b, l, int64(1000+i))
	}
	return string(b)
}

// A timeseal client is known by its first line; it types ahead as any other, and
// its pings have the form that it knows (docs/clients.md §1).
func TestTimeseal(t *testing.T) {
	for v, ping := range map[timeseal.Version]string{timeseal.One: "\n[G]\n", timeseal.Two: "[G]\x00"} {
		inTown(t, nil, func(o *town) {
			p := o.connect("192.0.2.1")
			p.type_(sealed(timeseal.Hello(v, "ana", "Linux"), "guest", "", "ping", timeseal.Pong) + "plain e2e4\n")
			p.sees(askName + guestIn + "\nHello GuestABCD\n> ping\n" + ping + "> plain e2e4\n")
			want := "101 connected as GuestABCD, timeseal 1"
			if v == timeseal.Two {
				want = "101 connected as GuestABCD, timeseal 2"
			}
			o.noted(want, "101 typed ping at 1003", "101 pong at 1004", "101 typed plain e2e4")
			p.type_(strings.Repeat("\x9a", 24) + "\x80\n\x9a\x9b\xff\xff\n")
			p.sees("> " + strings.Repeat("?", 25) + "\n> ???\n")
		})
	}
}

// A session without a hello is never pinged, and a hello later on is a line like
// any other.
func TestNoTimeseal(t *testing.T) {
	inTown(t, nil, func(o *town) {
		p := o.connect("192.0.2.1")
		p.type_("guest\n\nping\n")
		p.endsWith("> ping\n")
		p.type_(sealed("TIMESTAMP|a|b|"))
		p.endsWith("\n")
		if got := o.loop.took(); got[0] != "101 connected as GuestABCD" || strings.Contains(strings.Join(got, "\n"), "timeseal") {
			t.Errorf("%q", got)
		}
	})
}

// Answers that nobody asked for are held back like lines.
func TestPongFlood(t *testing.T) {
	inTown(t, func(c *config.Config) { c.Limits.CommandBurst, c.Limits.CommandRate = 10, 10 }, func(o *town) {
		p := o.connect("192.0.2.1")
		p.type_(sealed(timeseal.Hello(timeseal.One, "a", "b"), "guest", ""))
		o.loop.took()
		o.loop.hold(true)
		flood := make([]string, 1000)
		for i := range flood {
			flood[i] = timeseal.Pong
		}
		p.type_(sealed(flood...))
		if n := o.loop.waiting(); n != 16 {
			t.Errorf("%d pongs in the loop", n)
		}
		o.loop.hold(false)
		synctest.Wait()
		if n := len(o.loop.took()); n > 40 {
			t.Errorf("%d pongs were taken at once", n)
		}
	})
}

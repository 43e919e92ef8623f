package main

import (
	"bytes"
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"epicenter/server/timeseal"
)

// page is a web page that plays: it seals its lines, answers pings and takes
// each frame by itself (docs/clients.md §5).
type page struct {
	t      *testing.T
	ctx    context.Context
	ws     *websocket.Conn
	start  time.Time
	filter timeseal.Filter
	pings  int
	frames []string // since the last await
}

func (p *page) type_(line string) {
	p.t.Helper()
	b := timeseal.Form{}.Encode(nil, line, time.Since(p.start).Milliseconds()%timeseal.Wrap)
	if err := p.ws.Write(p.ctx, websocket.MessageBinary, b); err != nil {
		p.t.Fatal(err)
	}
}

// await reads frames until one holds text, and returns that one.
func (p *page) await(text string) string {
	p.t.Helper()
	for p.frames = nil; ; {
		_, b, err := p.ws.Read(p.ctx)
		if err != nil {
			p.t.Fatalf("%q did not come: %v\n%q", text, err, p.frames)
		}
		out, pings := p.filter.Feed(nil, b)
		for range pings {
			p.pings++
			p.type_(timeseal.Pong)
		}
		if len(out) == 0 {
			continue // a ping is a frame of its own
		}
		p.frames = append(p.frames, string(out))
		if strings.Contains(string(out), text) {
			return string(out)
		}
	}
}

// meet starts a server and logs a web page in as Webby and a telnet user as Tessa.
func meet(ctx context.Context, t *testing.T) (*page, *plainPeer) {
	t.Helper()
	h := openHouse(t)
	c, _, err := websocket.Dial(ctx, "ws://"+h.ws, &websocket.DialOptions{HTTPHeader: http.Header{"Origin": {"https://chess.example"}}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.CloseNow() })
	w := &page{t: t, ctx: ctx, ws: c, start: time.Now(), filter: timeseal.Filter{Version: timeseal.Two}}
	p := dialPlain(t, h.telnet)

	w.type_(timeseal.Hello(timeseal.Two, "freeseal", "icsgo"))
	w.await("login: ")
	w.type_("Webby")
	w.await("Press return to enter the server as \"Webby\":")
	w.type_("")
	w.await("fics% ")
	p.type_("Tessa\r\n\r\nset style 12")
	p.await("Style 12 set.")
	return w, p
}

// A web page and a telnet user play until a king explodes; a frame of 10 MB in
// between is one line too long and nothing else.
func TestWebSocketGame(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	w, p := meet(ctx, t)
	w.type_("set style 12")
	w.await("Style 12 set.")
	w.type_("iset ms 1")
	w.await("ms set.")
	w.type_("seek 3 0 atomic white")
	w.await("Your seek has been posted")
	p.type_("play webby")
	if got := w.await("<12> "); !strings.Contains(got, "{Game 1 (Webby vs. Tessa) Creating unrated atomic match.}\n\r\a\n\r<12> ") {
		t.Errorf("the start came in several frames: %q", w.frames)
	}
	for i, m := range []string{"g1f3", "a7a6", "f3g5", "a6a5"} {
		if i%2 == 0 {
			w.type_(m)
		} else {
			p.type_(m)
		}
		if got := w.await("<12> "); !strings.HasSuffix(got, "fics% ") {
			t.Errorf("a frame without a prompt: %q", got)
		}
	}
	if err := w.ws.Write(ctx, websocket.MessageBinary, bytes.Repeat([]byte{0x9A}, 10<<20)); err != nil {
		t.Fatal(err)
	}
	w.await("Your line was longer than")
	p.type_("finger webby")
	p.await("Timeseal 2 : On")
	w.type_("g5f7")
	w.await("{Game 1 (Webby vs. Tessa) Tessa's king exploded} 1-0")
	p.await("{Game 1 (Webby vs. Tessa) Tessa's king exploded} 1-0")
	if w.pings < 3 {
		t.Errorf("%d pings, want one with each board to move on", w.pings)
	}
	p.type_("ping webby")
	p.await("Average ping time for Webby is ")
	w.type_("quit")
	if err := untilClosed(ctx, w.ws); websocket.CloseStatus(err) != websocket.StatusNormalClosure {
		t.Errorf("the end: %v", err)
	}
}

func untilClosed(ctx context.Context, c *websocket.Conn) error {
	for {
		if _, _, err := c.Read(ctx); err != nil {
			return err
		}
	}
}

// A proxy's word counts for the address when it is trusted, and what its client
// has put into the header does not.
func TestWebSocketBehindProxy(t *testing.T) {
	for trusted, want := range map[string]string{"127.0.0.1": "192.0.2.7", "203.0.113.9": "127.0.0.1"} {
		t.Run(trusted, func(t *testing.T) {
			h := openHouse(t, "--set", "limits.trusted_proxies="+trusted, "--set", "limits.connections_per_address=2",
				"--set", "limits.exempt=198.51.100.1")
			ctx, cancel := context.WithTimeout(t.Context(), patience)
			defer cancel()
			var last string
			for i := range 3 {
				header := http.Header{"X-Forwarded-For": {"198.51.100.1, 192.0.2.7"}}
				c, _, err := websocket.Dial(ctx, "ws://"+h.ws, &websocket.DialOptions{HTTPHeader: header})
				switch {
				case err == nil:
					defer c.CloseNow()
					_, b, err := c.Read(ctx)
					if err != nil {
						t.Fatal(err)
					}
					last = string(b)
				case i < 2:
					t.Fatalf("connection %d: %v", i, err)
				default: // the answer may come before the request has been read
					last = "refused"
				}
			}
			// The third is one too many: of the person behind the proxy, who
			// has a session and is told so there, or of the stranger himself.
			if want == "192.0.2.7" && !strings.Contains(last, "Too many connections from your address") || want != "192.0.2.7" && last != "refused" {
				t.Errorf("the third got %q", last)
			}
		})
	}
}

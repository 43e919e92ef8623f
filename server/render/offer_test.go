package render

import (
	"testing"

	"epicenter/rules"
	"epicenter/server/world"
)

func proposal(kind world.OfferKind, change func(*world.Proposal)) world.Proposal {
	p := world.Proposal{Offer: world.Offer{Number: 7, Kind: kind, Game: 39}, From: "Alice", To: "Bob"}
	p.Match = world.Match{
		Terms:  world.Terms{Variant: rules.Lookup("chess"), Minutes: 5, Rated: true},
		Rating: [2]int{1523, 958}, State: [2]byte{' ', 'E'},
		Forecast: [2]world.Forecast{{Win: 9, Draw: 1, Loss: -7, RD: 4506}, {Win: 7, Draw: -1, Loss: -9, RD: 4399}},
	}
	if change != nil {
		change(&p)
	}
	return p
}

// TestOffersInGames is the table of docs/protocol.md §3.2.
func TestOffersInGames(t *testing.T) {
	tests := []struct {
		kind                   world.OfferKind
		maker, taker, onlooker string
	}{
		{world.OfferDraw, "Draw request sent.", "Alice offers you a draw.", "Game 39: Alice offers a draw."},
		{world.OfferAbort, "Abort request sent.", `Alice would like to abort the game; type "abort" to accept.`, "Game 39: Alice requests to abort the game."},
		{world.OfferAdjourn, "Adjourn request sent.", `Alice would like to adjourn the game; type "adjourn" to accept.`, "Game 39: Alice requests to adjourn the game."},
		{world.OfferTakeback, "Takeback request sent.", "Alice would like to take back 2 half move(s).", "Game 39: Alice requests to take back 2 half move(s)."},
		{world.OfferSwitch, "Switch request sent.", "Alice would like to switch sides.\nType \"accept\" or \"decline\" to answer.", "Game 39: Alice requests to switch sides."},
		{world.OfferPause, "Pause request sent.", `Alice would like to pause the game; type "pause" to accept.`, "Game 39: Alice requests to pause the game."},
		{world.OfferUnpause, "Unpause request sent.", `Alice would like to unpause the game; type "unpause" to accept.`, "Game 39: Alice requests to unpause the game."},
	}
	for _, tt := range tests {
		p := proposal(tt.kind, func(p *world.Proposal) { p.Offer.Plies = 2 })
		for party, want := range map[world.Party]string{world.Maker: tt.maker, world.Taker: tt.taker, world.Onlooker: tt.onlooker} {
			if got := Fact(world.OfferMade{Proposal: p, Party: party}, Eye{}).Text; got != want+"\n" {
				t.Errorf("%v: got %q, want %q", tt.kind, got, want)
			}
		}
	}
	p := proposal(world.OfferTakeback, func(p *world.Proposal) { p.Offer.Plies, p.Offer.How = 1, world.OfferCounter })
	for party, want := range map[world.Party]string{
		world.Maker:    "You disagree on the number of half-moves to take back.\nAlternate takeback request sent.\n",
		world.Taker:    "Alice proposes a different number (1) of half-move(s).\n",
		world.Onlooker: "Game 39: Alice proposes a different number (1) of half-move(s) to take back.\n",
	} {
		if got := Fact(world.OfferMade{Proposal: p, Party: party}, Eye{}).Text; got != want {
			t.Errorf("counter offer: got %q, want %q", got, want)
		}
	}
}

func TestAnswers(t *testing.T) {
	tests := []struct {
		kind  world.OfferKind
		end   world.OfferEnd
		party world.Party
		want  string
	}{
		{world.OfferMatch, world.OfferAccepted, world.Taker, "You accept the match offer from Alice."},
		{world.OfferMatch, world.OfferAccepted, world.Maker, "Bob accepts the match offer."},
		{world.OfferMatch, world.OfferDeclined, world.Taker, "You decline the match offer from Alice."},
		{world.OfferMatch, world.OfferDeclined, world.Maker, "Bob declines the match offer."},
		{world.OfferMatch, world.OfferWithdrawn, world.Maker, "You withdraw the match offer to Bob."},
		{world.OfferMatch, world.OfferWithdrawn, world.Taker, "Alice withdraws the match offer."},
		{world.OfferDraw, world.OfferAccepted, world.Taker, "You accept the draw request from Alice."},
		{world.OfferDraw, world.OfferDeclined, world.Maker, "Bob declines the draw request."},
		{world.OfferDraw, world.OfferAccepted, world.Onlooker, "Game 39: Bob accepts the draw request."},
		{world.OfferTakeback, world.OfferDeclined, world.Onlooker, "Game 39: Bob declines the takeback request."},
		{world.OfferAbort, world.OfferWithdrawn, world.Onlooker, "Game 39: Alice withdraws the abort request."},
		{world.OfferAdjourn, world.OfferWithdrawn, world.Maker, "You withdraw the adjourn request to Bob."},
	}
	for _, tt := range tests {
		f := world.OfferAnswered{Kind: tt.kind, From: "Alice", To: "Bob", Game: 39, End: tt.end, Party: tt.party}
		if got := Fact(f, Eye{}).Text; got != tt.want+"\n" {
			t.Errorf("got %q, want %q", got, tt.want)
		}
	}
}

// TestMatchRequest is byte for byte what docs/protocol.md §3.1 shows.
func TestMatchRequest(t *testing.T) {
	p := proposal(world.OfferMatch, nil)
	issuing := "Issuing: Alice (1523) Bob ( 958) rated blitz 5 0.\n" +
		"Your blitz rating will change:  Win: +9,  Draw: +1,  Loss: -7\n" +
		"Your new RD will be 45.1\n"
	if got := Fact(world.OfferMade{Proposal: p, Party: world.Maker}, Eye{}).Text; got != issuing {
		t.Errorf("got\n%s\nwant\n%s", got, issuing)
	}
	p.Match.Computer[0] = true
	challenge := "Challenge: Alice (1523) Bob ( 958E) rated blitz 5 0.\n" +
		"--** Alice is a computer **--\n" +
		"Your blitz rating will change:  Win: +7,  Draw: -1,  Loss: -9\n" +
		"Your new RD will be 44.0\n" +
		"\aYou can \"accept\" or \"decline\", or propose different parameters.\n"
	if got := Fact(world.OfferMade{Proposal: p, Party: world.Taker}, Eye{Look: world.Look{Bell: true, ProvShow: true}}).Text; got != challenge {
		t.Errorf("got\n%s\nwant\n%s", got, challenge)
	}
}

// TestPendInfo is the samples of docs/protocol.md §7.6.
func TestPendInfo(t *testing.T) {
	look := world.Look{PendInfo: true, ProvShow: true}
	tests := []struct {
		kind   world.OfferKind
		party  world.Party
		change func(*world.Proposal)
		want   string
	}{
		{world.OfferMatch, world.Maker, nil, "<pt> 7 w=Bob t=match p=Alice (1523) Bob ( 958) rated blitz 5 0"},
		{world.OfferMatch, world.Taker, func(p *world.Proposal) {
			p.Match.State = [2]byte{'+', '-'}
			p.Match.Terms.Rated, p.Match.Terms.Colour = false, world.WantsWhite
			p.Match.Terms.Minutes, p.Match.Terms.Seconds = 2, 12
		}, "<pf> 7 w=Alice t=match p=Alice (----) [white] Bob (----) unrated blitz 2 12"},
		{world.OfferMatch, world.Taker, func(p *world.Proposal) {
			p.Match.Terms.Variant, p.Match.Terms.Minutes, p.Match.Terms.Seconds = rules.Lookup("chess960"), 6, 1
			p.Match.Adjourned = true
		}, "<pf> 7 w=Alice t=match p=Alice (1523) Bob ( 958) rated wild 6 1 Loaded from wild/fr (adjourned)"},
		{world.OfferMatch, world.Taker, func(p *world.Proposal) {
			p.Match.Terms = world.Terms{Variant: rules.Lookup("chess"), Colour: world.WantsBlack}
		}, "<pf> 7 w=Alice t=match p=Alice (1523) [black] Bob ( 958) unrated untimed"},
		{world.OfferMatch, world.Taker, func(p *world.Proposal) {
			p.Match.Terms = world.Terms{Variant: rules.Lookup("atomic"), Minutes: 3, Seconds: 1, Odds: true, OddsMinutes: 5}
		}, "<pf> 7 w=Alice t=match p=Alice (1523) Bob ( 958) unrated atomic 3 1 : 5 0"},
		{world.OfferDraw, world.Taker, nil, "<pf> 7 w=Alice t=draw p=#"},
		{world.OfferTakeback, world.Maker, func(p *world.Proposal) { p.Offer.Plies = 2 }, "<pt> 7 w=Bob t=takeback p=2"},
	}
	for _, tt := range tests {
		f := world.OfferListed{Proposal: proposal(tt.kind, tt.change), Party: tt.party}
		r := Fact(f, Eye{Look: look})
		if r.Text != tt.want+"\n" || !r.Machine {
			t.Errorf("got %q (machine %v), want %q", r.Text, r.Machine, tt.want)
		}
		if r := Fact(f, Eye{}); r.Text != "" {
			t.Errorf("without pendinfo: %q", r.Text)
		}
	}
	if got := Fact(world.OfferGone{Number: 32}, Eye{Look: look}).Text; got != "<pr> 32\n" {
		t.Errorf("got %q", got)
	}
}

func TestOfferPhrases(t *testing.T) {
	for kind, want := range map[world.OfferKind]string{
		world.OfferMatch: "a challenge: Alice (1523) Bob ( 958) rated blitz 5 0", world.OfferDraw: "a draw",
		world.OfferAbort: "to abort the game", world.OfferAdjourn: "to adjourn the game",
		world.OfferTakeback: "to takeback the last 2 half move(s)", world.OfferSwitch: "to switch sides",
	} {
		if got := OfferPhrase(proposal(kind, func(p *world.Proposal) { p.Offer.Plies = 2 }), false); got != want {
			t.Errorf("%v: got %q, want %q", kind, got, want)
		}
	}
}

func blitzAd() world.Ad {
	return world.Ad{
		Number: 8, Handle: "vesna", Rating: 2194, State: ' ', High: 9999,
		Terms: world.Terms{Variant: rules.Lookup("chess"), Minutes: 4, Rated: true},
	}
}

// TestSeekLines is the machine form, key by key (docs/clients.md §3.4).
func TestSeekLines(t *testing.T) {
	a := blitzAd()
	guest := a
	guest.State, guest.TitleBits, guest.Terms.Rated = '+', 1, false
	gm := a
	gm.Rating, gm.State, gm.TitleBits = 958, 'P', 0x26
	gm.Terms.Colour, gm.Manual, gm.Formula, gm.Low = world.WantsBlack, true, true, 900
	gm.Terms.Variant, gm.Terms.Seconds = rules.Lookup("atomic960"), 12
	tests := []struct {
		ad   world.Ad
		own  bool
		want string
	}{
		{a, false, "<s> 8 w=vesna ti=00 rt=2194  t=4 i=0 r=r tp=blitz c=? rr=0-9999 a=t f=f"},
		{guest, true, "<sn> 8 w=vesna ti=01 rt=0P t=4 i=0 r=u tp=blitz c=? rr=0-9999 a=t f=f"},
		{gm, false, "<s> 8 w=vesna ti=26 rt=958P t=4 i=12 r=r tp=atomic960 c=B rr=900-9999 a=f f=t"},
	}
	for _, tt := range tests {
		r := Fact(world.SeekPosted{Ad: tt.ad, Own: tt.own}, Eye{Look: world.Look{SeekInfo: true}})
		if r.Text != tt.want+"\n" || !r.Machine {
			t.Errorf("got  %q\nwant %q", r.Text, tt.want)
		}
	}
	list := Fact(world.SeekList{Ads: []world.Ad{a}, Own: []world.Ad{guest}}, Eye{Look: world.Look{SeekInfo: true}}).Text
	if want := "<sc>\n" + tests[0].want + "\n" + tests[1].want + "\n"; list != want {
		t.Errorf("got\n%swant\n%s", list, want)
	}
}

func TestSeeksRemoved(t *testing.T) {
	f := world.SeeksRemoved{Numbers: []int{8, 17, 30}}
	for _, tt := range []struct {
		look world.Look
		want string
	}{
		{world.Look{SeekInfo: true, SeekRemove: true}, "<sr> 8 17 30\n"},
		{world.Look{SeekRemove: true}, "Ads removed: 8 17 30\n"},
		{world.Look{SeekInfo: true}, ""},
		{world.Look{}, ""},
	} {
		if got := Fact(f, Eye{Look: tt.look}).Text; got != tt.want {
			t.Errorf("%+v: got %q, want %q", tt.look, got, tt.want)
		}
	}
}

// TestAdsForPeople is the line and the row that clients read (docs/protocol.md
// §3.1).
func TestAdsForPeople(t *testing.T) {
	a := blitzAd()
	a.Handle, a.Titles, a.Rating, a.State = "Fargo", "(SR)(TD)", 958, 'E'
	a.Terms.Colour, a.Manual, a.Formula = world.WantsWhite, true, true
	tests := []struct {
		provShow  bool
		line, row string
	}{
		{
			false, `Fargo(SR)(TD) ( 958) seeking 4 0 rated blitz [white] mf ("play 8" to respond)`,
			"  8  958 Fargo(SR)(TD)       4   0 rated   blitz      [white]     0-9999 mf",
		},
		{
			true, `Fargo(SR)(TD) ( 958E) seeking 4 0 rated blitz [white] mf ("play 8" to respond)`,
			"  8  958E Fargo(SR)(TD)       4   0 rated   blitz      [white]     0-9999 mf",
		},
	}
	for _, tt := range tests {
		if got := AdLine(a, tt.provShow); got != tt.line+"\n" {
			t.Errorf("got  %q\nwant %q", got, tt.line)
		}
		if got := SoughtRow(a, tt.provShow); got != tt.row+"\n" {
			t.Errorf("got  %q\nwant %q", got, tt.row)
		}
	}
}

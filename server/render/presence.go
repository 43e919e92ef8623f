package render

import (
	"fmt"

	"epicenter/server/world"
)

// presenceFact renders comings and goings (docs/protocol.md §1.6, §1.7, §7.9).
func presenceFact(f world.PresenceFact, _ Eye) Rendered {
	switch f := f.(type) {
	case world.Displaced:
		return Rendered{Text: fmt.Sprintf("**** %s has arrived - you can't both be logged in. ****\n", f.Handle)}
	case world.Came:
		return came(f)
	case world.Went:
		return went(f)
	case world.Availability:
		return available(f)
	}
	return Rendered{}
}

func came(f world.Came) Rendered {
	switch f.Why {
	case world.NoticeMachine:
		return Rendered{Text: "<wa> " + f.Record + "\n", Machine: true}
	case world.NoticeMine:
		return note("Notification: %s has arrived.\n", f.Handle)
	case world.NoticeTheirs:
		return note("Notification: %s has arrived and isn't on your notify list.\n", f.Handle)
	case world.NoticeStored:
		return note("Notification: %s, who has an adjourned game with you, has arrived.\n", f.Handle)
	}
	if f.Addr.IsValid() {
		return note("[%s (%s: %s) has connected.]\n", f.Handle, registration(f.Guest), f.Addr)
	}
	return note("[%s has connected.]\n", f.Handle)
}

func went(f world.Went) Rendered {
	switch f.Why {
	case world.NoticeMachine:
		return Rendered{Text: "<wd> " + f.Handle + "\n", Machine: true}
	case world.NoticeMine:
		return note("Notification: %s has departed.\n", f.Handle)
	case world.NoticeTheirs:
		return note("Notification: %s has departed and isn't on your notify list.\n", f.Handle)
	}
	if f.Addr.IsValid() {
		return note("[%s (%s: %s) has disconnected.]\n", f.Handle, registration(f.Guest), f.Addr)
	}
	return note("[%s has disconnected.]\n", f.Handle)
}

// registration is the letter that administrators see behind a handle.
func registration(guest bool) string {
	if guest {
		return "U"
	}
	return "R"
}

// available is the two lines that PyChess knows (docs/protocol.md §6.1).
func available(f world.Availability) Rendered {
	if !f.Available {
		return note("%s is no longer available for matches.\n", f.Handle)
	}
	r := f.Ratings
	return note("%s Blitz (%s), Std (%s), Wild (%s), Light(%s), Bug(%s)\nis now available for matches.\n",
		f.Handle, r[0], r[1], r[2], r[3], r[4])
}

func note(format string, a ...any) Rendered { return Rendered{Text: fmt.Sprintf(format, a...)} }

package world

// Availability tells those who have set availinfo that somebody can be had for a
// game now, or cannot any more (docs/protocol.md §6.1).
type Availability struct {
	Handle    string
	Available bool
	// Ratings are those of blitz, standard, lightning, wild and bughouse in four
	// columns, in the order in which the line names the first two, then wild,
	// lightning and bughouse.
	Ratings [5]string
}

func (Availability) fact()         {}
func (Availability) presenceFact() {}

// availCategories are the categories of Availability.Ratings.
var availCategories = [5]string{"blitz", "standard", "wild", "lightning", "bughouse"}

// available tells whether a person is here, free and open to match requests.
func (p *Player) available() bool {
	return p.Online() && p.Game == 0 && p.Examining == 0 && p.Vars.On(VarOpen)
}

// TellAvailability compares who could be had for a game before the turn with who
// can now, and tells those who want to know. It is to be called when all else
// that the turn does has been done.
func (t *Turn) TellAvailability() {
	for _, key := range t.players.order {
		was, is := t.players.base.m[key].available(), t.players.copies[key].available()
		if was != is {
			t.tellAvailable(key, is)
		}
	}
}

func (t *Turn) tellAvailable(key string, available bool) {
	p := t.players.See(key)
	if p == nil {
		p = t.players.base.m[key]
	}
	blitz, _ := t.RatingState(key, "blitz")
	var to []SessionID
	for k, o := range t.Players() {
		low, high := int(o.Vars[VarAvailMin]), int(o.Vars[VarAvailMax])
		if k != key && o.Online() && o.Vars.On(VarAvailInfo) && blitz >= low && (high == 0 || blitz <= high) {
			to = append(to, o.Session)
		}
	}
	if len(to) == 0 {
		return
	}
	f := Availability{Handle: p.Handle, Available: available}
	for i, category := range availCategories {
		f.Ratings[i] = RatingField(t.RatingState(key, category))
	}
	t.Tell(f, to...)
}

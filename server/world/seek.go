package world

// Seek is an ad for an opponent.
type Seek struct {
	Number int
	Key    string // of its owner
	Terms  Terms
	Manual bool
	// Passive keeps it from meeting other ads: only play and match answer it.
	Passive bool
	// Formula makes an answer fit the owner's formula.
	Formula   bool
	Low, High int // rating range of opponents, 0–9999
	At        int64
	// GetGame is what the owner plays besides if somebody else seeks it.
	GetGame GetGame
}

func (s *Seek) clone() *Seek { c := *s; return &c }

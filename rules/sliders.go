package rules

// Attacks of bishops, rooks and queens by magic multiplication: the men that can
// stand in a slider's way are gathered into the top bits of a product, which is
// then the index of the attack set. All sets lie in one table, each square's
// from its own start.

type magic struct {
	mask   bitboard // where a man makes a difference
	factor bitboard
	start  uint32
	shift  uint8
}

// sliderSets is the number of index values of all squares: 102,400 for rooks
// and 5,248 for bishops, rounded up to a power of two so that a mask and no
// comparison keeps an index inside.
const sliderSets = 1 << 17

type sliders struct {
	rook, bishop [64]magic
	sets         [sliderSets]bitboard
}

var slides = newSliders()

func newSliders() *sliders {
	t := new(sliders)
	next := uint32(0)
	for s := Square(0); s < 64; s++ {
		t.rook[s], next = t.fill(s, straightDirections[:], rookFactors[s], next)
	}
	for s := Square(0); s < 64; s++ {
		t.bishop[s], next = t.fill(s, diagonalDirections[:], bishopFactors[s], next)
	}
	return t
}

// fill enters the attack sets of one slider on one square and returns where the
// next one's begin.
func (t *sliders) fill(s Square, ds []direction, factor bitboard, start uint32) (magic, uint32) {
	edges := (rank1|rank8)&^(rank1<<(s&56)) | (fileA|fileH)&^(fileA<<(s&7))
	m := magic{mask: rays(s, ds, 0, 7) &^ edges, factor: factor, start: start}
	size := m.mask.count()
	m.shift = uint8(64 - size)
	for occupied := bitboard(0); ; {
		t.sets[m.index(occupied)] = rays(s, ds, occupied, 7)
		if occupied = (occupied - m.mask) & m.mask; occupied == 0 {
			return m, start + 1<<size
		}
	}
}

func (m *magic) index(occupied bitboard) uint32 {
	return (m.start + uint32((occupied&m.mask)*m.factor>>(m.shift&63))) & (sliderSets - 1)
}

func bishopAttacks(s Square, occupied bitboard) bitboard {
	return slides.sets[slides.bishop[s&63].index(occupied)]
}

func rookAttacks(s Square, occupied bitboard) bitboard {
	return slides.sets[slides.rook[s&63].index(occupied)]
}

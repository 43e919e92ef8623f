package world

import "epicenter/storage"

// Sides name the players of a board, the side to move and the game's number,
// so that a rendering knows where its receiver stands.
func (b *Board) sides() (string, string, int, int) {
	return b.White, b.Black, int(b.Position.Turn()), b.Number
}

// Sides implements render.OfGame.
func (f BoardShown) Sides() (white, black string, toMove, number int) { return f.Board.sides() }

// Sides implements render.OfGame.
func (f GameStarted) Sides() (white, black string, toMove, number int) { return f.Board.sides() }

// Sides implements render.OfGame.
func (f GameEnded) Sides() (white, black string, toMove, number int) {
	return f.White, f.Black, White, f.Number
}

// OwnerKey is White's key: the two players see different rating lines.
func (f GameEnded) OwnerKey() string { return storage.Key(f.White) }

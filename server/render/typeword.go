package render

import "epicenter/server/world"

// typeWord is the word for a type of game in lines that clients must
// understand. Atomic 960 is ours alone: PyChess raises on the word and Jin
// refuses the board, while "atomic" lets every client take the game with its
// explosions from the boards that it is sent (docs/clients.md
// §4, §7.9). A client that has set both `iset atomic 1` and `iset fr 1` knows both
// halves and reads the true word, as does everybody at a terminal. Seeks always
// carry the true word: clients pass over one that they do not know.
func typeWord(word string, l world.Look) string {
	if l.Classic && word == "atomic960" {
		return "atomic"
	}
	return word
}

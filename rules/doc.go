// Package rules plays chess and its variants as a FICS-style server does: chess,
// chess 960 (fr), atomic, atomic 960, crazyhouse, bughouse, suicide, losers, the
// wild variants and odds. It generates legal moves, makes them, knows when a game
// is over, reads and writes positions, moves and games in every form that players
// and programs use, and is fast enough to search with. It needs nothing but the
// standard library. What it enforces, and where each rule comes from, is written
// in RULES.md beside this file.
//
// # Positions
//
// A [Variant] is a set of rules; [Lookup] finds one by name. [Variant.Start]
// returns the [Position] in which a game begins, [Variant.StartFrom] one that is
// drawn where the rules say so, [ParseFEN] one from text. A
// Position is a small value without pointers: copy it to keep it, compare it
// with ==, use it as a map key. Nothing ever changes one. [Position.Play] returns
// the next:
//
//	p := rules.Lookup("atomic").Start(0)
//	m, err := p.ParseMove("Nf3", rules.MoveText{})
//	if err != nil {
//		return err // says whether it is illegal, ambiguous or no move at all
//	}
//	p = p.Play(m)
//
// # Moves
//
// [Position.AppendMoves] lists the legal moves into a slice of the caller's and
// allocates nothing if that has room; [MaxMoves] is always room enough. A search
// keeps one list and one Position a ply and uses [Position.PlayInto].
//
// A [Move] is a number of sixteen bits. It is printed by [Position.SAN],
// [Position.UCI] and [Position.Verbose], and read by [Position.ParseMove] (anything
// a player may type) and [Position.ParseUCI] (coordinates of files and engines,
// nothing else). Every printed move reads back as itself. [LooksLikeMove] tells
// moves from commands without a board. Play trusts its argument: give it moves of
// the position it is called on.
//
// # The end of a game
//
// [Position.Outcome] knows the ends that come by themselves: an exploded king,
// checkmate, stalemate, too little material. Time is kept elsewhere, but what a
// fallen flag is worth is asked of [Position.FlagOutcome]. Draws by claim need
// the game's history: keep the [Position.Hash] of every position and ask
// [ClaimRepetition]; for fifty moves ask [Position.ClaimFifty].
//
// # Atomic
//
// A capture blows up the capturing man, the captured man and every non-pawn
// around; [Position.Blasted] lists the squares. Kings never capture, kings that
// touch are never in check, and exploding the enemy king wins before anything
// else is asked (RULES.md §1).
//
// # Men in hand
//
// In crazyhouse and bughouse taken men come back ([Variant.HasHands]).
// [Position.Hand] and [Position.Holding] say what a side may drop, [Position.Fed]
// what a move brings to whom. A board of bughouse is a Position that is fed from
// the other one by [Position.Give]; [Bughouse] is both of them (RULES.md §2.5).
//
// # Files of games
//
// [PGNReader] reads the games of a PGN stream, whatever its length, and reports
// and skips broken ones; [Game.PGN] writes one. Comments, clocks, annotations and
// variations survive.
//
// # Adding a variant
//
// A variant is one file with a few functions (legal moves, check, end, flag) and
// one line in the registry of variant.go. The generator of chess is told onto which
// squares to move, so that compulsory captures and drops need little more; attacks,
// pawns, castling and making moves are shared.
package rules
